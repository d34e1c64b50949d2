package passes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// pipelines must not change what a program computes. The first are the passes
// one by one. Package test/random tries others, on random programs.
var pipelines = []string{
	"cse", "canonicalize", "canonicalize{top-down=false}", "canonicalize{region-simplify=aggressive}", "canonicalize{region-simplify=disabled}",
	"fold", "dce", "inline", "inline{default-pipeline=}", "symbol-dce",
	"sccp", "loop-invariant-code-motion", "control-flow-sink", "remove-dead-values", "remove-dead-values{canonicalize=false}",
	"inline,canonicalize,cse,fold,canonicalize,dce,symbol-dce",
	"sccp,loop-invariant-code-motion,control-flow-sink,remove-dead-values,inline,sccp,cse",
	"substitute", "layout", "fuse-matmul", "optimize",
	"fuse-elementwise", "fuse-elementwise,unfuse", "canonicalize,fuse-elementwise{max-ops=5},canonicalize,cse",
}

// TestPassesAgreeOnLitTests runs what the lit tests of the passes and the
// examples contain.
func TestPassesAgreeOnLitTests(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../test/*/*.mlir", "../test/*/*/*.mlir", "../test/*/*/*/*.mlir", "../examples/*.mlir"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	total := 0
	for i, file := range files {
		if testing.Short() && i%4 != 0 {
			continue // the race detector needs kinds of programs, not all of them
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "// RUN: not ") || strings.Contains(string(text), "split-file %s") || strings.Contains(string(text), "--split-input-file") || strings.Contains(string(text), "--verify-diagnostics") {
			continue // meant to fail
		}
		if strings.Contains(string(text), "--allow-unregistered-dialect") {
			continue // not to be executed, and symbol-dce refuses what may be an unknown symbol table
		}
		t.Run(filepath.Base(file), func(t *testing.T) { total += agreeOn(t, string(text)) })
	}
	if total < 50 {
		t.Errorf("only %d runs in %d files", total, len(files))
	}
}

// agreeOn runs the public functions of a program before and after every
// pipeline, and reports how many runs there were.
func agreeOn(t *testing.T, text string) (ran int) {
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	runs := agree.Runs(module)
	for _, passes := range pipelines {
		if after, err := agree.Check(module, runs, passes); err != nil {
			t.Errorf("%v\nbefore:\n%s\nafter:\n%s", err, agree.Numbered(text), printer.OpString(after, printer.Options{}))
			break
		}
	}
	return len(runs)
}

// TestOutputDoesNotDependOnWorkers compares the text that 1, 2 and 8 workers
// leave.
func TestOutputDoesNotDependOnWorkers(t *testing.T) {
	for seed := range uint64(10) {
		var text strings.Builder
		for i := range uint64(6) { // several functions to work on at a time
			text.WriteString("module @m" + fmt.Sprint(i) + " {\n" + progen.Program(100*seed+i, progen.Options{}) + "}\n")
		}
		for _, passes := range []string{
			"builtin.module(inline,func.func(canonicalize,cse,fold,canonicalize,dce),symbol-dce)",
			"any(canonicalize,cse),builtin.module(symbol-dce)",
		} {
			want := ""
			for _, workers := range []int{1, 2, 8} {
				got := printer.OpString(passtest.Transform(t, text.String(), passes, workers), printer.Options{})
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("seed %d: %d workers leave something else than 1:\n%s\nthan:\n%s", seed, workers, got, want)
				}
			}
		}
	}
}
