package ir

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// wideBits is a number of a wide format, near one of its boundaries more often
// than not; those of f80 include the patterns that have no meaning.
func wideBits(rnd *rand.Rand, f *FloatFormat) FloatBits {
	pick := func(list ...uint64) uint64 { return list[rnd.IntN(len(list))] }
	if rnd.IntN(8) == 0 { // the result of a division by a power of ten
		return f.roundDecimal(fmt.Sprint(rnd.IntN(3000)+1), rnd.IntN(30)-20, rnd.IntN(2) == 0)
	}
	bias := uint64(f.Bias)
	exp := pick(0, 0, 1, 0x7fff, 0x7ffe, bias, bias-1, bias+uint64(rnd.IntN(140))-70, bias+uint64(rnd.IntN(2200))-1100, rnd.Uint64()&0x7fff)
	lo, hi := pick(0, 1, 1<<63, 1<<63-1, 1<<64-1, rnd.Uint64(), rnd.Uint64()<<rnd.IntN(64)), pick(0, 0, 1, 1<<48-1, 1<<47, rnd.Uint64()>>16)
	sign := pick(0, 1) << 15
	if f.Width == 128 {
		return FloatBits{Lo: lo, Hi: (sign|exp)<<48 | hi}
	}
	if exp != 0 && rnd.IntN(20) > 0 {
		lo |= 1 << 63
	}
	return FloatBits{Lo: lo, Hi: sign | exp}
}

// exact is the number that a finite bit pattern stands for, without its sign.
func exact(f *FloatFormat, b FloatBits) *big.Rat {
	p := f.parts(b)
	sig := p.wide
	if sig == nil {
		sig = new(big.Int).SetUint64(p.sig)
	}
	r := new(big.Rat).SetInt(sig)
	scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(p.exp, -p.exp))))
	if p.exp < 0 {
		return r.Quo(r, scale)
	}
	return r.Mul(r, scale)
}

// TestWideFloatText prints numbers of the wide formats as mlir-opt does, as far
// as they can be read back; the others get more digits.
func TestWideFloatText(t *testing.T) {
	first, count := campaign.Cases(120)
	for _, name := range []string{"f80", "f128"} {
		f := floatFormats[name]
		rnd := rand.New(rand.NewPCG(first, uint64(f.Width)))
		list := make([]FloatBits, count)
		var text strings.Builder
		text.WriteString(`"t.a"() {x = [`)
		for i := range list {
			list[i] = wideBits(rnd, f)
			if i > 0 {
				text.WriteString(", ")
			}
			fmt.Fprintf(&text, "0x%0*X%016X : %s", f.Width/4-16, list[i].Hi, list[i].Lo, name)
		}
		text.WriteString("]} : () -> ()")
		out := mlirOpt(t, text.String())
		_, out, _ = strings.Cut(out, "x = [")
		out, _, _ = strings.Cut(out, "]} :")
		want := strings.Split(out, ", ")
		longer := 0
		for i, b := range list {
			raw, hex := appendFloat(nil, f, b)
			got := string(raw)
			if !hex && !f.keeps(raw, f.Canonical(b)) {
				t.Errorf("%s %#x is printed as %s, which is read as another number", name, b, got)
			}
			w := strings.TrimSuffix(want[i], " : "+name)
			switch {
			case got == w:
			case strings.HasPrefix(w, "0x") || f.keeps([]byte(w), f.Canonical(b)):
				t.Errorf("%s %#x is printed as %s, and as %s by mlir-opt", name, b, got, w)
			default:
				longer++
			}
		}
		t.Logf("%d of %d %s are longer than mlir-opt prints them", longer, len(list), name)
		if longer > len(list)/4 {
			t.Errorf("%d of %d %s are longer than mlir-opt prints them", longer, len(list), name)
		}
	}
}

// TestReadWideDecimals reads decimals that lie on numbers of the wide formats,
// exactly between two of them, and a little beside that.
func TestReadWideDecimals(t *testing.T) {
	first, count := campaign.Cases(120)
	for _, name := range []string{"f80", "f128"} {
		f := floatFormats[name]
		rnd := rand.New(rand.NewPCG(first+9, uint64(f.Width)))
		for range count {
			b := f.Canonical(wideBits(rnd, f))
			b.Hi &^= 1 << (f.Width - 65)
			next := FloatBits{Lo: b.Lo + 1, Hi: b.Hi}
			if p := f.parts(b); !p.finite || next.Lo == 0 || f.Width == 80 && next.Lo == 1<<63 {
				continue
			}
			x, y := exact(f, b), exact(f, next)
			middle := new(big.Rat).Add(x, y)
			middle.Quo(middle, big.NewRat(2, 1))
			even := b
			if b.Lo&1 == 1 {
				even = next
			}
			if middle.IsInt() {
				continue // the texts below go on behind a point
			}
			digits := decimalOfRat(middle)
			for _, c := range []struct {
				text string
				want FloatBits
			}{
				{decimalOfRat(x), b},
				{digits, even},
				{digits + "000000000000000000000001", next},
				{digits[:len(digits)-1] + "49999999", b}, // its last digit is 5
			} {
				if d, _ := decimalOf(c.text); len(d) <= f64Digits {
					continue // what an f64 says
				}
				if got := f.ReadDecimal(c.text, false); got != c.want {
					t.Fatalf("%s %s: got %#x, want %#x", name, c.text, got, c.want)
				}
			}
		}
	}
}

// decimalOfRat writes a number whose denominator is a power of two.
func decimalOfRat(r *big.Rat) string {
	return r.FloatString(max(r.Denom().BitLen()-1, 1))
}

func TestReadDecimalEdges(t *testing.T) {
	f80, f128 := floatFormats["f80"], floatFormats["f128"]
	for _, c := range []struct {
		f    *FloatFormat
		text string
		want FloatBits
	}{
		{f80, "0.1", f80.Encode(0.1)}, // as MLIR reads it
		{f128, "0.1", f128.Encode(0.1)},
		{f80, "0.10000000000000000", f80.Encode(0.1)},
		{f80, "0.1000000000000000000001", FloatBits{Hi: 0x3ffb, Lo: 0xcccccccccccccccd}},
		{f80, "0.0e99999999999999999999", FloatBits{}},
		{f80, "1.0e99999999999999999999", f80.inf(false)},
		{f80, "1.0e-99999999999999999999", FloatBits{}},
		{f128, "1." + strings.Repeat("0", 20_000) + "1", f128.Encode(1)},
		{f128, "0." + strings.Repeat("0", 6_000) + "1", FloatBits{}},
		{f80, "1" + strings.Repeat("0", 4_000) + ".0", f80.ReadDecimal("1.0e4000", false)},
		{f80, "1.18973149535723176502e4932", FloatBits{Hi: 0x7ffe, Lo: 1<<64 - 1}},
		{f80, "1.1897314953572317651e4932", f80.inf(false)},
		{f80, "3.6451995318824746025e-4951", FloatBits{Lo: 1}},
		{f80, "1.8225e-4951", FloatBits{}},
		{f128, "6.475175119438025110924438958227646552e-4966", FloatBits{Lo: 1}},
	} {
		if got := c.f.ReadDecimal(c.text, false); got != c.want {
			t.Errorf("%s %.60s: got %#x, want %#x", c.f.Name, c.text, got, c.want)
		}
		want := c.want
		want.Hi |= 1 << (c.f.Width - 65)
		if got := c.f.ReadDecimal(c.text, true); got != want {
			t.Errorf("%s -%.60s: got %#x, want %#x", c.f.Name, c.text, got, want)
		}
	}
}
