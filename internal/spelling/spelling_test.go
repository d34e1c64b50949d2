package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	for _, c := range []struct{ word, candidates, want string }{
		{"canonicalise", "cse canonicalize", "canonicalize"},
		{"xse", "dse cse", "cse"}, // the first by name of two that are as near
		{"fold", "inline", ""},
		{"a", "b", ""}, // nothing of the word is left
		{"", "a", ""},
		{"cse", "", ""},
		{strings.Repeat("a", 101), strings.Repeat("a", 100), ""},
	} {
		if got := Nearest(c.word, strings.Fields(c.candidates)); got != c.want {
			t.Errorf("Nearest(%q, %s) = %q, want %q", c.word, c.candidates, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 9, 0}, {"abc", "", 9, 3}, {"", "abc", 9, 3}, {"kitten", "sitting", 9, 3}, {"flaw", "lawn", 9, 2},
		{"kitten", "sitting", 2, 2}, {"abc", "abc", 0, 0}, {"abcdef", "a", 3, 3},
	} {
		if got := Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	for _, tt := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"canonicalise", []string{"cse", "canonicalize", "inline"}, "; did you mean 'canonicalize'?"},
		{"cse", []string{"cse"}, "; did you mean 'cse'?"},
		{"cs", []string{"cse", "css"}, "; did you mean 'cse'?"}, // the first in the alphabet
		{"cs", []string{"css", "cse"}, "; did you mean 'cse'?"},
		{"xyz", []string{"canonicalize", "inline"}, ""},
		{"", []string{"a", "abc"}, ""},
		{"abc", nil, ""},
		{"matmul", []string{"mat_mul", "matmult", "mtmul"}, "; did you mean 'mat_mul'?"},
		{"abcdefghi", []string{"abcdxxxxx"}, ""},
		{"abcdefghi", []string{"abcdexxxi"}, "; did you mean 'abcdexxxi'?"},
	} {
		if got := DidYouMean(tt.word, tt.candidates); got != tt.want {
			t.Errorf("%q among %v: got %q, want %q", tt.word, tt.candidates, got, tt.want)
		}
	}
}

func TestAmong(t *testing.T) {
	many := strings.Split("abcdefghijkl", "")
	for _, c := range []struct {
		word string
		in   []string
		want string
	}{
		{"x", nil, ": there are none"}, {"xyz", many[:1], " among 'a'"}, {"main2", []string{"f", "main"}, " among 'f', 'main'; did you mean 'main'?"},
		{"xyz", many, " among 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' and 2 more"},
	} {
		if got := Among(c.word, c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.word, got, c.want)
		}
	}
	if got := List(nil); got != "nothing" {
		t.Error(got)
	}
}
