package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How concatenations and splits become simpler.

var concatPatterns = []*rewrite.Pattern{
	{
		Name: "concat-concat", Root: Concat,
		Doc: "A concat that only a concat along the same dimension uses becomes part of it.",
		Why: "It takes any number of levels in one step: one at a time would copy a list of n operands n times.",
		Example: example("%x: tensor<2x3xf32>, %y: tensor<1x3xf32>", "tensor<5x3xf32>",
			"%0 = tg.concat %x, %y dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>",
			"%1 = tg.concat %0, %x dim 0 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>",
			"return %1 : tensor<5x3xf32>"),
		Apply: concatOfConcats,
	},
	{
		Name: "concat-of-slices", Root: Concat,
		Doc: "Neighbouring operands that are adjacent slices or pieces of one tensor become one slice.",
		Why: "It joins contiguous runs of operands, each on its own.",
		Example: example("%x: tensor<8x3xf32>", "tensor<6x3xf32>",
			"%0 = tg.slice %x [1:4, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>",
			"%1 = tg.slice %x [4:7, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>",
			"%2 = tg.concat %0, %1 dim 0 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<6x3xf32>",
			"return %2 : tensor<6x3xf32>"),
		Apply: concatOfSlices,
	},
	{
		Name: "concat-of-splats", Root: Concat,
		Doc: "Neighbouring operands that are splats of one value become one splat.",
		Why: "It joins contiguous runs of operands, each on its own.",
		Example: example("%x: tensor<2x3xf32>", "tensor<5x3xf32>",
			"%c = tg.constant dense<1.0> : tensor<2x3xf32>",
			"%d = tg.constant dense<1.0> : tensor<1x3xf32>",
			"%0 = tg.concat %x, %c, %d dim 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<5x3xf32>",
			"return %0 : tensor<5x3xf32>"),
		Apply: concatOfSplats,
	},
}

func concatDim(o *ir.Op) int { return int(o.Attr("dim").Int()) }

// concatOf replaces a concat by one of other operands, or by the only one.
func concatOf(r *rewrite.Rewriter, o *ir.Op, operands []*ir.Value) bool {
	if len(operands) == 1 && operands[0].Type() == o.Result(0).Type() {
		return replaceWith(r, o, operands[0])
	}
	return replaceWith(r, o, r.OpWithTypes(Concat, o.Loc(), o.ResultTypes(), operands, o.Props().Entries()...).Result(0))
}

// concatOfConcats takes all that is concatenated for o alone in one step: one
// level at a time would copy a list of n operands n times.
func concatOfConcats(r *rewrite.Rewriter, o *ir.Op) bool {
	if v := o.Result(0); v.HasOneUse() && isPartOf(o, v.FirstUse().Owner()) {
		return false // and so does the outermost
	}
	var flat []*ir.Value
	for stack := backwards(o); len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if inner := producer(v, Concat); inner != nil && isPartOf(inner, o) {
			stack = append(stack, backwards(inner)...)
		} else {
			flat = append(flat, v)
		}
	}
	return len(flat) > o.NumOperands() && concatOf(r, o, flat)
}

// isPartOf reports whether a concat's operands may be those of its user instead.
func isPartOf(o, user *ir.Op) bool { return user.Is(Concat) && concatDim(user) == concatDim(o) }

func backwards(o *ir.Op) []*ir.Value {
	list := o.Operands()
	slices.Reverse(list)
	return list
}

// pieceOf is v as a box of another value, along dimension d: of a slice, of one
// result of a split along d, or of nothing else.
func pieceOf(v *ir.Value, d int) (whole *ir.Value, b box) {
	switch o := v.Def(); {
	case o.Is(Slice) && allStatic(o):
		return o.Operand(0), boxOf(o)
	case o.Is(Split) && concatDim(o) == d && allStatic(o):
		b = wholeBox(o.Operand(0).Type().Shape())
		start := sum(o.Attr("sizes").Ints()[:v.Index()])
		b.set(d, start, start+v.Type().Shape()[d], 1)
		return o.Operand(0), b
	}
	return nil, b
}

