package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How elementwise ops meet movements of their operands. See canonical.go for
// the direction in which movements go.

// elementwisePatterns are the patterns of an elementwise op.
func elementwisePatterns(root *ir.OpDef) []*rewrite.Pattern {
	list := absorbPatterns()
	for _, p := range list {
		p.Root = root
	}
	if root == Mul || root == Div {
		list = append(list, scalePatterns(root))
	}
	return append(append(list, neutralPatterns(root)...), valuePatterns(root)...)
}

// absorbPatterns, without their roots, make operands smaller that an elementwise
// op repeats by itself.
func absorbPatterns() []*rewrite.Pattern {
	return []*rewrite.Pattern{
		{
			Name: "elementwise-splat-operand",
			Doc:  "A splat operand of an elementwise op becomes a scalar, which the op repeats by itself: nothing is read to know it.",
			Why:  "What it makes stands beside the operand, where other users find it.",
			Example: example("%x: tensor<4x8xf32>", "tensor<4x8xf32>",
				"%c = tg.constant dense<2.0> : tensor<4x8xf32>",
				"%0 = tg.add %x, %c : tensor<4x8xf32>",
				"return %0 : tensor<4x8xf32>"),
			Apply: shrinkSplats,
		},
		{
			Name: "elementwise-absorb-broadcast",
			Doc:  "A broadcast operand of an elementwise op is replaced by what it repeats, reshaped where its dimensions would not align: the op repeats by itself.",
			Why:  "What it makes stands beside the operand, where other users find it.",
			Example: example("%x: tensor<4x8xf32>, %y: tensor<4xf32>", "tensor<4x8xf32>",
				"%0 = tg.broadcast %y dims [0] : (tensor<4xf32>) -> tensor<4x8xf32>",
				"%1 = tg.sub %x, %0 : tensor<4x8xf32>",
				"return %1 : tensor<4x8xf32>"),
			Apply: absorbBroadcast,
		},
		{
			Name: "elementwise-absorb-reshape",
			Doc:  "An operand of an elementwise op needs no extents of 1 in front.",
			Why:  "It changes one operand after the other, as long as the others keep the shape of the result.",
			Example: example("%x: tensor<4x8xf32>, %y: tensor<8xf32>", "tensor<4x8xf32>",
				"%0 = tg.reshape %y : (tensor<8xf32>) -> tensor<1x8xf32>",
				"%1 = tg.sub %x, %0 : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>",
				"return %1 : tensor<4x8xf32>"),
			Apply: absorbReshape,
		},
		{
			Name: "elementwise-absorb-iota",
			Doc:  "An iota operand of several dimensions becomes one along its own dimension, which the elementwise op repeats by itself.",
			Why:  "What it makes stands beside the operand, where other users find it.",
			Example: example("%x: tensor<4x8xi32>", "tensor<4x8xi32>",
				"%0 = tg.iota dim 0 : tensor<4x8xi32>",
				"%1 = tg.sub %x, %0 : tensor<4x8xi32>",
				"return %1 : tensor<4x8xi32>"),
			Apply: absorbIota,
		},
	}
}

// shrinkSplats makes the splat operands of an elementwise op scalars where the
// others keep the shape of the result.
func shrinkSplats(r *rewrite.Rewriter, o *ir.Op) bool {
	for i := range o.NumOperands() {
		v := o.Operand(i)
		if !v.Type().IsRankedTensor() || v.Type().Rank() == 0 {
			continue
		}
		a := splatOf(v)
		if a == nil || o.Is(Add) && isContraction(o.Operand(1-i).Def()) {
			continue // a bias has the extent of the channels, so that biases can be joined
		}
		t := r.Ctx.Tensor(nil, v.Type().Elem())
		if !keepsResult(o, i, t) {
			continue
		}
		value := []ir.NamedAttr{{Name: "value", Value: r.Ctx.Dense(t, a.Raw())}}
		r.SetOperand(o, i, beside(r, v.Def(), Constant, t, nil, value))
		return true
	}
	return false
}

