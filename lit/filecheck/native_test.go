package filecheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/version"
)

// nativeCase is a call of tg-filecheck on check.txt, with at most one more argument.
type nativeCase struct {
	name     string
	check    string
	input    string
	argument string
	exit     int
	stderr   string
}

// runNative calls tg-filecheck on a check file called check.txt in the current directory.
func runNative(t *testing.T, check, input string, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	if err := os.WriteFile("check.txt", []byte(check), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errors bytes.Buffer
	exit = NativeMain(append([]string{"check.txt"}, args...), strings.NewReader(input), &out, &errors)
	return exit, out.String(), errors.String()
}

func TestNativeReports(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range nativeCases {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			if c.argument != "" {
				args = append(args, c.argument)
			}
			exit, stdout, stderr := runNative(t, c.check, c.input, args...)
			if exit != c.exit || stdout != "" || stderr != c.stderr {
				t.Errorf("exit status %d, want %d; stdout %q; stderr (-want +have)\n%s", exit, c.exit, stdout, cmp.Diff(c.stderr, stderr))
			}
		})
	}
}

func TestNativeVariableScope(t *testing.T) {
	t.Chdir(t.TempDir())
	const check, input = "CHECK: [[V:a]]\nCHECK-LABEL: f\nCHECK: [[V]]\n", "a\nf\na\n"
	for _, c := range []struct {
		args []string
		exit int
	}{
		{nil, 1}, {[]string{"--lint=slips"}, 1}, {[]string{"--no-lint=variable-across-label"}, 1}, {[]string{"--no-enable-var-scope"}, 0},
		{[]string{"--enable-var-scope=false"}, 0}, {[]string{"--llvm"}, 0}, {[]string{"--llvm", "--enable-var-scope"}, 1},
	} {
		if exit, _, stderr := runNative(t, check, input, c.args...); exit != c.exit {
			t.Errorf("%q: exit status %d, want %d\n%s", c.args, exit, c.exit, stderr)
		}
	}
}

func TestExactCount(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		check, input string
		exit         int
	}{
		{"CHECK-COUNT-2!: x\n", "x\nx\n", 0},
		{"CHECK-COUNT-2!: x\n", "x\n", 1},
		{"CHECK-COUNT-2!: x\n", "x x x\n", 1},
		{"CHECK-COUNT-2!: x\nCHECK: end\n", "x\nx\nend\nx\n", 0},
		{"CHECK-COUNT-2!: x\nCHECK: end\n", "x\nx\nx end\n", 1},
		{"CHECK-COUNT-2!: x\nCHECK-NEXT: end\n", "x\nx\nend\nx\n", 0},
		{"CHECK-COUNT-1!: x\nCHECK-LABEL: f\nCHECK: x\n", "x\nf\nx\n", 0},
		{"CHECK-COUNT-1!: x\nCHECK-LABEL: f\nCHECK: x\n", "x\nx\nf\nx\n", 1},
		{"CHECK-COUNT-1!: x\nCHECK-DAG: b\nCHECK-DAG: a\nCHECK: x\n", "x\na\nb\nx\n", 0},
		{"CHECK-COUNT-1!: x\nCHECK-DAG: b\nCHECK-DAG: a\n", "x\nx\na\nb\n", 1},
		{"CHECK-COUNT-2!{LITERAL}: [[x\n", "[[x\n[[x\n", 0},
		{"CHECK-COUNT-2!{LITERAL}: [[x\n", "[[x\n[[x\n[[x\n", 1},
	} {
		if exit, _, stderr := runNative(t, c.check, c.input); exit != c.exit {
			t.Errorf("%q on %q: exit status %d, want %d\n%s", c.check, c.input, exit, c.exit, stderr)
		}
	}
	const message = "check.txt:1:14: error: invalid count in -COUNT specification on prefix 'CHECK'\n"
	if exit, _, stderr := runNative(t, "CHECK-COUNT-2!: x\n", "x\nx\n", "--llvm"); exit != 2 || !strings.HasPrefix(stderr, message) {
		t.Errorf("with --llvm: exit status %d\n%s", exit, stderr)
	}
}

const explainCheck = "CHECK: [[V:[a-z]+]] [[#N:]]\nCHECK-NOT: z\nCHECK-COUNT-2: [[V]]\nCHECK-DAG: [[#N+1]]\nCHECK: end\nCHECK: more\nCHECK: last [[V]]\n"