func sum(list []int64) (n int64) {
	for _, m := range list {
		n += m
	}
	return n
}

// joins reports whether box c goes on where b ends along dimension d, and is
// equal to it along all others.
func (b box) joins(c box, d int) bool {
	for i := range b.starts {
		if i != d && (b.starts[i] != c.starts[i] || b.extent(i) != c.extent(i) || b.strides[i] != c.strides[i]) {
			return false
		}
	}
	return b.strides[d] == 1 && c.strides[d] == 1 && c.starts[d] == b.limits[d]
}

func concatOfSlices(r *rewrite.Rewriter, o *ir.Op) bool {
	if !allStatic(o) {
		return false
	}
	d := concatDim(o)
	var out []*ir.Value
	var whole *ir.Value // what the last entry of out is a box of, or nil
	var last box
	merged := false // the last entry stands for last, but is not made yet
	flush := func() {
		if merged {
			out[len(out)-1] = sliced(r, o, whole, last)
			merged = false
		}
	}
	changed := false
	for i := range o.NumOperands() {
		v := o.Operand(i)
		from, b := pieceOf(v, d)
		if from != nil && from == whole && last.joins(b, d) {
			last.limits[d] = b.limits[d]
			merged, changed = true, true
			continue
		}
		flush()
		out, whole = append(out, v), from
		if from != nil {
			last = b.copy()
		}
	}
	flush()
	return changed && concatOf(r, o, out)
}

func concatOfSplats(r *rewrite.Rewriter, o *ir.Op) bool {
	if !allStatic(o) {
		return false
	}
	d := concatDim(o)
	var out []*ir.Value
	for i := 0; i < o.NumOperands(); i++ {
		v := o.Operand(i)
		a, extent, k := splatOf(v), v.Type().Shape()[d], i+1
		for ; a != nil && k < o.NumOperands(); k++ {
			b := splatOf(o.Operand(k))
			if b == nil || !slices.Equal(a.Raw(), b.Raw()) {
				break
			}
			extent += o.Operand(k).Type().Shape()[d]
		}
		if k > i+1 {
			shape := slices.Clone(v.Type().Shape())
			shape[d] = extent
			t := r.Ctx.WithShape(v.Type(), shape)
			v = constantOf(r, o, r.Ctx.Dense(t, a.Raw()), t)
			i = k - 1
		}
		out = append(out, v)
	}
	return len(out) < o.NumOperands() && concatOf(r, o, out)
}

