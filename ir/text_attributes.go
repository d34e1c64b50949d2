package ir

import "strings"

// typeRule says when the type that follows a typed attribute is written.
type typeRule uint8

const (
	typeAlways typeRule = iota
	// typeIfUnusual leaves out i64 and f64, as the elements of an array do.
	typeIfUnusual
	typeNever
)

// Attr writes a, or its alias.
func (w *TextWriter) Attr(a *Attr) { w.attr(a, typeAlways) }

// AttrWithoutType writes an attribute whose type stands elsewhere.
func (w *TextWriter) AttrWithoutType(a *Attr) { w.attr(a, typeNever) }

func (w *TextWriter) attr(a *Attr, rule typeRule) {
	if a == nil {
		w.Str("<<NULL ATTRIBUTE>>")
		return
	}
	if w.AttrAliases != nil {
		if alias, ok := w.AttrAliases[a]; ok {
			w.Str(alias)
			return
		}
	}
	w.attrBody(a, rule)
}

// AttrBody writes a itself even when it has an alias; what is nested in it is
// written with its own.
func (w *TextWriter) AttrBody(a *Attr) { w.attrBody(a, typeAlways) }

func (w *TextWriter) attrBody(a *Attr, rule typeRule) {
	typ := a.typ // to be written after the value
	switch a.kind {
	case UnitAttr:
		w.Str("unit")
	case IntegerAttr:
		if a.typ.IsBool() {
			w.boolean(a.num != 0)
			return
		}
		w.integer(a)
		if rule == typeIfUnusual && a.typ.IsIntN(64) {
			return
		}
	case FloatAttr:
		var hex bool
		w.Buf, hex = appendFloat(w.Buf, a.typ.Format(), a.FloatBits())
		if rule == typeIfUnusual && a.typ.width == 64 && !hex {
			return
		}
	case StringAttr:
		w.Quoted(a.Text())
		if a.typ != nil && a.typ.kind == NoneType {
			return
		}
	case ArrayAttr:
		w.array(a.Elems())
	case DictAttr:
		w.Dict(a.Entries())
	case TypeAttr:
		w.self().Type(a.typ)
		return
	case SymbolRefAttr:
		w.Symbol(a.Text())
		for _, n := range a.Nested() {
			w.Str("::")
			w.Symbol(n)
		}
	case DenseArrayAttr:
		w.denseArray(a)
		return
	case DenseAttr, DenseStringsAttr, SparseAttr:
		w.elements(a)
	case ResourceAttr:
		w.Str("dense_resource<")
		w.Keyword(a.Text())
		w.Byte('>')
		if w.Resource != nil {
			w.Resource(a.Text())
		}
	case AffineMapAttr, IntegerSetAttr:
		w.affine(a)
	case StridedLayoutAttr:
		w.strided(a)
	case DistinctAttr:
		w.distinct(a)
	case UnknownLocAttr, FileLocAttr, NameLocAttr, CallLocAttr, FusedLocAttr:
		w.locBody(a)
	case DefinedAttr:
		w.definedAttr(a)
	case OpaqueAttr:
		w.Byte('#')
		w.dialectSymbol(a.Text())
	}
	if typ != nil && rule != typeNever {
		w.Str(" : ")
		w.self().Type(typ)
	}
}

func (w *TextWriter) boolean(v bool) {
	if v {
		w.Str("true")
	} else {
		w.Str("false")
	}
}

func (w *TextWriter) integer(a *Attr) {
	if a.ext != nil {
		w.Buf = a.BigInt().Append(w.Buf, 10)
		return
	}
	w.smallInt(a.num, a.typ)
}

func (w *TextWriter) array(elems []*Attr) {
	w.Byte('[')
	for i, e := range elems {
		w.comma(i)
		w.attr(e, typeIfUnusual)
		w.flushed()
	}
	w.Byte(']')
}

func (w *TextWriter) strided(a *Attr) {
	dimension := func(v int64) {
		if v == Dynamic {
			w.Byte('?')
		} else {
			w.Int(v)
		}
	}
	w.Str("strided<[")
	for i, s := range a.Strides() {
		w.comma(i)
		dimension(s)
	}
	w.Byte(']')
	if offset := a.Int(); offset != 0 {
		w.Str(", offset: ")
		dimension(offset)
	}
	w.Byte('>')
}

func (w *TextWriter) distinct(a *Attr) {
	id := int(a.num)
	if w.Distinct != nil {
		n, ok := w.Distinct[a]
		if !ok {
			n = len(w.Distinct)
			w.Distinct[a] = n
		}
		id = n
	}
	w.Str("distinct[")
	w.Int(int64(id))
	w.Str("]<")
	for _, e := range a.Elems() {
		w.Attr(e)
	}
	w.Byte('>')
}

func (w *TextWriter) definedAttr(a *Attr) {
	def := a.Def()
	w.Byte('#')
	if !def.Bare {
		w.Str(def.Name)
		if def.Print != nil {
			def.Print(w.self(), a)
		}
		return
	}
	dialect, name, _ := strings.Cut(def.Name, ".")
	w.Str(dialect)
	w.Byte('<')
	w.Str(name)
	if def.Print != nil {
		def.Print(w.self(), a)
	}
	w.Byte('>')
}
