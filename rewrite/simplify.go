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
	// NormalSimplification sends branches past blocks that only branch on,
	// removes blocks that control does not reach, merges a block into its only
	// predecessor when that branches nowhere else, and removes block arguments
	// that nobody needs.
	NormalSimplification
	// AggressiveSimplification merges equal blocks as well, and removes block
	// arguments that are given one value from everywhere.
	AggressiveSimplification
)

// simplifyRegions simplifies the control flow of every region inside root. One
// call costs time linear in the ops. It reports whether anything changed.
func simplifyRegions(root *ir.Op, level Simplification) bool {
	changed, passes := false, false
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		for _, r := range o.Regions() {
			if r.Empty() || r.HasOneBlock() {
				continue
			}
			changed = threadJumps(r) || changed
			changed = ir.EraseUnreachable(r) > 0 || changed
			if level >= AggressiveSimplification {
				changed = mergeEqualBlocks(r) || changed
				changed = dropRepeatedArgs(r) || changed
			}
			changed = mergeChains(r) || changed
			for b := r.First().Next(); b != nil; b = b.Next() {
				passes = passes || b.NumArgs() > 0
			}
		}
		return ir.Advance
	})
	if passes {
		ops, args := EraseUnneeded(root)
		changed = changed || ops+args > 0
	}
	return changed
}

// EraseUnneeded removes what analysis.Needed has no need of inside root, and
// returns the number of ops, not counting what was inside of them, and of block
// arguments.
func EraseUnneeded(root *ir.Op) (ops, args int) {
	needed := analysis.NewNeeded(root)
	var dead []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if !needed.Op(o) {
			dead = append(dead, o)
			return ir.Skip
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				args += eraseUnneededArgs(b, needed)
			}
		}
		return ir.Advance
	})
	for _, o := range dead {
		o.Erase()
	}
	return len(dead), args
}

func eraseUnneededArgs(b *ir.Block, needed *analysis.Needed) int {
	dead := make([]bool, b.NumArgs())
	count := 0
	for i, a := range b.Args() {
		if needed.Arg(a) {
			continue
		}
		dead[i] = true
		count++
		// What still uses it goes as well: ops nobody needs, and what branches
		// pass to other such arguments.
		for a.HasUses() {
			a.FirstUse().Set(nil)
		}
	}
	if count > 0 {
		ir.EraseBlockArgs(b, needed.Predecessors(b), func(i int) bool { return dead[i] })
	}
	return count
}

// jump is where control goes from a block that does nothing but branch on, and
// what it passes there, in terms of the block's own arguments.
type jump struct {
	to     *ir.Block
	values []*ir.Value
}

// threadJumps redirects branches to blocks that do nothing but branch on. The
// ends of chains of such blocks are found once for all, so it costs time
// linear in the blocks and what they pass.
func threadJumps(r *ir.Region) bool {
	ends := map[*ir.Block]*jump{} // nil for a block that does more
	changed := false
	for b := r.First(); b != nil; b = b.Next() {
		t := b.Last()
		if t == nil || t.Def() == nil || t.Def().SuccessorOperands == nil {
			continue
		}
		for i, s := range t.Successors() {
			if j := endOfJumps(s, ends); j != nil {
				values := j.at(s, t.SuccessorValues(i))
				t.SetSuccessor(i, j.to)
				t.Def().SetSuccessorOperands(t, i, values)
				changed = true
			}
		}
	}
	return changed
}

// at translates what is passed on when a block is passed values.
func (j *jump) at(b *ir.Block, values []*ir.Value) []*ir.Value {
	out := slices.Clone(j.values)
	for i, v := range out {
		if v.IsArg() && v.Block() == b {
			out[i] = values[v.Index()]
		}
	}
	return out
}

// endOfJumps follows blocks that only branch on, from b to the first that does
// more, or the last before they come round again.
func endOfJumps(b *ir.Block, ends map[*ir.Block]*jump) *jump {
	var chain []*ir.Block
	for {
		if _, known := ends[b]; known {
			break
		}
		ends[b] = nil // while it is being followed, too: a cycle ends here
		if !onlyBranches(b) {
			break
		}
		chain = append(chain, b)
		b = b.Last().Successors()[0]
	}
	next := ends[b]
	for _, c := range slices.Backward(chain) {
		t := c.Last()
		j := &jump{t.Successors()[0], t.SuccessorValues(0)}
		if next != nil {
			j = &jump{next.to, next.at(j.to, j.values)}
		}
		ends[c], next = j, j
	}
	if len(chain) > 0 {
		return ends[chain[0]]
	}
	return next
}

