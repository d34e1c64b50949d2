package rewrite

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// erase takes o and what is inside of it out of the IR, op by op, users before
// what they use, and pushes what they alone used.
func (d *driver) erase(o *ir.Op) {
	d.changes++
	if o.NumRegions() == 0 {
		d.pushOperands(o)
		o.Erase()
		return
	}
	d.erased = appendTree(d.erased[:0], o)
	for _, p := range slices.Backward(d.erased) {
		d.pushOperands(p)
		for i := range p.NumResults() {
			if p != o {
				dropUses(p.Result(i)) // those of a cycle
			}
		}
		p.Erase()
	}
	clear(d.erased)
}

// eraseUnreachable erases the blocks of r that control does not reach, and
// reports whether there were any.
func eraseUnreachable(r *ir.Region) bool {
	if r.Empty() {
		return false
	}
	var dead []*ir.Op
	for b := r.First().Next(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.NumRegions() > 0 {
				dead = append(dead, o)
			}
		}
	}
	if ir.EraseUnreachable(r) == 0 {
		return false
	}
	// What is inside of the ops that went must not look like part of the IR.
	for _, o := range dead {
		if o.Block() == nil {
			for _, p := range appendTree(nil, o)[1:] {
				p.Detach()
			}
		}
	}
	return true
}

func dropUses(v *ir.Value) {
	for v.HasUses() {
		v.FirstUse().Set(nil)
	}
}

// appendTree lists root and the ops inside of it, parents first, and blocks in
// reverse post-order: definitions before uses. Nesting is data: this keeps its
// own stack.
func appendTree(list []*ir.Op, root *ir.Op) []*ir.Op {
	type level struct {
		blocks []*ir.Block // yet to be entered, the next one last
		next   *ir.Op
	}
	list = append(list, root)
	stack := []level{{blocks: blocksOf(root)}}
	for len(stack) > 0 {
		l := &stack[len(stack)-1]
		if l.next == nil {
			if len(l.blocks) == 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			l.next = l.blocks[len(l.blocks)-1].First()
			l.blocks = l.blocks[:len(l.blocks)-1]
			continue
		}
		o := l.next
		l.next = o.Next()
		list = append(list, o)
		if o.NumRegions() > 0 {
			stack = append(stack, level{blocks: blocksOf(o)})
		}
	}
	return list
}

// blocksOf lists the blocks of all regions of o, the last one first.
func blocksOf(o *ir.Op) []*ir.Block {
	var all []*ir.Block
	for _, r := range o.Regions() {
		if r.HasOneBlock() {
			all = append(all, r.First())
			continue
		}
		order := ir.ReversePostorder(r)
		reached := map[*ir.Block]bool{}
		for _, b := range order {
			reached[b] = true
		}
		for b := r.Last(); b != nil; b = b.Prev() {
			if !reached[b] {
				all = append(all, b)
			}
		}
		all = append(all, order...)
	}
	slices.Reverse(all)
	return all
}
