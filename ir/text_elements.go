package ir

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
)

// denseArray writes `array<i64: 1, 2>`.
func (w *TextWriter) denseArray(a *Attr) {
	w.Str("array<")
	w.self().Type(a.typ)
	raw, size := a.Raw(), StorageBytes(a.typ)
	if size > 0 && len(raw) > 0 {
		w.Str(": ")
		w.row(raw, a.typ, size)
	}
	w.Byte('>')
}

// denseAttr writes `dense<...>` without the type.
func (w *TextWriter) denseAttr(a *Attr) {
	if w.elided(a) {
		return
	}
	w.Str("dense<")
	w.denseBody(a, true)
	w.Byte('>')
}

// sparseAttr writes `sparse<indices, values>` without the type.
func (w *TextWriter) sparseAttr(a *Attr) {
	if w.elided(a) {
		return
	}
	w.Str("sparse<")
	w.sparseBody(a)
	w.Byte('>')
}

// sparseBody writes what stands between `sparse<` and `>`.
func (w *TextWriter) sparseBody(a *Attr) {
	indices, values := a.Elems()[0], a.Elems()[1]
	if n, _ := indices.typ.NumElements(); n == 0 {
		return
	}
	if indices.IsSplat() && indices.typ.shape[0] > 1 {
		// A bare number would be one row when it is read.
		w.nested(indices.typ.shape, func(from, to int) {
			size := StorageBytes(indices.typ.elem)
			w.row(bytes.Repeat(indices.Raw(), to-from), indices.typ.elem, size)
		})
	} else {
		w.denseBody(indices, false)
	}
	w.Str(", ")
	w.denseBody(values, true)
}

// elided reports whether a has too many elements for ElideLimit, and then writes
// `dense_resource<__elided__>`.
func (w *TextWriter) elided(a *Attr) bool {
	if !w.tooMany(a) {
		return false
	}
	w.Str("dense_resource<__elided__>")
	return true
}

func (w *TextWriter) tooMany(a *Attr) bool {
	if w.ElideLimit < 0 {
		return false
	}
	if a.kind == SparseAttr {
		return w.tooMany(a.Elems()[0]) || w.tooMany(a.Elems()[1])
	}
	n, _ := a.typ.NumElements()
	return n > int64(w.ElideLimit) && !a.IsSplat()
}

// denseBody writes what stands between `dense<` and `>`.
func (w *TextWriter) denseBody(a *Attr, allowHex bool) {
	n, _ := a.typ.NumElements()
	switch {
	case n == 0 && !a.IsSplat():
	case a.kind == DenseStringsAttr:
		w.denseStrings(a)
	case a.IsSplat():
		w.element(a.Raw(), a.typ.elem)
	case allowHex && w.HexLimit >= 0 && n > int64(w.HexLimit):
		w.denseHex(a.Raw(), a.typ.elem)
	default:
		raw, elem := a.Raw(), a.typ.elem
		size := StorageBytes(elem)
		w.nested(a.typ.shape, func(from, to int) { w.row(raw[from*size:to*size], elem, size) })
	}
}

func (w *TextWriter) denseStrings(a *Attr) {
	texts := a.Strings()
	if a.IsSplat() {
		w.Quoted(texts[0])
		return
	}
	w.nested(a.typ.shape, func(from, to int) {
		for i := from; i < to; i++ {
			w.comma(i - from)
			w.Quoted(texts[i])
			w.flushed()
		}
	})
}

// nested writes the brackets of a nested list; row writes the elements from
// index from up to to, which are those of one innermost list.
func (w *TextWriter) nested(shape []int64, row func(from, to int)) {
	if len(shape) == 0 {
		row(0, 1)
		return
	}
	next := 0
	var level func(dim int)
	level = func(dim int) {
		w.Byte('[')
		if dim == len(shape)-1 {
			row(next, next+int(shape[dim]))
			next += int(shape[dim])
		} else {
			for i := range int(shape[dim]) {
				w.comma(i)
				level(dim + 1)
			}
		}
		w.Byte(']')
	}
	level(0)
}

