package peer

import (
	"slices"
	"testing"
)

func TestSaysLess(t *testing.T) {
	for _, c := range []struct{ want, got, missing string }{
		{"", "anything\n", ""},
		{"a\nb\n", "a, did you mean 'c'?\nmore\nb\n", ""},
		{"a\nb\n", "b\na\n", "b"},
		{"a\n", "", "a"},
	} {
		if got := SaysLess(c.want, c.got); got != c.missing {
			t.Errorf("SaysLess(%q, %q) = %q, want %q", c.want, c.got, got, c.missing)
		}
	}
}

func TestSplitArgs(t *testing.T) {
	got := splitArgs(" --a  --p='x y' 'z'w ")
	if !slices.Equal(got, []string{"--a", "--p=x y", "zw"}) {
		t.Errorf("%q", got)
	}
}
