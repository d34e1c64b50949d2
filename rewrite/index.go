package rewrite

import "github.com/tg-opt/tg/ir"

// Most rules of an op do not match most instances of it, because they ask for
// other operands. An op is therefore summed up in a few bits, one for each kind
// of op that rules ask for as an operand, and a rule is looked at only when
// these are there. Kinds may share a bit: a bit that is there proves nothing,
// one that is missing does.

// constantBit is that of constants and of what spreads their elements.
const constantBit = uint64(1) << 63

// operandBits are those of operand 0 and of the others.
type operandBits struct{ first, rest uint64 }

// demand is what a rule asks of the operands; both is what it asks of them
// taken together, as the operands of a commutative op may be the other way round.
type demand struct{ first, rest, both uint64 }

// met reports whether what is asked for may be there.
func (q demand) met(h operandBits) bool {
	return q.first&^h.first == 0 && q.rest&^h.rest == 0 && q.both&^(h.first|h.rest) == 0
}

// manyOperands is how many operands are looked at; an op with more may have
// anything among them.
const manyOperands = 8

// bitsOf sums up the operands of o.
func (d *driver) bitsOf(o *ir.Op) (h operandBits) {
	n := o.NumOperands()
	if n > manyOperands {
		return operandBits{^uint64(0), ^uint64(0)}
	}
	for i := range n {
		v := o.Operand(i)
		if v == nil || v.Def() == nil {
			continue
		}
		if bits := d.info(v.Def()).bits; i == 0 {
			h.first = bits
		} else {
			h.rest |= bits
		}
	}
	return h
}

// demandOf is what a pattern asks for.
func (s *Set) demandOf(asked Operands) (q demand) {
	for i, a := range asked.List {
		var bits uint64
		switch {
		case a.Def != nil:
			bits = s.bitOf(a.Def)
		case a.Constant:
			bits = constantBit
		}
		switch {
		case asked.Commute && i < 2:
			q.both |= bits
		case i == 0:
			q.first = bits
		default:
			q.rest |= bits
		}
	}
	for _, def := range asked.Some {
		q.both |= s.bitOf(def)
	}
	return q
}

// bitOf is the bit of a kind of op; the caller holds the lock.
func (s *Set) bitOf(d *ir.OpDef) uint64 {
	bit, ok := s.bits[d]
	if !ok {
		bit = 1 << (len(s.bits) % 63)
		s.bits[d] = bit
	}
	return bit
}
