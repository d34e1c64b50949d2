// Package expressions tests which expressions of computes are found to be the same at other
// indices: random ones, written in two ways.
package expressions

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
)

// index is what is read along a dimension: an axis, perhaps from its end, or the sum of two.
type index struct {
	axis, plus int // plus is -1 for none
	mirrored   bool
	offset     int
}

// term is an expression over axes.
type term struct {
	op     string // "read" and "const" have no kids
	kids   []*term
	tensor int
	at     []index
	value  int
}

// tensor is what is read: along which axes.
type tensor struct{ dims []int }

// expression is a term over axes, perhaps combined over the last ones.
type expression struct {
	extents  []int
	tensors  []tensor
	root     *term
	combiner string
	bound    int
}

var (
	commuting = []string{"add", "mul", "max", "min"}
	binary    = []string{"add", "mul", "max", "min", "sub", "div", "pow"}
	unary     = []string{"tanh", "exp", "sqrt", "abs", "neg"}
)

// generator makes expressions, and texts of them.
type generator struct{ *rand.Rand }

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// expression makes an expression that uses all of its axes.
func (g *generator) expression() *expression {
	e := &expression{}
	for range 2 + g.IntN(3) {
		e.extents = append(e.extents, pick(g, []int{2, 3, 4, 6}))
	}
	for range 3 {
		var dims []int
		for a := range e.extents {
			if len(e.tensors) == 0 || g.IntN(2) == 0 {
				dims = append(dims, a)
			}
		}
		g.Shuffle(len(dims), func(i, j int) { dims[i], dims[j] = dims[j], dims[i] })
		e.tensors = append(e.tensors, tensor{dims})
	}
	e.root = &term{op: pick(g, binary), kids: []*term{g.read(e, 0), g.term(e, 3)}}
	for range g.IntN(3) {
		e.root = &term{op: pick(g, binary), kids: []*term{e.root, g.term(e, 2)}}
	}
	if g.IntN(3) == 0 {
		e.combiner, e.bound = pick(g, []string{"sum", "max"}), 1+g.IntN(len(e.extents)-1)
	}
	return e
}

func (g *generator) term(e *expression, depth int) *term {
	switch k := g.IntN(8); {
	case k == 0:
		return &term{op: "const", value: g.IntN(5)}
	case depth == 0 || k < 3:
		return g.read(e, g.IntN(len(e.tensors)))
	case k < 5:
		return &term{op: pick(g, unary), kids: []*term{g.term(e, depth-1)}}
	}
	return &term{op: pick(g, binary), kids: []*term{g.term(e, depth-1), g.term(e, depth-1)}}
}

// read reads a tensor along its axes; each dimension has room for one index more.
func (g *generator) read(e *expression, t int) *term {
	r := &term{op: "read", tensor: t}
	for _, a := range e.tensors[t].dims {
		r.at = append(r.at, index{axis: a, plus: -1, mirrored: g.IntN(4) == 0, offset: g.IntN(2)})
	}
	return r
}

// uses are the axes of a term.
func (t *term) uses(axes map[int]bool) map[int]bool {
	for _, i := range t.at {
		axes[i.axis] = true
	}
	for _, k := range t.kids {
		k.uses(axes)
	}
	return axes
}

// all are the terms in t.
func (t *term) all() []*term {
	list := []*term{t}
	for _, k := range t.kids {
		list = append(list, k.all()...)
	}
	return list
}

func (t *term) clone() *term {
	c := *t
	c.at, c.kids = slices.Clone(t.at), nil
	for _, k := range t.kids {
		c.kids = append(c.kids, k.clone())
	}
	return &c
}

func digest(parts ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, parts...)
	return h.Sum64()
}

// value is a number that is equal, but for chance, for equal expressions: the term at a point,
// where tensors and ops are hashes.
func (e *expression) value(t *term, point []int) uint64 {
	switch t.op {
	case "const":
		return digest("const", t.value)
	case "read":
		at := []any{"read", t.tensor}
		for _, i := range t.at {
			k := point[i.axis]
			if i.mirrored {
				k = e.extents[i.axis] - 1 - k
			}
			at = append(at, k+i.offset, ",")
		}
		return digest(at...)
	}
	var kids []any
	for _, k := range t.kids {
		kids = append(kids, e.value(k, point))
	}
	if slices.Contains(commuting, t.op) && kids[0].(uint64) > kids[1].(uint64) {
		kids[0], kids[1] = kids[1], kids[0]
	}
	return digest(append([]any{t.op, " "}, kids[0], " ", kids[len(kids)-1])...)
}

// element is the value of a result at a point of the axes that are not combined.
func (e *expression) element(point []int) uint64 {
	if e.combiner == "" {
		return e.value(e.root, point)
	}
	var list []uint64
	free := len(e.extents) - e.bound
	each(e.extents[free:], func(rest []int) {
		list = append(list, e.value(e.root, append(slices.Clone(point[:free]), rest...)))
	})
	if e.combiner == "max" {
		slices.Sort(list)
	}
	return digest(e.combiner, list)
}

// each calls f for the points of a box in row-major order.
func each(extents []int, f func(point []int)) {
	point := make([]int, len(extents))
	for {
		f(slices.Clone(point))
		i := len(point) - 1
		for ; i >= 0; i-- {
			if point[i]++; point[i] < extents[i] {
				break
			}
			point[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// type text is of computes.
func (e *expression) shape(t int) string {
	var b strings.Builder
	for _, a := range e.tensors[t].dims {
		fmt.Fprintf(&b, "%dx", e.extents[a]+1)
	}
	return "tensor<" + b.String() + "f32>"
}
