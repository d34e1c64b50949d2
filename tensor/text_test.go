package tensor

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParseThenFormat(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"f32=3", ""},
		{"f32=[3]", "f32=3"},
		{"1x5xf32=[0,1,0,3,4]", "1x5xf32=[0 1 0 3 4]"},
		{"1x5xf32=0 1 0 3 4", "1x5xf32=[0 1 0 3 4]"},
		{"1x5xf32=[[0, 1, 0, 3, 4]]", "1x5xf32=[0 1 0 3 4]"},
		{"2x2xf32=[1 2][3 4]", ""},
		{"2x2xf32=[[1,2],[3,4]]", "2x2xf32=[1 2][3 4]"},
		{"2x2xf32= [ 1 , 2 ]\n[ 3\t4 ]\n", "2x2xf32=[1 2][3 4]"},
		{"2x2xf32=[1,2,3,4]", "2x2xf32=[1 2][3 4]"},
		{"2x1x2xi8=[[1 2]][[3 -4]]", ""},
		{"2x1x2xi8=[[[1 2]][[3 -4]]]", "2x1x2xi8=[[1 2]][[3 -4]]"},
		{"3xi32=1 2 3", ""},
		{"3xi32=[1 2 3]", "3xi32=1 2 3"},
		{"2x1xi32=[1][2]", ""},
		{"2x3xf32=1", "2x3xf32=[1 1 1][1 1 1]"},
		{"0x3xf32=[]", ""},
		{"0x3xf32=", "0x3xf32=[]"},
		{"2x0xf32=[][]", "2x0xf32=[]"},
		{"0xf32=5", "0xf32=[]"},
		{"3xi1=true false 1", "3xi1=true false true"},
		{"index=7", "i64=7"},
		{"4xf32=nan inf -inf -0", ""},
		{"2xf32=-nan Infinity", "2xf32=nan inf"},
		{"2xf32=0x7FC00000 0x3f800000", "2xf32=nan 1"},
		{"f32=0x1p-3", "f32=0.125"},
		{"2xi8=0xFF -128", "2xi8=-1 -128"},
		{"ui64=18446744073709551615", ""},
		{"i64=-9223372036854775808", ""},
		{"4xf32=0.1 1e-45 3.4028235e+38 16777216", "4xf32=0.1 1e-45 3.4028235e+38 1.6777216e+07"},
		{"f64=0.1", ""},
		{"2xcomplex<f32>=[(1,2),(3,-4)]", "2xcomplex<f32>=(1,2) (3,-4)"},
		{"2xcomplex<f32>=(1,2) (3,-4)", ""},
		{"1x2xcomplex<f64>=[[( 1 , 2 ), (nan,-inf)]]", "1x2xcomplex<f64>=[(1,2) (nan,-inf)]"},
		{"complex<f32>=(0x7FC00000, 0x80000000)", "complex<f32>=(nan,-0)"},
		{"3xcomplex<f64>=(0.1, 1e300)", "3xcomplex<f64>=(0.1,1e+300) (0.1,1e+300) (0.1,1e+300)"},
		{"2x0xcomplex<f64>=", "2x0xcomplex<f64>=[]"},
		{"4xf16=0.1 65504 6e-08 0.33325", "4xf16=0.1 65500 6e-08 0.3333"},
		{"3xbf16=0.1 3.39e+38 1e-40", "3xbf16=0.1 3.39e+38 9e-41"},
		// The nearest double is a tie that the text is above or below of.
		{"f16=1.00048828125000000000000000001", "f16=1.001"},
		{"f16=1.00048828125", "f16=1"},
		{"f16=1.00146484374999999999999999999", "f16=1.001"},
		{"f16=-1.00048828125000000000000000001", "f16=-1.001"},
	} {
		want := c.out
		if want == "" {
			want = c.in
		}
		x, err := Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		if got := Format(x); got != want {
			t.Errorf("Parse(%q) formats as %q, want %q", c.in, got, want)
		}
		if back, err := Parse(Format(x)); err != nil || !sameButNaN(x, back) {
			t.Errorf("Format of %q does not read back: %v", c.in, err)
		}
	}
}

