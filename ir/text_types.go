package ir

// Type writes t, or its alias.
func (w *TextWriter) Type(t *Type) {
	if t == nil {
		w.Str("<<NULL TYPE>>")
		return
	}
	if w.TypeAliases != nil {
		if alias, ok := w.TypeAliases[t]; ok {
			w.Str(alias)
			return
		}
	}
	w.TypeBody(t)
}

// TypeBody writes t itself even when it has an alias; nested types and
// attributes are written with theirs.
func (w *TextWriter) TypeBody(t *Type) {
	switch t.kind {
	case IntegerType:
		w.intType(t)
	case IndexType:
		w.Str("index")
	case FloatType:
		w.Str(t.Format().Name)
	case NoneType:
		w.Str("none")
	case ComplexType:
		w.complexType(t)
	case TupleType:
		w.tupleType(t)
	case FunctionType:
		w.FuncType(t.Inputs(), t.Results())
	case DefinedType, OpaqueType:
		w.extendedType(t)
	case TensorType, UnrankedTensorType:
		w.tensorType(t)
	case VectorType:
		w.vectorType(t)
	case MemRefType, UnrankedMemRefType:
		w.memRefType(t)
	}
}

func (w *TextWriter) intType(t *Type) {
	w.Str([...]string{Signless: "i", Signed: "si", Unsigned: "ui"}[t.sign])
	w.Int(int64(t.width))
}

func (w *TextWriter) complexType(t *Type) {
	w.Str("complex<")
	w.Type(t.elem)
	w.Byte('>')
}

func (w *TextWriter) tupleType(t *Type) {
	w.Str("tuple<")
	w.Types(t.Types())
	w.Byte('>')
}

// Types writes a comma-separated list.
func (w *TextWriter) Types(ts []*Type) {
	for i, t := range ts {
		w.comma(i)
		w.self().Type(t)
	}
}

// FuncType writes `(T, ...) -> T`. Only a single result that is no function
// stands without parentheses.
func (w *TextWriter) FuncType(in, out []*Type) {
	w.Byte('(')
	w.Types(in)
	w.Str(") -> ")
	if len(out) == 1 && !out[0].IsFunction() {
		w.self().Type(out[0])
		return
	}
	w.Byte('(')
	w.Types(out)
	w.Byte(')')
}
