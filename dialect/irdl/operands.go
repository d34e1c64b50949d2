package irdl

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Operands and Results name and constrain the operands and the results of an
// op.
var (
	Operands = Dialect.NewOp("irdl.operands")
	Results  = Dialect.NewOp("irdl.results")
)

func init() {
	defineValues(Operands, "operand")
	defineValues(Results, "result")
}

func defineValues(d *ir.OpDef, what string) {
	d.Define(ir.OpDef{
		Doc: "Name the " + what + "s of the operation around, and say what the type of each must satisfy. One that is " +
			"optional or variadic stands for any number of values, at most one of them or not.",
		Example: `irdl.dialect @cmath {
  irdl.operation @mul {
    %0 = irdl.any
    irdl.` + what + `s(lhs: %0, rhs: optional %0, others: variadic %0)
  }
}`,
		Operands: ir.Args(ir.Variadic("args", variadicOf(isConstraint))),
		Attrs:    []ir.AttrArg{{Name: "names", Is: isStrings}, {Name: "variadicity", Is: isVariadicities}},
		// The form is not a format: names, words and operands take turns.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			c := p.Context()
			words := []*ir.Attr{}
			parseNamed(p, st, c.DialectType(AttributeType), func() {
				word := p.PeekKeyword()
				if slices.Contains(variadicities, word) {
					p.Keyword()
				} else {
					word = single
				}
				words = append(words, c.StringAttr(word))
			})
			st.SetAttr("variadicity", c.DialectAttr(variadicityArrayDef, ir.NamedAttr{Name: "value", Value: c.Array(words)}))
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			words := variadicityOf(o)
			printNamed(p, o, func(i int) string {
				if words[i] == single {
					return ""
				}
				return words[i] + " "
			})
			p.AttrDict(o, "names", "variadicity")
		},
		Verify: func(o *ir.Op) error {
			if err := checkParent(o, Operation); err != nil {
				return err
			}
			if n := len(variadicityOf(o)); n != o.NumOperands() {
				return fmt.Errorf("the number of %ss and their variadicities must be the same, but got %d and %d respectively", what, o.NumOperands(), n)
			}
			return checkNames(o, what)
		},
	})
}

// namesOf is the property `names` of o as words.
func namesOf(o *ir.Op) []string {
	var names []string
	for _, n := range o.Attr("names").Elems() {
		names = append(names, n.Text())
	}
	return names
}
