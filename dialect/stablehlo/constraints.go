package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// TensorOf is the constraint on tensors, with a rank or without, whose elements ok accepts.
func TensorOf(elements string, ok func(*ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{
		Desc: "tensor of " + elements + " values",
		Ok:   func(t *ir.Type) bool { return t.IsTensor() && ok(t.Elem()) },
	}
}

// The element classes of the specification. An index stands for an integer: exporters compute with
// extents.
var (
	floats   = TensorOf("floating-point", (*ir.Type).IsFloat)
	fields   = TensorOf("floating-point or complex", isField)
	signed   = TensorOf("signed integer, floating-point or complex", func(e *ir.Type) bool { return isCount(e) && e.Signedness() != ir.Unsigned || isField(e) })
	numbers  = TensorOf("integer, index, floating-point or complex", func(e *ir.Type) bool { return isCount(e) || isField(e) })
	integers = TensorOf("integer or index", isCount)
	bitwise  = TensorOf("i1, integer or index", func(e *ir.Type) bool { return e.IsBool() || isCount(e) })
	truths   = TensorOf("i1", (*ir.Type).IsBool)
)

// isField reports whether elements of type e have quotients.
func isField(e *ir.Type) bool { return e.IsFloat() || e.IsComplex() }

// isCount reports whether elements of type e are integers that count, which those of i1 are not.
func isCount(e *ir.Type) bool { return e.IsIndex() || e.IsInteger() && !e.IsBool() }

// ranked is a constraint on tensors, and on their having a rank.
func ranked(c ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{Desc: "ranked " + c.Desc, Ok: func(t *ir.Type) bool { return t.IsRankedTensor() && c.Ok(t) }}
}

// knownShape is the constraint on what an op can make without being told extents at run time. A
// bound is as good as an extent.
var knownShape = ir.TypeConstraint{
	Desc: "ranked tensor of static or bounded extents",
	Ok: func(t *ir.Type) bool {
		if !t.IsRankedTensor() {
			return false
		}
		for d, n := range t.Shape() {
			if n == ir.Dynamic && (t.Bounds() == nil || t.Bounds()[d] == ir.Dynamic) {
				return false
			}
		}
		return true
	},
}

// isToken is the constraint of an operand or result that orders effects.
var isToken = ir.TypeConstraint{Desc: "token", Ok: func(t *ir.Type) bool { return t.Def() == convert.Token }}

// isTuple is the constraint of a tuple.
var isTuple = ir.TypeConstraint{Desc: "tuple", Ok: func(t *ir.Type) bool { return t.Kind() == ir.TupleType }}

// anyValue is the constraint of what regions, branches and tuples hand on.
var anyValue = ir.TypeConstraint{
	Desc: "ranked tensor of any type values, a tuple or a token",
	Ok:   func(t *ir.Type) bool { return ir.AnyTensor.Ok(t) || isTuple.Ok(t) || isToken.Ok(t) },
}

// checkPromotable checks that elements of type from can become those of type to, with which a
// region works: elements of one kind, and no narrower.
func checkPromotable(what string, from, to *ir.Type) error {
	a, b := from.Elem(), to.Elem()
	if a == b {
		return nil
	}
	if a.IsComplex() && b.IsComplex() {
		a, b = a.Elem(), b.Elem()
	}
	wider := a.IsFloat() && b.IsFloat() || isCount(a) && isCount(b) && a.Signedness() == b.Signedness()
	if !wider || a.Width() > b.Width() {
		return fmt.Errorf("requires a region whose elements are at least as wide as those of %s, and of their kind: '%s' cannot become '%s'", what, from, to)
	}
	return nil
}

// precisions are how exact a contraction is asked to be, for each operand.
func precisions(o *ir.Op) []*ir.Attr {
	if a := o.Attr("precision_config"); a != nil {
		return a.Elems()
	}
	return nil
}

// checkPrecision checks that a contraction asks for at most one precision for each operand.
func checkPrecision(o *ir.Op) error {
	if n := len(precisions(o)); n > 2 {
		return fmt.Errorf("requires precision_config to have at most one entry for each of 2 operands, but it has %d", n)
	}
	return nil
}
