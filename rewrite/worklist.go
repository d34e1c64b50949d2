package rewrite

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// queued marks the ops in the worklist.
const queued = ir.MarkA

// maxClimb bounds how many of the ops around an op are looked at again with
// it. MLIR looks at all, which makes every change in a deep nest cost its
// depth; what is further out waits for the next sweep.
const maxClimb = 8

// add puts o into the worklist unless it is there, or nothing can become of it.
func (d *driver) add(o *ir.Op) {
	if o.Marked(queued) || d.info(o).inert {
		return
	}
	o.SetMark(queued)
	if !d.filling && wide(o) {
		d.late = append(d.late, o)
		return
	}
	if len(d.list) == cap(d.list) { // by doubling: append leaves twice as much garbage
		d.list = slices.Grow(d.list, max(64, len(d.list)))
	}
	d.list = append(d.list, o)
}

// wide reports whether o has so many results or regions that looking at it takes
// long. Each change inside of it and of its users is a reason to look at it again,
// so that it would take the square of that if it did not wait until all are done.
func wide(o *ir.Op) bool { return o.NumResults() > 64 || o.NumRegions() > 64 }

// push puts o and the ops around it into the worklist, so that those further
// out come first.
func (d *driver) push(o *ir.Op) {
	d.changes++
	d.nested = d.nested || o.NumRegions() > 0
	r := o.Region()
	if r == d.scope || r == d.plain && r != nil {
		d.add(o)
		return
	}
	var around [maxClimb]*ir.Op
	n := 0
	plain := true
	for p := o; ; {
		around[n] = p
		n++
		if p != o && !d.info(p).inert {
			plain = false
		}
		r := p.Region()
		if r == d.scope || n == maxClimb {
			break
		}
		if r == nil || r.Parent() == nil {
			return // not part of the scope
		}
		p = r.Parent()
	}
	if plain && n < maxClimb {
		d.plain = r
	}
	for _, p := range around[:n] {
		d.add(p)
	}
}

// pushNew is push while the worklist is filled: an op in it has all around it
// there, too.
func (d *driver) pushNew(o *ir.Op) {
	for {
		d.add(o)
		r := o.Region()
		if r == d.scope {
			return
		}
		o = r.Parent()
		if o.Marked(queued) {
			return
		}
	}
}

// pop returns the next op that is still part of the IR, or nil.
func (d *driver) pop() *ir.Op {
	for len(d.list)+len(d.late) > 0 {
		from := &d.list
		if len(*from) == 0 {
			from = &d.late
		}
		last := len(*from) - 1
		o := (*from)[last]
		*from = (*from)[:last]
		if !o.Marked(queued) {
			continue // renewed, and looked at since
		}
		o.ClearMark(queued)
		if o.Block() != nil {
			return o
		}
	}
	return nil
}

// maxRenewed bounds how many ops of a body that moves are looked at before
// others that wait. MLIR copies such bodies, and looks at all of them first,
// which costs the square of the depth of a nest.
const maxRenewed = 64

// renew puts ops and those inside of them on top of the worklist, even what is
// in it already.
func (d *driver) renew(ops []*ir.Op) {
	left := maxRenewed
	for _, o := range ops {
		ir.Walk(o, func(p *ir.Op) ir.WalkAction {
			if left--; left < 0 {
				return ir.Stop
			}
			p.ClearMark(queued)
			d.push(p)
			return ir.Advance
		})
		if left < 0 {
			return
		}
	}
}

// unlist empties the worklist.
func (d *driver) unlist() {
	for _, o := range slices.Concat(d.list, d.late) {
		o.ClearMark(queued)
	}
	d.list, d.late = d.list[:0], d.late[:0]
}

func (d *driver) info(o *ir.Op) *opInfo {
	id := int(o.OpName().ID())
	if id >= len(d.infos) {
		d.infos = append(d.infos, make([]opInfo, id+1-len(d.infos))...)
	}
	info := &d.infos[id]
	if !info.known {
		*info = d.set.info(o.Def())
	}
	return info
}

// maxUses bounds how many uses of a value are looked at to see who uses it.
const maxUses = 64

// pushOperands is told that o is about to go. What is left with one user may
// match a pattern that asks for that, or be dead if there is none.
func (d *driver) pushOperands(o *ir.Op) {
	for i := range o.NumOperands() {
		v := o.Operand(i)
		if v == nil || v.Def() == nil {
			continue
		}
		if u := v.FirstUse(); u.Next() == nil || !severalOthers(v, o) {
			d.push(v.Def())
		}
	}
}

// severalOthers reports whether v has more than one user besides o. A value
// with very many uses counts as one that has.
func severalOthers(v *ir.Value, o *ir.Op) bool {
	var other *ir.Op
	n := 0
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if n++; n > maxUses {
			return true
		}
		switch u.Owner() {
		case o, other:
		default:
			if other != nil {
				return true
			}
			other = u.Owner()
		}
	}
	return false
}
