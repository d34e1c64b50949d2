package interp_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// swapping is a loop whose values change places, beside one that it only hands on.
const swapping = `func.func @main(%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<5000xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<5000xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:4 = tg.while (%i = %n, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<5000xf32> cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.convert %i : (tensor<i32>) -> tensor<f32>
    %3 = tg.add %a, %2 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    tg.yield %1, %b, %3, %c : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<5000xf32>
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<5000xf32>
}`

// A loop as a program computes what its ops do, by the plan or not.
func TestLoopProgram(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7} {
		in := []string{fmt.Sprint("i32=", n), "4xf32=1 2 3 4", "4xf32=-1 -2 -3 -4", "5000xf32=9"}
		want, err := execute(t, swapping, interp.Options{Stepped: true}, in...)
		if err != nil {
			t.Fatal(err)
		}
		for _, opt := range []interp.Options{{}, {NoPlan: true}} {
			got, err := execute(t, swapping, opt, in...)
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range got.Outputs {
				if a, b := tensor.Format(want.Outputs[i]), tensor.Format(x); a != b {
					t.Errorf("%d rounds, result %d: %.100s, want %.100s", n, i, b, a)
				}
			}
		}
	}
}

// State without elements has no register of its own, whether it is in front of the rest of the
// state or behind it, changes places or is what an op makes.
func TestLoopProgramOfEmptyState(t *testing.T) {
	for _, c := range []struct{ types, state, next string }{
		{"tensor<0xf32>, tensor<0xf32>, tensor<i32>", "%a = %x, %b = %y, %i = %n", "%2, %a, %1"},
		{"tensor<0xf32>, tensor<i32>, tensor<0xf32>", "%a = %x, %i = %n, %b = %y", "%b, %1, %2"},
		{"tensor<i32>, tensor<0xf32>, tensor<0xf32>", "%i = %n, %a = %x, %b = %y", "%1, %b, %a"},
		{"tensor<i32>, tensor<0xf32>, tensor<0xf32>", "%i = %n, %a = %x, %b = %y", "%1, %2, %2"},
	} {
		src := fmt.Sprintf(`func.func @main(%%n: tensor<i32>, %%x: tensor<0xf32>, %%y: tensor<0xf32>) -> (%[1]s) {
  %%zero = tg.constant dense<0> : tensor<i32>
  %%one = tg.constant dense<1> : tensor<i32>
  %%0:3 = tg.while (%[2]s) : %[1]s cond {
    %%1 = tg.compare gt %%i, %%zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %%1 : tensor<i1>
  } do {
    %%1 = tg.sub %%i, %%one : tensor<i32>
    %%2 = tg.mul %%a, %%b : tensor<0xf32>
    tg.yield %[3]s : %[1]s
  }
  return %%0#0, %%0#1, %%0#2 : %[1]s
}`, c.types, c.state, c.next)
		for _, n := range []string{"0", "1", "5"} {
			in := []string{"i32=" + n, "0xf32=", "0xf32="}
			want, err := execute(t, src, interp.Options{Stepped: true}, in...)
			if err != nil {
				t.Fatal(err)
			}
			for _, opt := range []interp.Options{{}, {NoPlan: true}} {
				got, err := execute(t, src, opt, in...)
				if err != nil {
					t.Errorf("%s rounds of (%s): %v", n, c.next, err)
					continue
				}
				for i, x := range got.Outputs {
					if a, b := tensor.Format(want.Outputs[i]), tensor.Format(x); a != b {
						t.Errorf("%s rounds of (%s), result %d: %s, want %s", n, c.next, i, b, a)
					}
				}
			}
		}
	}
}

// Rounds allocate nothing: a long loop no more than a short one.
func TestLoopProgramAllocations(t *testing.T) {
	p, err := interp.NewModule(module(t, swapping)).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	allocations := func(rounds string) float64 {
		in := tensors(t, []string{"i32=" + rounds, "4xf32=1", "4xf32=2", "5000xf32=9"})
		return testing.AllocsPerRun(10, func() {
			if _, err := p.Run(in, interp.Options{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := allocations("1"), allocations("5000"); many > few+2 {
		t.Errorf("5000 rounds make %v allocations, and one %v", many, few)
	}
}

// A loop without end is ended by the context and by the number of steps, as when its ops run one by
// one.
func TestLoopProgramLimits(t *testing.T) {
	const endless = `func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %true = tg.constant dense<true> : tensor<i1>
  %0 = tg.while (%a = %x) : tensor<f32> cond {
    tg.yield %true : tensor<i1>
  } do {
    %1 = tg.add %a, %a : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}`
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := execute(t, endless, interp.Options{Context: ctx}, "f32=1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of the time", err)
	}
	for _, steps := range []int{1, 2, 9, 1000} {
		_, want := execute(t, endless, interp.Options{MaxSteps: steps, Stepped: true}, "f32=1")
		if _, err := execute(t, endless, interp.Options{MaxSteps: steps}, "f32=1"); fmt.Sprint(err) != fmt.Sprint(want) || err == nil {
			t.Errorf("%d steps: got %v, want %v", steps, err, want)
		}
	}
}

// Ops without results, and with several, run in loops.
func TestLoopOfOpsWithoutOneResult(t *testing.T) {
	const text = `func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%a = %x, %i = %zero) : tensor<2xi32>, tensor<i32> cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    check.expect_eq %a, %a : tensor<2xi32>
    %first, %second = tg.split %a dim 0 sizes [1, 1] : (tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)
    %swapped = tg.concat %second, %first dim 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = tg.add %i, %one : tensor<i32>
    tg.yield %swapped, %2 : tensor<2xi32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<2xi32>, tensor<i32>
}`
	got, err := execute(t, text, interp.Options{}, "2xi32=1 2")
	if err != nil {
		t.Fatal(err)
	}
	if want := "[2xi32=2 1 i32=3]"; fmt.Sprint(got.Outputs) != want || len(got.Checks) != 3 {
		t.Errorf("got %v and %d checks, want %s and 3", got.Outputs, len(got.Checks), want)
	}
}
