package ir

import (
	"math/big"
	"slices"
)

// AttrKind says which builtin attribute family an Attr belongs to.
type AttrKind uint8

const (
	UnitAttr AttrKind = iota + 1
	IntegerAttr
	FloatAttr
	StringAttr
	ArrayAttr
	DictAttr
	TypeAttr
	SymbolRefAttr
	DenseArrayAttr    // array<i64: 1, 2>
	DenseAttr         // dense<...> : tensor<...>
	DenseStringsAttr  // dense<["a", "b"]> : tensor<2x!d.t>
	SparseAttr        // sparse<indices, values> : tensor<...>
	ResourceAttr      // dense_resource<key> : tensor<...>
	AffineMapAttr     // affine_map<...>
	IntegerSetAttr    // affine_set<...>
	StridedLayoutAttr // strided<[1, ?], offset: ?>
	DistinctAttr      // distinct[0]<attr>
	UnknownLocAttr
	FileLocAttr // loc("file":line:col)
	NameLocAttr // loc("name"(child))
	CallLocAttr // loc(callsite(callee at caller))
	FusedLocAttr
	DefinedAttr // an attribute some registered dialect defines
	OpaqueAttr  // an attribute of an unregistered dialect, kept as text
)

// Attr is uniqued per Context: two attributes are equal exactly when their
// pointers are. Attributes are immutable.
type Attr struct {
	kind AttrKind
	id   uint32
	typ  *Type
	num  uint64 // integer value, float bits, boolean facts of other kinds
	ext  any
}

// NamedAttr is an entry of a dictionary.
type NamedAttr struct {
	Name  string
	Value *Attr
}

// FileLine is a position in a file, and optionally the end of a range. An end
// without a line is on the same line; a text that says the line is another
// attribute, as in MLIR.
type FileLine struct {
	File                       string
	Line, Col, EndLine, EndCol int
}

type dialectAttrExt struct {
	def    *AttrDef
	params []NamedAttr
}

// ID is a small number that no other attribute of the context has. It depends
// on the order of creation and must not reach any output.
func (a *Attr) ID() uint32 { return a.id }

// Kind returns the family of a.
func (a *Attr) Kind() AttrKind { return a.kind }

// Type is the type of a typed attribute: integer, float, typed string,
// elements; for a TypeAttr the type it stands for; nil for the others.
func (a *Attr) Type() *Type { return a.typ }

// Is reports whether a is not nil and of kind k.
func (a *Attr) Is(k AttrKind) bool { return a != nil && a.kind == k }

// Int is the value of an integer attribute of at most 64 bits, sign-extended
// unless the type is unsigned or i1 (which is 0 or 1).
func (a *Attr) Int() int64 { return int64(a.num) }

// Bool is the value of an i1 attribute.
func (a *Attr) Bool() bool { return a.num != 0 }

// BigInt is the value of an integer attribute of any width.
func (a *Attr) BigInt() *big.Int {
	if b, ok := a.ext.(*big.Int); ok {
		return b
	}
	if a.typ.IsInteger() && a.typ.sign == Unsigned {
		return new(big.Int).SetUint64(a.num)
	}
	return big.NewInt(int64(a.num))
}

// FloatBits is the bit pattern of a float attribute in its own type.
func (a *Attr) FloatBits() FloatBits {
	if b, ok := a.ext.(FloatBits); ok {
		return b
	}
	return FloatBits{Lo: a.num}
}

// Float is the value of a float attribute.
func (a *Attr) Float() float64 { return a.typ.Format().Decode(a.FloatBits()) }

// Text is the value of a string, the key of a resource, the root symbol of a
// reference, or the text of an opaque attribute (everything after the `#`).
func (a *Attr) Text() string {
	switch e := a.ext.(type) {
	case string:
		return e
	case *symbolExt:
		return e.root
	}
	return ""
}

// Elems are the elements of an array, the parts of a fused location, the two
// halves of a sparse attribute, the child of a name location or of a distinct
// attribute, callee and caller of a call site.
func (a *Attr) Elems() []*Attr {
	switch e := a.ext.(type) {
	case []*Attr:
		return e
	case *namedLoc:
		return e.child
	}
	return nil
}

// Entries of a dictionary sorted by name, or the parameters of a registered
// dialect's attribute in declaration order.
func (a *Attr) Entries() []NamedAttr {
	if a == nil {
		return nil
	}
	switch e := a.ext.(type) {
	case []NamedAttr:
		return e
	case *dialectAttrExt:
		return e.params
	}
	return nil
}

