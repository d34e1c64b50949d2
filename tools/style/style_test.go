package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// untidy breaks each rule once, and what follows it does not.
var untidy = `// Package untidy ` + strings.Repeat("is wide ", 12) + `.
package untidy

// Table of cases
var Table = ir.Slots{a.Of(1), b.Of(2)}

// Links are long: https://example.org/` + strings.Repeat("a", 90) + `
//
//	text as it is ` + strings.Repeat("is not broken ", 10) + `
//
` + "// The end of a str" + `etch of memory.
var Other = ir.Slots{
	a.Of(1),
}

func f() {` + strings.Repeat("\n\tg()", 90) + `
}

// It is long because it has many lines.
func h() {` + strings.Repeat("\n\tg()", 90) + `
}
`

func TestChecks(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "untidy.go")
	if err := os.WriteFile(path, []byte(untidy), 0o666); err != nil {
		t.Fatal(err)
	}
	demand := func(write bool, want ...string) {
		t.Helper()
		found, err := run(dir, write)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range found {
			found[i] = strings.TrimPrefix(line, path+":")
		}
		if len(found) != len(want) {
			t.Fatalf("found %q", found)
		}
		for i := range want {
			if !strings.HasPrefix(found[i], want[i]) {
				t.Errorf("found %q, want %q", found[i], want[i])
			}
		}
	}
	demand(false, "1: a comment of 115 columns", "7: a comment of 129 columns", "16: a function of 92 lines", "5: several slots", "4: a comment that is no sentence", `11: "stretch of"`)
	demand(true, "21: a function of 92 lines", "5: a comment that is no sentence", `16: "stretch of"`)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "var Table = ir.Slots{\n\ta.Of(1),\n\tb.Of(2),\n}"; !strings.Contains(string(text), want) {
		t.Errorf("slots are not on lines of their own:\n%s", text)
	}
	if !strings.Contains(string(text), "text as it is "+strings.Repeat("is not broken ", 9)+"is not broken\n") {
		t.Errorf("text as it is was broken:\n%s", text)
	}
	again, err := spread(wrap(text))
	if err != nil || string(again) != string(text) {
		t.Errorf("a second time something changes: %v", err)
	}
}
