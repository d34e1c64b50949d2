package cf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// target is where a branch goes, and what it passes there.
type target struct {
	block  *ir.Block
	values []*ir.Value
}

func targetOf(o *ir.Op, i int) target { return target{o.Successors()[i], o.SuccessorValues(i)} }

func (t target) equal(u target) bool {
	if t.block != u.block || len(t.values) != len(u.values) {
		return false
	}
	for i, v := range t.values {
		if v != u.values[i] {
			return false
		}
	}
	return true
}

// collapse looks whether t does nothing but branch on, and gives where to; ok is
// false when it does more.
//
// Pattern by pattern, as in MLIR, a branch comes nearer to the end of a chain of
// such blocks by one. From a long chain's start it goes to the end at once,
// and so do the branches on the way, so that a chain that many lead to is
// followed once.
func collapse(r *rewrite.Rewriter, t target) (_ target, ok bool) {
	const long = 16
	var chain []*ir.Block
	for end := t.block; onlyBranches(end); end = next(end) {
		chain = append(chain, end)
		if last := len(chain) - 1; last > 0 && end == chain[last/2] {
			return t, false // round in circles
		}
	}
	if len(chain) == 0 {
		return t, false
	}
	for i := len(chain) - 2; i >= 0 && len(chain) > long; i-- {
		br, rest := chain[i].Last(), targetOf(chain[i+1].Last(), 0)
		rest = rest.given(chain[i+1], br.Operands())
		br.SetSuccessor(0, rest.block)
		r.SetOperands(br, rest.values)
	}
	return targetOf(chain[0].Last(), 0).given(chain[0], t.values), true
}

// given is t with values in the place of the arguments of b.
func (t target) given(b *ir.Block, values []*ir.Value) target {
	out := make([]*ir.Value, len(t.values))
	for i, v := range t.values {
		if v.IsArg() && v.Block() == b {
			v = values[v.Index()]
		}
		out[i] = v
	}
	return target{t.block, out}
}

// next is where b branches to if nothing else is possible, or nil.
func next(b *ir.Block) *ir.Block {
	if !b.Last().Is(Br) {
		return nil
	}
	return b.Last().Successors()[0]
}

// onlyBranches reports whether b does nothing but branch to another block from
// where control does not come back by itself, and nothing else needs what b is
// passed.
func onlyBranches(b *ir.Block) bool {
	t := b.First()
	if t == nil || t != b.Last() || !t.Is(Br) || next(b) == b {
		return false
	}
	for _, a := range b.Args() {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			if u.Owner() != t {
				return false
			}
		}
	}
	return !endless(b)
}

// endless reports whether control goes round in circles from b on, unless it
// does so by way of very many blocks.
func endless(b *ir.Block) bool {
	const maxSteps = 128
	slow := b
	for n := 0; n < maxSteps; n++ {
		if b = next(b); b == nil {
			return false
		}
		if b == slow {
			return true
		}
		if n%2 == 1 {
			slow = next(slow)
		}
	}
	return false
}
