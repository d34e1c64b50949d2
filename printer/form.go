package printer

import (
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/ir"
)

// formPrinter writes one op by the elements of its form. Blanks follow the
// rules of MLIR's declarative formats: an element has one in front of it,
// except behind `(`, `[`, `<` and `{`; the brackets and the comma have none,
// but an opening bracket has one behind other punctuation.
type formPrinter struct {
	ir.OpPrinter
	form *asm.Form
	op   *ir.Op
	// space: a blank is due before the next element. punct: the last element
	// was punctuation.
	space, punct bool
	types        *typeLists
}

// typeLists is scratch space for the types of an op.
type typeLists struct{ in, out []*ir.Type }

// of is the operand and result types of o, until the next call.
func (l *typeLists) of(o *ir.Op) (in, out []*ir.Type) {
	l.in, l.out = l.in[:0], l.out[:0]
	for i := range o.NumOperands() {
		l.in = append(l.in, o.Operand(i).Type())
	}
	for i := range o.NumResults() {
		l.out = append(l.out, o.Result(i).Type())
	}
	return l.in, l.out
}

func printForm(p ir.OpPrinter, form *asm.Form, o *ir.Op, types *typeLists) {
	f := &formPrinter{OpPrinter: p, form: form, op: o, space: true, types: types}
	for i := range form.Elements {
		f.element(&form.Elements[i], nil)
	}
}

// blank writes the blank in front of an element that is no literal.
func (f *formPrinter) blank() {
	if f.space || !f.punct {
		f.Str(" ")
	}
	f.space, f.punct = true, false
}

func (f *formPrinter) literal(text string) {
	if text == "\n" {
		f.Newline()
		f.space, f.punct = false, true
		return
	}
	if strings.TrimSpace(text) == "" { // the format itself says the blank, or that there is none
		f.Str(text)
		f.space, f.punct = false, true
		return
	}
	if f.space && spaceBefore(text, f.punct) && text[0] != ' ' {
		f.Str(" ")
	}
	f.Str(text)
	text = strings.TrimSpace(text)
	f.space = !(len(text) == 1 && strings.Contains("<({[", text))
	c := text[0]
	f.punct = !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_')
}

func spaceBefore(text string, afterPunct bool) bool {
	if len(text) > 1 {
		return true
	}
	if afterPunct {
		return !strings.Contains(">)}],", text)
	}
	return !strings.Contains("<>(){}[],", text)
}

// element writes e; group is the optional group that it is in, or nil.
func (f *formPrinter) element(e, group *asm.Element) {
	o := f.op
	switch e.Kind {
	case asm.Literal:
		f.literal(e.Text)
	case asm.Operand, asm.Operands, asm.Inputs, asm.Inits:
		from, to := f.window(e)
		f.list(from, to, func(i int) { f.Operand(o.Operand(i)) })
	case asm.Attribute:
		f.attr(e, group)
	case asm.Box:
		f.box(e)
	case asm.Region:
		f.region(e)
	case asm.Successor:
		f.blank()
		f.Successor(o.Successors()[e.Index])
	case asm.Successors:
		f.list(0, len(o.Successors()), func(i int) { f.Successor(o.Successors()[i]) })
	case asm.AttrDict:
		f.AttrDict(o, f.elided()...)
		f.punct = false
	case asm.AttrDictKeyword:
		f.AttrDictKeyword(o, f.elided()...)
		f.punct = false
	case asm.OperandTypes, asm.ResultTypes, asm.MoreTypes, asm.TypeOf:
		from, to := f.window(e)
		f.list(from, to, func(i int) {
			if e.Result || e.Kind == asm.ResultTypes || e.Kind == asm.MoreTypes {
				f.Type(o.Result(i).Type())
			} else {
				f.Type(o.Operand(i).Type())
			}
		})
	case asm.FunctionalType:
		f.blank()
		f.FuncType(f.types.of(o))
	case asm.SameType:
		f.blank()
		f.sameType()
	case asm.SameTypes:
		f.blank()
		f.sameTypes()
	case asm.Signature, asm.Assignments:
		f.arguments(e)
	case asm.Group:
		if f.present(&e.Group[e.Anchor]) {
			for i := range e.Group {
				f.element(&e.Group[i], e)
			}
			return
		}
		for i := range e.Else {
			f.element(&e.Else[i], nil)
		}
	}
}

// list writes a comma-separated list, or nothing when it is empty.
func (f *formPrinter) list(from, to int, item func(i int)) {
	for i := from; i < to; i++ {
		if i == from {
			f.blank()
		} else {
			f.Str(", ")
		}
		item(i)
	}
}

// window says which operands, or which results, the element stands for.
func (f *formPrinter) window(e *asm.Element) (from, to int) {
	o, d := f.op, f.op.Def()
	switch {
	case e.Kind == asm.Operands, e.Kind == asm.OperandTypes, e.Kind == asm.SameTypes:
		return 0, o.NumOperands()
	case e.Kind == asm.Inputs:
		return 0, d.NumInputs(o)
	case e.Kind == asm.Inits:
		return d.NumInputs(o), o.NumOperands()
	case e.Kind == asm.ResultTypes:
		return 0, o.NumResults()
	case e.Kind == asm.MoreTypes:
		return o.NumOperands(), o.NumResults()
	case e.Result:
		return segment(o, d.Results, o.NumResults(), d.Has(ir.SizedResults), "result", e.Index)
	}
	return segment(o, d.Operands, o.NumOperands(), d.Has(ir.SizedOperands), "operand", e.Index)
}

