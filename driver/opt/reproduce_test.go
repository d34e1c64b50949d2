package opt

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/pipeline"
)

// failing is a twin of mlir-opt's pass that fails without a word.
var failing = &pipeline.Pass{
	Name: "test-pass-failure", Title: "(anonymous namespace)::TestFailurePass", Doc: "Fail.",
	Options: func() any {
		return &struct {
			Diagnostics bool `opt:"gen-diagnostics" doc:"Say something"`
		}{}
	},
	Run: func(r *pipeline.Run) error { return silently{} },
}

// silently is an error with nothing to say.
type silently struct{}

func (silently) Error() string   { return "" }
func (silently) Unwrap() []error { return nil }

// crashing panics on ops whose name is in its options.
var crashing = &pipeline.Pass{
	Name: "crash", Title: "Crash", Doc: "Panic.",
	Options: func() any {
		return &struct {
			On string `opt:"on" doc:"Symbol to crash on"`
		}{}
	},
	Run: func(r *pipeline.Run) error {
		if on := r.Options.(*struct {
			On string `opt:"on" doc:"Symbol to crash on"`
		}).On; on != "" && ir.SymbolName(r.Op) != on {
			return nil
		}
		var none []*ir.Op
		none[0].Erase()
		return nil
	},
}

// breaking leaves values without types.
var breaking = &pipeline.Pass{Name: "break", Title: "Break", Doc: "Break the IR.", Run: func(r *pipeline.Run) error {
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if o.NumOperands() > 0 {
			o.Operand(0).SetType(nil)
		}
		return ir.Advance
	})
	return nil
}}

func failurePasses() []*pipeline.Pass {
	return []*pipeline.Pass{passes.SymbolDCE, passes.CSE, failing, crashing, breaking}
}

const twoModules = `module @m {
  module @foo {
    func.func private @p()
  }
  module @bar {
  }
}
`

// TestCrashReproducer: the messages and the file are mlir-opt's.
func TestCrashReproducer(t *testing.T) {
	for _, args := range [][]string{
		{"--pass-pipeline=builtin.module(builtin.module(symbol-dce,test-pass-failure))", "--mlir-disable-threading"},
		{"--pass-pipeline=builtin.module(builtin.module(symbol-dce,test-pass-failure,cse))", "--mlir-pass-pipeline-local-reproducer", "--mlir-disable-threading"},
		{"--pass-pipeline=builtin.module(test-pass-failure)", "--verify-each=0"},
		{"--symbol-dce", "--test-pass-failure"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "crash.mlir")
		args = append(args, "--mlir-pass-pipeline-crash-reproducer="+file)
		got := optWith(failurePasses(), twoModules, args...)
		text, err := os.ReadFile(file)
		if err != nil || got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "reproducer generated at `"+file+"`") {
			t.Errorf("%q: %v %v", args, err, got)
		}
		// The reproducer shows it again.
		if again := optWith(failurePasses(), string(text), "--run-reproducer", "--mlir-pass-pipeline-crash-reproducer="+file); again.Status != 1 ||
			!strings.Contains(again.Err, "Failures have been detected") {
			t.Error(again)
		}
		path := peer.Path()
		if path == "" {
			continue
		}
		if slicesContain(args, "local-reproducer") {
			// mlir-opt goes on, and says it for the second module, too.
			want := peer.MLIROpt(t, path, args, strings.Replace(twoModules, "module @bar", "func.func private @bar() attributes", 1))
			compareFailures(t, args, file, want, optWith(failurePasses(), strings.Replace(twoModules, "module @bar", "func.func private @bar() attributes", 1), args...), nil)
			continue
		}
		os.Remove(file)
		want := peer.MLIROpt(t, path, args, twoModules)
		theirs, _ := os.ReadFile(file)
		compareFailures(t, args, file, want, got, func() string { return cmp.Diff(string(theirs), string(text)) })
	}
}

func slicesContain(args []string, part string) bool {
	return strings.Contains(strings.Join(args, " "), part)
}

