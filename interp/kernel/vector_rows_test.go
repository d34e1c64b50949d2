package kernel

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// Reductions along rows have the same bits with and without machine code, whatever the number and
// length of rows.
func TestMachineRows(t *testing.T) {
	levels := machineLevels()
	for number, level := range levels[:len(levels)-1] {
		for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64, tensor.I32, tensor.U32, tensor.I64} {
			for _, kind := range []string{"sum", "prod", "max", "min"} {
				for _, rows := range []int{1, 3, 16, 17, 40} {
					for _, length := range []int{0, 1, 6, 16, 19, 129, 2500} {
						if length > 1000 && (rows > 3 || kind == "prod") {
							continue
						}
						shape := []int{2, rows, length}
						x := tensor.Random(d, shape, uint64(length))
						if length%2 == 0 { // with NaNs, infinities and zeros
							x, _ = operandFor(d, length, x.Len()).Reshape(shape...)
						}
						for _, dims := range [][]int{{2}, {0, 2}, {0}} {
							var machine, portable func(out, x, init *tensor.Tensor)
							var errs [2]error
							withLoops(level, func() { machine, errs[0] = resolveReduce(kind, d, shape, dims) })
							withLoops(machineLoops{}, func() { portable, errs[1] = resolveReduce(kind, d, shape, dims) })
							what := fmt.Sprintf("level %d: %s of %v %v along %v", number, kind, d, shape, dims)
							if errs[0] != nil || errs[1] != nil {
								t.Fatal(what, errs)
							}
							count := 2 * rows * max(length, 1)
							for _, dim := range dims {
								count /= max(shape[dim], 1)
							}
							got, want := tensor.New(d, count), tensor.New(d, count)
							machine(got, x, nil)
							portable(want, x, nil)
							same(t, what, got, want)
						}
					}
				}
			}
		}
	}
}

// Transpositions are the same with and without machine code.
func TestMachineTranspose(t *testing.T) {
	levels := machineLevels()
	for number, level := range levels[:len(levels)-1] {
		for _, d := range []tensor.DType{tensor.F32, tensor.F64, tensor.BF16} {
			for _, shape := range [][]int{{16, 16}, {15, 40}, {40, 15}, {33, 50}, {64, 128}, {3, 17, 35}} {
				permutation := []int{1, 0}
				if len(shape) == 3 {
					permutation = []int{2, 0, 1}
				}
				kernel, err := ResolveTranspose(shape, permutation)
				if err != nil {
					t.Fatal(err)
				}
				x := numbered(d, shape...)
				got, want := tensor.New(d, x.Len()), tensor.New(d, x.Len())
				withLoops(level, func() { kernel(got, x) })
				withLoops(machineLoops{}, func() { kernel(want, x) })
				sameBits(t, fmt.Sprintf("level %d: transposition of %v %v", number, d, shape), got, want)
				positions(shape, func(at int, index []int) {
					to := at
					if len(shape) == 2 {
						to = index[1]*shape[0] + index[0]
					} else {
						to = index[2]*shape[0]*shape[1] + index[0]*shape[1] + index[1]
					}
					if !sameElement(tensor.Wrap(d, nil, got.Bytes()[to*d.Size():(to+1)*d.Size()]), tensor.Wrap(d, nil, x.Bytes()[at*d.Size():(at+1)*d.Size()]), 0) {
						t.Fatalf("level %d: transposition of %v %v: element %d is wrong", number, d, shape, at)
					}
				})
			}
		}
	}
}

// Repeated elements fill all of the memory and nothing else.
func TestMachineFill(t *testing.T) {
	levels := machineLevels()
	for number, level := range levels {
		for _, size := range []int{1, 2, 4, 8} {
			pattern := []byte{1, 2, 3, 4, 5, 6, 7, 8}[:size]
			for n := range 70 {
				memory := slices.Repeat([]byte{0xA5}, (n+2)*size)
				withLoops(level, func() { repeatBytes(memory[size:(n+1)*size], pattern) })
				want := slices.Concat(slices.Repeat([]byte{0xA5}, size), slices.Repeat(pattern, n), slices.Repeat([]byte{0xA5}, size))
				if !slices.Equal(memory, want) {
					t.Fatalf("level %d: %d elements of %d bytes are %v", number, n, size, memory)
				}
			}
		}
	}
}
