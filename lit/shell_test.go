package lit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	tests := []struct {
		line string
		want []string // words and operators; glob words end in a space
		err  string
	}{
		{line: `a  b	c`, want: []string{"a", "b", "c"}},
		{line: `'a b' "c d"e'f'`, want: []string{"a b", "c def"}},
		{line: `"q\"r\\s\t\$"`, want: []string{`q"r\s\t$`}},
		{line: `'l\\m"'`, want: []string{`l\\m"`}},
		{line: `a\ b b\c \d`, want: []string{"a b", "bc", `\d`}},
		{line: `a\`, want: []string{"a"}},
		{line: `''`, want: []string{""}},
		{line: `$HOME $(x)`, want: []string{"$HOME", "$(x)"}},
		{line: `*.c "*" a\*b [x]?`, want: []string{"*.c ", "*", "a*b", "[x]? "}},
		{line: `a|b||c&&d;e`, want: []string{"a", "op |", "b", "op ||", "c", "op &&", "d", "op ;", "e"}},
		{line: `a>b 2>c 2>>d e2>f &>g 2>&1`, want: []string{"a", "op >", "b", "op 2>", "c", "op 2>>", "d", "e2", "op >", "f", "op &>", "g", "op 2>&", "1"}},
		{line: `"2">b 12>c`, want: []string{"2", "op >", "b", "op 12>", "c"}},
		{line: `a 'b`, err: "column 3: missing closing '"},
		{line: `a "b\"`, err: `column 3: missing closing "`},
		{line: `a*'?'`, err: "column 1: glob characters both inside and outside of quotes in one word"},
	}
	for _, test := range tests {
		tokens, err := (&shellLexer{line: test.line}).tokens()
		var got []string
		for _, token := range tokens {
			switch {
			case token.op != "" && token.fd >= 0:
				got = append(got, fmt.Sprint("op ", token.fd, token.op))
			case token.op != "":
				got = append(got, "op "+token.op)
			case token.word.glob:
				got = append(got, token.word.text+" ")
			default:
				got = append(got, token.word.text)
			}
		}
		message := ""
		if err != nil {
			message, got = err.Error(), nil
		}
		if diff := cmp.Diff(test.want, got); diff != "" || message != test.err {
			t.Errorf("%s: error %q, want %q\n%s", test.line, message, test.err, diff)
		}
	}
}

func TestShellSyntaxErrors(t *testing.T) {
	for line, want := range map[string]string{
		"| a":     "column 1: syntax error near unexpected token '|'",
		"a |":     "column 4: empty command",
		"a && ":   "column 3: missing argument to operator '&&'",
		"a ; ; b": "column 5: syntax error near unexpected token ';'",
		"a >":     "column 3: syntax error near token '>'",
		"a > | b": "column 3: syntax error near token '>'",
		"> a":     "column 1: syntax error near unexpected token '>'",
		"a & b":   "column 3: unsupported shell operator: '&'",
	} {
		if _, err := parseShell(line); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if s, err := parseShell("  "); s != nil || err != nil {
		t.Errorf("blank line: %v, %v", s, err)
	}
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
	{"missing input", "cat < %t.nowhere", "no such file"},
	{"unsupported redirection", "both 1>&2", "Unsupported redirect: 1>& 2"},
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
	{"test case name", "sh -c 'echo $LIT_CURRENT_TESTCASE' | grep '^suite :: a.test$'", ""},
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
	{"cat of nothing", "cat %t.nowhere", "no such file"},
	{"cat -v", `echo -e 'a\x01\x7f\xe9' | sh -c 'cat > %t.o'` + "\ncat -v %t.o | grep '^a^A^?M-i$'", ""},
	{"cat option", "cat -n x", "Unsupported: 'cat':"},
	{"count", "echo -e 'a\\nb' | count 2", ""},
	{"count of an unfinished line", "echo -n a | count 0", ""},
	{"count misused", "count", "usage: count"},
	{"count of nonsense", "count x", "invalid count argument 'x'"},
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
	{"split-file outside", "echo '#--- ../a' > %t.s\nsplit-file %t.s %t.d", "leaves the output directory"},
}

func TestCommands(t *testing.T) {
	for _, test := range commandCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := "RUN: mkdir %t.d\nRUN: " + strings.ReplaceAll(test.run, "\n", "\nRUN: ")
			result := runText(t, text, nil)
			want := Pass
			if test.fail != "" {
				want = Fail
			}
			if result.Status != want || !strings.Contains(result.Output, test.fail) {
				t.Errorf("status %s, want %s with %q\n%s", result.Status, want, test.fail, result.Output)
			}
		})
	}
}

