package tg

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// isWholeNumber reports whether e is an integer of at least one bit, but not
// i1, or index.
func isWholeNumber(e *ir.Type) bool {
	return e.IsInteger() && e.Width() > 0 && !e.IsBool() || e.IsIndex()
}

// isComplexNumber reports whether e is a complex type whose parts are f32 or
// f64.
func isComplexNumber(e *ir.Type) bool { return e.IsComplex() && analysis.ElementBytes(e) != 0 }

// isInexact reports whether arithmetic on e rounds, and has NaN and zeros with
// signs.
func isInexact(e *ir.Type) bool { return e.IsFloat() || e.IsComplex() }

// tensorOf is the constraint on ranked tensors with elements that ok accepts.
func tensorOf(elements string, ok func(*ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{
		Desc: "ranked tensor of " + elements + " values",
		Ok:   func(t *ir.Type) bool { return t.IsRankedTensor() && ok(t.Elem()) },
	}
}

// The element classes of arithmetic. i1 is no integer here: its values are
// truth values. Complex numbers have no order.
var (
	boolTensor    = tensorOf("i1", (*ir.Type).IsBool)
	floatTensor   = tensorOf("floating-point", (*ir.Type).IsFloat)
	integerTensor = tensorOf("integer or index", isWholeNumber)
	bitsTensor    = tensorOf("i1, integer or index", func(e *ir.Type) bool { return e.IsBool() || isWholeNumber(e) })
	realTensor    = tensorOf("integer, index or floating-point", func(e *ir.Type) bool { return isWholeNumber(e) || e.IsFloat() })
	orderedTensor = tensorOf("i1, integer, index or floating-point", func(e *ir.Type) bool { return e.IsBool() || isWholeNumber(e) || e.IsFloat() })
	complexTensor = tensorOf("complex", isComplexNumber)
	fieldTensor   = tensorOf("floating-point or complex", func(e *ir.Type) bool { return e.IsFloat() || isComplexNumber(e) })
	numberTensor  = tensorOf("integer, index, floating-point or complex", func(e *ir.Type) bool { return isWholeNumber(e) || e.IsFloat() || isComplexNumber(e) })
	plainTensor   = tensorOf("i1, integer, index, floating-point or complex", func(e *ir.Type) bool {
		return e.IsBool() || isWholeNumber(e) || e.IsFloat() || isComplexNumber(e)
	})
)

// The element classes of rank-0 operands.
var (
	scalarBool = ir.TypeConstraint{Desc: "0D tensor of i1 values", Ok: func(t *ir.Type) bool {
		return t.IsRankedTensor() && t.Rank() == 0 && t.Elem().IsBool()
	}, Only: func(c *ir.Context) *ir.Type { return c.Tensor(nil, c.Bool()) }}
	scalarI32 = ir.TypeConstraint{Desc: "0D tensor of i32 values", Ok: func(t *ir.Type) bool {
		return t.IsRankedTensor() && t.Rank() == 0 && t.Elem().IsIntN(32)
	}, Only: func(c *ir.Context) *ir.Type { return c.Tensor(nil, c.I32()) }}
	scalarInteger = ir.TypeConstraint{Desc: "0D tensor of integer or index values", Ok: func(t *ir.Type) bool {
		return t.IsRankedTensor() && t.Rank() == 0 && isWholeNumber(t.Elem())
	}}
)

// isElementType is an element type, spelled as the type itself.
var isElementType = ir.AttrConstraint{
	Desc:  "element type of a tensor",
	Ok:    func(a *ir.Attr) bool { return a.Is(ir.TypeAttr) && !a.Type().IsShaped() && !a.Type().IsFunction() },
	Parse: func(p ir.OpParser) *ir.Attr { return p.Context().TypeAttr(p.Type()) },
	Print: func(p ir.OpPrinter, a *ir.Attr) { p.Type(a.Type()) },
}

// isPads is a low and a high count for each dimension, spelled `[1:1, 0:2]`
// and stored one after the other, `array<i64: 1, 1, 0, 2>`.
var isPads = ir.AttrConstraint{
	Desc: "i64 dense array attribute of pairs",
	Ok:   func(a *ir.Attr) bool { return ir.IsInts.Ok(a) && len(a.Ints())%2 == 0 },
	Parse: func(p ir.OpParser) *ir.Attr {
		var flat []int64
		parseList(p, func() {
			low := p.Int()
			p.Expect(":")
			flat = append(flat, low, p.Int())
		})
		return p.Context().I64Array(flat)
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		flat := a.Ints()
		printList(p, len(flat)/2, func(i int) {
			p.Int(flat[2*i])
			p.Str(":")
			p.Int(flat[2*i+1])
		})
	},
}

// isTruths is a list of truth values, spelled `[true, false]`.
var isTruths = ir.AttrConstraint{
	Desc: ir.IsBools.Desc,
	Ok:   ir.IsBools.Ok,
	Parse: func(p ir.OpParser) *ir.Attr {
		var flat []int64
		parseList(p, func() { flat = append(flat, ir.IsBool.Parse(p).Int()) })
		return p.Context().IntArray(p.Context().Bool(), flat)
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		flat := a.Ints()
		printList(p, len(flat), func(i int) { ir.IsBool.Print(p, p.Context().BoolAttr(flat[i] != 0)) })
	},
}

// parseList reads `[item, ...]`, perhaps empty.
func parseList(p ir.OpParser, item func()) {
	p.Expect("[")
	if p.Try("]") {
		return
	}
	for item(); p.Try(","); {
		item()
	}
	p.Expect("]")
}

func printList(p ir.OpPrinter, n int, item func(i int)) {
	p.Str("[")
	for i := range n {
		if i > 0 {
			p.Str(", ")
		}
		item(i)
	}
	p.Str("]")
}

func noInts(c *ir.Context) *ir.Attr { return c.I64Array(nil) }
func one(c *ir.Context) *ir.Attr    { return c.I64Attr(1) }

// clause declares an optional list of integers that is empty by default.
func clause(name string) ir.AttrArg { return ir.AttrArg{Name: name, Is: ir.IsInts, Default: noInts} }

// flag declares an attribute that is there or not.
func flag(name string) ir.AttrArg { return ir.AttrArg{Name: name, Is: ir.IsUnit, Optional: true} }

// optionalList declares a list that, where it is missing, is one number repeated.
func optionalList(name string, is ir.AttrConstraint, entry int64, length func(*ir.Op) int) ir.AttrArg {
	return ir.AttrArg{Name: name, Is: is, Optional: true, Missing: &ir.MissingList{Entry: entry, Len: length}}
}

// inputRank is the rank of operand 0, as long as lists of an entry for each dimension.
func inputRank(o *ir.Op) int { return o.Operand(0).Type().Rank() }

// clauses writes the format of optional attributes, each behind its own name
// as a keyword.
func clauses(names ...string) string {
	var b strings.Builder
	for _, n := range names {
		b.WriteString("(`" + n + "` $" + n + "^)? ")
	}
	return b.String()
}
