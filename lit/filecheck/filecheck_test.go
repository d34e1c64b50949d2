package filecheck

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// toolCase is a call of the tool on check.txt.
type toolCase struct {
	name  string
	check string
	input string
	args  []string // after check.txt
	exit  int
	first string // line of the error output
}

func allCases() []toolCase { return slices.Concat(directiveCases, patternCases, optionCases) }

// arguments are those of the tool; a case that is about a missing check file names another one.
func (c *toolCase) arguments() []string {
	if slices.Contains(c.args, "missing.txt") {
		return c.args
	}
	return append([]string{"check.txt"}, c.args...)
}

func TestCases(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range allCases() {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile("check.txt", []byte(c.check), 0o666); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			exit := Main(c.arguments(), strings.NewReader(c.input), &stdout, &stderr)
			first, _, _ := strings.Cut(stderr.String(), "\n")
			if exit != c.exit || first != c.first || stdout.Len() != 0 {
				t.Errorf("exit status %d, want %d; stdout %q; want first line %q, have\n%s", exit, c.exit, stdout.String(), c.first,
					stderr.String())
			}
		})
	}
}

// ownWords are the cases whose messages differ from those of LLVM after the first line, which suggests an option there.
var ownWords = []string{"unknown option"}

// TestCasesAgainstReference compares the whole error output with that of LLVM's FileCheck.
func TestCasesAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Chdir(t.TempDir())
	for _, c := range allCases() {
		t.Run(c.name, func(t *testing.T) {
			if slices.Contains(ownWords, c.name) {
				t.Skip("says it in its own words")
			}
			ours, theirs := runBoth(t, tool, c.check, c.input, c.arguments())
			if diff := cmp.Diff(theirs, ours); diff != "" {
				t.Errorf("(-FileCheck +ours)\n%s", diff)
			}
		})
	}
}

func TestInformation(t *testing.T) {
	for arg, want := range map[string]string{
		"--help": "--implicit-check-not=pattern", "--version": "LLVM 22.1.8", "--dump-input=help": "X~~    what was searched",
	} {
		var stdout, stderr bytes.Buffer
		if exit := Main([]string{arg}, nil, &stdout, &stderr); exit != 0 || !strings.Contains(stdout.String(), want) || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d\n%s%s", arg, exit, stdout.String(), stderr.String())
		}
	}
	var stderr bytes.Buffer
	if exit := Main(nil, nil, nil, &stderr); exit != 2 || stderr.String() != "<check-file> not specified\n" {
		t.Errorf("no arguments: exit status %d, %q", exit, stderr.String())
	}
}

func TestOptionsFromEnvironment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("FILECHECK_OPTS", ` --ignore-case  '-DV=x y' "-DW=\"" -DX=a\ b`)
	if err := os.WriteFile("check.txt", []byte("CHECK: [[V]] [[W]] [[X]] Q\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if exit := Main([]string{"check.txt"}, strings.NewReader("x y \" a b q\n"), nil, &stderr); exit != 0 {
		t.Errorf("exit status %d\n%s", exit, stderr.String())
	}
}

