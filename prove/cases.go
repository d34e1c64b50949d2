package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// order says that one element is less than another. Over the reals, difference is that of the two,
// as prover.difference has it, if it is positive then, or that with a minus.
type order struct {
	less, more *node
	difference string
	weak       bool // or they are equal
}

// maxCases is how many elements a comparison assumes something of, one after the other.
const maxCases = 6

// ordered reports whether two elements are of a type whose order is total: integers, and over the
// reals floats.
func (t *table) ordered(a, b *node) bool {
	if a.typ != b.typ || a.typ == nil || a.typ.IsBool() {
		return false
	}
	return a.typ.IsInteger() || a.typ.IsIndex() || a.typ.IsFloat() && t.level == overReals
}

// sign compares two elements: -1, 0 or 1; ok is false where the region does not know. Weakly, what
// is less may be equal instead.
func (r *region) sign(a, b *node, weak bool) (sign int, ok bool) {
	if !r.t.ordered(a, b) {
		return 0, false
	}
	if a == b {
		return 0, true
	}
	if s, ok := signOfConstants(a, b); ok {
		return s, true
	}
	switch {
	case r.below(a, b, weak):
		return -1, true
	case r.below(b, a, weak):
		return 1, true
	}
	key, s, ok := r.t.prover.difference(a, b, r)
	for _, o := range r.orders {
		switch {
		case !ok || o.difference == "" || o.weak && !weak:
		case o.difference == key: // which is positive
			return s, true
		case o.difference == "-"+key:
			return -s, true
		}
	}
	return 0, false
}

// constantOrder compares integers that depend on symbols: 1 for one that is at least the other, -1
// for one that is at most that.
func (r *region) constantOrder(a, b *node) (sign int, ok bool) {
	if a.kind != constant || b.kind != constant || len(a.at) == 0 || len(b.at) == 0 || !a.typ.IsInteger() && !a.typ.IsIndex() {
		return 0, false
	}
	d := a.at[0].sub(b.at[0])
	switch {
	case r.entails(fact{p: d}):
		return 1, true
	case r.entails(fact{p: d.neg()}):
		return -1, true
	}
	return 0, false
}

func signOfConstants(a, b *node) (sign int, ok bool) {
	if a.kind != constant || b.kind != constant || len(a.at) == 0 || len(b.at) == 0 {
		return 0, false
	}
	d, ok := a.at[0].sub(b.at[0]).constant()
	if !ok {
		return 0, false
	}
	return d.Sign(), true
}

// below reports whether a is known to be less than b, or weakly not more, perhaps by others between
// them.
func (r *region) below(a, b *node, weak bool) bool {
	seen := map[*node]bool{}
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		for _, o := range r.orders {
			if o.weak && !weak {
				continue
			}
			at := o.less == n
			if s, known := signOfConstants(n, o.less); known && s <= 0 && n.typ == o.less.typ {
				at = true
			}
			if !at {
				continue
			}
			if s, known := signOfConstants(o.more, b); o.more == b || known && s <= 0 && o.more.typ == b.typ || visit(o.more) {
				return true
			}
		}
		return false
	}
	return visit(a)
}

// compared is what a comparison, or a greater or lesser element, is in the region; nil where that
// is not known.
func (r *region) compared(n *node) *node {
	if len(n.args) != 2 || n.result != 0 {
		return nil
	}
	s, ok := r.sign(n.args[0], n.args[1], n.op == "tg.max" || n.op == "tg.min")
	if !ok && n.op != "tg.compare" {
		s, ok = r.constantOrder(n.args[0], n.args[1])
	}
	if !ok {
		return nil
	}
	switch n.op {
	case "tg.max":
		return n.args[(1-s)/2]
	case "tg.min":
		return n.args[(1+s)/2]
	case "tg.compare":
		if holds, ok := direction(n.attrs, s); ok {
			return r.t.truth(n.typ, holds)
		}
	}
	return nil
}

// direction says whether a comparison holds of elements of which the sign of the difference is
// known; ok is false for comparisons that have more attributes than a direction.
func direction(attrs string, sign int) (holds, ok bool) {
	word, _ := strings.CutPrefix(strings.TrimSpace(attrs), "direction=")
	switch strings.Trim(word, `"`) {
	case "eq":
		return sign == 0, true
	case "ne":
		return sign != 0, true
	case "lt":
		return sign < 0, true
	case "le":
		return sign <= 0, true
	case "gt":
		return sign > 0, true
	case "ge":
		return sign >= 0, true
	}
	return false, false
}

