package arith_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// edges are the values that operations are executed with, as literals, those of
// floats in bits.
var edges = map[string][]string{
	"f16":  {"0x0000", "0x8000", "0xBE00", "0x0001", "0x7BFF", "0x7C00", "0x7E00", "0x4248"},
	"bf16": {"0x0000", "0x8000", "0xBFC0", "0x0080", "0x7F7F", "0xFF80", "0x7FC0", "0x4049"},
	"f32":  {"0x00000000", "0x80000000", "0xBFC00000", "0x00000001", "0x807FFFFF", "0x7F7FFFFF", "0x7F800000", "0x7FC00000", "0x40490FDB"},
	"f64": {"0x0000000000000000", "0x8000000000000000", "0xBFF8000000000000", "0x0000000000000001", "0x7FEFFFFFFFFFFFFF", "0xFFF0000000000000",
		"0x7FF8000000000000", "0x400921FB54442D18", "0x36A0000000000000", "0x3690000000000001"},
	"i1":  {"0", "1"},
	"i8":  {"0", "1", "127", "-128", "-1"},
	"i32": {"0", "1", "2147483647", "-2147483648", "-1", "16777217"},
	"i64": {"0", "1", "9223372036854775807", "-9223372036854775808", "-1", "9007199254740993"},
}

// runs is a set of functions of one op each that return their result as an i64,
// with all operands to call them with.
type runs struct {
	functions strings.Builder
	main      strings.Builder
	calls     []call
	ops       []operation
}

// operation is the op of one such function.
type operation struct{ name, op, params, in, out string }

type call struct {
	name string
	out  string
	args []string // literals
	typ  string
}

// add makes a function of an op whose operands have type in, for all edges of it
// that ok accepts.
func (r *runs) add(in, out string, arity int, op string, ok func(args []string) bool) {
	name := fmt.Sprint("f", len(r.ops))
	params := strings.Join([]string{"%a: " + in, "%b: " + in}[:arity], ", ")
	r.ops = append(r.ops, operation{name, op, params, in, out})
	fmt.Fprintf(&r.functions, "func.func @%s(%s) -> i64 {\n  %%r = arith.%s\n", name, params, op)
	switch {
	case out[0] != 'i':
		bits := fmt.Sprint("i", width(formatNamed(out)))
		fmt.Fprintf(&r.functions, "  %%bits = arith.bitcast %%r : %s to %s\n", out, bits)
		if bits != "i64" {
			fmt.Fprintf(&r.functions, "  %%wide = arith.extui %%bits : %s to i64\n", bits)
		} else {
			r.functions.WriteString("  %wide = arith.bitcast %bits : i64 to i64\n")
		}
		// One NaN is like another.
		fmt.Fprintf(&r.functions, "  %%nan = arith.cmpf uno, %%r, %%r : %s\n  %%ones = arith.constant -1 : i64\n"+
			"  %%i = arith.select %%nan, %%ones, %%wide : i64\n  return %%i : i64\n}\n", out)
	case out == "i64":
		r.functions.WriteString("  return %r : i64\n}\n")
	default:
		fmt.Fprintf(&r.functions, "  %%i = arith.extui %%r : %s to i64\n  return %%i : i64\n}\n", out)
	}
	for i, a := range edges[in] {
		for k, b := range edges[in] {
			args := []string{a, b}[:arity]
			if arity == 1 && k > 0 || ok != nil && !ok(args) {
				continue
			}
			names := []string{fmt.Sprintf("%%%s_%d", in, i), fmt.Sprintf("%%%s_%d", in, k)}[:arity]
			fmt.Fprintf(&r.main, "  %%r%d = func.call @%s(%s) : (%s) -> i64\n  func.call @printI64(%%r%d) : (i64) -> ()\n  func.call @printNewline() : () -> ()\n",
				len(r.calls), name, strings.Join(names, ", "), strings.Join([]string{in, in}[:arity], ", "), len(r.calls))
			r.calls = append(r.calls, call{name, out, args, in})
		}
	}
}

func formatNamed(name string) int {
	for i, f := range floats {
		if f.name == name {
			return i
		}
	}
	panic(name)
}

// module is the text of all functions, and of a main that prints their results.
func (r *runs) module() string {
	var b strings.Builder
	b.WriteString("func.func private @printI64(i64)\nfunc.func private @printNewline()\n" + r.functions.String() + "func.func @main() {\n")
	for _, t := range []string{"f16", "bf16", "f32", "f64", "i1", "i8", "i32", "i64"} {
		for i, v := range edges[t] {
			if t == "i1" {
				fmt.Fprintf(&b, "  %%i1_%d = arith.constant %v\n", i, v == "1")
			} else {
				fmt.Fprintf(&b, "  %%%s_%d = arith.constant %s : %s\n", t, i, v, t)
			}
		}
	}
	return b.String() + r.main.String() + "  return\n}\n"
}

