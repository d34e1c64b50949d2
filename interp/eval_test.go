package interp_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// find is the last op of that name in the module that text says.
func find(t *testing.T, text, name string) *ir.Op {
	t.Helper()
	var found *ir.Op
	ir.Walk(module(t, text), func(o *ir.Op) ir.WalkAction {
		if o.Name() == name {
			found = o
		}
		return ir.Advance
	})
	if found == nil {
		t.Fatalf("no %s in\n%s", name, text)
	}
	return found
}

// countdown counts its argument down to a bound from outside; %s is the bound.
const countdown = `func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %0 = tg.while (%i = %x) : tensor<i32> cond {
    %p = tg.compare gt %i, BOUND : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %p : tensor<i1>
  } do {
    %one = tg.constant dense<1> : tensor<i32>
    %j = tg.sub %i, %one : tensor<i32>
    tg.yield %j : tensor<i32>
  }
  return %0 : tensor<i32>
}`

func TestEvaluate(t *testing.T) {
	tests := []struct {
		name, text, op string
		operands       []string
		want           string
	}{
		{"a kernel", `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
		  %0 = tg.sub %x, %x : tensor<2xf32>
		  return %0 : tensor<2xf32>
		}`, "tg.sub", []string{"2xf32=[1,2]", "2xf32=[10,20]"}, "2xf32=-9 -18"},
		{"a view", `func.func @main(%x: tensor<2xf32>) -> tensor<1x2xf32> {
		  %0 = tg.reshape %x : (tensor<2xf32>) -> tensor<1x2xf32>
		  return %0 : tensor<1x2xf32>
		}`, "tg.reshape", []string{"2xf32=[1,2]"}, "1x2xf32=[1 2]"},
		{"a loop", strings.ReplaceAll(countdown, "BOUND", "%zero"), "tg.while", []string{"i32=7"}, "i32=0"},
		{"a region's branch", `func.func @main(%p: tensor<i1>) -> tensor<i32> {
		  %0 = tg.if %p -> (tensor<i32>) {
		    %1 = tg.constant dense<1> : tensor<i32>
		    tg.yield %1 : tensor<i32>
		  } else {
		    %1 = tg.constant dense<2> : tensor<i32>
		    %2 = tg.add %1, %1 : tensor<i32>
		    tg.yield %2 : tensor<i32>
		  }
		  return %0 : tensor<i32>
		}`, "tg.if", []string{"i1=false"}, "i32=4"},
	}
	for _, tt := range tests {
		out, err := interp.Evaluate(find(t, tt.text, tt.op), tensors(t, tt.operands), &interp.Limits{Steps: 100})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := tensor.Format(out[0]); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestEvaluateErrors(t *testing.T) {
	tests := []struct {
		name, text, op string
		operands       []string
		steps          int
		want           string
	}{
		{"an endless loop", strings.ReplaceAll(countdown, "BOUND", "%zero"), "tg.while", []string{"i32=1000"}, 20, "takes too many steps"},
		{"dynamic shapes", `func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
		  %0 = tg.neg %x : tensor<?xf32>
		  return %0 : tensor<?xf32>
		}`, "tg.neg", []string{"2xf32=[1,2]"}, 20, "'tg.neg' op cannot be evaluated: its shapes are dynamic"},
		{"a call", factorial, "func.call", []string{"i64=3"}, 20, "there is no function @fact"},
		{"a terminator", factorial, "func.return", []string{"i64=3"}, 20, "'func.return' op cannot be executed: it has no kernel"},
	}
	for _, tt := range tests {
		_, err := interp.Evaluate(find(t, tt.text, tt.op), tensors(t, tt.operands), &interp.Limits{Steps: tt.steps})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// What an op computes on the elements of splats is the element of its result,
// whatever the shapes broadcast to.
func TestEvaluateElement(t *testing.T) {
	o := find(t, `func.func @main(%x: tensor<1000000x1000000xf32>, %y: tensor<1000000xf32>) -> tensor<1000000x1000000xi1> {
	  %0 = tg.compare lt %x, %y : (tensor<1000000x1000000xf32>, tensor<1000000xf32>) -> tensor<1000000x1000000xi1>
	  return %0 : tensor<1000000x1000000xi1>
	}`, "tg.compare")
	for _, tt := range []struct{ x, y, want string }{{"f32=1", "f32=2", "i1=true"}, {"f32=2", "f32=1", "i1=false"}, {"f32=nan", "f32=1", "i1=false"}} {
		out, err := interp.EvaluateElement(o, tensors(t, []string{tt.x, tt.y}))
		if err != nil {
			t.Fatal(err)
		}
		if got := tensor.Format(out[0]); got != tt.want {
			t.Errorf("%s < %s is %s, want %s", tt.x, tt.y, got, tt.want)
		}
	}
}
