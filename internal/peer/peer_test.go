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

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"//--- case\n":                      "part 1: a case needs a name",
		"//--- stdout\n":                    "part 1: starts with no case",
		"//--- case a\n//--- stderr x\n":    "part 2: stderr needs the exit status: strconv.Atoi: parsing \"x\": invalid syntax",
		"//--- case a\n//--- differs\n":     "part 2: differs needs a reason",
		"//--- case a\n//--- elsewhere x\n": "part 2: there is no kind of part \"elsewhere\"",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
