// Package dynamism has the passes about extents that only the run knows: they find out
// as many of them as can be known before, and make ops that operands tell the shape of
// their result ordinary ones. Their names and what they are for are those of the passes
// of StableHLO; they work on ops of any dialect that say what their results are.
package dynamism

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/stablehlo"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// merged is what two types say together of one tensor. It is a where b says nothing
// more, or contradicts it, which is for the run to find out.
func merged(c *ir.Context, a, b *ir.Type) *ir.Type {
	if a == b || !a.IsRankedTensor() || !b.IsRankedTensor() || !ir.Compatible(a, b) {
		return a
	}
	shape, more := make([]int64, a.Rank()), false
	for d, n := range a.Shape() {
		if shape[d] = n; n == ir.Dynamic && b.Shape()[d] != ir.Dynamic {
			shape[d], more = b.Shape()[d], true
		}
	}
	if !more {
		return a
	}
	return c.WithShape(a, shape)
}

// common is what holds of tensors of both types: the extents in which they agree.
func common(c *ir.Context, a, b *ir.Type) *ir.Type {
	if a == b || a == nil || !a.IsRankedTensor() || !b.IsRankedTensor() || a.Elem() != b.Elem() || a.Rank() != b.Rank() {
		return b
	}
	shape := make([]int64, a.Rank())
	for d, n := range a.Shape() {
		if shape[d] = n; n != b.Shape()[d] {
			shape[d] = ir.Dynamic
		}
	}
	return c.WithShape(b, shape)
}

// cast makes v a value of type t for the op that uses it, by an op of the dialect that
// converts to the one of tg where that is not at home yet.
func cast(b *ir.Builder, user *ir.Op, v *ir.Value, t *ir.Type) *ir.Value {
	def := tensorop.Cast
	if user.OpName().Dialect == tg.Dialect.Name {
		def = tg.Cast
	}
	return b.OpWithTypes(def, user.Loc(), []*ir.Type{t}, []*ir.Value{v}).Result(0)
}

// constant makes the op for a constant in the place of o, or returns nil.
func constant(b *ir.Builder, o *ir.Op, value *ir.Attr, t *ir.Type) *ir.Value {
	for _, d := range []*ir.Dialect{o.Def().Dialect(), stablehlo.Dialect, tensorop.Dialect} {
		if d.Constant == nil {
			continue
		}
		if c := d.Constant(b, value, t, o.Loc()); c != nil {
			return c.Result(0)
		}
	}
	return nil
}

// functions lists the functions with a body in root, in order.
func functions(root *ir.Op) []*ir.Op {
	var list []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && analysis.CallableBody(o) != nil {
			list = append(list, o)
			return ir.Skip
		}
		return ir.Advance
	})
	return list
}

// returned are the ops that end a function, each with what it returns.
func returned(fn *ir.Op) []*ir.Op {
	var list []*ir.Op
	for b := analysis.CallableBody(fn).First(); b != nil; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Has(ir.ReturnLike) {
			list = append(list, t)
		}
	}
	return list
}

// setSignature changes the types of a function.
func setSignature(fn *ir.Op, inputs, results []*ir.Type) {
	c := fn.Context()
	fn.SetAttr("function_type", c.TypeAttr(c.Func(inputs, results)))
}
