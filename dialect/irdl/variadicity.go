package irdl

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// How many values an operand or result stands for.
const (
	single   = "single"
	optional = "optional"
	variadic = "variadic"
)

var variadicities = []string{single, optional, variadic}

var variadicityDef = &ir.AttrDef{
	Name: "irdl.variadicity",
	Doc:  "How many values an operand or result stands for: single, optional or variadic.",
	Bare: true,
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		return []ir.NamedAttr{{Name: "value", Value: parseVariadicity(p)}}
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(" " + a.Get("value").Text()) },
}

var variadicityArrayDef = &ir.AttrDef{
	Name: "irdl.variadicity_array",
	Doc:  "How many values each of some operands or results stands for.",
	Bare: true,
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		words := []*ir.Attr{}
		p.Expect("[")
		for !p.Try("]") {
			if len(words) > 0 {
				p.Expect(",")
			}
			words = append(words, parseVariadicity(p))
		}
		return []ir.NamedAttr{{Name: "value", Value: p.Context().Array(words)}}
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		p.Str("[")
		for i, w := range a.Get("value").Elems() {
			if i > 0 {
				p.Str(", ")
			}
			p.Str(" " + w.Text())
		}
		p.Str("]")
	},
}

func parseVariadicity(p ir.OpParser) *ir.Attr {
	pos := p.Pos()
	word := p.PeekKeyword()
	if !slices.Contains(variadicities, word) {
		p.Fail(pos, "expected ::mlir::irdl::Variadicity to be one of: %s", strings.Join(variadicities, ", "))
	}
	p.Keyword()
	return p.Context().StringAttr(word)
}

// isVariadicities has no description in MLIR either.
var isVariadicities = ir.AttrConstraint{Ok: func(a *ir.Attr) bool { return a != nil && a.Def() == variadicityArrayDef }}

// variadicityOf is the property `variadicity` of o as words.
func variadicityOf(o *ir.Op) []string {
	var words []string
	for _, w := range o.Attr("variadicity").Get("value").Elems() {
		words = append(words, w.Text())
	}
	return words
}
