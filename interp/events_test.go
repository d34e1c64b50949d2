package interp_test

import (
	"testing"

	"github.com/tg-opt/tg/interp"
)

// TestEvents: as many executions of ops are kept as are asked for, those of callees one by one and
// inside of the call, in runs with a plan and, as of functions that call themselves, without one.
func TestEvents(t *testing.T) {
	const calls = `
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
`
	for _, noPlan := range []bool{false, true} {
		all, err := execute(t, calls, interp.Options{Events: 100, NoPlan: noPlan}, "4xf32=1")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range all.Events {
			names = append(names, e.Op.Name())
		}
		if len(names) != 4 || names[0] != "tg.add" || names[1] != "func.call" || all.MoreEvents != 0 {
			t.Fatalf("%v and %d more", names, all.MoreEvents)
		}
		for i := 0; i < 4; i += 2 {
			inner, outer := all.Events[i], all.Events[i+1]
			if inner.Start < outer.Start || inner.Start+inner.Duration > outer.Start+outer.Duration {
				t.Errorf("%+v is not inside of %+v", inner, outer)
			}
		}
		some, err := execute(t, calls, interp.Options{Events: 3, NoPlan: noPlan}, "4xf32=1")
		if err != nil || len(some.Events) != 3 || some.MoreEvents != 1 {
			t.Errorf("%v: %d events and %d more", err, len(some.Events), some.MoreEvents)
		}
	}
}
