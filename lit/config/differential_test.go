package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/tg-opt/tg/internal/peer"
)

// oracle evaluates configuration files, whose paths are lines of its input, by lit's own classes. For each it writes a line
// of JSON.
const oracle = `
import json, os, sys, traceback
os.environ.clear()
os.environ.update(json.loads(sys.argv[2]))
sys.path = [p for p in sys.path if p]
sys.path.insert(0, sys.argv[1])
import lit.formats, lit.LitConfig, lit.TestingConfig, lit.util
lit.util.killProcessAndChildrenIsSupported = lambda: (True, "")
class Stop(Exception): pass
def stop(path):
    """Replaces lit_config.fatal: raises the line of the file that is to blame."""
    error = sys.exc_info()[1]
    if isinstance(error, SyntaxError):
        raise Stop(error.lineno)
    frames = traceback.extract_tb(error.__traceback__) if error else traceback.extract_stack()
    raise Stop([f.lineno for f in frames if f.filename == path][-1])
def load(path):
    params = {"mode": "fast", "flag": ""}
    lc = lit.LitConfig.LitConfig("lit", [], "fatal", False, False, [], False, False, False, "smart", params,
                                parallelism_groups={})
    c = lit.TestingConfig.TestingConfig.fromdefaults(lc)
    lc.fatal = lambda message: stop(path)
    try:
        c.load_from_path(path, lc)
    except Stop as e:
        return {"failed": True, "line": e.args[0]}
    except SystemExit as e:
        return {"failed": True}
    f = c.test_format
    for field in c.suffixes, c.excludes, c.available_features, c.limit_to_features:
        "".join(field)
    return {"config": {
        "name": c.name, "suffixes": sorted(c.suffixes), "excludes": sorted(c.excludes),
        "format": f and {"external": bool(f.execute_external), "extra": [[a, str(b)] for a, b in f.extra_substitutions],
                         "preamble": list(f.preamble_commands)},
        "environment": c.environment, "substitutions": [[a, str(b)] for a, b in c.substitutions],
        "unsupported": bool(c.unsupported), "sourceRoot": c.test_source_root or "", "execRoot": c.test_exec_root or "",
        "features": sorted(set(c.available_features)), "pipefail": bool(c.pipefail), "limitTo": sorted(set(c.limit_to_features)),
        "group": c.parallelism_group or "", "standalone": bool(c.standalone_tests), "recursion": c.recursiveExpansionLimit,
        "retries": getattr(c, "test_retry_attempts", None)},
        "timeout": lc.maxIndividualTestTime, "groups": lc.parallelism_groups}
for line in sys.stdin:
    try:
        answer = json.dumps(load(line.rstrip("\n")))
    except (AttributeError, TypeError, ValueError):  # a value that lit trips over when it runs a test
        answer = '{"failed": true}'
    print(answer)
`

// litPackage finds Python's lit 22, or skips the test.
func litPackage(t *testing.T) string {
	t.Helper()
	const place = "/usr/lib/llvm-22/utils/lit"
	if _, err := os.Stat(place); err != nil {
		t.Skip("needs lit 22 to compare with: ", err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3: ", err)
	}
	return place
}

type oracleAnswer struct {
	Failed  bool
	Line    int // that fails, or 0
	Config  *pythonSettings
	Timeout int
	Groups  map[string]int
}

// askOracle evaluates files by lit's own classes.
func askOracle(t *testing.T, files []string) []oracleAnswer {
	t.Helper()
	environment, err := json.Marshal(processEnvironment())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", oracle, litPackage(t), string(environment))
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]oracleAnswer, 0, len(files))
	decoder := json.NewDecoder(bytes.NewReader(output))
	for range files {
		var a oracleAnswer
		if err := decoder.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	return answers
}

// newRun is a run with the parameters that the oracle has.
func newRun() *run {
	return &run{options: Options{Params: map[string]string{"mode": "fast", "flag": ""}}}
}

