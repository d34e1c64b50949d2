package modgen

import "testing"

// The same seed gives the same text, and another seed most likely another.
func TestDeterministic(t *testing.T) {
	seen := map[string]uint64{}
	for seed := range uint64(300) {
		text := Valid(seed)
		broken := Broken(seed)
		loops := Loops(seed)
		if text != Valid(seed) || broken != Broken(seed) || loops != Loops(seed) {
			t.Fatalf("seed %d: the text changes", seed)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("seeds %d and %d give the same module", other, seed)
		}
		seen[text] = seed
	}
}

// Broken modules are not often as they were.
func TestBroken(t *testing.T) {
	same := 0
	for seed := range uint64(300) {
		if Broken(seed) == Valid(seed) {
			same++
		}
	}
	if same > 30 {
		t.Errorf("%d of 300 broken modules are not", same)
	}
}

func TestTokens(t *testing.T) {
	text := "%0 = \"a.b\\\"c\"(%x#1) {k = -1.5} : (!u.t) -> ()\n  loc(\"x\")\n\"open\n"
	joined := ""
	for _, w := range tokens(text) {
		joined += w
	}
	if joined != text {
		t.Errorf("tokens lose something: %q", joined)
	}
}
