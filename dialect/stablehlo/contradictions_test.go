package stablehlo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
)

// contradiction is a program whose shapes only the run knows, where they cannot be.
type contradiction struct {
	name   string
	args   string
	text   string // makes %r
	out    string // the type of %r
	inputs []string
	want   string
}

// failure runs a program that cannot go on, and returns the first line of the error.
func (c contradiction) failure(t *testing.T, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in.mlir")
	text := "func.func @main(" + c.args + ") -> " + c.out + " {\n" + c.text + "\nreturn %r : " + c.out + "\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := append(append(flags, "--max-memory=64MiB", file), c.inputs...)
	if code := driver.Run(args, strings.NewReader(""), &stdout, &stderr); code != 1 {
		t.Errorf("exit status %d, want 1, of\n%s", code, text)
	}
	if stdout.Len() > 0 {
		t.Errorf("has printed\n%s", stdout.String())
	}
	first, _, _ := strings.Cut(stderr.String(), "\n")
	return strings.ReplaceAll(first, filepath.Dir(file)+string(filepath.Separator), "")
}

// Shapes that contradict each other at run time end the run at the op that finds out, whether the
// program is optimised or not.
func TestContradictionsEndTheRun(t *testing.T) {
	for _, c := range contradictions {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, c.failure(t)); d != "" {
				t.Errorf("%s\n%s", d, c.text)
			}
			if d := cmp.Diff(c.want, c.failure(t, "--optimize")); d != "" {
				t.Errorf("optimised: %s\n%s", d, c.text)
			}
		})
	}
}
