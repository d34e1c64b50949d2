package prove

import (
	"math/big"

	"github.com/tg-opt/tg/ir"
)

// maxWhole bounds the whole numbers of 32 bits and more that are compared as index expressions.
const maxWhole = 1 << 28

// whole is an element of a whole number as an index expression: one that is inside of the range of
// its type at all points of the region, so that nothing wraps. ok is false for others.
func (r *region) whole(n *node) (p poly, ok bool) {
	if n.typ == nil || n.typ.IsBool() || !n.typ.IsInteger() && !n.typ.IsIndex() {
		return nil, false
	}
	switch {
	case n.kind == constant && len(n.at) > 0:
		return n.at[0], true
	case n.kind == index:
		return n.at[0], r.fits(n.at[0], n.typ)
	case n.kind == call && (n.op == "tg.add" || n.op == "tg.sub"):
		a, ok := r.whole(n.args[0])
		b, also := r.whole(n.args[1])
		if !ok || !also {
			return nil, false
		}
		if n.op == "tg.sub" {
			b = b.neg()
		}
		p = a.add(b)
		return p, r.fits(p, n.typ)
	case n.kind == call && n.op == "tg.convert" && n.attrs == "":
		p, ok = r.whole(n.args[0])
		return p, ok && r.fits(p, n.typ)
	}
	return r.t.elementOf(n), true
}

// fits reports whether an index expression is proven to be in the range of a type.
func (r *region) fits(p poly, typ *ir.Type) bool {
	low, high := int64(-maxWhole), int64(maxWhole)
	if w := typ.Width(); typ.IsInteger() && w < 32 {
		low, high = -1<<(w-1), 1<<(w-1)-1
	}
	if typ.Signedness() == ir.Unsigned {
		low = 0
	}
	return r.entails(fact{p: p.plus(-low)}) && r.entails(fact{p: number(high).sub(p)})
}

// comparison is a comparison of whole numbers as a choice by conditions on indices; nil where it is
// none.
func (r *region) comparison(n *node) *node {
	if n.op != "tg.compare" || len(n.args) != 2 || n.args[0].typ != n.args[1].typ {
		return nil
	}
	a, ok := r.whole(n.args[0])
	b, also := r.whole(n.args[1])
	if !ok || !also || n.args[0].kind == read && n.args[1].kind == read {
		return nil
	}
	d := a.sub(b)
	if !r.t.hasIndex(n.args[0]) && !r.t.hasIndex(n.args[1]) {
		return nil
	}
	yes, no := r.t.truth(n.typ, true), r.t.truth(n.typ, false)
	var f fact
	switch {
	case is(n, "ge"):
		f = fact{p: d}
	case is(n, "gt"):
		f = fact{p: d.plus(-1)}
	case is(n, "le"):
		f = fact{p: d.neg()}
	case is(n, "lt"):
		f = fact{p: d.neg().plus(-1)}
	case is(n, "eq"):
		f = fact{d, true}
	case is(n, "ne"):
		return r.t.choice([]fact{{d, true}}, no, yes)
	default:
		return nil
	}
	return r.t.choice([]fact{f}, yes, no)
}

// is reports whether a comparison has a direction, and no other attribute.
func is(n *node, word string) bool { return n.attrs == `direction="`+word+`" ` }

// hasIndex reports whether an element is made of indices.
func (t *table) hasIndex(n *node) bool {
	if n.kind == index {
		return true
	}
	if n.kind == call && (n.op == "tg.add" || n.op == "tg.sub" || n.op == "tg.convert") {
		for _, a := range n.args {
			if t.hasIndex(a) {
				return true
			}
		}
	}
	return false
}

// bounds are facts about a variable that is an element: what lesser and greater elements say.
func (t *table) bounds(v variable) (facts []fact) {
	n := t.vars[v].node
	if low := lowest(n); low != nil {
		facts = append(facts, fact{p: v.poly().sub(constantPoly(low))})
	}
	if n.kind == call && n.op == "tg.min" {
		for _, a := range n.args {
			if a.kind == constant && len(a.at) > 0 {
				facts = append(facts, fact{p: a.at[0].sub(v.poly())})
			}
		}
	}
	return facts
}

// lowest is a number that an element is not less than; nil where none is known.
func lowest(n *node) *big.Rat {
	if n.kind == constant && len(n.at) > 0 {
		if c, ok := n.at[0].constant(); ok {
			return c
		}
	}
	if n.kind != call || len(n.args) != 2 {
		return nil
	}
	a, b := lowest(n.args[0]), lowest(n.args[1])
	switch {
	case n.op == "tg.max" && (a == nil || b != nil && a.Cmp(b) < 0):
		return b
	case n.op == "tg.max":
		return a
	case n.op != "tg.min" || a == nil || b == nil:
		return nil
	case a.Cmp(b) < 0:
		return a
	}
	return b
}
