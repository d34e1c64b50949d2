package ir

import "strings"

// extendedType writes a type that is not builtin: `!d.name<...>`.
func (w *TextWriter) extendedType(t *Type) {
	w.Byte('!')
	if t.kind == OpaqueType {
		w.opaqueType(t)
		return
	}
	e := t.ext.(*dialectTypeExt)
	w.Str(e.def.Name)
	if e.def.Print != nil {
		e.def.Print(w.self(), e.params)
	}
}

// extendedAttr writes an attribute that is not builtin: `#d.name<...>`.
func (w *TextWriter) extendedAttr(a *Attr) {
	w.Byte('#')
	if a.kind == OpaqueAttr {
		w.opaqueAttr(a)
		return
	}
	def := a.Def()
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

func (w *TextWriter) opaqueType(t *Type) { w.opaqueText(t.Text()) }

func (w *TextWriter) opaqueAttr(a *Attr) { w.opaqueText(a.Text()) }

// opaqueText writes the text of an opaque type or attribute, dialect and all: `d<name>` as
// `d.name` where the name is simple enough.
func (w *TextWriter) opaqueText(text string) {
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
