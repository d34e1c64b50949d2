package calibrate

import (
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/interp/parallel"
)

// few and many are how often an op is executed that takes long or hardly any
// time: of few the fastest counts, of many their mean.
const few, many = 8, 256

// cached is the number of elements of a tensor that fits into a cache, and that
// no kernel splits among workers.
const cached = 1 << 14

// unary, binary are programs of elementwise ops on tensors of one type.
func unary(op, t string, count int) program {
	return program{inputs: []string{t}, count: count, op: fmt.Sprintf("tg.%s %%a0 : tensor<%s>", op, t)}
}

func binary(op, t string, count int) program {
	return program{inputs: []string{t, t}, count: count, op: fmt.Sprintf("tg.%s %%a0, %%a1 : tensor<%s>", op, t)}
}

// overheads measures ops on next to nothing.
func (s *session) overheads() {
	simple := s.seconds(binary("add", "f32", many))
	s.set("overhead", simple)
	for _, o := range []struct {
		kind string
		program
	}{
		{"move", program{inputs: []string{"2x2xf32"}, op: "tg.transpose %a0 permutation [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>"}},
		{"math", unary("exp", "f32", many)},
		{"fold", program{inputs: []string{"2x4xf32"}, op: "tg.reduce sum %a0 dims [1] : (tensor<2x4xf32>) -> tensor<2xf32>"}},
		{"contract", program{inputs: []string{"2x2xf32", "2x2xf32"}, op: "tg.matmul %a0, %a1 : tensor<2x2xf32>"}},
		{"depthwise", program{
			inputs: []string{"1x2x2x2xf32", "2x2x1x2xf32"},
			op:     "tg.conv %a0, %a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x2x2x2xf32>, tensor<2x2x1x2xf32>) -> tensor<1x1x1x2xf32>",
		}},
		{"view", program{inputs: []string{"2x2xf32"}, op: "tg.reshape %a0 : (tensor<2x2xf32>) -> tensor<4xf32>"}},
		{"fusion", program{inputs: []string{"2x2xf32"}, op: "tg.fusion (%x = %a0) : (tensor<2x2xf32>) -> tensor<2x2xf32> { %n = tg.neg %x : tensor<2x2xf32> tg.yield %n : tensor<2x2xf32> }"}},
		{"control", program{inputs: []string{"i1", "f32"}, op: "tg.if %a0 -> (tensor<f32>) { tg.yield %a1 : tensor<f32> } else { tg.yield %a1 : tensor<f32> }"}},
	} {
		o.count = many
		s.set("overhead."+o.kind, s.seconds(o.program))
	}
}

// beyond is the time of an op of that kind without its overhead.
func (s *session) beyond(kind string, p program) float64 {
	overhead := s.values["overhead"]
	if v, ok := s.values["overhead."+kind]; ok {
		overhead = v
	}
	// A measurement that is all overhead says nothing: a tenth is real.
	t := s.seconds(p)
	return max(t-overhead, t/10)
}

// arithmetic measures additions, or what comes next to them.
func (s *session) arithmetic() {
	for _, t := range []string{"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"} {
		s.set("flops.simple."+t, cached/s.beyond("simple", binary("add", fmt.Sprintf("%dx%s", cached, t), few)))
	}
}

// positive are the functions that are not defined, or trivial, for many numbers
// between -1 and 1.
var positive = map[string]bool{"log": true, "log1p": true, "sqrt": true, "rsqrt": true, "acosh": true, "lgamma": true, "digamma": true, "pow": true}

