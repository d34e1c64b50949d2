package interp_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// attribute is the value of a constant, or of any attribute, in IR text.
func attribute(t *testing.T, text string) (*ir.Context, *ir.Attr) {
	t.Helper()
	head, resources, _ := strings.Cut(text, "|")
	m := module(t, "module attributes {test.value = "+head+"} {}"+resources)
	return m.Context(), m.Attr("test.value")
}

// bytes are little-endian words of n bytes each.
func bytes(n int, words ...uint64) []byte {
	var out []byte
	for _, w := range words {
		out = append(out, binary.LittleEndian.AppendUint64(nil, w)[:n]...)
	}
	return out
}

func TestDecodeElements(t *testing.T) {
	const resource = `|
{-# dialect_resources: { builtin: { blob: "0x040000000100000002000000FFFFFFFF" } } #-}`
	tests := []struct {
		attr  string
		typ   string
		bytes []byte
	}{
		{"dense<[1, -2]> : tensor<2xi8>", "2xi8", bytes(1, 1, 0xfe)},
		{"dense<[1, -2]> : tensor<2xi16>", "2xi16", bytes(2, 1, 0xfffe)},
		{"dense<[[1], [-2]]> : tensor<2x1xi32>", "2x1xi32", bytes(4, 1, 0xfffffffe)},
		{"dense<[9223372036854775807, -9223372036854775808]> : tensor<2xi64>", "2xi64", bytes(8, math.MaxInt64, 1<<63)},
		{"dense<[0, 255]> : tensor<2xui8>", "2xui8", bytes(1, 0, 255)},
		{"dense<[0, 18446744073709551615]> : tensor<2xui64>", "2xui64", bytes(8, 0, math.MaxUint64)},
		{"dense<[3, -4]> : tensor<2xindex>", "2xi64", bytes(8, 3, 0xfffffffffffffffc)},
		{"dense<[true, false, true]> : tensor<3xi1>", "3xi1", []byte{1, 0, 1}},
		{"dense<[1.0, -0.0]> : tensor<2xf16>", "2xf16", bytes(2, 0x3c00, 0x8000)},
		{"dense<[1.0, 0xFFC0]> : tensor<2xbf16>", "2xbf16", bytes(2, 0x3f80, 0xffc0)},
		{"dense<[1.5, 0x7F800001]> : tensor<2xf32>", "2xf32", bytes(4, 0x3fc00000, 0x7f800001)},
		{"dense<[5.0e-324, 0xFFF0000000000000]> : tensor<2xf64>", "2xf64", bytes(8, 1, 0xfff0000000000000)},
		// Splats, of every length that doubling may miss.
		{"dense<true> : tensor<5xi1>", "5xi1", []byte{1, 1, 1, 1, 1}},
		{"dense<false> : tensor<2xi1>", "2xi1", []byte{0, 0}},
		{"dense<-2> : tensor<3xi16>", "3xi16", bytes(2, 0xfffe, 0xfffe, 0xfffe)},
		{"dense<1.5> : tensor<7xf32>", "7xf32", bytes(4, 0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3fc00000, 0x3fc00000)},
		{"dense<7> : tensor<i64>", "i64", bytes(8, 7)},
		{"dense<7> : tensor<1x1xi64>", "1x1xi64", bytes(8, 7)},
		{"dense<> : tensor<0xf32>", "0xf32", nil},
		{"dense<> : tensor<3x0x2xi8>", "3x0x2xi8", nil},
		{`dense<"0x0100000002000000"> : tensor<2xi32>`, "2xi32", bytes(4, 1, 2)},
		{"dense_resource<blob> : tensor<3xi32>" + resource, "3xi32", bytes(4, 1, 2, 0xffffffff)},
		{"dense_resource<blob> : tensor<12x1xui8>" + resource, "12x1xui8", []byte{1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255}},
		{"dense<[(1.0, -2.0), (0x7FC00001, -0.0)]> : tensor<2xcomplex<f32>>", "2xcomplex<f32>", bytes(4, 0x3f800000, 0xc0000000, 0x7fc00001, 0x80000000)},
		{"dense<(1.0, -2.0)> : tensor<2xcomplex<f64>>", "2xcomplex<f64>", bytes(8, 0x3ff0000000000000, 0xc000000000000000, 0x3ff0000000000000, 0xc000000000000000)},
		// Scalars.
		{"-5 : i8", "i8", bytes(1, 0xfb)},
		{"-5 : i64", "i64", bytes(8, 0xfffffffffffffffb)},
		{"5 : index", "i64", bytes(8, 5)},
		{"255 : ui8", "ui8", bytes(1, 255)},
		{"true", "i1", []byte{1}},
		{"false", "i1", []byte{0}},
		{"1.0 : f16", "f16", bytes(2, 0x3c00)},
		{"-0.0 : bf16", "bf16", bytes(2, 0x8000)},
		{"0x7FC00001 : f32", "f32", bytes(4, 0x7fc00001)},
		{"-1.5 : f64", "f64", bytes(8, 0xbff8000000000000)},
	}
	for _, tt := range tests {
		ctx, a := attribute(t, tt.attr)
		got, err := interp.DecodeElements(ctx, a)
		if err != nil {
			t.Errorf("%s: %v", tt.attr, err)
			continue
		}
		if got.TypeString() != tt.typ {
			t.Errorf("%s: type %s, want %s", tt.attr, got.TypeString(), tt.typ)
		}
		if diff := cmp.Diff(string(tt.bytes), string(got.Bytes())); diff != "" {
			t.Errorf("%s: bytes differ (-want +got):\n%s", tt.attr, diff)
		}
		if a.Kind() != ir.DenseAttr {
			continue
		}
		// Encoding is the inverse, splats included.
		if back := interp.EncodeElements(ctx, a.Type(), got); back != a {
			t.Errorf("%s: encodes to %s", tt.attr, back)
		}
	}
}

