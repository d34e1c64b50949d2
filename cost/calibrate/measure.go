package calibrate

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
)

// cached is the number of elements of a tensor that fits into a cache, and that
// no kernel splits among workers.
const cached = 1 << 14

// unary, binary are programs of elementwise ops on tensors of one type.
func unary(op, t string) program {
	return program{Inputs: []string{t}, Op: fmt.Sprintf("tg.%s %%a0 : tensor<%s>", op, t)}
}

func binary(op, t string) program {
	return program{Inputs: []string{t, t}, Op: fmt.Sprintf("tg.%s %%a0, %%a1 : tensor<%s>", op, t)}
}

// arithmetic measures additions, or what comes next to them, in the first-level
// cache: further away, traffic takes longer.
func (s *session) arithmetic() {
	const n = cached / 8
	for _, t := range []string{"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"} {
		s.set("flops.simple."+t, n/s.beyond(binary("add", fmt.Sprintf("%dx%s", n, t))))
	}
}

// functions measures calls of functions: of one that stands for all, on several types, and on f32
// of each that an op calls.
func (s *session) functions(dialects []*ir.Dialect) {
	const n = cached / 4
	of := func(t string) string { return fmt.Sprintf("%dx%s", n, t) }
	for _, t := range []string{"i32", "f16", "bf16", "f32", "f64"} {
		p := unary("exp", of(t))
		if t == "i32" {
			p = binary("div", of(t))
		}
		s.set("flops.math."+t, n/s.beyond(p, "math"))
	}
	// What there is for integers alone is told as if floats were as much slower or
	// faster as for other functions.
	integers := s.values["flops.math.f32"] / s.values["flops.math.i32"]
	s.timed(dialects, func(def *ir.OpDef, t *cost.Timing) {
		for _, f := range t.Functions {
			rate := f.Calls / s.beyond(program(f.Program), def.Name(), f.Kind.String())
			if f.Integers {
				rate *= integers
			}
			s.set("call."+f.Name, rate)
		}
	})
}

// folds measures reductions along the innermost dimension.
func (s *session) folds() {
	sum := func(rows, length int, t string) float64 {
		in, out := fmt.Sprintf("%dx%dx%s", rows, length, t), fmt.Sprintf("%dx%s", rows, t)
		return s.beyond(program{Inputs: []string{in}, Op: fmt.Sprintf("tg.reduce sum %%a0 dims [1] : (tensor<%s>) -> tensor<%s>", in, out)}, "fold")
	}
	for _, t := range []string{"i32", "i64", "f16", "f32", "f64"} {
		s.set("flops.fold."+t, cached/sum(cached/256, 256, t))
	}
	// One row takes as long as all rows that are folded side by side.
	s.set("fold-lanes", max(1, math.Round(32*sum(1, 4096, "f32")/sum(32, 4096, "f32"))))
}

func matmul(m, k, n int, t string) program {
	lhs, rhs, out := fmt.Sprintf("%dx%dx%s", m, k, t), fmt.Sprintf("%dx%dx%s", k, n, t), fmt.Sprintf("%dx%dx%s", m, n, t)
	return program{Inputs: []string{lhs, rhs}, Op: fmt.Sprintf("tg.matmul %%a0, %%a1 : (tensor<%s>, tensor<%s>) -> tensor<%s>", lhs, rhs, out)}
}

