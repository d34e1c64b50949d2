package tensor

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
)

// Alignment is the alignment in bytes of storage that this package allocates: one cache line, and
// the widest vector register.
const Alignment = 64

// Element lists the Go types that storage is viewed as. Bool has no type of its own: its bytes are
// viewed as uint8, each 0 or 1, because a Go bool with any other byte in it is undefined behaviour.
type Element interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | Float16 | BFloat16 | float32 | float64 | complex64 | complex128
}

// Word lists the types that storage of any element type of the same size can be viewed as. They are
// moved as they are: a complex128 of Go would be two floats.
type Word interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64
}

// Tensor is an array of one element type, contiguous and row-major. Rank 0 is a scalar; zero
// extents are legal.
type Tensor struct {
	dtype DType
	shape []int
	count int
	data  []byte
}

// Elements returns the product of the extents, 1 for rank 0. It fails for a negative extent and for
// a product, zero extents left out, over the range of int.
func Elements(shape []int) (int, error) {
	if i := slices.IndexFunc(shape, func(extent int) bool { return extent < 0 }); i >= 0 {
		return 0, fmt.Errorf("dimension %d of shape %s is negative", i, ShapeString(shape))
	}
	n, fits := shapes.Count(shape)
	if !fits {
		return 0, fmt.Errorf("shape %s has more elements than an int can count", ShapeString(shape))
	}
	return n, nil
}

// ByteSize returns the storage that a tensor of this type and shape needs, in bytes, or why there
// cannot be such a tensor.
func ByteSize(d DType, shape []int) (int, error) {
	count, err := Elements(shape)
	if err != nil {
		return 0, err
	}
	if d == Invalid || d >= numDTypes {
		return 0, fmt.Errorf("%v is not an element type", d)
	}
	if count > math.MaxInt/d.Size() {
		return 0, fmt.Errorf("tensor %sx%v has more bytes than an int can count", ShapeString(shape), d)
	}
	return count * d.Size(), nil
}

// ShapeString writes a shape as 2x3x4; rank 0 gives the empty string.
func ShapeString(shape []int) string {
	parts := make([]string, len(shape))
	for i, extent := range shape {
		parts[i] = fmt.Sprint(extent)
	}
	return strings.Join(parts, "x")
}

// New returns a zeroed tensor with storage aligned to Alignment. It panics for a shape or type that
// ByteSize refuses; callers with untrusted shapes ask ByteSize first.
func New(d DType, shape ...int) *Tensor {
	size, err := ByteSize(d, shape)
	if err != nil {
		panic("tensor.New: " + err.Error())
	}
	return Wrap(d, slices.Clone(shape), alignedBytes(size))
}

// alignedBytes returns size zeroed bytes that start at a multiple of Alignment.
func alignedBytes(size int) []byte {
	if size == 0 {
		return nil
	}
	raw := make([]byte, size+Alignment-1)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(raw))) % Alignment)
	return raw[skip : skip+size : skip+size]
}

// Uninitialised returns size bytes with arbitrary content, aligned to Alignment: for storage that
// is about to be written, which then need not be cleared first.
func Uninitialised(size int) []byte {
	if size == 0 {
		return nil
	}
	var b strings.Builder // the one way to such memory that the standard library offers
	b.Grow(size + Alignment - 1)
	b.WriteByte(0)
	start := unsafe.StringData(b.String())
	hugePages(unsafe.Slice(start, size))
	skip := int(-uintptr(unsafe.Pointer(start)) % Alignment)
	return unsafe.Slice(start, size+Alignment-1)[skip : skip+size : skip+size]
}

// FromBytes makes a tensor of little-endian element bytes. It takes ownership of b, and copies only
// where b is not aligned for the element type. It fails for a wrong byte count and for a Bool byte
// that is neither 0 nor 1.
func FromBytes(d DType, shape []int, b []byte) (*Tensor, error) {
	size, err := ByteSize(d, shape)
	if err != nil {
		return nil, err
	}
	if len(b) != size {
		return nil, fmt.Errorf("tensor %s needs %d bytes, got %d", typeText(d, shape), size, len(b))
	}
	if d == Bool {
		for i, v := range b {
			if v > 1 {
				return nil, fmt.Errorf("element %d of tensor %s is the byte %#x, must be 0 or 1", i, typeText(d, shape), v)
			}
		}
	}
	if uintptr(unsafe.Pointer(unsafe.SliceData(b)))%uintptr(d.Part().Size()) != 0 {
		aligned := alignedBytes(size)
		copy(aligned, b)
		b = aligned
	}
	return Wrap(d, slices.Clone(shape), b), nil
}

// FromSlice makes a tensor of a copy of values; a []uint8 becomes U8.
func FromSlice[T Element](shape []int, values []T) (*Tensor, error) {
	d := dtypeOf[T]()
	if _, err := ByteSize(d, shape); err != nil {
		return nil, err
	}
	t := New(d, shape...)
	if t.count != len(values) {
		return nil, fmt.Errorf("tensor %s has %d elements, got %d values", typeText(d, shape), t.count, len(values))
	}
	copy(Data[T](t), values)
	return t, nil
}