func compareFailures(t *testing.T, args []string, file string, want peer.Result, got result, files func() string) {
	t.Helper()
	if diff := cmp.Diff(want, peer.Result{Stdout: got.Out, Stderr: got.Err, Status: got.Status}); diff != "" {
		t.Errorf("%q (-mlir-opt +ours): %s", args, diff)
	}
	if files == nil {
		return
	}
	if diff := files(); diff != "" {
		t.Errorf("%q, %s (-mlir-opt +ours): %s", args, filepath.Base(file), diff)
	}
}

// TestReproducerOfOtherTool: mlir-opt runs ours, with the same result.
func TestReproducerOfOtherTool(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reproducer.mlir")
	ours := opt(nested, nestedPipeline, "--mlir-generate-reproducer="+file)
	if ours.Status != 0 {
		t.Fatal(ours.Err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: \"builtin.module(func.func(cse,") ||
		!strings.HasSuffix(string(text), ",\n      disable_threading: false,\n      verify_each: true\n    }\n  }\n#-}\n") {
		t.Errorf("%s", text)
	}
	if again := opt("", file, "--run-reproducer"); again != ours {
		t.Error(again)
	}
	if path := peer.Path(); path != "" {
		theirs := peer.MLIROpt(t, path, []string{file, "--run-reproducer"}, "")
		if diff := cmp.Diff(theirs, peer.Result{Stdout: ours.Out}); diff != "" {
			t.Errorf("-mlir-opt +ours: %s", diff)
		}
	}
	// An old file stays as it was when nothing can be written.
	if r := opt(nested, "--cse", "--mlir-generate-reproducer="+file+"/x"); r.Status != 1 || r.Out != "" || !strings.Contains(r.Err, "failed to create the reproducer") {
		t.Error(r)
	}
	if now, _ := os.ReadFile(file); string(now) != string(text) {
		t.Errorf("%s", now)
	}
}

// TestReproducerFails: that no reproducer can be written is said with the
// failure.
func TestReproducerFails(t *testing.T) {
	r := optWith(failurePasses(), "module {}", "--test-pass-failure", "--mlir-pass-pipeline-crash-reproducer=no/such/file")
	want := "<stdin>:1:1: error: Failures have been detected while processing an MLIR pass pipeline\nmodule {}\n^\n" +
		"<stdin>:1:1: note: Pipeline failed while executing [`(anonymous namespace)::TestFailurePass` on 'builtin.module' operation]: " +
		"failed to create output stream: Failed to create reproducer stream: cannot open output file 'no/such/file': No such file or directory\n"
	if diff := cmp.Diff(result{1, "", want}, r); diff != "" {
		t.Error(diff)
	}
	if r := opt("module {}\n{-# external_resources: { mlir_reproducer: { pipeline: \"builtin.module(cze)\" } } #-}", "--run-reproducer"); r.Status != 1 ||
		!strings.Contains(r.Err, "Parser:1:1: error: 'cze' does not refer to a registered pass or pass pipeline; did you mean 'cse'?") {
		t.Error(r)
	}
	if r := opt("module {}\n{-# external_resources: { mlir_reproducer: { pipeline: \"func.func(cse)\" } } #-}", "--run-reproducer"); r.Status != 1 ||
		!strings.Contains(r.Err, "error: a pipeline on 'builtin.module' cannot follow one on 'func.func'") {
		t.Error(r)
	}
}

// TestCrashes: a panic in a pass, with several workers too, becomes a message
// and a reproducer; so does broken IR.
func TestCrashes(t *testing.T) {
	var input strings.Builder
	for i := range 20 {
		input.WriteString("func.func @f" + string(rune('a'+i)) + "(%x: i32) -> i32 { return %x : i32 }\n")
	}
	file := filepath.Join(t.TempDir(), "crash.mlir")
	for _, tt := range []struct{ pipeline, want string }{
		{"func.func(cse,crash{on=fc},cse)", "pass 'crash' crashed on 'func.func' op: runtime error: index out of range [0] with length 0\n"},
		{"crash", "pass 'crash' crashed on 'builtin.module' op: runtime error"},
		{"func.func(break)", "note: the IR is invalid after pass 'break'\n"},
	} {
		var first result
		for _, workers := range []string{"1", "2", "8"} {
			os.Remove(file)
			r := optWith(failurePasses(), input.String(), "--pass-pipeline=builtin.module("+tt.pipeline+")", "--workers="+workers,
				"--mlir-print-ir-after-failure", "--mlir-pass-pipeline-crash-reproducer="+file)
			text, err := os.ReadFile(file)
			if r.Status != 1 || r.Out != "" || err != nil || !strings.Contains(r.Err, tt.want) || strings.Count(r.Err, "Failures have been detected") != 1 {
				t.Errorf("%s: %v %v", tt.pipeline, r, err)
			}
			if !strings.Contains(string(text), "pipeline: \"builtin.module("+strings.ReplaceAll(tt.pipeline, "crash)", "crash{on=})")) && tt.pipeline != "crash" {
				t.Errorf("%s", text)
			}
			if workers == "1" {
				first = r
			} else if diff := cmp.Diff(first, r); diff != "" {
				t.Errorf("%s, %s workers: %s", tt.pipeline, workers, diff)
			}
		}
	}
}

// TestCrashesElsewhere: so does a panic in the code of an op that reads, prints
// or verifies it, and nothing of the output is left.
func TestCrashesElsewhere(t *testing.T) {
	bad := ir.NewDialect("bad", "Ops that panic.")
	parse, print, verify := bad.NewOp("bad.parse"), bad.NewOp("bad.print"), bad.NewOp("bad.verify")
	parse.Define(ir.OpDef{Doc: "Panic.", Parse: func(ir.OpParser, *ir.OpState) { panic("cannot read") }, Print: func(ir.OpPrinter, *ir.Op) {}})
	print.Define(ir.OpDef{Doc: "Panic.", Parse: func(ir.OpParser, *ir.OpState) {}, Print: func(ir.OpPrinter, *ir.Op) { panic("cannot print") }})
	verify.Define(ir.OpDef{Doc: "Panic.", Verify: func(o *ir.Op) error { panic("cannot verify") }})
	for text, want := range map[string]string{
		"bad.parse":                   "tg-opt crashed while parsing: cannot read\n",
		"module {} bad.print":         "tg-opt crashed while printing: cannot print\n",
		"\"bad.verify\"() : () -> ()": "tg-opt crashed while verifying: cannot verify\n",
	} {
		for _, args := range [][]string{nil, {"--mlir-print-stacktrace-on-diagnostic"}, {"--cse", "--mlir-print-ir-after-all"}} {
			var stdout, stderr bytes.Buffer
			call := &invocation{setup: standard, reg: tool.NewRegistry(), stdout: &stdout, stderr: &stderr, input: "in"}
			line, err := newCommandLine(&call.config, "tg-opt", call.reg)
			if err == nil {
				err = call.config.parse(standard, line, args)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := call.prepare(); err != nil {
				t.Fatal(err)
			}
			out, err := tool.OpenOutput("", &stdout)
			if err != nil {
				t.Fatal(err)
			}
			ctx := call.newContext()
			ctx.Register(bad)
			o := &chunkWork{invocation: call, ctx: ctx, chunk: chunk{text: []byte(text)}}
			if o.process(out) || out.Commit() != nil || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
				t.Errorf("%s %q: %s %s", text, args, stdout.String(), stderr.String())
			}
		}
	}
}

// TestStacks: with the flag, an error shows where it was reported.
func TestStacks(t *testing.T) {
	r := opt("func.func @f() -> i32 { return }", "--mlir-print-stacktrace-on-diagnostic")
	if !strings.Contains(r.Err, "note: see current operation: \"func.return\"() : () -> ()\n") || !strings.Contains(r.Err, "note: diagnostic emitted with trace:\ngoroutine") {
		t.Error(r.Err)
	}
}
