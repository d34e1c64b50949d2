package interp_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// loopForms has operands that stay what they are in a loop: of the inner one %u, twice, and through
// a view, and %v, which is another one in each round of the outer loop.
const loopForms = `
func.func @main(%x: tensor<30x40xf32>, %u: tensor<40x40xf32>, %w: tensor<40x40xf32>, %rounds: tensor<i32>) -> (tensor<30x40xf32>, tensor<30x40xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %least = tg.constant dense<0.03125> : tensor<f32>
  %0:3 = tg.while (%i = %rounds, %y = %x, %v = %w) : tensor<i32>, tensor<30x40xf32>, tensor<40x40xf32> cond {
    %p = tg.compare ge %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %p : tensor<i1>
  } do {
    %1:2 = tg.while (%k = %rounds, %z = %y) : tensor<i32>, tensor<30x40xf32> cond {
      %p = tg.compare ge %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %p : tensor<i1>
    } do {
      %d = tg.sub %k, %one : tensor<i32>
      %2 = tg.matmul %z, %u : (tensor<30x40xf32>, tensor<40x40xf32>) -> tensor<30x40xf32>
      %3 = tg.tanh %2 : tensor<30x40xf32>
      %r = tg.reshape %u : (tensor<40x40xf32>) -> tensor<1600xf32>
      %s = tg.reshape %r : (tensor<1600xf32>) -> tensor<40x40xf32>
      %4 = tg.matmul %3, %s : (tensor<30x40xf32>, tensor<40x40xf32>) -> tensor<30x40xf32>
      %5 = tg.dot_general %4, %v contracting [1] x [1] : (tensor<30x40xf32>, tensor<40x40xf32>) -> tensor<30x40xf32>
      %6 = tg.tanh %5 : tensor<30x40xf32>
      tg.yield %d, %6 : tensor<i32>, tensor<30x40xf32>
    }
    %d = tg.sub %i, %one : tensor<i32>
    %7 = tg.mul %v, %least : (tensor<40x40xf32>, tensor<f32>) -> tensor<40x40xf32>
    %8 = tg.add %v, %7 : tensor<40x40xf32>
    tg.yield %d, %1#1, %8 : tensor<i32>, tensor<30x40xf32>, tensor<40x40xf32>
  }
  %9 = tg.matmul %0#1, %u : (tensor<30x40xf32>, tensor<40x40xf32>) -> tensor<30x40xf32>
  return %0#1, %9 : tensor<30x40xf32>, tensor<30x40xf32>
}`

// What is packed once for the rounds of a loop gives the same bits as what is not, is packed again
// when it is another one, and lies where the plan says.
func TestLoopForms(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	x, u, w := normal(r, 30, 40), normal(r, 40, 40), normal(r, 40, 40)
	for _, weights := range []*tensor.Tensor{u, w} {
		for i := range tensor.Data[float32](weights) {
			tensor.Data[float32](weights)[i] /= 8 // so that tanh tells them apart
		}
	}
	p := compiled(t, loopForms)
	for _, workers := range []int{1, 2, 3, 8} {
		parallel.SetWorkers(workers)
		defer parallel.SetWorkers(0)
		frame, err := p.Frame(workers)
		if err != nil {
			t.Fatal(err)
		}
		packed, bytes := 0, 0
		for i := range frame.Buffers {
			if b := &frame.Buffers[i]; b.Class.String() == "packed" {
				packed, bytes = packed+1, bytes+int(b.Size)
			}
		}
		if packed != 2 || bytes != 2*40*40*4 { // two products by %u share one
			t.Errorf("%d workers: the plan has %d packed operands of %d bytes", workers, packed, bytes)
		}
		for _, rounds := range []int32{4, 3, 2, 1, 0} {
			count := tensor.New(tensor.I32)
			tensor.Data[int32](count)[0] = rounds
			in := []*tensor.Tensor{x, u, w, count}
			want := outputs(t, p, interp.Options{NoPlan: true}, in...)
			for _, opt := range []interp.Options{{}, {Poison: true}, {}} {
				got := outputs(t, p, opt, in...)
				sameOutputs(t, fmt.Sprintf("%d workers, %d rounds, %+v", workers, rounds, opt), got, want)
				if got.PeakBytes > int(frame.Total()) {
					t.Errorf("%d workers: a run takes %d bytes, the plan %d", workers, got.PeakBytes, frame.Total())
				}
			}
		}
	}
}

