package filecheck

import (
	"fmt"
	"strings"
)

// forty is an input of forty lines.
var forty = func() string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}()

// optionCases are about options and the input dump.
var optionCases = []toolCase{
	{"A2.match-full-lines", "full lines", "CHECK: a\nCHECK-NEXT: b c\n", "  a \nb c\n", []string{"--match-full-lines"}, 0, ""},
	{"A2.match-full-lines", "full lines miss", "CHECK: a\n", "ab\n", []string{"--match-full-lines"}, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A2.match-full-lines", "full lines and not", "CHECK: a\nCHECK-NOT: b\nCHECK: c\n", "a\nxbx\nc\n", []string{"--match-full-lines"}, 1, "check.txt:2:12: error: CHECK-NOT: excluded string found in input"},
	{"A2.match-full-lines", "full lines strictly", "CHECK:a\nCHECK: b\n", "a\n b\n", []string{"--match-full-lines", "--strict-whitespace"}, 0, ""},
	{"A2.match-full-lines", "full lines strictly miss", "CHECK: a\n", "a\n", []string{"--match-full-lines", "--strict-whitespace"}, 1, "check.txt:1:7: error: CHECK: expected string not found in input"},
	{"A2.ignore-case", "ignore case", "CHECK: aB{{[c-d]x}}[[V:e]]\nCHECK: [[V]]F\n", "AbCXE\nef\n", []string{"--ignore-case"}, 0, ""},
	{"A2.ignore-case", "case counts", "CHECK: aB\n", "AB\n", nil, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A2.check-prefix", "prefix", "FOO: a\nCHECK: b\n", "a\n", []string{"--check-prefix=FOO"}, 0, ""},
	{"A2.check-prefixes", "prefixes", "FOO: a\nBAR: b\n", "a\nb\n", []string{"--check-prefixes=FOO,BAR"}, 0, ""},
	{"A2.check-prefixes", "prefixes accumulate", "FOO: a\nBAR: b\n", "a\n", []string{"--check-prefix=FOO", "--check-prefixes", "BAR"}, 1, "check.txt:2:6: error: BAR: expected string not found in input"},
	{"A2.check-prefixes", "longest prefix", "FOO-A: a\nFOO: b\n", "a\nb\n", []string{"--check-prefixes=FOO,FOO-A"}, 0, ""},
	{"A2.allow-unused-prefixes", "unused prefix", "FOO: a\n", "a\n", []string{"--check-prefixes=FOO,BAR,BAZ"}, 2, "error: no check strings found with prefixes 'BAR:', 'BAZ:'"},
	{"A2.allow-unused-prefixes", "unused prefix allowed", "FOO: a\n", "a\n", []string{"--check-prefixes=FOO,BAR", "--allow-unused-prefixes"}, 0, ""},
	{"A2.allow-unused-prefixes", "all prefixes unused", "CHECK: a\n", "a\n", []string{"--check-prefixes=FOO,BAR", "--allow-unused-prefixes"}, 2, "error: no check strings found with prefixes 'BAR:', 'FOO:'"},
	{"A2.check-prefix", "bad prefix", "CHECK: a\n", "a\n", []string{"--check-prefix=A:b"}, 2, "error: supplied check prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: 'A:b'"},
	{"A2.check-prefix", "empty prefix", "CHECK: a\n", "a\n", []string{"--check-prefixes=A,,B"}, 2, "error: supplied check prefix must not be the empty string"},
	{"A2.check-prefix", "prefix twice", "A: a\n", "a\n", []string{"--check-prefixes=A,A"}, 2, "error: supplied check prefix must be unique among check and comment prefixes: 'A'"},
	{"A2.check-prefix", "prefix is a comment", "A: a\n", "a\n", []string{"--check-prefix=COM"}, 2, "error: supplied check prefix must be unique among check and comment prefixes: 'COM'"},
	{"A2.comment-prefixes", "comment is a prefix", "A: a\n", "a\n", []string{"--comment-prefixes=CHECK"}, 2, "error: supplied comment prefix must be unique among check and comment prefixes: 'CHECK'"},
	{"A2.implicit-check-not", "implicit not", "CHECK: a\nCHECK: b\n", "a\nx\nb\n", []string{"--implicit-check-not=x"}, 1, "command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input"},
	{"A2.implicit-check-not", "implicit not after the last", "CHECK: a\n", "a\nwarning\n", []string{"--implicit-check-not={{warn.*}}"}, 1, "command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input"},
	{"A2.implicit-check-not", "implicit not before the first", "CHECK: a\n", "x\na\n", []string{"--implicit-check-not=x"}, 1, "command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input"},
	{"A2.implicit-check-not", "implicit not inside a match", "CHECK: axb\n", "axb\n", []string{"--implicit-check-not=x"}, 0, ""},
	{"A2.implicit-check-not", "implicit not alone", "hello\n", "a\n", []string{"--implicit-check-not=x"}, 0, ""},
	{"A2.implicit-check-not", "implicit not alone with a prefix", "hello\n", "a\n", []string{"--implicit-check-not=x", "--check-prefix=FOO"}, 2, "error: no check strings found with prefix 'FOO:'"},
	{"A2.D", "define", "CHECK: [[V]]-{{x}}\n", "a.b-x\n", []string{"-DV=a.b"}, 0, ""},
	{"A2.D", "define empty", "CHECK: a[[V]]b\n", "ab\n", []string{"-DV="}, 0, ""},
	{"A2.D", "define without value", "CHECK: a\n", "a\n", []string{"-DV"}, 2, "Missing equal sign in command-line definition '-DV'"},
	{"A2.D", "define without name", "CHECK: a\n", "a\n", []string{"-D=V"}, 2, "Missing variable name in command-line definition '-D=V'"},
	{"A2.D", "define nothing", "CHECK: a\n", "a\n", []string{"-D"}, 1, "FileCheck: for the -D option: requires a value!"},
	{"A2.D", "define a bad name", "CHECK: a\n", "a\n", []string{"-D1V=3"}, 2, "Global defines:1:19: error: invalid variable name"},
	{"A2.D", "define an expression", "CHECK: a\n", "a\n", []string{"-DV+1=3"}, 2, "Global defines:1:19: error: invalid name in string variable definition 'V+1'"},
	{"A2.D#", "define a number", "CHECK: [[#N+1]] [[#M]]\n", "4 6\n", []string{"-D#N=3", "-D#M=N+3"}, 0, ""},
	{"A2.D#", "define a hex number", "CHECK: [[#N]]\n", "1f\n", []string{"-D#%x,N=0x1f"}, 0, ""},
	{"A2.D#", "define a number badly", "CHECK: a\n", "a\n", []string{"-D#N=1+"}, 2, "Global defines:1:44: error: missing operand in expression"},
	{"A2.D#", "define an undefined number", "CHECK: a\n", "a\n", []string{"-D#N=M"}, 2, "undefined variable: M"},
	{"A2.D", "define twice", "CHECK: [[V]]\n", "a\n", []string{"-DV=a", "-DV=b"}, 0, ""},
	{"A2.allow-empty", "empty input", "CHECK: a\n", "", nil, 2, "FileCheck error: '<stdin>' is empty."},
	{"A2.allow-empty", "empty input allowed", "CHECK-NOT: a\n", "", []string{"--allow-empty"}, 0, ""},
	{"A2.allow-empty", "empty input misses", "CHECK: a\n", "", []string{"--allow-empty"}, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A1.messages", "check file missing", "", "a\n", []string{"missing.txt"}, 2, "Could not open check file 'missing.txt': No such file or directory"},
	{"A1.messages", "input file missing", "CHECK: a\n", "", []string{"--input-file=missing.txt"}, 2, "Could not open input file 'missing.txt': No such file or directory"},
	{"A2.input-file", "input file", "CHECK: CHECK\n", "", []string{"--input-file=check.txt"}, 0, ""},
	{"A1.dashes", "single dash", "CHECK: A\n", "a\n", []string{"-ignore-case", "-dump-input", "never"}, 0, ""},
	{"A1.dashes", "boolean value", "CHECK: A\n", "a\n", []string{"--ignore-case=true", "--ignore-case=false"}, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A1.dashes", "bad boolean", "CHECK: A\n", "a\n", []string{"--ignore-case=maybe"}, 1, "FileCheck: for the --ignore-case option: 'maybe' is invalid value for boolean argument! Try 0 or 1"},
	{"A1.exit status", "unknown option and a check file", "CHECK: a\n", "a\n", []string{"--nope"}, 1, "FileCheck: Unknown command line argument '--nope'.  Try: 'FileCheck --help'"},
	{"A1.messages", "missing value", "CHECK: a\n", "a\n", []string{"--check-prefix"}, 1, "FileCheck: for the --check-prefix option: requires a value!"},
	{"A1.messages", "two check files", "CHECK: a\n", "a\n", []string{"other.txt"}, 1, "FileCheck: Too many positional arguments specified!"},
	{"A2.dump-input", "bad dump mode", "CHECK: a\n", "a\n", []string{"--dump-input=foo"}, 1, "FileCheck: for the --dump-input option: Cannot find option named 'foo'!"},
	{"A2.dump-input", "bad dump context", "CHECK: a\n", "a\n", []string{"--dump-input-context=x"}, 1, "FileCheck: for the --dump-input-context option: 'x' value invalid for uint argument!"},
	{"A2.dump-input", "bad dump filter", "CHECK: a\n", "a\n", []string{"--dump-input-filter=x"}, 1, "FileCheck: for the --dump-input-filter option: Cannot find option named 'x'!"},
	{"A2.dump-input", "dump never", "CHECK: a\n", "b\n", []string{"--dump-input=never"}, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A2.dump-input", "dump always", "CHECK: a\nCHECK-NEXT: b\n", "a\nb\n", []string{"--dump-input=always"}, 0, ""},
	{"A2.dump-input", "dump always verbose", "CHECK: [[V:a]]\nCHECK-NEXT: b\nCHECK-NOT: [[V]]\n", "a\nb\n", []string{"--dump-input=always", "-vv"}, 0, ""},
	{"A2.dump-input-context", "dump elides", "CHECK: line 20\nCHECK-NEXT: line 22\n", forty, nil, 1, "check.txt:2:13: error: CHECK-NEXT: is not on the line after the previous match"},
	{"A2.dump-input-context", "dump with context", "CHECK: line 20\nCHECK-NEXT: line 22\n", forty, []string{"--dump-input-context=1"}, 1, "check.txt:2:13: error: CHECK-NEXT: is not on the line after the previous match"},
	{"A2.dump-input-filter", "dump of all", "CHECK: line 20\nCHECK-NEXT: line 22\n", forty, []string{"--dump-input-filter=all"}, 1, "check.txt:2:13: error: CHECK-NEXT: is not on the line after the previous match"},
	{"A2.dump-input-filter", "dump of annotations", "CHECK: line 20\nCHECK-NEXT: line 21\nCHECK: line 50\n", forty, []string{"--dump-input-filter=annotation", "-v", "--dump-input-context=0"}, 1, "check.txt:3:8: error: CHECK: expected string not found in input"},
	{"A2.dump-input-filter", "dump of full annotations", "CHECK: line 36\nCHECK: line 50\n", forty, []string{"--dump-input-filter=annotation-full", "--dump-input-context=0"}, 1, "check.txt:2:8: error: CHECK: expected string not found in input"},
	{"A2.dump-input", "strongest dump wins", "CHECK: a\n", "a\n", []string{"--dump-input=always", "--dump-input=never"}, 0, ""},
	{"A2.v", "verbose remarks", "CHECK: [[V:a]]\nCHECK-COUNT-2: b\nCHECK-DAG: c\nCHECK: [[V]]\n", "a\nb b\nc\na\n", []string{"-v", "--dump-input=never"}, 0, "check.txt:1:8: remark: CHECK: expected string found in input"},
	{"A2.vv", "very verbose remarks", "CHECK-DAG: {{b.*}}\nCHECK-DAG: b\nCHECK-NOT: z\nCHECK: end\n", "b b\nb\nend\n", []string{"-vv", "--dump-input=never"}, 0, "check.txt:1:12: remark: CHECK-DAG: expected string found in input"},
	{"A1.located messages", "tabs in carets", "CHECK:\ta\tfoo\n", "\ta\tfob\n", []string{"--strict-whitespace"}, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A1.located messages", "non-ASCII has no caret", "CHECK: é\n", "è\n", nil, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A7.fuzzy", "fuzzy match", "CHECK: hello world\n", "x\nhallo world\n", nil, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A7.fuzzy", "no fuzzy match at the start", "CHECK: hello world\n", "hallo world\n", nil, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
	{"A7.fuzzy", "no fuzzy match if too different", "CHECK: abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij\n", "x\n0123456789\n", nil, 1, "check.txt:1:8: error: CHECK: expected string not found in input"},
}
