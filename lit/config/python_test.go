package config

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/lit"
)

func needPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3: ", err)
	}
}

func TestPythonMessages(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"a.t": "", "lit.cfg": simple + `
print("printed")
import os
os.system("echo from a program")
def f():
    lit_config.note(lit_config.params["p"])
f()
lit_config.warning("w")
lit_config.test_updaters.append(f)
config.test_retry_attempts = 0
config.recursiveExpansionLimit = 0
`})
	var log, errors bytes.Buffer
	expect(t, discovered(t, dir, Options{Log: &log, ErrorLog: &errors, Params: map[string]string{"p": "param"}}, "a.t"), `
tg-lit: $DIR/lit.cfg:10: note: param
tg-lit: $DIR/lit.cfg:12: warning: w
tg-lit: $DIR/lit.cfg: warning: lit_config.test_updaters is not supported and has no effect
suite one in $DIR, $DIR
one :: a.t
`)
	if log.String() != "printed\n" || errors.String() != "from a program\n" {
		t.Errorf("log: %q; errors: %q", log.String(), errors.String())
	}
	tests, _, err := discover(t, []string{dir}, Options{Params: map[string]string{"p": ""}})
	if err != nil || tests[0].Suite.Retries != -1 || tests[0].Suite.RecursionLimit != -1 {
		t.Error(err, tests)
	}
}

func TestPythonErrors(t *testing.T) {
	needPython(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "lit.cfg")
	p := newPythonReader(newRun(), "lit")
	defer p.close()
	for _, c := range []struct{ source, want string }{
		{"x = 1\ny = x +", "$DIR/lit.cfg:2:8: error: SyntaxError: invalid syntax"},
		{"def f():\n    return undefined\n\nf()", "$DIR/lit.cfg:2: error: NameError: name 'undefined' is not defined"},
		{"import json\n\njson.loads('[')", "$DIR/lit.cfg:3: error: JSONDecodeError: Expecting value"},
		{"import sys\nsys.exit(7)", "$DIR/lit.cfg:2: error: sys.exit(7)"},
		{"class Mine: pass\nconfig.test_format = Mine()",
			"$DIR/lit.cfg:2: error: config.test_format is a Mine, which has no method execute; derive it from lit.formats.TestFormat"},
		{"config.substitutions = [('a', SubstituteCaptures('b'))]",
			"$DIR/lit.cfg:1: error: config.substitutions has a text with SubstituteCaptures, which is not supported"},
		{"config.substitutions = [1]", "$DIR/lit.cfg:1: error: config.substitutions must hold pairs (pattern, text), not 1"},
		{"config.available_features = 'x'", "$DIR/lit.cfg:1: error: config.available_features must be a list or a set, not a str"},
		{"config.environment = {'A': 1}", "$DIR/lit.cfg:1: error: config.environment must map names to texts, but maps 'A' to 1"},
		{"config.environment['A=B'] = ''", "$DIR/lit.cfg: error: config.environment must map names without '='"},
		{"config.suffixes = 1", "$DIR/lit.cfg:1: error: config.suffixes: 'int' object is not iterable"},
		{"config.test_retry_attempts = -1", "$DIR/lit.cfg:1: error: config.test_retry_attempts is not a sensible number: -1"},
		{"config.parallelism_group = 1", "$DIR/lit.cfg:1: error: config.parallelism_group must be a str, a function of a test or None, not a int"},
		{"lit_config.parallelism_groups = {'a': 0}", "$DIR/lit.cfg: error: lit_config.parallelism_groups must map names"},
		{"import os\nos.write(2, b'one\\nlast words\\n')\nos._exit(3)",
			"$DIR/lit.cfg: error: python3 ended while it evaluated this: last words"},
	} {
		if err := os.WriteFile(file, []byte(c.source), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := p.suite(file)
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), dir, "$DIR"), c.want) {
			t.Errorf("%v\nwant %s\n%s", err, c.want, c.source)
		}
	}
}

