package kernel

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// Every link of every instruction set that this processor has computes the bits of the loop of its
// op, those of NaNs included.
func TestLinks(t *testing.T) {
	for number, level := range machineLevels() {
		for _, key := range level.chain.keys {
			name, form, _ := strings.Cut(key, "/")
			if slices.Contains([]string{"load", "store", "stream", "prefetch", "claim", "end"}, name) {
				continue // the others need them
			}
			one, of, self := strings.HasSuffix(form, "one"), strings.HasPrefix(form, "of"), form == "self"
			var unary, binary any
			withLoops(level, func() {
				unary = unaryLoop(name, tensor.F32)
				if _, known := binaryNames[name]; known {
					binary, _ = binaryLoop(name, tensor.F32)
				}
			})
			n := 3 * level.chain.block / 4
			x, y := operandFor(tensor.F32, 0, n), operandFor(tensor.F32, 1, n)
			got, want := tensor.New(tensor.F32, n), tensor.New(tensor.F32, n)
			for start := range 5 { // of the one element, if that is the operand
				operands, link := [][]byte{x.Bytes(), y.Bytes()}, y.Bytes()
				if one {
					link = y.Bytes()[4*start:]
					operands[1] = slices.Repeat(link[:4], n)
				}
				if self {
					operands[1] = operands[0]
				}
				if of {
					slices.Reverse(operands)
				}
				if binary == nil {
					run(unary, want.Bytes(), operands[:1])
				} else {
					run(binary, want.Bytes(), operands)
				}
				withLoops(level, func() {
					chain := Chain{NewLink("load"), NewLink(key), NewLink("store"), NewLink("end")}
					chain[0].At(x.Bytes(), 0)
					chain[1].At(link, 0)
					chain[2].At(got.Bytes(), 0)
					chain.Run(4*n, 1)
				})
				same(t, fmt.Sprintf("level %d: %s", number, key), got, want)
			}
		}
	}
}

// A chain reads and writes the blocks it is run on and nothing else.
func TestChainMoves(t *testing.T) {
	for number, level := range machineLevels() {
		if level.chain.run == nil {
			continue
		}
		withLoops(level, func() {
			n := 2 * ChainBlock() / 4
			x := numbered(tensor.F32, n)
			for _, store := range []string{"store", "stream"} {
				out := tensor.New(tensor.F32, n+32)
				chain := Chain{NewLink("prefetch"), NewLink("claim"), NewLink("load"), NewLink(store), NewLink("end")}
				chain[0].At(x.Bytes(), 0)
				chain[1].At(out.Bytes()[64:], 0)
				chain[2].At(x.Bytes(), 0)
				chain[3].At(out.Bytes()[64:], 0)
				chain.Run(4*n, 1)
				StreamEnd()
				chain.Run(0, 1)
				want := tensor.New(tensor.F32, n+32)
				copy(want.Bytes()[64:], x.Bytes())
				same(t, fmt.Sprintf("level %d: %s", number, store), out, want)
			}
			out := tensor.New(tensor.F32, n)
			chain := Chain{NewLink("load/one"), NewLink("store"), NewLink("end")}
			chain[0].At(x.Bytes()[20:], 0)
			chain[1].At(out.Bytes(), 0)
			chain.Run(4*n, 1)
			want := tensor.New(tensor.F32, n)
			repeatBytes(want.Bytes(), x.Bytes()[20:24])
			same(t, fmt.Sprintf("level %d: load/one", number), out, want)
		})
	}
}

// A chain goes from row to row of each operand by the operand's own step, and leaves what is
// between rows alone.
func TestChainRows(t *testing.T) {
	for number, level := range machineLevels() {
		if level.chain.run == nil {
			continue
		}
		withLoops(level, func() {
			const rows, gap = 5, 7
			for _, n := range []int{ChainBlock() / 4, 3 * ChainBlock() / 4} {
				x, y, every := numbered(tensor.F32, rows*n), numbered(tensor.F32, rows), numbered(tensor.F32, n)
				out, want := tensor.New(tensor.F32, rows*(n+gap)), tensor.New(tensor.F32, rows*(n+gap))
				chain := Chain{NewLink("load"), NewLink("mul/one"), NewLink("add"), NewLink("store"), NewLink("end")}
				chain[0].At(x.Bytes(), 4*n)
				chain[1].At(y.Bytes(), 4)
				chain[2].At(every.Bytes(), 0)
				chain[3].At(out.Bytes(), 4*(n+gap))
				chain.Run(4*n, rows)
				chain.Run(4*n, 0)
				to, a, b, c := tensor.Data[float32](want), tensor.Data[float32](x), tensor.Data[float32](y), tensor.Data[float32](every)
				for i := range rows * n {
					to[i/n*(n+gap)+i%n] = float32(a[i]*b[i/n]) + c[i%n]
				}
				same(t, fmt.Sprintf("level %d: %d rows of %d", number, rows, n), out, want)
			}
		})
	}
}

// The greatest and the least element of a row that machine code looks through, by ops that have a
// rule for zeros and NaNs.
func TestMachineRuns(t *testing.T) {
	negativeZero, infinity, nan := math.Copysign(0, -1), math.Inf(1), math.NaN()
	for number, level := range machineLevels() {
		for _, d := range []tensor.DType{tensor.F32, tensor.F64, tensor.BF16} {
			for _, kind := range []string{"max", "min"} {
				for _, n := range []int{127, 128, 129, 200, 256, 511, 1000} {
					for _, values := range [][]float64{{-1, -2}, {1, 2}, {negativeZero}, {0}, {0, negativeZero}, {-3, negativeZero}, {-3, 0, negativeZero}, {3, 0, negativeZero},
						{1, infinity, -infinity}, {-infinity}, {infinity}, {1, nan}, {nan}, {3e38, 3e38}} {
						for _, at := range []int{0, 1, n / 2, n - 1} { // where the last of the values is, after and before copies of the first
							x := tensor.New(d, 2, n)
							for i := range x.Len() {
								x.SetFloat64(i, values[i%max(1, len(values)-1)])
							}
							x.SetFloat64(at, values[len(values)-1])
							got, want := tensor.New(d, 2), tensor.New(d, 2)
							for _, r := range []struct {
								machine machineLoops
								out     *tensor.Tensor
							}{{level, got}, {machineLoops{}, want}} {
								withLoops(r.machine, func() {
									reduce, err := resolveReduce(kind, d, []int{2, n}, []int{1})
									if err != nil {
										t.Fatal(err)
									}
									reduce(r.out, x, nil)
								})
							}
							same(t, fmt.Sprintf("level %d: %s of %d %v, %v of them at %d", number, kind, n, d, values, at), got, want)
						}
					}
				}
			}
		}
	}
}

// On all machines with chains the same ops are links, in blocks that are known without them.
func TestChainedOps(t *testing.T) {
	for number, level := range machineLevels() {
		if !slices.Contains(ChainBlocks(), level.chain.block) {
			t.Errorf("level %d: ChainBlocks lacks %d", number, level.chain.block)
		}
		if (level.chain.run != nil) != (level.stream != nil) {
			t.Errorf("level %d: has chains, or streams, but not both", number)
		}
		if level.chain.run == nil {
			continue
		}
		var ops []string
		for _, key := range level.chain.keys {
			if !strings.Contains(key, "/") && !slices.Contains([]string{"load", "store", "stream", "prefetch", "claim", "end"}, key) {
				ops = append(ops, key)
			}
		}
		if !slices.Equal(ops, chainedOps) {
			t.Errorf("level %d: links are %v, chainedOps %v", number, ops, chainedOps)
		}
	}
}