func TestExplain(t *testing.T) {
	t.Chdir(t.TempDir())
	const want = `check.txt:1:8: CHECK: [[V:[a-z]+]] [[#N:]]
  regex     ([a-z]+) ([0-9]+)
  searched  <stdin> 1:1 to 5:1
  matched at 1:1 to 1:6
  captured  V = "ab", from 1:1
  captured  N = "41", from 1:4
check.txt:2:12: CHECK-NOT: z
  fixed     z
  searched  <stdin> 1:6 to 2:1
  absent, as demanded
check.txt:3:16: CHECK-COUNT-2: [[V]]
  regex     ab
  searched  <stdin> 1:6 to 5:1
  with      V = "ab", from 1:1
  matched at 2:1 to 2:3
  searched  <stdin> 2:3 to 5:1
  with      V = "ab", from 1:1
  matched at 2:4 to 2:6
check.txt:4:12: CHECK-DAG: [[#N+1]]
  regex     42
  searched  <stdin> 2:6 to 5:1
  with      N+1 = "42", from 1:4
  matched at 3:1 to 3:3
check.txt:5:8: CHECK: end
  fixed     end
  searched  <stdin> 3:3 to 5:1
  matched at 4:1 to 4:4
check.txt:6:8: CHECK: more
  fixed     more
  searched  <stdin> 4:4 to 5:1
  not found
check.txt:7:8: CHECK: last [[V]]
  regex     last [[V]]
  not reached
`
	for _, option := range []string{"--explain", "-v"} {
		exit, stdout, _ := runNative(t, explainCheck, "ab 41\nab ab\n42\nend\n", option)
		if diff := cmp.Diff(want, stdout); exit != 1 || diff != "" {
			t.Errorf("%s: exit status %d (-want +have)\n%s", option, exit, diff)
		}
	}
	const label = "check.txt:2:14: CHECK-LABEL: g\n  fixed     g\n  searched  <stdin> 1:2 to 2:2\n  matched at 2:1 to 2:2\n"
	if _, stdout, _ := runNative(t, "CHECK-LABEL: f\nCHECK-LABEL: g\n", "f\ng\n", "--explain"); !strings.HasSuffix(stdout, label) {
		t.Errorf("--explain of LABELs: %s", stdout)
	}
	const discarded = "  searched  <stdin> 1:1 to 3:1\n  discarded, as it overlaps an earlier DAG match at 1:1 to 1:2\n" +
		"  searched  <stdin> 1:2 to 3:1\n  matched at 2:1 to 2:2\n"
	if _, stdout, _ := runNative(t, "CHECK-DAG: a\nCHECK-DAG: a\n", "a\na\n", "-vv"); !strings.Contains(stdout, discarded) {
		t.Errorf("-vv: %s", stdout)
	}
}

func TestExplainJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	_, stdout, _ := runNative(t, explainCheck, "ab 41\nab ab\n42\nend\n", "--explain=json")
	var all []explainedDirective
	if err := json.Unmarshal([]byte(stdout), &all); err != nil {
		t.Fatalf("%v\n%s", err, stdout)
	}
	var got []string
	for _, d := range all {
		line := fmt.Sprintf("%d %s fixed=%q regex=%q", d.Line, d.Directive, d.Fixed, d.Regex)
		for _, s := range d.Searches {
			line += fmt.Sprintf("; %s %v %v %v", s.Outcome, &s.Region, s.Match, len(s.Values)+len(s.Captures))
		}
		got = append(got, line)
	}
	want := []string{
		`1 CHECK fixed="" regex="([a-z]+) ([0-9]+)"; matched 1:1 to 5:1 1:1 to 1:6 2`,
		`2 CHECK-NOT fixed="z" regex=""; absent, as demanded 1:6 to 2:1 <nil> 0`,
		`3 CHECK-COUNT-2 fixed="" regex="ab"; matched 1:6 to 5:1 2:1 to 2:3 1; matched 2:3 to 5:1 2:4 to 2:6 1`,
		`4 CHECK-DAG fixed="" regex="42"; matched 2:6 to 5:1 3:1 to 3:3 1`,
		`5 CHECK fixed="end" regex=""; matched 3:3 to 5:1 4:1 to 4:4 0`,
		`6 CHECK fixed="more" regex=""; not found 4:4 to 5:1 <nil> 0`,
		`7 CHECK fixed="" regex="last [[V]]"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +have)\n%s", diff)
	}
}

// TestNativeCommandLine has what the tool says about its arguments: the exit status and the start
// of its output.
func TestNativeCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args   []string
		exit   int
		stdout string
		stderr string
	}{
		{[]string{"--help"}, 0, "usage: tg-filecheck [options] check-file\n", ""},
		{[]string{"--version"}, 0, "tg-filecheck " + version.String() + ", with what FileCheck of LLVM 22.1.8 can do\n", ""},
		{[]string{"--list-lint"}, 0, "misspelled-directive   error    a word", ""},
		{[]string{"--dump-input=help"}, 0, "The following description was requested", ""},
		{[]string{"--expalin=json"}, 1, "", "tg-filecheck: Unknown command line argument '--expalin=json'.  Try: 'tg-filecheck --help'\n" +
			"tg-filecheck: Did you mean '--explain=json'?\n"},
		{[]string{"--lint=foo"}, 1, "", "tg-filecheck: for the --lint option: 'foo' is no level; use off, warn, slips or error\n"},
		{[]string{"--explain=xml"}, 1, "", "tg-filecheck: for the --explain option: 'xml' is no form; use text or json\n"},
		{[]string{"--no-lint", "stale-nt"}, 1, "", "tg-filecheck: for the --no-lint option: there is no rule 'stale-nt'; did you mean 'stale-not'?"},
		{[]string{"--lint"}, 1, "", "tg-filecheck: for the --lint option: requires a value!\n"},
		{nil, 2, "", "tg-filecheck: error: no check file given; see tg-filecheck --help\n"},
		{[]string{"missing.txt"}, 2, "", "tg-filecheck: error: cannot read check file 'missing.txt': No such file or directory\n"},
		{[]string{"a.txt", "--input-file=missing.txt"}, 2, "", "tg-filecheck: error: cannot read input 'missing.txt': No such file or directory\n"},
		{[]string{"a.txt", "--check-prefix=B"}, 2, "", "error: no check strings found with prefix 'B:'\n"},
		{[]string{"a.txt", "--check-prefix=!"}, 2, "", "error: supplied check prefix must start with a letter"},
		{[]string{"a.txt", "--lint-only"}, 0, "", ""},
		{[]string{"--llvm", "a.txt", "--explain"}, 1, "", "a.txt:1:8: error: CHECK: expected string not found in input\nCHECK: a\n       ^\n<stdin>:1:1: note: scanning"},
		{[]string{"--llvm", "b.txt", "--lint", "warn"}, 0, "", "b.txt:2:1: warning: 'CHECK-NXT:' is no directive; did you mean 'CHECK-NEXT:'?"},
		{[]string{"--llvm", "b.txt"}, 0, "", ""},
		{[]string{"--llvm", "--nope"}, 1, "", "FileCheck: Unknown command line argument '--nope'.  Try: 'FileCheck --help'\n"},
	} {
		for name, text := range map[string]string{"a.txt": "CHECK: a\n", "b.txt": "CHECK: b\nCHECK-NXT: c\n"} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		exit := NativeMain(c.args, strings.NewReader("b\n"), &stdout, &stderr)
		if exit != c.exit || !strings.HasPrefix(stdout.String(), c.stdout) || !strings.HasPrefix(stderr.String(), c.stderr) ||
			c.stderr == "" && stderr.Len() > 0 || c.stdout == "" && stdout.Len() > 0 {
			t.Errorf("%q: exit status %d, stdout %q, stderr %q", c.args, exit, stdout.String(), stderr.String())
		}
	}
}

// TestLLVMMode: with --llvm, or by another name, the tool says what Main says.
func TestLLVMMode(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range nativeCases {
		args := []string{"check.txt"}
		if strings.HasPrefix(c.argument, "--") && !strings.Contains(c.argument, "lint") {
			args = append(args, c.argument)
		}
		if err := os.WriteFile("check.txt", []byte(c.check), 0o666); err != nil {
			t.Fatal(err)
		}
		var want, wantErrors bytes.Buffer
		exit := Main(args, strings.NewReader(c.input), &want, &wantErrors)
		compare := func(how string, run func(stdout, stderr *bytes.Buffer) int) {
			var stdout, stderr bytes.Buffer
			if got := run(&stdout, &stderr); got != exit || stdout.String() != want.String() || stderr.String() != wantErrors.String() {
				t.Errorf("%s, %s: exit status %d, want %d\n%s", c.name, how, got, exit, cmp.Diff(wantErrors.String(), stderr.String()))
			}
		}
		compare("--llvm", func(stdout, stderr *bytes.Buffer) int {
			return NativeMain(append([]string{"--llvm"}, args...), strings.NewReader(c.input), stdout, stderr)
		})
		compare("FILECHECK_OPTS", func(stdout, stderr *bytes.Buffer) int {
			t.Setenv("FILECHECK_OPTS", "-llvm")
			defer os.Unsetenv("FILECHECK_OPTS")
			return NativeMain(args, strings.NewReader(c.input), stdout, stderr)
		})
		compare("name", func(stdout, stderr *bytes.Buffer) int {
			defer func(name string) { os.Args[0] = name }(os.Args[0])
			os.Args[0] = "/usr/bin/FileCheck-22"
			return NativeMain(args, strings.NewReader(c.input), stdout, stderr)
		})
	}
}

// TestHelpIsComplete: each option that has a help is in one group.
func TestHelpIsComplete(t *testing.T) {
	var named []string
	for _, group := range helpGroups {
		named = append(named, group.names...)
	}
	var known []string
	for _, o := range (&native{commandLine: newCommandLine()}).allOptions() {
		if o.help != "" {
			known = append(known, o.name)
		}
	}
	slices.Sort(named)
	slices.Sort(known)
	if diff := cmp.Diff(known, named); diff != "" {
		t.Errorf("(-options +help)\n%s", diff)
	}
	var help bytes.Buffer
	printNativeHelp(&help)
	for line := range strings.Lines(help.String()) {
		if len(line) > 81 {
			t.Errorf("too long: %s", line)
		}
	}
}

var exactCount = regexp.MustCompile(`COUNT-[0-9]+!`)

// agrees runs a case in native mode, with and without the linter, and in LLVM mode. Without the
// linter the exit status is the same; with it, what passes also passes in LLVM mode. Only COUNT-n!
// is something else there.
func agrees(t *testing.T, check, input string, args ...string) bool {
	t.Helper()
	file := filepath.Join(t.TempDir(), "check.txt")
	if err := os.WriteFile(file, []byte(check), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(more ...string) (int, string) {
		var stdout, stderr bytes.Buffer
		exit := NativeMain(slices.Concat(more, args, []string{file}), strings.NewReader(input), &stdout, &stderr)
		return exit, stderr.String()
	}
	linted, _ := run("--explain")
	plain, messages := run("--lint=off")
	llvm, llvmMessages := run("--llvm", "--enable-var-scope")
	same := plain == llvm || strings.Contains(llvmMessages, "command line:") // a broken implicit check: LLVM goes on
	if linted == 0 && plain != 0 || !exactCount.MatchString(check) && (linted == 0 && llvm != 0 || !same) {
		t.Errorf("exit status %d with the linter, %d without, %d in LLVM mode, for %q on\n%s\n%q\n%s\n%s",
			linted, plain, llvm, args, check, input, messages, llvmMessages)
		return false
	}
	return true
}

// TestNativeAgreesWithLLVMMode compares the modes on random cases.
func TestNativeAgreesWithLLVMMode(t *testing.T) {
	for n := range uint64(1500) {
		check, input, args := newCaseMaker(rand.New(rand.NewPCG(n, 7))).newCase()
		if !agrees(t, check, input, args[1:]...) { // without the name of the check file
			return
		}
	}
}

func FuzzNative(f *testing.F) {
	for _, c := range nativeCases {
		f.Add(c.check, c.input)
	}
	for _, c := range slices.Concat(lintNameCases, lintOtherCases) {
		f.Add(c.text, "a\nb\n")
	}
	f.Fuzz(func(t *testing.T, check, input string) {
		const longest = 2000
		if len(check) <= longest && len(input) <= longest {
			agrees(t, check, input)
		}
	})
}
