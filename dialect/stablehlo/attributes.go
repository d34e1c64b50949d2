package stablehlo

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// Enum is an attribute that is one of a few words. It is spelled
// `#stablehlo<precision HIGH>`, and just HIGH where a pretty form expects it.
type Enum struct {
	def   *ir.AttrDef
	words []string
	// Is is the constraint of an op's attribute of this kind.
	Is ir.AttrConstraint
}

func newEnum(name, doc string, words ...string) *Enum { return NewEnum(Dialect, name, doc, words...) }

// NewEnum defines such an attribute of a dialect.
func NewEnum(d *ir.Dialect, name, doc string, words ...string) *Enum {
	e := &Enum{words: words}
	e.def = &ir.AttrDef{
		Name: d.Name + "." + name,
		Doc:  doc + " One of " + strings.Join(words, ", ") + ".",
		Bare: true,
		Parse: func(p ir.OpParser) []ir.NamedAttr {
			return []ir.NamedAttr{{Name: "value", Value: p.Context().StringAttr(e.read(p))}}
		},
		Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(" " + word(a)) },
	}
	e.Is = ir.AttrConstraint{
		Desc:  "a " + strings.ReplaceAll(name, "_", " ") + ", one of " + strings.Join(words, ", "),
		Ok:    func(a *ir.Attr) bool { return a != nil && a.Def() == e.def },
		Parse: func(p ir.OpParser) *ir.Attr { return e.Of(p.Context(), e.read(p)) },
		Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(word(a)) },
		Cases: func(c *ir.Context) []*ir.Attr {
			list := make([]*ir.Attr, len(words))
			for i, w := range words {
				list[i] = e.Of(c, w)
			}
			return list
		},
	}
	d.Attrs = append(d.Attrs, e.def)
	return e
}

func (e *Enum) read(p ir.OpParser) string {
	pos := p.Pos()
	k := p.Keyword()
	if !slices.Contains(e.words, k) {
		p.Fail(pos, "expected one of %s, but got '%s'%s", strings.Join(e.words, ", "), k, spelling.DidYouMean(k, e.words))
	}
	return k
}

// Of is the attribute for one of the words.
func (e *Enum) Of(c *ir.Context, w string) *ir.Attr {
	return c.DialectAttr(e.def, ir.NamedAttr{Name: "value", Value: c.StringAttr(w)})
}

// List is the constraint of an array of such words, `[HIGH, HIGH]`.
func (e *Enum) List() ir.AttrConstraint {
	return ir.AttrConstraint{
		Desc: "an array of: " + e.Is.Desc,
		Ok: func(a *ir.Attr) bool {
			return a.Is(ir.ArrayAttr) && !slices.ContainsFunc(a.Elems(), func(x *ir.Attr) bool { return !e.Is.Ok(x) })
		},
		Parse: func(p ir.OpParser) *ir.Attr {
			var elems []*ir.Attr
			p.Expect("[")
			for !p.Try("]") {
				if len(elems) > 0 {
					p.Expect(",")
				}
				elems = append(elems, e.Is.Parse(p))
			}
			return p.Context().Array(elems)
		},
		Print: func(p ir.OpPrinter, a *ir.Attr) {
			p.Str("[")
			for i, x := range a.Elems() {
				if i > 0 {
					p.Str(", ")
				}
				p.Str(word(x))
			}
			p.Str("]")
		},
	}
}

// Word is the word that an attribute of this kind is.
func (e *Enum) Word(a *ir.Attr) string { return word(a) }

// word is the value of an enum attribute.
func word(a *ir.Attr) string { return a.Get("value").Text() }

// fieldKind is what a field of a record holds.
type fieldKind uint8

const (
	dims    fieldKind = iota // `[1, 2]`
	integer                  // `1`
	boolean                  // `true`
	typ                      // `f32`
)

type field struct {
	name string
	kind fieldKind
}

// ints makes fields that are lists of dimensions.
func listFields(names ...string) []field {
	fs := make([]field, len(names))
	for i, n := range names {
		fs[i] = field{n, dims}
	}
	return fs
}

// Record is an attribute with named fields, `#stablehlo.dot<name = value,
// ...>`. In text the fields stand in any order, and one that is missing is
// empty or zero; in memory all are there, in the order of the definition.
type Record struct {
	def    *ir.AttrDef
	fields []field
	// full says that zero and empty fields are written too.
	full bool
	Is   ir.AttrConstraint
}

