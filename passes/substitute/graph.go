package substitute

import (
	"hash/maphash"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// graph is a piece of a program: ops with what they use from outside and what
// is used of them outside, there twice what is used more than once.
type graph struct {
	ops             []*ir.Op // definitions before uses
	inputs, outputs []*ir.Value
}

// size counts the ops but for constants.
func (g *graph) size() int {
	n := 0
	for _, o := range g.ops {
		if !o.Has(ir.ConstantLike) {
			n++
		}
	}
	return n
}

// same reports whether h has the same ops in the same order.
func (g *graph) same(h *graph) bool {
	if len(g.ops) != len(h.ops) || len(g.inputs) != len(h.inputs) || len(g.outputs) != len(h.outputs) {
		return false
	}
	twin := map[*ir.Value]*ir.Value{}
	for i, v := range g.inputs {
		if v.Type() != h.inputs[i].Type() {
			return false
		}
		twin[v] = h.inputs[i]
	}
	for i, a := range g.ops {
		b := h.ops[i]
		if a.OpName() != b.OpName() || a.Props() != b.Props() || a.Attrs() != b.Attrs() || a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() {
			return false
		}
		for k := range a.NumOperands() {
			if twin[a.Operand(k)] != b.Operand(k) {
				return false
			}
		}
		for k := range a.NumResults() {
			if a.Result(k).Type() != b.Result(k).Type() {
				return false
			}
			twin[a.Result(k)] = b.Result(k)
		}
	}
	for i, v := range g.outputs {
		if twin[v] != h.outputs[i] {
			return false
		}
	}
	return true
}

var keySeed = maphash.MakeSeed()

// measure is the cost of g in seconds, by a price for each op, and a key that is
// equal for equal graphs, in whatever order they are written. Ops on nothing but
// constants are free if they do not grow them, because they are going to be folded.
func (g *graph) measure(price func(*ir.Op) float64) (seconds float64, key uint64) {
	type known struct {
		hash  uint64
		fixed bool
	}
	of := make(map[*ir.Value]known, len(g.inputs)+len(g.ops))
	for i, v := range g.inputs {
		of[v] = known{hash: maphash.Comparable(keySeed, i)}
	}
	var h maphash.Hash
	h.SetSeed(keySeed)
	for _, o := range g.ops {
		h.Reset()
		maphash.WriteComparable(&h, o.OpName())
		maphash.WriteComparable(&h, o.Props())
		maphash.WriteComparable(&h, o.Attrs())
		fixed := o.NumOperands() > 0
		for i := range o.NumOperands() {
			k := of[o.Operand(i)]
			maphash.WriteComparable(&h, k.hash)
			fixed = fixed && k.fixed
		}
		for i := range o.NumResults() {
			maphash.WriteComparable(&h, o.Result(i).Type())
		}
		fixed = o.Has(ir.ConstantLike) || fixed && cost.Folds(o)
		for i := range o.NumResults() {
			of[o.Result(i)] = known{maphash.Comparable(keySeed, [2]uint64{h.Sum64(), uint64(i)}), fixed}
		}
		if !fixed {
			seconds += price(o)
		}
	}
	h.Reset()
	for _, v := range g.outputs {
		maphash.WriteComparable(&h, of[v].hash)
	}
	return seconds, h.Sum64()
}
