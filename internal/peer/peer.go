// Package peer compares tg-opt with LLVM's mlir-opt, case by case. Files of
// cases hold what mlir-opt prints, so that they test ours where it is not
// installed; where it is, the files are compared with it too.
//
// A file is a list of parts that start with a line `//--- KIND ...`:
//
//	//--- case NAME [ARG...]     the input, given on standard input; arguments
//	                            with blanks stand in single quotes
//	//--- stdout                 what mlir-opt prints
//	//--- stderr STATUS          what mlir-opt says, and its exit status if not 0
//	//--- differs REASON         what ours prints instead, on purpose
//
// `go test -args -update-cases` (or the test's package alone) rewrites the
// parts stdout and stderr from mlir-opt, and differs where there is one.
//
// What goes to standard output must be equal byte for byte. On standard error
// ours may say more: every line of mlir-opt's must be the start of a line of
// ours, in order.
package peer

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update-cases", false, "rewrite the files of cases from what mlir-opt prints")

// Tool is a command line tool as a function.
type Tool func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Result is what a tool did.
type Result struct {
	Stdout, Stderr string
	Status         int
}

// Path is the mlir-opt to compare with, or "" when none is installed.
func Path() string {
	for _, name := range []string{"mlir-opt-22", "mlir-opt"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// MLIROpt runs mlir-opt, whose path is given, on input.
func MLIROpt(t testing.TB, path string, args []string, input string) Result {
	t.Helper()
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// Run runs the tool in-process.
func (tool Tool) Run(args []string, input string) Result {
	var stdout, stderr bytes.Buffer
	status := tool(args, strings.NewReader(input), &stdout, &stderr)
	return Result{stdout.String(), stderr.String(), status}
}

// Case is one comparison.
type Case struct {
	Name    string
	Args    []string
	Input   string
	Want    Result // of mlir-opt
	Differs string // why ours prints Ours instead; empty when it must not
	Ours    string
}

// Test runs the cases of all files that match the pattern.
func Test(t *testing.T, pattern string, tool Tool) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of cases match %s: %v", pattern, err)
	}
	path := Path()
	if path == "" {
		t.Log("mlir-opt-22 is not installed (Debian's mlir-22-tools has it): its output is taken from the files")
	}
	for _, file := range files {
		cases := Read(t, file)
		if *update {
			rewrite(t, path, file, cases, tool)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), func(t *testing.T) {
			holds := confirmed(t, path, cases)
			for i := range cases {
				c := &cases[i]
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					if !holds[c] {
						c.confirm(t, path)
					}
					c.check(t, tool)
				})
			}
		})
	}
}

// confirm checks that mlir-opt prints what c says, if it is installed.
func (c *Case) confirm(t *testing.T, path string) {
	t.Helper()
	if path == "" {
		return
	}
	if d := cmp.Diff(c.Want, MLIROpt(t, path, c.Args, c.Input)); d != "" {
		t.Fatalf("%s is not what mlir-opt prints (-case +mlir-opt):\n%s", c.Name, d)
	}
}

func (c *Case) check(t *testing.T, tool Tool) {
	got := tool.Run(c.Args, c.Input)
	if c.Differs != "" {
		if got == c.Want {
			t.Errorf("ours does not differ any more, though the file says why it does: %s", c.Differs)
		}
		if d := cmp.Diff(c.Ours, got.Stdout+got.Stderr); d != "" {
			t.Errorf("not what the file says ours prints (%s) (-file +ours):\n%s", c.Differs, d)
		}
		return
	}
	if d := cmp.Diff(c.Want.Stdout, got.Stdout); d != "" || got.Status != c.Want.Status {
		t.Errorf("status %d, want %d; (-mlir-opt +ours):\n%s\nours says:\n%s", got.Status, c.Want.Status, d, got.Stderr)
	}
	if missing := SaysLess(c.Want.Stderr, got.Stderr); missing != "" {
		t.Errorf("ours does not say %q; mlir-opt says:\n%s\nours says:\n%s", missing, c.Want.Stderr, got.Stderr)
	}
}

