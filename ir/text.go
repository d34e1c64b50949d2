package ir

import (
	"math/big"
	"slices"
	"strconv"
)

// DefaultHexLimit is how many elements a dense attribute may have before its
// text is one hex string.
const DefaultHexLimit = 100

// TextWriter appends the text of types and attributes, in MLIR's spelling, to
// a buffer. It is what String uses, and what a printer of ops embeds: the
// fields say how that printer wants them written. Its methods make it an
// OpPrinter; those that concern ops are placeholders that an embedding printer
// replaces.
type TextWriter struct {
	Buf []byte
	// Ctx is what Context returns; nil when an attribute is written on its own.
	Ctx *Context
	// Self is the OpPrinter that the hooks of dialect types and attributes get,
	// when it is not the writer itself.
	Self OpPrinter
	// Flush, when set, is called between the elements of long lists when the
	// buffer has grown beyond FlushSize; it empties Buf.
	Flush func()

	// HexLimit: dense attributes of more elements are written as one hex
	// string; negative for never.
	HexLimit int
	// ElideLimit: elements attributes of more elements are written as
	// `dense_resource<__elided__>`; negative for never.
	ElideLimit int
	// PrettyLocs selects the short spelling of locations, which is not parsed
	// back.
	PrettyLocs bool
	// AttrAliases and TypeAliases are the aliases to write instead of what they
	// stand for, with `#` or `!`.
	AttrAliases map[*Attr]string
	TypeAliases map[*Type]string
	// Distinct, when not nil, renumbers distinct attributes in the order in
	// which they are first written.
	Distinct map[*Attr]int
	// Resource, when set, is told of every resource key that is written.
	Resource func(key string)

	// How dimensions and symbols of affine expressions are written; nil for `d0` and `s0`.
	dims []string
	syms func(i int64)
}

// FlushSize is the length of the buffer from which Flush is called.
const FlushSize = 1 << 16

// NewTextWriter makes a writer with the defaults.
func NewTextWriter() *TextWriter { return &TextWriter{HexLimit: DefaultHexLimit, ElideLimit: -1} }

// String is the text of t.
func (t *Type) String() string {
	w := NewTextWriter()
	w.Type(t)
	return string(w.Buf)
}

// String is the text of a, with its type where the text needs one, without
// aliases.
func (a *Attr) String() string {
	w := NewTextWriter()
	w.Attr(a)
	return string(w.Buf)
}

// AttrAliasName is the alias that text gives an attribute of a's kind, such as
// `map`, or "" when it is always written in place.
func (a *Attr) AttrAliasName() string {
	switch a.kind {
	case AffineMapAttr:
		return "map"
	case IntegerSetAttr:
		return "set"
	case DistinctAttr:
		if len(a.Elems()) > 0 {
			return "distinct"
		}
	case UnknownLocAttr, FileLocAttr, NameLocAttr, CallLocAttr, FusedLocAttr:
		return "loc"
	}
	return ""
}

// TypeAliasName is the alias that text gives a type of t's kind, or "".
func (t *Type) TypeAliasName() string {
	if t.kind == TupleType && len(t.Types()) > 16 {
		return "tuple"
	}
	return ""
}

func (w *TextWriter) self() OpPrinter {
	if w.Self != nil {
		return w.Self
	}
	return w
}

// flushed hands the buffer over when it is long.
func (w *TextWriter) flushed() {
	if w.Flush != nil && len(w.Buf) >= FlushSize {
		w.Flush()
	}
}

// Context implements OpPrinter.
func (w *TextWriter) Context() *Context { return w.Ctx }

// Str writes s as it is.
func (w *TextWriter) Str(s string) { w.Buf = append(w.Buf, s...) }

// Byte writes one byte.
func (w *TextWriter) Byte(c byte) { w.Buf = append(w.Buf, c) }

// Int writes v in decimal.
func (w *TextWriter) Int(v int64) { w.Buf = strconv.AppendInt(w.Buf, v, 10) }

// Ints writes `[1, 2, 3]`.
func (w *TextWriter) Ints(v []int64) {
	w.Byte('[')
	for i, x := range v {
		w.comma(i)
		w.Int(x)
	}
	w.Byte(']')
}

func (w *TextWriter) comma(i int) {
	if i > 0 {
		w.Str(", ")
	}
}

