package prove

import (
	"math/big"
	"slices"
)

// sameLattice compares what lesser and greater elements are taken of. Numbers of one type are
// ordered (-0 is less than +0), and NaN wins always: so both sides are NaN as soon as one of the
// elements is, if they depend on the same ones. Of numbers, what holds of 0 and 1 holds of all:
// the order is a distributive lattice, which maps into that of 0 and 1 by each threshold.
func (p *prover) sameLattice(a, b *node) bool {
	if !isExtreme(a) && !isExtreme(b) || a.typ.IsComplex() || a.typ.IsBool() {
		return false
	}
	var sides [2][]*node
	var bounds []*node
	for i, n := range []*node{a, b} {
		var visit func(n *node) bool
		visit = func(n *node) bool {
			switch {
			case isExtreme(n):
				return visit(n.args[0]) && visit(n.args[1])
			case n.kind == constant:
				bounds = append(bounds, n)
				return isBound(n)
			case !slices.Contains(sides[i], n):
				sides[i] = append(sides[i], n)
			}
			return true
		}
		if !visit(n) {
			return false
		}
	}
	leaves := sides[0]
	if len(leaves) != len(sides[1]) || len(leaves) > maxLeaves || slices.ContainsFunc(sides[1], func(n *node) bool { return !slices.Contains(leaves, n) }) {
		return false
	}
	for threshold := -1; threshold < len(bounds); threshold++ {
		var least *big.Rat // of the bounds that are 1
		if threshold >= 0 {
			least, _ = bounds[threshold].at[0].constant()
		}
		for values := range uint(1) << len(leaves) {
			if above(a, leaves, values, least) != above(b, leaves, values, least) {
				return false
			}
		}
	}
	return true
}

func isExtreme(n *node) bool {
	return n.kind == call && (n.op == "tg.max" || n.op == "tg.min") && n.attrs == "" && len(n.args) == 2
}

// isBound reports whether a constant has a place in the order that its number tells: it is no NaN
// and no zero with a sign.
func isBound(n *node) bool {
	if len(n.at) == 0 {
		return false
	}
	v, ok := n.at[0].constant()
	return ok && (v.Sign() != 0 || !n.typ.IsFloat() || isPlainZero(n))
}

// isPlainZero reports whether all bits of a constant are 0.
func isPlainZero(n *node) bool {
	return !slices.ContainsFunc([]byte(n.op), func(c byte) bool { return c != '0' })
}

// above reports whether n reaches the threshold: leaves as values say, and constants from least on,
// none for nil.
func above(n *node, leaves []*node, values uint, least *big.Rat) bool {
	if i := slices.Index(leaves, n); i >= 0 {
		return values>>i&1 == 1
	}
	if n.kind == constant {
		v, _ := n.at[0].constant()
		return least != nil && v.Cmp(least) >= 0
	}
	x, y := above(n.args[0], leaves, values, least), above(n.args[1], leaves, values, least)
	if n.op == "tg.max" {
		return x || y
	}
	return x && y
}
