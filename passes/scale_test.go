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

// Nests of parallel loops, loops of many dimensions and loops over many casts are
// simplified at once, not level by level.
func TestCanonicalizeParallelNests(t *testing.T) {
	const n = 5000
	nested := func(head, body string) string {
		var heads strings.Builder
		for i := range n {
			fmt.Fprintf(&heads, head+" {\n", i)
		}
		return "func.func @f(%n: index, %m: index) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n" +
			heads.String() + body + strings.Repeat("}\n", n) + "return\n}\n"
	}
	const body = "\"t.op\"() : () -> ()\n"
	for _, c := range []struct{ name, input, want string }{
		{"merged", nested("scf.parallel (%%i%d) = (%%c0) to (%%n) step (%%c1)", body), "scf.parallel"},
		{"one round", nested("scf.parallel (%%i%d) = (%%c0) to (%%c1) step (%%c1)", body), ""},
		{"one round of forall", nested("scf.forall (%%i%d) in (%%c1)", body), ""},
	} {
		r := within(t, 10*time.Second, c.input, "--canonicalize")
		loops := strings.Count(r.Stdout, "scf.parallel") + strings.Count(r.Stdout, "scf.forall")
		if want := len(c.want) / len("scf.parallel"); loops != want {
			t.Errorf("%s: %d loops are left, want %d", c.name, loops, want)
		}
	}
	var casts, carried, types, results strings.Builder
	const many = 2000
	for i := range many {
		fmt.Fprintf(&casts, "%%c%d = tensor.cast %%t : tensor<4xf32> to tensor<?xf32>\n", i)
		fmt.Fprintf(&carried, ", %%a%d = %%c%d", i, i)
		types.WriteString(", tensor<?xf32>")
		fmt.Fprintf(&results, "\"t.use\"(%%r#%d) : (tensor<?xf32>) -> ()\n", i)
	}
	loop := fmt.Sprintf("func.func @f(%%n: index, %%m: index, %%t: tensor<4xf32>) {\n%s%%r:%d = scf.for %%i = %%n to %%m step %%n iter_args(%s) -> (%s) {\n%s}\n%sreturn\n}\n",
		casts.String(), many, carried.String()[2:], types.String()[2:], swapped(many, types.String()[2:]), results.String())
	if r := within(t, 10*time.Second, loop, "--canonicalize"); !strings.Contains(r.Stdout, "%arg2") || strings.Contains(r.Stdout, "-> (tensor<?xf32>") {
		t.Errorf("the casts are not folded: %.300s", r.Stdout)
	}
}

// swapped yields the arguments of a loop that carries n tensors, the last first.
func swapped(n int, types string) string {
	var b strings.Builder
	b.WriteString("\"t.op\"() : () -> ()\nscf.yield ")
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%a%d", n-1-i)
	}
	return b.String() + " : " + types + "\n"
}

// Weighing memory does not take long where values live through very many blocks or
// levels, and where very many ops are equal.
func TestCSEMemoryOfManyBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 blocks")
	}
	const n = 10000
	const square = "tensor<16x16xf32>"
	var blocks strings.Builder
	fmt.Fprintf(&blocks, "func.func @main(%%s: tensor<f32>, %%x: %[1]s) -> %[1]s {\n  cf.br ^b0(%%x : %[1]s)\n", square)
	for i := range n {
		fmt.Fprintf(&blocks, "^b%d(%%a%d: %s):\n", i, i, square)
		fmt.Fprintf(&blocks, "  %%g%d = tg.broadcast %%s dims [] : (tensor<f32>) -> %s\n", i, square)
		fmt.Fprintf(&blocks, "  %%h%d = tg.broadcast %%s dims [] : (tensor<f32>) -> %s\n", i, square)
		fmt.Fprintf(&blocks, "  %%c%d = tg.sub %%g%d, %%a%d : %s\n", i, i, i, square)
		fmt.Fprintf(&blocks, "  %%d%d = tg.sub %%c%d, %%h%d : %s\n", i, i, i, square)
		if i+1 < n {
			fmt.Fprintf(&blocks, "  cf.br ^b%d(%%d%d : %s)\n", i+1, i, square)
		}
	}
	fmt.Fprintf(&blocks, "  return %%d%d : %s\n}\n", n-1, square)
	within(t, 20*time.Second, blocks.String(), "--cse=memory-aware max-recompute=1 budget=min", "-o", "/dev/null")

	var levels strings.Builder
	fmt.Fprintf(&levels, "func.func @main(%%p: i1, %%x: %[1]s) -> %[1]s {\n%%e = tg.exp %%x : %[1]s\n%%a0 = tg.transpose %%e permutation [1, 0] : %[1]s\n", square)
	for i := range n {
		fmt.Fprintf(&levels, "%%r%d = scf.if %%p -> (%s) {\n", i, square)
		fmt.Fprintf(&levels, "%%e%d = tg.exp %%x : %s\n", i, square)
		fmt.Fprintf(&levels, "%%a%d = tg.sub %%e%d, %%a%d : %s\n", i+1, i, i, square)
	}
	fmt.Fprintf(&levels, "scf.yield %%a%d : %s\n", n, square)
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&levels, "} else {\nscf.yield %%a%d : %s\n}\n", i, square)
		if i > 0 {
			fmt.Fprintf(&levels, "scf.yield %%r%d : %s\n", i, square)
		}
	}
	fmt.Fprintf(&levels, "return %%r0 : %s\n}\n", square)
	within(t, 20*time.Second, levels.String(), "--cse=memory-aware max-recompute=1 budget=min", "-o", "/dev/null")
}
