package lit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
	run := (&Test{Suite: s, Path: "a.test"}).place(&execution{}, s.ExecDir)
	script, err := parseScript([]byte(text))
	if err != nil {
		return nil, err
	}
	lines, err := run.expand(script)
	var commands []string
	for _, line := range lines {
		commands = append(commands, line.Command)
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
		"":                         "expected: '!', '(', '{{', or identifier\nhave: <end of expression>\nin expression: ''",
		"(a":                       "expected: ')'\nhave: <end of expression>\nin expression: '(a'",
		"a b":                      "expected: <end of expression>\nhave: 'b'",
		"a &&":                     "expected: '!', '(', '{{', or identifier\nhave: <end of expression>",
		"a & b":                    "couldn't parse text: '& b'",
		"|| a":                     "expected: '!', '(', '{{', or identifier\nhave: '||'",
		"a)":                       "expected: <end of expression>\nhave: ')'",
		"{{a":                      "couldn't parse text: '{{a'",
		") *":                      "have: ')'",
		"{{(}}":                    "missing closing )",
		"'":                        `couldn't parse text: "'"`,
		strings.Repeat("(", 20000): "more than 1000 nested operators",
		strings.Repeat("!", 9000):  "more than 1000 nested operators",
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
