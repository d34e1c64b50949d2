package scf_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
)

// parallelWriter writes functions of parallel loops and of loops over casts
// that compute a tensor, an integer and what they hand on.
type parallelWriter struct {
	*rand.Rand
	b    strings.Builder
	next int
	// tensors and numbers are what may be used, of types tensor<8xi64> and i64.
	tensors, numbers []string
}

func (w *parallelWriter) name() string {
	w.next++
	return fmt.Sprintf("%%v%d", w.next)
}

func (w *parallelWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.b, "  "+format+"\n", args...)
}

func (w *parallelWriter) pick(list []string) string { return list[w.Intn(len(list))] }

// index is n as a constant, or as something that only the run knows.
func (w *parallelWriter) index(n int) string {
	v := w.name()
	w.line("%s = arith.constant %d : index", v, n)
	if w.Intn(3) == 0 {
		hidden := w.name()
		w.line("%s = arith.addi %s, %%zero : index", hidden, v)
		return hidden
	}
	return v
}

// bounds are lower and upper bounds and steps within 0 and 4, of few rounds.
func (w *parallelWriter) bounds(dims int) (list [3][]string) {
	for range dims {
		lower, step := w.Intn(3), 1+w.Intn(2)
		upper := lower + []int{0, 1, 1, 2, -1}[w.Intn(5)]
		for i, n := range []int{lower, upper, step} {
			list[i] = append(list[i], w.index(n))
		}
	}
	return list
}

func joined(list []string) string { return strings.Join(list, ", ") }

func (w *parallelWriter) parallel() {
	dims := 1 + w.Intn(3)
	b := w.bounds(dims)
	result, sum, combined := w.name(), w.name(), w.name()
	ivs := make([]string, dims)
	for i := range ivs {
		ivs[i] = w.name()
	}
	op := []string{"addi", "muli", "maxsi"}[w.Intn(3)]
	w.line("%s = scf.parallel (%s) = (%s) to (%s) step (%s) init (%s) -> i64 {", result, joined(ivs), joined(b[0]), joined(b[1]), joined(b[2]), w.pick(w.numbers))
	cast := w.name()
	w.line("%s = arith.index_cast %s : index to i64", cast, ivs[w.Intn(dims)])
	w.line("%s = arith.addi %s, %s : i64", sum, cast, w.pick(w.numbers))
	w.line("scf.reduce(%s : i64) {", sum)
	w.line("^bb0(%%a: i64, %%b: i64):\n  %s = arith.%s %%a, %%b : i64\n  scf.reduce.return %s : i64", combined, op, combined)
	w.line("}\n  }")
	w.numbers = append(w.numbers, result)
}

func (w *parallelWriter) forall() {
	dims := 1 + w.Intn(2) // mlir-opt does not lower a loop without dimensions
	b := w.bounds(dims)
	at := w.index(w.Intn(4))
	ivs := make([]string, dims)
	for i := range ivs {
		ivs[i] = w.name()
		if w.Intn(2) == 0 {
			at = ivs[i]
		}
	}
	result := w.name()
	outs := w.name()
	w.line("%s:2 = scf.forall (%s) = (%s) to (%s) step (%s) shared_outs(%s = %s, %sx = %s) -> (tensor<8xi64>, tensor<8xi64>) {",
		result, joined(ivs), joined(b[0]), joined(b[1]), joined(b[2]), outs, w.pick(w.tensors), outs, w.pick(w.tensors))
	part := w.name()
	w.line("%s = tensor.extract_slice %s[%s] [4] [1] : tensor<8xi64> to tensor<4xi64>", part, w.pick(w.tensors), at)
	w.line("scf.forall.in_parallel {")
	for range w.Intn(4) {
		to := outs + []string{"", "x"}[w.Intn(2)]
		w.line("  tensor.parallel_insert_slice %s into %s[%s] [4] [1] : tensor<4xi64> into tensor<8xi64>", []string{part, "%s"}[w.Intn(2)], to, []string{at, "%c3"}[w.Intn(2)])
	}
	w.line("}\n  }")
	w.tensors = append(w.tensors, result+"#0")
	if w.Intn(2) == 0 {
		w.tensors = append(w.tensors, result+"#1")
	}
}

