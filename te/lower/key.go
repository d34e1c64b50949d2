package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// comparison numbers what computes consist of, such that equal expressions have equal numbers.
type comparison struct {
	texts   map[string]int
	outside map[*ir.Value]int
	// members are computes that are looked into where others read them.
	members map[*ir.Op]bool
}

func newComparison() *comparison {
	return &comparison{texts: map[string]int{}, outside: map[*ir.Value]int{}}
}

func (m *comparison) number(text string) int {
	n, ok := m.texts[text]
	if !ok {
		n = len(m.texts)
		m.texts[text] = n
	}
	return n
}

// keyed is one compute that is compared.
type keyed struct {
	*comparison
	c      te.Compute
	space  affine.Space
	bases  []*ir.AffineExpr
	values map[*ir.Value]int
}

// key says what a compute computes, whose axes of results are taken in the given order; axes of
// extent 1 do not count, names and constants that do not matter neither. Computes with one key in
// one comparison compute the same, element by element. ok is false where that is too much work.
func (m *comparison) key(c te.Compute, order []int) (key string, ok bool) {
	all := c.All()
	k := keyed{comparison: m, c: c, bases: make([]*ir.AffineExpr, len(all)), values: map[*ir.Value]int{}}
	first := len(all) - c.NumReduced()
	var text strings.Builder
	for _, list := range [][]int{order, shapes.Dims(first, c.NumReduced())} {
		for _, i := range list {
			k.bases[i] = affine.Const(all[i].Lower)
			if all[i].Extent != 1 {
				k.bases[i] = affine.Add(affine.Dim(len(k.space.Dims)), k.bases[i])
				k.space.Dims = append(k.space.Dims, affine.Below(all[i].Extent))
				fmt.Fprintf(&text, "%d ", all[i].Extent)
			}
		}
		text.WriteString("| ")
	}
	text.WriteString(c.Combiner())
	for _, v := range c.Inits() {
		fmt.Fprintf(&text, " %d", k.value(v))
	}
	for _, t := range c.ResultTypes() {
		fmt.Fprintf(&text, " %p", t.Elem())
	}
	for _, block := range []*ir.Block{c.Body(), c.Combine()} {
		if block == nil {
			continue
		}
		for i, v := range block.Args() {
			k.values[v] = m.number(fmt.Sprint("argument ", i))
		}
		for o := block.First(); o != block.Last(); o = o.Next() {
			if !k.op(o) {
				return "", false
			}
		}
		text.WriteString(" yields")
		for _, v := range block.Last().Operands() {
			fmt.Fprintf(&text, " %d", k.value(v))
		}
	}
	return text.String(), true
}

// value is the number of a value of a body, or of one outside.
func (k *keyed) value(v *ir.Value) int {
	if n, ok := k.values[v]; ok {
		return n
	}
	if c := ir.ConstantValue(v); c != nil {
		return k.number(fmt.Sprintf("constant %p", c))
	}
	n, ok := k.outside[v]
	if !ok && k.members[v.Def()] {
		c := te.Compute{Op: v.Def()}
		if key, known := k.key(c, shapes.Dims(0, c.NumAxes()-c.NumReduced())); known {
			n, ok = k.number(fmt.Sprint("compute ", key, " result ", v.Index())), true
			k.outside[v] = n
		}
	}
	if !ok {
		n = k.number(fmt.Sprint("value ", len(k.outside), " of others"))
		k.outside[v] = n
	}
	return n
}

// op numbers the results of an op of a body.
func (k *keyed) op(o *ir.Op) bool {
	var text string
	switch {
	case o.Has(ir.ConstantLike) && ir.ConstantValue(o.Result(0)) != nil:
		k.values[o.Result(0)] = k.number(fmt.Sprintf("constant %p", ir.ConstantValue(o.Result(0))))
		return true
	case o.Name() == "te.index":
		e, ok := k.expr(k.space, o.Attr(te.MapAttr).AffineMap().Results[0])
		if !ok {
			return false
		}
		text = fmt.Sprintf("index %s %p", e, o.Result(0).Type())
	case o.Name() == "te.guard":
		g, _, ok := k.guard(o.Attr(te.GuardAttr).IntegerSet())
		if !ok {
			return false
		}
		text = "guard " + g
	case o.Name() == "te.read":
		r := te.Read{Op: o}
		if len(r.Map().Results) == 0 && r.Guard() == nil {
			k.values[o.Result(0)] = k.value(r.Tensor())
			return true
		}
		var ok bool
		if text, ok = k.read(r); !ok {
			return false
		}
	default:
		text = fmt.Sprintf("%s %p %p", o.Name(), o.Props(), o.Attrs())
		for _, v := range o.Operands() {
			text += fmt.Sprint(" ", k.value(v))
		}
		for _, v := range o.Results() {
			text += fmt.Sprintf(" %p", v.Type())
		}
	}
	for i, v := range o.Results() {
		k.values[v] = k.number(fmt.Sprint(text, " result ", i))
	}
	return true
}

func (k *keyed) read(r te.Read) (text string, ok bool) {
	g, space, ok := k.guard(r.Guard())
	if !ok {
		return "", false
	}
	text = fmt.Sprint("read ", k.value(r.Tensor()), " [")
	for _, e := range r.Map().Results {
		one, ok := k.expr(space, e)
		if !ok {
			return "", false
		}
		text += one + ", "
	}
	text += "]"
	for _, v := range r.Values() {
		text += fmt.Sprint(" ", k.value(v))
	}
	if g == "" {
		return text, true
	}
	if v := r.Else(); v != nil {
		return fmt.Sprint(text, " if ", g, " else ", k.value(v)), true
	}
	zero := k.c.Context().Dense(r.Result(0).Type(), make([]byte, ir.StorageBytes(r.Result(0).Type().Elem())))
	return fmt.Sprint(text, " if ", g, " else ", k.number(fmt.Sprintf("constant %p", zero))), true
}

// expr is the text of an expression, simplified.
func (k *keyed) expr(space affine.Space, e *ir.AffineExpr) (text string, ok bool) {
	e, ok = space.Simplify(affine.Substitute(e, k.bases, nil))
	return k.text(e), ok
}

// guard is the text of conditions, simplified, and where they hold; empty for everywhere.
func (k *keyed) guard(set *ir.IntegerSet) (text string, space affine.Space, ok bool) {
	if set == nil {
		return "", k.space, true
	}
	g := affine.GuardOf(set)
	for i := range g {
		g[i].Expr = affine.Substitute(g[i].Expr, k.bases, nil)
	}
	if g, ok = k.space.SimplifyGuard(g); !ok {
		return "", k.space, false
	}
	var texts []string
	for _, c := range g {
		texts = append(texts, fmt.Sprint(k.text(c.Expr), c.Eq))
	}
	slices.Sort(texts)
	return strings.Join(texts, " and "), k.space.Narrow(g), true
}

// text tells expressions apart: equal ones have one attribute.
func (k *keyed) text(e *ir.AffineExpr) string {
	return fmt.Sprintf("%p", k.c.Context().AffineMapAttr(&ir.AffineMap{Dims: len(k.space.Dims), Results: []*ir.AffineExpr{e}}))
}
