package ir

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
)

// TypeConstraint is a set of types with a description that completes the
// sentence "must be ...".
type TypeConstraint struct {
	Desc string
	Ok   func(*Type) bool
	// Only is the only type allowed, where there is but one, which formats then
	// need not say; nil where there are more.
	Only func(*Context) *Type
}

var (
	AnyType       = TypeConstraint{Desc: "any type", Ok: func(*Type) bool { return true }}
	AnyTensor     = TypeConstraint{Desc: "ranked tensor of any type values", Ok: (*Type).IsRankedTensor}
	AnyTensorLike = TypeConstraint{Desc: "tensor of any type values", Ok: (*Type).IsTensor}
	IntTensor     = TypeConstraint{Desc: "ranked tensor of integer or index values", Ok: func(t *Type) bool {
		return t.IsRankedTensor() && (t.elem.IsInteger() || t.elem.IsIndex())
	}}
	ScalarTensor = TypeConstraint{Desc: "0D tensor of any type values", Ok: func(t *Type) bool { return t.IsRankedTensor() && len(t.shape) == 0 }}
	I1           = TypeConstraint{Desc: "1-bit signless integer", Ok: (*Type).IsBool, Only: (*Context).Bool}
	IndexOnly    = TypeConstraint{Desc: "index", Ok: (*Type).IsIndex, Only: (*Context).Index}
)

// AttrConstraint is a set of attributes with a description that completes the
// sentence "failed to satisfy constraint: ...", and the way the attribute is
// spelled inside of a pretty form.
type AttrConstraint struct {
	Desc string
	Ok   func(*Attr) bool
	// Parse and Print are the spelling in a format string; nil for the plain
	// attribute.
	Parse func(p OpParser) *Attr
	Print func(p OpPrinter, a *Attr)
	// Values are the strings allowed, where they are few and known.
	Values []string
	// Cases are the attributes allowed where they are few and no strings, each of
	// which an op may have whatever its operands are; nil if they are not known.
	Cases func(*Context) []*Attr
}

func intOf(width int) func(*Attr) bool {
	return func(a *Attr) bool { return a.Is(IntegerAttr) && a.typ.IsIntN(width) }
}