// Wrap makes a tensor of storage that the caller manages, without any check and without copying
// shape or bytes. The bytes must hold at least the elements of the shape and be aligned for the
// element type.
func Wrap(d DType, shape []int, b []byte) *Tensor {
	count := shapes.Product(shape)
	return &Tensor{dtype: d, shape: shape, count: count, data: b[:count*d.Size()]}
}

// DType returns the element type.
func (t *Tensor) DType() DType { return t.dtype }

// Shape returns the extents; the caller must not change them.
func (t *Tensor) Shape() []int { return t.shape }

// Rank returns the number of dimensions.
func (t *Tensor) Rank() int { return len(t.shape) }

// Len returns the number of elements.
func (t *Tensor) Len() int { return t.count }

// Bytes returns the storage: Len times DType.Size bytes, little-endian, shared with the tensor.
func (t *Tensor) Bytes() []byte { return t.data }

// TypeString writes element type and shape as in 2x3xf32; a scalar is just f32.
func (t *Tensor) TypeString() string { return typeText(t.dtype, t.shape) }

func typeText(d DType, shape []int) string {
	if len(shape) == 0 {
		return d.String()
	}
	return ShapeString(shape) + "x" + d.String()
}

func dtypeOf[T Element]() DType {
	switch any(*new(T)).(type) {
	case int8:
		return I8
	case int16:
		return I16
	case int32:
		return I32
	case int64:
		return I64
	case uint8:
		return U8
	case uint16:
		return U16
	case uint32:
		return U32
	case uint64:
		return U64
	case Float16:
		return F16
	case BFloat16:
		return BF16
	case float32:
		return F32
	case complex64:
		return C64
	case complex128:
		return C128
	}
	return F64
}

// Data views the storage as a typed slice that shares it. T must be the Go type of the tensor's
// element type (uint8 serves U8 and Bool); anything else is a programming error and panics.
func Data[T Element](t *Tensor) []T {
	if want := dtypeOf[T](); want != t.dtype && !(want == U8 && t.dtype == Bool) {
		panic(fmt.Sprintf("tensor.Data: a %s tensor has no []%T view", t.TypeString(), *new(T)))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(t.data))), t.count)
}

// Words views the storage as words of the element's size whatever the element type, for kernels
// that only move elements. It panics where the sizes differ.
func Words[T Word](t *Tensor) []T {
	if int(unsafe.Sizeof(*new(T))) != t.dtype.Size() {
		panic(fmt.Sprintf("tensor.Words: a %s tensor has no []%T view", t.TypeString(), *new(T)))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(t.data))), t.count)
}

// Splat returns a tensor whose every element is the given element bytes, d.Size() of them.
func Splat(d DType, shape []int, element []byte) (*Tensor, error) {
	if _, err := ByteSize(d, shape); err != nil {
		return nil, err
	}
	if len(element) != d.Size() {
		return nil, fmt.Errorf("an element of type %v has %d bytes, got %d", d, d.Size(), len(element))
	}
	t := New(d, shape...)
	t.fillBytes(element)
	return t, nil
}

// fillBytes repeats pattern over the storage, doubling the filled part each time.
func (t *Tensor) fillBytes(pattern []byte) {
	for filled := copy(t.data, pattern); filled < len(t.data); {
		filled += copy(t.data[filled:], t.data[:filled])
	}
}

// Equal reports whether two tensors have the same type, shape and bits: a NaN equals a NaN of the
// same payload, and -0 differs from +0.
func Equal(a, b *Tensor) bool {
	return a.dtype == b.dtype && slices.Equal(a.shape, b.shape) && bytes.Equal(a.data, b.data)
}

// Clone returns a copy with storage of its own.
func (t *Tensor) Clone() *Tensor {
	c := New(t.dtype, t.shape...)
	copy(c.data, t.data)
	return c
}

// Reshape returns a view of the same storage with another shape. It fails where the element counts
// differ.
func (t *Tensor) Reshape(shape ...int) (*Tensor, error) {
	count, err := Elements(shape)
	if err != nil {
		return nil, err
	}
	if count != t.count {
		return nil, fmt.Errorf("cannot view %s (%d elements) as %s (%d elements)", t.TypeString(), t.count, typeText(t.dtype, shape), count)
	}
	return &Tensor{dtype: t.dtype, shape: slices.Clone(shape), count: count, data: t.data}, nil
}

// Unbound makes a tensor that has no storage yet, without any check: Rebase gives it some.
func Unbound(d DType, shape []int) Tensor {
	return Tensor{dtype: d, shape: shape, count: shapes.Product(shape)}
}

// Rebase lets a tensor lie in other storage that the caller manages, as Wrap does.
func (t *Tensor) Rebase(b []byte) { t.data = b[:t.count*t.dtype.Size()] }

// Unbind takes the storage from a tensor.
func (t *Tensor) Unbind() { t.data = nil }
