package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
)

// TypeKind says which builtin type family a Type belongs to.
type TypeKind uint8

const (
	IntegerType TypeKind = iota + 1
	IndexType
	FloatType
	NoneType
	ComplexType
	TupleType
	FunctionType
	TensorType
	UnrankedTensorType
	VectorType
	MemRefType
	UnrankedMemRefType
	DefinedType // a type some registered dialect defines
	OpaqueType  // a type of an unregistered dialect, kept as text
)

// Signedness of an integer type; MLIR's arithmetic prefers Signless.
type Signedness uint8

const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// Dynamic is the extent of a dimension that is only known at run time (`?`).
const Dynamic int64 = -1 << 63

// Type is uniqued per Context: two types are equal exactly when their
// pointers are. Types are immutable.
type Type struct {
	kind  TypeKind
	sign  Signedness
	width uint32
	id    uint32
	elem  *Type // element type of complex, tensor, vector, memref
	shape []int64
	ext   any // *typeList, *FloatFormat, *shapedExt, *dialectTypeExt, string
	alone [1]*Type
}

func (t *Type) placed() { t.alone[0] = t }

// Alone is the list of t and nothing else. It costs no memory; the caller must
// not change it.
func (t *Type) Alone() []*Type { return t.alone[:] }

type typeList struct {
	all []*Type
	in  int
}

type shapedExt struct {
	encoding *Attr  // tensor encoding or memref layout, may be nil
	space    *Attr  // memref memory space, may be nil
	scalable []bool // vector dimensions in brackets, nil when there are none
}

type dialectTypeExt struct {
	def    *TypeDef
	params []*Attr
}

// ID is a small number that no other type of the context has. It depends on
// the order of creation and must not reach any output.
func (t *Type) ID() uint32 { return t.id }

// Kind returns the family of t.
func (t *Type) Kind() TypeKind { return t.kind }

// Elem is the element type of a complex, tensor, vector or memref, else nil.
func (t *Type) Elem() *Type { return t.elem }

// Shape is the extents of a ranked tensor, vector or memref, with Dynamic for
// `?`. The caller must not change it.
func (t *Type) Shape() []int64 { return t.shape }

// Rank is the number of dimensions of a ranked shaped type.
func (t *Type) Rank() int { return len(t.shape) }

// Width is the bit width of an integer or float type.
func (t *Type) Width() int { return int(t.width) }

// Signedness of an integer type.
func (t *Type) Signedness() Signedness { return t.sign }

// Format is the layout of a float type, nil for others.
func (t *Type) Format() *FloatFormat {
	f, _ := t.ext.(*FloatFormat)
	return f
}

// Types returns the element types of a tuple.
func (t *Type) Types() []*Type {
	if l, ok := t.ext.(*typeList); ok {
		return l.all
	}
	return nil
}

// Inputs of a function type.
func (t *Type) Inputs() []*Type {
	l := t.ext.(*typeList)
	return l.all[:l.in:l.in]
}

// Results of a function type.
func (t *Type) Results() []*Type {
	l := t.ext.(*typeList)
	return l.all[l.in:]
}

// Encoding is the encoding of a tensor, or the layout of a memref; may be nil.
func (t *Type) Encoding() *Attr {
	if s, ok := t.ext.(*shapedExt); ok {
		return s.encoding
	}
	return nil
}

// Bounds are the largest extents of a tensor that its encoding allows, Dynamic for
// any; nil for an encoding, or none, that says nothing of them.
func (t *Type) Bounds() []int64 {
	if e := t.Encoding(); e != nil && e.Def() != nil && e.Def().Bounds != nil {
		return e.Def().Bounds(e)
	}
	return nil
}

// MemorySpace of a memref; may be nil.
func (t *Type) MemorySpace() *Attr {
	if s, ok := t.ext.(*shapedExt); ok {
		return s.space
	}
	return nil
}

// Scalable says which vector dimensions are scalable; nil when none is.
func (t *Type) Scalable() []bool {
	if s, ok := t.ext.(*shapedExt); ok {
		return s.scalable
	}
	return nil
}

// Text is the text of an opaque type: everything after the `!`.
func (t *Type) Text() string {
	s, _ := t.ext.(string)
	return s
}

// Def is the definition of a registered dialect's type, nil for others.
func (t *Type) Def() *TypeDef {
	if d, ok := t.ext.(*dialectTypeExt); ok {
		return d.def
	}
	return nil
}

// Params are the parameters of a registered dialect's type.
func (t *Type) Params() []*Attr {
	if d, ok := t.ext.(*dialectTypeExt); ok {
		return d.params
	}
	return nil
}

