package update

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit"
)

var writeGolden = flag.Bool("golden", false, "write the golden files")

// TestGolden updates testdata/*/a.mlir, whose RUN lines show the files 1, 2, ... beside it, and
// compares the result with the file want. The second update must change nothing, and the result
// must pass.
func TestGolden(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no test data", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			copied := t.TempDir()
			if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			test := &lit.Test{Suite: &lit.Suite{Dir: copied, Tools: testTools}, Path: "a.mlir"}
			got := generate(t, test, Options{})
			if got.Skipped != "" {
				t.Fatal(got.Skipped)
			}
			golden := filepath.Join(dir, "want")
			if *writeGolden {
				if err := os.WriteFile(golden, []byte(got.New), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.New); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			rewrite(t, test, got.New)
			if again := generate(t, test, Options{}); again.New != got.New {
				t.Errorf("the second update changes the file:\n%s", cmp.Diff(got.New, again.New))
			}
			mustPass(t, test)
		})
	}
}

// mustPass runs a test with the FileCheck of this module, and with LLVM's if that is installed.
func mustPass(t *testing.T, test *lit.Test) {
	t.Helper()
	if result := test.Run(t.Context(), 0); result.Status != lit.Pass {
		t.Errorf("the test does not pass:\n%s", result.Output)
	}
	if _, err := exec.LookPath(oracle); err != nil {
		t.Logf("%s is not installed: not compared with it", oracle)
		return
	}
	suite := *test.Suite
	suite.Tools = testTools[:3:3] // not our FileCheck
	suite.Substitutions = []lit.Substitution{{Pattern: `\b(?:tg-filecheck|FileCheck)\b`, Text: oracle}}
	if result := (&lit.Test{Suite: &suite, Path: test.Path}).Run(t.Context(), 0); result.Status != lit.Pass {
		t.Errorf("the test does not pass with LLVM's FileCheck:\n%s", result.Output)
	}
}

// oracle is LLVM's FileCheck.
const oracle = "FileCheck-22"

// linesChanged counts lines of b that are not in a.
func linesChanged(a, b string) []string {
	known := map[string]bool{}
	for line := range bytes.Lines([]byte(a)) {
		known[string(line)] = true
	}
	var changed []string
	for line := range bytes.Lines([]byte(b)) {
		if !known[string(line)] {
			changed = append(changed, string(line))
		}
	}
	return changed
}