func isContraction(o *ir.Op) bool { return o.Is(MatMul) || o.Is(Conv) || o.Is(DotGeneral) }

// keepsResult reports whether an elementwise op has the same result with
// operand i of type t.
func keepsResult(o *ir.Op, i int, t *ir.Type) bool {
	ts := o.OperandTypes()
	ts[i] = t
	shape, err := broadcastTypes(ts)
	return err == nil && allStatic(o) && slices.Equal(shape, o.Result(0).Type().Shape())
}

// alignedShape is the shape in which a tensor of shape x, whose dimensions lie
// at the increasing dims of a result of the given rank, lines up with that
// result from the last dimension on.
func alignedShape(x, dims []int64, rank int) []int64 {
	if len(dims) == 0 {
		return nil
	}
	shape := slices.Repeat([]int64{1}, rank-int(dims[0]))
	for i, d := range dims {
		shape[d-dims[0]] = x[i]
	}
	return shape
}

func absorbBroadcast(r *rewrite.Rewriter, o *ir.Op) bool {
	for i := range o.NumOperands() {
		move := o.Operand(i).Def()
		if !move.Is(Broadcast) || !allStatic(move) {
			continue
		}
		dims, x := move.Attr("dims").Ints(), move.Operand(0)
		if !increasing(dims) {
			continue
		}
		shape := alignedShape(x.Type().Shape(), dims, move.Result(0).Type().Rank())
		if !keepsResult(o, i, r.Ctx.WithShape(x.Type(), shape)) {
			continue
		}
		if !slices.Equal(shape, x.Type().Shape()) {
			x = beside(r, move, Reshape, r.Ctx.WithShape(x.Type(), shape), []*ir.Value{x}, nil)
		}
		r.SetOperand(o, i, x)
		return true
	}
	return false
}

func absorbReshape(r *rewrite.Rewriter, o *ir.Op) bool {
	for i := range o.NumOperands() {
		move := o.Operand(i).Def()
		if !move.Is(Reshape) || !allStatic(move) || move.Operand(0).Def().Is(Reshape) { // two reshapes become one first
			continue
		}
		x, shape := move.Operand(0), move.Result(0).Type().Shape()
		lead := len(shape) - x.Type().Rank()
		if lead > 0 && !anyNot(shape[:lead], 1) && slices.Equal(shape[lead:], x.Type().Shape()) && keepsResult(o, i, x.Type()) {
			r.SetOperand(o, i, x)
			return true
		}
	}
	return false
}

// beside is the result of an op right behind at, which is made unless it is
// there: many users of at ask for the same one.
func beside(r *rewrite.Rewriter, at *ir.Op, def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs []ir.NamedAttr) *ir.Value {
	if o := at.Next(); o.Is(def) && o.Result(0).Type() == t && slices.Equal(o.Operands(), operands) && slices.Equal(o.Props().Entries(), attrs) {
		return o.Result(0)
	}
	r.After(at)
	return r.OpWithTypes(def, at.Loc(), types(t), operands, attrs...).Result(0)
}

func absorbIota(r *rewrite.Rewriter, o *ir.Op) bool {
	for i := range o.NumOperands() {
		iota := o.Operand(i).Def()
		if !iota.Is(Iota) || !allStatic(iota) {
			continue
		}
		t, dim := iota.Result(0).Type(), iota.Attr("dim").Int()
		if len(notOne(t.Shape())) < 2 && t.Rank() == int(dim)+1 || t.Rank() == 1 {
			continue
		}
		shape := slices.Repeat([]int64{1}, t.Rank()-int(dim))
		shape[0] = t.Shape()[dim]
		line := r.Ctx.WithShape(t, shape)
		if line == t || !keepsResult(o, i, line) {
			continue
		}
		r.SetOperand(o, i, beside(r, iota, Iota, line, nil, []ir.NamedAttr{{Name: "dim", Value: r.Ctx.I64Attr(0)}}))
		return true
	}
	return false
}
