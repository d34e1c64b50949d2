package parser

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestQuickFloat: what quickFloat reads is what strconv reads, and it stops
// where the number ends.
func TestQuickFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{
		"0.", "-0.", "0.0", "1.", "1.e5", "1.5e", "1.5e+", "1.5e-x", "9007199254740992.", "9007199254740993.", "-1.e22", "1.e23", "1.0e-22",
		"123456789012345678.", "1234567890123456789.", "0.000000000000000000001", "1.7e308", "1.e0001", "5", "0x1.", ".5", "-", "-.5", "-x", "",
	}
	for range 20_000 {
		v := math.Float32frombits(rng.Uint32())
		texts = append(texts, fmt.Sprintf("%.*e", 1+rng.IntN(9), v), strconv.FormatFloat(float64(rng.Float32()*2000-1000), 'f', 1+rng.IntN(9), 32))
	}
	read := 0
	for _, text := range texts {
		p := &parser{src: []byte(text + ", 1")}
		v, ok := p.quickFloat()
		if !ok {
			if p.pos != 0 {
				t.Errorf("%q: moved to %d without reading", text, p.pos)
			}
			continue
		}
		read++
		want, err := strconv.ParseFloat(text[:p.pos], 64)
		if err != nil || math.Float64bits(v) != math.Float64bits(want) {
			t.Errorf("%q: %v, want %v (%v)", text, v, want, err)
		}
		if rest := text[p.pos:]; rest != "" && rest[0] != 'e' {
			t.Errorf("%q: %q is left", text, rest)
		}
	}
	if read < 10_000 {
		t.Errorf("only %d of %d are read quickly", read, len(texts))
	}
}
