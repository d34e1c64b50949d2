package expressions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expr"
)

// sides are two expressions in one function, the trees of them, and how they have their axes.
type sides struct {
	text string
	s, t *expr.Tree
	// axes are the layouts of both.
	axes [2][2]*layout
}

// write writes two expressions into a function; t is of the form of s apart from its terms.
func write(t *testing.T, g *generator, a, b *expression) *sides {
	t.Helper()
	w := &writer{generator: g, e: a}
	p := &sides{}
	p.axes[0][0], p.axes[0][1] = w.expression("s")
	w.e = b
	p.axes[1][0], p.axes[1][1] = w.expression("t")
	var args []string
	for k := range a.tensors {
		args = append(args, fmt.Sprintf("%%T%d: %s", k, a.shape(k)))
	}
	types := p.axes[0][0].shape() + ", " + p.axes[1][0].shape()
	p.text = fmt.Sprintf("func.func @f(%s) -> (%s) {\n%s  return %%s, %%t : %s\n}\n", strings.Join(args, ", "), types, w.out.String(), types)
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(p.text), parser.Options{Filename: "f.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatalf("%s\n%s", ctx.Render(ir.AsDiag(err, 0)), p.text)
	}
	end := module.RegionAt(0).First().First().RegionAt(0).First().Last()
	table := expr.NewTable(ctx, expr.Options{})
	p.s = table.Construct(te.Compute{Op: end.Operand(0).Def()}, 0)
	p.t = table.Construct(te.Compute{Op: end.Operand(1).Def()}, 0)
	return p
}

// points are all points of the free axes of a side, as numbers by name.
func (p *sides) points(side int) (list []map[string]int) {
	axes := p.axes[side][0].axes
	var extents []int
	for _, a := range axes {
		extents = append(extents, a.extent)
	}
	each(extents, func(point []int) {
		named := map[string]int{}
		for i, a := range axes {
			named[a.name] = point[i] + a.lower
		}
		list = append(list, named)
	})
	return list
}

// element is the value of a side at a point.
func (p *sides) element(side int, e *expression, named map[string]int) uint64 {
	point := make([]int, len(e.extents))
	for a := range len(e.extents) - e.bound {
		point[a] = p.axes[side][0].at[a](named)
	}
	return e.element(point)
}

// check tells what is wrong with a substitution; an empty text if nothing is.
func (p *sides) check(a, b *expression, sub expr.Substitution) string {
	for _, at := range p.points(1) {
		var dims []int64
		for _, x := range p.axes[1][0].axes {
			dims = append(dims, int64(at[x.name]))
		}
		from := map[string]int{}
		for i, x := range p.axes[0][0].axes {
			from[x.name] = x.lower
			if sub[i] == nil {
				continue
			}
			v, ok := affine.Evaluate(sub[i], dims, nil)
			if !ok || int(v) < x.lower || int(v) >= x.lower+x.extent {
				return fmt.Sprintf("at %v axis %s is %d", at, x.name, v)
			}
			from[x.name] = int(v)
		}
		if p.element(0, a, from) != p.element(1, b, at) {
			return fmt.Sprintf("at %v it is not the element at %v", at, from)
		}
	}
	return ""
}

// Equal expressions are found, in whichever way they are written.
func TestEqual(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		g := &generator{rand.New(rand.NewPCG(seed, 1))}
		e := g.expression()
		p := write(t, g, e, e)
		sub, ok := expr.Match(p.s, p.t)
		if !ok {
			t.Fatalf("case %d: not found:\n%s", seed, p.text)
		}
		if wrong := p.check(e, e, sub); wrong != "" {
			t.Fatalf("case %d: %s:\n%s", seed, wrong, p.text)
		}
	}
}

// changed is an expression with one constant, index, op or tensor changed, or with another order of
// a sum.
func (g *generator) changed(e *expression) *expression {
	c := *e
	c.root = e.root.clone()
	t := pick(g, c.root.all())
	switch {
	case t.op == "const":
		t.value++
	case t.op != "read" && len(t.kids) == 1:
		t.op = pick(g, unary)
	case t.op != "read":
		if g.IntN(3) == 0 {
			t.kids[0], t.kids[1] = t.kids[1], t.kids[0]
		} else {
			t.op = pick(g, binary)
		}
	case len(t.at) > 0 && g.IntN(2) == 0:
		i := &t.at[g.IntN(len(t.at))]
		if g.IntN(2) == 0 {
			i.offset = 1 - i.offset
		} else {
			i.mirrored = !i.mirrored
		}
	default:
		k := g.IntN(len(e.tensors))
		*t = *g.read(e, k)
	}
	return &c
}

// Expressions that are not equal are not found. That they are not is known of those that have a
// value which the other one has nowhere.
func TestUnequal(t *testing.T) {
	first, count := campaign.Cases(300)
	unequal := 0
	for seed := first; unequal < count; seed++ {
		if seed == first+uint64(100*count) {
			t.Fatalf("%d of %d cases are unequal", unequal, 100*count)
		}
		g := &generator{rand.New(rand.NewPCG(seed, 2))}
		e := g.expression()
		c := g.changed(e)
		p := write(t, g, e, c)
		values := map[uint64]bool{}
		for _, at := range p.points(0) {
			values[p.element(0, e, at)] = true
		}
		if !slices.ContainsFunc(p.points(1), func(at map[string]int) bool { return !values[p.element(1, c, at)] }) {
			if sub, ok := expr.Match(p.s, p.t); ok {
				if wrong := p.check(e, c, sub); wrong != "" {
					t.Fatalf("case %d: %s:\n%s", seed, wrong, p.text)
				}
			}
			continue
		}
		unequal++
		if sub, ok := expr.Match(p.s, p.t); ok {
			t.Fatalf("case %d: claimed: %s:\n%s", seed, p.check(e, c, sub), p.text)
		}
	}
}
