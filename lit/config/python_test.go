package config

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func needPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3: ", err)
	}
}

// TestPythonDiscovers: with Python the discovery is the same.
func TestPythonDiscovers(t *testing.T) {
	needPython(t)
	dir := write(t, tree)
	inputs := []string{"deep", "nested", "alone", "a.t", "foo"}
	expect(t, discovered(t, dir, Options{Python: true}, slices.Clone(inputs)...), discovered(t, dir, Options{}, inputs...))
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
	var log bytes.Buffer
	expect(t, discovered(t, dir, Options{Python: true, PythonLog: &log, Params: map[string]string{"p": "param"}}, "a.t"), `
$DIR/lit.cfg:10: note: param
$DIR/lit.cfg:12: warning: w
$DIR/lit.cfg: warning: lit_config.test_updaters is not supported and has no effect
suite one in $DIR, $DIR
one :: a.t
`)
	if !strings.Contains(log.String(), "printed\n") || !strings.Contains(log.String(), "from a program\n") {
		t.Errorf("log: %q", log.String())
	}
	tests, _, err := Discover([]string{dir}, Options{Python: true, Params: map[string]string{"p": ""}})
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
		{"lit_config.fatal('stop here')", "$DIR/lit.cfg:1: error: stop here"},
		{"import sys\nsys.exit(7)", "$DIR/lit.cfg:2: error: sys.exit(7)"},
		{"import lit.formats\n\nclass Mine(lit.formats.ShTest): pass\nconfig.test_format = Mine()",
			"$DIR/lit.cfg:4: error: config.test_format is a lit.TestingConfig.Mine; the only test format that is supported is lit.formats.ShTest"},
		{"import lit.formats\nconfig.test_format = lit.formats.GoogleTest('x', 'y')", "$DIR/lit.cfg:2: error: config.test_format is a lit.formats."},
		{"config.substitutions = [('a', SubstituteCaptures('b'))]",
			"$DIR/lit.cfg:1: error: config.substitutions has a text with SubstituteCaptures, which is not supported"},
		{"config.substitutions = [1]", "$DIR/lit.cfg:1: error: config.substitutions must hold pairs (pattern, text), not 1"},
		{"config.available_features = 'x'", "$DIR/lit.cfg:1: error: config.available_features must be a list or a set, not a str"},
		{"config.environment = {'A': 1}", "$DIR/lit.cfg:1: error: config.environment must map names to texts, but maps 'A' to 1"},
		{"config.environment['A=B'] = ''", "$DIR/lit.cfg: error: config.environment must map names without '='"},
		{"config.suffixes = 1", "$DIR/lit.cfg:1: error: config.suffixes: 'int' object is not iterable"},
		{"config.test_retry_attempts = -1", "$DIR/lit.cfg:1: error: config.test_retry_attempts is not a sensible number: -1"},
		{"config.parallelism_group = lambda t: 'x'", "$DIR/lit.cfg:1: error: config.parallelism_group must be a str or None, not a function"},
		{"lit_config.parallelism_groups = {'a': 0}", "$DIR/lit.cfg: error: lit_config.parallelism_groups must map names"},
		{"lit_config.maxIndividualTestTime = 'x'", "$DIR/lit.cfg:1: error: maxIndividualTestTime must set to a value of type int."},
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

// TestPythonWithoutLit uses the package that the driver makes, and not what is in the working directory.
func TestPythonWithoutLit(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": `
import lit.formats, lit.util, sys
config.name = "own"
config.test_format = lit.formats.ShTest(True, preamble_commands=["echo"])
config.suffixes = [".t"]
config.unsupported = lit.util.pythonize_bool("on") and lit.util.which("no-such-program") is None
config.available_features.add("version-" + lit.__version__)
`, "a.t": "", "lit/__init__.py": "raise Exception('the wrong package')"})
	t.Chdir(dir)
	const find = `places = glob.glob("/usr/lib/llvm-*/utils/lit") + glob.glob("/usr/lib/llvm-*/build/utils/lit")`
	if !strings.Contains(driver, find) {
		t.Fatal("the driver looks for lit in another way")
	}
	withoutLit := strings.Replace(driver, find, "places = []", 1)
	r := newRun()
	p := newPythonReader(r, "lit")
	p.driver = withoutLit
	defer p.close()
	s, err := p.suite(filepath.Join(dir, "lit.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	if s.name != "own" || !s.unsupported || s.format == nil || !s.format.external || len(s.format.preamble) != 1 {
		t.Errorf("%+v", s)
	}
	if exec.Command("python3", "-P", "-c", "import lit.formats").Run() != nil && (len(s.features) != 1 || s.features[0] != "version-0") {
		t.Error(s.features)
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
	expect(t, discovered(t, dir, Options{Python: true}, ""), "suite one in $DIR, $DIR\none :: a.t")
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
	expect(t, discovered(t, dir, Options{Python: true}, ""), "$DIR/lit.cfg: error: --python needs the program python3 in PATH")
}
