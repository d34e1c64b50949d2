package filecheck

import (
	"math/rand/v2"
	"testing"
)

// plainCanonical is canonicalize, one byte at a time.
func plainCanonical(text string, strict bool) string {
	var out []byte
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case strict || !isBlank(c):
			out = append(out, c)
		case i == 0 || !isBlank(text[i-1]):
			out = append(out, ' ')
		}
	}
	return string(out)
}

func TestCanonicalize(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		text := make([]byte, r.IntN(40))
		for i := range text {
			text[i] = "ab \t\r\n\x80\xa0 xyzabcdefgh"[r.IntN(20)]
		}
		strict := r.IntN(2) == 0
		want := plainCanonical(string(text), strict)
		if got := string(canonicalize(text, strict)); got != want {
			t.Fatalf("%q, strict %v: %q, want %q", text, strict, got, want)
		}
		before := string(text)
		if got := string(appendCanonical(text[:0], text, strict)); got != want {
			t.Fatalf("%q in place, strict %v: %q, want %q", before, strict, got, want)
		}
	}
}
