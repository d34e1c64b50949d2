package prove

import (
	"math/big"
	"slices"
)

// bitwise are ops each bit of whose result depends on that bit of the operands only.
var bitwise = []string{"tg.and", "tg.or", "tg.xor", "tg.not"}

// maxLeaves is of how many elements bits are tried in all ways.
const maxLeaves = 8

// sameBits compares integers that bitwise ops make: they are equal if they are in each bit, for all
// bits of what these ops are applied to.
func (p *prover) sameBits(a, b *node) bool {
	if !isBitwise(a) && !isBitwise(b) || a.typ.IsFloat() || a.typ.IsIndex() {
		return false
	}
	var leaves []*node
	var constants []*big.Int
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if isBitwise(n) {
			return !slices.ContainsFunc(n.args, func(m *node) bool { return !visit(m) })
		}
		v, number, ok := bitsOf(n)
		if number && ok {
			constants = append(constants, v)
		} else if !slices.Contains(leaves, n) {
			leaves = append(leaves, n)
		}
		return ok
	}
	if !visit(a) || !visit(b) || len(leaves) > maxLeaves {
		return false
	}
	tried := map[string]bool{}
	for bit := range a.typ.Width() {
		column := ""
		for _, c := range constants {
			column += string('0' + byte(c.Bit(bit)))
		}
		if tried[column] {
			continue
		}
		tried[column] = true
		for values := range uint(1) << len(leaves) {
			if bitAt(a, bit, leaves, values) != bitAt(b, bit, leaves, values) {
				return false
			}
		}
	}
	return true
}

func isBitwise(n *node) bool {
	return n.kind == call && slices.Contains(bitwise, n.op) && n.attrs == ""
}

// bitsOf is the number whose bits a constant has, in two's complement; number is false for other
// nodes, ok for constants that are none.
func bitsOf(n *node) (v *big.Int, number, ok bool) {
	if n.kind != constant {
		return nil, false, true
	}
	if len(n.at) == 0 {
		return nil, true, false
	}
	c, ok := n.at[0].constant()
	if !ok || !c.IsInt() {
		return nil, true, false
	}
	v = new(big.Int).Set(c.Num())
	if v.Sign() < 0 {
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(n.typ.Width())))
	}
	return v, true, true
}

// bitAt is a bit of n, for the bits of leaves that values has.
func bitAt(n *node, bit int, leaves []*node, values uint) bool {
	if i := slices.Index(leaves, n); i >= 0 {
		return values>>i&1 == 1
	}
	if n.kind == constant {
		v, _, _ := bitsOf(n)
		return v.Bit(bit) == 1
	}
	x := bitAt(n.args[0], bit, leaves, values)
	switch n.op {
	case "tg.not":
		return !x
	case "tg.and":
		return bitAt(n.args[1], bit, leaves, values) && x
	case "tg.or":
		return bitAt(n.args[1], bit, leaves, values) || x
	}
	return bitAt(n.args[1], bit, leaves, values) != x
}
