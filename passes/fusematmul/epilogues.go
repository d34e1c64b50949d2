package fusematmul

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rules"
)

// epilogues takes biases and activations into the contractions of b, by the
// rules of the set `epilogue`. That always pays: a pass over memory is saved, and
// nothing is computed twice.
func (f *fuser) epilogues(b *ir.Block) {
	if f.rules == nil {
		f.applier = rewrite.NewApplier(f.run.Builder)
		f.rules = map[*ir.OpDef][]*rewrite.Pattern{}
		for _, r := range rules.Epilogue() {
			p := r.Pattern(rewrite.FPMode(f.opt.FP))
			f.rules[p.Root] = append(f.rules[p.Root], p)
		}
	}
	for o := b.First(); o != nil; {
		next := o.Next()
		for _, p := range f.rules[o.Def()] {
			if f.takeIn(o, p) {
				break
			}
		}
		o = next
	}
}

// takeIn applies the rule p to o, one of whose operands must be a contraction
// that serves nothing else.
func (f *fuser) takeIn(o *ir.Op, p *rewrite.Pattern) bool {
	var contractions []*ir.Op
	for i := range o.NumOperands() {
		if c := o.Operand(i).Def(); c != nil && isContraction(c) && c.Block() == o.Block() && c.Result(0).HasOneUse() {
			contractions = append(contractions, c)
		}
	}
	if len(contractions) == 0 {
		return false
	}
	f.run.Remember(o)
	name := o.Name()
	if !f.applier.At(p, o) {
		return false
	}
	for _, c := range contractions {
		if !c.HasUses() {
			f.run.Passed(c, "FuseMatmul", "took '%s' into the epilogue of '%s'", name, c.Name())
			c.Erase()
		}
	}
	f.run.Count("num-epilogues", 1)
	f.changed = true
	return true
}