// Quoted writes a string literal; what is not printable ASCII becomes \HH.
func (w *TextWriter) Quoted(s string) {
	const digits = "0123456789ABCDEF"
	b := append(w.Buf, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, `\\`...)
		case c >= ' ' && c <= '~' && c != '"':
			b = append(b, c)
		default:
			b = append(b, '\\', digits[c>>4], digits[c&15])
		}
	}
	w.Buf = append(b, '"')
}

// IsBareIdentifier reports whether s can stand as a name without quotes:
// letters, digits, `_`, `$` and `.`, the first a letter or `_`.
func IsBareIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '$' || c == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// Keyword writes s as a bare name when it can be one, else as a string.
func (w *TextWriter) Keyword(s string) {
	if IsBareIdentifier(s) {
		w.Str(s)
	} else {
		w.Quoted(s)
	}
}

// Symbol writes `@name`.
func (w *TextWriter) Symbol(name string) {
	w.Byte('@')
	if name == "" {
		w.Str("<<INVALID EMPTY SYMBOL>>")
		return
	}
	w.Keyword(name)
}

// Dict writes `{...}` with the given entries.
func (w *TextWriter) Dict(entries []NamedAttr) {
	w.Byte('{')
	for i, e := range entries {
		w.comma(i)
		w.entry(e)
	}
	w.Byte('}')
}

// entry writes `name = value`, or the bare name of a unit attribute.
func (w *TextWriter) entry(e NamedAttr) {
	w.Keyword(e.Name)
	if !e.Value.Is(UnitAttr) {
		w.Str(" = ")
		w.Attr(e.Value)
	}
}

// AttrDict writes ` {...}` with the attributes of o that are not in elide, or
// nothing when none is left.
func (w *TextWriter) AttrDict(o *Op, elide ...string) { w.attrDict(o, " {", elide) }

// AttrDictKeyword writes ` attributes {...}` likewise.
func (w *TextWriter) AttrDictKeyword(o *Op, elide ...string) {
	w.attrDict(o, " attributes {", elide)
}

func (w *TextWriter) attrDict(o *Op, open string, elide []string) {
	n := 0
	ForEachPrettyAttr(o, elide, func(e NamedAttr) {
		if n == 0 {
			w.Str(open)
		}
		w.comma(n)
		w.entry(e)
		n++
	})
	if n > 0 {
		w.Byte('}')
	}
}

// ForEachAttr visits the inherent and discardable attributes of o, sorted by
// name.
func ForEachAttr(o *Op, visit func(NamedAttr)) {
	props, attrs := o.props.Entries(), o.attrs.Entries()
	for len(props) > 0 || len(attrs) > 0 {
		if len(props) == 0 || len(attrs) > 0 && attrs[0].Name < props[0].Name {
			visit(attrs[0])
			attrs = attrs[1:]
		} else {
			visit(props[0])
			props = props[1:]
		}
	}
}

// ForEachPrettyAttr visits, sorted by name, the attributes that the dictionary
// of o's pretty form holds: those not in elide, except inherent ones that have
// the value that their absence means.
func ForEachPrettyAttr(o *Op, elide []string, visit func(NamedAttr)) {
	ForEachAttr(o, func(e NamedAttr) {
		d := o.name.Def
		if !slices.Contains(elide, e.Name) && (d == nil || e.Value != d.defaultAttr(o.name.ctx, e.Name)) {
			visit(e)
		}
	})
}

// Operand stands for an SSA value, which has no name outside of an op's text.
func (w *TextWriter) Operand(*Value) { w.Str("<<UNKNOWN SSA VALUE>>") }

// Operands writes a comma-separated list.
func (w *TextWriter) Operands(vs []*Value) {
	for i, v := range vs {
		w.comma(i)
		w.self().Operand(v)
	}
}

// Region stands for a region.
func (w *TextWriter) Region(*Region, bool, bool) { w.Str("{...}") }

// RegionArg stands for a region argument.
func (w *TextWriter) RegionArg(v *Value, _ ...*Attr) { w.self().Operand(v) }

// Successor stands for a block.
func (w *TextWriter) Successor(*Block) { w.Str("<<INVALID BLOCK>>") }

// Newline starts a new line.
func (w *TextWriter) Newline() { w.Byte('\n') }

// bigInt writes a little-endian two's complement or unsigned integer.
func (w *TextWriter) bigInt(raw []byte, unsigned bool) {
	be := slices.Clone(raw)
	slices.Reverse(be)
	v := new(big.Int).SetBytes(be)
	if !unsigned && len(be) > 0 && be[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(be))))
	}
	w.Buf = v.Append(w.Buf, 10)
}
