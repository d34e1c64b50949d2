package lit

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sharedCases are tests of which LLVM's lit and this package must say the same.
var sharedCases = []string{
	"RUN: echo hello",
	"RUN: echo a b 'c  d' \"e\\\"f\" g\\ h \\i > %t; cat %t",
	"RUN: cat %s | grep RUN | sort",
	"RUN: exit-not-there 'x y'",
	"RUN: echo x | exit-not-there | cat",
	"RUN: false\nRUN: echo unreached",
	"RUN: false || echo a && echo b ; false",
	"RUN: true || echo a && echo b",
	"RUN: not false && not not true && ! false",
	"RUN: not true",
	"RUN: ! true",
	"RUN: ! ! false",
	"RUN: not sh -c 'kill -9 $$'",
	"RUN: ! sh -c 'kill -9 $$'",
	"RUN: sh -c 'kill -9 $$'",
	"RUN: sh -c 'echo out; echo err >&2; exit 7'",
	"RUN: sh -c 'echo out; echo err >&2; exit 7' 2>&1 | cat",
	"RUN: sh -c 'echo out; echo err >&2; exit 7' > %t 2>&1",
	"RUN: sh -c 'echo out; echo err >&2; exit 7' &> %t",
	"RUN: sh -c 'echo out; echo err >&2; exit 7' 2> %t | cat",
	"RUN: echo a > %t\nRUN: echo b >> %t\nRUN: cat < %t",
	"RUN: echo x > %t | cat",
	"RUN: sh -c 'exit 3' | sh -c 'exit 4' | cat",
	"RUN: sh -c 'echo 1; echo; echo 3; printf 4'",
	"RUN: sh -c 'printf \"  \\\\n\"'",
	"RUN: mkdir %t.d && cd %t.d && pwd | sed 's@.*/@@'",
	"RUN: mkdir -p %t.e/f\nRUN: mkdir %t.e\nRUN: mkdir %t.nope/f",
	"RUN: mkdir",
	"RUN: mkdir x | cat",
	"RUN: cd a b",
	"RUN: cd",
	"RUN: popd",
	"RUN: cd /nowhere ; pwd",
	"RUN: rm -f %t.none && rm -rf %t.none2\nRUN: mkdir %t.g\nRUN: rm %t.g",
	"RUN: echo -n a | cat\nRUN: echo -e 'a\\nb'\nRUN: echo -n -e x > %t && cat %t",
	"RUN: env A=1 B='2 3' sh -c 'echo $A$B'\nRUN: env -u A -i sh -c 'echo $A$B'",
	"RUN: export A=1\nRUN: sh -c 'echo $A'",
	"RUN: export",
	"RUN: env A=1 cd x",
	"RUN: not --crash cd x",
	"RUN: not",
	"RUN: : whatever",
	"RUN: rm -rf %t.d && mkdir %t.d && cd %t.d\nRUN: echo 1 > b.x ; echo 2 > a.x\nRUN: cat *.x\nRUN: sh -c 'echo $0 $1' '*.x' no*",
	"RUN: echo 1>&2",
	"RUN: cat -v %s\nRUN: cat -z %s",
	"RUN: diff %s %s\nRUN: echo x > %t\nRUN: diff -u %s %t\n",
	"RUN: diff %s",
	"RUN: echo '%%s' %% %(line) %(line+1) \\\nRUN: %(line)",
	"RUN: echo %if here %{ yes %} %else %{ no %} %if nowhere %{ yes %} %else %{ no %}",
	"RUN: %if nowhere %{ echo x %}\nRUN: echo y",
	"DEFINE: %{a} = echo \\\nDEFINE:   1 2\nRUN: %{a} 3\nREDEFINE: %{a} = echo\nRUN: %{a} %{t:stem} %{s:basename} %{fs-sep}",
	"DEFINE: %{a} = 1\nDEFINE: %{a} = 2\nRUN: echo",
	"REDEFINE: %{a} = 1\nRUN: echo",
	"DEFINE: %{a = 1\nRUN: echo",
	"RUN: %T",
	"no run line",
	"RUN:",
	"RUN: | cat",
	"RUN: cat |",
	"RUN: a &&",
	"RUN: a >",
	"RUN: a \\",
	"RUN: echo a \\\nEND.\n",
	"RUN: echo a\nEND.\nRUN: false",
	"REQUIRES: here\nRUN: echo a",
	"REQUIRES: here, !here\nRUN: echo a",
	"REQUIRES: nowhere || arch={{x86.*}} && (here)\nRUN: echo a",
	"REQUIRES: here &&\nRUN: echo a",
	"UNSUPPORTED: here\nRUN: false",
	"UNSUPPORTED: nowhere\nRUN: echo a",
	"XFAIL: *\nRUN: false",
	"XFAIL: here\nRUN: true",
	"XFAIL: nowhere\nRUN: false",
	"ALLOW_RETRIES: 3\nRUN: echo x >> %t.n ; grep -c x %t.n | grep 3",
	"ALLOW_RETRIES: 1\nRUN: false",
	"ALLOW_RETRIES: a\nRUN: true",
	"PRERUN: echo found anywhere",
	"RUN: count-22 2 < %s\nnext line",
	"RUN: count-22 3 < %s\nnext line",
	"RUN: seq 1 300 > %t ; not diff -U1 %s %t | grep -c .\n",
	"RUN: seq 100 400 > %t 2>&1 ; sh -c 'cat %t > %t.q; exit 1' > %t.p",
	"RUN: sh -c 'seq 1000; exit 1' > %t.p",
}