// castLoop is a loop over a tensor of which its type does not tell the extent.
func (w *parallelWriter) castLoop() {
	b := w.bounds(1)
	cast, result, iv, a, end := w.name(), w.name(), w.name(), w.name(), w.name()
	w.line("%s = tensor.cast %s : tensor<8xi64> to tensor<?xi64>", cast, w.pick(w.tensors))
	w.line("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (tensor<?xi64>) {", result, iv, b[0][0], b[1][0], b[2][0], a, cast)
	w.line("  %sx = tensor.insert_slice %%s into %s[%s] [4] [1] : tensor<4xi64> into tensor<?xi64>", end, a, iv)
	w.line("  %s = tensor.insert_slice %%s into %sx[%s] [%s] [1] : tensor<4xi64> into tensor<?xi64>", end, end, "%c3", "4")
	w.line("  scf.yield %s : tensor<?xi64>\n  }", end)
	back := w.name()
	w.line("%s = tensor.cast %s : tensor<?xi64> to tensor<8xi64>", back, result)
	w.tensors = append(w.tensors, back)
}

// function writes function @pSEED.
func (w *parallelWriter) function(seed int64) {
	w.Rand = rand.New(rand.NewSource(seed))
	w.tensors, w.numbers = []string{"%t", "%u"}, []string{"%x"}
	fmt.Fprintf(&w.b, "func.func @p%d(%%t: tensor<8xi64>, %%u: tensor<8xi64>, %%s: tensor<4xi64>, %%x: i64, %%zero: index) -> (tensor<8xi64>, i64) {\n", seed)
	w.line("%%c3 = arith.constant 3 : index")
	for range 2 + w.Intn(3) {
		[]func(){w.parallel, w.forall, w.forall, w.castLoop}[w.Intn(4)]()
	}
	w.line("return %s, %s : tensor<8xi64>, i64\n}", w.pick(w.tensors), w.pick(w.numbers))
}

const parallelMain = `func.func private @printI64(i64)
func.func private @printNewline()
func.func @show(%t: tensor<8xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %e = tensor.extract %t[%i] : tensor<8xi64>
    func.call @printI64(%e) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }
  func.call @printI64(%x) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
func.func @main() {
  %t = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi64>
  %u = arith.constant dense<[-1, -2, -3, -4, -5, -6, -7, -8]> : tensor<8xi64>
  %s = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
  %x = arith.constant 7 : i64
  %zero = arith.constant 0 : index
`

// TestParallelRunsAlike lowers random functions with mlir-opt, before and after
// our canonicalization, and executes both.
func TestParallelRunsAlike(t *testing.T) {
	first, count := campaign.Cases(30)
	w := &parallelWriter{}
	main := parallelMain
	for i := range count {
		seed := int64(first) + int64(i)
		w.function(seed)
		main += fmt.Sprintf("  %%r%d:2 = func.call @p%d(%%t, %%u, %%s, %%x, %%zero) : (tensor<8xi64>, tensor<8xi64>, tensor<4xi64>, i64, index) -> (tensor<8xi64>, i64)\n"+
			"  func.call @show(%%r%d#0, %%r%d#1) : (tensor<8xi64>, i64) -> ()\n", i, seed, i, i)
	}
	text := w.b.String() + main + "  return\n}\n"
	after := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, text)
	if after.Status != 0 {
		t.Fatal(after.Stderr)
	}
	want, got := strings.Fields(lowerAndRun(t, text)), strings.Fields(lowerAndRun(t, after.Stdout))
	if len(want) != 9*count {
		t.Fatalf("%d functions print %d numbers", count, len(want))
	}
	for i := range count {
		if d := cmp.Diff(want[9*i:9*i+9], got[9*i:9*i+9]); d != "" {
			t.Errorf("@p%d (-before +after):\n%s", int64(first)+int64(i), d)
		}
	}
}

// lowerAndRun executes @main of a program.
func lowerAndRun(t *testing.T, text string) string {
	t.Helper()
	runner, err := exec.LookPath("mlir-runner-22")
	libraries, _ := filepath.Glob("/usr/lib/llvm-22/lib/libmlir_*runner_utils.so*")
	if peer.Path() == "" || err != nil || len(libraries) < 2 {
		t.Skip("mlir-opt-22, mlir-runner-22 or the libraries they print with are not installed (Debian's mlir-22-tools has them)")
	}
	lowered := peer.MLIROpt(t, peer.Path(), []string{
		"--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
		"--scf-forall-to-for", "--convert-scf-to-cf", "--expand-strided-metadata", "--lower-affine", "--convert-arith-to-llvm",
		"--finalize-memref-to-llvm", "--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts",
	}, text)
	if lowered.Status != 0 {
		t.Fatalf("mlir-opt does not lower it: %.2000s", lowered.Stderr)
	}
	cmd := exec.Command(runner, "-e", "main", "-entry-point-result=void", "-shared-libs="+strings.Join(libraries, ","))
	cmd.Stdin = strings.NewReader(lowered.Stdout)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, stderr.String())
	}
	return string(out)
}
