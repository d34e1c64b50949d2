package derivatives_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// tapedLoop is a loop over v, of type tensor<4xf64>, that begins as %x. Its body may use the counter
// %i, the arguments %w and %m (a matrix), and makes %next.
type tapedLoop struct {
	name, body string
	wrt        []int  // of x, w and m
	tapes      string // what is kept of each round
}

// tapedLoops lists what is kept of loops: "v" is the state, other names are ops.
var tapedLoops = []tapedLoop{
	{"what reads its result", `%next = tg.exp %v : tensor<4xf64>`, []int{0}, "tg.exp tensor<4xf64>"},
	{"what reads its result, too", `%next = tg.tanh %v : tensor<4xf64>`, []int{0}, "tg.tanh tensor<4xf64>"},
	{"what reads its operand", `%next = tg.sin %v : tensor<4xf64>`, []int{0}, "v tensor<4xf64>"},
	{"linear", `%next = tg.add %v, %v : tensor<4xf64>`, []int{0}, ""},
	{"linear in what varies", `%next = tg.mul %v, %w : tensor<4xf64>`, []int{0}, ""},
	{"a product", `%next = tg.mul %v, %w : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>"},
	{"only what is captured varies", `%next = tg.add %w, %w : tensor<4xf64>`, []int{1}, ""},
	{"a sum of what is captured", `%1 = tg.sin %w : tensor<4xf64>
    %next = tg.add %v, %1 : tensor<4xf64>`, []int{1}, ""},
	{"a product by what is the same in all rounds", `%1 = tg.exp %w : tensor<4xf64>
    %next = tg.mul %v, %1 : tensor<4xf64>`, []int{0}, ""},
	{"the same, by which is differentiated", `%1 = tg.exp %w : tensor<4xf64>
    %next = tg.mul %v, %1 : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>"},
	{"a product by the counter", `%1 = tg.convert %i : (tensor<i32>) -> tensor<f64>
    %2 = tg.cos %1 : tensor<f64>
    %next = tg.mul %v, %2 : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>`, []int{0}, ""},
	{"a matrix", `%next = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0}, ""},
	{"a matrix by which is differentiated", `%next = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0, 2}, "v tensor<4xf64>"},
	{"a layer", `%1 = tg.matmul %m, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %2 = tg.add %1, %w : tensor<4xf64>
    %next = tg.tanh %2 : tensor<4xf64>`, []int{0, 1, 2}, "v tensor<4xf64>, tg.tanh tensor<4xf64>"},
	{"a choice", `%1 = tg.compare gt %v, %w : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %next = tg.select %1, %v, %w : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>`, []int{0, 1}, "tg.compare tensor<4xi1>"},
	{"a chain", `%1 = tg.sin %v : tensor<4xf64>
    %2 = tg.mul %1, %w : tensor<4xf64>
    %3 = tg.tanh %2 : tensor<4xf64>
    %4 = tg.neg %3 : tensor<4xf64>
    %next = tg.exp %4 : tensor<4xf64>`, []int{0, 1}, "v tensor<4xf64>, tg.tanh tensor<4xf64>"},
	{"a product of matrices that is the same in all rounds", `%1 = tg.matmul %m, %m : tensor<4x4xf64>
    %2 = tg.matmul %1, %v : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %next = tg.sin %2 : tensor<4xf64>`, []int{0}, "tg.matmul tensor<4xf64>"},
	{"a branch", `%1 = tg.slice %v starts [0] limits [1] strides [1] : (tensor<4xf64>) -> tensor<1xf64>
    %2 = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>
    %3 = tg.constant dense<0.5> : tensor<f64>
    %4 = tg.compare gt %2, %3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %next = tg.if %4 -> (tensor<4xf64>) {
      %5 = tg.sin %v : tensor<4xf64>
      tg.yield %5 : tensor<4xf64>
    } else {
      %5 = tg.add %v, %w : tensor<4xf64>
      tg.yield %5 : tensor<4xf64>
    }`, []int{0}, ""},
	{"a loop in the loop", `%three = tg.constant dense<3> : tensor<i32>
    %in:2 = tg.while (%k = %zero, %u = %v) : tensor<i32>, tensor<4xf64> cond {
      %1 = tg.compare lt %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %1 : tensor<i1>
    } do {
      %1 = tg.add %k, %one : tensor<i32>
      %2 = tg.sin %u : tensor<4xf64>
      tg.yield %1, %2 : tensor<i32>, tensor<4xf64>
    }
    %next = tg.mul %in#1, %w : tensor<4xf64>`, []int{0}, ""},
}

func (c tapedLoop) text(n int) string {
	return fmt.Sprintf(`func.func @main(%%x: tensor<4xf64>, %%w: tensor<4xf64>, %%m: tensor<4x4xf64>) -> tensor<4xf64> {
  %%zero = tg.constant dense<0> : tensor<i32>
  %%one = tg.constant dense<1> : tensor<i32>
  %%n = tg.constant dense<%d> : tensor<i32>
  %%out:2 = tg.while (%%i = %%zero, %%v = %%x) : tensor<i32>, tensor<4xf64> cond {
    %%p = tg.compare lt %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %%p : tensor<i1>
  } do {
    %%j = tg.add %%i, %%one : tensor<i32>
    %s
    tg.yield %%j, %%next : tensor<i32>, tensor<4xf64>
  }
  return %%out#1 : tensor<4xf64>
}
`, n, c.body)
}

func TestTapes(t *testing.T) {
	for _, c := range tapedLoops {
		module, err := parsed(driver.NewContext(), c.text(64))
		if err != nil {
			t.Log(c.name, err, c.text(64))
			continue
		}
		made, err := autodiff.New(module, &autodiff.Options{}).Function(ir.Symbols(module)["main"], autodiff.Request{Mode: autodiff.Reverse, Wrt: c.wrt})
		if err != nil {
			t.Fatal(module.Context().Render(ir.AsDiag(err, 0)))
		}
		t.Log(c.name, kept(made[0]))
	}
}

// kept lists what the loops of a function collect.
func kept(fn *ir.Op) string {
	var list []string
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o.Name() == "tg.while" {
			end := o.RegionAt(1).First().Last()
			for i := o.NumOperands(); i < o.NumResults(); i++ {
				v := end.Operand(i)
				name := "v"
				if v.Def() != nil {
					name = v.Def().Name()
				}
				list = append(list, name+" "+v.Type().String())
			}
		}
		return ir.Advance
	})
	return strings.Join(list, ", ")
}

var _ = slices.Sort[[]int]
var _ = cost.Bytes
var _ tensor.Tensor
var _ interp.Options