// TestAgainstLit compares status and output with LLVM's lit.
func TestAgainstLit(t *testing.T) {
	tool, err := exec.LookPath("lit-22")
	if err != nil {
		t.Skip("lit-22 is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	execDir := filepath.Join(dir, "exec")
	suiteDir := filepath.Join(dir, "suite")
	config := fmt.Sprintf("import lit.formats\nconfig.name = 'suite'\nconfig.suffixes = ['.test']\n"+
		"config.test_format = lit.formats.ShTest(False)\nconfig.test_exec_root = %q\n"+
		"config.available_features = ['here', 'arch=x86-64']\n", execDir)
	files := map[string]string{"lit.cfg": config}
	for i, text := range sharedCases {
		files[fmt.Sprintf("%03d.test", i)] = text
	}
	if err := os.MkdirAll(suiteDir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(suiteDir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	report := filepath.Join(dir, "report.json")
	log, _ := exec.Command(tool, "-q", "-o", report, suiteDir).CombinedOutput() // some tests fail
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	var theirs struct {
		Tests []struct{ Name, Code, Output string }
	}
	if err := json.Unmarshal(data, &theirs); err != nil {
		t.Fatal(err)
	}
	if len(theirs.Tests) != len(sharedCases) {
		t.Fatalf("lit ran %d of %d tests", len(theirs.Tests), len(sharedCases))
	}
	if err := os.RemoveAll(execDir); err != nil {
		t.Fatal(err)
	}
	s := Suite{Name: "suite", Dir: suiteDir, ExecDir: execDir, Features: []string{"here", "arch=x86-64"}}
	for _, test := range theirs.Tests {
		name := strings.TrimPrefix(test.Name, "suite :: ")
		t.Run(name, func(t *testing.T) {
			result := s.RunFile(name)
			text := files[name]
			if string(result.Status) != test.Code {
				t.Errorf("%s\nstatus %s, lit says %s\n%s\n%s", text, result.Status, test.Code, result.Output, test.Output)
			}
			if result.Status == Unresolved {
				return // lit shows a stack trace or less
			}
			if diff := cmp.Diff(comparable(test.Output), comparable(result.Output)); diff != "" {
				t.Errorf("%s\n(-lit +ours)\n%s", text, diff)
			}
		})
	}
}

// comparable removes what may differ: messages of the operating system and blank ends.
func comparable(output string) string {
	var lines []string
	for line := range strings.SplitSeq(output, "\n") {
		for _, message := range []string{"Could not create process", "'mkdir' command failed", "Unsupported redirect", "Unsupported: 'cat'"} {
			if i := strings.Index(line, message); i >= 0 {
				line = line[:i+len(message)]
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
