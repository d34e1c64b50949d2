package liftcf

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/ir"
)

// head is the first block of a loop that only this block leaves, by a condition that is
// computed in the condition of a while loop.
type head struct {
	enter, leave *arc
	// ops are those of the block, and what each is for.
	ops  []*ir.Op
	uses map[*ir.Op]purpose
}

// purpose is what needs an op: the condition, the body, what comes behind the loop.
type purpose uint8

const (
	forCondition purpose = 1 << iota
	forBody
	forRest
)

// findHeads finds the loops that become while loops with a condition of their own.
func (g *graph) findHeads() {
	for open := []*loop{g.root}; len(open) > 0; {
		l := open[len(open)-1]
		open = open[:len(open)-1]
		for _, n := range l.nodes {
			if n.loop != nil {
				n.loop.head = g.headOf(n.loop)
				open = append(open, n.loop)
			}
		}
	}
}

// headOf is the head of a loop; nil if it has to go by a flag. What has effects may stand in the
// condition, which runs as often as the block did, if nothing else needs what it computes. What
// both the condition and the rest need is computed again if that is cheap.
func (g *graph) headOf(l *loop) *head {
	b := l.entries[0]
	if l.choosing() || len(l.exits) != 1 || l.exits[0].from != b || !b.end.Is(cf.CondBr) {
		return nil
	}
	h := &head{enter: b.out[0], leave: b.out[1], uses: map[*ir.Op]purpose{}}
	if l.exits[0] == h.enter {
		h.enter, h.leave = h.leave, h.enter
	}
	for o := b.end.Prev(); o != nil; o = o.Prev() {
		p, pure := purpose(0), g.purity.Pure(o)
		if !pure {
			p = forCondition
		}
		for i := range o.NumResults() {
			p |= g.purposeOf(l, h, o.Result(i))
		}
		if p&^forCondition != 0 && (!pure || p&forCondition != 0 && !isCheap(o)) || p&(p-1) != 0 && o.NumRegions() > 0 {
			return nil
		}
		h.uses[o] = p
	}
	for o := b.ir.First(); o != b.end; o = o.Next() {
		h.ops = append(h.ops, o)
	}
	return h
}

// purposeOf is what needs a value that the head of l computes, given what the ops behind it are
// for.
func (g *graph) purposeOf(l *loop, h *head, v *ir.Value) (p purpose) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := g.user(u)
		switch at := g.of[o.Block()]; {
		case at != l.entries[0]:
			if l.holds(at) {
				p |= forBody
			} else {
				p |= forRest
			}
		case o != at.ir.Last():
			p |= h.uses[o]
		default:
			switch g.way(u) {
			case nil:
				p |= forCondition
			case h.enter:
				p |= forBody
			default:
				p |= forRest
			}
		}
	}
	return p
}

// user is the op of the region that u is a use in: its owner, or the op around that.
func (g *graph) user(u *ir.Use) *ir.Op {
	o := u.Owner()
	for o.Region() != g.region {
		o = o.Parent()
	}
	return o
}

// way is that by which a branch passes the value of u, or the way to the exit of what ends
// the region with it; nil for other uses.
func (g *graph) way(u *ir.Use) *arc {
	o := u.Owner()
	if o.Region() != g.region || o.Block().Last() != o {
		return nil
	}
	b := g.of[o.Block()]
	if !isBranch(o) {
		return b.out[0]
	}
	at := u.Index()
	for s := range o.Successors() {
		if first, count := o.Def().SuccessorOperands(o, s); first <= at && at < first+count {
			return b.out[s]
		}
	}
	return nil
}

// isCheap reports whether an op takes hardly more than it takes to begin one.
func isCheap(o *ir.Op) bool {
	if o.Def() == nil || o.NumRegions() > 0 {
		return false
	}
	const operations, bytes = 64, 256
	w := cost.WorkOf(ir.InferenceOf(o))
	return w.Operations() <= operations && w.Read+w.Written <= bytes
}
