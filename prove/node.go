package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// kind is what a node is.
type kind uint8

const (
	// call is an op on single elements, applied to the arguments.
	call kind = iota
	// read is the element of a tensor at index expressions.
	read
	// constant is an element that is the same at all points.
	constant
	// index is the value of an index expression, as an element.
	index
	// choice is the first argument where facts hold, the second one where they do not.
	choice
	// fold combines elements over axes: the arguments are the elements, the initial values and what
	// a region makes of accumulators and elements.
	fold
	// argument is one of the region of a fold.
	argument
)

// node is a part of an expression for one element. Nodes of one table that are the same are one;
// they never change.
type node struct {
	kind kind
	id   int
	typ  *ir.Type // of the element
	// op is the name of the op of a call, the combiner of a fold, or what a constant is, to the
	// bit; attrs are the attributes.
	op, attrs string
	args      []*node
	// tensor is the number of the tensor of a read, result which of several results a fold is, or
	// which argument; at is where a read reads, the value of a constant that is a rational number,
	// or that of an index.
	tensor, result int
	at             []poly
	facts          []fact // of a choice
	// bound are the axes of a fold, in their order: each from 0 up to its extent.
	bound   []variable
	extents []poly
	// elements and inits are how many of the arguments of a fold these are.
	elements, inits int
	commutes        bool
	// source is an op that a call is of.
	source *ir.Op
	// free are the variables that the node depends on, without those that it binds.
	free map[variable]bool
}

// sort is what a variable is.
type sort uint8

const (
	symbol   sort = iota
	axis          // of the result, or bound by a fold
	quotient      // e divided by d, rounded down
	clamped       // e, at least 0 and at most d
	element       // the whole number that a node is
)

// origin is what a variable is.
type origin struct {
	sort sort
	name string
	e, d poly
	node *node
	// below are the variables inside of it.
	below map[variable]bool
}

// table holds variables and nodes. It belongs to one goroutine.
type table struct {
	vars    []origin
	varKeys map[string]variable
	nodes   map[string]*node
	tensors []string // the names of tensors
	byName  map[string]int
	places  []variable
	work    int // regions that were looked at
	level   level
	prover  *prover
}

func newTable(l level) *table {
	return &table{level: l, varKeys: map[string]variable{}, nodes: map[string]*node{}, byName: map[string]int{}}
}

// fresh is a variable that nothing else is.
func (t *table) fresh(s sort, name string) variable {
	t.vars = append(t.vars, origin{sort: s, name: name})
	return variable(len(t.vars) - 1)
}

// made is the variable of an origin.
func (t *table) made(o origin) variable {
	key := fmt.Sprint(o.sort, " ", o.e.key(), " ", o.d.key())
	if o.node != nil {
		key += fmt.Sprint(" ", o.node.id)
	}
	if v, known := t.varKeys[key]; known {
		return v
	}
	o.below = map[variable]bool{}
	t.collect(o.e, o.below)
	t.collect(o.d, o.below)
	if o.node != nil {
		for v := range o.node.free {
			o.below[v] = true
		}
	}
	v := t.fresh(o.sort, "")
	t.vars[v] = o
	t.varKeys[key] = v
	return v
}

// collect notes the variables of p, and what is inside of these.
func (t *table) collect(p poly, into map[variable]bool) {
	for _, term := range p {
		for _, v := range term.mono {
			into[v] = true
			for w := range t.vars[v].below {
				into[w] = true
			}
		}
	}
}

// quotientOf is p / d, rounded down; d is at least 1. Parts that d divides are taken out.
func (t *table) quotientOf(p, d poly) poly {
	if v, ok := d.integer(); ok && v == 1 {
		return p
	}
	whole, rest := divide(p, d)
	if len(rest) == 0 {
		return whole
	}
	return whole.add(t.made(origin{sort: quotient, e: rest, d: d}).poly())
}

// divide takes d, if that is one term, out of the terms of p: p = whole*d + rest.
func divide(p, d poly) (whole, rest poly) {
	if len(d) != 1 {
		return nil, p
	}
	for _, t := range p {
		c := newRat(t.coef)
		c.Quo(c, d[0].coef)
		mono, divides := slices.Clone(t.mono), true
		for _, v := range d[0].mono {
			i := slices.Index(mono, v)
			if divides = divides && i >= 0; divides {
				mono = slices.Delete(mono, i, i+1)
			}
		}
		switch {
		case divides && c.IsInt():
			whole = append(whole, term{c, mono})
		case divides && len(mono) == 0 && len(d[0].mono) == 0: // the whole part of a number
			v := floor(c)
			whole, rest = append(whole, term{v, nil}), append(rest, constantPoly(newRat(t.coef).Sub(t.coef, newRat(v).Mul(v, d[0].coef)))...)
		default:
			rest = append(rest, t)
		}
	}
	return normal(whole), normal(rest)
}

// clampedTo is p, at least 0 and at most hi.
func (t *table) clampedTo(p, hi poly) poly {
	if h, ok := hi.integer(); ok {
		if v, ok := p.integer(); ok {
			return number(max(0, min(v, h)))
		}
	}
	return t.made(origin{sort: clamped, e: p, d: hi}).poly()
}

