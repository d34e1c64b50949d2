package filecheck

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

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
		if got := editDistance([]byte(test.a), []byte(test.b), test.limit); got != test.want {
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
