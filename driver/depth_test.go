package driver_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// nestedIfs is a function of ifs within ifs, depth levels.
func nestedIfs(depth int, open, negate, otherwise, closing, yield string) string {
	var b strings.Builder
	b.WriteString("func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {\n")
	for i := range depth {
		fmt.Fprintf(&b, "%%r%d = %s\n", i, open)
	}
	fmt.Fprintf(&b, "%%e = %s %%x : tensor<4xf32>\n%s %%e : tensor<4xf32>\n", negate, yield)
	for i := depth - 1; i >= 0; i-- {
		end := yield
		if i == 0 {
			end = "return"
		}
		fmt.Fprintf(&b, "%s\n%s %%x : tensor<4xf32>\n%s\n%s %%r%d : tensor<4xf32>\n", otherwise, yield, closing, end, i)
	}
	b.WriteString("}\n")
	return b.String()
}

func nestedTgIfs(depth int) string {
	return nestedIfs(depth, "tg.if %p -> (tensor<4xf32>) {", "tg.neg", "} else {", "}", "tg.yield")
}

// silent runs a tool that must succeed and drops its output, which grows with
// the square of the depth.
func silent(t *testing.T, tool func([]string, io.Reader, io.Writer, io.Writer) int, text string, args ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if status := tool(args, strings.NewReader(text), io.Discard, &stderr); status != 0 {
		t.Errorf("%v: %d %.1000s", args, status, stderr.String())
	}
}

// depth is how deep TestDeepRegions goes; what it prints grows with the square.
var depth = flag.Int("depth", 5_000, "levels of nested regions")

// TestDeepRegions: nothing recurses in a way that a file could make too deep.
func TestDeepRegions(t *testing.T) {
	depth := *depth
	if testing.Short() {
		depth = 1_000
	}
	for name, text := range map[string]string{
		"unknown ops": strings.Repeat("\"foo.r\"() ({\n", depth) + "\"foo.x\"() : () -> ()\n" + strings.Repeat("}) : () -> ()\n", depth),
		"modules":     strings.Repeat("module {", depth) + strings.Repeat("}", depth),
		"tg.if":       nestedTgIfs(depth),
		"stablehlo.if": nestedIfs(depth, "\"stablehlo.if\"(%p) ({", "stablehlo.negate", "}, {",
			"}) : (tensor<i1>) -> tensor<4xf32>", "stablehlo.return"),
	} {
		t.Run(name, func(t *testing.T) {
			silent(t, driver.Opt, text, "--allow-unregistered-dialect", "--mlir-print-op-generic")
			args := []string{"--allow-unregistered-dialect", "--mlir-print-skip-regions", "--canonicalize", "--cse", "--fold", "--dce", "--stablehlo-to-tg"}
			if name != "unknown ops" { // they may be symbol tables, which these passes reject
				args = append(args, "--inline", "--symbol-dce")
			}
			silent(t, driver.Opt, text, args...)
			if strings.HasSuffix(name, ".if") {
				silent(t, driver.Run, text, "--input=i1=true", "--input=4xf32=1")
			}
		})
	}
}

// TestRecursionOfDeepRegions: each call runs many regions within each other, so
// that the stack would end long before the number of calls is too large.
func TestRecursionOfDeepRegions(t *testing.T) {
	const depth = 2_000
	call := "%e = func.call @main(%p, %x) : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>"
	var loops strings.Builder
	loops.WriteString("func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {\n")
	for i := range depth {
		fmt.Fprintf(&loops, "%%r%d = tg.while (%%a%[1]d = %%x) : tensor<4xf32> cond {\ntg.yield %%p : tensor<i1>\n} do {\n", i)
	}
	loops.WriteString(call + "\ntg.yield %e : tensor<4xf32>\n}\n")
	for i := depth - 1; i > 0; i-- {
		fmt.Fprintf(&loops, "tg.yield %%r%d : tensor<4xf32>\n}\n", i)
	}
	loops.WriteString("return %r0 : tensor<4xf32>\n}\n")
	for op, text := range map[string]string{
		"tg.if":    strings.Replace(nestedTgIfs(depth), "%e = tg.neg %x : tensor<4xf32>", call, 1),
		"tg.while": loops.String(),
	} {
		got := tgRun(text, "--input=i1=true", "--input=4xf32=1")
		if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "error: '"+op+"' op regions and calls nest more than 160000 levels deep") {
			t.Errorf("%s: %d %.500s", op, got.Status, got.Err)
		}
	}
}

// TestManyCalls: a chain of functions longer than the interpreter follows.
func TestManyCalls(t *testing.T) {
	const functions = 12_000
	var b strings.Builder
	for i := range functions {
		fmt.Fprintf(&b, "func.func private @f%d(%%x: tensor<f32>) -> tensor<f32> {\n  %%0 = call @f%d(%%x) : (tensor<f32>) -> tensor<f32>\n  return %%0 : tensor<f32>\n}\n", i, i+1)
	}
	fmt.Fprintf(&b, "func.func private @f%d(%%x: tensor<f32>) -> tensor<f32> {\n  return %%x : tensor<f32>\n}\n", functions)
	b.WriteString("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = call @f0(%x) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n")
	got := tgRun(b.String(), "--input=f32=1")
	if got.Status != 1 || !strings.Contains(got.Err, "error: 'func.call' op calls @f9999 more than 10000 levels deep") {
		t.Errorf("%d %.500s", got.Status, got.Err)
	}
	got = tgRun(b.String(), "--input=f32=1", "--pass-pipeline=builtin.module(inline,symbol-dce)")
	if got != (result{0, "f32=1\n", ""}) {
		t.Errorf("inlined: %d %.500s", got.Status, got.Err)
	}
}

// TestLongFiles: many lines, and one line that is long.
func TestLongFiles(t *testing.T) {
	const ops = 100_000
	var b strings.Builder
	b.WriteString("func.func @main(%x0: tensor<4xf32>) -> tensor<4xf32> {\n")
	for i := range ops {
		fmt.Fprintf(&b, "  %%x%d = tg.neg %%x%d : tensor<4xf32>\n", i+1, i)
	}
	fmt.Fprintf(&b, "  return %%x%d : tensor<4xf32>\n}\n", ops)
	const elements = 5_000_000
	list := strings.Repeat("1,", elements-1) + "1"
	line := fmt.Sprintf("func.func @main(%%x0: tensor<4xf32>) -> tensor<%dxi8> { %%c = tg.constant dense<[%s]> : tensor<%[1]dxi8> return %%c : tensor<%[1]dxi8> }", elements, list)
	name := strings.Repeat("a", 1<<20)
	long := fmt.Sprintf("func.func @main(%%%s: tensor<4xf32>) -> tensor<4xf32> attributes {x.%[1]s = @%[1]s} { return %%%[1]s : tensor<4xf32> loc(\"%[1]s\") }", name)
	for what, text := range map[string]string{"lines": b.String(), "one line of ops": strings.ReplaceAll(b.String(), "\n", " "), "one line": line, "names": long} {
		t.Run(what, func(t *testing.T) {
			silent(t, driver.Opt, text, "--canonicalize", "--cse", "--fold", "--symbol-dce", "--mlir-print-debuginfo")
			if what != "one line of ops" { // tg-run has seen these
				silent(t, driver.Run, text, "--input=4xf32=1")
			}
		})
	}
}
