package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// oracle evaluates configuration files, whose paths are lines of its input, by lit's own classes.
// For each it writes a line of JSON.
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
        "timeout": lc.maxIndividualTestTime,
        "groups": {g: n for g, n in lc.parallelism_groups.items() if n is not None}}
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
			if errors.Is(err, ErrFatal) {
				continue // the message has told where
			}
			if !errors.As(err, &positioned) {
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

// TestPythonAgreesWithLit: what the driver makes of files is what lit makes of them.
func TestPythonAgreesWithLit(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, source := range pythonCases {
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
		tests, _, err := discover(t, inputs, Options{Warn: func(text string) { got = append(got, text) }})
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
