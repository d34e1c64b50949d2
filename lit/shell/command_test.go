package shell

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/lit/internal/testtool"
)

// testTools are the in-process tools of the tests.
func testTools() []Tool {
	tools := []Tool{{Name: "getenv", Run: func(i *Invocation) int {
		fmt.Fprintf(i.Stdout, "%s %s=%s\n", filepath.Base(i.Dir), i.Args[0], i.Getenv(i.Args[0]))
		return 0
	}}}
	for name, main := range testtool.All {
		tools = append(tools, Tool{Name: name, Main: main})
	}
	return tools
}

// testConfig is a configuration with a directory of its own and the test tools.
func testConfig(t *testing.T) Config {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return Config{Dir: dir, Tools: testTools(), Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=/home"}}
}

// runText runs lines in a configuration. %t is a name in the directory of the test.
func runText(config Config, text string) Outcome {
	var lines []Line
	for i, command := range strings.Split(text, "\n") {
		command = strings.ReplaceAll(command, "%t", filepath.Join(config.Dir, "tmp"))
		lines = append(lines, Line{At: fmt.Sprintf("RUN: at line %d", i+1), Command: command})
	}
	return Run(context.Background(), config, lines)
}

// commandCases are command lines that must succeed, or fail with a message.
var commandCases = []struct {
	name string
	run  string // lines; %t.d is an empty directory
	fail string // what the output contains if the test must fail
}{
	{"redirect output", "args x > %t.o\ncat %t.o | count 1", ""},
	{"append", "args x > %t.o\nargs y >> %t.o\ncount 2 < %t.o", ""},
	{"redirect errors", "both 2> %t.e | count 1\ncount 1 < %t.e", ""},
	{"append errors", "both 2> %t.e\nboth 2>> %t.e\ncount 2 < %t.e", ""},
	{"errors to pipe", "both 2>&1 | count 2", ""},
	{"both to file", "both &> %t.o\ncount 2 < %t.o", ""},
	{"both to file, other spelling", "both >& %t.o\ncount 2 < %t.o", ""},
	{"order of redirections", "both > %t.o 2>&1\ncount 2 < %t.o", ""},
	{"errors to the pipe, output to a file", "both 2>&1 > %t.o | count 1\ncount 1 < %t.o", ""},
	{"output to a file ends the pipe", "both > %t.o | count 0", ""},
	{"program errors to pipe", "sh -c 'echo a; echo b >&2' 2>&1 | count 2", ""},
	{"program in the middle", "args x | cat | sh -c cat | upper | count 1", ""},
	{"program status", "not sh -c 'exit 3'\nsh -c 'exit 3'", "Exit Code: 3\n"},
	{"program killed", "sh -c 'kill -9 $$'", "Exit Code: -9\n"},
	{"program in a directory", "mkdir %t.d/sub\ncd %t.d/sub\nsh -c 'pwd' | grep /sub", ""},
	{"program relative to the directory", "cd %t.d\necho '#!/bin/sh' > x\nsh -c 'chmod +x x'\n./x", ""},
	{"cd to nowhere", "cd %t.d/nowhere ; sh -c true", "Could not create process"},
	{"cd without directory", "cd || args", "'cd' supports only one argument"},
	{"pushd and popd", "cd %t.d\nmkdir a\npushd a\necho x > f\npopd\ncat a/f", ""},
	{"popd of nothing", "popd", "popd: directory stack empty"},
	{"relative redirection", "cd %t.d\nargs > f\ncat %t.d/f", ""},
	{"missing input", "cat < %t.nowhere", "[Errno 2] No such file or directory: '"},
	{"unsupported redirection", "both 1>&2", "Unsupported redirect: (('>&', 1), '2')"},
	{"glob", "cd %t.d\nargs > b.x\nargs > a.x\nargs > .c.x\nargs *.x '*.x' no*where > o\ngrep '^\\[[^]]*/a.x\\]\\[[^]]*/b.x\\]\\[\\*.x\\]\\[no\\*where\\]$' o", ""},
	{"glob in redirection", "cd %t.d\nargs > a\nargs > b\nargs > ?", "glob in redirect expanded to multiple files"},
	{"env", "env A=1 B=2 sh -c 'echo $A$B' | grep 12", ""},
	{"env unset", "env A=1 -u A sh -c 'echo x$A' | grep '^x$'", ""},
	{"env prints", "env -i A=1 | grep '^A=1$'\nenv -i A=1 | count 1", ""},
	{"env is not kept", "env A=1 sh -c true\nsh -c 'echo x$A' | grep '^x$'", ""},
	{"export", "export A=1\nsh -c 'echo x$A' | grep '^x1$'", ""},
	{"env of a tool", "env A=1 upper", "'env' cannot set variables of the in-process tool 'upper'"},
	{"env of a shell builtin", "env A=1 cd x", "'env' cannot call 'cd'"},
	{"not --crash of a builtin", "not --crash rm x", "'not --crash' cannot call 'rm'"},
	{"builtin in a pipeline", "args | mkdir x", "Unsupported: 'mkdir' cannot be part of a pipeline"},
	{"readfile", "echo -n 5 > %t.n\nexit %{readfile:%t.n}", "Exit Code: 5\n"},
	{"readfile of nothing", "exit %{readfile:nowhere}", "File specified in readfile substitution does not exist"},
	{"colon", ": a b", ""},
	{"mkdir of parents", "mkdir -p %t.d/a/b/c\nargs > %t.d/a/b/c/f", ""},
	{"mkdir again", "mkdir %t.d\nmkdir -p %t.d", ""},
	{"mkdir without parents", "mkdir %t.d/a/b", "Error: 'mkdir' command failed"},
	{"mkdir option", "mkdir -z x", "option -z not recognized"},
	{"mkdir of nothing", "mkdir -p", "'mkdir' is missing an operand"},
	{"rm", "args > %t.x\nrm %t.x\nnot cat %t.x", ""},
	{"rm of nothing", "rm %t.nowhere", "Error: 'rm' command failed"},
	{"rm -f of nothing", "rm -f %t.nowhere", ""},
	{"rm of a directory", "rm %t.d", "is a directory"},
	{"rm -r", "mkdir -p %t.d/a/b\nrm -rf %t.d\nnot cat %t.d/a", ""},
	{"rm --recursive", "rm --recursive %t.d", ""},
	{"echo", "echo -n 'a b' c | grep '^a b c$'\necho -n x | count 0\necho -x | grep '^-x$'", ""},
	{"echo -e", `echo -e 'a\nb\x41\101\q' > %t.o` + "\n" + `count 2 < %t.o` + "\n" + `grep '^bAA\\q$' %t.o`, ""},
	{"cat of several", "echo a > %t.a\ncat %t.a %t.a | count 2", ""},
	{"cat of nothing", "cat %t.nowhere", "[Errno 2] No such file or directory: '"},
	{"cat -v", `echo -e 'a\x01\x7f\xe9' | sh -c 'cat > %t.o'` + "\ncat -v %t.o | grep '^a^A^?M-i$'", ""},
	{"cat option", "cat -n x", "Unsupported: 'cat':"},
	{"count", "echo -e 'a\\nb' | count 2", ""},
	{"count of an unfinished line", "echo -n a | count 0", ""},
	{"count misused", "count", "usage: count"},
	{"count of nonsense", "count 2x", "invalid count argument '2x'"},
	{"count of no number", "count x", ""},
	{"diff", "echo a > %t.a\necho a > %t.b\ndiff %t.a %t.b", ""},
	{"diff from input", "echo a > %t.a\necho a | diff - %t.a", ""},
	{"diff -w", "echo 'a b' > %t.a\necho ' ab' > %t.b\ndiff -w %t.a %t.b\ndiff -b %t.a %t.b", "! ab"},
	{"diff -b", "echo 'a b' > %t.a\necho 'a  b ' > %t.b\ndiff -b %t.a %t.b\ndiff %t.a %t.b", "! a  b"},
	{"diff --strip-trailing-cr", `echo -e 'a\r' > %t.a` + "\necho a > %t.b\ndiff --strip-trailing-cr %t.a %t.b", ""},
	{"diff -I", "echo x1 > %t.a\necho x2 > %t.b\ndiff -I x %t.a %t.b", ""},
	{"diff -u", `echo -e '1\n2\n3\n4\n5\n6' > %t.a` + "\n" + `echo -e '1\n2\n3\n4\nfive\n6' > %t.b` + "\ndiff -u %t.a %t.b",
		"# | @@ -2,5 +2,5 @@\n# |  2\n# |  3\n# |  4\n# | -5\n# | +five\n# |  6\n"},
	{"diff -U", `echo -e '1\n2\n3' > %t.a` + "\n" + `echo -e '1\n3' > %t.b` + "\ndiff -U0 %t.a %t.b", "# | @@ -2 +1,0 @@\n# | -2\n"},
	{"diff context", "echo -e '1\\n2' > %t.a\necho -e '1\\n2\\n3' > %t.b\ndiff %t.a %t.b",
		"# | ***************\n# | *** 1,2 ****\n# | --- 1,3 ----\n# |   1\n# |   2\n# | + 3\n"},
	{"diff -r", "mkdir %t.d/a\nmkdir %t.d/b\necho x > %t.d/a/f\ndiff -r %t.d/a %t.d/b", "# | Only in"},
	{"diff -r equal", "mkdir -p %t.d/a/s\nmkdir -p %t.d/b/s\necho x > %t.d/a/s/f\necho x > %t.d/b/s/f\ndiff -r %t.d/a %t.d/b", ""},
	{"diff of nothing", "diff a", "missing or extra operand"},
	{"diff of missing", "diff %t.nowhere %t.nowhere", "Error: 'diff' command failed"},
	{"diff -U of nonsense", "diff -Ux a b", "invalid '-U' argument: x"},
	{"split-file", `echo -e '//--- a\nx\n--- no\n#--- b/c\ny' > %t.s` + "\nsplit-file %t.s %t.d\ncount 2 < %t.d/a\ncount 1 < %t.d/b/c", ""},
	{"split-file keeps lines", `echo -e 'z\n#--- a\nx' > %t.s` + "\nsplit-file --leading-lines %t.s %t.d\ncount 3 < %t.d/a", ""},
	{"split-file without parts", "echo x > %t.s\nsplit-file %t.s %t.d", "no part separator was found"},
	{"split-file twice the same", `echo -e '#--- a\n#--- a' > %t.s` + "\nsplit-file %t.s %t.d", "'#--- a' occurs more than once"},
	{"split-file without name", "echo '#--- ' > %t.s\nsplit-file %t.s %t.d", "empty part name"},
	{"split-file with space", "echo '#---  a' > %t.s\nsplit-file %t.s %t.d", "part name cannot have leading or trailing space"},
	{"split-file outside", "echo '#--- ../a' > %t.s\nsplit-file %t.s %t.d/b && cat %t.d/a", ""},
}

func TestCommands(t *testing.T) {
	for _, test := range commandCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			outcome := runText(testConfig(t), "mkdir %t.d\n"+test.run)
			if report := outcome.Report(); (outcome.Status != 0) != (test.fail != "") || !strings.Contains(report, test.fail) {
				t.Errorf("status %d, want %q in\n%s", outcome.Status, test.fail, report)
			}
		})
	}
}