// Where there is no room for packed operands, the run does without them.
func TestNoRoomForLoopForms(t *testing.T) {
	const n = 2048
	text := fmt.Sprintf(`func.func @main(%%x: tensor<1x%[1]dxf32>, %%w: tensor<%[1]dx%[1]dxf32>) -> tensor<1x%[1]dxf32> {
  %%one = tg.constant dense<1> : tensor<i32>
  %%three = tg.constant dense<3> : tensor<i32>
  %%0:2 = tg.while (%%i = %%three, %%y = %%x) : tensor<i32>, tensor<1x%[1]dxf32> cond {
    %%p = tg.compare ge %%i, %%one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %%p : tensor<i1>
  } do {
    %%d = tg.sub %%i, %%one : tensor<i32>
    %%1 = tg.dot_general %%y, %%w contracting [1] x [1] : (tensor<1x%[1]dxf32>, tensor<%[1]dx%[1]dxf32>) -> tensor<1x%[1]dxf32>
    %%2 = tg.tanh %%1 : tensor<1x%[1]dxf32>
    tg.yield %%d, %%2 : tensor<i32>, tensor<1x%[1]dxf32>
  }
  return %%0#1 : tensor<1x%[1]dxf32>
}`, n)
	r := rand.New(rand.NewPCG(43, 44))
	x, w := normal(r, 1, n), normal(r, n, n)
	p := compiled(t, text)
	want := outputs(t, p, interp.Options{}, x, w)
	if want.PeakBytes < 4*n*n {
		t.Errorf("a run takes %d bytes, less than a packed operand", want.PeakBytes)
	}
	p = compiled(t, text)
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	got := outputs(t, p, interp.Options{MaxBytes: int(m.HeapAlloc) + 4*n*n/2}, x, w)
	sameOutputs(t, "without room", got, want)
	if got.PeakBytes >= 4*n*n/2 || got.Unplanned != nil {
		t.Errorf("without room a run takes %d bytes (%v)", got.PeakBytes, got.Unplanned)
	}
}

// Of a constant of which only packed forms are read, the elements are not kept beside these, unless
// something else reads them.
func TestPlainConstantsAreDropped(t *testing.T) {
	const n = 2048
	r := rand.New(rand.NewPCG(45, 46))
	w := normal(r, n, n)
	for _, tt := range []struct {
		more    string
		dropped bool
	}{{"", true}, {"  %2 = tg.add %w, %w : tensor<2048x2048xf32>\n", false}} {
		m := module(t, fmt.Sprintf(`func.func @main(%%x: tensor<64x%[1]dxf32>) -> (tensor<64x%[1]dxf32>, tensor<64x%[1]dxf32>) {
  %%w = tg.constant dense<"0x%[2]X"> : tensor<%[1]dx%[1]dxf32>
  %%0 = tg.matmul %%x, %%w : (tensor<64x%[1]dxf32>, tensor<%[1]dx%[1]dxf32>) -> tensor<64x%[1]dxf32>
%[3]s  %%1 = tg.matmul %%0, %%w : (tensor<64x%[1]dxf32>, tensor<%[1]dx%[1]dxf32>) -> tensor<64x%[1]dxf32>
  return %%0, %%1 : tensor<64x%[1]dxf32>, tensor<64x%[1]dxf32>
}`, n, w.Bytes(), tt.more))
		heap := func() int {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		before := heap()
		p, err := interp.NewModule(m).Program("main")
		if err != nil {
			t.Fatal(err)
		}
		if kept := heap() - before; (kept < 3*4*n*n/2) != tt.dropped {
			t.Errorf("%d bytes are kept of a constant of %d (dropped: %t)", kept, 4*n*n, tt.dropped)
		}
		for _, opt := range []interp.Options{{}, {NoPlan: true}, {Poison: true}} {
			outputs(t, p, opt, normal(r, 64, n))
		}
	}
}
