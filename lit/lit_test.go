package lit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit/filecheck"
	"github.com/tg-opt/tg/lit/internal/testtool"
)

// testTools are the in-process tools of the tests.
func testTools() []Tool {
	var tools []Tool
	for name, main := range testtool.All {
		tools = append(tools, Tool{Name: name, Main: main})
	}
	return tools
}

// runText runs a test file with the given text.
func runText(t *testing.T, text string, change func(*Suite)) *Result {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.test"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s := Suite{Name: "suite", Dir: dir, ExecDir: filepath.Join(dir, "exec"), Suffixes: []string{".test"}, Tools: testTools(),
		Features: []string{"here", "arch=x86-64"}}
	if change != nil {
		change(&s)
	}
	return s.RunFile("a.test")
}

func TestRunFile(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		status Status
		output string // must be contained in the output
	}{
		{"one tool", "RUN: args a b", Pass, "# executed command: args a b\n# .---command stdout------------\n# | [a][b]\n# `-----------------------------\n"},
		{"no RUN line", "hello\n", Unresolved, "Test has no 'RUN:' line"},
		{"status", "RUN: exit 3", Fail, "Exit Code: 3\n"},
		{"no output", "RUN: exit 3", Fail, "# note: command had no output on stdout or stderr\n# error: command failed with exit status: 3\n"},
		{"lines stop at a failure", "RUN: exit 1\nRUN: args reached", Fail, "# RUN: at line 1\nexit 1\n"},
		{"line of a command", "x\n\n// RUN: args\n", Pass, "# RUN: at line 3\nargs\n"},
		{"pipe", "RUN: echo abc | upper | args x", Pass, "[x]"},
		{"pipe carries data", "RUN: echo abc | upper | upper", Pass, "# | ABC\n"},
		{"pipefail", "RUN: exit 4 | upper", Fail, "Exit Code: 4\n"},
		{"last failure counts", "RUN: exit 4 | exit 5 | upper", Fail, "Exit Code: 5\n"},
		{"reader that stops early", "RUN: lines | first-line", Pass, "# | 0\n"},
		{"and", "RUN: exit 0 && args yes", Pass, "[yes]"},
		{"and after failure", "RUN: exit 2 && args yes", Fail, "Exit Code: 2\n"},
		{"or", "RUN: exit 2 || args yes", Pass, "[yes]"},
		{"or after success", "RUN: exit 0 || exit 1", Pass, ""},
		{"semicolon", "RUN: exit 2 ; args yes", Pass, "[yes]"},
		{"equal precedence", "RUN: exit 0 || exit 1 && exit 6", Fail, "Exit Code: 6\n"},
		{"background", "RUN: args &", Unresolved, "column 6: unsupported shell operator: '&'"},
		{"not", "RUN: not exit 1", Pass, ""},
		{"not of success", "RUN: not exit 0", Fail, "Exit Code: 1\n"},
		{"bang", "RUN: ! exit 1", Pass, "# executed command: ! exit 1\n"},
		{"double negation", "RUN: not not exit 3", Fail, "Exit Code: 1\n"},
		{"not without command", "RUN: not", Fail, "Error: 'not' requires a subcommand"},
		{"panic", "RUN: panics", Fail, "# | panic: out of luck\n"},
		{"not does not hide a crash", "RUN: not panics", Fail, "Exit Code: 1\n"},
		{"bang hides a crash", "RUN: ! panics", Pass, ""},
		{"not --crash", "RUN: not --crash panics", Pass, ""},
		{"not --crash of a failure", "RUN: not --crash exit 1", Fail, ""},
		{"unknown command", "RUN: no-such-tool x", Fail, "# | 'no-such-tool': command not found\n# `-----------------------------\n# error: command failed with exit status: 127\n"},
		{"unknown command is fatal", "RUN: no-such-tool || args", Fail, "Exit Code: 127\n"},
		{"continuation", "RUN: args a \\\nRUN:   b\\\nRUN: c", Pass, "[a][b][c]"},
		{"unterminated", "RUN: args a \\\n", Unresolved, `Test has unterminated 'RUN:' directive (with '\') at line 1`},
		{"unterminated over lines", "RUN: args a \\\nRUN: b \\\nDEFINE: %{x} = y\n", Unresolved, `directive (with '\') from line 1 to 2`},
		{"END", "RUN: args\nEND.\nRUN: exit 1\n", Pass, ""},
		{"END with text is no end", "RUN: args\nEND. of\nRUN: exit 1\n", Fail, ""},
		{"carriage returns", "RUN: args a\r\n", Pass, "[a]\n"},
		{"REQUIRES", "REQUIRES: here, nowhere\nRUN: exit 1", Unsupported, "Test requires the following unavailable features: nowhere"},
		{"REQUIRES holds", "REQUIRES: here\nRUN: exit 0", Pass, ""},
		{"REQUIRES continues", "REQUIRES: here && \\\nREQUIRES: nowhere\nRUN: exit 1", Unsupported, "here && nowhere"},
		{"REQUIRES unterminated", "REQUIRES: here \\\nRUN: exit 1", Unresolved, "unterminated 'REQUIRES:' lines"},
		{"UNSUPPORTED", "UNSUPPORTED: arch={{x86.*}}\nRUN: exit 1", Unsupported, "Test does not support the following features and/or targets: arch={{x86.*}}"},
		{"XFAIL", "XFAIL: *\nRUN: exit 1", XFail, ""},
		{"XFAIL passes", "XFAIL: here\nRUN: exit 0", XPass, ""},
		{"XFAIL elsewhere", "XFAIL: nowhere\nRUN: exit 0", Pass, ""},
		{"bad condition", "REQUIRES: (here\nRUN: exit 0", Unresolved, "in expression: '(here'\nin REQUIRES: directive on test line 1"},
		{"retries", "ALLOW_RETRIES: 2\nRUN: args x >> %t && count 2 < %t", FlakyPass, ""},
		{"too few retries", "ALLOW_RETRIES: 1\nRUN: args x >> %t && count 3 < %t", Fail, "Expected 3 lines, got 2."},
		{"bad retries", "ALLOW_RETRIES: x\nRUN: args", Unresolved, "INTEGER parser"},
		{"two retries", "ALLOW_RETRIES: 1\nALLOW_RETRIES: 1\nRUN: args", Unresolved, "more than one ALLOW_RETRIES"},
		{"empty after substitution", "RUN: %if nowhere %{ exit 1 %}\n", Pass, "# RUN: at line 1 has no command after substitutions\n"},
		{"parser error", "RUN: args 'x", Unresolved, "# shell parser error on RUN: at line 1: args 'x\n# column 6: missing closing '"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result := runText(t, test.text, nil)
			if result.Status != test.status || !strings.Contains(result.Output, test.output) {
				t.Errorf("status %s, want %s; want output with %q, have\n%s", result.Status, test.status, test.output, result.Output)
			}
		})
	}
}

