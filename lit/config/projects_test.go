package config

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/lit"
)

// projects are configurations of the kinds that projects have, below testdata, with the path that
// is tested: a generated one that loads that of the sources; lit.llvm with the substitutions of
// tools; all that Python has, with formats of its own and GoogleTest. Each has the results that lit
// 22 gives in a file called want.
var projects = map[string]string{"site": "build", "llvm": ".", "python": "."}

// TestProjects: tests are found and run as LLVM's lit does it, which is asked too where it is
// installed.
func TestProjects(t *testing.T) {
	needPython(t)
	for name, path := range projects {
		t.Run(name, func(t *testing.T) {
			dir := copyOf(t, filepath.Join("testdata", name))
			input := filepath.Join(dir, path)
			recorded, err := os.ReadFile(filepath.Join(dir, "want"))
			if err != nil {
				t.Fatal(err)
			}
			found, err := Discover([]string{input}, Options{ErrorLog: t.Output(), Log: t.Output()})
			if err != nil {
				t.Fatal(err)
			}
			defer found.Close()
			var listed, results []string
			for _, test := range found.Tests {
				listed = append(listed, test.Name())
			}
			for _, r := range lit.Final((&lit.Runner{}).Run(context.Background(), found.Tests)) {
				results = append(results, r.Status.String()+" "+r.Test.Name())
			}
			slices.Sort(listed)
			slices.Sort(results)
			expect(t, strings.Join(results, "\n"), string(recorded))
			if program, err := exec.LookPath("lit-22"); err == nil {
				expect(t, strings.Join(listed, "\n"), listedByLit(t, program, input))
				expect(t, strings.Join(results, "\n"), resultsOfLit(t, program, input))
			}
		})
	}
}

// copyOf copies a directory to a temporary one, where tests may write.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(realPath(t.TempDir()), filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func listedByLit(t *testing.T, program, input string) string {
	t.Helper()
	cmd := exec.Command(program, "--show-tests", input)
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range showTests.FindAllStringSubmatch(string(output), -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

// resultsOfLit are the results in lit's own report. Tests that are skipped do not stand in it, but
// in the summary.
func resultsOfLit(t *testing.T, program, input string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "results.json")
	cmd := exec.Command(program, "--show-skipped", "--skip-test-time-recording", "-o", file, input)
	output, _ := cmd.Output() // some tests fail
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	var report struct{ Tests []struct{ Code, Name string } }
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	var results []string
	for _, test := range report.Tests {
		results = append(results, test.Code+" "+test.Name)
	}
	_, skipped, _ := bytes.Cut(output, []byte("Skipped Tests ("))
	skipped, _, _ = bytes.Cut(skipped, []byte("\n\n"))
	for _, m := range showTests.FindAllStringSubmatch(string(skipped), -1) {
		results = append(results, "SKIPPED "+m[1])
	}
	slices.Sort(results)
	return strings.Join(results, "\n")
}
