package rulecheck

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// withUnknown applies the rule to the left side of an instance once more, where
// an extent of the inputs is `?`: what has one type then may have several shapes
// when it runs. It returns what that does to inputs some of which are repeated;
// nil if the rule does not match, or types of results do not follow from
// operands.
func (in *instance) withUnknown(c *checker) *instance {
	behind := c.rng.IntN(unknownDims) // the dimensions behind the unknown one
	known := make([]*ir.Type, in.before.NumArgs())
	inputs := make([]*ir.Type, len(known))
	for i, a := range in.before.Args() {
		t := a.Type()
		known[i], inputs[i] = t, t
		if !t.IsTensor() {
			continue
		}
		if n, ok := t.NumElements(); !ok || n == 0 || t.Rank() <= behind {
			continue // where there are no elements an extent does not follow from their number
		}
		shape := slices.Clone(t.Shape())
		at := len(shape) - 1 - behind
		if c.rng.IntN(3) == 0 {
			shape[at] = 1
			known[i] = c.ctx.WithShape(t, shape)
			shape = slices.Clone(shape)
		}
		shape[at] = ir.Dynamic
		inputs[i] = c.ctx.WithShape(t, shape)
	}
	if slices.Equal(inputs, known) {
		return nil
	}
	u := in.retyped(c, in.before, inputs)
	if u == nil || !u.verifies() {
		return nil
	}
	u.root = u.after.Last().Operand(0).Def()
	if !u.apply(c) {
		return nil
	}
	left, right := u.retyped(c, u.before, known), u.retyped(c, u.after, known)
	if left == nil || right == nil || !left.verifies() {
		return nil
	}
	return &instance{elem: in.elem, before: left.after, after: right.after, literals: left.literals, unknown: u}
}

// verifies reports whether the ops of the block that in was made as are valid:
// other dialects than tg do not repeat what is too small.
func (in *instance) verifies() bool {
	for o := in.after.First(); o != in.after.Last(); o = o.Next() {
		if ir.VerifyOp(o) != nil {
			return false
		}
	}
	return true
}

// unknownDims is how far from the end an unknown extent may stand.
const unknownDims = 2

// retyped is a block of in with other types of its arguments, as the right side
// of an instance; nil if types do not follow from those of operands.
func (in *instance) retyped(c *checker, from *ir.Block, inputs []*ir.Type) *instance {
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	out := &instance{elem: in.elem, after: block, literals: map[*ir.Value]bool{}}
	copies := map[*ir.Value]*ir.Value{}
	for i, a := range from.Args() {
		copies[a] = block.AddArg(inputs[i], 0)
	}
	b := c.builder.AtEnd(block)
	for o := from.First(); o != nil; o = o.Next() {
		operands := o.Operands()
		for i, v := range operands {
			operands[i] = copies[v]
		}
		types := o.ResultTypes()
		if o != from.Last() && len(operands) > 0 {
			var err error
			if types, err = resultTypes(c.ctx, o, operands); err != nil {
				return nil
			}
		}
		n := b.OpWithTypes(o.Def(), 0, types, operands, o.Props().Entries()...)
		for i, v := range o.Results() {
			copies[v] = n.Result(i)
			if in.literals[v] {
				out.literals[n.Result(i)] = true
			}
		}
	}
	return out
}

var errUnknown = errors.New("the results do not follow from the operands")

// resultTypes are those that o has with other operands.
func resultTypes(c *ir.Context, o *ir.Op, operands []*ir.Value) ([]*ir.Type, error) {
	in := &ir.Inference{Ctx: c, Def: o.Def(), Operands: make([]*ir.Type, len(operands)), Values: operands, Props: o.Props()}
	for i, v := range operands {
		in.Operands[i] = v.Type()
	}
	switch {
	case o.Has(ir.Elementwise) && len(operands) == 1 && in.Operands[0].IsTensor(): // convert states its element type
		return []*ir.Type{c.WithShape(o.Result(0).Type(), in.Operands[0].Shape())}, nil
	case o.Def().Infer == nil && o.Has(ir.SameTypes):
		return in.Operands[:1:1], nil
	case o.Def().Infer == nil || o.Has(ir.StatedTypes) && o.Def().Dialect() != tg.Dialect:
		return nil, errUnknown
	}
	types, err := in.Types()
	if err == nil && len(types) != o.NumResults() {
		return nil, errUnknown
	}
	return types, err
}
