package interp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

func module(t testing.TB, text string) *ir.Op {
	t.Helper()
	ctx := ir.NewContext(builtin.Dialect, cf.Dialect, check.Dialect, fn.Dialect, tg.Dialect)
	m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "test.mlir"})
	if err == nil {
		err = ir.Verify(m)
	}
	var d *ir.Diag
	if errors.As(err, &d) {
		t.Fatal(ctx.Render(d))
	}
	return m
}

func tensors(t testing.TB, specs []string) []*tensor.Tensor {
	t.Helper()
	out := make([]*tensor.Tensor, len(specs))
	for i, s := range specs {
		var err error
		if out[i], err = tensor.Parse(s); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func execute(t *testing.T, text string, opt interp.Options, inputs ...string) (*interp.Result, error) {
	t.Helper()
	p, err := interp.NewModule(module(t, text)).Program("main")
	if err != nil {
		return nil, err
	}
	return p.Run(tensors(t, inputs), opt)
}

const factorial = `
func.func @fact(%n: tensor<i64>) -> tensor<i64> {
  %one = tg.constant dense<1> : tensor<i64>
  %p = tg.compare le %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^base, ^more
^base:
  return %one : tensor<i64>
^more:
  %m = tg.sub %n, %one : tensor<i64>
  %f = call @fact(%m) : (tensor<i64>) -> tensor<i64>
  %r = tg.mul %n, %f : tensor<i64>
  return %r : tensor<i64>
}
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %r = call @fact(%n) : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}`

// programs are functions with their inputs and what they return.
var programs = []struct {
	name   string
	text   string
	inputs []string
	want   []string
}{
	{"constant", `func.func @main() -> tensor<2xi32> {
		  %0 = tg.constant dense<[1, -2]> : tensor<2xi32>
		  return %0 : tensor<2xi32>
		}`, nil, []string{"2xi32=1 -2"}},
	{"argument returned twice", `func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
		  return %x, %x : tensor<f32>, tensor<f32>
		}`, []string{"f32=3"}, []string{"f32=3", "f32=3"}},
	{"in place keeps what is used later", `func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
		  %0 = tg.neg %x : tensor<2xf32>
		  %1 = tg.add %0, %0 : tensor<2xf32>
		  %2 = tg.mul %1, %0 : tensor<2xf32>
		  %3 = tg.neg %2 : tensor<2xf32>
		  %4 = tg.reshape %3 : (tensor<2xf32>) -> tensor<1x2xf32>
		  %5 = tg.neg %3 : tensor<2xf32>
		  %6 = tg.reshape %4 : (tensor<1x2xf32>) -> tensor<2xf32>
		  return %5, %6 : tensor<2xf32>, tensor<2xf32>
		}`, []string{"2xf32=[1,2]"}, []string{"2xf32=2 8", "2xf32=-2 -8"}},
	{"the input survives", `func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
		  %0 = tg.neg %x : tensor<2xf32>
		  %1 = tg.exp %0 : tensor<2xf32>
		  %2 = tg.mul %1, %1 : tensor<2xf32>
		  %z = tg.sub %2, %2 : tensor<2xf32>
		  return %z, %x : tensor<2xf32>, tensor<2xf32>
		}`, []string{"2xf32=[1,2]"}, []string{"2xf32=0 0", "2xf32=1 2"}},
	{"recursion", factorial, []string{"i64=10"}, []string{"i64=3628800"}},
	{"blocks swap their arguments", `func.func @main(%n: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
		  %zero = tg.constant dense<0> : tensor<i64>
		  %one = tg.constant dense<1> : tensor<i64>
		  cf.br ^loop(%n, %zero, %one : tensor<i64>, tensor<i64>, tensor<i64>)
		^loop(%i: tensor<i64>, %a: tensor<i64>, %b: tensor<i64>):
		  %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
		  %c = tg.item %p : tensor<i1> -> i1
		  %j = tg.sub %i, %one : tensor<i64>
		  cf.cond_br %c, ^loop(%j, %b, %a : tensor<i64>, tensor<i64>, tensor<i64>), ^done
		^done:
		  return %a, %b : tensor<i64>, tensor<i64>
		}`, []string{"i64=3"}, []string{"i64=1", "i64=0"}},
	{"if", `func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
		  %y = tg.exp %x : tensor<f32>
		  %0 = "tg.if"(%p) ({
		    tg.yield %y : tensor<f32>
		  }, {
		    %1 = tg.neg %x : tensor<f32>
		    tg.yield %1 : tensor<f32>
		  }) : (tensor<i1>) -> tensor<f32>
		  return %0 : tensor<f32>
		}`, []string{"i1=false", "f32=2"}, []string{"f32=-2"}},
	{"while", `func.func @main(%n: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
		  %zero = tg.constant dense<0> : tensor<i64>
		  %one = tg.constant dense<1> : tensor<i64>
		  %0:2 = "tg.while"(%n, %zero) ({
		  ^bb0(%i: tensor<i64>, %s: tensor<i64>):
		    %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
		    tg.yield %p : tensor<i1>
		  }, {
		  ^bb0(%i: tensor<i64>, %s: tensor<i64>):
		    %j = tg.sub %i, %one : tensor<i64>
		    %t = tg.add %s, %i : tensor<i64>
		    tg.yield %j, %t : tensor<i64>, tensor<i64>
		  }) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
		  return %0#1, %n : tensor<i64>, tensor<i64>
		}`, []string{"i64=100"}, []string{"i64=5050", "i64=100"}},
	{"loop-carried value passed through", `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
		  %n = tg.constant dense<3> : tensor<i64>
		  %one = tg.constant dense<1> : tensor<i64>
		  %y = tg.neg %x : tensor<2xf32>
		  %0:3 = "tg.while"(%n, %y, %x) ({
		  ^bb0(%i: tensor<i64>, %a: tensor<2xf32>, %b: tensor<2xf32>):
		    %p = tg.compare ge %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
		    tg.yield %p : tensor<i1>
		  }, {
		  ^bb0(%i: tensor<i64>, %a: tensor<2xf32>, %b: tensor<2xf32>):
		    %j = tg.sub %i, %one : tensor<i64>
		    %t = tg.add %b, %a : tensor<2xf32>
		    tg.yield %j, %a, %t : tensor<i64>, tensor<2xf32>, tensor<2xf32>
		  }) : (tensor<i64>, tensor<2xf32>, tensor<2xf32>) -> (tensor<i64>, tensor<2xf32>, tensor<2xf32>)
		  %1 = tg.exp %0#2 : tensor<2xf32>
		  %z = tg.sub %1, %1 : tensor<2xf32>
		  %2 = tg.add %0#1, %z : tensor<2xf32>
		  return %2 : tensor<2xf32>
		}`, []string{"2xf32=[1,2]"}, []string{"2xf32=-1 -2"}},
	{"dynamic shapes", `func.func @main(%x: tensor<?xf32>, %y: tensor<2x?xf32>) -> tensor<2x?xf32> {
		  %0 = tg.neg %x : tensor<?xf32>
		  %1 = tg.add %0, %y : (tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
		  return %1 : tensor<2x?xf32>
		}`, []string{"3xf32=[1,2,3]", "2x1xf32=[10,20]"}, []string{"2x3xf32=[9 8 7][19 18 17]"}},
}

func TestPrograms(t *testing.T) {
	for _, tt := range programs {
		t.Run(tt.name, func(t *testing.T) {
			for _, workers := range []int{1, 2, 8} {
				parallel.SetWorkers(workers)
				r, err := execute(t, tt.text, interp.Options{}, tt.inputs...)
				parallel.SetWorkers(0)
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range tt.want {
					if got := tensor.Format(r.Outputs[i]); got != want {
						t.Errorf("%d workers: output %d is %s, want %s", workers, i, got, want)
					}
				}
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	cancelled, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	forever := `func.func @main() {
	  cf.br ^loop
	^loop:
	  cf.br ^loop
	}`
	tests := []struct {
		name   string
		text   string
		opt    interp.Options
		inputs []string
		want   string
	}{
		{"too few inputs", factorial, interp.Options{}, nil, "function @main takes 1 inputs, but got 0"},
		{"wrong type", factorial, interp.Options{}, []string{"2xi64=[1,2]"}, "input #0 of function @main must be tensor<i64>, but got"},
		{"recursion limit", strings.Replace(factorial, "%m = tg.sub %n, %one", "%m = tg.add %n, %one", 1),
			interp.Options{MaxDepth: 50}, []string{"i64=5"}, "calls @fact more than 50 levels deep"},
		{"endless loop", forever, interp.Options{Context: cancelled}, nil, "deadline exceeded"},
		{"dynamic shapes that do not fit", `func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
		  %1 = tg.add %x, %y : tensor<?xf32>
		  return %1 : tensor<?xf32>
		}`, interp.Options{}, []string{"3xf32=[1,2,3]", "2xf32=[10,20]"}, "'tg.add' op"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := execute(t, tt.text, tt.opt, tt.inputs...)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want %q", err, tt.want)
			}
		})
	}
}

// A chain of elementwise ops needs one buffer: each takes over the storage of
// the value that dies.
func TestChainRunsInPlace(t *testing.T) {
	text := `func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
	  %0 = tg.neg %x : tensor<1024xf32>
	  %1 = tg.exp %0 : tensor<1024xf32>
	  %2 = tg.add %1, %x : tensor<1024xf32>
	  %3 = tg.mul %2, %2 : tensor<1024xf32>
	  return %3 : tensor<1024xf32>
	}`
	r, err := execute(t, text, interp.Options{Times: true}, "1024xf32=random:1")
	if err != nil {
		t.Fatal(err)
	}
	if r.PeakBytes != 4096 {
		t.Errorf("intermediates take %d bytes at most, want one buffer of 4096", r.PeakBytes)
	}
	if len(r.Times) != 4 {
		t.Errorf("timed %d ops, want 4", len(r.Times))
	}
}