var (
	AnyAttr  = AttrConstraint{Desc: "any attribute", Ok: func(a *Attr) bool { return a != nil }}
	IsUnit   = AttrConstraint{Desc: "unit attribute", Ok: func(a *Attr) bool { return a.Is(UnitAttr) }}
	IsString = AttrConstraint{
		Desc:  "string attribute",
		Ok:    func(a *Attr) bool { return a.Is(StringAttr) },
		Parse: func(p OpParser) *Attr { return p.Context().StringAttr(p.String()) },
		Print: func(p OpPrinter, a *Attr) { p.Quoted(a.Text()) },
	}
	// IsI64 is spelled as a bare integer.
	IsI64 = AttrConstraint{
		Desc:  "64-bit signless integer attribute",
		Ok:    intOf(64),
		Parse: func(p OpParser) *Attr { return p.Context().I64Attr(p.Int()) },
		Print: func(p OpPrinter, a *Attr) { p.Int(a.Int()) },
	}
	// IsI32 is spelled as a bare integer.
	IsI32 = AttrConstraint{
		Desc:  "32-bit signless integer attribute",
		Ok:    intOf(32),
		Parse: func(p OpParser) *Attr { return p.Context().IntAttr(p.Context().I32(), p.Int()) },
		Print: func(p OpPrinter, a *Attr) { p.Int(a.Int()) },
	}
	// IsF32 and IsF64 are spelled as bare numbers. Other floats state their types.
	IsF32 = bareFloat("32-bit float attribute", "f32")
	IsF64 = bareFloat("64-bit float attribute", "f64")
	// IsBool is spelled `true` or `false`.
	IsBool = AttrConstraint{
		Desc: "bool attribute",
		Ok:   func(a *Attr) bool { return a.Is(IntegerAttr) && a.typ.IsBool() },
		Parse: func(p OpParser) *Attr {
			switch {
			case p.Try("true"):
				return p.Context().BoolAttr(true)
			case p.Try("false"):
				return p.Context().BoolAttr(false)
			}
			p.Fail(p.Pos(), "expected 'true' or 'false'")
			return nil
		},
		Print: func(p OpPrinter, a *Attr) {
			if a.Bool() {
				p.Str("true")
			} else {
				p.Str("false")
			}
		},
	}
	// IsInts is a list of integers, spelled `[1, 2]`; `array<i64: ...>` is
	// canonical, and `dense<...> : tensor<Nxi64>` is accepted.
	IsInts = AttrConstraint{
		Desc:  "i64 dense array attribute",
		Ok:    func(a *Attr) bool { return isIntList(a, 64) },
		Parse: func(p OpParser) *Attr { return p.Context().I64Array(p.Ints()) },
		Print: func(p OpPrinter, a *Attr) { p.Ints(a.Ints()) },
	}
	// IsBools is a list of i1, `array<i1: true, false>` or its dense spelling.
	IsBools    = AttrConstraint{Desc: "i1 dense array attribute", Ok: func(a *Attr) bool { return isIntList(a, 1) }}
	IsElements = AttrConstraint{Desc: "constant vector/tensor attribute", Ok: isElements}
	IsTypeAttr = AttrConstraint{Desc: "any type attribute", Ok: func(a *Attr) bool { return a.Is(TypeAttr) }}
	IsFuncType = AttrConstraint{Desc: "type attribute of function type", Ok: func(a *Attr) bool {
		return a.Is(TypeAttr) && a.typ.IsFunction()
	}}
	IsFloat   = AttrConstraint{Desc: "floating-point attribute", Ok: func(a *Attr) bool { return a.Is(FloatAttr) }}
	IsArray   = AttrConstraint{Desc: "array attribute", Ok: func(a *Attr) bool { return a.Is(ArrayAttr) }}
	IsDict    = AttrConstraint{Desc: "dictionary of named attribute values", Ok: func(a *Attr) bool { return a.Is(DictAttr) }}
	IsFlatSym = AttrConstraint{
		Desc:  "flat symbol reference attribute",
		Ok:    func(a *Attr) bool { return a.Is(SymbolRefAttr) && len(a.Nested()) == 0 },
		Parse: func(p OpParser) *Attr { return p.Context().Symbol(p.SymbolName()) },
		Print: func(p OpPrinter, a *Attr) { p.Symbol(a.Text()) },
	}
	IsSymbolName = AttrConstraint{
		Desc:  "string attribute",
		Ok:    func(a *Attr) bool { return a.Is(StringAttr) },
		Parse: func(p OpParser) *Attr { return p.Context().StringAttr(p.SymbolName()) },
		Print: func(p OpPrinter, a *Attr) { p.Symbol(a.Text()) },
	}
	// IsIntMatrix is a rank-2 dense integer attribute, such as padding.
	IsIntMatrix = AttrConstraint{Desc: "64-bit signless integer elements attribute", Ok: func(a *Attr) bool {
		return a.Is(DenseAttr) && a.typ.elem.IsIntN(64) && isListed(a)
	}}
)

func isIntList(a *Attr, width int) bool {
	switch {
	case a.Is(DenseArrayAttr):
		return a.typ.IsIntN(width)
	case a.Is(DenseAttr):
		return a.typ.elem.IsIntN(width) && len(a.typ.shape) == 1 && isListed(a)
	}
	return false
}

// isListed reports whether Ints are all elements of a dense attribute of
// integers.
func isListed(a *Attr) bool {
	n, ok := a.typ.NumElements()
	return ok && (n <= maxListed || !a.IsSplat())
}

func isElements(a *Attr) bool {
	if a == nil {
		return false
	}
	switch a.kind {
	case DenseAttr, DenseStringsAttr, SparseAttr, ResourceAttr:
		return true
	}
	return false
}

// OneOf is a string attribute with one of the given values, spelled as a bare
// keyword.
func OneOf(what string, values ...string) AttrConstraint {
	list := what + " (" + strings.Join(values, "|") + ")"
	return AttrConstraint{
		Desc:   list,
		Values: values,
		Ok:     func(a *Attr) bool { return a.Is(StringAttr) && slices.Contains(values, a.Text()) },
		Parse: func(p OpParser) *Attr {
			pos := p.Pos()
			k := p.Keyword()
			if !slices.Contains(values, k) {
				p.Fail(pos, "unknown %s '%s'%s", list, k, spelling.DidYouMean(k, values))
			}
			return p.Context().StringAttr(k)
		},
		Print: func(p OpPrinter, a *Attr) { p.Str(a.Text()) },
	}
}

// bareFloat are the floats of one type, in text without it.
func bareFloat(desc, typ string) AttrConstraint {
	return AttrConstraint{
		Desc:  desc,
		Ok:    func(a *Attr) bool { return a.Is(FloatAttr) && a.typ.String() == typ },
		Parse: func(p OpParser) *Attr { return p.AttrOfType(p.Context().Float(typ)) },
		Print: func(p OpPrinter, a *Attr) { p.AttrWithoutType(a) },
	}
}