// functions measures calls of functions, on f32 each on its own.
func (s *session) functions() {
	const n = cached / 4
	of := func(t string) string { return fmt.Sprintf("%dx%s", n, t) }
	for _, t := range []string{"i32", "f16", "bf16", "f32", "f64"} {
		p := unary("exp", of(t), few)
		if t == "i32" {
			p = binary("div", of(t), few)
		}
		s.set("flops.math."+t, n/s.beyond("math", p))
	}
	call := func(f string, p program) { s.set("call."+f, n/s.beyond("math", p)) }
	for _, f := range strings.Fields("exp expm1 log log1p sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh " +
		"sigmoid erf erfc erf_inv lgamma digamma silu floor ceil round_even round_away gelu") {
		p := unary(f, of("f32"), few)
		p.positive = positive[f]
		call(f, p)
	}
	for _, f := range strings.Fields("div rem pow atan2 next_after") {
		p := binary(f, of("f32"), few)
		p.positive = positive[f]
		call(f, p)
	}
	for _, f := range []struct{ name, op string }{
		{"gelu_tanh", "tg.gelu %a0 approximate tanh : tensor<4096xf32>"},
		{"reduce_precision", "tg.reduce_precision %a0 exponent_bits 5 mantissa_bits 10 : tensor<4096xf32>"},
		{"convert", "tg.convert %a0 : (tensor<4096xf32>) -> tensor<4096xi32>"},
	} {
		call(f.name, program{inputs: []string{of("f32")}, op: f.op, count: few})
	}
	s.set("call.reduce_max", n/s.beyond("fold", program{inputs: []string{"16x256xf32"}, count: few, op: "tg.reduce max %a0 dims [1] : (tensor<16x256xf32>) -> tensor<16xf32>"}))
	call("argmax", program{inputs: []string{"16x256xf32"}, count: few, op: "tg.reduce argmax %a0 dims [1] : (tensor<16x256xf32>) -> tensor<16xi64>"})
	call("three_fry", program{inputs: []string{"2xui64"}, count: few, result: ":2", op: "tg.rng_bit_generator three_fry %a0 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4096xui32>)"})
	sort := s.beyond("math", program{inputs: []string{"16x256xf32"}, count: few, op: "tg.sort ascending %a0 dim 1 : tensor<16x256xf32>"})
	s.set("call.sort", n*math.Log2(256)/sort)
}

// folds measures reductions along the innermost dimension.
func (s *session) folds() {
	sum := func(rows, length int, t string) float64 {
		in, out := fmt.Sprintf("%dx%dx%s", rows, length, t), fmt.Sprintf("%dx%s", rows, t)
		return s.beyond("fold", program{inputs: []string{in}, count: few, op: fmt.Sprintf("tg.reduce sum %%a0 dims [1] : (tensor<%s>) -> tensor<%s>", in, out)})
	}
	for _, t := range []string{"i32", "i64", "f16", "f32", "f64"} {
		s.set("flops.fold."+t, cached/sum(cached/256, 256, t))
	}
	// One row takes as long as all rows that are folded side by side.
	one, each := sum(1, 4096, "f32"), sum(32, 4096, "f32")/32
	lanes := 1.0
	for lanes < 32 && lanes*1.5 < one/each {
		lanes *= 2
	}
	s.set("fold-lanes", lanes)
}

func matmul(m, k, n int, t string, count int) program {
	lhs, rhs, out := fmt.Sprintf("%dx%dx%s", m, k, t), fmt.Sprintf("%dx%dx%s", k, n, t), fmt.Sprintf("%dx%dx%s", m, n, t)
	return program{inputs: []string{lhs, rhs}, count: count, op: fmt.Sprintf("tg.matmul %%a0, %%a1 : (tensor<%s>, tensor<%s>) -> tensor<%s>", lhs, rhs, out)}
}

// contractions measures matrix products and a depthwise convolution.
func (s *session) contractions() {
	// Of two products by one matrix, what does not grow with the rows is the
	// rearranging of that matrix.
	const k, n, little, much = 256, 256, 24, 240
	short, long := s.beyond("contract", matmul(little, k, n, "f32", 4)), s.beyond("contract", matmul(much, k, n, "f32", 4))
	perRow := max(long-short, long/2) / (much - little)
	s.set("flops.contract.f32", 2*k*n/perRow)
	s.set("packing", 4*k*n/max(short-little*perRow, short/20))
	for _, t := range []string{"i8", "i32", "f16", "f64"} {
		s.set("flops.contract."+t, 2*much*k*n/s.beyond("contract", matmul(much, k, n, t, 1)))
	}
	s.tiles()
	const side, channels = 32, 64
	depthwise := program{
		inputs: []string{fmt.Sprintf("1x%dx%dx%dxf32", side, side, channels), fmt.Sprintf("3x3x1x%dxf32", channels)}, count: 4,
		op: fmt.Sprintf("tg.conv %%a0, %%a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups %d : (tensor<1x%dx%dx%dxf32>, tensor<3x3x1x%dxf32>) -> tensor<1x%dx%dx%dxf32>",
			channels, side, side, channels, channels, side-2, side-2, channels),
	}
	s.set("flops.depthwise.f32", 2*9*(side-2)*(side-2)*channels/s.beyond("depthwise", depthwise))
}

