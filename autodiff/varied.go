package autodiff

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// varied holds the values that vary with what is differentiated by, and for each the operand by
// which it does, nil for what everything starts from.
type varied map[*ir.Value]*ir.Value

func (v varied) has(x *ir.Value) bool {
	_, ok := v[x]
	return ok
}

// any is the first of the values that varies, or nil.
func (v varied) any(values []*ir.Value) *ir.Value {
	for _, x := range values {
		if v.has(x) {
			return x
		}
	}
	return nil
}

// varying finds out what varies.
type varying struct {
	varied
	e   *engine
	err error
}

// mark says that x varies because of another value, if it can; it reports whether that is new.
func (v *varying) mark(x, because *ir.Value) bool {
	if v.has(x) || !Differentiable(x.Type()) {
		return false
	}
	v.varied[x] = because
	return true
}

// block marks what varies of what a block computes, whose arguments are marked already.
func (v *varying) block(b *ir.Block) {
	for o := b.First(); o != nil && v.err == nil; o = o.Next() {
		v.op(o)
	}
}

// op marks what varies of what an op computes.
func (v *varying) op(o *ir.Op) {
	rule, _ := Derivative.Get(o.Def())
	if rule.control != nil {
		rule.control.vary(v, o)
		return
	}
	if o.NumResults() == 0 || rule.zero != "" && rule.Loses == nil {
		return
	}
	because := v.any(o.Operands())
	if because == nil && o.NumRegions() > 0 {
		because = v.any(partition.Outer(o))
	}
	if because == nil {
		return
	}
	if why := v.e.losesAt(&rule, o); why != "" {
		v.err = v.e.refused(o, v.varied, why)
		return
	}
	if rule.zero != "" || v.e.saidToBeZero(&rule, o) {
		return
	}
	for _, r := range o.Results() {
		v.mark(r, because)
	}
}

// reach lists which of the values that a block reads, arguments and values from outside, the marked
// operands of its terminator are computed from, through values that have tangents. What is in
// regions is taken to need all that they read.
func reach(b *ir.Block, wanted func(i int) bool) map[*ir.Value]bool {
	used := map[*ir.Value]bool{}
	use := func(x *ir.Value) {
		if Differentiable(x.Type()) {
			used[x] = true
		}
	}
	end := b.Last()
	for i, x := range end.Operands() {
		if wanted(i) {
			use(x)
		}
	}
	for o := end.Prev(); o != nil; o = o.Prev() {
		for _, r := range o.Results() {
			if used[r] {
				for _, x := range partition.Reads(o) {
					use(x)
				}
				break
			}
		}
	}
	return used
}
