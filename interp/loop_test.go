package interp_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// A loop with state of dynamic shape, which grows in every round.
func TestLoopWithGrowingState(t *testing.T) {
	r, err := execute(t, `func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
	  %zero = tg.constant dense<0> : tensor<i32>
	  %one = tg.constant dense<1> : tensor<i32>
	  %three = tg.constant dense<3> : tensor<i32>
	  %0:2 = tg.while (%i = %zero, %s = %x) : tensor<i32>, tensor<?xi32> cond {
	    %p = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
	    tg.yield %p : tensor<i1>
	  } do {
	    %j = tg.add %i, %one : tensor<i32>
	    %d = tg.concat %s, %s dim 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
	    tg.yield %j, %d : tensor<i32>, tensor<?xi32>
	  }
	  return %0#1 : tensor<?xi32>
	}`, interp.Options{}, "2xi32=[1,2]")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tensor.Format(r.Outputs[0]), "16xi32=1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A round of a loop overwrites state that only the loop has: rounds after the
// first allocate nothing of its size.
func TestLoopsOverwriteTheirState(t *testing.T) {
	p, err := interp.NewModule(module(t, `func.func @main(%n: tensor<i64>, %x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<65536xf32>) {
	  %zero = tg.constant dense<0> : tensor<i64>
	  %one = tg.constant dense<1> : tensor<i64>
	  %u = tg.constant dense<7.0> : tensor<1xf32>
	  %0:2 = tg.while (%i = %n, %s = %x) : tensor<i64>, tensor<65536xf32> cond {
	    %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
	    tg.yield %p : tensor<i1>
	  } do {
	    %j = tg.sub %i, %one : tensor<i64>
	    %t = tg.dynamic_update_slice %s, %u, %j : (tensor<65536xf32>, tensor<1xf32>, tensor<i64>) -> tensor<65536xf32>
	    tg.yield %j, %t : tensor<i64>, tensor<65536xf32>
	  }
	  return %0#1, %x : tensor<65536xf32>, tensor<65536xf32>
	}`)).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	in := tensors(t, []string{"i64=200", "65536xf32=1"})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := p.Run(in, interp.Options{})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	out, same := tensor.Data[float32](r.Outputs[0]), tensor.Data[float32](r.Outputs[1])
	if out[0] != 7 || out[199] != 7 || out[200] != 1 || same[0] != 1 {
		t.Errorf("got %v, %v, %v and an input that begins with %v", out[0], out[199], out[200], same[0])
	}
	const state = 4 * 65536
	if n := after.TotalAlloc - before.TotalAlloc; n > 10*state {
		t.Errorf("allocated %d bytes, %d times the state", n, n/state)
	}
}

const loops = `
func.func @regions(%n: tensor<i64>, %x: tensor<64xi64>) -> (tensor<i64>, tensor<64xi64>) {
  %zero = tg.constant dense<0> : tensor<i64>
  %one = tg.constant dense<1> : tensor<i64>
  %0:3 = tg.while (%i = %n, %s = %zero, %w = %x) : tensor<i64>, tensor<i64>, tensor<64xi64> cond {
    %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    tg.yield %p : tensor<i1>
  } do {
    %j = tg.sub %i, %one : tensor<i64>
    %t = tg.add %s, %i : tensor<i64>
    %v = tg.add %w, %x : tensor<64xi64>
    tg.yield %j, %t, %v : tensor<i64>, tensor<i64>, tensor<64xi64>
  }
  return %0#1, %0#2 : tensor<i64>, tensor<64xi64>
}
func.func @blocks(%n: tensor<i64>, %x: tensor<64xi64>) -> (tensor<i64>, tensor<64xi64>) {
  %zero = tg.constant dense<0> : tensor<i64>
  %one = tg.constant dense<1> : tensor<i64>
  cf.br ^head(%n, %zero, %x : tensor<i64>, tensor<i64>, tensor<64xi64>)
^head(%i: tensor<i64>, %s: tensor<i64>, %w: tensor<64xi64>):
  %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^body, ^end
^body:
  %j = tg.sub %i, %one : tensor<i64>
  %t = tg.add %s, %i : tensor<i64>
  %v = call @add(%w, %x) : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi64>
  cf.br ^head(%j, %t, %v : tensor<i64>, tensor<i64>, tensor<64xi64>)
^end:
  return %s, %w : tensor<i64>, tensor<64xi64>
}
func.func @add(%x: tensor<64xi64>, %y: tensor<64xi64>) -> tensor<64xi64> {
  %0 = tg.add %x, %y : tensor<64xi64>
  return %0 : tensor<64xi64>
}`

// A hundred thousand rounds take the memory of one: ten bytes lost in each
// would show.
func TestLongLoopsNeedNoMemory(t *testing.T) {
	const rounds = 100_000
	m := interp.NewModule(module(t, loops))
	for _, name := range []string{"regions", "blocks"} {
		p, err := m.Program(name)
		if err != nil {
			t.Fatal(err)
		}
		in := tensors(t, []string{fmt.Sprintf("i64=%d", rounds), "64xi64=2"})
		before := heap()
		r, err := p.Run(in, interp.Options{Times: true})
		if err != nil {
			t.Fatal(err)
		}
		after := heap()
		if got, want := tensor.Data[int64](r.Outputs[0])[0], int64(rounds)*(rounds+1)/2; got != want {
			t.Errorf("@%s: sum %d, want %d", name, got, want)
		}
		if got, want := tensor.Data[int64](r.Outputs[1])[63], int64(rounds)*2+2; got != want {
			t.Errorf("@%s: last element %d, want %d", name, got, want)
		}
		if r.PeakBytes > 16<<10 {
			t.Errorf("@%s: intermediates took %d bytes", name, r.PeakBytes)
		}
		if grown := int64(after) - int64(before); grown > 1<<20 {
			t.Errorf("@%s: the heap has grown by %d bytes", name, grown)
		}
		runtime.KeepAlive(r)
	}
}

// heap is the bytes of the objects that are reachable.
func heap() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