// tiles finds the number of rows, and of columns, from which on a product by one
// matrix is nearly as fast as it gets.
func (s *session) tiles() {
	find := func(key string, extents []int, product func(extent int) program) {
		rates, best := make([]float64, len(extents)), 0.0
		for i, e := range extents {
			rates[i] = float64(e) / s.beyond("contract", product(e))
			best = max(best, rates[i])
		}
		for i, e := range extents {
			if rates[i] >= 0.85*best {
				s.set(key, float64(e))
				return
			}
		}
		s.set(key, float64(extents[len(extents)-1]))
	}
	find("tile-rows", []int{1, 2, 4, 6, 8, 12}, func(m int) program { return matmul(m, 512, 64, "f32", 16) })
	find("tile-cols", []int{1, 2, 4, 8, 16, 32, 64}, func(n int) program { return matmul(48, 256, n, "f32", 16) })
}

// copied is a program of copies of so many bytes, in two halves that change
// places.
func copied(bytes, count int) program {
	t := fmt.Sprintf("2x%dxf32", bytes/8)
	return program{inputs: []string{t}, count: count, op: fmt.Sprintf("tg.reverse %%a0 dims [0] : tensor<%s>", t)}
}

// moves measures memory: in the cache, beyond it, and in pieces.
func (s *session) moves() {
	const small = 128 << 10 // bytes of each side
	cache := 2 * small / s.beyond("move", copied(small, few))
	s.set("cache-bandwidth", cache)
	const pieces, piece = 2048, 8
	rows := s.beyond("move", program{
		inputs: []string{"32x64x8xf32"}, count: few,
		op: "tg.transpose %a0 permutation [1, 0, 2] : (tensor<32x64x8xf32>) -> tensor<64x32x8xf32>",
	})
	s.set("runs", pieces/max(rows-2*4*pieces*piece/cache, rows/4))
	swapped := func(rows, cols int) float64 {
		t := s.beyond("move", program{
			inputs: []string{fmt.Sprintf("%dx%dxf32", rows, cols)}, count: few,
			op: fmt.Sprintf("tg.transpose %%a0 permutation [1, 0] : (tensor<%dx%dxf32>) -> tensor<%dx%dxf32>", rows, cols, cols, rows),
		})
		return float64(rows*cols) / max(t-2*4*float64(rows*cols)/cache, t/4)
	}
	// Columns of three elements are in no square.
	s.set("singles", swapped(3, cached/4))
	best := swapped(128, cached/128)
	s.set("swaps", best)
	square := 4
	for square < 32 && swapped(square, cached/square) < best/3 {
		square *= 2
	}
	s.set("square", float64(square))
}

// workers measures what all workers do together.
func (s *session) workers(all int) {
	alone := s.seconds(matmul(384, 384, 384, "f32", 1))
	parallel.SetWorkers(all)
	s.slice *= 4 // workers that are held up need more attempts
	s.set("speedup", max(1, alone/s.seconds(matmul(384, 384, 384, "f32", 1))))
	// Beyond the cache several workers may be no faster than one.
	const large = 8 << 20
	memory := 2 * large / s.seconds(copied(large, 32))
	parallel.SetWorkers(1)
	memory = max(memory, 2*large/s.seconds(copied(large, 32)))
	s.set("bandwidth", memory)
	// The cache ends where copies are no longer nearer to its speed than to that
	// of memory.
	border := math.Sqrt(memory * s.values["cache-bandwidth"])
	size := 256 << 10
	for ; size < large && 2*float64(size)/s.seconds(copied(size, 32)) > border; size *= 2 {
	}
	s.set("cache", float64(size)) // half of it read, half written
}
