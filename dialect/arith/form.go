package arith

import "github.com/tg-opt/tg/ir"

// flag is what may stand between the operands and the attributes of a pretty
// form: a keyword that says an inherent attribute.
type flag struct {
	attr  ir.AttrArg
	elide []string // its name: what AttrDict leaves out
	parse func(p ir.OpParser, st *ir.OpState)
	print func(p ir.OpPrinter, o *ir.Op)
}

func (f *flag) attrs() []ir.AttrArg {
	if f == nil {
		return nil
	}
	return []ir.AttrArg{f.attr}
}

// exact is the flag of divisions and right shifts that drop nothing but zeros.
var exact = &flag{
	attr:  ir.AttrArg{Name: "isExact", Is: ir.IsUnit, Optional: true},
	elide: []string{"isExact"},
	parse: func(p ir.OpParser, st *ir.OpState) {
		if p.Try("exact") {
			st.SetAttr("isExact", p.Context().Unit())
		}
	},
	print: func(p ir.OpPrinter, o *ir.Op) {
		if o.Props().Get("isExact") != nil {
			p.Str(" exact")
		}
	},
}

// parseBinary reads `%a, %b FLAG {...} : T`, T being the type of both operands,
// and returns T.
func parseBinary(p ir.OpParser, st *ir.OpState, f *flag) *ir.Type {
	lhs := p.Operand()
	p.Expect(",")
	rhs := p.Operand()
	if f != nil {
		f.parse(p, st)
	}
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	st.Operands = append(st.Operands, p.Resolve(lhs, t), p.Resolve(rhs, t))
	return t
}

// printBinary writes what parseBinary reads, except for the type.
func printBinary(p ir.OpPrinter, o *ir.Op, f *flag) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	p.Str(", ")
	p.Operand(o.Operand(1))
	if f != nil {
		f.print(p, o)
		p.AttrDict(o, f.elide...)
	} else {
		p.AttrDict(o)
	}
	p.Str(" : ")
}

// castForm is the form of casts without flags.
const castForm = "$in attr-dict `:` type($in) `to` type($out)"

// parseCast reads `%a FLAG {...} : S to T`.
func parseCast(p ir.OpParser, st *ir.OpState, f *flag) {
	in := p.Operand()
	f.parse(p, st)
	p.AttrDict(st)
	p.Expect(":")
	st.Operands = append(st.Operands, p.Resolve(in, p.Type()))
	if !p.Try("to") {
		p.Fail(p.Pos(), "expected 'to'")
	}
	st.Results = p.Type().Alone()
}

// printCast writes what parseCast reads.
func printCast(p ir.OpPrinter, o *ir.Op, f *flag) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	f.print(p, o)
	p.AttrDict(o, f.elide...)
	p.Str(" : ")
	p.Type(o.Operand(0).Type())
	p.Str(" to ")
	p.Type(o.Result(0).Type())
}
