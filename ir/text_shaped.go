package ir

import "strconv"

// tensorType writes `tensor<4x?xf32, encoding>`, or `tensor<*xf32>`.
func (w *TextWriter) tensorType(t *Type) {
	w.Str("tensor<")
	w.dimensions(t)
	w.Type(t.elem)
	if e := t.shapedExt().encoding; e != nil {
		w.Str(", ")
		w.Attr(e)
	}
	w.Byte('>')
}

// vectorType writes `vector<4x[8]xf32>`, with scalable dimensions in brackets.
func (w *TextWriter) vectorType(t *Type) {
	w.Str("vector<")
	w.dimensions(t)
	w.Type(t.elem)
	w.Byte('>')
}

// memRefType writes `memref<4xf32, layout, space>`, or `memref<*xf32, space>`.
func (w *TextWriter) memRefType(t *Type) {
	w.Str("memref<")
	w.dimensions(t)
	w.Type(t.elem)
	s := t.shapedExt()
	for _, a := range [...]*Attr{s.encoding, s.space} {
		if a != nil {
			w.Str(", ")
			w.attr(a, typeIfUnusual)
		}
	}
	w.Byte('>')
}

// dimensions writes `4x?x`, or `*x` where not even the rank is known.
func (w *TextWriter) dimensions(t *Type) {
	if t.kind == UnrankedTensorType || t.kind == UnrankedMemRefType {
		w.Str("*x")
		return
	}
	scalable := t.shapedExt().scalable
	for i, d := range t.shape {
		switch {
		case d == Dynamic:
			w.Str("?x")
		case scalable != nil && scalable[i]:
			w.Byte('[')
			w.Int(d)
			w.Str("]x")
		default:
			w.Buf = append(strconv.AppendInt(w.Buf, d, 10), 'x')
		}
	}
}