var compareSettings = []cmp.Option{
	cmp.AllowUnexported(settings{}, shFormat{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(settings{}, "file", "state"),
}

// agree compares what a reader makes of files with the answers of the oracle.
func agree(t *testing.T, files []string, answers []oracleAnswer, read func(r *run) reader) {
	t.Helper()
	failed := 0
	for i, file := range files {
		r := newRun()
		got, err := read(r).suite(file)
		want := answers[i]
		source, _ := os.ReadFile(file)
		switch {
		case want.Failed && err != nil:
			failed++
			var positioned *Error
			if !errors.As(err, &positioned) || strings.Contains(err.Error(), hintPython) {
				t.Errorf("refused: %v\n%s", err, source)
			} else if want.Line != 0 && positioned.Line != want.Line {
				t.Errorf("%v, but lit fails at line %d\n%s", err, want.Line, source)
			}
		case want.Failed:
			t.Errorf("lit fails to evaluate\n%s", source)
		case err != nil:
			t.Errorf("%v\n%s", err, source)
		default:
			diff := cmp.Diff(want.Config.settings(file), got, compareSettings...)
			diff += cmp.Diff(want.Timeout, r.timeout) + cmp.Diff(want.Groups, r.groups, cmpopts.EquateEmpty())
			if diff != "" {
				t.Errorf("(-lit +ours)\n%s\n%s", diff, source)
			}
		}
	}
	if failed > len(files)/2 {
		t.Errorf("%d of %d files make lit fail, which says little", failed, len(files))
	}
}

func literal(r *run) reader { return newLiteralReader(r) }

func TestLiteralsAgreeWithLit(t *testing.T) {
	dir := t.TempDir()
	var files []string
	add := func(name, source string) {
		file := filepath.Join(dir, name, "lit.cfg")
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for i, source := range literalCases {
		add(fmt.Sprintf("case%d", i), source)
	}
	for seed := range 300 {
		add(fmt.Sprintf("random%d", seed), newConfigMaker(uint64(seed)).config())
	}
	agree(t, files, askOracle(t, files), literal)
}

// TestPythonAgreesWithLit: with --python, what the driver makes of files is what lit makes of them.
func TestPythonAgreesWithLit(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, source := range slices.Concat(literalCases, pythonCases) {
		file := filepath.Join(dir, fmt.Sprintf("%d.cfg", i))
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	answers := askOracle(t, files)
	shared := newPythonReader(newRun(), "lit")
	defer shared.close()
	agree(t, files, answers, func(r *run) reader {
		shared.run = r
		return shared
	})
}

var showTests = regexp.MustCompile(`(?m)^  (.* :: .*)$`)

// TestDiscoveryAgreesWithLit compares the lists of tests, and the warnings.
func TestDiscoveryAgreesWithLit(t *testing.T) {
	litPackage(t)
	program, err := exec.LookPath("lit-22")
	if err != nil {
		t.Skip("needs lit-22 to compare with")
	}
	dir := write(t, tree)
	for _, inputs := range [][]string{
		{"."}, {"a.t", "a.t", "deep"}, {"a.other", ".hidden.t", "not.t", "away/b.t"}, {"away", "no/such.t"},
		{"deep", "deep/down/d.u", "nested/site/f.t"}, {"nested"}, {"nested/site"}, {"out", "out/site/g.t"},
		{"alone/any.name", "alone"}, {"hollow", "formless"}, {"Output", "Output/b.t"}, {"/", "deep/../a.t", "foo"},
	} {
		if !peer.Asked(strings.Join(inputs, " ")) {
			continue
		}
		cmd := exec.Command(program, append([]string{"--show-tests", "--order=lexical"}, inputs...)...)
		cmd.Dir = dir
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run() // without tests it fails
		var want []string
		for _, m := range showTests.FindAllStringSubmatch(stdout.String(), -1) {
			want = append(want, m[1])
		}
		for line := range strings.Lines(stderr.String()) {
			if _, warning, ok := strings.Cut(line, "warning: "); ok {
				want = append(want, "warning: "+strings.TrimSpace(warning))
			}
		}
		t.Chdir(dir)
		var got []string
		tests, _, err := Discover(inputs, Options{Warn: func(text string) { got = append(got, text) }})
		if err != nil {
			t.Errorf("%v: %v", inputs, err)
		}
		for _, test := range tests {
			got = append(got, test.Name())
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-lit +ours)\n%s", inputs, diff)
		}
	}
}

// configMaker writes configuration files at random.
type configMaker struct {
	random *rand.Rand
	lines  []string
	indent string
}

func newConfigMaker(seed uint64) *configMaker {
	return &configMaker{random: rand.New(rand.NewPCG(seed, 22))}
}

func (m *configMaker) pick(list ...string) string { return list[m.random.IntN(len(list))] }

func (m *configMaker) line(format string, args ...any) {
	m.lines = append(m.lines, m.indent+fmt.Sprintf(format, args...))
}

func (m *configMaker) config() string {
	m.line("%s", m.pick("# -*- Python -*-", "import os, sys", "import lit", `"""A configuration."""`, ""))
	m.line("import os")
	m.line("import platform")
	m.line("import lit.formats")
	m.line("items = ['p', 'q']")
	m.line("config.test_format = lit.formats.ShTest(%s)", m.pick("", "True", "execute_external=False", "not True",
		"extra_substitutions=[('x', 'y')]", "False, preamble_commands=['echo 1']"))
	for range 2 + m.random.IntN(12) {
		m.statement(0)
	}
	return strings.Join(m.lines, "\n") + m.pick("", "\n")
}

func (m *configMaker) statement(depth int) {
	if depth < 3 && m.random.IntN(4) == 0 {
		m.compound(depth)
		return
	}
	switch m.random.IntN(16) {
	case 0:
		m.line("config.name = %s", m.text(0))
	case 1:
		m.line("config.%s = %s", m.pick("suffixes", "excludes", "limit_to_features"), m.texts())
	case 2:
		m.line("config.%s.add(%s)", m.pick("suffixes", "available_features"), m.text(0))
	case 3:
		m.line("config.available_features.%s(%s)", m.pick("update", "add", "discard"), m.pick("'asserts'", "('f', 'g')"))
	case 4:
		m.line("config.substitutions.%s", m.pick("append(("+m.text(0)+", "+m.text(0)+"))",
			"insert(0, ('%first', "+m.text(0)+"))", "extend([('%a', 'b'), ('%c', "+m.text(0)+")])"))
	case 5:
		m.line("config.environment[%s] = %s", m.pick("'A'", "'B'", "'PATH'"), m.text(0))
	case 6:
		m.line("config.environment.%s", m.pick("update({'C': "+m.text(0)+"})", "pop('HOME', None)", "setdefault('D', '4')"))
	case 7:
		m.line("config.%s = %s", m.pick("unsupported", "pipefail", "standalone_tests"), m.condition(0))
	case 8:
		m.line("config.test_%s_root = %s", m.pick("source", "exec"), m.pick("None", m.text(0)))
	case 9:
		m.line("config.%s = %s", m.pick("recursiveExpansionLimit", "test_retry_attempts"), m.pick("3", "0", "2 + 5", "None", "0x10"))
	case 10:
		m.line("items %s %s", m.pick("=", "+="), m.texts())
	case 11:
		m.line("items.%s(%s)", m.pick("append", "extend"), m.pick("'r'", m.texts()))
	case 12:
		m.line("config.custom = %s", m.pick(m.text(0), m.condition(0), "4", "1.5", "items", "{'k': 1}"))
	case 13:
		m.line("config.parallelism_group = %s", m.pick("None", m.text(0)))
	case 14:
		m.line("lit_config.%s", m.pick("parallelism_groups['g'] = 3", "maxIndividualTestTime = 5", "note('n')",
			"parallelism_groups = {'a': 1, 'b': 2}"))
	default:
		m.line("x = %s; config.environment['X'] = str(x)", m.pick(m.text(0), m.condition(0), "7", "(1, 'a')", "[1, 2.5, None]"))
	}
}

func (m *configMaker) compound(depth int) {
	switch m.random.IntN(3) {
	case 0:
		m.line("for x in %s:", m.texts())
	default:
		m.line("if %s:", m.condition(0))
	}
	header := m.lines[len(m.lines)-1]
	outer := m.indent
	m.indent += m.pick("  ", "    ", "\t")
	for range 1 + m.random.IntN(2) {
		m.statement(depth + 1)
	}
	if strings.Contains(header, "if ") && m.random.IntN(2) == 0 {
		inner := m.indent
		m.indent = outer
		if m.random.IntN(2) == 0 {
			m.line("elif %s:", m.condition(0))
		} else {
			m.line("else:")
		}
		m.indent = inner
		m.statement(depth + 1)
	}
	m.indent = outer
}

func (m *configMaker) text(depth int) string {
	if depth > 2 {
		return m.pick("'end'", `"it's"`)
	}
	next := func() string { return m.text(depth + 1) }
	switch m.random.IntN(15) {
	case 0:
		return m.pick(`'a\tb'`, `"q\"q"`, `r'raw\n'`, `'''triple 'quoted' '''`, `'\x41\u00e9\101'`, `u'u'`, `'a' "b"`, `'\d'`, `'é'`)
	case 1:
		return next() + " + " + next()
	case 2:
		return m.pick("os.path.join(", "os.path.join('/abs', ") + next() + ", " + next() + ")"
	case 3:
		return m.pick("os.path.dirname", "os.path.basename", "os.path.normpath", "os.path.abspath") + "(" +
			m.pick("__file__", "'a/b/../c'", "'//x/y/'", "''") + ")"
	case 4:
		return "'%s-%" + m.pick("s", "r", "5s", "-4s") + "' % (" + next() + ", " + next() + ")"
	case 5:
		return "'{} {" + m.pick("", "!r", "!s") + "} {{}}'.format(" + next() + ", " + next() + ")"
	case 6:
		return "'{0}{b}{0}'.format(" + next() + ", b=" + next() + ")"
	case 7:
		return m.pick("','", "os.pathsep", "os.sep") + ".join(" + m.texts() + ")"
	case 8:
		return "lit_config.params.get(" + m.pick("'mode'", "'none'", "'flag'") + ", " + next() + ")"
	case 9:
		return "os.environ.get('NO_SUCH_VARIABLE', " + next() + ")"
	case 10:
		return "getattr(config, " + m.pick("'name'", "'no_such'") + ", " + next() + ")"
	case 11:
		return "(" + next() + " if " + m.condition(1) + " else " + next() + ")"
	case 12:
		return "str(" + m.pick("1", "True", "None", "0.1", "[1, 'a']", "{'a': (1,)}", "1e20", "-3") + ")"
	case 13:
		return next() + "." + m.pick("lower()", "upper()", "strip()", "replace('a', 'bc')", "rstrip('d')")
	}
	return m.pick("'t'", "'%t'", "config.name", "platform.system()", "platform.machine()", "sys.platform", "'%d' % 42")
}

func (m *configMaker) texts() string {
	var items []string
	for range m.random.IntN(4) {
		items = append(items, m.text(1))
	}
	all := strings.Join(items, ", ")
	switch {
	case m.random.IntN(3) == 0:
		return "[" + all + m.pick("", ",\n   ") + "]"
	case len(items) > 1 && m.random.IntN(2) == 0:
		return "(" + all + ")"
	case len(items) == 1:
		return m.pick("{"+all+"}", "["+all+"]")
	}
	return m.pick("['one']", "list(('a', 'b'))", "sorted(['z', 'y'])", "'a b'.split()", "['x'] + ['y']", "set(['s'])")
}

func (m *configMaker) condition(depth int) string {
	if depth > 2 {
		return m.pick("True", "False")
	}
	next := func() string { return m.condition(depth + 1) }
	switch m.random.IntN(9) {
	case 0:
		return next() + m.pick(" and ", " or ") + next()
	case 1:
		return "not " + next()
	case 2:
		return m.text(2) + m.pick(" == ", " != ", " in ", " not in ", " < ") + m.text(2)
	case 3:
		return m.text(2) + m.pick(" in ", " not in ") + m.pick("['a', 'end']", "('t',)", "{'mode': 1}", "lit_config.params")
	case 4:
		return "hasattr(config, " + m.pick("'custom'", "'name'", "'root'") + ")"
	case 5:
		return "(" + next() + ")"
	case 6:
		return m.pick("len(items) > 2", "1 < 2 <= 2", "config.unsupported is None", "config.parallelism_group is not None",
			"sys.platform in ['linux', 'darwin']", "'x'.startswith(('x', 'y'))", "lit_config.params.get('mode', '') == 'fast'")
	case 7:
		return "os.path.exists(" + m.pick("__file__", "'/no/such'", "os.path.dirname(__file__)") + ")"
	}
	return m.pick("True", "False", "None", "0", "''", "config.pipefail", "config.available_features")
}
