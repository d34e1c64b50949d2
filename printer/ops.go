package printer

import (
	"strconv"

	"github.com/tg-opt/tg/ir"
)

// op writes an op with what may trail it.
func (p *printer) op(o *ir.Op) {
	if p.opt.OpAt != nil {
		p.opt.OpAt(o, p.flushed+int64(len(p.Buf)))
	}
	p.resultNames(o)
	if d := o.Def(); d != nil && !p.opt.Generic && (d.Print != nil || d.Format != "") {
		p.customOp(o, d)
	} else {
		p.genericOp(o)
	}
	p.trailingLoc(o.Loc(), true)
	if p.opt.ValueUsers {
		p.opUsers(o)
	}
}

// resultNames writes `%0, %1:2 = `.
func (p *printer) resultNames(o *ir.Op) {
	n := o.NumResults()
	if n == 0 {
		return
	}
	for i := 0; i < n; {
		end := i + 1
		for p.names.shares(o, i, end) {
			end++
		}
		if i > 0 {
			p.Buf = append(p.Buf, ", "...)
		}
		p.Buf = p.names.appendID(p.Buf, p.names.of(o.Result(i)))
		if end-i > 1 {
			p.Buf = strconv.AppendInt(append(p.Buf, ':'), int64(end-i), 10)
		}
		i = end
	}
	p.Buf = append(p.Buf, " = "...)
}

// Operand writes the name of a value.
func (p *printer) Operand(v *ir.Value) {
	if v == nil {
		p.Str("<<NULL VALUE>>")
		return
	}
	o := v.Def()
	if o == nil || o.NumResults() == 1 {
		p.Buf = p.names.appendID(p.Buf, p.names.of(v))
		return
	}
	head := p.names.head(o, v.Index())
	p.Buf = p.names.appendID(p.Buf, p.names.of(o.Result(head)))
	if p.names.shares(o, head, head+1) {
		p.Buf = strconv.AppendInt(append(p.Buf, '#'), int64(v.Index()-head), 10)
	}
}

// Operands writes a comma-separated list.
func (p *printer) Operands(vs []*ir.Value) {
	for i, v := range vs {
		p.comma(i)
		p.Operand(v)
	}
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.Buf = append(p.Buf, ", "...)
	}
}

// maxCachedType bounds the ids of types whose text is kept.
const maxCachedType = 1 << 16

// Type writes a type, from the cache if it can.
func (p *printer) Type(t *ir.Type) {
	if t == nil {
		p.TextWriter.Type(nil)
		return
	}
	id := int(t.ID())
	if id < len(p.typeText) && p.typeText[id] != "" {
		p.Buf = append(p.Buf, p.typeText[id]...)
		return
	}
	start, flushes := len(p.Buf), p.flushes
	p.TextWriter.Type(t)
	if id >= maxCachedType || flushes != p.flushes {
		return
	}
	for id >= len(p.typeText) {
		p.typeText = append(p.typeText, make([]string, id+1)...)
	}
	p.typeText[id] = string(p.Buf[start:])
}

// genericOp writes `"name"(operands)[successors] <{props}> (regions) {attrs} :
// type`.
func (p *printer) genericOp(o *ir.Op) {
	p.Quoted(o.Name())
	p.Buf = append(p.Buf, '(')
	n := o.NumOperands()
	for i := range n {
		p.comma(i)
		p.Operand(o.Operand(i))
	}
	p.Buf = append(p.Buf, ')')
	if s := o.Successors(); len(s) > 0 {
		p.Byte('[')
		for i, b := range s {
			p.comma(i)
			p.Successor(b)
		}
		p.Byte(']')
	}
	p.properties(o)
	if o.NumRegions() > 0 {
		p.Str(" (")
		for i, r := range o.Regions() {
			p.comma(i)
			p.region(r, "", true, true, true)
		}
		p.Byte(')')
	}
	if attrs := o.Attrs(); attrs != nil {
		p.Byte(' ')
		p.Dict(attrs.Entries())
	}
	p.Buf = append(p.Buf, " : "...)
	p.signature(o)
}

// signature writes `(operand types) -> result types`.
func (p *printer) signature(o *ir.Op) {
	p.Buf = append(p.Buf, '(')
	for i := range o.NumOperands() {
		p.comma(i)
		if v := o.Operand(i); v != nil {
			p.Type(v.Type())
		} else {
			p.Type(nil)
		}
	}
	p.Buf = append(p.Buf, ") -> "...)
	p.resultTypes(o)
}

// properties writes ` <{...}>`. An op that nobody defines has whatever attribute
// its text had, even an empty dictionary.
func (p *printer) properties(o *ir.Op) {
	if props := o.Props(); o.Def() == nil && props != nil {
		p.Str(" <")
		p.Attr(props)
		p.Byte('>')
		return
	}
	p.props = p.props[:0]
	ir.ForEachProp(o, func(e ir.NamedAttr) { p.props = append(p.props, e) })
	if len(p.props) > 0 {
		p.Str(" <")
		p.Dict(p.props)
		p.Byte('>')
	}
}

// resultTypes writes one type that is no function type bare, and any others in
// parentheses.
func (p *printer) resultTypes(o *ir.Op) {
	if o.NumResults() == 1 && !o.Result(0).Type().IsFunction() {
		p.Type(o.Result(0).Type())
		return
	}
	p.Byte('(')
	for i := range o.NumResults() {
		p.comma(i)
		p.Type(o.Result(i).Type())
	}
	p.Byte(')')
}
