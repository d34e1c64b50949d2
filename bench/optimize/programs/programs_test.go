package programs

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// small is every size at its least that still divides.
var small = Params{Batch: 2, Sequence: 5, Width: 12, Heads: 3, Hidden: 7, Steps: 3, Extent: 4}

func TestProgramsRun(t *testing.T) {
	for _, p := range All {
		for _, arguments := range []bool{false, true} {
			params := small
			params.Arguments = arguments
			text := p.Text(params)
			if again := p.Text(params); again != text {
				t.Errorf("%s: two texts for the same parameters", p.Name)
			}
			ctx := driver.NewContext()
			module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: p.Name})
			if err == nil {
				err = ir.Verify(module)
			}
			if err != nil {
				t.Errorf("%s: %s\n%s", p.Name, ctx.Render(ir.AsDiag(err, 0)), text)
				continue
			}
			program, err := interp.NewModule(module).Program("main")
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			result, err := program.Run(inputs(t, program), interp.Options{})
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			for _, out := range result.Outputs {
				for k := range out.Len() {
					if x := out.Float64At(k); x-x != 0 {
						t.Fatalf("%s: element %d is %v", p.Name, k, x)
					}
				}
			}
		}
	}
}

// inputs are tensors of numbers between 0 and 1 for the parameters of program.
func inputs(t *testing.T, program *interp.Program) []*tensor.Tensor {
	t.Helper()
	var list []*tensor.Tensor
	for _, typ := range program.Inputs {
		spec, err := interp.SpecOf(typ)
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for k := range x.Len() {
			x.SetFloat64(k, float64(k*7%10+1)/10)
		}
		list = append(list, x)
	}
	return list
}

func TestCopiesOfAttention(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		ctx := driver.NewContext()
		module, err := parser.Parse(ctx, []byte(AttentionCopies(small, 3, parallel)), parser.Options{})
		if err == nil {
			err = ir.Verify(module)
		}
		if err != nil {
			t.Fatal(err)
		}
		products := 0
		ir.Walk(module, func(o *ir.Op) ir.WalkAction {
			if o.Name() == "tg.matmul" {
				products++
			}
			return ir.Advance
		})
		if products != 3*6 {
			t.Errorf("%d products in 3 copies, want 18", products)
		}
	}
}
