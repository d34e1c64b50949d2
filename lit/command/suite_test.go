package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// suiteVariable names the folder llvm/utils/lit of LLVM's sources, which has lit and its tests.
const suiteVariable = "TG_LIT_SUITE"

// suiteExceptions are tests of lit that fail with tg-lit, with reasons.
var suiteExceptions = map[string]string{
	"pass-test-update.py":    "lit_config.test_updaters, functions of Python, have no effect",
	"shtest-env-positive.py": "env without a command in a pipeline: lit ends the pipeline there and checks nothing, here its output is piped on",
	"shtest-glob.py":         "echo with a pattern of files works, where lit stops with an exception of Python",
	"shtest-shell.py":        "a syntax error in a RUN line says at which column",
	"usage.py":               "the help has other words",
	"verbosity.py":           "debug texts say nothing of lines in lit's own sources",
	"windows-pools.py":       "there are no pools of processes, and so no limit of 60 of them on Windows",
}

// suiteUnsteady are tests that pass or fail by chance, with reasons.
var suiteUnsteady = map[string]string{
	"progress-bar.py": "expects tests that take the same time, but here they take so little that it differs",
}

// TestLLVMSuite runs lit's own tests with tg-lit in the place of lit, both as what runs them and as
// what they run. It needs FileCheck and not of an LLVM.
func TestLLVMSuite(t *testing.T) {
	withoutEnvironment(t)
	source := cmp.Or(os.Getenv(suiteVariable), filepath.FromSlash("../../../shared/data/lit"))
	if _, err := os.Stat(filepath.Join(source, "tests", "lit.cfg")); err != nil {
		t.Skipf("lit's own tests are not here; %s names a folder llvm/utils/lit of LLVM's sources", suiteVariable)
	}
	tools, _ := filepath.Glob("/usr/lib/llvm-*/bin/FileCheck")
	if len(tools) == 0 {
		t.Skip("needs FileCheck of an LLVM")
	}
	t.Setenv("PATH", filepath.Dir(slices.Max(tools))+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir := t.TempDir()
	program := filepath.Join(dir, "tg-lit")
	if output, err := exec.Command("go", "build", "-o", program, "../../cmd/tg-lit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	copySuite(t, source, dir, program)
	results := filepath.Join(dir, "results.json")
	cmd := exec.Command(program, "-v", "-o", results, "tests")
	cmd.Dir = dir
	output, _ := cmd.CombinedOutput() // the exceptions fail
	codes := readCodes(t, results)
	if len(codes) < 50 {
		t.Fatalf("only %d tests\n%s", len(codes), output)
	}
	for _, name := range slices.Sorted(maps.Keys(codes)) {
		code, file := codes[name], strings.TrimPrefix(name, "lit :: ")
		failed := code == "FAIL" || code == "TIMEOUT" || code == "UNRESOLVED" || code == "XPASS"
		switch reason := suiteExceptions[file]; {
		case suiteUnsteady[file] != "":
		case failed && reason == "":
			t.Errorf("%s: %s\n%s", code, name, outputOf(t, results, name))
		case !failed && reason != "" && code != "UNSUPPORTED":
			t.Errorf("%s passes, though it is an exception: %s", name, reason)
		}
	}
}

// copySuite copies lit with its tests, and puts a program that calls tg-lit in the place of lit.py.
func copySuite(t *testing.T, source, dir, program string) {
	t.Helper()
	for _, folder := range []string{"lit", "tests"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(source, folder))); err != nil {
			t.Fatal(err)
		}
	}
	caller := fmt.Sprintf("import os, sys\nos.execv(%q, [%[1]q] + sys.argv[1:])\n", program)
	if err := os.WriteFile(filepath.Join(dir, "lit.py"), []byte(caller), 0o666); err != nil {
		t.Fatal(err)
	}
}

// outputOf is the output of one test in a file of results.
func outputOf(t *testing.T, file, name string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Tests []struct{ Name, Output string }
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	for _, test := range report.Tests {
		if test.Name == name {
			return test.Output
		}
	}
	return ""
}