// sameButNaN is Equal with all NaNs alike.
func sameButNaN(a, b *Tensor) bool {
	if Equal(a, b) {
		return true
	}
	if a, b = a.Parts(), b.Parts(); a.TypeString() != b.TypeString() || !a.DType().IsFloat() {
		return false
	}
	for i := range a.Len() {
		x, y := a.Float64At(i), b.Float64At(i)
		if math.Float64bits(x) != math.Float64bits(y) && (x == x || y == y) {
			return false
		}
	}
	return true
}

// Every 16-bit value, and doubles and singles of many magnitudes, print to text that reads back as
// the same bits.
func TestFormatRoundTrips(t *testing.T) {
	for _, d := range []DType{F16, BF16} {
		x := New(d, 1<<16)
		for i := range x.Len() {
			Words[uint16](x)[i] = uint16(i)
		}
		if back, err := Parse(Format(x)); err != nil || !sameButNaN(x, back) {
			t.Errorf("%v does not round-trip: %v", d, err)
		}
	}
	for _, d := range DTypes() {
		bits := Random(U64, []int{1000}, 42)
		x := Wrap(d, []int{10, 8000 / 10 / d.Size()}, bits.Bytes())
		if d == Bool {
			x = Random(Bool, []int{10, 10}, 1)
		}
		if back, err := Parse(Format(x)); err != nil || !sameButNaN(x, back) {
			t.Errorf("%v does not round-trip: %v", d, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		in     string
		column int
		want   string
	}{
		{"", 1, "expected '='"},
		{"2x3xf32", 8, "expected '='"},
		{"2x?xf32=1", 3, "replace '?' by a number"},
		{"2x3=1", 3, "expected an extent such as 2x or an element type"},
		{"2xf31=1", 3, `got "f31"`},
		{"tensor<2xf32>=1", 1, "without 'tensor<' and '>'"},
		{"xf32=1", 1, "expected an extent"},
		{"-2xf32=1", 1, "expected an extent"},
		{"99999999999999999999xf32=1", 1, "too large"},
		{"9999999999x9999999999xf32=1", 1, "more elements than an int can count"},
		{"99999x99999xf64=1", 1, "can be given as text"},
		{"2xf32=[1]", 7, "2xf32 needs 2 elements, got 1; to fill the tensor with one value leave out the brackets: 2xf32=VALUE"},
		{"2xf32=", 7, "needs 2 elements, got 0"},
		{"2xf32=1 2 3", 7, "needs 2 elements, got 3"},
		{"0xf32=[1]", 7, "needs 0 elements, got 1"},
		{"2x2xf32=[1 2 3][4]", 15, "needs 2 items in this list, got 3"},
		{"2x2xf32=[1][2 3 4]", 11, "needs 2 items in this list, got 1"},
		{"2x2xf32=[1 2][3][4]", 16, "needs 2 items"},
		{"2x2xf32=[1 2][3 4][]", 19, "has 2 lists here, this is one more"},
		{"2x1xf32=[[1][2]]]", 17, "']' closes no '['"},
		{"2x2xf32=[[1 2][3 4]", 9, "'[' is not closed"},
		{"2x2xf32=[1 [2 3] 4]", 10, `expected '[' before "1"`},
		{"4xf32=[[1 2][3 4]]", 7, "brackets nest 2 deep, must nest 1 deep for 4xf32"},
		{"2xf32=[1,,2]", 10, "expected an element before ','"},
		{"2xf32=[1,2,]", 11, "expected an element after ','"},
		{"2xf32=,1 2", 7, "expected an element before ','"},
		{"2xf32=1,2,", 10, "expected an element after ','"},
		{"2xf32=[1 a]", 10, `"a" is not a number (f32)`},
		{"2xi32=[1 2.5]", 10, `"2.5" is not an integer from -2147483648 to 2147483647 (i32)`},
		{"i8=128", 4, `"128" is not an integer from -128 to 127 (i8)`},
		{"ui8=-1", 5, `"-1" is not an integer from 0 to 255 (ui8)`},
		{"ui64=18446744073709551616", 6, "from 0 to 18446744073709551615"},
		{"i1=2", 4, "write true, false, 1 or 0"},
		{"f16=0x12345", 5, "is not a bit pattern of 16 bits"},
		{"f32=-0x1", 5, "is not a bit pattern of 32 bits"},
		{"f32=1e39", 5, "too large for f32"},
		{"f16=65520", 5, "too large for f16"},
		{"f64=1e999", 5, "too large for f64"},
		{"2xf32=random", 7, "expected random:SEED"},
		{"2xf32=random:x", 7, "expected random:SEED"},
		{"2xf32=random:1 2", 7, "expected random:SEED"},
		{"8xf32=1 2 3 ... 6 7 8 9", 13, "elided"},
		{"f32=" + strings.Repeat("[", 10000), 10004, "not closed"},
		{"f32=" + strings.Repeat("[", 10000) + "1" + strings.Repeat("]", 10000), 5, "brackets nest 10000 deep"},
	} {
		_, err := Parse(c.in)
		var textErr *TextError
		if !errors.As(err, &textErr) {
			t.Errorf("Parse(%.40q): got %v, want an error at column %d: %s", c.in, err, c.column, c.want)
			continue
		}
		if textErr.Offset+1 != c.column || !strings.Contains(textErr.Message, c.want) {
			t.Errorf("Parse(%.40q): got %v, want column %d: %s", c.in, err, c.column, c.want)
		}
	}
}

func TestParseWithin(t *testing.T) {
	if _, err := ParseWithin("2x3xf32=1", 24); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"2x3xf32=1", "2x3xf32=random:1", "2x3xf32=1,2,3,4,5,6"} {
		if _, err := ParseWithin(text, 23); err == nil || err.Error() != "column 1: 2x3xf32 needs 24 bytes, at most 23 can be given as text" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFormatElided(t *testing.T) {
	row := New(I32, 9)
	for i := range 9 {
		row.SetInt64(i, int64(i))
	}
	for limit, want := range map[int]string{9: "9xi32=0 1 2 3 4 5 6 7 8", 8: "9xi32=0 1 2 ... 6 7 8"} {
		if got := FormatElided(row, limit); got != want {
			t.Errorf("limit %d: got %s, want %s", limit, got, want)
		}
	}
	if got, want := FormatElided(New(F32, 7, 2), 4), "7x2xf32=[0 0][0 0][0 0]...[0 0][0 0][0 0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := New(F32, 1000, 1000).String(); len(got) > 300 {
		t.Errorf("String of a big tensor has %d bytes", len(got))
	}
}

// The generator is part of the command line's promises: these values follow from its documentation
// (SplitMix64 with seed 7 starts with the words 0x63CBE1E459320DD7 and 0x044C3CD7F43C661C).
func TestRandom(t *testing.T) {
	words := []uint64{0x63CBE1E459320DD7, 0x044C3CD7F43C661C}
	for _, d := range DTypes() {
		x, err := Parse("2x" + d.String() + "=random:7")
		if err != nil {
			t.Fatal(err)
		}
		if x = x.Parts(); d.IsComplex() {
			d = d.Part() // a word for each part, in their order
		}
		for i, word := range words {
			var want float64
			switch precision := map[DType]int{F16: 11, BF16: 8, F32: 24, F64: 53}[d]; {
			case d.IsFloat():
				want = float64(word>>(64-precision))/float64(uint64(1)<<(precision-1)) - 1
			case d == Bool:
				want = float64(word >> 63)
			case d.IsSigned():
				want = float64(word>>60) - 8
			default:
				want = float64(word >> 60)
			}
			if got := x.Float64At(i); got != want {
				t.Errorf("%v element %d: got %g, want %g", d, i, got, want)
			}
		}
	}
	if Equal(Random(F32, []int{8}, 1), Random(F32, []int{8}, 2)) {
		t.Error("seeds 1 and 2 give the same elements")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"1x5xf32=[0,1,0,3,4]", "2x2xf32=[1 2][3 4]", "f16=0x7C01", "0x3xf32=[]", "3xi1=true false 1", "2xui8=random:7", "2xbf16=[1e-40,-inf]",
		"2x1xi64=[[1],[2]]", "f32=[[", "2xf64=1,,2", "1x1x1xf16=0.33325", "2xcomplex<f32>=[(1,2),(3,-4)]", "complex<f64>=(0x1,nan)", "complex<f32>=(1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, shape, _, err := parseHeader(text); err == nil {
			if size, err := ByteSize(d, shape); err == nil && size > 1<<16 {
				t.Skip("would only take memory")
			}
		}
		x, err := Parse(text)
		if err != nil {
			return
		}
		back, err := Parse(Format(x))
		if err != nil || !sameButNaN(x, back) {
			t.Errorf("%q reads as %s, which reads as %v, %v", text, Format(x), back, err)
		}
	})
}
