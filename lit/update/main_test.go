package update

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/lit"
)

// update runs the command line in a folder.
func update(args ...string) (status int, stdout, stderr string) {
	var out, errors bytes.Buffer
	status = Main(args, testTools, strings.NewReader(""), &out, &errors)
	return status, out.String(), errors.String()
}

const program = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestModes(t *testing.T) {
	const before = "// RUN: tg-opt %s | FileCheck %s\n\n" + program
	const after = `// NOTE: checks written by tg-lit update
// RUN: tg-opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
` + program
	path := writeFile(t, "a.mlir", before)
	if status, out, _ := update(path); status != 0 || out != after {
		t.Errorf("status %d, output:\n%s", status, out)
	}
	if status, out, _ := update("-check", path); status != 1 || out != path+"\n" {
		t.Errorf("-check: status %d, output %q", status, out)
	}
	status, out, _ := update("-d", path)
	if status != 0 || !strings.HasPrefix(out, "--- "+path+".old\n+++ "+path+"\n@@ -1,5 +1,10 @@\n+// NOTE") {
		t.Errorf("-d: status %d, output:\n%s", status, out)
	}
	if status, out, _ := update("-d", "-check", "-color=always", path); status != 1 || !strings.Contains(out, "\x1b[32m+// NOTE") {
		t.Errorf("-d -check: status %d, output:\n%s", status, out)
	}
	if got := readFile(t, path); got != before {
		t.Errorf("a mode that writes nothing wrote:\n%s", got)
	}
	if status, out, _ := update("-w", path); status != 0 || out != path+"\n" {
		t.Errorf("-w: status %d, output %q", status, out)
	}
	if got := readFile(t, path); got != after {
		t.Errorf("-w wrote:\n%s", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != fs.FileMode(0o640) {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	for _, mode := range []string{"-w", "-d", "-check"} {
		if status, out, _ := update(mode, path); status != 0 || out != "" {
			t.Errorf("%s again: status %d, output %q", mode, status, out)
		}
	}
}

func TestLineEndings(t *testing.T) {
	path := writeFile(t, "a.mlir", "// RUN: tg-opt %s | FileCheck %s\r\n"+strings.ReplaceAll(program, "\n", "\r\n"))
	if status, _, errors := update("-w", path); status != 0 {
		t.Fatalf("status %d: %s", status, errors)
	}
	got := readFile(t, path)
	if n, all := strings.Count(got, "\r\n"), strings.Count(got, "\n"); n != all || all != 9 {
		t.Errorf("%d of %d lines end in \\r\\n", n, all)
	}
	if status, out, _ := update("-check", path); status != 0 {
		t.Errorf("stale: %s", out)
	}
}

// A link to a test stays a link.
func TestLink(t *testing.T) {
	path := writeFile(t, "a.mlir", "// RUN: tg-opt %s | FileCheck %s\n"+program)
	link := filepath.Join(t.TempDir(), "b.mlir")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if status, _, errors := update("-w", link); status != 0 {
		t.Fatalf("status %d: %s", status, errors)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || !strings.Contains(readFile(t, path), "CHECK") {
		t.Errorf("the link was replaced: %v", err)
	}
}

// Files that cannot be updated are left alone, and the message says where the reason is.
func TestLeftAlone(t *testing.T) {
	tests := []struct {
		name, text string
		args       []string
		status     int
		message    string // with %s for the path
	}{
		{"no RUN line", program, nil, 1, "%s:1:1: error: "},
		{"no FileCheck", "// RUN: tg-opt %s\n", nil, 1,
			"%s:1:1: error: no RUN line gives its output to a FileCheck with the directives of this file"},
		{"tool fails", "\n  // RUN: tg-opt --no-such-pass %s | FileCheck %s\n", nil, 1,
			"%s:2:6: error: the commands before FileCheck do not succeed (FAIL)"},
		{"tool does not fail", "// RUN: not tg-opt %s | FileCheck %s\n" + program, nil, 1,
			"%s:1:4: error: the commands before FileCheck do not succeed"},
		{"later command fails", "// RUN: tg-opt %s | FileCheck %s\n// RUN: tg-opt --nope %s\n" + program, nil, 1,
			"%s:2:4: error: the commands before FileCheck do not succeed"},
		{"nothing printed", "// RUN: cat %s.none | FileCheck %s || true\n", nil, 1, "%s:1:4: error: the command prints nothing"},
		{"option of FileCheck", "// RUN: tg-opt %s | FileCheck %s --nope\n" + program, nil, 1, "%s:1:4: error: "},
		{"same prefix", "// RUN: tg-opt %s | FileCheck %s\n// RUN: echo x | FileCheck %s\n" + program, nil, 1,
			"%s:2:4: error: what is outside of functions is not the same as with the RUN line in line 1, but every prefix"},
		{"contradiction", "// RUN: tg-opt %s | FileCheck %s --implicit-check-not=return\n// CHECKS-OFF\n" + program, nil, 1,
			"%s:1:4: error: the new checks do not hold together with the others in the file"},
		{"unknown option", "// NOTE: checks written by tg-lit update --nope\n// RUN: tg-opt %s | FileCheck %s\n", nil, 1,
			"%s:1:42: error: unknown option '--nope'; this line can have --functions=REGEX and --no-next"},
		{"kind of comment", "/* RUN: echo x | FileCheck %s\n */\n", nil, 1, "%s:1:4: error: comments that start with '/*' need an end"},
		{"no end", "// RUN: tg-opt %s | FileCheck %s\n  // CHECKS-BEGIN\n" + program, nil, 1,
			"%s:2:6: error: CHECKS-BEGIN without a line with CHECKS-END after it"},
		{"written by hand", "// RUN: tg-opt %s | FileCheck %s\n// CHECK: module\n" + program, nil, 0,
			"%s: left alone: its checks are written by hand (line 2)"},
		{"unsupported", "// UNSUPPORTED: true\n// RUN: tg-opt %s | FileCheck %s\n" + program, nil, 0, "%s: left alone: "},
		{"expected to fail", "// XFAIL: *\n// RUN: tg-opt %s | FileCheck %s\n" + program, nil, 0,
			"%s: left alone: the test is expected to fail"},
		{"too slow", "// RUN: sleep 30 && tg-opt %s | FileCheck %s\n" + program, []string{"-timeout=0.1"}, 1,
			"%s:1:4: error: the commands before FileCheck do not succeed (TIMEOUT)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := writeFile(t, "a.mlir", tt.text)
			status, out, errors := update(append(tt.args, "-w", path)...)
			if want := strings.ReplaceAll(tt.message, "%s", path); status != tt.status || !strings.HasPrefix(errors, want) {
				t.Errorf("status %d, want %d; messages:\n%s\nwant:\n%s", status, tt.status, errors, want)
			}
			if out != "" || readFile(t, path) != tt.text {
				t.Errorf("the file changed: %s", out)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	path := writeFile(t, "a.mlir", "// RUN: tg-opt %s | FileCheck %s\n"+program)
	tests := []struct {
		args    []string
		status  int
		message string
	}{
		{[]string{}, 2, "no files or directories given"},
		{[]string{"-w", "-d", path}, 2, "-w does not go together with -d or -check"},
		{[]string{"-repair", "-force", path}, 2, "-repair does not go together with"},
		{[]string{"-functions=(", path}, 2, "-functions: error parsing regexp"},
		{[]string{"-functions=a b", path}, 2, "must not be empty or have blanks"},
		{[]string{"-j=0", path}, 2, "-j: at least one file"},
		{[]string{"-timeout=-1", path}, 2, "-timeout: the limit must not be negative"},
		{[]string{"-color=maybe", path}, 2, "-color: 'maybe' is none of auto, always, never"},
		{[]string{"-nope", path}, 2, "flag provided but not defined: -nope"},
		{[]string{path + ".missing"}, 2, "no such file or directory"},
		{[]string{t.TempDir()}, 2, "there are no tests in"},
	}
	for _, tt := range tests {
		status, _, errors := update(tt.args...)
		if status != tt.status || !strings.Contains(errors, tt.message) {
			t.Errorf("%q: status %d, messages %q, want %q", tt.args, status, errors, tt.message)
		}
	}
	if status, out, _ := update("--help"); status != 0 || !strings.HasPrefix(out, "usage: tg-lit update [options] FILES/DIRS...") {
		t.Errorf("--help: status %d\n%s", status, out)
	}
}

// Options are remembered in the file.
func TestRemembered(t *testing.T) {
	two := "// RUN: tg-opt %s | FileCheck %s\n" + program + strings.ReplaceAll(program, "@f", "@g")
	path := writeFile(t, "a.mlir", two)
	step := func(wantHeader string, wanted, unwanted []string, args ...string) {
		t.Helper()
		if status, _, errors := update(append(args, "-w", path)...); status != 0 {
			t.Fatalf("%q: status %d: %s", args, status, errors)
		}
		text := readFile(t, path)
		if header, _, _ := strings.Cut(text, "\n"); header != wantHeader {
			t.Errorf("%q: header %q, want %q", args, header, wantHeader)
		}
		for _, part := range wanted {
			if !strings.Contains(text, part) {
				t.Errorf("%q: no %q in:\n%s", args, part, text)
			}
		}
		for _, part := range unwanted {
			if strings.Contains(text, part) {
				t.Errorf("%q: %q in:\n%s", args, part, text)
			}
		}
	}
	const note = "// NOTE: checks written by tg-lit update"
	step(note+" --functions=^f$ --no-next", []string{"CHECK-LABEL: func.func @f(", "CHECK:         return"},
		[]string{"LABEL: func.func @g", "NEXT"}, "-functions=^f$", "-no-next")
	step(note+" --functions=^f$ --no-next", []string{"LABEL: func.func @f(", "CHECK:         return"},
		[]string{"LABEL: func.func @g", "NEXT"})
	step(note+" --functions=^f$ --functions=g --no-next", []string{"LABEL: func.func @f(", "LABEL: func.func @g("},
		[]string{"NEXT"}, "-functions=g")
	step(note+" --functions=^f$ --functions=g", []string{"LABEL: func.func @f(", "LABEL: func.func @g(", "NEXT"}, nil, "-no-next=false")
}

// With -functions a file whose checks are all generated keeps those of other functions.
func TestOnlyFunctions(t *testing.T) {
	path := writeFile(t, "a.mlir", "// RUN: tg-opt %s | FileCheck %s\n"+program+strings.ReplaceAll(program, "@f", "@g"))
	update("-w", path)
	old := strings.ReplaceAll(readFile(t, path), "return %[[ARG0]]", "return %[[ARG0]] : old")
	if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	// The checks of @g do not hold, so there is nothing to write unless these are updated, too.
	if status, _, errors := update("-w", "-functions=f", path); status != 1 || !strings.Contains(errors, "do not hold together") {
		t.Errorf("status %d: %s", status, errors)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(old, " : old", "", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := update("-w", "-functions=g", path); status != 0 || strings.Contains(readFile(t, path), "old") {
		t.Errorf("status %d: %s", status, errors)
	}
}

func TestForce(t *testing.T) {
	path := writeFile(t, "a.mlir", "// RUN: tg-opt %s | tg-filecheck %s\n\n// By hand.\n// CHECK: module\n\n"+program)
	if status, out, errors := update("-w", "-force", path); status != 0 || out == "" {
		t.Fatalf("status %d: %s", status, errors)
	}
	text := readFile(t, path)
	if strings.Contains(text, "CHECK: module") || !strings.Contains(text, "// By hand.\n\n// CHECK-LABEL: func.func @f(\n") {
		t.Errorf("got:\n%s", text)
	}
}

func TestRepairCommand(t *testing.T) {
	const text = "// RUN: tg-opt %s | FileCheck %s\n// CHECK-LABEL: @f\n// CHECK-NEXT: return %arg0 : tensor<8xf32>\n" + program
	path := writeFile(t, "a.mlir", text)
	status, _, errors := update("-repair", "-w", path)
	if want := strings.Replace(text, "8xf32", "4xf32", 1); status != 0 || readFile(t, path) != want {
		t.Errorf("status %d: %s\n%s", status, errors, readFile(t, path))
	}
	path = writeFile(t, "b.mlir", strings.Replace(text, "return %arg0 : tensor<8xf32>", "nothing at all like it", 1))
	status, _, errors = update("-repair", "-w", path)
	if status != 1 || !strings.HasPrefix(errors, path+":3:4: error: nothing in the output here is like") {
		t.Errorf("status %d: %s", status, errors)
	}
}

// The tests of this module pass with checks that are written anew, and a second update changes
// nothing. It is long because it lists the tests whose output is no IR.
func TestWholeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all tests of the module")
	}
	dir := filepath.Join(t.TempDir(), "test")
	if err := os.CopyFS(dir, os.DirFS("../../test")); err != nil {
		t.Fatal(err)
	}
	// Machines do not write the checks of these.
	for pattern, why := range map[string]string{
		"passes/*/remarks.mlir":                       "remarks echo lines of the file between those of the IR",
		"passes/print-ir/label.mlir":                  "a function is printed several times over",
		"passes/assign-buffers/invalid.mlir":          "it has no checks, but expected errors",
		"passes/te-to-linalg/errors.mlir":             "it has no checks, but expected errors",
		"passes/fuse-matmul/attention-left.mlir":      "remarks echo lines of the file between those of the IR",
		"passes/fuse-matmul/attention-memory.mlir":    "sizes are no IR",
		"passes/cse/memory-aware.mlir":                "remarks echo lines of the file between those of the IR",
		"passes/cse/memory-blocks.mlir":               "remarks say at which lines of the file ops are",
		"passes/cse/memory-missed.mlir":               "remarks say at which lines of the file ops are",
		"chapter/saturation.mlir":                     "remarks echo lines of the file between those of the IR",
		"passes/saturate/dot.mlir":                    "pictures are no IR",
		"passes/saturate/endless.mlir":                "it splits itself into files, and remarks echo lines of these",
		"passes/saturate/explain.mlir":                "a function is printed several times over",
		"passes/saturate/judge.mlir":                  "it splits itself into files, and remarks echo lines of these",
		"passes/saturate/limits.mlir":                 "it splits itself into files, and remarks echo lines of these",
		"passes/saturate/nan.mlir":                    "remarks echo lines of the file between those of the IR",
		"passes/*/own-rules.mlir":                     "they split themselves into files, and remarks echo lines of these",
		"passes/saturate/precision.mlir":              "several RUN lines share all of their prefixes",
		"passes/saturate/types.mlir":                  "it splits itself into files",
		"passes/saturate/wrong-rule.mlir":             "it splits itself into files, and errors echo lines of these",
		"passes/rematerialize/chain.mlir":             "remarks echo lines of the file between those of the IR",
		"passes/rematerialize/invalid.mlir":           "remarks echo lines of the file between those of the IR",
		"passes/rematerialize/pipeline.mlir":          "reports and errors are no IR",
		"passes/rematerialize/names.mlir":             "several RUN lines share all of their prefixes",
		"passes/inline/growth.mlir":                   "thousands of lines are printed",
		"passes/substitute/activations.mlir":          "several RUN lines share all of their prefixes",
		"cost/errors.mlir":                            "several RUN lines share all of their prefixes",
		"passes/optimize/user-rules.mlir":             "several RUN lines share all of their prefixes",
		"optimize/converts-first.mlir":                "functions are in some outputs only, so that a check says what is not there up to the end",
		"optimize/locations.mlir":                     "functions are in some outputs only, so that a check says what is not there up to the end",
		"passes/stablehlo-to-tg/byte-patterns.mlir":   "functions are in some outputs only, so that a check says what is not there up to the end",
		"link/join.mlir":                              "it splits itself into files, of which others than itself are shown",
		"run/train.mlir":                              "numbers and errors are no IR",
		"passes/lift-parameters/calls.mlir":           "numbers are no IR",
		"passes/lift-parameters/nothing.mlir":         "errors echo lines of the file",
		"passes/lower-parameters/errors.mlir":         "errors echo lines of the file",
		"passes/checks-to-results/*.mlir":             "errors and remarks echo lines of the file",
		"passes/partition/*.mlir":                     "reports are no IR",
		"passes/stash/batch-norm.mlir":                "remarks echo lines of the file",
		"passes/stash/errors.mlir":                    "errors echo lines of the file",
		"passes/stash/common.mlir":                    "functions that are not asked about are in the output, too",
		"passes/differentiate/check-derivatives.mlir": "what is checked is one of several modules in an output",
		"passes/differentiate/wrong-request.mlir":     "checks say what is not there up to the end",
		"passes/differentiate/wrong-option.mlir":      "errors are no IR, and echo lines of the file",
		"passes/differentiate/wrong-rule.mlir":        "it has no checks, but expected errors",
		"passes/differentiate/named-rule.mlir":        "numbers, errors and remarks are no IR",
		"passes/differentiate/declared-call.mlir":     "it splits itself into files, of which others than itself are shown",
		"passes/differentiate/max-trip.mlir":          "it splits itself into files, and errors name lines of these, which checks that are written into a file move",
		"passes/lift-cf-to-tg/refused.mlir":           "it splits itself into files, and functions are in some outputs only, so that a check says what is not there up to the end",
		"extract/*.mlir":                              "numbers are no IR",
		"rules/*.mlir":                                "they split themselves into files",
		"irdl/pure.mlir":                              "it splits itself into files, of which others than itself are shown",
		"cost/[op]*.mlir":                             "numbers and errors are no IR",
		"passes/differentiate/merged-axes.mlir":       "numbers are no IR",
		"passes/te-cse/different.mlir":                "numbers are no IR",
		"passes/stash/index-level.mlir":               "remarks echo lines of the file between those of the IR",
		"passes/te-inline/counts.mlir":                "numbers are no IR",
		"passes/te-normalize/again.mlir":              "numbers are no IR",
		"enzyme/activities.mlir":                      "it has no checks, but expected errors",
	} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s (%s): %v, %d files", pattern, why, err, len(files))
		}
		for _, path := range files {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	status, out, errors := update("-force", "-w", dir)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errors)
	}
	if status, stale, _ := update("-check", dir); status != 0 {
		t.Errorf("stale: %s", stale)
	}
	files := strings.Fields(out)
	if len(files) == 0 {
		t.Fatal("nothing was updated")
	}
	for _, file := range files {
		mustPass(t, &lit.Test{Suite: &lit.Suite{Dir: filepath.Dir(file), Tools: testTools}, Path: filepath.Base(file)})
	}
}

// Programs outside of the process give outputs, too.
func TestExternalProgram(t *testing.T) {
	const tool = "mlir-opt-22"
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed", tool)
	}
	test := writeTest(t, "// RUN: "+tool+` %s --canonicalize | FileCheck %s
// RUN: not `+tool+` %s --no-such-option 2>&1 | FileCheck %s --check-prefix=ERROR
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}
`)
	u := generate(t, test, Options{})
	for _, want := range []string{"// CHECK-NEXT:    %[[ADDI:[a-zA-Z0-9_]+]] = arith.addi %[[ARG0]], %[[C1_I32]] : i32\n",
		"// ERROR:       " + tool + ": Unknown command line argument '--no-such-option'."} {
		if !strings.Contains(u.New, want) {
			t.Errorf("no %q in:\n%s", want, u.New)
		}
	}
	rewrite(t, test, u.New)
	mustPass(t, test)
}
