// Package expand makes computes of ops: what they say in the slot te.Expand.
package expand

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Options say which ops to expand, and who is told of them.
type Options struct {
	// Wanted reports whether an op is to be expanded; nil for all.
	Wanted func(o *ir.Op) bool
	// Expanded is told of an op before it is removed, and Left of one that was to be expanded and
	// stays, with the reason. Both may be nil.
	Expanded func(o *ir.Op)
	Left     func(o *ir.Op, why string)
}

// Inside expands the ops inside of another one, such as a function or a module, in their order, and
// reports whether there was anything to do.
func Inside(b *ir.Builder, root *ir.Op, opt Options) bool {
	var list []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		e, ok := te.Expand.Get(o.Def())
		if _, compute := te.AsCompute(o); compute {
			return ir.Skip
		}
		if o != root && (ok || hasTensors(o)) && (opt.Wanted == nil || opt.Wanted(o)) {
			list = append(list, o)
		}
		if ok && !e.Around && o != root {
			return ir.Skip
		}
		return ir.Advance
	})
	changed := false
	for _, o := range list {
		if why, ok := Op(b, o, opt.Expanded); ok {
			changed = true
		} else if opt.Left != nil && !o.Has(ir.Terminator) && !o.Has(ir.ConstantLike) {
			opt.Left(o, why)
		}
	}
	return changed
}

// hasTensors reports whether an op makes tensors, so that somebody may expect computes of it.
func hasTensors(o *ir.Op) bool {
	return slices.ContainsFunc(o.ResultTypes(), (*ir.Type).IsRankedTensor)
}

// Op puts computes in the place of one op. Where the op stays, why says the reason.
func Op(b *ir.Builder, o *ir.Op, expanded func(o *ir.Op)) (why string, ok bool) {
	m := &te.Maker{Builder: b.Before(o), Loc: o.Loc()}
	operands := o.Operands()
	results := m.Expand(o, operands)
	if results == nil {
		return m.Refused(), false
	}
	if expanded != nil {
		expanded(o)
	}
	for i, v := range results {
		o.Result(i).ReplaceAllUsesWith(v)
	}
	o.Erase()
	for _, v := range operands { // of constants that computes have for themselves
		if d := v.Def(); d != nil && d.Has(ir.ConstantLike) && d.Block() != nil && !d.HasUses() {
			d.Erase()
		}
	}
	return "", true
}
