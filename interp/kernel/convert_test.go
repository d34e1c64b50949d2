package kernel

import (
	"math"
	"math/big"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// convertReference converts element j of x to element i of out by the definition: exact value, then
// wrapped, saturated or rounded.
func convertReference(out *tensor.Tensor, i int, x *tensor.Tensor, j int) {
	d := out.DType()
	switch {
	case x.DType().IsComplex() && d.IsComplex():
		convertReference(out.Parts(), 2*i, x.Parts(), 2*j)
		convertReference(out.Parts(), 2*i+1, x.Parts(), 2*j+1)
		return
	case x.DType().IsComplex():
		out.SetFloat64(i, real(x.Complex128At(j)))
		return
	case d.IsComplex():
		convertReference(out.Parts(), 2*i, x, j)
		return
	}
	if x.DType().IsFloat() {
		out.SetFloat64(i, x.Float64At(j)) // tested on its own in package tensor
		return
	}
	v := bigAt(x, j)
	switch {
	case d == tensor.Bool:
		out.SetInt64(i, int64(v.Sign()*v.Sign()))
	case d == tensor.F32:
		f, _ := new(big.Float).SetInt(v).Float32()
		tensor.Data[float32](out)[i] = f
	case d == tensor.F64:
		f, _ := new(big.Float).SetInt(v).Float64()
		tensor.Data[float64](out)[i] = f
	case d.IsFloat():
		// To the precision of the type first, exactly as rounding does for the integers, none of
		// which is denormal.
		precision := map[tensor.DType]uint{tensor.F16: 11, tensor.BF16: 8}[d]
		f, _ := new(big.Float).SetPrec(precision).SetMode(big.ToNearestEven).SetInt(v).Float64()
		out.SetFloat64(i, f)
	default:
		setBig(out, i, v)
	}
}

func TestConvert(t *testing.T) {
	for _, from := range tensor.DTypes() {
		x := samples(from, false, 700)
		for _, to := range tensor.DTypes() {
			want, got := tensor.New(to, x.Len()), tensor.New(to, x.Len())
			for i := range x.Len() {
				convertReference(want, i, x, i)
			}
			kernel, err := ResolveConvert(from, to)
			if err != nil {
				t.Fatal(err)
			}
			kernel(got, x)
			for i := range got.Len() {
				if !sameElement(got, want, i) {
					t.Fatalf("%v to %v of %s: got %s, want %s", from, to, element(x, i), element(got, i), element(want, i))
				}
			}
			if from.Size() == to.Size() { // in place
				kernel(tensor.Wrap(to, x.Shape(), x.Clone().Bytes()), x)
				bytes := x.Clone().Bytes()
				kernel(tensor.Wrap(to, x.Shape(), bytes), tensor.Wrap(from, x.Shape(), bytes))
				same(t, "in place", tensor.Wrap(to, x.Shape(), bytes), want)
			}
		}
	}
	for _, c := range []struct{ in, want string }{
		{"4xf32=-7.9 300 -300 nan", "4xi8=-7 127 -128 0"},
		{"4xf32=-0.5 300 -1 nan", "4xui8=0 255 0 0"},
		{"3xf32=inf -inf 9.3e18", "3xi64=9223372036854775807 -9223372036854775808 9223372036854775807"},
		{"3xf64=1.9e19 -1 9223372036854775808", "3xui64=18446744073709551615 0 9223372036854775808"},
		{"1xi64=-7", "1xui8=249"},
		{"1xi64=1157425104234217473", "1xbf16=0x5D81"}, // 2^60 + 2^52 + 1, which f64 rounds to a tie
		{"1xi64=16777217", "1xf32=16777216"},
		{"3xf16=nan 0 -0", "3xi1=1 0 0"},
		{"2xi1=1 0", "2xf16=1 0"},
		{"3xcomplex<f32>=[(0,-0),(0,1),(nan,0)]", "3xi1=0 0 1"},
		{"3xcomplex<f64>=[(300,nan),(nan,1),(-2.5,inf)]", "3xi8=127 0 -2"},
		{"2xcomplex<f64>=[(0.1,1e300),(-0,nan)]", "2xcomplex<f32>=[(0.1,inf),(-0,nan)]"},
		{"2xui64=18446744073709551615 0", "2xcomplex<f32>=[(0x5F800000,0),(0,0)]"},
	} {
		x, want := parse(t, c.in), parse(t, c.want)
		kernel, err := ResolveConvert(x.DType(), want.DType())
		if err != nil {
			t.Fatal(err)
		}
		got := tensor.New(want.DType(), want.Shape()...)
		kernel(got, x)
		same(t, c.in, got, want)
	}
	_, err := ResolveConvert(tensor.Invalid, tensor.F32)
	wantError(t, "convert", err, "convert is not defined for invalid")
	_, err = ResolveConvert(tensor.F32, tensor.Invalid)
	wantError(t, "convert", err, "convert is not defined for invalid")
}

func TestReadIndices(t *testing.T) {
	for text, want := range map[string]int{
		"i8=-1": -1, "i16=-300": -300, "i32=-70000": -70000, "i64=-9223372036854775808": math.MinInt, "ui8=255": 255, "ui16=65535": 65535,
		"ui32=4294967295": 4294967295, "ui64=18446744073709551615": math.MaxInt, "ui64=7": 7,
	} {
		if r := readerOf(parse(t, text)); r.at(0) != want {
			t.Errorf("%s: got %d, want %d", text, r.at(0), want)
		}
	}
}

func TestIota(t *testing.T) {
	for _, d := range tensor.DTypes() {
		for _, c := range []struct {
			shape []int
			dim   int
		}{{[]int{5}, 0}, {[]int{2, 3, 4}, 0}, {[]int{2, 3, 4}, 1}, {[]int{2, 3, 4}, 2}, {[]int{0, 3}, 1}, {[]int{3, 0}, 0}, {[]int{3, 300, 50}, 1}, {[]int{600, 90}, 0}} {
			want := tensor.New(d, c.shape...)
			positions(c.shape, func(i int, index []int) { want.SetInt64(i, int64(index[c.dim])) })
			kernel, err := ResolveIota(d, c.shape, c.dim)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "iota", onWorkers(t, "iota", func() *tensor.Tensor {
				out := tensor.New(d, c.shape...)
				kernel(out)
				return out
			}), want)
		}
	}
	_, err := ResolveIota(tensor.F32, []int{3}, 1)
	wantError(t, "iota", err, "iota dimension 1 is not a dimension of a tensor of rank 1")
	_, err = ResolveIota(tensor.Invalid, []int{3}, 0)
	wantError(t, "iota", err, "iota is not defined for invalid")
	_, err = ResolveIota(tensor.F32, []int{-3}, 0)
	wantError(t, "iota", err, "negative")
}