// segment is the window of n values that argument i of a verified op stands
// for.
func segment(o *ir.Op, args []ir.ArgDef, n int, sized bool, what string, i int) (from, to int) {
	if n == len(args) && !sized {
		return i, i + 1 // by far the most common, and free of allocation
	}
	groups, err := ir.Segments(o, args, n, sized, what)
	if err != nil {
		return 0, 0
	}
	for _, g := range groups[:i] {
		from += g
	}
	return from, from + groups[i]
}

// attr writes an attribute that is there. A unit attribute inside of a
// group is said by the group being there.
func (f *formPrinter) attr(e, group *asm.Element) {
	a := f.op.Attr(e.Attr.Name)
	if a == nil || group != nil && len(group.Group) > 1 && a.Is(ir.UnitAttr) {
		return
	}
	f.blank()
	if e.Attr.Is.Print != nil {
		e.Attr.Is.Print(f.OpPrinter, a)
	} else {
		f.Attr(a)
	}
}

// region writes a region, or all from it on when it may repeat.
func (f *formPrinter) region(e *asm.Element) {
	last := e.Index + 1
	if f.op.Def().Regions[e.Index].Variadic {
		last = f.op.NumRegions()
	}
	for i := e.Index; i < last; i++ {
		if i > e.Index {
			f.Str(",")
		}
		f.blank()
		f.Region(f.op.RegionAt(i), !e.Signed, true)
	}
}

// box writes three attributes as `[start:limit:stride, ...]`.
func (f *formPrinter) box(e *asm.Element) {
	var parts [3][]int64
	n := math.MaxInt
	for k := range parts {
		parts[k] = f.op.Attr(f.op.Def().Attrs[e.Index+k].Name).Ints()
		n = min(n, len(parts[k]))
	}
	f.blank()
	f.Str("[")
	for i := range n {
		if i > 0 {
			f.Str(", ")
		}
		f.Int(parts[0][i])
		f.Str(":")
		f.Int(parts[1][i])
		if parts[2][i] != 1 {
			f.Str(":")
			f.Int(parts[2][i])
		}
	}
	f.Str("]")
	f.punct = true
}

// arguments writes those of a region's entry block, with their types or with
// the operands that they are at first.
func (f *formPrinter) arguments(e *asm.Element) {
	f.blank()
	f.Str("(")
	for i, a := range f.op.RegionAt(e.Index).First().Args() {
		if i > 0 {
			f.Str(", ")
		}
		if e.Kind == asm.Signature {
			f.RegionArg(a)
			continue
		}
		f.Operand(a)
		f.Str(" = ")
		f.Operand(f.op.Operand(i))
	}
	f.Str(")")
	f.punct = true
}

// elided are the attributes that the dictionary leaves out: what elements
// spell, and how operands and results are grouped when elements show that.
func (f *formPrinter) elided() []string {
	elide := f.form.Spelled[:len(f.form.Spelled):len(f.form.Spelled)]
	d := f.op.Def()
	if d.Has(ir.SizedOperands) && !spells(f.form.Elements, asm.Operands) {
		elide = append(elide, "operandSegmentSizes")
	}
	if d.Has(ir.SizedResults) && !spells(f.form.Elements, asm.ResultTypes) {
		elide = append(elide, "resultSegmentSizes")
	}
	return elide
}

// spells reports whether an element of kind k is among elements.
func spells(elements []asm.Element, k asm.Kind) bool {
	for i := range elements {
		if e := &elements[i]; e.Kind == k || spells(e.Group, k) {
			return true
		}
	}
	return false
}

// sameType writes the one type of all operands and the only result, or the
// functional type when there is no such type.
func (f *formPrinter) sameType() {
	in, out := f.types.of(f.op)
	if len(out) != 1 || slices.ContainsFunc(in, func(t *ir.Type) bool { return t != out[0] }) {
		f.FuncType(in, out)
		return
	}
	f.Type(out[0])
}

// sameTypes writes the types of the operands, or the functional type when the
// results have others. Results of which another element tells the types do not count.
func (f *formPrinter) sameTypes() {
	in, out := f.types.of(f.op)
	if f.form.MoreTypes {
		out = out[:min(len(in), len(out))]
	}
	if slices.Equal(in, out) {
		f.Types(in)
		return
	}
	f.FuncType(in, out)
}

// present reports whether the element that decides over a group has anything
// to write.
func (f *formPrinter) present(e *asm.Element) bool {
	o := f.op
	switch e.Kind {
	case asm.Operand, asm.Operands, asm.Inputs, asm.Inits, asm.TypeOf, asm.OperandTypes, asm.ResultTypes, asm.SameTypes, asm.MoreTypes:
		from, to := f.window(e)
		return from < to
	case asm.Attribute:
		a := o.Props().Get(e.Attr.Name)
		return a != nil && (e.Attr.Default == nil || a != e.Attr.Default(o.Context()))
	case asm.Region:
		return e.Index < o.NumRegions() && !o.RegionAt(e.Index).Empty()
	case asm.Successors:
		return len(o.Successors()) > 0
	}
	return true
}
