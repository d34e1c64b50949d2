package complete

import (
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
)

// Every op that a rule makes has a rule, so that derivatives have derivatives.
func TestDerivativesAreClosed(t *testing.T) {
	missing := map[string]string{} // ops without, and whose rule makes them
	for _, def := range tg.Dialect.Ops() {
		rule, _ := autodiff.Derivative.Get(def)
		if !rule.Complete() {
			continue // TestEveryOp says so
		}
		p := &inspection{dialects: driver.NewContext().Dialects(), def: def}
		if !p.example() {
			continue
		}
		d := autodiff.New(p.module, &autodiff.Options{StrongZero: true})
		var functions []*ir.Op
		ir.Walk(p.module, func(o *ir.Op) ir.WalkAction {
			if analysis.CallableBody(o) != nil {
				functions = append(functions, o)
			}
			return ir.Advance
		})
		for _, fn := range functions {
			for _, mode := range []autodiff.Mode{autodiff.Forward, autodiff.Reverse} {
				made, err := d.Function(fn, autodiff.Request{Mode: mode})
				if err != nil {
					continue // the example has nothing to differentiate, or what it refuses
				}
				ir.Walk(made[0], func(o *ir.Op) ir.WalkAction {
					if of, _ := autodiff.Derivative.Get(o.Def()); o.Def().Dialect() == tg.Dialect && !of.Complete() {
						missing[o.Name()] = def.Name()
					}
					return ir.Advance
				})
			}
		}
	}
	for name, by := range missing {
		t.Errorf("%s has no derivative, but is made by that of %s", name, by)
	}
}