// row writes the elements of raw, separated by commas.
func (w *TextWriter) row(raw []byte, elem *Type, size int) {
	for first := true; len(raw) >= size; raw = raw[size:] {
		if !first {
			w.Buf = append(w.Buf, ", "...)
		}
		first = false
		w.element(raw[:size], elem)
		w.flushed()
	}
}

// element writes one stored element.
func (w *TextWriter) element(raw []byte, elem *Type) {
	switch elem.kind {
	case ComplexType:
		half := len(raw) / 2
		w.Byte('(')
		w.element(raw[:half], elem.elem)
		w.Byte(',')
		w.element(raw[half:], elem.elem)
		w.Byte(')')
	case FloatType:
		w.Buf, _ = appendFloat(w.Buf, elem.Format(), loadFloat(raw))
	case IntegerType, IndexType:
		switch {
		case elem.kind == IntegerType && elem.width == 1:
			w.boolean(raw[0]&1 != 0)
		case len(raw) <= 8:
			w.smallInt(loadBits(raw), elem)
		default:
			w.bigInt(raw, elem.sign == Unsigned)
		}
	}
}

// smallInt writes an integer of at most 64 bits, of which those above the
// width do not count.
func (w *TextWriter) smallInt(v uint64, t *Type) {
	if t.kind == IntegerType {
		v = uint64(wrapInt(t, int64(v)))
		if t.sign == Unsigned {
			w.Buf = strconv.AppendUint(w.Buf, v, 10)
			return
		}
	}
	w.Int(int64(v))
}

func loadBits(raw []byte) uint64 {
	switch len(raw) {
	case 4:
		return uint64(binary.LittleEndian.Uint32(raw))
	case 8:
		return binary.LittleEndian.Uint64(raw)
	}
	v := uint64(0)
	for i := len(raw) - 1; i >= 0; i-- {
		v = v<<8 | uint64(raw[i])
	}
	return v
}

func loadFloat(raw []byte) FloatBits {
	if len(raw) <= 8 {
		return FloatBits{Lo: loadBits(raw)}
	}
	return FloatBits{Lo: loadBits(raw[:8]), Hi: loadBits(raw[8:])}
}

// denseHex writes the stored bytes as a string: one bit per element for
// integers of one bit, else whole bytes whose unused bits are zero.
func (w *TextWriter) denseHex(raw []byte, elem *Type) {
	w.Str(`"0x`)
	if elem.kind == IntegerType && elem.width == 1 {
		raw = packBits(raw)
	}
	part := elem
	if elem.kind == ComplexType {
		part = elem.elem
	}
	size, unused := StorageBytes(part), 0
	if part.kind == IntegerType && elem.width != 1 {
		unused = 8*size - int(part.width)
	}
	if unused == 0 {
		w.HexBytes(raw)
	} else {
		w.maskedHex(raw, size, 0xff>>unused)
	}
	w.Byte('"')
}

// maskedHex is HexBytes with mask applied to the last byte of every element.
func (w *TextWriter) maskedHex(raw []byte, size int, mask byte) {
	for ; len(raw) >= size; raw = raw[size:] {
		w.HexBytes(raw[:size-1])
		w.HexBytes([]byte{raw[size-1] & mask})
	}
}

// HexBytes writes bytes as upper-case hex digits.
func (w *TextWriter) HexBytes(raw []byte) {
	const digits = "0123456789ABCDEF"
	for len(raw) > 0 {
		n := min(1<<12, len(raw))
		b := slices.Grow(w.Buf, 2*n)
		for _, c := range raw[:n] {
			b = append(b, digits[c>>4], digits[c&15])
		}
		w.Buf = b
		raw = raw[n:]
		w.flushed()
	}
}

// packBits packs bytes of 0 or 1, the first into the lowest bit.
func packBits(raw []byte) []byte {
	out := make([]byte, (len(raw)+7)/8)
	for i, b := range raw {
		out[i/8] |= (b & 1) << (i % 8)
	}
	return out
}
