package programs

import (
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// saturateTolerance is how far results may be off under fp=fast, relative to the greatest element.
const saturateTolerance = 1e-3

// Under fp=strict saturate keeps every bit of the results of all programs, and under fp=fast they
// stay within the tolerance. A campaign of any size searches as far as users do, for either
// machine.
func TestSaturatedProgramsAgree(t *testing.T) {
	strict, fast := []string{"saturate{nodes=500}"}, []string{"saturate{fp=fast nodes=500}"}
	if _, n := campaign.Cases(0); n > 0 {
		strict, fast = []string{"saturate", "saturate{machine=gpu}"}, []string{"saturate{fp=fast}", "saturate{fp=fast machine=gpu}"}
	}
	for _, p := range slices.Concat(All, Models) {
		t.Run(p.Name, func(t *testing.T) {
			params, model := smallModels[p.Name]
			if !model {
				params = small
			}
			text := p.Text(params)
			before := saturatedRun(t, p.Name, text, "")
			for _, passes := range strict {
				for i, y := range saturatedRun(t, p.Name, text, passes) {
					if !tensor.SameValues(before[i], y) {
						t.Errorf("%s: result %d differs", passes, i)
					}
				}
			}
			for _, passes := range fast {
				for i, y := range saturatedRun(t, p.Name, text, passes) {
					compareNear(t, before[i], y)
				}
			}
		})
	}
}

func compareNear(t *testing.T, x, y *tensor.Tensor) {
	t.Helper()
	greatest := 0.0
	for k := range x.Len() {
		greatest = max(greatest, math.Abs(x.Float64At(k)))
	}
	for k := range x.Len() {
		if d := math.Abs(x.Float64At(k) - y.Float64At(k)); !(d <= saturateTolerance*greatest) {
			t.Fatalf("element %d: %v became %v", k, x.Float64At(k), y.Float64At(k))
		}
	}
}

// saturatedRun is what a program computes after passes.
func saturatedRun(t *testing.T, name, text, passes string) []*tensor.Tensor {
	t.Helper()
	module := parsed(t, name, text)
	if passes != "" {
		line, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
		if err != nil {
			t.Fatal(err)
		}
		ctx := module.Context()
		m := &pipeline.Manager{Ctx: ctx, Pipeline: line, Workers: 1, Emit: func(d *ir.Diag) { t.Error(ctx.Render(d)) }}
		if err := m.Run(module); err != nil {
			t.Fatal(err)
		}
	}
	program, err := interp.NewModule(module).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	result, err := program.Run(inputs(t, program), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result.Outputs
}
