package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// randomBox is a box that is permuted, reversed, repeated, and part of a larger result.
func randomBox(r *rand.Rand) (dims, outStrides, xStrides []int, outStart, xStart, outLen, xLen int) {
	extents := []int{1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 48, 64, 65, 128}
	rank, left := 1+r.IntN(5), 40_000
	for range rank {
		n := extents[r.IntN(len(extents))]
		if n > left {
			n = 1
		}
		left /= n
		dims = append(dims, n)
	}
	whole := slices.Clone(dims)
	if r.IntN(3) == 0 {
		whole[r.IntN(rank)] += r.IntN(20)
	}
	outStrides, outLen = shapes.Strides(whole), shapes.Product(whole)
	order := r.Perm(rank)
	xStrides = make([]int, rank)
	xLen = 1
	for _, d := range order {
		switch r.IntN(8) {
		case 0: // repeated
		case 1:
			xStrides[d], xStart, xLen = -xLen, xStart+(dims[d]-1)*xLen, xLen*dims[d]
		default:
			xStrides[d], xLen = xLen, xLen*dims[d]
		}
	}
	return dims, outStrides, xStrides, 0, xStart, outLen, xLen
}

// Copies of boxes are those of a plain loop: with elements of each size, on every machine level, on
// one and more workers, and past the caches where they can be.
func TestMovesRandom(t *testing.T) {
	defer parallel.SetWorkers(0)
	cases, streamed := 0, int64(0)
	for seed := range campaign.Seeds(400) {
		cases++
		r := rand.New(rand.NewPCG(seed, 11))
		dims, outStrides, xStrides, outStart, xStart, outLen, xLen := randomBox(r)
		d := []tensor.DType{tensor.I8, tensor.BF16, tensor.F32, tensor.F32, tensor.I64, tensor.C128}[r.IntN(6)]
		x, want := numbered(d, xLen), tensor.New(d, outLen)
		positions(dims, func(_ int, index []int) {
			to, from := outStart, xStart
			for k, i := range index {
				to, from = to+i*outStrides[k], from+i*xStrides[k]
			}
			copyElement(want, to, x, from)
		})
		what := fmt.Sprintf("case %d: %v of %v from strides %v to %v", seed, d, dims, xStrides, outStrides)
		for number, level := range machineLevels() {
			withLoops(level, func() {
				m := newMove(dims, outStrides, xStrides, outStart, xStart)
				for _, workers := range []int{1, 2, 3, 8} {
					parallel.SetWorkers(workers)
					out := tensor.New(d, outLen)
					m.run(out, x)
					sameBits(t, fmt.Sprintf("level %d, %d workers: %s", number, workers, what), out, want)
				}
				out := tensor.New(d, outLen)
				m.bytes(out.Bytes(), x.Bytes(), d.Size())
				sameBits(t, fmt.Sprintf("level %d: %s", number, what), out, want)
				if to := view[uint32](out); d.Size() == 4 && streams(m, to, m.outStart) {
					streamed++
					clear(to)
					run := moveRun[uint32]{m, to, view[uint32](x), m.outStart, m.xStart, true}
					n, _ := m.units()
					run.Chunk(0, 0, n/2)
					run.Chunk(0, n/2, n)
					sameBits(t, fmt.Sprintf("level %d, past the caches: %s", number, what), out, want)
				}
			})
		}
	}
	if campaign.TooFew(streamed, float64(cases)/400) && machineLevels()[0].streamRows != nil {
		t.Error("nothing went past the caches")
	}
}

// A gather whose result is so large that it goes past the caches, and one of rows that are no whole
// lines.
func TestLargeGather(t *testing.T) {
	defer parallel.SetWorkers(0)
	for _, columns := range []int{1024, 1000, 7} {
		rows := StreamBytes/4/columns + 3
		x, indices := numbered(tensor.F32, 50, columns), tensor.New(tensor.I32, rows, 1)
		want := tensor.New(tensor.F32, rows, columns)
		r := rand.New(rand.NewPCG(1, uint64(columns)))
		for i := range rows {
			at := r.IntN(60) - 5 // also beyond
			indices.SetInt64(i, int64(at))
			at = min(max(at, 0), 49)
			copy(tensor.Data[float32](want)[i*columns:(i+1)*columns], tensor.Data[float32](x)[at*columns:])
		}
		for number, level := range machineLevels() {
			withLoops(level, func() {
				dims := GatherDims{OffsetDims: []int{1}, CollapsedSliceDims: []int{0}, StartIndexMap: []int{0}, IndexVectorDim: 1}
				gather, _, err := ResolveGather([]int{50, columns}, []int{rows, 1}, dims, []int{1, columns})
				if err != nil {
					t.Fatal(err)
				}
				for _, workers := range []int{1, 3} {
					parallel.SetWorkers(workers)
					out := tensor.New(tensor.F32, rows, columns)
					gather(nil, out, x, indices)
					sameBits(t, fmt.Sprintf("level %d, rows of %d", number, columns), out, want)
				}
			})
		}
	}
}
