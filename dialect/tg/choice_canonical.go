package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What the rule language cannot say of comparisons: the relation that two of one pair
// make together.

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
			if isInexact(a.Operand(0).Type().Elem()) && a.Attr("total_order") == nil {
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
