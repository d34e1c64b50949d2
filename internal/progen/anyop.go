package progen

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// plainOps are the ops of the dialect that stand by themselves: no terminators, and none that
// consist of regions, which have statements of their own. Item makes no tensor, and operands that
// tell a shape must be certain numbers. Those with attributes are there once more for each, and for
// each keyword that one may be, so that all keywords of all ops are about as frequent.
var plainOps = sync.OnceValue(func() (list []*ir.OpDef) {
	for _, def := range tg.Dialect.Ops() {
		if _, told := analysis.ToldBy.Get(def); !told && !def.Has(ir.Terminator) && def != tg.Item && opgen.Known(def) {
			times := 1
			for _, a := range def.Attrs {
				times += max(1, len(a.Is.Values))
			}
			list = append(list, slices.Repeat([]*ir.OpDef{def}, times)...)
		}
	}
	return list
})

// anyOp writes an op of any kind, in its generic form, on values that fit as
// far as there are some.
func (g *generator) anyOp() {
	def := pickOf(g, plainOps())
	for range 4 {
		if g.instance(def) {
			return
		}
	}
}

// maxElements bounds the results of an op: sizes multiply.
const maxElements = 600

func (g *generator) instance(def *ir.OpDef) bool {
	first := g.some()
	g.ops.Base = g.ir(first.tensorType).Shape()
	g.ops.Extents = append([]int64{0, 1, 1, 2, 2, 3}, g.ops.Base...)
	g.ops.Elem = g.ir(first.tensorType).Elem()
	var operands []value
	var operandTypes []*ir.Type
	for i, count := 0, g.ops.Count(def, nil); i < count; i++ {
		v, ok := g.operand(def, i, operandTypes, first)
		if !ok {
			return false
		}
		operands, operandTypes = append(operands, v), append(operandTypes, g.ir(v.tensorType))
		if i == 0 {
			count = g.ops.Count(def, operandTypes)
		}
	}
	attrs, results, ok := g.ops.Op(def, operandTypes)
	if !ok || slices.ContainsFunc(results, tooLarge) {
		return false
	}
	g.generic(def, operands, attrs.Entries(), results)
	return true
}

func tooLarge(t *ir.Type) bool {
	n, ok := t.NumElements()
	return !ok || n > maxElements
}

// operand chooses operand i; first is the value that the op is to be about.
func (g *generator) operand(def *ir.OpDef, i int, before []*ir.Type, first value) (value, bool) {
	constraint := def.Operands[min(i, len(def.Operands)-1)].Type
	if i == 0 && constraint.Ok(g.ir(first.tensorType)) && g.rng.IntN(4) > 0 {
		return first, true
	}
	t := g.ops.Operand(def, i, before)
	if t == nil || tooLarge(t) {
		return value{}, false
	}
	return g.exactly(typeOf(t)), true
}

// generic writes an op in its generic form.
func (g *generator) generic(def *ir.OpDef, operands []value, attrs []ir.NamedAttr, results []*ir.Type) {
	names, in, out := make([]string, len(operands)), make([]tensorType, len(operands)), make([]tensorType, len(results))
	for i, v := range operands {
		names[i], in[i] = v.name, v.tensorType
	}
	for i, t := range results {
		out[i] = typeOf(t)
	}
	text := fmt.Sprintf("%q(%s)%s : (%s) -> (%s)", def.Name(), strings.Join(names, ", "), properties(attrs), types(in), types(out))
	if len(results) == 1 {
		g.op(out[0], "%s", text)
		return
	}
	r := g.name()
	g.line("%s:%d = %s", r, len(results), text)
	g.results(r, out)
}

// properties are attributes as the generic form has them, after a space.
func properties(attrs []ir.NamedAttr) string {
	if len(attrs) == 0 {
		return ""
	}
	var list []string
	for _, a := range attrs {
		if a.Value.Is(ir.UnitAttr) {
			list = append(list, a.Name)
		} else {
			list = append(list, fmt.Sprintf("%s = %s", a.Name, a.Value))
		}
	}
	return " <{" + strings.Join(list, ", ") + "}>"
}
