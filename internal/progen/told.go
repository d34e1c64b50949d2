package progen

import (
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// toldOps are the ops whose operands tell the shape of the result, but for those of which nothing
// can plan the memory: passes that do must be able to run on all programs.
var toldOps = sync.OnceValue(func() (list []*ir.OpDef) {
	for _, def := range tg.Dialect.Ops() {
		if told, ok := analysis.ToldBy.Get(def); ok && !told.Scratch && opgen.Known(def) {
			list = append(list, def)
		}
	}
	return list
})

// told writes an op that is told the shape of its result, by constants, some of which no pass looks
// through. The result has fixed extents: what plans memory needs these.
func (g *generator) told() {
	def := pickOf(g, toldOps())
	first := g.ir(g.some().tensorType)
	g.ops.Base, g.ops.Elem = first.Shape(), first.Elem()
	g.ops.Extents = append([]int64{0, 1, 1, 2, 2, 3}, g.ops.Base...)
	for range 4 {
		o := g.ops.RandomOp(def)
		if o == nil || tooLarge(o.Result(0).Type()) {
			continue
		}
		operands := make([]value, o.NumOperands())
		fits := true
		for i, v := range o.Operands() {
			fits = fits && !tooLarge(v.Type())
			if !fits {
				break
			}
			if a := ir.ConstantValue(v); a != nil {
				operands[i] = g.number(a)
			} else {
				operands[i] = g.exactly(typeOf(v.Type()))
			}
		}
		if fits {
			g.generic(def, operands, o.Props().Entries(), []*ir.Type{o.Result(0).Type()})
			return
		}
	}
}

// number is a constant that tells an extent, sometimes one that no pass looks through.
func (g *generator) number(a *ir.Attr) value {
	t := typeOf(a.Type())
	v := g.define(t, "tg.constant %s", a)
	if g.rng.IntN(2) == 0 {
		v = g.define(t, "tg.barrier %s : %s", v.name, t)
	}
	return v
}
