package ir

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// mlirOpt runs mlir-opt on text, or skips the test where there is none.
func mlirOpt(t *testing.T, text string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	cmd := exec.Command(path, append([]string{"--allow-unregistered-dialect"}, args...)...)
	cmd.Stdin = strings.NewReader(text)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%s", err, stderr.String())
	}
	return string(out)
}

func TestFloatText(t *testing.T) {
	f32, f64 := floatFormats["f32"], floatFormats["f64"]
	inf := math.Inf(1)
	for _, c := range []struct {
		f    *FloatFormat
		v    float64
		want string
	}{
		{f32, 0, "0.000000e+00"},
		{f32, math.Copysign(0, -1), "-0.000000e+00"},
		{f32, 1, "1.000000e+00"},
		{f32, -2.5, "-2.500000e+00"},
		{f32, 0.1, "1.000000e-01"},
		{f32, 0.7, "0.699999988"},
		{f32, 0.9, "0.899999976"},
		{f32, 0.706495285, "0.706495285"},
		{f32, 123456.703, "123456.703"},
		{f32, 1e-5, "9.99999974E-6"},
		{f32, 9.9999999e-5, "9.99999974E-5"},
		{f32, 1e10, "1.000000e+10"},
		{f32, 1234567, "0x4996B438"},
		{f32, 16777216, "0x4B800000"},
		{f32, 0x1p-126, "1.17549435E-38"},
		{f32, 0x1p-149, "1.401300e-45"},
		{f32, inf, "0x7F800000"},
		{f32, -inf, "0xFF800000"},
		{f32, math.NaN(), "0x7FC00000"},
		{f64, 0.42, "4.200000e-01"},
		{f64, 1. / 3, "0.33333333333333331"},
		{f64, 3.14159265358979, "3.14159265358979"},
		{f64, 0x1p-1074, "4.940660e-324"},
		{f64, 1e22, "1.000000e+22"},
		{f64, 1e23, "9.9999999999999991E+22"},
		{f64, 1e300, "1.000000e+300"},
		{f64, 123456789012345, "0x42DC12218377DE40"},
		{f64, 12345678.9e10, "1.23456789E+17"},
		{f64, 0.001234567891, "0.0012345678909999999"},
		{f64, inf, "0x7FF0000000000000"},
		{floatFormats["f16"], 0.1, "9.997550e-02"},
		{floatFormats["f16"], inf, "0x7C00"},
		{floatFormats["bf16"], 0.1, "1.000980e-01"},
		{floatFormats["bf16"], 3.3895314e38, "3.389530e+38"},
		{floatFormats["tf32"], 0.1, "9.997550e-02"},
		{floatFormats["f8E4M3FN"], math.NaN(), "0x7F"},
		{floatFormats["f8E4M3FN"], 448, "4.480000e+02"},
		{floatFormats["f8E4M3FNUZ"], math.NaN(), "0x80"},
		{floatFormats["f8E8M0FNU"], 2, "2.000000e+00"},
		{floatFormats["f4E2M1FN"], 1, "1.000000e+00"},
		{floatFormats["f80"], 0.1, "0.100000000000000005551"},
		{floatFormats["f80"], 1, "1.000000e+00"},
		{floatFormats["f128"], 0.1, "0.100000000000000005551115123125782702"},
		{floatFormats["f128"], math.NaN(), "0x7FFF8000000000000000000000000000"},
	} {
		got, _ := appendFloat(nil, c.f, c.f.Encode(c.v))
		if string(got) != c.want {
			t.Errorf("%s %g: got %s, want %s", c.f.Name, c.v, got, c.want)
		}
	}
}

// TestFloatTextShortcuts compares the table-driven digits with those of big
// integers.
func TestFloatTextShortcuts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50000 {
		sig, exp := rnd.Uint64()>>rnd.IntN(64)|1, rnd.IntN(460)-399
		for _, limit := range []int{6, 9, 17} {
			q, e, ok := cutDigits(sig, exp, limit)
			if !ok {
				continue
			}
			p := floatParts{sig: sig, exp: exp}
			if want, wantExp := p.cutWide(limit); want.Uint64() != q || wantExp != e {
				t.Fatalf("%d * 2^%d to %d digits: got %d e%d, want %d e%d", sig, exp, limit, q, e, want, wantExp)
			}
			want := roundBytes(fmt.Append(nil, q), e, limit)
			if got := roundDigits(nil, q, e, limit); string(got.digits) != string(want.digits) || got.exp != want.exp {
				t.Fatalf("%d e%d rounded to %d digits: got %s e%d, want %s e%d", q, e, limit, got.digits, got.exp, want.digits, want.exp)
			}
		}
	}
}

// TestFloatTextIsMLIR prints every 8 and 16-bit float and random wider ones, up
// to 64 bits.
func TestFloatTextIsMLIR(t *testing.T) {
	c := NewContext()
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{
		"f16", "bf16", "tf32", "f32", "f64", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3",
		"f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU",
	} {
		f := floatFormats[name]
		var raw []byte
		add := func(b FloatBits) {
			for i := range (f.Width + 7) / 8 {
				raw = append(raw, byte(b.Lo>>(8*i)))
			}
		}
		switch {
		case f.Width <= 16:
			for i := range 1 << f.Width {
				add(FloatBits{Lo: uint64(i)})
			}
		default:
			mask := uint64(1)<<f.Width - 1
			for range 20000 {
				add(FloatBits{Lo: rnd.Uint64() & mask})
			}
			for i := range 20000 { // what people write
				v := float64(rnd.IntN(200000)-100000) * math.Pow10(-i%12)
				add(f.Encode(v))
			}
		}
		n := len(raw) / ((f.Width + 7) / 8)
		typ := c.Tensor([]int64{int64(n)}, c.Float(name))
		out := mlirOpt(t, fmt.Sprintf("\"t.a\"() {x = dense<\"0x%s\"> : %s} : () -> ()", hex.EncodeToString(raw), typ),
			"--mlir-print-elementsattrs-with-hex-if-larger=-1")
		_, out, _ = strings.Cut(out, "x = ")
		out, _, _ = strings.Cut(out, "} :")
		w := NewTextWriter()
		w.HexLimit = -1
		w.Attr(c.Dense(typ, raw))
		got, want := strings.Split(string(w.Buf), ", "), strings.Split(out, ", ")
		if len(got) != len(want) {
			t.Fatalf("%s: %d elements, want %d", name, len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s element %d: got %s, want %s", name, i, got[i], want[i])
				if t.Failed() && i > 20 {
					break
				}
			}
		}
	}
}

func BenchmarkDenseFloats(b *testing.B) {
	c := NewContext()
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"f32", "f64", "bf16"} {
		b.Run(name, func(b *testing.B) {
			t := c.Tensor([]int64{4 << 20}, c.Float(name))
			var raw []byte
			for range 4 << 20 {
				v := t.Elem().Format().Encode(rnd.NormFloat64()).Lo
				for i := range StorageBytes(t.Elem()) {
					raw = append(raw, byte(v>>(8*i)))
				}
			}
			a := c.Dense(t, raw)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				w := NewTextWriter()
				w.HexLimit = -1
				w.Flush = func() { w.Buf = w.Buf[:0] }
				w.Attr(a)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(4<<20), "ns/float")
		})
	}
}