// TestPythonHangs: the time limit ends Python and what it started.
func TestPythonHangs(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": "import subprocess\nsubprocess.run(['sh', '-c', 'echo $$ > $DIR/pid; sleep 600'])\n"})
	p := newPythonReader(newRun(), "lit")
	p.timeout = 3 * time.Second
	_, err := p.suite(filepath.Join(dir, "lit.cfg"))
	p.close()
	if err == nil || !strings.HasSuffix(err.Error(), "lit.cfg: error: python3 takes more than 3s to evaluate this") {
		t.Error(err)
	}
	pid := filepath.Join(dir, "pid")
	if _, err := os.Stat(pid); err != nil {
		t.Skip("python3 did not even start the program in time")
	}
	expectEnd(t, pid)
}

// TestPythonLeavesNothing: what a configuration starts in the background ends with the discovery.
func TestPythonLeavesNothing(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": simple + `
import subprocess
with open("$DIR/pid", "w") as f:
    f.write(str(subprocess.Popen(["sleep", "600"]).pid))
`, "a.t": ""})
	expect(t, discovered(t, dir, Options{}, ""), "suite one in $DIR, $DIR\none :: a.t")
	expectEnd(t, filepath.Join(dir, "pid"))
}

// expectEnd makes sure that the process whose number is in a file ends.
func expectEnd(t *testing.T, file string) {
	t.Helper()
	pid, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		number := strings.TrimSpace(string(pid))
		status, _ := os.ReadFile("/proc/" + number + "/stat")
		if strings.Contains(string(status), ") Z ") || exec.Command("kill", "-0", number).Run() != nil {
			break // it ended, be it that nobody asked for its status yet
		}
		if time.Now().After(deadline) {
			t.Fatal("a program that a configuration started still runs")
		}
	}
}

func TestNoPython(t *testing.T) {
	dir := write(t, map[string]string{"lit.cfg": simple})
	t.Setenv("PATH", dir)
	expect(t, discovered(t, dir, Options{}, ""), "$DIR/lit.cfg: error: a configuration in Python needs the program "+
		"python3, which is not in PATH; install it, or configure the suite in a tglit.toml, which needs no Python")
}

// formatsModule has formats of which the tests end in all ways.
const formatsModule = `
import os, subprocess, time
import lit.formats, lit.Test, lit.util
MINE = lit.Test.ResultCode("MINE", "Mine", True)
class Format(lit.formats.FileBasedTest):
    def execute(self, test, lit_config):
        name = os.path.basename(test.getSourcePath())[:-2]
        return getattr(self, name)(test, lit_config)
    def dies(self, test, lit_config):
        os._exit(3)
    def killed(self, test, lit_config):
        os.kill(os.getpid(), 9)
    def prints(self, test, lit_config):
        print("from a test")
        lit_config.warning("a warning")
        return lit.Test.PASS, "output"
    def own(self, test, lit_config):
        return lit.Test.Result(MINE, "o")
    def late(self, test, lit_config):
        try:
            lit.util.executeCommand(["sh", "-c", "echo begun; sleep 600"], timeout=1)
        except lit.util.ExecuteCommandTimeoutException as e:
            return lit.Test.TIMEOUT, e.out + e.msg
    def leaves(self, test, lit_config):
        with open(test.getSourcePath() + ".pid", "w") as f:
            f.write(str(subprocess.Popen(["sleep", "600"]).pid))
        return lit.Test.PASS, ""
    def measures(self, test, lit_config):
        result = lit.Test.Result(lit.Test.PASS)
        result.addMetric("m", lit.Test.toMetricValue(1.5))
        return result
    def here(self, test, lit_config):
        return self.meet(test, "here", "there")
    def there(self, test, lit_config):
        return self.meet(test, "there", "here")
    def meet(self, test, own, other):
        """Passes if the other test runs at the same time."""
        folder = os.path.dirname(test.getSourcePath())
        open(os.path.join(folder, own + ".met"), "w").close()
        for _ in range(500):
            if os.path.exists(os.path.join(folder, other + ".met")):
                return lit.Test.PASS, ""
            time.sleep(0.02)
        return lit.Test.FAIL, "nobody came"
`

func TestPythonFormats(t *testing.T) {
	needPython(t)
	files := map[string]string{"own_formats.py": formatsModule, "lit.cfg": "import site, os\nsite.addsitedir(os.path.dirname(__file__))\n" +
		"import own_formats\nconfig.name = 'f'\nconfig.suffixes = ['.t']\nconfig.test_format = own_formats.Format()\n"}
	for _, name := range []string{"dies", "here", "killed", "late", "leaves", "measures", "own", "prints", "there"} {
		files[name+".t"] = ""
	}
	dir := write(t, files)
	var log, said bytes.Buffer
	found, err := Discover([]string{dir}, Options{Log: &log, Warn: func(text string) { said.WriteString(text + "\n") }})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, r := range (&lit.Runner{Workers: 2}).Run(context.Background(), found.Tests) {
		fmt.Fprintf(&got, "%s %s %t %q", r.Status, r.Test.Path, r.Status.IsFailure(), r.Output)
		for _, m := range r.Metrics {
			fmt.Fprintf(&got, " %s=%s", m.Name, m.Text)
		}
		got.WriteString("\n")
	}
	expect(t, got.String(), `
UNRESOLVED dies.t true "the Python process of this test ended with exit status 3"
PASS here.t false ""
UNRESOLVED killed.t true "the Python process of this test ended with signal 9"
TIMEOUT late.t true "begun\nReached timeout of 1 seconds"
PASS leaves.t false ""
PASS measures.t false "" m=1.5000
MINE own.t true "o"
PASS prints.t false "output"
PASS there.t false ""
`)
	expect(t, strings.ReplaceAll(log.String()+said.String(), dir, "$DIR"), "from a test\ntg-lit: $DIR/own_formats.py:15: warning: a warning")
	found.Close()
	expectEnd(t, filepath.Join(dir, "leaves.t.pid"))
}

// TestPythonFormatsFail: a format that fails to find tests is told at its line, also
// where what it calls is not its own.
func TestPythonFormatsFail(t *testing.T) {
	needPython(t)
	for code, want := range map[string]string{
		"return no_such_name":                      "NameError: name 'no_such_name' is not defined",
		"return string.Template('$').substitute()": "ValueError: Invalid placeholder in string: line 1, col 1",
	} {
		dir := write(t, map[string]string{"lit.cfg": `
import lit.formats, string
class Format(lit.formats.FileBasedTest):
    def getTestsInDirectory(self, suite, path, lit_config, config):
        ` + code + `
    def execute(self, test, lit_config):
        pass
config.test_format = Format()
`})
		expect(t, discovered(t, dir, Options{}, ""), "$DIR/lit.cfg:5: error: "+want)
	}
}

// TestGroupsByTest: a function of the configuration says which tests share a limit.
func TestGroupsByTest(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": simple + "config.parallelism_group = lambda test: test.path_in_suite[-1][0]\n",
		"a1.t": "", "a2.t": "", "b1.t": ""})
	tests, _, err := discover(t, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, test := range tests {
		got = append(got, test.Path+" "+test.Suite.ParallelismGroup)
	}
	expect(t, strings.Join(got, "\n"), "a1.t a\na2.t a\nb1.t b")
}

// TestInstalledLit: what our modules lack comes from LLVM's package, which works with them.
func TestInstalledLit(t *testing.T) {
	litPackage(t)
	dir := write(t, map[string]string{"own.py": `
import lit.formats, lit.ShUtil, lit.Test, lit.TestRunner
class Format(lit.formats.FileBasedTest):
    def execute(self, test, lit_config):
        directory, base = lit.TestRunner.getTempPaths(test)
        script = lit.TestRunner.parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result):
            return script
        script = lit.TestRunner.applySubstitutions(script, lit.TestRunner.getDefaultSubstitutions(test, directory, base))
        return lit.TestRunner._runShTest(test, lit_config, False, script, base)
`, "lit.cfg": "import site, os\nsite.addsitedir(os.path.dirname(__file__))\nimport own\nconfig.name = 'own'\nconfig.suffixes = ['.t']\n" +
		"config.test_format = own.Format()\n", "a.t": "RUN: echo %s | grep a.t\n", "b.t": "XFAIL: *\nRUN: false\n", "c.t": "none\n"})
	tests, _, err := discover(t, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range (&lit.Runner{}).Run(context.Background(), tests) {
		got = append(got, r.Status.String()+" "+r.Test.Path)
	}
	expect(t, strings.Join(got, "\n"), "PASS a.t\nXFAIL b.t\nUNRESOLVED c.t")
}
