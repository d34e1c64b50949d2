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

func TestTogether(t *testing.T) {
	in, want := together([]*Case{
		{Input: "a\nb\n", Want: Result{Stdout: "A\n", Stderr: "<stdin>:2:1: warning: w\nb\n^\n"}},
		{Input: "c\n// -----\nd\n", Want: Result{Stdout: "// -----\nD\n", Stderr: "<stdin>:1:1: error: e\nc\n^\n", Status: 1}},
		{Input: "e\n", Want: Result{Stderr: "<stdin>:1:1: error: f\ne\n^\n<stdin>:1:1: note: g\n", Status: 1}},
	})
	if in != "a\nb\n// -----\nc\n// -----\nd\n// -----\ne\n" {
		t.Errorf("input: %q", in)
	}
	got := "<stdin>:2:1: warning: w\nb\n^\n<stdin>:4:1: error: e\nc\n^\n<stdin>:8:1: error: f\ne\n^\n<stdin>:8:1: note: g\n"
	if want != (Result{Stdout: "A\n// -----\n// -----\nD\n// -----\n", Stderr: got, Status: 1}) {
		t.Errorf("output: %+v", want)
	}
}

// TestConfirmed checks that cases that are wrong are not taken for right in a
// batch with others.
func TestConfirmed(t *testing.T) {
	path := Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed")
	}
	right := Result{Stdout: "module {\n}\n\n"}
	cases := []Case{
		{Name: "right", Input: "module {}\n", Want: right},
		{Name: "right as well", Input: "\n", Want: right},
		{Name: "wrong", Input: "\n\n", Want: Result{Stdout: "module {}\n"}},
		{Name: "wrong status", Input: "module {}\n", Want: Result{Stdout: right.Stdout, Status: 1}},
		{Name: "another file", Args: []string{"x.mlir"}, Input: "module {}\n", Want: right},
	}
	holds := confirmed(t, path, cases)
	for i := range cases {
		if want := i < 2; holds[&cases[i]] != want {
			t.Errorf("%s: confirmed %v", cases[i].Name, !want)
		}
	}
}