func scalar(t *testing.T, typ, literal string) *tensor.Tensor {
	t.Helper()
	d, ok := tensor.ParseDType(typ)
	if !ok {
		t.Fatalf("no dtype %s", typ)
	}
	v := tensor.New(d)
	if !d.IsFloat() {
		n, _ := strconv.ParseInt(literal, 0, 64)
		v.SetInt64(0, n)
		return v
	}
	bits, _ := strconv.ParseUint(literal, 0, 64)
	for i := range v.Bytes() {
		v.Bytes()[i] = byte(bits >> (8 * i))
	}
	return v
}

// inRange reports whether a float's literal has an integer of 31 bits: what is
// outside of that is undefined for some conversion.
func inRange(t *testing.T, typ string, unsigned bool) func([]string) bool {
	return func(args []string) bool {
		v := scalar(t, typ, args[0]).Float64At(0)
		return v > -1<<31 && v < 1<<31 && (v > -1 || !unsigned)
	}
}

func allRuns(t *testing.T) *runs {
	r := &runs{}
	for _, f := range []string{"f16", "bf16", "f32", "f64"} {
		for _, op := range floatOps {
			var ok func([]string) bool
			if strings.Contains(op, "num") { // which zero comes out is open
				ok = func(args []string) bool {
					return scalar(t, f, args[0]).Float64At(0) != 0 || scalar(t, f, args[1]).Float64At(0) != 0
				}
			}
			r.add(f, f, 2, fmt.Sprintf("%s %%a, %%b : %s", op, f), ok)
		}
		for _, p := range predicates {
			if f == "f16" || f == "bf16" {
				break // which are compared as f32
			}
			r.add(f, "i1", 2, fmt.Sprintf("cmpf %s, %%a, %%b : %s", p, f), nil)
		}
		r.add(f, f, 1, "negf %a : "+f, nil)
		for _, g := range []string{"f16", "bf16", "f32", "f64"} {
			if w, v := width(formatNamed(f)), width(formatNamed(g)); v < w {
				r.add(f, g, 1, fmt.Sprintf("truncf %%a : %s to %s", f, g), nil)
			} else if v > w {
				r.add(f, g, 1, fmt.Sprintf("extf %%a : %s to %s", f, g), nil)
			}
		}
		for _, i := range []string{"i32", "i64"} {
			r.add(f, i, 1, fmt.Sprintf("fptosi %%a : %s to %s", f, i), inRange(t, f, false))
			r.add(f, i, 1, fmt.Sprintf("fptoui %%a : %s to %s", f, i), inRange(t, f, true))
		}
	}
	for _, i := range []string{"i1", "i8", "i32", "i64"} {
		for _, f := range []string{"f32", "f64"} {
			r.add(i, f, 1, fmt.Sprintf("sitofp %%a : %s to %s", i, f), nil)
			r.add(i, f, 1, fmt.Sprintf("uitofp %%a : %s to %s", i, f), nil)
		}
	}
	return r
}

// TestFloatsAgainstMLIRRunner executes every op on edge values with mlir-runner
// and with the interpreter.
func TestFloatsAgainstMLIRRunner(t *testing.T) {
	peer.NeedAll(t)
	opt := peer.Path()
	runner, err := exec.LookPath("mlir-runner-22")
	var libraries []string
	for _, name := range []string{"c_runner_utils", "float16_utils"} {
		found, _ := filepath.Glob("/usr/lib/llvm-22/lib/libmlir_" + name + ".so*")
		libraries = append(libraries, found...)
	}
	if opt == "" || err != nil || len(libraries) < 2 {
		t.Skip("mlir-opt-22, mlir-runner-22 or the libraries they print with are not installed (Debian's mlir-22-tools has them)")
	}
	r := allRuns(t)
	src := r.module()
	lowered := peer.MLIROpt(t, opt, strings.Fields("--convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts"), src)
	if lowered.Status != 0 {
		t.Fatal(lowered.Stderr)
	}
	cmd := exec.Command(runner, "-e", "main", "-entry-point-result=void", "-shared-libs="+strings.Join(libraries, ","))
	cmd.Stdin = strings.NewReader(lowered.Stdout)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	want := strings.Fields(stdout.String())
	if len(want) != len(r.calls) {
		t.Fatalf("mlir-runner printed %d results of %d", len(want), len(r.calls))
	}
	op, err := parser.Parse(driver.NewContext(), []byte(src), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := interp.NewModule(op)
	for i, c := range r.calls {
		p, err := m.Program(c.name)
		if err != nil {
			t.Fatal(err)
		}
		var in []*tensor.Tensor
		for _, a := range c.args {
			in = append(in, scalar(t, c.typ, a))
		}
		result, err := p.Run(in, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		bits := result.Outputs[0].Int64At(0)
		if c.out == "bf16" && bits&0x7FFF <= 0x80 && want[i] == fmt.Sprint(bits&0x8000) {
			continue // processors that convert to bf16 take what is subnormal for zero
		}
		if got := fmt.Sprint(bits); got != want[i] {
			_, text, _ := strings.Cut(src, "@"+c.name+"(")
			text, _, _ = strings.Cut(text, "}")
			t.Errorf("%s of %v is %s with mlir-runner, %s with ours:\n%s", c.name, c.args, want[i], got, text)
		}
	}
}
