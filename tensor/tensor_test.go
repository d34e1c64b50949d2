package tensor

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

func TestDTypes(t *testing.T) {
	var names []string
	for _, d := range DTypes() {
		names = append(names, d.String())
		if back, ok := ParseDType(d.String()); !ok || back != d {
			t.Errorf("ParseDType(%q) = %v, %v", d.String(), back, ok)
		}
	}
	want := "i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64 complex<f32> complex<f64>"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names: got %s, want %s", got, want)
	}
	if d, ok := ParseDType("index"); !ok || d != I64 {
		t.Errorf("index: got %v, %v", d, ok)
	}
	for _, bad := range []string{"", "invalid", "f31", "u8", "I8", "complex<f16>", "complex<f32", "c64"} {
		if d, ok := ParseDType(bad); ok {
			t.Errorf("ParseDType(%q) = %v, want failure", bad, d)
		}
	}
	type facts struct {
		Size, Bits                        int
		Float, Integer, Signed, Unsigned_ bool
		Complex                           bool
		Part                              DType
		Parts                             int
	}
	for d, want := range map[DType]facts{
		Bool: {1, 1, false, false, false, false, false, Bool, 1},
		I16:  {2, 16, false, true, true, false, false, I16, 1},
		U64:  {8, 64, false, true, false, true, false, U64, 1},
		BF16: {2, 16, true, false, false, false, false, BF16, 1},
		C64:  {8, 64, false, false, false, false, true, F32, 2},
		C128: {16, 128, false, false, false, false, true, F64, 2},
	} {
		got := facts{d.Size(), d.Bits(), d.IsFloat(), d.IsInteger(), d.IsSigned(), d.IsUnsigned(), d.IsComplex(), d.Part(), d.Parts()}
		if got != want {
			t.Errorf("%v: got %+v, want %+v", d, got, want)
		}
	}
}

func TestElements(t *testing.T) {
	for _, c := range []struct {
		shape []int
		want  int
		err   string
	}{
		{nil, 1, ""},
		{[]int{2, 3, 4}, 24, ""},
		{[]int{0, 3}, 0, ""},
		{[]int{math.MaxInt}, math.MaxInt, ""},
		{[]int{math.MaxInt, 2}, 0, "more elements than an int can count"},
		{[]int{0, math.MaxInt, math.MaxInt}, 0, "more elements than an int can count"},
		{[]int{1 << 32, 1 << 32}, 0, "more elements than an int can count"},
		{[]int{2, -1}, 0, "dimension 1 of shape 2x-1 is negative"},
	} {
		got, err := Elements(c.shape)
		if c.err == "" && (err != nil || got != c.want) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("Elements(%v) = %d, %v; want %d, %q", c.shape, got, err, c.want, c.err)
		}
	}
	if _, err := ByteSize(F64, []int{math.MaxInt / 4}); err == nil {
		t.Error("ByteSize of 2^61 doubles: want an error")
	}
}

func TestNewIsZeroedAndAligned(t *testing.T) {
	for _, d := range DTypes() {
		for _, shape := range [][]int{{}, {0}, {3}, {2, 0, 5}, {7, 11}} {
			x := New(d, shape...)
			want, _ := Elements(shape)
			if x.Len() != want || len(x.Bytes()) != want*d.Size() || x.Rank() != len(shape) || x.DType() != d {
				t.Errorf("New(%v, %v): %d elements, %d bytes", d, shape, x.Len(), len(x.Bytes()))
			}
			if slices.ContainsFunc(x.Bytes(), func(b byte) bool { return b != 0 }) {
				t.Errorf("New(%v, %v) is not zeroed", d, shape)
			}
			if want > 0 && uintptr(unsafe.Pointer(&x.Bytes()[0]))%Alignment != 0 {
				t.Errorf("New(%v, %v) is not aligned", d, shape)
			}
		}
	}
}