// TestTranscript fixes the whole format of the output.
func TestTranscript(t *testing.T) {
	text := "RUN: echo 'a b' > %t; both | upper\nRUN: both > %t 2>&1 && false-tool\nRUN: exit 2 > %t.x\n"
	result := runText(t, text, func(s *Suite) {
		s.Substitutions = []Substitution{{"%t", "OUT"}}
		s.Tools = append(s.Tools, Tool{Name: "false-tool", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			fmt.Fprint(stderr, "line 1\n\nline 3")
			return 1
		}})
	})
	want := "Exit Code: 1\n\nCommand Output (stdout):\n--\n" + `# RUN: at line 1
echo 'a b' > OUT; both | upper
# executed command: echo 'a b'
# executed command: both
# .---command stderr------------
# | to stderr
# ` + "`" + `-----------------------------
# executed command: upper
# .---command stdout------------
# | TO STDOUT
# ` + "`" + `-----------------------------
# RUN: at line 2
both > OUT 2>&1 && false-tool
# executed command: both
# executed command: false-tool
# .---command stderr------------
# | line 1
# | 
# | line 3
# ` + "`" + `-----------------------------
# error: command failed with exit status: 1

--
`
	if diff := cmp.Diff(want, result.Output); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRedirectedOutputOfFailure(t *testing.T) {
	result := runText(t, "RUN: cat %s > %t.x && not cat %s > %t.x\n"+strings.Repeat("0123456789abcde\n", 100), nil)
	for _, want := range []string{"# .---redirected output from '", "a.test.tmp.x'\n", "# | 0123456789abcde\n", "\n# | ...\n",
		"# `---data was truncated--------\n"} {
		if !strings.Contains(result.Output, want) {
			t.Errorf("no %q in\n%s", want, result.Output)
		}
	}
}

func TestTimeout(t *testing.T) {
	for _, text := range []string{"RUN: stuck", "RUN: endless | upper", "RUN: stuck | upper", "RUN: stuck ; args reached"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			result := runText(t, text, func(s *Suite) { s.Timeout = 50 * time.Millisecond })
			if result.Status != Timeout || !strings.Contains(result.Output, "Timeout: Reached timeout of 0.05 seconds\n") ||
				strings.Contains(result.Output, "[reached]") {
				t.Errorf("status %s\n%s", result.Status, result.Output)
			}
		})
	}
}

func TestRunFileOutsideOfSuite(t *testing.T) {
	s := Suite{Dir: t.TempDir()}
	for _, path := range []string{"../x", "/x", "missing.test"} {
		if result := s.RunFile(path); result.Status != Unresolved {
			t.Errorf("%s: %s", path, result.Status)
		}
	}
}

func TestDiscover(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.test", "a.test", ".hidden.test", "x.txt", "sub/c.test", "Output/d.test", "Inputs/e.test", "sub/skip.test", ".dot/f.test"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := Suite{Dir: dir, Suffixes: []string{".test"}, Excludes: []string{"Inputs", "skip.test"}}
	got, err := s.Discover()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".dot/f.test", "a.test", "b.test", "sub/c.test"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestSelf runs this package's own suite of test files.
func TestSelf(t *testing.T) {
	tools := append(testTools(), Tool{Name: "FileCheck", Main: filecheck.Main})
	Run(t, Suite{Dir: "testdata/self", Suffixes: []string{".test"}, Tools: tools, Features: []string{"here"}})
}
