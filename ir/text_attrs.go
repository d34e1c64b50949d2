package ir

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
		if w.numberAttr(a); rule == typeIfUnusual && a.typ.IsIntN(64) {
			return
		}
	case FloatAttr:
		if hex := w.numberAttr(a); rule == typeIfUnusual && a.typ.width == 64 && !hex {
			return
		}
	case StringAttr:
		w.stringAttr(a)
		if a.typ != nil && a.typ.kind == NoneType {
			return
		}
	case ArrayAttr:
		w.arrayAttr(a)
	case DictAttr:
		w.Dict(a.Entries())
	case TypeAttr:
		w.typeAttr(a)
		return
	case SymbolRefAttr:
		w.symbolRef(a)
	case DenseArrayAttr:
		w.denseArray(a)
		return
	case DenseAttr, DenseStringsAttr:
		w.denseAttr(a)
	case SparseAttr:
		w.sparseAttr(a)
	case ResourceAttr:
		w.resourceAttr(a)
	case AffineMapAttr:
		w.affineMapAttr(a)
	case IntegerSetAttr:
		w.affineSetAttr(a)
	case StridedLayoutAttr:
		w.stridedAttr(a)
	case DistinctAttr:
		w.distinctAttr(a)
	case UnknownLocAttr, FileLocAttr, NameLocAttr, CallLocAttr, FusedLocAttr:
		w.parenthesisedLoc(a)
	case DefinedAttr, OpaqueAttr:
		w.extendedAttr(a)
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

// numberAttr writes an integer or a float without its type; hex says that only the bits of the
// float could be written.
func (w *TextWriter) numberAttr(a *Attr) (hex bool) {
	switch {
	case a.kind == FloatAttr:
		w.Buf, hex = appendFloat(w.Buf, a.typ.Format(), a.FloatBits())
	case a.ext != nil:
		w.Buf = a.BigInt().Append(w.Buf, 10)
	default:
		w.smallInt(a.num, a.typ)
	}
	return hex
}

func (w *TextWriter) stringAttr(a *Attr) { w.Quoted(a.Text()) }

func (w *TextWriter) typeAttr(a *Attr) { w.self().Type(a.typ) }

// symbolRef writes `@a::@b`.
func (w *TextWriter) symbolRef(a *Attr) {
	w.Symbol(a.Text())
	for _, n := range a.Nested() {
		w.Str("::")
		w.Symbol(n)
	}
}

// resourceAttr writes `dense_resource<key>`, and tells whoever lists the resources.
func (w *TextWriter) resourceAttr(a *Attr) {
	w.Str("dense_resource<")
	w.Keyword(a.Text())
	w.Byte('>')
	if w.Resource != nil {
		w.Resource(a.Text())
	}
}

func (w *TextWriter) arrayAttr(a *Attr) {
	w.Byte('[')
	for i, e := range a.Elems() {
		w.comma(i)
		w.attr(e, typeIfUnusual)
		w.flushed()
	}
	w.Byte(']')
}

func (w *TextWriter) stridedAttr(a *Attr) {
	w.Str("strided<[")
	for i, s := range a.Strides() {
		w.comma(i)
		w.stride(s)
	}
	w.Byte(']')
	if offset := a.Int(); offset != 0 {
		w.Str(", offset: ")
		w.stride(offset)
	}
	w.Byte('>')
}

func (w *TextWriter) stride(v int64) {
	if v == Dynamic {
		w.Byte('?')
	} else {
		w.Int(v)
	}
}

func (w *TextWriter) distinctAttr(a *Attr) {
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
