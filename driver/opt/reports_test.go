package opt

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/internal/peer"
)

// nested is a module with functions in modules, on which the pipeline of the
// tests below does something.
const (
	nested = `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
module @inner {
  func.func private @g()
  func.func @h() { return }
}
func.func @"a/b c"() { return }
`
	nestedPipeline = "--pass-pipeline=builtin.module(func.func(cse,canonicalize),builtin.module(func.func(cse),symbol-dce),canonicalize)"
)

// both runs mlir-opt, unless it is missing, and ours, each in a directory of
// its own, and compares what files they leave. The paths among args begin with
// `OUT/`.
func both(t *testing.T, input string, args ...string) (ours string) {
	t.Helper()
	run := func(dir string, f func(args []string) peer.Result) peer.Result {
		own := make([]string, len(args))
		for i, a := range args {
			own[i] = strings.ReplaceAll(a, "OUT/", dir+"/")
		}
		return f(own)
	}
	dir := t.TempDir()
	got := run(dir, func(args []string) peer.Result { return peer.Tool(tgOpt).Run(args, input) })
	if got.Status != 0 {
		t.Errorf("ours fails: %s", got.Stderr)
	}
	if path := peer.Path(); path != "" {
		theirs := t.TempDir()
		want := run(theirs, func(args []string) peer.Result { return peer.MLIROpt(t, path, args, input) })
		if diff := cmp.Diff(want.Stdout, got.Stdout); diff != "" {
			t.Errorf("-mlir-opt +ours: %s", diff)
		}
		if diff := cmp.Diff(tree(t, theirs), tree(t, dir)); diff != "" {
			t.Errorf("files (-mlir-opt +ours): %s", diff)
		}
	}
	return dir
}

// tree is what is in the files of a directory, by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	contents := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		contents[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return contents
}

// TestTreeDir: each dump is a file, named and filled as mlir-opt does.
func TestTreeDir(t *testing.T) {
	for _, args := range [][]string{
		{nestedPipeline, "--mlir-print-ir-before-all", "--mlir-print-ir-after-all"},
		{nestedPipeline, "--mlir-print-ir-after=symbol-dce,canonicalize", "--mlir-disable-threading"},
		{"--cse", "--canonicalize", "--mlir-print-ir-after-all", "--mlir-print-ir-after-change"},
	} {
		dir := both(t, nested, append(args, "--mlir-print-ir-tree-dir=OUT/dumps")...)
		files := tree(t, dir)
		name := "dumps/builtin_module_no-symbol-name/func_func_a_b c/0_0_cse.mlir"
		if len(args) == 3 && args[1] == "--mlir-print-ir-before-all" &&
			files[name] != "// -----// IR Dump Before CSE (cse) //----- //\nfunc.func @\"a/b c\"() {\n  return\n}\n\n" {
			t.Errorf("%s: %q", name, files[name])
		}
	}
}

// TestTreeDirFails: what cannot be written is an error, told once.
func TestTreeDirFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := opt(nested, nestedPipeline, "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir="+file)
	want := "Error while creating directory " + file + "/builtin_module_no-symbol-name/func_func_f: Not a directory\n"
	if r.Status != 1 || r.Err != want {
		t.Error(r.Status, r.Err)
	}
}

// sortedLines is s with its lines in the order of the alphabet, whichever of them
// ends a list.
func sortedLines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, ",\n", "\n"), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

var numbers = regexp.MustCompile(` *[0-9]+\.[0-9]+`)

// TestTimingForms: the lines, columns and keys are mlir-opt's, but for the
// analyses, which ours does not cache.
func TestTimingForms(t *testing.T) {
	form := func(s string) string {
		s = numbers.ReplaceAllString(s, "N")
		var keep []string
		skip := false
		for line := range strings.Lines(s) {
			if strings.Contains(line, "(A) DominanceInfo") {
				skip = strings.Contains(line, `"passes"`) // and the line that ends it
				continue
			}
			if skip {
				skip = false
				continue
			}
			keep = append(keep, line)
		}
		return strings.Join(keep, "")
	}
	for _, args := range [][]string{
		{"--mlir-timing", "--mlir-disable-threading"},
		{"--mlir-timing", "--mlir-timing-display=tree", "--mlir-disable-threading", "--mlir-output-format=json"},
		{"--mlir-timing", "--mlir-output-format=json"},
	} {
		args = append(args, nestedPipeline, "-")
		ours := opt(nested, args...)
		if path := peer.Path(); path != "" {
			theirs := peer.MLIROpt(t, path, args, nested)
			want, got := form(theirs.Stderr), form(ours.Err)
			if !slices.Contains(args, "--mlir-disable-threading") { // whoever begins first comes first there
				want, got = sortedLines(want), sortedLines(got)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-mlir-opt +ours): %s", args, diff)
			}
		}
		if !strings.Contains(ours.Err, "Pipeline Collection : ['builtin.module', 'func.func']") {
			t.Error(ours.Err)
		}
	}
	var lines []struct {
		Wall struct{ Duration, Percentage *float64 }
		User *struct{ Duration, Percentage *float64 }
		Name string
	}
	r := opt(nested, nestedPipeline, "--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json", "--workers=2")
	if err := json.Unmarshal([]byte(r.Err), &lines); err != nil {
		t.Fatal(err, r.Err)
	}
	if n := len(lines); n < 6 || lines[0].Name != "root" || lines[n-2].Name != "Rest" || lines[n-1].Name != "Total" || lines[n-1].User == nil || *lines[n-1].Wall.Percentage != 100 {
		t.Error(r.Err)
	}
}

