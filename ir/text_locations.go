package ir

// Loc writes `loc(...)`, with the alias of l if it has one; in pretty form the
// bare location.
func (w *TextWriter) Loc(l *Attr) {
	if !w.PrettyLocs && w.AttrAliases != nil {
		if alias, ok := w.AttrAliases[l]; ok {
			w.Str("loc(")
			w.Str(alias)
			w.Byte(')')
			return
		}
	}
	w.parenthesisedLoc(l)
}

// parenthesisedLoc writes l without its own alias; in pretty form, without parentheses.
func (w *TextWriter) parenthesisedLoc(l *Attr) {
	if w.PrettyLocs {
		w.locParts(l)
		return
	}
	w.Str("loc(")
	w.locParts(l)
	w.Byte(')')
}

// location writes what stands between the parentheses, or the alias of l.
func (w *TextWriter) location(l *Attr) {
	if w.AttrAliases != nil {
		if alias, ok := w.AttrAliases[l]; ok {
			w.Str(alias)
			return
		}
	}
	w.locParts(l)
}

func (w *TextWriter) locParts(l *Attr) {
	switch l.kind {
	case UnknownLocAttr:
		if w.PrettyLocs {
			w.Str("[unknown]")
		} else {
			w.Str("unknown")
		}
	case FileLocAttr:
		w.fileLoc(l.FileLine())
	case NameLocAttr:
		w.Quoted(l.LocName())
		for _, child := range l.Elems() {
			if child.kind != UnknownLocAttr {
				w.Byte('(')
				w.location(child)
				w.Byte(')')
			}
		}
	case CallLocAttr:
		w.callLoc(l.Elems()[0], l.Elems()[1])
	case FusedLocAttr:
		w.fusedLoc(l)
	}
}

func (w *TextWriter) fileLoc(f FileLine) {
	if w.PrettyLocs {
		w.Str(f.File)
	} else {
		w.Quoted(f.File)
	}
	w.Byte(':')
	w.Int(int64(f.Line))
	w.Byte(':')
	w.Int(int64(f.Col))
	switch {
	case f.isPoint():
		return
	case f.EndLine == 0 || f.EndLine == f.Line:
		w.Str(" to :")
	default:
		w.Str(" to ")
		w.Int(int64(f.EndLine))
		w.Byte(':')
	}
	w.Int(int64(f.EndCol))
}

func (w *TextWriter) callLoc(callee, caller *Attr) {
	if !w.PrettyLocs {
		w.Str("callsite(")
	}
	w.location(callee)
	if w.PrettyLocs && (callee.kind != NameLocAttr || !isFilePoint(caller)) {
		w.Byte('\n')
	}
	w.Str(" at ")
	w.location(caller)
	if !w.PrettyLocs {
		w.Byte(')')
	}
}

// isFilePoint reports whether l is a file location that is no range.
func isFilePoint(l *Attr) bool {
	f := l.FileLine()
	return l.kind == FileLocAttr && f.isPoint()
}

// isPoint reports whether f is no range, or an empty one.
func (f *FileLine) isPoint() bool {
	return f.EndLine == 0 && f.EndCol == 0 || f.EndCol == f.Col && (f.EndLine == 0 || f.EndLine == f.Line)
}

func (w *TextWriter) fusedLoc(l *Attr) {
	if !w.PrettyLocs {
		w.Str("fused")
	}
	if m := l.Metadata(); m != nil {
		w.Byte('<')
		w.Attr(m)
		w.Byte('>')
	}
	w.Byte('[')
	for i, part := range l.Parts() {
		w.comma(i)
		w.location(part)
	}
	w.Byte(']')
}
