package rewrite

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Simplification says how far the greedy driver simplifies control flow.
type Simplification uint8

const (
	// NoSimplification leaves blocks as they are.
	NoSimplification Simplification = iota
	// NormalSimplification removes blocks that control does not reach, and ops
	// and block arguments that nobody needs.
	NormalSimplification
	// AggressiveSimplification merges equal blocks as well, and removes block
	// arguments that are given one value from everywhere.
	AggressiveSimplification
)

// simplify simplifies the control flow of all regions in the scope, at a cost
// linear in the ops, and reports whether anything changed that is worth another
// sweep.
func (d *driver) simplify() bool {
	changed := false
	d.hidden = false
	d.purity.Forget()
	// Cycles of values that only feed each other take more than a look at uses.
	cycles := false
	d.eachRegion(func(r *ir.Region) {
		if !r.HasOneBlock() {
			changed = eraseUnreachable(r) || changed
		}
		cycles = cycles || d.mayCycle(r)
	})
	if !cycles {
		d.findUnused()
	}
	if cycles || d.nested && len(d.dead) > 0 {
		ops, args := d.eraseUnneeded()
		changed = changed || ops
		d.hidden = args
	} else {
		changed = d.eraseUnused() || changed
	}
	if d.cfg.Simplify >= AggressiveSimplification {
		d.eachRegion(func(r *ir.Region) { changed = mergeBlocks(r) || changed })
		d.eachRegion(func(r *ir.Region) {
			for b := r.First(); b != nil; b = b.Next() {
				changed = dropRepeatedArgs(b) || changed
			}
		})
	}
	d.cleaned = changed || d.hidden
	return changed
}

// eachRegion visits the regions of the scope that are not empty, those further
// out first.
func (d *driver) eachRegion(visit func(r *ir.Region)) {
	if d.scope.Empty() {
		return
	}
	if visit(d.scope); !d.nested {
		return
	}
	d.walk(func(o *ir.Op) ir.WalkAction {
		if !d.isLeaf(o) {
			for _, r := range o.Regions() {
				if !r.Empty() {
					visit(r)
				}
			}
		}
		return ir.Advance
	})
}

// mayCycle reports whether values of r may depend on themselves: through
// arguments of blocks, or in a graph.
func (d *driver) mayCycle(r *ir.Region) bool {
	if r.HasOneBlock() {
		p := r.Parent()
		if p.Def() != nil && !p.Has(ir.GraphRegions) {
			return false
		}
		for o := r.First().First(); o != nil; o = o.Next() {
			if o.NumOperands() > 0 && o.NumResults() > 0 && d.info(o).removable {
				return true
			}
		}
		return false
	}
	for b := r.First().Next(); b != nil; b = b.Next() {
		if b.NumArgs() > 0 {
			return true
		}
	}
	return false
}

// findUnused lists what has neither users nor effects.
func (d *driver) findUnused() {
	d.dead = d.dead[:0]
	d.walk(func(o *ir.Op) ir.WalkAction {
		if d.isDead(o) {
			d.dead = append(d.dead, o)
			return ir.Skip
		}
		return ir.Advance
	})
}

// eraseUnused erases what was found to be unused, and what only that used, and
// reports whether there was any. It is for scopes without nested regions: what
// the ends of regions use does not go with these.
func (d *driver) eraseUnused() bool {
	found := len(d.dead) > 0
	for len(d.dead) > 0 {
		o := d.dead[len(d.dead)-1]
		d.dead = d.dead[:len(d.dead)-1]
		if o.Block() == nil {
			continue
		}
		for i := range o.NumOperands() {
			use := o.OperandUse(i)
			v := use.Value()
			use.Set(nil)
			if v != nil && v.Def() != nil && d.isDead(v.Def()) {
				d.dead = append(d.dead, v.Def())
			}
		}
		o.Erase()
	}
	return found
}

func (d *driver) isDead(o *ir.Op) bool {
	if o.HasUses() {
		return false
	}
	info := d.info(o)
	return info.removable && (!info.recursive || d.purity.Pure(o))
}

// EraseUnneeded removes what analysis.Needed has no need of inside root. It
// tells of every op before it goes, but not of what is inside of it, and returns
// the number of such ops and of block arguments.
func EraseUnneeded(root *ir.Op, erasing func(*ir.Op)) (ops, args int) {
	needed := analysis.NewNeeded(root)
	var dead []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if !needed.Op(o) {
			dead = append(dead, o)
			return ir.Skip
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				args += eraseArgs(b, func(v *ir.Value) bool { return !needed.Arg(v) })
			}
		}
		return ir.Advance
	})
	for _, o := range dead {
		erasing(o)
		o.Erase()
	}
	return len(dead), args
}

// eraseArgs removes the arguments of b for which drop answers true, with what
// still uses them: ops that go as well, and what branches pass to other such
// arguments. It returns their number.
func eraseArgs(b *ir.Block, drop func(*ir.Value) bool) int {
	var dead []bool
	for i, a := range b.Args() {
		if !drop(a) {
			continue
		}
		if dead == nil {
			dead = make([]bool, b.NumArgs())
		}
		dead[i] = true
		dropUses(a)
	}
	if dead == nil {
		return 0
	}
	var preds []*ir.Block
	for e := b.FirstEdge(); e != nil; e = e.Next() {
		if o := e.Op(); isBranch(o) && slices.Index(o.Successors(), b) == e.Index() {
			preds = append(preds, o.Block())
		}
	}
	n := b.NumArgs()
	ir.EraseBlockArgs(b, preds, func(i int) bool { return dead[i] })
	return n - b.NumArgs()
}