// byCases compares two nodes for each order of two elements, or for each value of a truth, that one
// of them depends on.
func (p *prover) byCases(a, b *node, r *region) bool {
	if r.cases >= maxCases {
		return false
	}
	c := p.splits(a)
	if c == nil {
		c = p.splits(b)
	}
	if c == nil {
		return false
	}
	assume := func(swap map[*node]*node, orders ...order) bool {
		part := r.and()
		part.cases = r.cases + 1
		part.orders = nil
		for _, o := range r.orders {
			part.orders = append(part.orders, p.order(order{less: p.swapped(o.less, swap), more: p.swapped(o.more, swap), weak: o.weak}, r))
		}
		for _, o := range orders {
			part.orders = append(part.orders, p.order(o, r))
		}
		return p.equal(p.swapped(a, swap), p.swapped(b, swap), part)
	}
	if c.typ.IsBool() && c.op != "tg.compare" || !p.ordered(c.args[0], c.args[1]) {
		return assume(map[*node]*node{c: p.truth(c.typ, true)}) && assume(map[*node]*node{c: p.truth(c.typ, false)})
	}
	x, y := c.args[0], c.args[1]
	same := map[*node]*node{x: y}
	if x.kind == constant {
		same = map[*node]*node{y: x}
	}
	if c.op != "tg.compare" && p.level == overReals && c.typ.IsFloat() {
		return assume(nil, order{less: x, more: y, weak: true}) && assume(nil, order{less: y, more: x, weak: true})
	}
	return assume(same) && (p.isLimit(x, false) || p.isLimit(y, true) || assume(nil, order{less: y, more: x})) &&
		(p.isLimit(y, false) || p.isLimit(x, true) || assume(nil, order{less: x, more: y}))
}

// isLimit reports whether an integer is the least of its type, or the greatest.
func (t *table) isLimit(n *node, greatest bool) bool {
	if n.kind != constant || len(n.at) == 0 || !n.typ.IsInteger() || n.typ.IsBool() {
		return false
	}
	v, ok := n.at[0].constant()
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n.typ.Width()))
	if n.typ.Signedness() != ir.Unsigned {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if greatest {
		low.Sub(high, big.NewInt(1))
	}
	return ok && v.IsInt() && v.Num().Cmp(low) == 0
}

// order is o with the difference.
func (p *prover) order(o order, r *region) order {
	if key, sign, ok := p.difference(o.less, o.more, r); ok {
		o.difference = key
		if sign > 0 {
			o.difference = "-" + key
		}
	}
	return o
}

// difference is a - b, over the reals, as a text: that of a positive multiple for a sign of 1, of a
// negative one for -1. ok is false where it is more than a sum of products, or is 0.
func (p *prover) difference(a, b *node, r *region) (key string, sign int, ok bool) {
	if p.level != overReals || !a.typ.IsFloat() || p.budget < 0 {
		return "", 0, false
	}
	byKey := map[string]*big.Rat{}
	var keys []string
	for _, m := range append(slices.Clip(p.expand(a, r)), scaled(p.expand(b, r), -1)...) {
		c, ok := m.coef.constant()
		if !ok || len(m.bound) > 0 || len(m.domain) > 0 {
			return "", 0, false
		}
		var ids []string
		for _, f := range m.factors {
			ids = append(ids, fmt.Sprint(f.n.id, f.inverse))
		}
		slices.Sort(ids)
		k := strings.Join(ids, "*")
		if byKey[k] == nil {
			byKey[k] = new(big.Rat)
			keys = append(keys, k)
		}
		byKey[k] = new(big.Rat).Add(byKey[k], c)
	}
	slices.Sort(keys)
	keys = slices.DeleteFunc(keys, func(k string) bool { return byKey[k].Sign() == 0 })
	if len(keys) == 0 {
		return "", 0, false
	}
	lead := byKey[keys[0]]
	for _, k := range keys {
		key += fmt.Sprintf("%s*%s ", new(big.Rat).Quo(byKey[k], lead).RatString(), k)
	}
	return key, lead.Sign(), true
}

// truths are ops on truths that cases of their operands decide.
var truths = []string{"tg.and", "tg.or", "tg.xor", "tg.not", "tg.add", "tg.mul", "tg.max", "tg.min", "tg.select", "tg.compare"}

// splits is the first part of n, from inside, of which to assume something: a comparison, a greater
// or lesser element, or a truth. It depends on no axis that n binds.
func (p *prover) splits(n *node) (found *node) {
	seen := map[*node]bool{}
	var visit func(m *node, bound []variable)
	visit = func(m *node, bound []variable) {
		if found != nil || seen[m] {
			return
		}
		seen[m] = true
		inner := append(slices.Clip(bound), m.bound...)
		for _, a := range m.args {
			visit(a, inner)
		}
		if found != nil || m.kind == constant || m.kind == argument || m.kind == choice || slices.ContainsFunc(bound, func(v variable) bool { return m.free[v] }) {
			return
		}
		if m.kind == call && slices.Contains([]string{"tg.compare", "tg.max", "tg.min"}, m.op) && len(m.args) == 2 && p.ordered(m.args[0], m.args[1]) {
			found = m
		}
		if m.typ != nil && m.typ.IsBool() && (m.kind != call || !slices.Contains(truths, m.op) || m.op == "tg.compare" && !m.args[0].typ.IsBool()) {
			found = m
		}
	}
	visit(n, nil)
	return found
}

// swapped is n with other nodes in the place of some.
func (t *table) swapped(root *node, swap map[*node]*node) *node {
	if len(swap) == 0 {
		return root
	}
	done := map[*node]*node{}
	var visit func(n *node) *node
	visit = func(n *node) *node {
		if m := swap[n]; m != nil {
			return m
		}
		if m := done[n]; m != nil {
			return m
		}
		m := *n
		m.args = make([]*node, len(n.args))
		for i, a := range n.args {
			m.args[i] = visit(a)
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