func (t *Type) IsInteger() bool      { return t != nil && t.kind == IntegerType }
func (t *Type) IsFloat() bool        { return t != nil && t.kind == FloatType }
func (t *Type) IsIndex() bool        { return t != nil && t.kind == IndexType }
func (t *Type) IsComplex() bool      { return t != nil && t.kind == ComplexType }
func (t *Type) IsFunction() bool     { return t != nil && t.kind == FunctionType }
func (t *Type) IsRankedTensor() bool { return t != nil && t.kind == TensorType }
func (t *Type) IsTensor() bool {
	return t != nil && (t.kind == TensorType || t.kind == UnrankedTensorType)
}

// IsBool reports whether t is i1.
func (t *Type) IsBool() bool {
	return t != nil && t.kind == IntegerType && t.width == 1 && t.sign == Signless
}

// IsIntN reports whether t is the signless integer type of n bits.
func (t *Type) IsIntN(n int) bool {
	return t != nil && t.kind == IntegerType && t.width == uint32(n) && t.sign == Signless
}

// IsShaped reports whether t has an element type and perhaps a shape.
func (t *Type) IsShaped() bool {
	if t == nil {
		return false
	}
	switch t.kind {
	case TensorType, UnrankedTensorType, VectorType, MemRefType, UnrankedMemRefType:
		return true
	}
	return false
}

// HasRank reports whether t is shaped with a known rank.
func (t *Type) HasRank() bool {
	return t != nil && (t.kind == TensorType || t.kind == VectorType || t.kind == MemRefType)
}

// IsStatic reports whether t is ranked and no extent is dynamic.
func (t *Type) IsStatic() bool {
	if !t.HasRank() {
		return false
	}
	for _, d := range t.shape {
		if d == Dynamic {
			return false
		}
	}
	return true
}

// ElemOrSelf is the element type of a shaped type, and t itself otherwise.
func (t *Type) ElemOrSelf() *Type {
	if t.IsShaped() {
		return t.elem
	}
	return t
}

// NumElements is the product of the extents of a static shape; ok is false
// when an extent is dynamic or the product overflows int64.
func (t *Type) NumElements() (n int64, ok bool) { return NumElements(t.shape) }

// NumElements is the product of shape; ok is false when an extent is dynamic
// or the product overflows int64. A zero extent makes it zero whatever the
// other static extents are.
func NumElements(shape []int64) (n int64, ok bool) {
	if slices.Contains(shape, Dynamic) {
		return 0, false
	}
	n, ok = shapes.Count(shape)
	if !ok && n != 0 {
		return 0, false
	}
	return n, true
}

func (c *Context) typ(k *keyBuf, t Type) *Type {
	defer k.free()
	return c.types.get(k.b, func(id uint32, _ string) Type {
		t.id = id
		return t
	})
}

// Int is the integer type of the given width and signedness.
func (c *Context) Int(width int, sign Signedness) *Type {
	if sign == Signless && width < len(c.ints) && c.ints[width] != nil {
		return c.ints[width]
	}
	return c.makeInt(width, sign)
}

func (c *Context) makeInt(width int, sign Signedness) *Type {
	k := newKey(uint8(IntegerType))
	k.u32(uint32(width))
	k.u8(uint8(sign))
	return c.typ(k, Type{kind: IntegerType, width: uint32(width), sign: sign})
}

// Bool is i1.
func (c *Context) Bool() *Type { return c.ints[1] }

// I32 is i32.
func (c *Context) I32() *Type { return c.ints[32] }

// I64 is i64.
func (c *Context) I64() *Type { return c.ints[64] }

// Index is the index type.
func (c *Context) Index() *Type { return c.index }

// F32 is f32.
func (c *Context) F32() *Type { return c.f32 }

// F64 is f64.
func (c *Context) F64() *Type { return c.f64 }

// None is the none type.
func (c *Context) None() *Type { return c.none }

// Float is the float type of the given keyword (`f32`, `bf16`,
// `f8E4M3FN`...), or nil when there is no such type.
func (c *Context) Float(keyword string) *Type {
	f := floatFormats[keyword]
	if f == nil {
		return nil
	}
	k := newKey(uint8(FloatType))
	k.str(keyword)
	return c.typ(k, Type{kind: FloatType, width: uint32(f.Width), ext: f})
}

// Complex is complex<elem>.
func (c *Context) Complex(elem *Type) *Type {
	k := newKey(uint8(ComplexType))
	k.typ(elem)
	return c.typ(k, Type{kind: ComplexType, elem: elem})
}

func (c *Context) typeList(kind TypeKind, in, out []*Type) *Type {
	k := newKey(uint8(kind))
	for _, t := range in {
		k.typ(t)
	}
	k.u32(0)
	for _, t := range out {
		k.typ(t)
	}
	defer k.free()
	return c.types.get(k.b, func(id uint32, _ string) Type {
		all := make([]*Type, 0, len(in)+len(out))
		all = append(append(all, in...), out...)
		return Type{kind: kind, id: id, ext: &typeList{all, len(in)}}
	})
}