func TestDecodeElementsCopies(t *testing.T) {
	ctx, a := attribute(t, "dense<[1, 2]> : tensor<2xi32>")
	first, err := interp.DecodeElements(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	tensor.Data[int32](first)[0] = 99
	if second, _ := interp.DecodeElements(ctx, a); tensor.Data[int32](second)[0] != 1 {
		t.Error("a decoded constant shares storage with its attribute")
	}
}

func TestDecodeElementsErrors(t *testing.T) {
	const resource = `|
{-# dialect_resources: { builtin: { blob: "0x040000000100000002000000" } } #-}`
	tests := []struct{ attr, want string }{
		{"dense_resource<blob> : tensor<3xi32>" + resource, "resource 'blob' has 8 bytes, but its type 'tensor<3xi32>' needs 12"},
		{"dense_resource<blob> : tensor<1xi32>" + resource, "resource 'blob' has 8 bytes, but its type 'tensor<1xi32>' needs 4"},
		{"dense_resource<gone> : tensor<1xi32>", "the data of resource 'gone' is not in the file"},
		{"dense<1> : tensor<2xi4>", "cannot hold a value of type 'tensor<2xi4>'"},
		{"dense<(1, 2)> : tensor<2xcomplex<i32>>", "cannot hold a value of type 'tensor<2xcomplex<i32>>'"},
		{"dense<(1.0, 2.0)> : tensor<2xcomplex<f16>>", "cannot hold a value of type 'tensor<2xcomplex<f16>>'"},
		{"dense<1.0> : tensor<2xf8E4M3FN>", "cannot hold a value of type 'tensor<2xf8E4M3FN>'"},
		{"dense<1> : tensor<4611686018427387904xi32>", "more bytes than an int can count"},
		{"sparse<0, 1> : tensor<2xi32>", "the constant sparse<0, 1> : tensor<2xi32> cannot be executed"},
		{"1 : i128", "cannot hold a value of type 'i128'"},
		{"1.0 : f80", "cannot hold a value of type 'f80'"},
		{`"text"`, `the constant "text" cannot be executed`},
		{"unit", "the constant unit cannot be executed"},
		{`"` + strings.Repeat("long", 100) + `"`, `the constant "longlonglonglonglonglonglonglonglonglonglonglonglonglonglon... cannot be executed`},
	}
	for _, tt := range tests {
		ctx, a := attribute(t, tt.attr)
		if _, err := interp.DecodeElements(ctx, a); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.attr, err, tt.want)
		}
	}
}