func TestFromBytes(t *testing.T) {
	raw := make([]byte, 64)
	start := int(-uintptr(unsafe.Pointer(&raw[0])) % 8)
	aligned := raw[start : start+8]
	copy(aligned, []byte{0, 0, 128, 63, 0, 0, 0, 192})
	x, err := FromBytes(F32, []int{2}, aligned)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float32{1, -2}, Data[float32](x)); diff != "" {
		t.Error(diff)
	}
	aligned[3] = 64
	if x.Float64At(0) != 4 {
		t.Error("aligned bytes were copied")
	}
	misaligned := raw[start+9 : start+17]
	copy(misaligned, aligned)
	if x, err = FromBytes(F32, []int{2}, misaligned); err != nil || x.Float64At(0) != 4 || x.Float64At(1) != -2 {
		t.Errorf("misaligned: %v, %v", x, err)
	}
	for _, c := range []struct {
		d     DType
		shape []int
		bytes []byte
		want  string
	}{
		{F32, []int{2}, make([]byte, 7), "tensor 2xf32 needs 8 bytes, got 7"},
		{Bool, []int{2}, []byte{1, 2}, "element 1 of tensor 2xi1 is the byte 0x2"},
		{Invalid, []int{1}, nil, "invalid is not an element type"},
		{I8, []int{-1}, nil, "negative"},
	} {
		if _, err := FromBytes(c.d, c.shape, c.bytes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("FromBytes(%v, %v): got %v, want %q", c.d, c.shape, err, c.want)
		}
	}
}

func TestViews(t *testing.T) {
	x, err := FromSlice([]int{2, 3}, []Float16{0, 1, 2, 3, 4, 5})
	if err != nil {
		t.Fatal(err)
	}
	if x.DType() != F16 || Words[uint16](x)[5] != 5 {
		t.Error("FromSlice of Float16")
	}
	y, err := x.Reshape(3, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	Data[Float16](y)[0] = 9
	if Data[Float16](x)[0] != 9 {
		t.Error("Reshape copied")
	}
	c := x.Clone()
	if !Equal(c, x) || Equal(x, y) {
		t.Error("Equal or Clone")
	}
	Data[Float16](c)[0] = 8
	if Equal(c, x) {
		t.Error("Clone shares storage")
	}
	if _, err := x.Reshape(4, 2); err == nil || err.Error() != "cannot view 2x3xf16 (6 elements) as 4x2xf16 (8 elements)" {
		t.Errorf("Reshape: %v", err)
	}
	if _, err := FromSlice([]int{2}, []int8{1}); err == nil {
		t.Error("FromSlice with too few values: want an error")
	}
	for name, misuse := range map[string]func(){
		"a 2x3xf16 tensor has no []uint16 view":  func() { Data[uint16](x) },
		"a 2x3xf16 tensor has no []float32 view": func() { Data[float32](x) },
		"a 2x3xf16 tensor has no []uint32 view":  func() { Words[uint32](x) },
		"has no integer elements":                func() { x.Int64At(0) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, name) {
					t.Errorf("panic %q, want %q", got, name)
				}
			}()
			misuse()
		}()
	}
	if got := Data[uint8](New(Bool, 2)); len(got) != 2 {
		t.Error("Bool viewed as uint8")
	}
}

func TestAccessors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		d        DType
		in, want float64
	}{
		{Bool, 0, 0}, {Bool, -0.25, 1}, {Bool, nan, 1},
		{I8, 127.9, 127}, {I8, 128, 127}, {I8, -128.9, -128}, {I8, -inf, -128}, {I8, nan, 0}, {I8, -1.9, -1},
		{U8, -1, 0}, {U8, 255.9, 255}, {U8, inf, 255}, {U8, nan, 0},
		{I64, inf, 0x1p63}, {I64, -inf, -0x1p63}, {U64, inf, 0x1p64}, {U64, 0x1.8p63, 0x1.8p63},
		{F16, 1 + 0x1p-11, 1}, {F16, 1 + 0x1p-11 + 0x1p-50, 1 + 0x1p-10}, {F16, 1e6, inf},
		{BF16, 1 + 0x1p-8 + 0x1p-50, 1 + 0x1p-7}, {F32, 0.1, float64(float32(0.1))}, {F64, 0.1, 0.1},
	} {
		x := New(c.d, 3)
		x.SetFloat64(1, c.in)
		if got := x.Float64At(1); got != c.want || x.Float64At(0) != 0 || x.Float64At(2) != 0 {
			t.Errorf("%v: %g reads back as %g, want %g", c.d, c.in, got, c.want)
		}
		if got := New(c.d, 2, 3).Fill(c.in); got.Float64At(5) != c.want || got.Float64At(0) != c.want {
			t.Errorf("Fill: got %v", got)
		}
	}
	for _, c := range []struct {
		d    DType
		in   int64
		want float64
	}{
		{Bool, -4, 1}, {Bool, 0, 0}, {I8, 300, 44}, {U8, -1, 255}, {U16, -1, 65535}, {I32, 1 << 31, -0x1p31}, {U64, -1, 0x1p64},
		{F16, 70000, inf}, {BF16, 1<<60 + 1<<52 + 1, 0x1.02p60}, {F32, 1<<24 + 1, 0x1p24}, {F64, -7, -7},
	} {
		x := New(c.d, 2)
		x.SetInt64(1, c.in)
		if got := x.Float64At(1); got != c.want {
			t.Errorf("%v: %d reads back as %g, want %g", c.d, c.in, got, c.want)
		}
	}
	x, err := Splat(U16, []int{5}, []byte{1, 2})
	if err != nil || x.Int64At(4) != 0x201 || x.Int64At(0) != 0x201 {
		t.Errorf("Splat: %v, %v", x, err)
	}
	if _, err := Splat(U16, []int{5}, []byte{1}); err == nil {
		t.Error("Splat with a short element: want an error")
	}
}