// contractions measures matrix products and a depthwise convolution.
func (s *session) contractions() {
	const k, n, little, much = 256, 256, 24, 240
	for _, t := range []string{"i8", "i16", "i32", "f16", "bf16", "f32", "f64"} {
		s.set("flops.contract."+t, 2*much*k*n/s.beyond(matmul(much, k, n, t), "contract"))
	}
	// Of two products by one transposed matrix, what does not grow with the rows is
	// the rearranging of that matrix.
	transposed := func(m int) float64 {
		lhs, out := fmt.Sprintf("%dx%dxf32", m, k), fmt.Sprintf("%dx%dxf32", m, n)
		op := fmt.Sprintf("tg.dot_general %%a0, %%a1 contracting [1] x [1] : (tensor<%s>, tensor<%dx%dxf32>) -> tensor<%s>", lhs, n, k, out)
		return s.beyond(program{Inputs: []string{lhs, fmt.Sprintf("%dx%dxf32", n, k)}, Op: op}, "tg.dot_general")
	}
	short, long := transposed(little), transposed(much)
	perRow := max(long-short, long/2) / (much - little)
	s.set("packing", 4*k*n/max(short-float64(little*perRow), short/20))
	s.tiles()
	const side, channels = 32, 64
	depthwise := program{
		Inputs: []string{fmt.Sprintf("1x%dx%dx%dxf32", side, side, channels), fmt.Sprintf("3x3x1x%dxf32", channels)},
		Op: fmt.Sprintf("tg.conv %%a0, %%a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups %d : (tensor<1x%dx%dx%dxf32>, tensor<3x3x1x%dxf32>) -> tensor<1x%dx%dx%dxf32>",
			channels, side, side, channels, channels, side-2, side-2, channels),
	}
	s.set("flops.depthwise.f32", 2*9*(side-2)*(side-2)*channels/s.beyond(depthwise, "depthwise"))
}

// tiles finds how many rows, and columns, of a product by one matrix take as long
// as the fewest.
func (s *session) tiles() {
	find := func(key string, few, many int, product func(extent int) program) {
		tile := float64(many) * s.beyond(product(few), "contract") / s.beyond(product(many), "contract")
		s.set(key, max(1, math.Round(tile)))
	}
	find("tile-rows", 1, 12, func(m int) program { return matmul(m, 1024, 128, "f32") })
	find("tile-cols", 2, 64, func(n int) program { return matmul(48, 256, n, "f32") })
}

// moves measures what is moved in the cache, and in pieces.
func (s *session) moves() {
	const bytes = 128 << 10 // of each side
	cache := 2 * bytes / s.beyond(unary("neg", fmt.Sprintf("%dxf32", bytes/4)))
	s.set("cache-bandwidth", cache)
	const pieces, piece = 2048, 8
	rows := s.beyond(program{
		Inputs: []string{"32x64x8xf32"},
		Op:     "tg.transpose %a0 permutation [1, 0, 2] : (tensor<32x64x8xf32>) -> tensor<64x32x8xf32>",
	}, "move")
	s.set("runs", pieces/max(rows-2*4*pieces*piece/cache, rows/4))
	swap := func(rows int) float64 {
		in, out := fmt.Sprintf("%dx%dxf32", rows, cached/rows), fmt.Sprintf("%dx%dxf32", cached/rows, rows)
		return s.beyond(program{Inputs: []string{in}, Op: fmt.Sprintf("tg.transpose %%a0 permutation [1, 0] : (tensor<%s>) -> tensor<%s>", in, out)}, "move")
	}
	// Squares are no larger than so many rows that are nearer to the speed of many
	// rows than to that of few, which are in no square.
	few, many := swap(8), swap(128)
	for square, border := 8, math.Sqrt(few*many); ; square *= 2 {
		if square == 32 || swap(square) < border {
			s.set("square", float64(square))
			break
		}
	}
	rate := func(t float64) float64 { return cached / max(t-2*4*cached/cache, t/4) }
	s.set("singles", rate(few))
	s.set("swaps", rate(many))
}

// memory measures what all workers do together, and traffic beyond the cache,
// where several workers may be no faster than one.
func (s *session) memory(workers int) {
	product := matmul(384, 384, 384, "f32")
	const less, more = 32 << 20, 64 << 20 // bytes of traffic
	copied := func(traffic int) program { return unary("neg", fmt.Sprintf("%dxf32", traffic/8)) }
	alone, short, long := s.seconds(product), s.seconds(copied(less)), s.seconds(copied(more))
	parallel.SetWorkers(workers)
	s.set("speedup", max(1, alone/s.seconds(product)))
	short, long = min(short, s.seconds(copied(less))), min(long, s.seconds(copied(more)))
	// What more traffic takes longer is beyond any cache. Of all traffic so much
	// comes from the cache as explains the time.
	near := s.values["cache-bandwidth"]
	far := min((more-less)/max(long-short, long/4), 0.9*near)
	s.set("bandwidth", far)
	s.set("cache", min(max((more/far-long)/(1/far-1/near), 1<<16), less))
}
