package progen

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// toldOps are the ops whose operands tell the shape of the result: first those whose memory can be
// planned, which are all that programs may have that are not open, as passes that plan memory must
// be able to run on these.
var toldOps = sync.OnceValues(func() (all []*ir.OpDef, planned int) {
	var others []*ir.OpDef
	for _, def := range tg.Dialect.Ops() {
		switch told, ok := analysis.ToldBy.Get(def); {
		case !ok || !opgen.Known(def):
		case told.Scratch:
			others = append(others, def)
		default:
			all = append(all, def)
		}
	}
	return append(all, others...), len(all)
})

// told writes an op that is told the shape of its result, by constants, some of which no pass looks
// through.
func (g *generator) told() {
	defs, planned := toldOps()
	if !g.leaves {
		defs = defs[:planned]
	}
	def := pickOf(g, defs)
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
		switch result := o.Result(0).Type(); {
		case !fits:
			continue
		case g.leaves:
			g.openResult(def, operands, o.Props().Entries(), typeOf(result))
		default:
			g.generic(def, operands, o.Props().Entries(), []*ir.Type{result})
		}
		return
	}
}

// number is a constant that tells an extent, sometimes one that no pass looks through. It is
// written in a way that nearlyTwice does not change: of another number there might be no such op.
func (g *generator) number(a *ir.Attr) value {
	t := typeOf(a.Type())
	v := g.define(t, "tg.constant %s", strings.Replace(a.String(), "> :", ">:", 1))
	if g.rng.IntN(2) == 0 {
		v = g.define(t, "tg.barrier %s : %s", v.name, t)
	}
	return v
}

// openResult writes an op with a result of which some extents are open, computes with it, and says
// in the end what they are.
func (g *generator) openResult(def *ir.OpDef, operands []value, attrs []ir.NamedAttr, t tensorType) {
	names, in := make([]string, len(operands)), make([]tensorType, len(operands))
	for i, v := range operands {
		names[i], in[i] = v.name, v.tensorType
	}
	open := g.opened(t)
	last := g.name()
	g.line("%s = %q(%s)%s : (%s) -> %s", last, def.Name(), strings.Join(names, ", "), properties(attrs), types(in), open)
	for range g.rng.IntN(4) {
		last, open = g.openStep(last, open, t)
	}
	g.define(t, "tg.reshape %s : (%s) -> %s", last, open, t)
}

// openStep computes with a value whose type leaves extents open, which are those of t.
func (g *generator) openStep(last, open string, t tensorType) (string, string) {
	next := g.name()
	switch kind := g.rng.IntN(5); {
	case kind == 0:
		to := g.opened(t)
		g.line("%s = tg.reshape %s : (%s) -> %s", next, last, open, to)
		return next, to
	case kind == 1:
		g.line("%s = tg.max %s, %s : %s", next, last, g.exactly(t).name, fmt.Sprintf("(%s, %s) -> %s", open, t, open))
	case kind == 2 && len(t.shape) > 0:
		g.line("%s = tg.concat %s dim 0 : (%s) -> %s", next, last, open, open)
	case kind == 3:
		again := g.name()
		g.line("%s = tg.barrier %s : %s", again, last, open)
		g.line("%s = tg.min %s, %s : %s", next, again, last, open)
	default:
		g.line("%s = tg.select %s, %s, %s : (tensor<i1>, %s, %s) -> %s", next, g.exactly(tensorType{elem: "i1"}).name, last, last, open, open, open)
	}
	return next, open
}

// opened is a type of which t may be one, as text.
func (g *generator) opened(t tensorType) string {
	s := "tensor<"
	for _, n := range t.shape {
		if g.rng.IntN(2) == 0 {
			s += "?x"
		} else {
			s += fmt.Sprint(n) + "x"
		}
	}
	return s + t.elem + ">"
}