func TestDTypesAndTypes(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	for _, d := range tensor.DTypes() {
		if got, ok := interp.DTypeOf(interp.ElementType(ctx, d)); !ok || got != d {
			t.Errorf("%v becomes %v", d, got)
		}
	}
	for typ, want := range map[*ir.Type]tensor.DType{
		ctx.Index(): tensor.I64, ctx.Int(32, ir.Signed): tensor.I32, ctx.Int(32, ir.Unsigned): tensor.U32, ctx.Bool(): tensor.Bool,
		ctx.Int(2, ir.Signless): tensor.Invalid, ctx.Int(1, ir.Unsigned): tensor.Invalid, ctx.Complex(ctx.F32()): tensor.C64, ctx.Complex(ctx.Float("bf16")): tensor.Invalid, ctx.None(): tensor.Invalid,
	} {
		if got, ok := interp.DTypeOf(typ); got != want || ok != (want != tensor.Invalid) {
			t.Errorf("%s becomes %v (%v), want %v", typ, got, ok, want)
		}
	}
	s, err := interp.SpecOf(ctx.Tensor([]int64{2, ir.Dynamic, 0}, ctx.F32()))
	if diff := cmp.Diff(interp.Spec{DType: tensor.F32, Shape: []int{2, -1, 0}}, s); err != nil || diff != "" {
		t.Errorf("spec differs (-want +got):\n%s%v", diff, err)
	}
	if s, err := interp.SpecOf(ctx.F64()); err != nil || s.DType != tensor.F64 || len(s.Shape) != 0 {
		t.Errorf("the spec of a scalar is %v, %v", s, err)
	}
	if s, err := interp.SpecOf(ctx.Vector([]int64{2, 3}, nil, ctx.F32())); err != nil || s.DType != tensor.F32 || !slices.Equal(s.Shape, []int{2, 3}) {
		t.Errorf("the spec of a vector is %v, %v", s, err)
	}
	for _, typ := range []*ir.Type{ctx.UnrankedTensor(ctx.F32()), ctx.Vector([]int64{2}, []bool{true}, ctx.F32()), ctx.Func(nil, nil)} {
		if s, err := interp.SpecOf(typ); err == nil || !strings.Contains(err.Error(), "'"+typ.String()+"'") {
			t.Errorf("%s has the spec %v and the error %v", typ, s, err)
		}
	}
	if got := interp.TypeOf(ctx, tensor.New(tensor.U16, 2, 0)).String(); got != "tensor<2x0xui16>" {
		t.Errorf("got %s", got)
	}
}

// Who plans memory takes elements for as large as they are.
func TestElementBytes(t *testing.T) {
	c := module(t, "module {}").Context()
	elems := []*ir.Type{c.Index(), c.Bool()}
	for _, w := range []int{1, 2, 4, 8, 16, 24, 32, 64, 128} {
		for _, sign := range []ir.Signedness{ir.Signless, ir.Signed, ir.Unsigned} {
			elems = append(elems, c.Int(w, sign))
		}
	}
	for _, f := range []string{"f4E2M1FN", "f8E4M3FN", "f16", "bf16", "tf32", "f32", "f64", "f80", "f128"} {
		elems = append(elems, c.Float(f))
	}
	for _, e := range elems[:len(elems):len(elems)] {
		elems = append(elems, c.Complex(e))
	}
	for _, e := range elems {
		want := 0
		if d, ok := interp.DTypeOf(e); ok {
			want = d.Size()
		}
		if got := analysis.ElementBytes(e); got != want {
			t.Errorf("an element of %s is said to take %d bytes, but takes %d", e, got, want)
		}
	}
}