func newRecord(name, doc string, fields ...field) *Record {
	return newRecordOf(Dialect, name, doc, fields...)
}

// NewDimensions defines a record of a dialect whose fields are lists of dimensions.
func NewDimensions(d *ir.Dialect, name, doc string, lists ...string) *Record {
	return newRecordOf(d, name, doc, listFields(lists...)...)
}

func newRecordOf(d *ir.Dialect, name, doc string, fields ...field) *Record {
	r := &Record{fields: fields}
	r.def = &ir.AttrDef{
		Name:  d.Name + "." + name,
		Doc:   doc,
		Parse: r.parse,
		Print: r.print,
	}
	r.Is = ir.AttrConstraint{
		Desc: "a #" + r.def.Name + " attribute",
		Ok:   func(a *ir.Attr) bool { return a != nil && a.Def() == r.def },
		// Inside of a pretty form the name goes without saying.
		Parse: func(p ir.OpParser) *ir.Attr { return p.Context().DialectAttr(r.def, r.parse(p)...) },
		Print: r.print,
	}
	d.Attrs = append(d.Attrs, r.def)
	return r
}

// newFullRecord is a record that is written with all of its fields.
func newFullRecord(name, doc string, fields ...field) *Record {
	r := newRecord(name, doc, fields...)
	r.full = true
	return r
}

func (r *Record) parse(p ir.OpParser) []ir.NamedAttr {
	params := r.zero(p.Context())
	seen := make([]bool, len(r.fields))
	p.Expect("<")
	for !p.Try(">") {
		pos := p.Pos()
		i := r.index(p, p.Keyword(), pos)
		if seen[i] {
			p.Fail(pos, "field '%s' is given twice", r.fields[i].name)
		}
		seen[i] = true
		p.Expect("=")
		params[i].Value = r.fields[i].kind.parse(p)
		if !p.Try(",") {
			p.Expect(">")
			break
		}
	}
	return params
}

func (r *Record) index(p ir.OpParser, name string, pos ir.Pos) int {
	names := make([]string, len(r.fields))
	for i, f := range r.fields {
		if f.name == name {
			return i
		}
		names[i] = f.name
	}
	p.Fail(pos, "%s has no field '%s'%s", r.def.Name, name, spelling.DidYouMean(name, names))
	return 0
}

func (r *Record) zero(c *ir.Context) []ir.NamedAttr {
	params := make([]ir.NamedAttr, len(r.fields))
	for i, f := range r.fields {
		params[i] = ir.NamedAttr{Name: f.name, Value: f.kind.zero(c)}
	}
	return params
}

func (r *Record) print(p ir.OpPrinter, a *ir.Attr) {
	p.Str("<")
	n := 0
	for i, e := range a.Entries() {
		if !r.full && r.fields[i].kind.isZero(e.Value) {
			continue
		}
		if n++; n > 1 {
			p.Str(", ")
		}
		p.Str(e.Name + " = ")
		r.fields[i].kind.print(p, e.Value)
	}
	p.Str(">")
}

func (k fieldKind) zero(c *ir.Context) *ir.Attr {
	switch k {
	case dims:
		return c.I64Array(nil)
	case integer:
		return c.I64Attr(0)
	case boolean:
		return c.BoolAttr(false)
	}
	return c.TypeAttr(c.None())
}

func (k fieldKind) isZero(a *ir.Attr) bool {
	switch k {
	case dims:
		return len(a.Ints()) == 0
	case typ:
		return a.Type().Kind() == ir.NoneType
	}
	return a.Int() == 0
}

func (k fieldKind) parse(p ir.OpParser) *ir.Attr {
	switch k {
	case dims:
		return ir.IsInts.Parse(p)
	case integer:
		return ir.IsI64.Parse(p)
	case boolean:
		return ir.IsBool.Parse(p)
	}
	return p.Context().TypeAttr(p.Type())
}

func (k fieldKind) print(p ir.OpPrinter, a *ir.Attr) {
	switch k {
	case dims:
		p.Ints(a.Ints())
	case integer:
		p.Int(a.Int())
	case boolean:
		ir.IsBool.Print(p, a)
	default:
		p.Type(a.Type())
	}
}