var splitPatterns = []*rewrite.Pattern{
	{
		Name: "split-of-concat", Root: Split,
		Doc: "A split that cuts a concat between its operands gives these back.",
		Why: "An op with any number of results is replaced, each by a run of operands.",
		Example: example("%x: tensor<2x3xf32>, %y: tensor<1x3xf32>", "tensor<2x3xf32>, tensor<3x3xf32>",
			"%0 = tg.concat %x, %y, %x dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>",
			"%1:2 = tg.split %0 dim 0 sizes [2, 3] : (tensor<5x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>)",
			"return %1#0, %1#1 : tensor<2x3xf32>, tensor<3x3xf32>"),
		Apply: splitOfConcat,
	},
	{
		Name: "split-unused", Root: Split,
		Doc: "A split of which at most half of the results are used is that many slices.",
		Why: "It replaces those of any number of results that are used.",
		Example: example("%x: tensor<5x3xf32>", "tensor<2x3xf32>",
			"%0:2 = tg.split %x dim 0 sizes [3, 2] : (tensor<5x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>)",
			"return %0#1 : tensor<2x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			used := 0
			for i := range o.NumResults() {
				if o.Result(i).HasUses() {
					used++
				}
			}
			if used == 0 || 2*used > o.NumResults() || !allStatic(o) {
				return false
			}
			for i := range o.NumResults() {
				if v := o.Result(i); v.HasUses() {
					_, b := pieceOf(v, concatDim(o))
					r.ReplaceValue(v, sliced(r, o, o.Operand(0), b))
				}
			}
			r.EraseOp(o)
			return true
		},
	},
	{
		Name: "split-split", Root: Split,
		Doc: "A split of a piece that nothing else uses becomes part of the split that made the piece.",
		Why: "It changes how many results an op has.",
		Example: example("%x: tensor<5x3xf32>", "tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>",
			"%0:2 = tg.split %x dim 0 sizes [3, 2] : (tensor<5x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>)",
			"%1:2 = tg.split %0#0 dim 0 sizes [1, 2] : (tensor<3x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>)",
			"return %1#0, %1#1, %0#1 : tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>"),
		Apply: splitOfSplit,
	},
	{
		Name: "split-of-broadcast", Root: Split,
		Doc: "The pieces of a broadcast along a dimension in which it repeats its operand are broadcasts.",
		Why: "An op with any number of results is replaced, each by an op of its own type.",
		Example: example("%x: tensor<3xf32>", "tensor<1x3xf32>, tensor<2x3xf32>",
			"%0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<3x3xf32>",
			"%1:2 = tg.split %0 dim 0 sizes [1, 2] : (tensor<3x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>)",
			"return %1#0, %1#1 : tensor<1x3xf32>, tensor<2x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if !inner.Is(Broadcast) || !allStatic(o) || slices.Contains(dimsOf(inner), int64(concatDim(o))) {
				return false
			}
			pieces := make([]*ir.Value, o.NumResults())
			for i := range pieces {
				pieces[i] = stretched(r, o, inner.Operand(0), o.Result(i).Type().Shape(), dimsOf(inner))
			}
			r.ReplaceOp(o, pieces...)
			return true
		},
	},
}

func splitOfConcat(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Concat) || concatDim(inner) != concatDim(o) || !allStatic(o) || !allStatic(inner) {
		return false
	}
	d, next := concatDim(o), 0
	groups := make([][]*ir.Value, o.NumResults())
	for i, size := range o.Attr("sizes").Ints() {
		for size > 0 && next < inner.NumOperands() {
			v := inner.Operand(next)
			size -= v.Type().Shape()[d]
			groups[i] = append(groups[i], v)
			next++
		}
		if size != 0 || len(groups[i]) == 0 {
			return false
		}
	}
	pieces := make([]*ir.Value, len(groups))
	for i, g := range groups {
		pieces[i] = g[0]
		if len(g) > 1 {
			pieces[i] = r.OpWithTypes(Concat, o.Loc(), types(o.Result(i).Type()), g, inner.Props().Entries()...).Result(0)
		}
	}
	r.ReplaceOp(o, pieces...)
	return true
}

func splitOfSplit(r *rewrite.Rewriter, o *ir.Op) bool {
	v := o.Operand(0)
	inner := producer(v, Split)
	if inner == nil || concatDim(inner) != concatDim(o) || !allStatic(o) || !allStatic(inner) {
		return false
	}
	k := v.Index()
	sizes := slices.Concat(inner.Attr("sizes").Ints()[:k], o.Attr("sizes").Ints(), inner.Attr("sizes").Ints()[k+1:])
	results := slices.Concat(inner.ResultTypes()[:k], o.ResultTypes(), inner.ResultTypes()[k+1:])
	r.Before(inner)
	n := r.OpWithTypes(Split, inner.Loc(), results, inner.Operands(), ir.NamedAttr{Name: "dim", Value: o.Attr("dim")}, intsAttr(r.Ctx, "sizes", sizes))
	r.ReplaceOp(o, n.Results()[k:k+o.NumResults()]...)
	for i := range inner.NumResults() {
		switch {
		case i < k:
			r.ReplaceValue(inner.Result(i), n.Result(i))
		case i > k:
			r.ReplaceValue(inner.Result(i), n.Result(i+o.NumResults()-1))
		}
	}
	r.EraseOp(inner)
	return true
}
