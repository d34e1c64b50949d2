package shared

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expand"
	"github.com/tg-opt/tg/te/expr"
	"github.com/tg-opt/tg/te/inline"
	"github.com/tg-opt/tg/te/lower"
	"github.com/tg-opt/tg/te/normalize"
)

// MostExposed is how many ops a function may have to be looked at by Expose.
const MostExposed = 20_000

// IsTooLarge reports whether Expose leaves a function as it is, because it has more than
// MostExposed ops.
func IsTooLarge(fn *ir.Op) bool {
	n := 0
	if body := analysis.CallableBody(fn); body != nil && !body.Empty() {
		for o := body.First().First(); o != nil; o = o.Next() {
			n++
		}
	}
	return n > MostExposed
}

// maxConstant is up to how many elements a table of indices is a constant.
const maxConstant = 4096

// Expose makes tensors of what a function of one block computes twice at other indices, so that
// those who choose among tensors, such as the cut between a forward and a backward pass, can choose
// it. The function computes the same bits, in ops of tg where these say what it does.
//
// Of computes, and of all ops of a function that has any, the bodies are put into one another,
// brought into one form, and compared part by part; what they have in common becomes tensors, and
// so does each op of what is written in tg again. Of other functions whole tensors are compared, on
// a copy at the index level, and what equals an earlier one becomes a view of that.
func Expose(fn *ir.Op, _ []int) error {
	body := analysis.CallableBody(fn)
	if body == nil || !body.HasOneBlock() || fn.Context().LookupOp("te.compute") == nil {
		return nil
	}
	if IsTooLarge(fn) {
		return nil
	}
	block, computes := body.First(), false
	for o := block.First(); o != nil; o = o.Next() {
		_, is := te.AsCompute(o)
		computes = computes || is
	}
	if b := ir.NewBuilder(fn.Context()); computes {
		parts(b, fn)
	} else {
		wholes(b, fn, block)
	}
	return nil
}

// kept reports whether an op has attributes that decide for somebody else.
func kept(o *ir.Op) bool { return o.Attrs() != nil }

// parts makes tensors of all that computes have in common.
func parts(b *ir.Builder, fn *ir.Op) {
	expand.Inside(b, fn, expand.Options{Wanted: func(o *ir.Op) bool { return !kept(o) }})
	inline.Inline(b, fn, inline.Defaults())
	normalize.Normalize(b, fn)
	Share(b, fn, Options{})
	var list []te.Compute
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		c, ok := te.AsCompute(o)
		if ok && !kept(o) {
			list = append(list, c)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, c := range list {
		if results, _ := lower.Compute(b, c, lower.Options{MaxConstant: maxConstant}); results != nil {
			for i, v := range results {
				c.Result(i).ReplaceAllUsesWith(v)
			}
			c.Op.Erase()
		}
	}
}

// wholes makes tensors that equal earlier ones at other indices views of these.
func wholes(b *ir.Builder, fn *ir.Op, block *ir.Block) {
	values := slices.Clone(block.Args())
	for o := block.First(); o != block.Last(); o = o.Next() {
		values = append(values, o.Results()...)
	}
	// The return of the copy holds what becomes of the values.
	to := map[*ir.Value]*ir.Value{}
	scratch := b.After(fn).Clone(fn, to)
	defer scratch.Erase()
	held := make([]*ir.Value, len(values))
	for i, v := range values {
		held[i] = to[v]
	}
	end := analysis.CallableBody(scratch).First().Last()
	end.SetOperands(held)
	expand.Inside(b, scratch, expand.Options{})

	table := expr.NewTable(fn.Context(), expr.Options{})
	first := map[expr.Number]*ir.Value{}
	for i, v := range values {
		if !v.Type().IsRankedTensor() || !v.Type().IsStatic() {
			continue
		}
		n, at := table.Element(end.Operand(i))
		if from := first[n]; from != nil {
			if o := v.Def(); o != nil && v.HasUses() && !kept(o) && computesSomething(o) {
				see(b, v, from, at)
			}
		} else if at == nil {
			first[n] = v
		}
	}
}

// computesSomething reports whether an op does more than moving elements.
func computesSomething(o *ir.Op) bool {
	switch cost.WorkOf(ir.InferenceOf(o)).Kind {
	case cost.Move, cost.View, cost.Free, cost.Control:
		return false
	}
	return true
}

// see makes v what from is at the indices that at says, where ops of tg say that.
func see(b *ir.Builder, v, from *ir.Value, at []*ir.AffineExpr) {
	if at == nil && from.Type() == v.Type() {
		v.ReplaceAllUsesWith(from)
		return
	}
	o := v.Def()
	m := &te.Maker{Builder: b.After(o), Loc: o.Loc()}
	s := te.Shape{Elems: []*ir.Type{v.Type().Elem()}}
	var dims []*ir.AffineExpr
	for i, n := range v.Type().Shape() {
		s.Axes = append(s.Axes, te.Axis{Name: axisName(i), Extent: n})
		dims = append(dims, affine.Dim(i))
	}
	if at == nil {
		at = dims
	}
	w := m.Compute(s, func(b *te.Body) []*ir.Value { return []*ir.Value{b.Read(from, at)} })[0]
	c := te.Compute{Op: w.Def()}
	if results, _ := lower.Compute(b, c, lower.Options{MaxConstant: maxConstant}); results != nil {
		v.ReplaceAllUsesWith(results[0])
	}
	c.Op.Erase()
}

func axisName(i int) string { return fmt.Sprintf("i%d", i) }
