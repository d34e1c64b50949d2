package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// blockUses finds the arguments and ops of a block that some values are
// computed from.
type blockUses struct {
	block *ir.Block
	args  []bool
	ops   map[*ir.Op]bool // those directly in the block
	work  []*ir.Op
	// reached, if set, is called for every argument when it is first found.
	reached func(arg int)
}

func newBlockUses(b *ir.Block) *blockUses {
	return &blockUses{block: b, args: make([]bool, b.NumArgs()), ops: map[*ir.Op]bool{}}
}

func (u *blockUses) arg(i int) {
	if !u.args[i] {
		u.args[i] = true
		if u.reached != nil {
			u.reached(i)
		}
	}
}

func (u *blockUses) value(v *ir.Value) {
	switch {
	case v.Block() != u.block:
	case v.IsArg():
		u.arg(v.Index())
	case !u.ops[v.Def()]:
		u.ops[v.Def()] = true
		u.work = append(u.work, v.Def())
	}
}

// run follows what was found to where it comes from.
func (u *blockUses) run() {
	for len(u.work) > 0 {
		o := u.work[len(u.work)-1]
		u.work = u.work[:len(u.work)-1]
		ir.Walk(o, func(p *ir.Op) ir.WalkAction {
			for i := range p.NumOperands() {
				u.value(p.Operand(i))
			}
			return ir.Advance
		})
	}
}

// eraseOthers erases the ops and arguments that were not found, which nothing
// but themselves may use.
func (u *blockUses) eraseOthers(r *rewrite.Rewriter) {
	for o := u.block.Last().Prev(); o != nil; {
		before := o.Prev()
		if !u.ops[o] {
			r.EraseOp(o)
		}
		o = before
	}
	for i := u.block.NumArgs() - 1; i >= 0; i-- {
		if !u.args[i] {
			u.block.RemoveArg(i)
		}
	}
}

// allPure reports whether no op of a block has an effect.
func allPure(b *ir.Block) bool {
	purity := analysis.NewPurity()
	for o := b.First(); o != nil; o = o.Next() {
		if o != b.Last() && !purity.Pure(o) {
			return false
		}
	}
	return true
}
