package tedialect

import (
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// axesText collects the axes of a compute as they are read.
type axesText struct {
	p              ir.OpParser
	names          []*ir.Attr
	lower, extents []int64
	sizes          []*ir.Value
}

// parseCompute reads `[i < 4] sum [j in -2..3] init(%0) -> types {body} with (args) {combine}`.
func parseCompute(p ir.OpParser, st *ir.OpState) {
	a := &axesText{p: p}
	a.list()
	outputs := len(a.names)
	for _, word := range append(slices.Clone(te.Combiners), "reduce") {
		if p.Try(word) {
			if word != "reduce" {
				st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.CombinerAttr, Value: p.Context().StringAttr(word)})
			}
			a.list()
			break
		}
	}
	pos := p.Pos()
	if word := p.PeekKeyword(); word != "" && word != "init" {
		p.Fail(pos, "expected how elements combine, or '->', but got '%s'%s", word, spelling.Among(word, append(slices.Clone(te.Combiners), "reduce")))
	}
	var inits []ir.UnresolvedOperand
	if p.Try("init") {
		p.Expect("(")
		inits = p.Operands()
		p.Expect(")")
	}
	p.Expect("->")
	st.Results = p.Types()
	p.AttrDictKeyword(st)
	st.Operands = append(st.Operands, a.sizes...)
	if len(inits) > 0 {
		types := make([]*ir.Type, len(st.Results))
		for i, t := range st.Results {
			if !t.IsRankedTensor() {
				p.Fail(pos, "expected ranked tensors as results, but got '%s'", t)
			}
			types[i] = p.Context().Tensor(nil, t.Elem())
		}
		st.Operands = append(st.Operands, p.ResolveAll(inits, types, pos)...)
	}
	c := p.Context()
	st.Attrs = append(st.Attrs,
		ir.NamedAttr{Name: te.AxesAttr, Value: c.Array(a.names)},
		ir.NamedAttr{Name: te.ExtentsAttr, Value: c.I64Array(a.extents)},
		ir.NamedAttr{Name: te.ReducedAttr, Value: c.I64Attr(int64(len(a.names) - outputs))})
	if slices.ContainsFunc(a.lower, func(n int64) bool { return n != 0 }) {
		st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.LowerAttr, Value: c.I64Array(a.lower)})
	}
	done := p.Dims(textsOf(a.names))
	st.Regions = append(st.Regions, p.Region())
	done()
	if p.Try("with") {
		st.Regions = append(st.Regions, p.Region(arguments(p)...))
	}
}

func textsOf(names []*ir.Attr) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n.Text()
	}
	return list
}

// list reads `[i < 4, j in -2..3, k < %n]`.
func (a *axesText) list() {
	p := a.p
	p.Expect("[")
	if p.Try("]") {
		return
	}
	for a.axis(); p.Try(","); {
		a.axis()
	}
	p.Expect("]")
}

func (a *axesText) axis() {
	p := a.p
	pos := p.Pos()
	name := p.Context().StringAttr(p.Keyword())
	switch {
	case slices.Contains(a.names, name):
		p.Fail(pos, "expected another name: there is an axis '%s' already", name.Text())
	case !isAxisName(name.Text()):
		p.Fail(pos, "expected the name of an axis, but '%s' means something else in index expressions", name.Text())
	}
	a.names = append(a.names, name)
	if p.Try("in") {
		pos := p.Pos()
		from := p.Int()
		p.Expect("..")
		to := p.Int()
		if to < from || to-from < 0 {
			p.Fail(pos, "expected an axis that ends, with %d, where it begins or behind that, at %d", to, from)
		}
		a.lower, a.extents = append(a.lower, from), append(a.extents, to-from)
		return
	}
	p.Expect("<")
	a.lower = append(a.lower, 0)
	if p.PeekOperand() {
		a.extents = append(a.extents, ir.Dynamic)
		a.sizes = append(a.sizes, p.Resolve(p.Operand(), p.Context().Index()))
		return
	}
	pos = p.Pos()
	n := p.Int()
	if n < 0 {
		p.Fail(pos, "expected an extent of at least 0, but got %d", n)
	}
	a.extents = append(a.extents, n)
}

// arguments reads `(%acc: type, %e: type)`.
func arguments(p ir.OpParser) (list []ir.RegionArgName) {
	p.Expect("(")
	for list = append(list, p.RegionArg()); p.Try(","); {
		list = append(list, p.RegionArg())
	}
	p.Expect(")")
	return list
}

func printCompute(p ir.OpPrinter, o *ir.Op) {
	c := te.Compute{Op: o}
	p.Str(" ")
	printAxes(p, c.Axes())
	if c.Reduces() {
		word := c.Combiner()
		if word == "" {
			word = "reduce"
		}
		p.Str(" " + word + " ")
		printAxes(p, c.Reduced())
	}
	if inits := c.Inits(); len(inits) > 0 {
		p.Str(" init(")
		p.Operands(inits)
		p.Str(")")
	}
	p.Str(" -> ")
	p.Types(o.ResultTypes())
	p.AttrDictKeyword(o, te.AxesAttr, te.LowerAttr, te.ExtentsAttr, te.ReducedAttr, te.CombinerAttr)
	p.Str(" ")
	p.Region(o.RegionAt(0), false, true)
	if o.NumRegions() < 2 {
		return
	}
	p.Str(" with (")
	for i, a := range c.Combine().Args() {
		if i > 0 {
			p.Str(", ")
		}
		p.RegionArg(a)
	}
	p.Str(") ")
	p.Region(o.RegionAt(1), false, true)
}

func printAxes(p ir.OpPrinter, axes []te.Axis) {
	p.Str("[")
	for i, a := range axes {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(a.Name)
		switch {
		case a.Size != nil:
			p.Str(" < ")
			p.Operand(a.Size)
		case a.Lower != 0:
			p.Str(" in ")
			p.Int(a.Lower)
			p.Str("..")
			p.Int(a.Lower + a.Extent)
		default:
			p.Str(" < ")
			p.Int(a.Extent)
		}
	}
	p.Str("]")
}
