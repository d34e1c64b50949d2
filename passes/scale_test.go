package passes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

// within fails when the tool takes long on an input on which it would, were
// something quadratic.
func within(t *testing.T, limit time.Duration, input string, args ...string) peer.Result {
	t.Helper()
	start := time.Now()
	r := peer.Tool(driver.Opt).Run(append(args, "--allow-unregistered-dialect"), input)
	if d := time.Since(start); d > limit {
		t.Errorf("took %v", d)
	}
	if r.Status != 0 {
		t.Fatalf("status %d: %.500s", r.Status, r.Stderr)
	}
	return r
}

// A chain from the last op to the first takes as many rounds as it has ops.
func TestSortReversedChain(t *testing.T) {
	const n = 50000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%%%d = \"t.op\"(%%%d) : (i32) -> i32\n", i, i+1)
	}
	fmt.Fprintf(&b, "%%%d = \"t.first\"() : () -> i32\n", n)
	r := within(t, 10*time.Second, b.String(), "--topological-sort")
	if !strings.HasPrefix(r.Stdout, "module {\n  %0 = \"t.first\"() : () -> i32\n  %1 = \"t.op\"(%0) : (i32) -> i32\n") {
		t.Errorf("%.300s", r.Stdout)
	}
}

// nest is n ops, one inside of the other, without indentation.
func nest(n int) string {
	return strings.Repeat("\"t.op\"() ({\n", n) + strings.Repeat("}) : () -> ()\n", n)
}

func TestPrintersOfDeepNests(t *testing.T) {
	const n = 20000
	input := nest(n)
	skip := "--mlir-print-skip-regions"
	r := within(t, 10*time.Second, input, "--view-op-graph", skip)
	if got := strings.Count(r.Stderr, "label = \"t.op : ()"); got != n {
		t.Errorf("%d clusters, want %d", got, n)
	}
	within(t, 10*time.Second, input, "--print-op-stats", "--strip-debuginfo", "--topological-sort", "--symbol-privatize", skip)
	within(t, 10*time.Second, input, "--composite-fixed-point-pass=pipeline=strip-debuginfo", skip)
}

// One pass in another's options, and again, is an error, not a crash.
func TestDeepPipeline(t *testing.T) {
	text := "cse"
	for range 300 {
		text = "composite-fixed-point-pass{pipeline=" + text + "}"
	}
	r := peer.Tool(driver.Opt).Run([]string{"--pass-pipeline=builtin.module(" + text + ")"}, "")
	if r.Status != 1 || !strings.Contains(r.Stderr, "nested deeper than") {
		t.Errorf("status %d: %.300s", r.Status, r.Stderr)
	}
}
