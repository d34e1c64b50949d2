package opt

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/run"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

type result tooltest.Result

// standard is the tool that the tests are about.
var standard = tool.Standard("tg-opt")

func tgOpt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Main(standard, args, stdin, stdout, stderr)
}

func opt(input string, args ...string) result { return result(tooltest.Run(tgOpt, input, args...)) }

// runMain is the other tool, for the modules that this one writes.
func runMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run.Main(tool.Standard("tg-run"), args, stdin, stdout, stderr)
}

func tgRun(input string, args ...string) result { return result(tooltest.Run(runMain, input, args...)) }

const (
	twice = `func.func @f(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.add %arg0, %arg0 : tensor<4xi32>
  %1 = tg.add %arg0, %arg0 : tensor<4xi32>
  %2 = tg.mul %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
`
	once = `func.func @f(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.add %arg0, %arg0 : tensor<4xi32>
  %1 = tg.mul %0, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}
`
)

// inModule is text in a module as tg-opt prints it.
func inModule(text string) string {
	if text != "" {
		text = "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
	}
	return "module {\n" + text + "}\n\n"
}

func empty(name string) string { return "func.func @" + name + "() {\n  return\n}\n" }

func TestOpt(t *testing.T) {
	dump := func(when string) string { return "// -----// IR Dump " + when + " (cse) //----- //\n" }
	tests := []struct {
		name, input string
		args        []string
		want        result
	}{
		{"nothing", "", nil, result{0, inModule(""), ""}},
		{"print", twice, nil, result{0, inModule(twice), ""}},
		{"flag", twice, []string{"--cse"}, result{0, inModule(once), ""}},
		{"pipeline", twice, []string{"--pass-pipeline=builtin.module(func.func(cse))"}, result{0, inModule(once), ""}},
		{"dump of the pipeline", "", []string{"--cse", "--cse", "--dump-pass-pipeline"},
			result{0, inModule(""), "Pass Manager with 2 passes:\nbuiltin.module(\n  cse,\n  cse\n)\n\n"}},
		{"generic", "module {}", []string{"--mlir-print-op-generic"}, result{0, "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n\n", ""}},
		{"skip regions", empty("f"), []string{"--mlir-print-skip-regions", "--no-implicit-module"}, result{0, "func.func @f() {...}\n\n", ""}},
		{"no module", empty("f"), []string{"--no-implicit-module", "--cse"}, result{0, empty("f") + "\n", ""}},
		{"no module, wrong pipeline", empty("f"), []string{"--no-implicit-module", "--pass-pipeline=builtin.module(cse)"},
			result{1, "", "<stdin>:1:1: error: can't run 'builtin.module' pass manager on 'func.func' op\nfunc.func @f() {\n^\n"}},
		{"round trip", twice, []string{"--verify-roundtrip"}, result{0, inModule(twice), ""}},
		{"unregistered", `"a.b"() : () -> ()`, []string{"--allow-unregistered-dialect"}, result{0, inModule("\"a.b\"() : () -> ()\n"), ""}},
		{"locations", "module {" + empty("f") + "}", []string{"--mlir-print-debuginfo", "--mlir-print-local-scope"}, result{0, `module {
  func.func @f() {
    return loc("<stdin>":2:3)
  } loc("<stdin>":1:9)
} loc("<stdin>":1:1)
`, ""}},
		{"verifier", "func.func private @f()\nfunc.func private @f()", nil, result{1, "",
			"<stdin>:2:1: error: redefinition of symbol named 'f'\nfunc.func private @f()\n^\n<stdin>:2:1: note: see current operation: \n\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n}) : () -> ()\n<stdin>:1:1: note: see existing symbol definition here\nfunc.func private @f()\n^\n"}},
		{"split", empty("a") + "// -----\n" + empty("b"), []string{"--split-input-file"},
			result{0, inModule(empty("a")) + "// -----\n" + inModule(empty("b")), ""}},
		{"split with failures", empty("a") + "// -----\n\nfunc.func @x\n// -----\n" + empty("b"), []string{"--split-input-file", "--output-split-marker=##"},
			result{1, inModule(empty("a")) + "##\n##\n" + inModule(empty("b")), "<stdin>:6:13: error: expected '('\nfunc.func @x\n            ^\n"}},
		{"near miss", "// ---\n", []string{"--split-input-file"},
			result{0, inModule(""), "<stdin>:1:7: warning: near miss with file split marker\n// ---\n      ^\n"}},
		{"bad pipeline", twice, []string{"--pass-pipeline=builtin.module(foo)"}, result{1, "",
			"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:1: error: 'foo' does not refer to a registered pass or pass pipeline; did you mean 'fold'?\nfoo\n^\n"}},
		{"bad option", twice, []string{"--cse", "--canonicalize=a=b"}, result{1, "",
			"<unknown>:0: error: <Pass-Options-Parser>: no such option a of pass 'canonicalize'\n--canonicalize:1:1: note: while processing these options\na=b\n^\nfailed to add `canonicalize` with options `a=b`\n"}},
		{"wrong anchor", "module {}", []string{"--pass-pipeline=func.func(cse)"},
			result{1, "", "<stdin>:1:1: error: can't run 'func.func' pass manager on 'builtin.module' op, did you intend to nest? Try 'builtin.module(func.func(...))'\nmodule {}\n^\n"}},
		{"wrong anchor, nothing to run", "module {}", []string{"--pass-pipeline=func.func()"},
			result{1, "", "<stdin>:1:1: error: can't run 'func.func' pass manager on 'builtin.module' op, did you intend to nest? Try 'builtin.module(func.func(...))'\nmodule {}\n^\n"}},
		{"unknown flag", "", []string{"--cze"}, result{1, "", "tg-opt: Unknown command line argument '--cze'.  Try: 'tg-opt --help'\ntg-opt: Did you mean '--cse'?\n"}},
		{"no file", "", []string{"no/such/file.mlir"}, result{1, "", "cannot open input file 'no/such/file.mlir': No such file or directory\n"}},
		{"a directory", "", []string{"."}, result{1, "", "cannot open input file '.': Is a directory\n"}},
		{"no such output", "", []string{"-o", "no/such/file"}, result{1, "", "cannot open output file 'no/such/file': No such file or directory\n"}},
		{"dump", twice, []string{"--cse", "--mlir-print-ir-after-all"},
			result{0, inModule(once), dump("After CSE") + inModule(once) + "\n"}},
		{"dump of functions", twice + empty("g"), []string{"--pass-pipeline=builtin.module(func.func(cse))", "--mlir-print-ir-after-change", "--mlir-print-ir-before=cse"},
			result{0, inModule(once + empty("g")), dump("Before CSE") + twice + "\n" + dump("After CSE") + once + "\n" + dump("Before CSE") + empty("g") + "\n"}},
		{"expected", "// expected-error@+1 {{unknown}}\nxx", []string{"--verify-diagnostics"}, result{0, "", ""}},
		{"expected in the second chunk", "// -----\n// expected-error@below {{unknown}}\nxx", []string{"--verify-diagnostics", "--split-input-file"},
			result{0, inModule("") + "// -----\n", ""}},
		{"not produced", "// expected-error@+1 {{foo}}\n", []string{"--verify-diagnostics"},
			result{1, inModule(""), "<stdin>:1:4: error: expected error \"foo\" was not produced\n// expected-error@+1 {{foo}}\n   ^~~\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, opt(tt.input, tt.args...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOptInformation(t *testing.T) {
	tests := []struct {
		flag string
		want []string
	}{
		{"--help", []string{"Usage: tg-opt [options] [input file]", "\n  --canonicalize ", "max-iterations=<int>", "(default: 10)",
			"region-simplify=disabled|normal|aggressive", "\nPasses:", "-o <file>", "--split-input-file[=<marker>]", "--mlir-print-ir-before=<pass,...>"}},
		{"--list-passes", []string{"Passes:\n  --assign-buffers", "  --symbol-dce"}},
		{"--show-dialects", []string{"Available Dialects: arith,builtin,cf,"}},
		{"--version", []string{"tg-opt "}},
	}
	for _, tt := range tests {
		r := opt("not read", tt.flag)
		if r.Status != 0 || r.Err != "" {
			t.Errorf("%s: %d %s", tt.flag, r.Status, r.Err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.Out, w) {
				t.Errorf("%s: no %q in:\n%s", tt.flag, w, r.Out)
			}
		}
	}
}

func TestOptReports(t *testing.T) {
	r := opt(twice, "--cse", "--mlir-pass-statistics", "--mlir-timing", "--mlir-timing-display=tree", "--mlir-disable-threading")
	for _, w := range []string{"Pass statistics report", "CSE\n  (S) 1 num-cse'd - ", "Execution time report", "  Parser\n", "  CSE\n", "  Output\n", "  Rest\n", "  Total\n"} {
		if !strings.Contains(r.Err, w) {
			t.Errorf("no %q in:\n%s", w, r.Err)
		}
	}
	if r.Status != 0 || r.Out != inModule(once) || strings.Contains(r.Err, "User Time") {
		t.Error(r)
	}
}

func TestOptDiff(t *testing.T) {
	r := opt(twice, "--cse", "--mlir-print-ir-after-change", "--color")
	if !strings.Contains(r.Err, "\x1b[31m-    %1 = tg.add %arg0, %arg0 : tensor<4xi32>\x1b[0m\n") {
		t.Error(r.Err)
	}
}

// TestOptFiles: a file is read and written; a failure leaves nothing behind,
// and an old file as it was.
func TestOptFiles(t *testing.T) {
	dir := t.TempDir()
	good, bad, out := filepath.Join(dir, "good"), filepath.Join(dir, "bad"), filepath.Join(dir, "out")
	for name, text := range map[string]string{good: twice, bad: twice + "// -----\nxx"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{bad, "-o", out}, {bad, "--split-input-file", "-o", out}, {good, "--pass-pipeline=func.func(cse)", "-o", out}} {
		if r := opt("", args...); r.Status != 1 || r.Out != "" || r.Err == "" || tooltest.Files(t, dir) != "bad good" {
			t.Errorf("%q: %v, files %s", args, r, tooltest.Files(t, dir))
		}
	}
	if r := opt("", good, "-o", out, "--cse"); r != (result{}) {
		t.Error(r)
	}
	if r := opt("", bad, "-o", out, "--cse"); r.Status != 1 {
		t.Error(r)
	}
	data, err := os.ReadFile(out)
	if err != nil || string(data) != inModule(once) || tooltest.Files(t, dir) != "bad good out" {
		t.Errorf("%v %s, files %s", err, data, tooltest.Files(t, dir))
	}
}

func TestOptWriteError(t *testing.T) {
	for _, flag := range []string{"--cse", "--help"} {
		var stderr bytes.Buffer
		if status := tgOpt([]string{flag}, strings.NewReader(twice), tooltest.BrokenWriter{}, &stderr); status != 1 ||
			stderr.String() != "cannot write standard output: the disk is full\n" {
			t.Errorf("%s: %d %s", flag, status, stderr.String())
		}
	}
}

// TestOptWorkers: the output is the same for any number of workers.
func TestOptWorkers(t *testing.T) {
	var input strings.Builder
	for i := range 50 {
		name := string([]byte{'f', byte('0' + i/10), byte('0' + i%10)})
		input.WriteString(strings.ReplaceAll(twice, "@f", "@"+name))
	}
	args := []string{"--pass-pipeline=builtin.module(func.func(cse,canonicalize),cse)", "--mlir-print-ir-after-all", "--mlir-pass-statistics"}
	want := opt(input.String(), append(args, "--mlir-disable-threading")...)
	if want.Status != 0 || !strings.Contains(want.Err, "(S) 50 num-cse'd") {
		t.Fatal(want.Err)
	}
	for _, workers := range []string{"1", "2", "8"} {
		if diff := cmp.Diff(want, opt(input.String(), append(args, "--workers="+workers)...)); diff != "" {
			t.Errorf("%s workers: %s", workers, diff)
		}
	}
}

// TestOptCrash: a pass that panics is reported like any error.
func TestOptCrash(t *testing.T) {
	reg := pipeline.NewRegistry(&pipeline.Pass{Name: "crash", Title: "Crash", Doc: "Panic.", Run: func(r *pipeline.Run) error {
		var none []*ir.Op
		none[0].Erase()
		return nil
	}})
	run := func(args ...string) result {
		var stdout, stderr bytes.Buffer
		call := &invocation{setup: standard, reg: reg, stdin: strings.NewReader("module {}"), stdout: &stdout, stderr: &stderr}
		err := call.run(args)
		if err != tool.ErrReported {
			t.Errorf("got %v", err)
		}
		return result{0, stdout.String(), stderr.String()}
	}
	want := "<stdin>:1:1: error: pass 'crash' crashed on 'builtin.module' op: runtime error: index out of range [0] with length 0\nmodule {}\n^\n"
	if diff := cmp.Diff(result{0, "", want}, run("--crash")); diff != "" {
		t.Error(diff)
	}
	if r := run("--crash", "--mlir-print-stacktrace-on-diagnostic"); !strings.Contains(r.Err, "note: the stack:\ngoroutine") {
		t.Error(r.Err)
	}
}
