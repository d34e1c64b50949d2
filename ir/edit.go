package ir

import "slices"

// ReplaceOperands puts values in the place of count operands from first on.
// Segment sizes are the caller's business.
func (o *Op) ReplaceOperands(first, count int, values []*Value) {
	o.SetOperands(slices.Replace(o.Operands(), first, first+count, values...))
}

func (o *Op) successorUses(i int) []Use {
	first, count := o.name.Def.SuccessorOperands(o, i)
	return o.uses()[first : first+count]
}

// SuccessorValues are the operands that a branch passes to successor i; its
// definition must have SuccessorOperands.
func (o *Op) SuccessorValues(i int) []*Value {
	first, count := o.name.Def.SuccessorOperands(o, i)
	return o.Operands()[first : first+count]
}

// EraseBlockArgs removes the arguments of b for which drop answers true, which
// must have no uses, together with what predecessors pass for them.
func EraseBlockArgs(b *Block, preds []*Block, drop func(i int) bool) {
	for _, p := range preds {
		t := p.last
		for s, succ := range t.Successors() {
			if succ != b {
				continue
			}
			var keep []*Value
			for i, v := range t.SuccessorValues(s) {
				if !drop(i) {
					keep = append(keep, v)
				}
			}
			t.name.Def.SetSuccessorOperands(t, s, keep)
		}
	}
	keep := b.args[:0]
	for i, a := range b.args {
		if !drop(i) {
			a.index = ^int32(len(keep))
			keep = append(keep, a)
		}
	}
	clear(b.args[len(keep):])
	b.args = keep
}

// EraseUnreachable erases the blocks of r that its entry does not reach, and
// returns how many there were. It costs time linear in the blocks and in the
// ops that go.
func EraseUnreachable(r *Region) (erased int) {
	if r.Empty() || r.HasOneBlock() {
		return 0
	}
	reached := map[*Block]bool{}
	for _, b := range ReversePostorder(r) {
		reached[b] = true
	}
	var dead []*Block
	for b := r.first; b != nil; b = b.next {
		if !reached[b] {
			dead = append(dead, b)
		}
	}
	// Dead blocks may use each other's values: all references go first.
	for _, b := range dead {
		for o := b.first; o != nil; o = o.next {
			o.DropAllReferences()
		}
	}
	for _, b := range dead {
		b.Detach()
		for b.last != nil {
			b.last.Detach()
		}
	}
	return len(dead)
}

// Predecessors lists, for every block of r, the blocks that branch to it, in
// the order of the text, each once.
func Predecessors(r *Region) map[*Block][]*Block {
	preds := map[*Block][]*Block{}
	for b := r.first; b != nil; b = b.next {
		for _, s := range b.Successors() {
			if list := preds[s]; len(list) == 0 || list[len(list)-1] != b {
				preds[s] = append(list, b)
			}
		}
	}
	return preds
}