// The parts of complex numbers are a view, the numbers of another type are themselves.
func TestComplex(t *testing.T) {
	x, err := FromSlice([]int{2}, []complex64{complex(1, 2), complex(3, -4)})
	if err != nil || Format(x) != "2xcomplex<f32>=(1,2) (3,-4)" {
		t.Fatalf("got %v, %v", x, err)
	}
	parts := x.Parts()
	if got := Format(parts); got != "2x2xf32=[1 2][3 -4]" {
		t.Errorf("parts: got %s", got)
	}
	Data[float32](parts)[3] = 7
	if got := x.Complex128At(1); got != complex(3, 7) {
		t.Errorf("parts are no view: got %v", got)
	}
	if parts.Parts() != parts || Data[float32](parts)[0] != 1 || parts.Complex128At(1) != 2 {
		t.Error("the parts of real numbers are these")
	}
	if got := Format(New(C128, 2).Fill(1.5)); got != "2xcomplex<f64>=(1.5,0) (1.5,0)" {
		t.Errorf("Fill: got %s", got)
	}
	x.SetInt64(0, 5)
	if got := Format(x); got != "2xcomplex<f32>=(5,0) (3,7)" {
		t.Errorf("SetInt64: got %s", got)
	}
	for _, d := range []DType{F32, F64} {
		if d.Complex().Part() != d {
			t.Errorf("%v: its complex type is %v", d, d.Complex())
		}
	}
	if F16.Complex() != Invalid || C64.Complex() != Invalid {
		t.Error("there are complex numbers of f32 and f64 alone")
	}
}

func TestCompareComplex(t *testing.T) {
	read := func(text string) *Tensor {
		x, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	a := read("4xcomplex<f32>=[(1,2),(nan,0),(1,1),(inf,0)]")
	for _, c := range []struct {
		b    string
		ulps uint64
		want Difference
	}{
		{"4xcomplex<f32>=[(1,2),(nan,0),(1,1),(inf,0)]", 0, Difference{First: -1}},
		{"4xcomplex<f32>=[(1,2),(0xFFC00001,0),(1,1),(inf,0)]", 0, Difference{First: -1}},
		{"4xcomplex<f32>=[(1,2),(nan,-0),(1.0000001,1.0000002),(inf,0)]", 0, Difference{Count: 2, First: 1, ULPs: 2, Absolute: 2.384185791015625e-07}},
		{"4xcomplex<f32>=[(1,2),(nan,-0),(1.0000001,1.0000002),(inf,0)]", 2, Difference{First: -1, ULPs: 2, Absolute: 2.384185791015625e-07}},
		{"4xcomplex<f32>=[(1,2),(nan,0),(1,1),(0,nan)]", 9, Difference{Count: 1, First: 3, ULPs: Incomparable, Absolute: math.Inf(1)}},
	} {
		if got := Compare(a, read(c.b), c.ulps); got != c.want {
			t.Errorf("%s within %d: got %+v, want %+v", c.b, c.ulps, got, c.want)
		}
	}
	odd := read("2xcomplex<f64>=[(0x7FF0000000000001,0xFFF8000000000000),(1,-nan)]")
	if one := odd.WithOneNaN(); one == odd || Data[uint64](asWords(one))[0] != F64.NaNBits() || Data[uint64](asWords(one))[1] != F64.NaNBits() {
		t.Errorf("the NaNs of parts: %x", one.Bytes())
	}
}

// asWords views f64 parts as their bits.
func asWords(t *Tensor) *Tensor { return Wrap(U64, []int{t.Parts().Len()}, t.Bytes()) }