func TestSubstitutions(t *testing.T) {
	dir := t.TempDir()
	exec := filepath.Join(dir, "exec")
	tmp := filepath.Join(exec, "Output", "a.test.tmp")
	source := filepath.Join(dir, "a.test")
	tests := []struct {
		text string
		want []string // commands
		err  string
	}{
		{"RUN: %s %S %p %t", []string{source + " " + dir + " " + dir + " " + tmp}, ""},
		{"RUN: %/s %{s:basename} %{t:stem} %basename_t", []string{source + " a.test a.test a.test"}, ""},
		{"RUN: %:s %{fs-sep} %{pathsep}", []string{source[1:] + " / :"}, ""},
		{"RUN: %% %%s %%%%", []string{"% %s %%"}, ""},
		{"RUN: a%(line) %(line+2)\nRUN: %(line-1) %(line + 1)", []string{"a1 3", "1 3"}, ""},
		{"RUN: %tool x", []string{"thetool --flag x"}, ""},
		{"DEFINE: %{x} = a b\nRUN: %{x}|%{x}\nREDEFINE: %{x} =\nRUN: [%{x}]", []string{"a b|a b", "[]"}, ""},
		{"DEFINE: %{x} = a \\\nDEFINE:   b\nRUN: %{x}", []string{"a b"}, ""},
		{"DEFINE: %{x} = %{y}\nDEFINE: %{y} = 1\nRUN: %{x}", []string{"%{y}"}, ""},
		{"DEFINE: %{y} = %{x}\nDEFINE: %{x} = 1\nRUN: %{y}", []string{"%{x}"}, ""},
		{"DEFINE: %{x} = %(line)\nRUN: %{x}", []string{"1"}, ""},
		{"DEFINE: %{x}\nRUN: x", nil, "Substitution's definition does not contain '='\nin DEFINE: directive on test line 1"},
		{"DEFINE: %x = 1\nRUN: x", nil, "Substitution name '%x' is malformed"},
		{"DEFINE: %{1x} = 1\nRUN: x", nil, "Substitution name '%{1x}' is malformed"},
		{"DEFINE: %{x} = 1 \\\nDEFINE:\nRUN: x", nil, "Substitution's continuation is empty"},
		{"DEFINE: %{x} = 1\nDEFINE: %{x} = 2\nRUN: x", nil,
			"Substitution whose pattern contains '%{x}' is already defined before 'DEFINE:' directive at line 2\nExisting pattern: %{x}"},
		{"REDEFINE: %{x} = 1\nRUN: x", nil, "No substitution for '%{x}' is defined before 'REDEFINE:' directive at line 1"},
		{"REDEFINE: %{two} = 1\nRUN: x", nil, "Existing substitution whose pattern contains '%{two}' does not have the pattern"},
		{"RUN: %T", nil, "%T is no longer supported."},
		{"RUN: %if here %{ a %} %else %{ b %} c", []string{"a  c"}, ""},
		{"RUN: %if nowhere %{ a %} %else %{ b %} c", []string{"b  c"}, ""},
		{"RUN: %if !here %{a%}b", []string{"b"}, ""},
		{"RUN: x%if here %{a%if nowhere %{b%}%else%{c%}d%}e", []string{"xacde"}, ""},
		{"RUN: %if here a", nil, "'%{' is missing for %if substitution"},
		{"RUN: %if here %{a", nil, "'%}' is missing for %if substitution"},
		{"RUN: %if here %{a%} %else b", nil, "'%{' is missing for %else substitution"},
		{"RUN: %if here %{a%} %else %{b", nil, "'%}' is missing for %else substitution"},
		{"RUN: %if ( %{a%}", nil, "in expression: '( '"},
		{"RUN: " + strings.Repeat("%if here %{", 300), nil, "%if substitutions are nested too deeply"},
	}
	for _, test := range tests {
		s := &Suite{Dir: dir, ExecDir: exec, Features: []string{"here"},
			Substitutions: []Substitution{{"%tool", "thetool --flag"}, {"(%{two})+", "two"}}}
		got, err := expandText(s, test.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(test.want, got); diff != "" || !strings.Contains(message, test.err) || (test.err == "") != (message == "") {
			t.Errorf("%s\nerror %q, want %q\n%s", test.text, message, test.err, diff)
		}
	}
}

// expandText returns the commands of a test after substitution.
func expandText(s *Suite, text string) ([]string, error) {
	run, err := s.newTestRun("a.test")
	if err != nil {
		return nil, err
	}
	script, err := parseScript([]byte(text))
	if err != nil {
		return nil, err
	}
	lines, err := run.expand(script)
	var commands []string
	for _, line := range lines {
		commands = append(commands, line.command)
	}
	return commands, err
}

func TestRecursiveSubstitution(t *testing.T) {
	s := &Suite{Dir: t.TempDir(), ExecDir: t.TempDir(), RecursionLimit: 3}
	got, err := expandText(s, "DEFINE: %{y} = %{x}\nDEFINE: %{x} = 1\nRUN: %{y}")
	if diff := cmp.Diff([]string{"1"}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	_, err = expandText(s, "DEFINE: %{x} = a%{x}\nRUN: %{x}")
	want := "Recursive substitution of '%{x}' did not complete in the provided recursion limit (3)"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestConditions(t *testing.T) {
	features := []string{"a", "b-c", "x=1.2+", "target=x86_64-linux"}
	for expr, want := range map[string]bool{
		"a": true, "z": false, "true": true, "false": false, "b-c": true, "b": false, "!a": false, "!!a": true, "!z && a": true,
		"z || a": true, "a && z || a": true, "a && (z || a)": true, "z && a || z": false, "!(a && z)": true, "x=1.2+": true,
		"{{b.*}}": true, "{{b}}": false, "target={{x86.*}}": true, "target={{arm|x86}}_64-{{[a-z]+}}": true, "{{z|a}}": true,
		"!a || a": true, "{{A}}": false,
	} {
		got, err := evaluate(expr, features)
		if got != want || err != nil {
			t.Errorf("%s: %v, %v", expr, got, err)
		}
	}
	for expr, want := range map[string]string{
		"":                             "column 1:",
		"(a":                           "column 3:",
		"a b":                          "column 3:",
		"a &&":                         "column 5:",
		"a & b":                        "column 3:",
		"|| a":                         "column 1:",
		"a)":                           "column 2:",
		"{{a":                          "column 1:",
		"{{(}}":                        "missing closing )",
		strings.Repeat("(", 20000):     "too long",
		strings.Repeat("!", 9000) + "": "column 9001:",
	} {
		if _, err := evaluate(expr, features); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, want %s", expr, err, want)
		}
	}
}

// TestEnvironmentIsFiltered makes sure that tests do not see variables of the process by accident.
func TestEnvironmentIsFiltered(t *testing.T) {
	t.Setenv("SOME_PRIVATE_VARIABLE", "1")
	if os.Getenv("HOME") == "" {
		t.Setenv("HOME", "/home")
	}
	result := runText(t, "RUN: env | not grep SOME_PRIVATE\nRUN: env | grep HOME=\nRUN: env | grep MINE=7", func(s *Suite) {
		s.Environment = []string{"MINE=7"}
	})
	if result.Status != Pass {
		t.Error(result.Output)
	}
}
