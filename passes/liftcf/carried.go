package liftcf

import (
	"math"

	"github.com/tg-opt/tg/ir"
)

// variable is a value of the region that is another one in the structure, depending on
// where: an argument of a block, a result that leaves regions, or where control goes.
type variable struct {
	own *ir.Type // of the value
	typ *ir.Type // of the tensor that it is outside of a region
	loc ir.Loc
	// tensor and scalar are what the variable is at the moment, in either form or both; a tensor
	// has no other.
	tensor, scalar *ir.Value
}

func newVariable(t *ir.Type, l ir.Loc) *variable { return &variable{own: t, loc: l} }

// variable is that of a value.
func (g *graph) variable(v *ir.Value) *variable {
	x := g.variables[v]
	if x == nil {
		x = newVariable(v.Type(), v.Loc())
		g.variables[v] = x
	}
	return x
}

// carry finds out which variables leave items.
func (g *graph) carry(top *seq) error {
	for _, b := range append(g.blocks[1:len(g.blocks):len(g.blocks)], g.exit) {
		for i, x := range b.args {
			if x != nil {
				g.carryArgument(b, i, x)
			}
		}
	}
	for _, b := range g.blocks {
		for o := b.ir.First(); o != nil; o = o.Next() {
			for i := range o.NumResults() {
				g.carryResult(b, o.Result(i))
			}
		}
	}
	c := g.region.Parent().Context()
	l := g.endLoc()
	g.next = newVariable(c.I32(), l)
	g.eachItem(top, func(it *item) {
		switch {
		case it.kind == doLoop && it.loop.head == nil:
			g.carryFlag(it.loop, newVariable(c.Bool(), l))
		case it.kind == doGuard:
			for _, b := range it.node.entries() {
				g.numberOf(b)
			}
		}
	})
	g.eachItem(top, func(it *item) {
		if it.kind == doJump && it.tells {
			g.carryNext(it)
		}
	})
	return g.check(top)
}

// eachItem visits all items.
func (g *graph) eachItem(top *seq, do func(*item)) {
	for open := []*seq{top}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		for _, it := range s.items {
			do(it)
			open = append(open, it.arms...)
		}
	}
}

// handOn makes x one of what an item hands on. All of what there is to be said of x is said
// before another variable has its turn.
func (it *item) handOn(x *variable) {
	if it.seen != x {
		it.seen, it.towards = x, -1
		it.outs = append(it.outs, x)
	}
}

// carryUp lets items hand x on from s outwards to where done says, which is the same wherever
// it begins for a number.
func carryUp(s *seq, x *variable, number int, done func(*seq) bool) {
	for ; !done(s); s = s.parent.in {
		it := s.parent
		if it.seen == x && it.towards == number {
			return
		}
		it.handOn(x)
		it.towards = number
	}
}

// carryArgument lets x, argument i of b, be known from where it is assigned to b, and from there
// to all of its uses.
func (g *graph) carryArgument(b *block, i int, x *variable) {
	for _, a := range b.in {
		if l := a.level; a.node == nil {
			carryUp(a.jump.in, x, l.item.first, func(s *seq) bool { return s == l.body })
			l.item.handOn(x)
			continue
		}
		to := b.at
		if b.entry != nil {
			to = b.loop.item
		}
		carryUp(a.jump.in, x, to.first, func(s *seq) bool { return s.contains(to.first) })
	}
	if b.ir == nil {
		return
	}
	s := b.at.in
	for u := b.ir.Arg(i).FirstUse(); u != nil; u = u.Next() {
		for at := g.position(u); !s.contains(at); s = s.parent.in {
			s.parent.handOn(x)
		}
	}
}

// carryResult lets v, which b computes, be known at all of its uses. What the head of a while loop
// computes is computed in each of its parts, and so a variable in any case.
func (g *graph) carryResult(b *block, v *ir.Value) {
	s, outside := b.at.in, b.at.in
	if l := b.loop; l.head != nil && b == l.entries[0] {
		g.variable(v)
		outside = l.item.in
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		at := g.position(u)
		from := &s
		if b.at.in != outside && !b.at.in.contains(at) {
			from = &outside
		}
		for ; !(*from).contains(at); *from = (*from).parent.in {
			(*from).parent.handOn(g.variable(v))
		}
	}
}

// position is the number of the item that has a use.
func (g *graph) position(u *ir.Use) int {
	if a := g.way(u); a != nil {
		return a.jump.first
	}
	return g.of[g.user(u).Block()].at.first
}

// carryFlag lets jumps tell a loop whether it goes on.
func (g *graph) carryFlag(l *loop, flag *variable) {
	l.again = flag
	for _, it := range l.jumps {
		carryUp(it.in, flag, 0, func(s *seq) bool { return s == l.body })
	}
	l.item.handOn(flag)
}

// carryNext lets guards know where a jump leads to, those in front of which it comes on its
// way. If there are none, it need not say so.
func (g *graph) carryNext(it *item) {
	a := it.arc
	var to *seq // where it comes to
	last := 0   // what it leads to there
	choice := a.to.entry != nil && a.to.entry.choosing()
	if a.node != nil {
		to, last = a.node.at.in, a.node.at.index
	} else {
		to, last = a.level.body, len(a.level.body.items)
	}
	var outermost *item
	for w := it.watched; w != nil && w.in.depth >= to.depth; {
		if w.in != to || w.guarded <= last {
			outermost = w
		}
		if w.in.parent == nil {
			break
		}
		w = w.in.parent.watched
	}
	if outermost == nil && !choice {
		it.tells = false
		return
	}
	if choice {
		g.numberOf(a.to)
	}
	until := to
	if !choice {
		until = outermost.in
	}
	for s := it.in; s != until; s = s.parent.in {
		p := s.parent
		if p.toldFrom > 0 && p.toldFrom <= until.depth+1 {
			break
		}
		if p.toldFrom == 0 {
			p.outs = append(p.outs, g.next)
		}
		p.toldFrom = until.depth + 1
	}
	if l := a.to.entry; choice && l.item.toldFrom == 0 {
		l.item.outs = append(l.item.outs, g.next)
		l.item.toldFrom = math.MaxInt
	}
}

// entries are the blocks that a way to n may lead to.
func (n *node) entries() []*block {
	if n.loop != nil {
		return n.loop.entries
	}
	return []*block{n.block}
}

// numberOf is the number of a block as a value of next.
func (g *graph) numberOf(b *block) int32 {
	if b.number == 0 {
		g.numbers++
		b.number = g.numbers
	}
	return b.number
}

// check finds the types of what leaves items, and refuses what no tensor can hold.
func (g *graph) check(top *seq) (err error) {
	c := g.region.Parent().Context()
	g.eachItem(top, func(it *item) {
		for _, x := range it.outs {
			t := x.own
			if !t.IsRankedTensor() && (t.IsInteger() || t.IsIndex() || t.IsFloat() || t.IsComplex()) {
				t = c.Tensor(nil, t)
			}
			x.typ = t
			if err == nil && (!t.IsRankedTensor() || ir.StorageBytes(t.Elem()) == 0) {
				err = ir.Errorf(x.loc, "a value of type '%s' is needed behind a choice or a loop that it is computed in, but those of tg hand on tensors with ranks and scalars only", t)
			}
		}
	})
	return err
}