// elementOf is the whole number that an element is.
func (t *table) elementOf(n *node) poly {
	if n.kind == constant && len(n.at) > 0 {
		return n.at[0]
	}
	return t.made(origin{sort: element, node: n}).poly()
}

// intern is the node of the table that n is.
func (t *table) intern(n node) *node {
	var b strings.Builder
	fmt.Fprint(&b, n.kind, "|", n.op, "|", n.attrs, "|", n.tensor, "|", n.result, "|", n.elements, "|", n.inits, "|")
	if n.typ != nil {
		b.WriteString(n.typ.String())
	}
	for _, a := range n.args {
		fmt.Fprint(&b, "|", a.id)
	}
	for _, p := range n.at {
		b.WriteString("@" + p.key())
	}
	for _, f := range n.facts {
		b.WriteString("?" + f.key())
	}
	for i, v := range n.bound {
		fmt.Fprint(&b, "^", v, "<", n.extents[i].key())
	}
	if known := t.nodes[b.String()]; known != nil {
		return known
	}
	n.id = len(t.nodes)
	n.free = map[variable]bool{}
	for _, a := range n.args {
		for v := range a.free {
			n.free[v] = true
		}
	}
	for _, v := range n.bound {
		delete(n.free, v)
	}
	for _, p := range slices.Concat(n.at, n.extents) {
		t.collect(p, n.free)
	}
	for _, f := range n.facts {
		t.collect(f.p, n.free)
	}
	made := n
	t.nodes[b.String()] = &made
	return &made
}

// substitution says what stands for variables.
type substitution map[variable]poly

func (s substitution) touches(free map[variable]bool) bool {
	for v := range s {
		if free[v] {
			return true
		}
	}
	return false
}

// in puts polynomials in the place of variables.
func (t *table) in(p poly, s substitution) poly {
	changed := false
	var out poly
	for _, term := range p {
		product := constantPoly(term.coef)
		for _, v := range term.mono {
			w := t.replaced(v, s)
			changed = changed || !w.equal(v.poly())
			product = product.mul(w)
		}
		out = append(out, product...)
	}
	if !changed {
		return p
	}
	return normal(out)
}

func (t *table) replaced(v variable, s substitution) poly {
	if p, ok := s[v]; ok {
		return p
	}
	o := t.vars[v]
	if !s.touches(o.below) {
		return v.poly()
	}
	switch o.sort {
	case quotient:
		return t.quotientOf(t.in(o.e, s), t.in(o.d, s))
	case clamped:
		return t.clampedTo(t.in(o.e, s), t.in(o.d, s))
	}
	return t.elementOf(t.substituted(o.node, s))
}

func (t *table) factsIn(list []fact, s substitution) []fact {
	out := make([]fact, len(list))
	for i, f := range list {
		out[i] = fact{t.in(f.p, s), f.eq}
	}
	return out
}

// substituted is a node with polynomials in the place of variables.
func (t *table) substituted(n *node, s substitution) *node {
	return t.rebuilt(n, func(p poly) poly { return t.in(p, s) }, func(n *node) bool { return s.touches(n.free) })
}

// rebuilt is a node whose index expressions a function changes, below all nodes that are touched.
func (t *table) rebuilt(root *node, change func(poly) poly, touched func(*node) bool) *node {
	done := map[*node]*node{}
	var visit func(n *node) *node
	visit = func(n *node) *node {
		if !touched(n) {
			return n
		}
		if m := done[n]; m != nil {
			return m
		}
		m := *n
		m.args = make([]*node, len(n.args))
		for i, a := range n.args {
			m.args[i] = visit(a)
		}
		m.at, m.extents = changed(n.at, change), changed(n.extents, change)
		m.facts = slices.Clone(n.facts)
		for i, f := range m.facts {
			m.facts[i].p = change(f.p)
		}
		if m.kind == call {
			done[n] = t.call(m)
		} else {
			done[n] = t.intern(m)
		}
		return done[n]
	}
	return visit(root)
}

func changed(list []poly, change func(poly) poly) []poly {
	if list == nil {
		return nil
	}
	out := make([]poly, len(list))
	for i, p := range list {
		out[i] = change(p)
	}
	return out
}

// closure is facts, and what follows for quotients and clamped numbers in them; where variables are
// multiplied, also products of facts.
func (t *table) closure(facts []fact) []fact {
	out := slices.Clone(facts)
	seen := map[variable]bool{}
	products := false
	for i := 0; i < len(out); i++ {
		for _, term := range out[i].p {
			products = products || len(term.mono) > 1
			for _, v := range term.mono {
				if seen[v] {
					continue
				}
				seen[v] = true
				o := t.vars[v]
				switch o.sort {
				case quotient:
					rest := o.e.sub(o.d.mul(v.poly()))
					out = append(out, fact{p: rest}, fact{p: o.d.sub(rest).plus(-1)})
				case clamped:
					out = append(out, fact{p: v.poly()}, fact{p: o.d.sub(v.poly())})
				case element:
					out = append(out, t.bounds(v)...)
				}
			}
		}
	}
	if !products {
		return out
	}
	for i, f := range out {
		for _, g := range out[:i+1] {
			if len(out) > maxProducts {
				return out
			}
			if !f.eq && !g.eq {
				out = append(out, fact{p: f.p.mul(g.p)})
			}
		}
	}
	return out
}