// onlyBranches reports whether b does nothing but branch to another block, and
// nothing else needs what it is passed.
func onlyBranches(b *ir.Block) bool {
	t := b.First()
	if b.IsEntry() || t != b.Last() || !endsInPlainBranch(b) || t.Successors()[0] == b {
		return false
	}
	for _, a := range b.Args() {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			if u.Owner() != t {
				return false
			}
		}
	}
	return true
}

// mergeChains merges blocks into their only predecessors, those nearer to the
// entry first, so that every op moves once.
func mergeChains(r *ir.Region) bool {
	preds := ir.Predecessors(r)
	into := map[*ir.Block]*ir.Block{} // the block that a merged one is part of
	for _, b := range ir.ReversePostorder(r) {
		if b.IsEntry() || len(preds[b]) != 1 {
			continue
		}
		p := preds[b][0]
		if into[p] != nil {
			p = into[p]
		}
		if p == b || !endsInPlainBranch(p) {
			continue
		}
		splice(p, b)
		into[b] = p
	}
	return len(into) > 0
}

// endsInPlainBranch reports whether b ends with a branch that has one target
// and does nothing else.
func endsInPlainBranch(b *ir.Block) bool {
	t := b.Last()
	return t != nil && len(t.Successors()) == 1 && t.Has(ir.Pure) && t.Def().SuccessorOperands != nil && t.NumResults() == 0
}

// splice appends the ops of b to p, which branches to b alone.
func splice(p, b *ir.Block) {
	t := p.Last()
	for i, v := range t.SuccessorValues(0) {
		b.Arg(i).ReplaceAllUsesWith(v)
	}
	t.Erase()
	for o := b.First(); o != nil; {
		next := o.Next()
		o.Detach()
		p.Append(o)
		o = next
	}
	b.Detach()
}

// mergeEqualBlocks redirects branches to the first of equal blocks. What such
// a block defines is used in it alone: its successors are those of the other.
func mergeEqualBlocks(r *ir.Region) bool {
	preds := ir.Predecessors(r)
	byHash := map[uint64][]*ir.Block{}
	merged := false
	for b := r.First().Next(); b != nil; {
		next := b.Next()
		h := ir.HashBlock(b)
		i := slices.IndexFunc(byHash[h], func(c *ir.Block) bool { return ir.EqualBlocks(c, b) })
		if i < 0 {
			byHash[h] = append(byHash[h], b)
			b = next
			continue
		}
		for _, p := range preds[b] {
			for k, s := range p.Successors() {
				if s == b {
					p.Last().SetSuccessor(k, byHash[h][i])
				}
			}
		}
		b.Erase()
		merged = true
		b = next
	}
	return merged
}

// dropRepeatedArgs replaces a block argument that is given one value by every
// branch, or itself, by that value: what reaches all predecessors reaches the
// block.
func dropRepeatedArgs(r *ir.Region) bool {
	preds := ir.Predecessors(r)
	changed := false
	for b := r.First().Next(); b != nil; b = b.Next() {
		if b.NumArgs() == 0 || !slices.ContainsFunc(preds[b], func(p *ir.Block) bool { return p != b }) {
			continue
		}
		drop := make([]bool, b.NumArgs())
		for i, a := range b.Args() {
			if v := onlyIncoming(a, preds[b]); v != nil {
				a.ReplaceAllUsesWith(v)
				drop[i], changed = true, true
			}
		}
		if slices.Contains(drop, true) {
			ir.EraseBlockArgs(b, preds[b], func(i int) bool { return drop[i] })
		}
	}
	return changed
}

// onlyIncoming is the one value, apart from a itself, that branches pass for a
// block argument, or nil.
func onlyIncoming(a *ir.Value, preds []*ir.Block) *ir.Value {
	var only *ir.Value
	for _, p := range preds {
		t := p.Last()
		if t.Def() == nil || t.Def().SuccessorOperands == nil {
			return nil
		}
		for s, succ := range p.Successors() {
			if succ != a.Block() {
				continue
			}
			v := t.SuccessorValues(s)[a.Index()]
			if v != a && only != nil && v != only {
				return nil
			}
			if v != a {
				only = v
			}
		}
	}
	return only
}
