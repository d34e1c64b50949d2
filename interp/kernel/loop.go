package kernel

import (
	"sync"
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// A loop computes consecutive result elements from as many operand elements. Loops are written for
// Go types and erased to bytes, so that the code that walks over tensors exists once and not once
// for each type. The result may be the same memory as an operand; it may not overlap one in any
// other way, because loops in machine code read some elements ahead.
type (
	loop1 func(out, x []byte)
	loop2 func(out, a, b []byte)
	loop3 func(out, a, b, c []byte)
)

// as views bytes as elements; the caller guarantees alignment.
func as[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// asBytes views elements as bytes.
func asBytes[T any](elements []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(elements))), len(elements)*int(unsafe.Sizeof(*new(T))))
}

// view is as for the storage of a tensor.
func view[T any](t *tensor.Tensor) []T { return as[T](t.Bytes()) }

// The erase functions return nil for a nil loop, which stands for an operation that the type does
// not have.

func erase1[O, X any](loop func(out []O, x []X)) loop1 {
	if loop == nil {
		return nil
	}
	return func(out, x []byte) { loop(as[O](out), as[X](x)) }
}

func erase2[O, A, B any](loop func(out []O, a []A, b []B)) loop2 {
	if loop == nil {
		return nil
	}
	return func(out, a, b []byte) { loop(as[O](out), as[A](a), as[B](b)) }
}

func erase3[O, A, B, C any](loop func(out []O, a []A, b []B, c []C)) loop3 {
	if loop == nil {
		return nil
	}
	return func(out, a, b, c []byte) { loop(as[O](out), as[A](a), as[B](b), as[C](c)) }
}

// wide runs loops that are written for H on elements of type T, block by block through scratch
// buffers.
type wide[T, H any] struct {
	load  func(dst []H, src []T)
	store func(dst []T, src []H)
	pool  *sync.Pool // of *[3][blockLen]H
}

func scratchPool[H any]() *sync.Pool {
	return &sync.Pool{New: func() any { return new([3][blockLen]H) }}
}

var (
	scratch32 = scratchPool[float32]()
	scratch64 = scratchPool[float64]()

	f16In32  wide[tensor.Float16, float32]
	f16In64  wide[tensor.Float16, float64]
	bf16In32 wide[tensor.BFloat16, float32]
	bf16In64 wide[tensor.BFloat16, float64]
	f32In64  wide[float32, float64]
)

func init() { use(machineLevels()[0]) }

// use makes loops that are resolved from now on use these machine functions. Only tests call it
// more than once.
func use(machine machineLoops) {
	fastest = machine
	fastest.chain.resolve()
	f16In32 = wide[tensor.Float16, float32]{converter(tensor.F16, tensor.F32, loadF16[float32]), converter(tensor.F32, tensor.F16, storeF16From32), scratch32}
	f16In64 = wide[tensor.Float16, float64]{converter(tensor.F16, tensor.F64, loadF16[float64]), converter(tensor.F64, tensor.F16, storeF16From64), scratch64}
	bf16In32 = wide[tensor.BFloat16, float32]{converter(tensor.BF16, tensor.F32, loadBF16[float32]), converter(tensor.F32, tensor.BF16, storeBF16From32), scratch32}
	bf16In64 = wide[tensor.BFloat16, float64]{converter(tensor.BF16, tensor.F64, loadBF16[float64]), converter(tensor.F64, tensor.BF16, storeBF16From64), scratch64}
	f32In64 = wide[float32, float64]{converter(tensor.F32, tensor.F64, castTo[float64, float32]), converter(tensor.F64, tensor.F32, castTo[float32, float64]), scratch64}
}

// converter returns the loop of a conversion: in machine code if there is any.
func converter[O, X any](from, to tensor.DType, portable func(out []O, x []X)) func(out []O, x []X) {
	return typed1[O, X](vectorLoop1(fastest.one["convert/"+from.String()+"-"+to.String()], to.Size(), from.Size(), erase1(portable)))
}

func (w wide[T, H]) unary(loop func(out, x []H)) func(out, x []T) {
	if loop == nil {
		return nil
	}
	return func(out, x []T) {
		scratch := w.pool.Get().(*[3][blockLen]H)
		defer w.pool.Put(scratch)
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			v := scratch[0][:hi-lo]
			w.load(v, x[lo:hi])
			loop(v, v)
			w.store(out[lo:hi], v)
		}
	}
}

func (w wide[T, H]) binary(loop func(out, a, b []H)) func(out, a, b []T) {
	if loop == nil {
		return nil
	}
	return func(out, a, b []T) {
		scratch := w.pool.Get().(*[3][blockLen]H)
		defer w.pool.Put(scratch)
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			u, v := scratch[0][:hi-lo], scratch[1][:hi-lo]
			w.load(u, a[lo:hi])
			w.load(v, b[lo:hi])
			loop(u, u, v)
			w.store(out[lo:hi], u)
		}
	}
}

func (w wide[T, H]) ternary(loop func(out, a, b, c []H)) func(out, a, b, c []T) {
	return func(out, a, b, c []T) {
		scratch := w.pool.Get().(*[3][blockLen]H)
		defer w.pool.Put(scratch)
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			u, v, z := scratch[0][:hi-lo], scratch[1][:hi-lo], scratch[2][:hi-lo]
			w.load(u, a[lo:hi])
			w.load(v, b[lo:hi])
			w.load(z, c[lo:hi])
			loop(u, u, v, z)
			w.store(out[lo:hi], u)
		}
	}
}

// test is unary for loops with Bool results.
func (w wide[T, H]) test(loop func(out []uint8, x []H)) func(out []uint8, x []T) {
	return func(out []uint8, x []T) {
		scratch := w.pool.Get().(*[3][blockLen]H)
		defer w.pool.Put(scratch)
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			v := scratch[0][:hi-lo]
			w.load(v, x[lo:hi])
			loop(out[lo:hi], v)
		}
	}
}

// compare is binary for loops with Bool results.
func (w wide[T, H]) compare(loop func(out []uint8, a, b []H)) func(out []uint8, a, b []T) {
	return func(out []uint8, a, b []T) {
		scratch := w.pool.Get().(*[3][blockLen]H)
		defer w.pool.Put(scratch)
		for lo := 0; lo < len(out); lo += blockLen {
			hi := min(lo+blockLen, len(out))
			u, v := scratch[0][:hi-lo], scratch[1][:hi-lo]
			w.load(u, a[lo:hi])
			w.load(v, b[lo:hi])
			loop(out[lo:hi], u, v)
		}
	}
}

type signed interface {
	int8 | int16 | int32 | int64
}

type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

type integer interface {
	signed | unsigned
}

type float interface {
	float32 | float64
}

type number interface {
	integer | float
}

// castTo converts with Go's conversion, which is right wherever the value is in range: float to
// integer is not, see convert.go.
func castTo[D, S number](dst []D, src []S) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = D(v)
	}
}

func loadF16[H float](dst []H, src []tensor.Float16) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = H(v.Float32())
	}
}

func loadBF16[H float](dst []H, src []tensor.BFloat16) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = H(v.Float32())
	}
}

func storeF16From32(dst []tensor.Float16, src []float32) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = tensor.ToFloat16(v)
	}
}

func storeF16From64(dst []tensor.Float16, src []float64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = tensor.Float16FromFloat64(v)
	}
}

func storeBF16From32(dst []tensor.BFloat16, src []float32) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = tensor.ToBFloat16(v)
	}
}

func storeBF16From64(dst []tensor.BFloat16, src []float64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = tensor.BFloat16FromFloat64(v)
	}
}