func TestBitcast(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"2xf32=1 -2", "2xi32=0x3F800000 0xC0000000"},
		{"2xui16=0x3C00 0xFC00", "2xf16=1 -inf"},
		{"2xi32=0x04030201 -1", "2x4xui8=[1 2 3 4][255 255 255 255]"},
		{"2x4xui8=[1 2 3 4][255 255 255 255]", "2xi32=0x04030201 -1"},
		{"2xui8=5 128", "2x8xi1=[1 0 1 0 0 0 0 0][0 0 0 0 0 0 0 1]"},
		{"2x8xi1=[1 0 1 0 0 0 0 0][0 0 0 0 0 0 0 1]", "2xui8=5 128"},
		{"16xi1=[1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 1]", "i16=0x8005"},
		{"i1=1", "i1=1"},
		{"0xf64=[]", "0x2xf32=[]"},
	} {
		x, want := parse(t, c.in), parse(t, c.want)
		kernel, err := ResolveBitcast(x.DType(), want.DType(), x.Shape(), want.Shape())
		if err != nil {
			t.Fatal(err)
		}
		got := tensor.New(want.DType(), want.Shape()...).Fill(1)
		kernel(got, x)
		same(t, c.in, got, want)
	}
	_, err := ResolveBitcast(tensor.F32, tensor.I8, []int{2}, []int{8})
	wantError(t, "bitcast", err, "bitcast from 2 of f32 to 8 of i8 does not keep the bits in place")
	_, err = ResolveBitcast(tensor.F32, tensor.Invalid, []int{2}, []int{8})
	wantError(t, "bitcast", err, "not defined for invalid")
}

func TestReducePrecision(t *testing.T) {
	for _, c := range []struct {
		in                 string
		exponent, mantissa int
		want               string
	}{
		// As bfloat16 and as binary16, where denormals of the smaller format become zero.
		{"5xf32=0x3F808000 0x3F818000 0x3F808001 nan inf", 8, 7, "5xf32=0x3F800000 0x3F820000 0x3F810000 nan inf"},
		{"6xf32=65504 65520 -65520 6.1035156e-05 6.097555e-05 -1e-7", 5, 10, "6xf32=65504 inf -inf 6.1035156e-05 0 -0"},
		{"3xf32=1e-40 0x7F7FFFFF -0", 8, 7, "3xf32=0x00010000 inf -0"}, // 71362 denormal units
		{"4xf32=nan 1.5 3 -inf", 8, 0, "4xf32=inf 2 2 -inf"},
		{"2xf32=0xFFC00000 0xFF800001", 8, 0, "2xf32=inf inf"}, // NaN has no sign
		{"3xf64=1.1 1e300 1e-300", 8, 23, "3xf64=1.100000023841858 inf 0"},
		{"2xf64=1.1 1e300", 15, 60, "2xf64=1.1 1e300"},
		{"2xf16=1.1 1000", 5, 2, "2xf16=1 1024"},
		{"2xbf16=1.1 1e30", 5, 2, "2xbf16=1 inf"},
	} {
		x := parse(t, c.in)
		kernel, err := ResolveReducePrecision(x.DType(), c.exponent, c.mantissa)
		if err != nil {
			t.Fatal(err)
		}
		kernel(x, x)
		same(t, c.in, x, parse(t, c.want))
	}
	_, err := ResolveReducePrecision(tensor.I32, 8, 7)
	wantError(t, "reduce_precision", err, "not defined for i32")
	_, err = ResolveReducePrecision(tensor.F32, 0, 7)
	wantError(t, "reduce_precision", err, "at least 1 and 0 are needed")
}