// Tuple is tuple<elems...>.
func (c *Context) Tuple(elems []*Type) *Type { return c.typeList(TupleType, elems, nil) }

// Func is the function type (in) -> out.
func (c *Context) Func(in, out []*Type) *Type { return c.typeList(FunctionType, in, out) }

func (c *Context) shaped(kind TypeKind, shape []int64, elem *Type, ext shapedExt) *Type {
	k := newKey(uint8(kind))
	k.typ(elem)
	k.attr(ext.encoding)
	k.attr(ext.space)
	for _, d := range shape {
		k.u64(uint64(d))
	}
	for _, s := range ext.scalable {
		if s {
			k.u8(1)
		} else {
			k.u8(0)
		}
	}
	defer k.free()
	return c.types.get(k.b, func(id uint32, _ string) Type {
		t := Type{kind: kind, id: id, elem: elem, shape: append([]int64(nil), shape...)}
		if ext.encoding != nil || ext.space != nil || ext.scalable != nil {
			ext.scalable = append([]bool(nil), ext.scalable...)
			t.ext = &shapedExt{ext.encoding, ext.space, ext.scalable}
		}
		return t
	})
}

// Tensor is tensor<shape x elem>; Dynamic extents print as `?`.
func (c *Context) Tensor(shape []int64, elem *Type) *Type {
	return c.shaped(TensorType, shape, elem, shapedExt{})
}

// TensorWithEncoding is tensor<shape x elem, encoding>.
func (c *Context) TensorWithEncoding(shape []int64, elem *Type, encoding *Attr) *Type {
	return c.shaped(TensorType, shape, elem, shapedExt{encoding: encoding})
}

// UnrankedTensor is tensor<*xelem>.
func (c *Context) UnrankedTensor(elem *Type) *Type {
	return c.shaped(UnrankedTensorType, nil, elem, shapedExt{})
}

// Vector is vector<shape x elem>; scalable marks bracketed dimensions and may
// be nil.
func (c *Context) Vector(shape []int64, scalable []bool, elem *Type) *Type {
	return c.shaped(VectorType, shape, elem, shapedExt{scalable: scalable})
}

// MemRef is memref<shape x elem, layout, space>; layout and space may be nil.
func (c *Context) MemRef(shape []int64, elem *Type, layout, space *Attr) *Type {
	return c.shaped(MemRefType, shape, elem, shapedExt{encoding: layout, space: space})
}

// UnrankedMemRef is memref<*xelem, space>.
func (c *Context) UnrankedMemRef(elem *Type, space *Attr) *Type {
	return c.shaped(UnrankedMemRefType, nil, elem, shapedExt{space: space})
}

// DialectType is the type that a registered dialect defines, with parameters.
func (c *Context) DialectType(def *TypeDef, params ...*Attr) *Type {
	k := newKey(uint8(DefinedType))
	k.str(def.Name)
	for _, p := range params {
		k.attr(p)
	}
	return c.typ(k, Type{kind: DefinedType, ext: &dialectTypeExt{def, append([]*Attr(nil), params...)}})
}

// Opaque is a type of an unregistered dialect; text is what follows the `!`.
func (c *Context) Opaque(text string) *Type {
	k := newKey(uint8(OpaqueType))
	k.str(text)
	return c.typ(k, Type{kind: OpaqueType, ext: text})
}

// WithShape is t with another shape; t must be ranked. An encoding that cannot be of
// a tensor of that shape is left out.
func (c *Context) WithShape(t *Type, shape []int64) *Type {
	ext := t.shapedExt()
	if ext.encoding != nil && t.kind == TensorType && CheckEncoding(ext.encoding, c.Tensor(shape, t.elem)) != nil {
		ext.encoding = nil
	}
	return c.shaped(t.kind, shape, t.elem, ext)
}

// CheckEncoding fails for an encoding that cannot be that of t, a tensor type that
// has none yet.
func CheckEncoding(a *Attr, t *Type) error {
	if d := a.Def(); d != nil && d.VerifyEncoding != nil {
		return d.VerifyEncoding(a, t)
	}
	return nil
}

// WithElem is t with another element type; for a type that is not shaped it
// is elem itself.
func (c *Context) WithElem(t, elem *Type) *Type {
	if !t.IsShaped() {
		return elem
	}
	return c.shaped(t.kind, t.shape, elem, t.shapedExt())
}

func (t *Type) shapedExt() shapedExt {
	if s, ok := t.ext.(*shapedExt); ok {
		return *s
	}
	return shapedExt{}
}

// TypeList spells types with commas between them, the first so many of them: a
// call may have a hundred.
func TypeList(types []*Type, most int) string {
	var s []string
	for i, t := range types {
		if i == most {
			s = append(s, fmt.Sprintf("%d more", len(types)-most))
			break
		}
		s = append(s, t.String())
	}
	return strings.Join(s, ", ")
}
