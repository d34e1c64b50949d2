package filecheck

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFailures(t *testing.T) {
	const input = "one 1\ntwo\nb:\nthree\nfour\nc:\nfive\nd:\nsix\n"
	const checks = `CHECK: one [[A:.*]]
CHECK-NEXT: [[A]]
CHECK-LABEL: b:
CHECK: three
CHECK-NOT: four
CHECK-LABEL: c:
CHECK-NEXT: d
CHECK: never
CHECK-LABEL: d:
CHECK-SAME: six
CHECK: [[B]]
`
	file, err := Parse("t", []byte(checks), Options{})
	if err != nil {
		t.Fatal(err)
	}
	variables := []Variable{{"A", "1"}}
	want := []Failure{
		{Line: 2, Kind: NotFound, Nth: 1, Region: "\ntwo\nb:", Variables: variables},
		{Line: 5, Kind: Excluded, Nth: 1, Region: "\nfour\n", Found: "four", Variables: variables},
		{Line: 7, Kind: WrongLine, Nth: 1, Region: "\nfive\n", Found: "d", Variables: variables},
		{Line: 10, Kind: WrongLine, Nth: 1, Region: "\n", Found: "six", Variables: variables},
	}
	if diff := cmp.Diff(want, file.Failures("in", []byte(input))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	file, err = Parse("t", []byte("CHECK-COUNT-2: six\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := file.Failures("in", []byte("six\n"))
	if len(got) != 1 || got[0].Nth != 2 || got[0].Kind != NotFound {
		t.Errorf("COUNT: %+v", got)
	}
}

func TestParseInvocation(t *testing.T) {
	const text = "CHECK: a\n"
	tests := []struct {
		tool, environment string
		args              []string
		input             string
		file, from        string
		ok                bool // Check says that the input matches
		err               string
	}{
		{"FileCheck", "", []string{"f", "--input-file=i"}, "a\n", "f", "i", true, ""},
		{"FileCheck", "--ignore-case", []string{"f"}, "A\n", "f", "-", true, ""},
		{"FileCheck", "", []string{"f"}, "b\n", "f", "-", false, ""},
		{"FileCheck", "", []string{"f", "--check-prefix=X"}, "a\n", "f", "-", false, ""},
		{"FileCheck", "", []string{}, "", "", "", false, "<check-file> not specified"},
		{"FileCheck", "", []string{"f", "g"}, "", "", "", false, "FileCheck: Too many positional arguments specified!\n" +
			"Can specify at most 1 positional arguments: See: FileCheck --help"},
		{"tg-filecheck", "", []string{"f", "--lint=off", "--explain"}, "a\n", "f", "-", true, ""},
		{"tg-filecheck", "", []string{"f", "--llvm", "--lint=warn"}, "a\n", "f", "-", true, ""},
	}
	for _, tt := range tests {
		got, err := ParseInvocation(tt.tool, tt.environment, tt.args)
		if err != nil || tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%q: error %v, want %q", tt.args, err, tt.err)
			}
			continue
		}
		if got.CheckFile != tt.file || got.InputFile != tt.from {
			t.Errorf("%q: %+v", tt.args, got)
		}
		if ok, messages := got.Check("f", []byte(text), []byte(tt.input)); ok != tt.ok || !ok && messages == "" {
			t.Errorf("%q: Check: %t %q", tt.args, ok, messages)
		}
	}
	// What the linter finds is said by tg-filecheck alone.
	for _, tool := range []string{"FileCheck", "tg-filecheck"} {
		i, err := ParseInvocation(tool, "", []string{"f"})
		if err != nil {
			t.Fatal(err)
		}
		if ok, messages := i.Check("f", []byte("CHECK: a\nCHECK-NXT: b\n"), []byte("a\n")); ok != (tool == "FileCheck") {
			t.Errorf("%s: %t %s", tool, ok, messages)
		}
	}
}