// SaysLess is the first line of want that is not the start of a line of got
// behind those of the lines before it, or "".
func SaysLess(want, got string) string {
	lines := strings.Split(got, "\n")
	for w := range strings.SplitSeq(strings.TrimRight(want, "\n"), "\n") {
		for len(lines) > 0 && !strings.HasPrefix(lines[0], w) {
			lines = lines[1:]
		}
		if len(lines) == 0 {
			return w
		}
		lines = lines[1:]
	}
	return ""
}

const mark = "//--- "

// Read reads a file of cases.
func Read(t testing.TB, file string) []Case {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Parse(string(data))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return cases
}

// Parse reads the text of a file of cases.
func Parse(data string) ([]Case, error) {
	var cases []Case
	parts := strings.Split("\n"+data, "\n"+mark)[1:]
	for i, part := range parts {
		head, text, lines := strings.Cut(part, "\n")
		if lines && i < len(parts)-1 {
			text += "\n" // the one in front of the next mark
		}
		kind, rest, _ := strings.Cut(head, " ")
		if kind == "case" {
			name, args, _ := strings.Cut(rest, " ")
			if name == "" {
				return nil, fmt.Errorf("part %d: a case needs a name", i+1)
			}
			cases = append(cases, Case{Name: name, Args: splitArgs(args), Input: text})
			continue
		}
		if len(cases) == 0 {
			return nil, fmt.Errorf("part %d: starts with no case", i+1)
		}
		c := &cases[len(cases)-1]
		switch kind {
		case "stdout":
			c.Want.Stdout = text
		case "stderr":
			c.Want.Stderr = text
			var err error
			if c.Want.Status, err = strconv.Atoi(rest); err != nil {
				return nil, fmt.Errorf("part %d: stderr needs the exit status: %w", i+1, err)
			}
		case "differs":
			if rest == "" {
				return nil, fmt.Errorf("part %d: differs needs a reason", i+1)
			}
			c.Differs, c.Ours = rest, text
		default:
			return nil, fmt.Errorf("part %d: there is no kind of part %q", i+1, kind)
		}
	}
	return cases, nil
}

// splitArgs splits at blanks outside of single quotes, which it removes.
func splitArgs(s string) []string {
	var args []string
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		var arg string
		for s != "" && s[0] != ' ' {
			n := strings.IndexAny(s+" ", "' ")
			arg, s = arg+s[:n], s[n:]
			if strings.HasPrefix(s, "'") {
				quoted, rest, _ := strings.Cut(s[1:], "'")
				arg, s = arg+quoted, rest
			}
		}
		args = append(args, arg)
	}
	return args
}

func rewrite(t *testing.T, path, file string, cases []Case, tool Tool) {
	if path == "" {
		t.Fatal("-update-cases needs mlir-opt-22")
	}
	var b strings.Builder
	part := func(head, text string) {
		fmt.Fprintf(&b, "%s%s\n%s", mark, head, text)
	}
	for i := range cases {
		c := &cases[i]
		c.Want = MLIROpt(t, path, c.Args, c.Input)
		head := "case " + c.Name
		for _, a := range c.Args {
			if strings.Contains(a, " ") {
				a = "'" + a + "'"
			}
			head += " " + a
		}
		part(head, c.Input)
		if c.Want.Stdout != "" {
			part("stdout", c.Want.Stdout)
		}
		if c.Want.Status != 0 || c.Want.Stderr != "" {
			part(fmt.Sprint("stderr ", c.Want.Status), c.Want.Stderr)
		}
		if c.Differs != "" {
			got := tool.Run(c.Args, c.Input)
			c.Ours = got.Stdout + got.Stderr
			part("differs "+c.Differs, c.Ours)
		}
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
