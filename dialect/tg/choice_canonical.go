package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What the rule language cannot say of comparisons and choices: the relation
// that two comparisons of one pair make together, and a choice between two
// results of the same op, whichever op that is.

// valuePatterns are the patterns of an elementwise op that rest on what it
// computes, whatever the shapes.
func valuePatterns(root *ir.OpDef) []*rewrite.Pattern {
	var list []*rewrite.Pattern
	for _, p := range choicePatterns {
		if p.Root == root {
			list = append(list, p)
		}
	}
	return list
}

var choicePatterns = []*rewrite.Pattern{
	relationPattern("and-of-comparisons", And, "lt", "ne", func(a, b relation) relation { return a & b }),
	relationPattern("or-of-comparisons", Or, "lt", "eq", func(a, b relation) relation { return a | b }),
	relationPattern("xor-of-comparisons", Xor, "le", "lt", func(a, b relation) relation { return a ^ b }),
	{
		Name: "select-of-equal-ops", Root: Select,
		Doc: "A choice between results of the same op, on operands of which all but one are the same, becomes one op on the chosen operand.",
		Example: example("%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.div %x, %z : tensor<4xf32>",
			"%1 = tg.div %y, %z : tensor<4xf32>",
			"%2 = tg.select %p, %0, %1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
			"return %2 : tensor<4xf32>"),
		Apply: selectOfEqualOps,
	},
}

// relation is a set of the outcomes that two numbers can have when they are
// compared; a comparison is true for those in its set.
type relation uint8

const (
	less relation = 1 << iota
	greater
	equal
	unordered // one is NaN
)

var relations = map[string]relation{
	"lt": less, "le": less | equal, "eq": equal, "ge": greater | equal, "gt": greater, "ne": less | greater | unordered,
}

var swappedDirection = map[string]string{"lt": "gt", "le": "ge", "eq": "eq", "ge": "le", "gt": "lt", "ne": "ne"}

// relationPattern joins two comparisons of the same two values.
func relationPattern(name string, root *ir.OpDef, first, second string, join func(a, b relation) relation) *rewrite.Pattern {
	return &rewrite.Pattern{
		Name: name, Root: root,
		Doc: "Two comparisons of the same values become one, or a constant. That NaN is unordered is taken care of.",
		Why: "It computes with sets of outcomes, of which one may be no comparison at all but a constant.",
		Example: example("%x: tensor<4xf32>, %y: tensor<4xf32>", "tensor<4xi1>",
			"%0 = tg.compare "+first+" %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
			"%1 = tg.compare "+second+" %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
			"%2 = "+root.Name()+" %0, %1 : tensor<4xi1>",
			"return %2 : tensor<4xi1>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			a, b := o.Operand(0).Def(), o.Operand(1).Def()
			if !a.Is(Compare) || !b.Is(Compare) || a == b || (a.Attr("total_order") == nil) != (b.Attr("total_order") == nil) {
				return false
			}
			other := b.Attr("direction").Text()
			switch {
			case a.Operand(0) == b.Operand(0) && a.Operand(1) == b.Operand(1):
			case a.Operand(0) == b.Operand(1) && a.Operand(1) == b.Operand(0):
				other = swappedDirection[other]
			default:
				return false
			}
			possible := less | greater | equal
			if a.Operand(0).Type().Elem().IsFloat() && a.Attr("total_order") == nil {
				possible |= unordered
			}
			both := join(relations[a.Attr("direction").Text()], relations[other]) & possible
			switch both {
			case 0:
				return becomesSplat(r, o, 0)
			case possible:
				return becomesSplat(r, o, 1)
			}
			for _, direction := range []string{"lt", "le", "eq", "ge", "gt", "ne"} {
				if relations[direction]&possible == both {
					attrs := []ir.NamedAttr{{Name: "direction", Value: r.Ctx.StringAttr(direction)}}
					if total := a.Attr("total_order"); total != nil {
						attrs = append(attrs, ir.NamedAttr{Name: "total_order", Value: total})
					}
					return replaceWith(r, o, r.Op(Compare, o.Loc(), a.Operands(), attrs...).Result(0))
				}
			}
			return false
		},
	}
}

// becomesSplat replaces o by the splat of a number, if its type is static.
func becomesSplat(r *rewrite.Rewriter, o *ir.Op, v float64) bool {
	t := o.Result(0).Type()
	a := splat(r.Ctx, t, v)
	return a != nil && replaceWith(r, o, constantOf(r, o, a, t))
}

// selectOfEqualOps pulls an op out of both sides of a choice. The sides must be
// as large as the choice, or there would be more to compute; a choice between
// constants is left to the folders of what uses it.
func selectOfEqualOps(r *rewrite.Rewriter, o *ir.Op) bool {
	a, b := o.Operand(1).Def(), o.Operand(2).Def()
	if a == nil || b == nil || a == b || a.Def() != b.Def() || !a.Has(ir.Elementwise) || a.Props() != b.Props() ||
		a.NumResults() != 1 || !o.Operand(1).HasOneUse() || !o.Operand(2).HasOneUse() || !allStatic(o) {
		return false
	}
	differs := -1
	for i := range a.NumOperands() {
		if a.Operand(i) == b.Operand(i) {
			continue
		}
		if differs >= 0 {
			return false
		}
		differs = i
	}
	if differs < 0 {
		return false
	}
	x, y := a.Operand(differs), b.Operand(differs)
	if x.Type() != y.Type() || !slices.Equal(x.Type().Shape(), o.Result(0).Type().Shape()) || a.Result(0).Type() != o.Result(0).Type() ||
		!plainTensor.Ok(x.Type()) || movedConstant(x) && movedConstant(y) {
		return false
	}
	operands := a.Operands()
	operands[differs] = r.OpWithTypes(Select, o.Loc(), types(x.Type()), []*ir.Value{o.Operand(0), x, y}).Result(0)
	return replaceWith(r, o, r.OpWithTypes(a.Def(), a.Loc(), a.ResultTypes(), operands, a.Props().Entries()...).Result(0))
}

// movedConstant reports whether v is a constant, perhaps broadcast, reshaped or
// transposed.
func movedConstant(v *ir.Value) bool {
	for range 4 {
		o := v.Def()
		if o == nil {
			return false
		}
		if same, _ := rewrite.SameElements.Get(o.Def()); !same {
			break
		}
		v = o.Operand(0)
	}
	return ir.ConstantValue(v) != nil
}
