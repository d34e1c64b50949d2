package kernel

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Elements are repeated one by one, a few times and often, of every size, in short lines and in
// long ones, by machine code of each kind and without it.
func TestRepeatEach(t *testing.T) {
	defer parallel.SetWorkers(0)
	defer func(before machineLoops) { fastest = before }(fastest)
	for _, fastest = range machineLevels() {
		for _, d := range []tensor.DType{tensor.U8, tensor.BF16, tensor.F32, tensor.F64, tensor.C128} {
			for _, length := range []int{1, 11, 16, 37, 64, 131} {
				for times := range mostRepeats + 2 {
					tryRepeat(t, d, length, times)
				}
			}
		}
	}
	m := newMove([]int{11, 2}, []int{2, 1}, []int{1, 0}, 0, 0)
	if !m.repeats() || m.tiled {
		t.Error("two of each element are not made one by one")
	}
}

func tryRepeat(t *testing.T, d tensor.DType, length, times int) {
	x, want := numbered(d, 3, 2, length), tensor.New(d, 3, 2, length, times)
	for i := range want.Len() {
		copyElement(want, i, x, i/max(1, times))
	}
	broadcast, err := ResolveBroadcast(x.Shape(), []int{0, 1, 2}, want.Shape())
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		parallel.SetWorkers(workers)
		out := tensor.New(d, want.Shape()...)
		broadcast(out, x)
		sameBits(t, fmt.Sprintf("%v %d times, %d workers", d, times, workers), out, want)
	}
}

// What is long is copied by pieces.
func TestCopyByPieces(t *testing.T) {
	defer parallel.SetWorkers(0)
	parts := []*tensor.Tensor{numbered(tensor.F32, 150_001), numbered(tensor.F32, 300_000)}
	want := tensor.New(tensor.F32, 450_001)
	copy(want.Bytes()[copy(want.Bytes(), parts[0].Bytes()):], parts[1].Bytes())
	concat, err := ResolveConcat([][]int{{150_001}, {300_000}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		parallel.SetWorkers(workers)
		out := tensor.New(tensor.F32, 450_001)
		concat(out, parts)
		sameBits(t, fmt.Sprintf("%d workers", workers), out, want)
	}
}
