package progen

import (
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// ruleSide writes the left side of a shipped rule, on values of the program.
func (g *generator) ruleSide() {
	rule := pickOf(g, rules.All())
	for in := range rulecheck.Instances(rule, 3, g.rng.Uint64()) {
		f := ir.Symbols(in.Module)["main"]
		if !small(f) {
			continue
		}
		entry := f.RegionAt(0).First()
		values := map[*ir.Value]value{}
		for _, a := range entry.Args() {
			values[a] = g.exactly(typeOf(a.Type()))
		}
		for o := entry.First(); o != entry.Last(); o = o.Next() {
			operands := make([]value, o.NumOperands())
			for i, v := range o.Operands() {
				operands[i] = values[v]
			}
			attrs := opgen.Attrs{}
			for _, a := range o.Props().Entries() {
				attrs[a.Name] = a.Value
			}
			g.generic(o.Def(), operands, attrs.Entries(), o.ResultTypes())
			for i, v := range o.Results() {
				values[v] = g.visible[len(g.visible)-o.NumResults()+i]
			}
		}
		return
	}
}

// small reports whether all values of a function are.
func small(f *ir.Op) bool {
	for _, a := range f.RegionAt(0).First().Args() {
		if tooLarge(a.Type()) {
			return false
		}
	}
	return ir.Walk(f, func(o *ir.Op) ir.WalkAction {
		for _, v := range o.Results() {
			if tooLarge(v.Type()) {
				return ir.Stop
			}
		}
		return ir.Advance
	}) != ir.Stop
}