const loggedActions = `[thread tg-opt] begins (no breakpoint) Action ` + "`pass-execution` running `mlir::detail::OpToOpPassAdaptor` on Operation `builtin.module` (module {...})`" + `
[thread tg-opt] begins (no breakpoint) Action ` + "`pass-execution` running `CSE` on Operation `func.func` (func.func @f(%arg0: i32) -> i32 {...})`" + `
[thread tg-opt] completed ` + "`pass-execution`" + `
[thread tg-opt] begins (no breakpoint) Action ` + "`pass-execution` running `CSE` on Operation `func.func` (func.func @\"a/b c\"() {...})`" + `
[thread tg-opt] completed ` + "`pass-execution`" + `
[thread tg-opt] completed ` + "`pass-execution`" + `
[thread tg-opt] begins (no breakpoint) Action ` + "`pass-execution` running `SymbolDCE` on Operation `builtin.module` (module {...})`" + `
[thread tg-opt] completed ` + "`pass-execution`\n"

// TestLogActions: the log has mlir-opt's lines, in the order of the ops for any
// number of workers, in front of the IR or in a file.
func TestLogActions(t *testing.T) {
	const notice = "ExecutionContext registered on the context\n"
	args := []string{"--pass-pipeline=builtin.module(func.func(cse),symbol-dce)", "-"}
	plain := opt(nested, args...)
	for _, workers := range []string{"1", "2", "8"} {
		r := opt(nested, append(args, "--log-actions-to=-", "--workers="+workers)...)
		if diff := cmp.Diff(result{0, loggedActions + plain.Out, notice}, r); diff != "" {
			t.Errorf("%s workers: %s", workers, diff)
		}
	}
	if path := peer.Path(); path != "" {
		r := peer.MLIROpt(t, path, append(args, "--log-actions-to=-", "--mlir-disable-threading"), nested)
		theirs := regexp.MustCompile(`\[thread [^]]*\]`).ReplaceAllString(r.Stdout, "[thread tg-opt]")
		if diff := cmp.Diff(loggedActions+plain.Out, theirs); diff != "" || r.Stderr != notice {
			t.Errorf("-test +mlir-opt: %s", diff)
		}
	}
	file := filepath.Join(t.TempDir(), "log")
	r := opt(nested, append(args, "--log-actions-to="+file, "--log-mlir-actions-filter=<stdin>:11,x.mlir:1:1")...)
	data, _ := os.ReadFile(file)
	want := strings.Join(strings.SplitAfter(loggedActions, "\n")[3:5], "")
	if diff := cmp.Diff(want, string(data)); diff != "" || r.Err != notice {
		t.Error(diff, r.Err)
	}
}

// TestProfileActions: the trace is JSON that a viewer nests.
func TestProfileActions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace")
	for input, want := range map[string]int{nested: 10, "x": 0} {
		opt(input, "--pass-pipeline=builtin.module(func.func(cse),builtin.module(cse),symbol-dce)", "--profile-actions-to="+file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var events []struct {
			Name, Cat, Ph string
			Pid, Tid, Ts  *int
			Args          struct{ Desc string }
		}
		if err := json.Unmarshal(data, &events); err != nil {
			t.Fatal(err, string(data))
		}
		depth := map[int]int{}
		for _, e := range events {
			depth[*e.Tid] += map[string]int{"B": 1, "E": -1}[e.Ph]
			if e.Name != "pass-execution" || e.Cat != "PERF" || depth[*e.Tid] < 0 || (e.Ph == "B") != strings.Contains(e.Args.Desc, "running") {
				t.Errorf("%+v", e)
			}
		}
		if len(events) != want || depth[0] != 0 {
			t.Errorf("%d events, want %d: %s", len(events), want, data)
		}
	}
}

// TestReportFilesFail: nothing is done when a report cannot be written, and
// nothing is left behind.
func TestReportFilesFail(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--log-actions-to=no/such/file"}, "Opening file for --log-actions-to failed: cannot open output file 'no/such/file': No such file or directory\n"},
		{[]string{"--log-actions-to=" + dir + "/log", "--profile-actions-to=no/such/file"}, "Opening file for --profile-actions-to failed: cannot open output file 'no/such/file': No such file or directory\n"},
		{[]string{"--log-actions-to=-", "--log-mlir-actions-filter=f.mlir"}, "tg-opt: for the --log-mlir-actions-filter option: 'f.mlir' is no position such as in.mlir:12 or in.mlir:12:3\n"},
		{[]string{"--remarks-filter=["}, "tg-opt: for the --remarks-filter option: invalid regular expression '[': error parsing regexp: missing closing ]: `[`\n"},
		{[]string{"--remarks-filter-analyse=)"}, "tg-opt: for the --remarks-filter-analyse option: invalid regular expression ')': error parsing regexp: unexpected ): `)`\n"},
		{[]string{"--emit-bytecode", "-o", dir + "/out"}, "tg-opt: for the --emit-bytecode option: tg reads and writes MLIR's text form only; mlir-opt turns text into bytecode\n"},
	} {
		if diff := cmp.Diff(result{1, "", tt.want}, opt(nested, tt.args...)); diff != "" || tooltest.Files(t, dir) != "" {
			t.Error(diff, tooltest.Files(t, dir))
		}
	}
	r := opt(nested, "--remarks-filter=.*", "--remark-format=yaml", "--remarks-output-file=no/such/file")
	if r.Status != 1 || r.Err != "tg-opt: for the --remarks-output-file option: cannot open output file 'no/such/file': No such file or directory\n" {
		t.Error(r)
	}
}