func TestCheckFileFromStdin(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("input.txt", []byte("a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if exit := Main([]string{"-", "--input-file=input.txt"}, strings.NewReader("CHECK: b\n"), nil, &stderr); exit != 1 ||
		!strings.HasPrefix(stderr.String(), "<stdin>:1:8: error: CHECK: expected string not found in input\n") {
		t.Errorf("exit status %d\n%s", exit, stderr.String())
	}
}

// TestLibrary uses a check file several times.
func TestLibrary(t *testing.T) {
	file, err := Parse("x.mlir", []byte("CHECK: [[V:.]][[#N:]]\nCHECK: [[V]][[#N+1]] [[D]]\n"), Options{Defines: []string{"D=d"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		input   string
		matched bool
	}{{"a1\na2 d\n", true}, {"a1\nb2 d\n", false}, {"b7\nb8 d\n", true}, {"b7\nb8\n", false}} {
		result := file.Run("input", []byte(run.input))
		if result.Matched != run.matched || (len(result.Diagnostics) == 0) != run.matched {
			t.Errorf("%q: %v %v", run.input, result.Matched, result.Diagnostics)
		}
	}
	result := file.Run("input", []byte("x\n"))
	got := result.Diagnostics[0]
	want := Diagnostic{Severity: Error, File: "x.mlir", Line: 1, Column: 8, Text: "CHECK: expected string not found in input"}
	if got.Severity != want.Severity || got.File != want.File || got.Line != want.Line || got.Column != want.Column || got.Text != want.Text {
		t.Errorf("%+v, want %+v", got, want)
	}
	_, err = Parse("x.mlir", []byte("CHECK: {{(}}\n"), Options{})
	var failure *ParseError
	if !errors.As(err, &failure) || failure.ExitStatus != 2 ||
		err.Error() != "x.mlir:1:10: error: invalid regex: parentheses not balanced\nCHECK: {{(}}\n         ^" {
		t.Errorf("%v", err)
	}
}

// TestBrokenImplicitCheck: unlike LLVM, which goes on with half a pattern, this is an error.
func TestBrokenImplicitCheck(t *testing.T) {
	_, err := Parse("x", []byte("CHECK: a\n"), Options{ImplicitCheckNot: []string{"b{{*}}"}})
	if err == nil || !strings.HasPrefix(err.Error(), "command line:1:25: error: invalid regex: repetition-operator operand invalid") {
		t.Error(err)
	}
}

// TestExpensiveBackreference: a search that would take forever is an error with a place.
func TestExpensiveBackreference(t *testing.T) {
	file, err := Parse("x", []byte("CHECK: [[V:(a*)*(a*)*b?]]-[[V]]-{{z}}\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := file.Run("in", []byte(strings.Repeat("a", 60)+"-"+strings.Repeat("a", 59)+"-z\n"))
	if result.Matched {
		t.Fatal("the search was not given up")
	}
	if text := result.Diagnostics[0].String(); !strings.HasPrefix(text, "x:1:8: error: back-reference search is too expensive\n") {
		t.Error(text)
	}
}

// TestParallelRuns runs different check files at once.
func TestParallelRuns(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			file, err := Parse("x", []byte(fmt.Sprintf("CHECK: {{a+}}%d\n", i)), Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if !file.Run("in", []byte(fmt.Sprintf("aaa%d\n", i))).Matched {
				t.Error(i)
			}
		})
	}
	wait.Wait()
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 5, 0}, {"abc", "", 5, 3}, {"", "abc", 2, 2}, {"kitten", "sitting", 50, 3}, {"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 2, 2}, {"abcdef", "bcdefg", 50, 2}, {"aaaa", "bbbb", 50, 4}, {"ab", "ba", 50, 2},
	} {
		if got := editDistance([]byte(test.a), test.b, test.limit); got != test.want {
			t.Errorf("%q, %q, %d: %d, want %d", test.a, test.b, test.limit, got, test.want)
		}
	}
}

// FuzzMain looks for panics.
func FuzzMain(f *testing.F) {
	for _, c := range allCases() {
		f.Add(c.check, c.input)
	}
	f.Fuzz(func(t *testing.T, check, input string) {
		for _, opts := range []Options{{VeryVerbose: true}, {MatchFullLines: true, IgnoreCase: true, ImplicitCheckNot: []string{"zz"}}} {
			file, err := Parse("check", []byte(check), opts)
			if err != nil {
				continue
			}
			file.Run("input", []byte(input)).Dump(DumpOptions{Filter: DumpAnnotations, Context: 1})
		}
	})
}

// BenchmarkRun checks a megabyte of text against a thousand directives.
func BenchmarkRun(b *testing.B) {
	var check, input strings.Builder
	for i := range 16000 {
		fmt.Fprintf(&input, "  %%%d = tg.matmul(%%a%d, %%b%d) : (tensor<4x%dxf32>) -> tensor<4xf32>\n", i, i, i, i)
		if i%16 == 0 {
			fmt.Fprintf(&check, "CHECK: [[V%d:%%[0-9]+]] = tg.matmul({{.*}}%%b%d){{.*}}-> tensor<4xf32>\n", i, i)
		}
	}
	check.WriteString("CHECK-NOT: {{tg\\.(add|sub)}}\n")
	text := []byte(input.String())
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		file, err := Parse("check", []byte(check.String()), Options{})
		if err != nil {
			b.Fatal(err)
		}
		if result := file.Run("input", text); !result.Matched {
			b.Fatal(result.Diagnostics[0])
		}
	}
}
