package filecheck

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lintCase is a check file and what the linter finds in it: `line:column rule fix`, where a fix may
// be empty.
type lintCase struct {
	name string
	text string
	opts Options
	want []string
}

// runOf makes a file with a RUN line for the prefixes.
func runOf(prefixes, rest string) string {
	return "// RUN: tool %s | FileCheck %s --check-prefixes=" + prefixes + "\n" + rest
}

func TestLint(t *testing.T) {
	fired, silent := map[string]bool{}, map[string]bool{}
	for _, c := range slices.Concat(lintNameCases, lintOtherCases) {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, d := range Lint("check.txt", []byte(c.text), LintOptions{Options: c.opts}) {
				got = append(got, strings.TrimRight(fmt.Sprintf("%d:%d %s %s", d.Line, d.Column, d.Rule, d.Fix), " "))
				fired[d.Rule] = true
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("found\n\t%s\nwant\n\t%s\nin\n%s", strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"), c.text)
			}
		})
		if rule, _, _ := strings.Cut(c.name, "/"); len(c.want) == 0 {
			silent[rule] = true
		}
	}
	for _, rule := range lintRules {
		if !fired[rule.name] || !silent[rule.name] {
			t.Errorf("rule %s: cases that fire: %v, cases that do not: %v", rule.name, fired[rule.name], silent[rule.name])
		}
	}
}

// TestSilentTypos: what FileCheck ignores without a word (spec A3.4) is an error here, with and
// without RUN lines.
func TestSilentTypos(t *testing.T) {
	for _, line := range []string{"CHECK-NXT: a", "CHECKNEXT: a", "CHECK : a", "CHECK-COUNT: a", "CHECK-LABEL-NOT: a", "CHECK{FOO}: a",
		"XCHECK: a", "X-CHECK: a", "check: a", "CHECK-NEXT-COUNT-2: a", "CHECK-NEXT a", "CHEKC: a", "CHECK-next: a", "CHECK NEXT: a",
		"CHECK--NEXT: a", "CHECKS: a", "CHECK_NEXT: a", "CHECK-DAG-NOT: a", "CHECK-COUNT3: a", "CHECK-LITERAL: a"} {
		for _, start := range []string{"// CHECK: x\n// ", "; CHECK: x\n;", "# RUN: x %s | FileCheck %s\n# CHECK: x\n#", "CHECK: x\n<!-- "} {
			all := Lint("check.txt", []byte(start+line+"\n"), LintOptions{})
			if len(all) != 1 || all[0].Severity != Error {
				t.Errorf("%q: %v", start+line, all)
			}
		}
	}
}

func TestLintMessage(t *testing.T) {
	text := "// RUN: x %s | FileCheck %s\n\t// CHECK-LABEL:\tx\n\t// CHECK-NXT: a\n"
	all := Lint("a.mlir", []byte(text), LintOptions{})
	want := "a.mlir:3:5: error: 'CHECK-NXT:' is no directive; did you mean 'CHECK-NEXT:'? [misspelled-directive]\n" +
		"        // CHECK-NXT: a\n           ^~~~~~~~~\n           CHECK-NEXT\n"
	if len(all) != 1 || all[0].String() != want {
		t.Errorf("found %v, want\n%s", all, want)
	}
}

func TestLintSwitches(t *testing.T) {
	text := "// LINT-OFF: misspelled-directive, stale-not for a reason\n// CHECK-NXT: a\n// LINT-ON: misspelled-directive\n// CHECK-NXT: a\n" +
		"// LINT-OFF: mispelled-directive\n"
	var got []string
	for _, d := range Lint("a", []byte(text), LintOptions{}) {
		got = append(got, fmt.Sprintf("%d %s %s", d.Line, d.Rule, d.Fix))
	}
	if want := []string{"4 misspelled-directive CHECK-NEXT", "5 lint-comment misspelled-directive"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if all := Lint("a", []byte(text), LintOptions{Disabled: []string{"misspelled-directive", "lint-comment"}}); len(all) > 0 {
		t.Errorf("found %v", all)
	}
}

// TestTreeIsClean lints the tests and the examples of the project.
func TestTreeIsClean(t *testing.T) {
	n := 0
	for _, root := range []string{"../../test", "../../examples"} {
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".mlir" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			n++
			if bytes.Contains(text, []byte("RUN:")) {
				for _, d := range Lint(path, text, LintOptions{Options: Options{AllowUnusedPrefixes: true}}) {
					t.Errorf("%v", d)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 20 {
		t.Errorf("only %d files found", n)
	}
}