// Get is the entry of that name in a dictionary or dialect attribute, or nil.
func (a *Attr) Get(name string) *Attr {
	for _, e := range a.Entries() {
		if e.Name == name {
			return e.Value
		}
	}
	return nil
}

// Def is the definition of a registered dialect's attribute, nil for others.
func (a *Attr) Def() *AttrDef {
	if d, ok := a.ext.(*dialectAttrExt); ok {
		return d.def
	}
	return nil
}

type symbolExt struct {
	root   string
	nested []string
}

// Nested are the symbols after the root of a symbol reference.
func (a *Attr) Nested() []string {
	if s, ok := a.ext.(*symbolExt); ok {
		return s.nested
	}
	return nil
}

// Raw are the little-endian bytes of a dense array or dense elements
// attribute, in row-major order, StorageBytes(elem) per element. A splat holds
// one element. The caller must not change them.
func (a *Attr) Raw() []byte {
	b, _ := a.ext.([]byte)
	return b
}

// IsSplat reports whether a dense elements attribute stores one element that
// stands for all.
func (a *Attr) IsSplat() bool {
	return a != nil && (a.kind == DenseAttr || a.kind == DenseStringsAttr) && a.num&1 != 0
}

// Strings are the elements of a dense string attribute (one for a splat).
func (a *Attr) Strings() []string {
	s, _ := a.ext.([]string)
	return s
}

// maxListed bounds the splats that count as lists of integers: a dozen bytes of
// text must not become terabytes of elements.
const maxListed = 1 << 20

// Ints are the elements of an integer dense array, or of a dense or array
// attribute of integers; nil for anything else, and for a splat of more than
// a million elements. This accepts both spellings of a list of integers,
// `array<i64: 1, 2>` and `dense<[1, 2]>`.
func (a *Attr) Ints() []int64 {
	if a == nil {
		return nil
	}
	switch a.kind {
	case DenseArrayAttr:
		return decodeInts(a.Raw(), a.typ)
	case DenseAttr:
		if !a.typ.elem.IsInteger() && !a.typ.elem.IsIndex() {
			return nil
		}
		v := decodeInts(a.Raw(), a.typ.elem)
		switch n, ok := a.typ.NumElements(); {
		case v == nil || !ok || n > maxListed && a.IsSplat():
			return nil
		case a.IsSplat() && n != int64(len(v)):
			return slices.Repeat(v, int(n))
		}
		return v
	case ArrayAttr:
		v := make([]int64, 0, len(a.Elems()))
		for _, e := range a.Elems() {
			if e.kind != IntegerAttr {
				return nil
			}
			v = append(v, e.Int())
		}
		return v
	}
	return nil
}

func decodeInts(raw []byte, elem *Type) []int64 {
	size := StorageBytes(elem)
	if size > 8 || size == 0 {
		return nil
	}
	out := make([]int64, 0, len(raw)/size)
	for ; len(raw) >= size; raw = raw[size:] {
		u := uint64(0)
		for i := size - 1; i >= 0; i-- {
			u = u<<8 | uint64(raw[i])
		}
		if elem.sign != Unsigned && !elem.IsBool() {
			shift := 64 - 8*size
			u = uint64(int64(u<<shift) >> shift)
		}
		out = append(out, int64(u))
	}
	return out
}

// StorageBytes is the number of bytes an element of type t takes in dense
// storage: the bit width rounded up to bytes, twice that for complex.
func StorageBytes(t *Type) int {
	switch t.kind {
	case IntegerType, FloatType:
		return (int(t.width) + 7) / 8
	case IndexType:
		return 8
	case ComplexType:
		return 2 * StorageBytes(t.elem)
	}
	return 0
}

// FileLine is the position a FileLocAttr names.
func (a *Attr) FileLine() FileLine {
	f, _ := a.ext.(FileLine)
	return f
}

type namedLoc struct {
	name  string
	child []*Attr
}

// LocName is the name of a NameLocAttr.
func (a *Attr) LocName() string {
	if n, ok := a.ext.(*namedLoc); ok {
		return n.name
	}
	return ""
}

// Metadata is the attribute a fused location carries, or nil.
func (a *Attr) Metadata() *Attr {
	if f, ok := a.ext.(*fusedLoc); ok {
		return f.meta
	}
	return nil
}

type fusedLoc struct {
	parts []*Attr
	meta  *Attr
}

// Parts are the locations a FusedLocAttr joins.
func (a *Attr) Parts() []*Attr {
	if f, ok := a.ext.(*fusedLoc); ok {
		return f.parts
	}
	return nil
}

// IsLoc reports whether a is a location.
func (a *Attr) IsLoc() bool { return a != nil && a.kind >= UnknownLocAttr && a.kind <= FusedLocAttr }
