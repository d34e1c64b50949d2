package opt

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// chatty remarks on every op, and twice on a return.
var chatty = &pipeline.Pass{Name: "chatty", Title: "Chatty", Doc: "Remark.", Run: func(r *pipeline.Run) error {
	if !r.Remarking() {
		return nil
	}
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		switch o.Name() {
		case "arith.addi":
			r.Passed(o, "adds", "%d operands", o.NumOperands())
			r.Analysis(o, "types", "i32")
		case "func.return":
			r.Missed(o, "returns", "first")
			r.Missed(o, "returns", "last")
			r.Failed(o, "returns", "it's (not) {good}")
		}
		return ir.Advance
	})
	return nil
}}

// optWith is opt with other passes.
func optWith(passes []*pipeline.Pass, input string, args ...string) result {
	var stdout, stderr bytes.Buffer
	call := &invocation{setup: standard, reg: pipeline.NewRegistry(passes...), stdin: strings.NewReader(input), stdout: &stdout, stderr: &stderr}
	status := 0
	if err := call.run(args); err != nil {
		status = 1
		if err != tool.ErrReported {
			stderr.WriteString(err.Error())
		}
	}
	return result{status, stdout.String(), stderr.String()}
}

const remarked = `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
`

func TestRemarks(t *testing.T) {
	const (
		passed   = "<stdin>:2:8: remark: [Passed] chatty | Category:adds | Function=f | Remark=\"2 operands\"\n  %0 = arith.addi %a, %a : i32\n       ^\n"
		analysis = "<stdin>:2:8: remark: [Analysis] chatty | Category:types | Function=f | Remark=i32\n  %0 = arith.addi %a, %a : i32\n       ^\n"
		echo     = "\n  return %0 : i32\n  ^\n"
		missed   = "<stdin>:3:3: remark: [Missed] chatty | Category:returns | Function=f | Remark="
		failed   = "<stdin>:3:3: remark: [Failure] chatty | Category:returns | Function=f | Remark=\"it's (not) {good}\"" + echo
	)
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"nobody asks", nil, ""},
		{"all", []string{"--remarks-filter=.*"}, passed + analysis + missed + "first" + echo + missed + "last" + echo + failed},
		{"a category", []string{"--remarks-filter=add."}, passed},
		{"not a whole category", []string{"--remarks-filter=add"}, ""},
		{"alternatives", []string{"--remarks-filter=add|types"}, analysis},
		{"a kind", []string{"--remarks-filter-analyse=.*"}, analysis},
		{"two kinds", []string{"--remarks-filter-passed=.*", "--remarks-filter-failed=returns", "--remarks-filter-missed=adds"}, passed + failed},
		{"a kind and a category", []string{"--remarks-filter=types", "--remarks-filter-passed=.*"}, passed + analysis},
		{"final", []string{"--remarks-filter=.*", "--remark-policy=final"}, passed + analysis + missed + "last" + echo + failed},
		{"expected", []string{"--remarks-filter=.*", "--verify-diagnostics=only-expected"}, ""},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(result{0, inModule(strings.ReplaceAll(remarked, "%a", "%arg0")), tt.want}, optWith([]*pipeline.Pass{chatty}, remarked, append(tt.args, "--chatty")...)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	r := optWith([]*pipeline.Pass{chatty}, remarked, "--remarks-filter=adds", "--verify-diagnostics", "--chatty")
	if r.Status != 1 || !strings.Contains(r.Err, ":2:8: error: unexpected remark: [Passed] chatty") {
		t.Error(r)
	}
}

// TestRemarksOrder: remarks come in the order of the ops for any number of
// workers.
func TestRemarksOrder(t *testing.T) {
	var input strings.Builder
	for range 40 {
		input.WriteString(strings.ReplaceAll(remarked, "@f", "@f"+string(rune('a'+input.Len()%26))+strings.Repeat("x", input.Len()/50)))
	}
	args := []string{"--pass-pipeline=builtin.module(func.func(chatty))", "--remarks-filter=.*"}
	want := optWith([]*pipeline.Pass{chatty}, input.String(), append(args, "--workers=1")...)
	if want.Status != 0 || strings.Count(want.Err, "remark:") != 200 {
		t.Fatal(want)
	}
	for _, workers := range []string{"2", "8"} {
		if diff := cmp.Diff(want, optWith([]*pipeline.Pass{chatty}, input.String(), append(args, "--workers="+workers)...)); diff != "" {
			t.Errorf("%s workers: %s", workers, diff)
		}
	}
}

const remarksYAML = `--- !Passed
Pass:            adds
Name:            chatty
DebugLoc:        { File: '<stdin>', Line: 2, Column: 8 }
Function:        f
Args:
  - Remark:          2 operands
...
--- !Analysis
Pass:            types
Name:            chatty
DebugLoc:        { File: '<stdin>', Line: 2, Column: 8 }
Function:        f
Args:
  - Remark:          i32
...
--- !Failure
Pass:            returns
Name:            chatty
DebugLoc:        { File: '<stdin>', Line: 3, Column: 3 }
Function:        f
Args:
  - Remark:          'it''s (not) {good}'
...
`

func TestRemarksFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"mlir-remarks.yaml", "mine"} {
		args := []string{"--chatty", "--remarks-filter=adds|types|x", "--remarks-filter-passed=adds", "--remarks-filter-analyse=.*", "--remarks-filter-failed=.*", "--remark-format=yaml"}
		if name == "mine" {
			args = append(args, "--remarks-output-file=mine")
		}
		if r := optWith([]*pipeline.Pass{chatty}, remarked, args...); r.Status != 0 || r.Err != "" {
			t.Error(r)
		}
		data, err := os.ReadFile(name)
		if diff := cmp.Diff(remarksYAML, string(data)); diff != "" || err != nil {
			t.Error(err, diff)
		}
	}
	if left := tooltest.Files(t, "."); left != "mine mlir-remarks.yaml" {
		t.Error(left)
	}
}

// TestRemarksFilePeer: our writer makes of mlir-opt's remarks what mlir-opt does.
func TestRemarksFilePeer(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	file := filepath.Join(t.TempDir(), "remarks")
	r := peer.MLIROpt(t, path, []string{"--test-remark", "--remarks-filter=category-2-analysis", "--remark-format=yaml", "--remarks-output-file=" + file}, "module {}")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skip("this mlir-opt has no pass that remarks: ", r.Stderr)
	}
	ctx := ir.NewContext()
	var b strings.Builder
	for range strings.Count(string(data), "--- !") {
		writeYAML(&b, ctx, &pipeline.Remark{
			Kind: pipeline.RemarkAnalysis, Name: "test-remark", Category: "category-2-analysis", Text: "This is a test analysis remark",
			Loc: ctx.ExplicitLoc(ctx.FileLoc(ir.FileLine{File: "<stdin>", Line: 1, Col: 1})),
		})
	}
	if diff := cmp.Diff(string(data), b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestYAMLScalar(t *testing.T) {
	for text, want := range map[string]string{
		"": "''", "plain text, with-all_of.it^": "plain text, with-all_of.it^", "a:b": "'a:b'", "-a": "'-a'", " a": "' a'", "a ": "'a '",
		"it's": "'it''s'", "12": "'12'", "1e5": "'1e5'", "0x1F": "'0x1F'", "true": "'true'", "Truth": "Truth", "null": "'null'", "~": "'~'",
		".5": "'.5'", "1.2.3": "1.2.3", "a\nb": `"a\nb"`, "é": `"é"`, "tab\tbed": "tab\tbed",
	} {
		if got := yamlScalar(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
