package ir

import "strconv"

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
		w.Str([...]string{Signless: "i", Signed: "si", Unsigned: "ui"}[t.sign])
		w.Int(int64(t.width))
	case IndexType:
		w.Str("index")
	case FloatType:
		w.Str(t.Format().Name)
	case NoneType:
		w.Str("none")
	case ComplexType:
		w.Str("complex<")
		w.Type(t.elem)
		w.Byte('>')
	case TupleType:
		w.Str("tuple<")
		w.Types(t.Types())
		w.Byte('>')
	case FunctionType:
		w.FuncType(t.Inputs(), t.Results())
	case DefinedType:
		w.definedType(t)
	case OpaqueType:
		w.Byte('!')
		w.dialectSymbol(t.Text())
	default:
		w.shapedType(t)
	}
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

func (w *TextWriter) shapedType(t *Type) {
	var s shapedExt
	if e, ok := t.ext.(*shapedExt); ok {
		s = *e
	}
	switch t.kind {
	case TensorType:
		w.Str("tensor<")
	case UnrankedTensorType:
		w.Str("tensor<*x")
	case VectorType:
		w.Str("vector<")
	case MemRefType:
		w.Str("memref<")
	case UnrankedMemRefType:
		w.Str("memref<*x")
	}
	for i, d := range t.shape {
		switch {
		case d == Dynamic:
			w.Str("?x")
		case s.scalable != nil && s.scalable[i]:
			w.Byte('[')
			w.Int(d)
			w.Str("]x")
		default:
			w.Buf = append(strconv.AppendInt(w.Buf, d, 10), 'x')
		}
	}
	w.Type(t.elem)
	if t.kind == TensorType {
		if s.encoding != nil {
			w.Str(", ")
			w.Attr(s.encoding)
		}
	} else {
		for _, a := range [...]*Attr{s.encoding, s.space} {
			if a != nil {
				w.Str(", ")
				w.attr(a, typeIfUnusual)
			}
		}
	}
	w.Byte('>')
}

func (w *TextWriter) definedType(t *Type) {
	e := t.ext.(*dialectTypeExt)
	w.Byte('!')
	w.Str(e.def.Name)
	if e.def.Print != nil {
		e.def.Print(w.self(), e.params)
	}
}

// dialectSymbol writes the text of an opaque type or attribute, dialect and
// all: `d<name>` as `d.name` where the name is simple enough.
func (w *TextWriter) dialectSymbol(text string) {
	i := 0
	for i < len(text) && text[i] != '<' && text[i] != '.' {
		i++
	}
	if i == len(text) || text[i] == '.' || !simpleSymbol(text[i+1:len(text)-1]) {
		w.Str(text)
		return
	}
	w.Str(text[:i])
	w.Byte('.')
	w.Str(text[i+1 : len(text)-1])
}

// simpleSymbol reports whether s is a letter, then letters, digits, `.` and
// `_`, then perhaps something in angle brackets.
func simpleSymbol(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '.' || c == '_'):
		default:
			return i > 0 && oneBracket(s[i:])
		}
	}
	return s != ""
}

// oneBracket reports whether s is `<...>` whose first bracket the last one
// closes. Strings and arrows, whose `>` closes nothing, are left to the long
// spelling.
func oneBracket(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		case '"', '-':
			return false
		}
		if depth == 0 {
			return i == len(s)-1 && i > 0
		}
	}
	return false
}
