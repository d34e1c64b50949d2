package update

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/filecheck"
)

// testTools are the tools of the tests here.
var testTools = []lit.Tool{
	{Name: "tg-opt", Main: driver.Opt},
	{Name: "tg-run", Main: driver.Run},
	{Name: "show", Main: show},
	{Name: "FileCheck", Main: filecheck.Main},
	{Name: "tg-filecheck", Main: filecheck.NativeMain},
}

// show prints a file, with the path and the folder of another one in place of @PATH@ and @DIR@, and
// the number of its first line that begins with `func` in place of @FUNC@. With a single file it
// fails if that is not empty.
func show(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	data, err := os.ReadFile(args[0])
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	if len(args) == 1 {
		stderr.Write(data)
		return min(len(data), 1)
	}
	source, err := os.ReadFile(args[1])
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	before, _, _ := strings.Cut(string(source), "\nfunc")
	fmt.Fprint(stdout, strings.NewReplacer("@PATH@", args[1], "@DIR@", filepath.Dir(args[1]),
		"@FUNC@", fmt.Sprint(strings.Count(before, "\n")+2)).Replace(string(data)))
	return 0
}

// writeTest makes a test of a text, in a folder of its own.
func writeTest(t *testing.T, text string) *lit.Test {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return &lit.Test{Suite: &lit.Suite{Dir: dir, Tools: testTools}, Path: "a.mlir"}
}

func rewrite(t *testing.T, test *lit.Test, text string) {
	t.Helper()
	if err := os.WriteFile(test.Source(), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func generate(t *testing.T, test *lit.Test, opts Options) *Update {
	t.Helper()
	u, err := File(context.Background(), test, "a.mlir", opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
