package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tg-opt/tg/lit"
)

// readTOML reads a file of the given text, and a local one unless that is empty.
func readTOML(t *testing.T, r *run, suite, local string) (*settings, error) {
	t.Helper()
	dir := write(t, map[string]string{"tglit.toml": suite, "tglit.local.toml": local, "present": ""})
	reader := &tomlReader{r, commandTimeout}
	s, err := reader.suite(filepath.Join(dir, "tglit.toml"))
	if err == nil && local != "" {
		s, err = reader.local(filepath.Join(dir, "tglit.local.toml"), s)
	}
	return s, err
}

// TestDocumentedExample reads the example of the package's documentation.
func TestDocumentedExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var example strings.Builder
	for line := range strings.Lines(string(doc)) {
		if code, ok := strings.CutPrefix(line, "//\t"); ok {
			example.WriteString(code)
		}
	}
	t.Setenv("PATH", "/bin")
	r := newRun()
	r.options.Params["build"] = "release"
	s, err := readTOML(t, r, example.String(), "")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(s.file)
	three, one := 3, 1
	want := &settings{
		name: "example", suffixes: []string{".mlir", ".test"}, excludes: []string{"Inputs", "slow.mlir"}, sourceRoot: dir,
		execRoot: filepath.Join(filepath.Dir(dir), "build/test"), features: []string{"asserts", "build-release"}, pipefail: true,
		group: "heavy", recursion: &three, retries: &one,
		format:        &shFormat{preamble: []string{"mkdir -p %t"}},
		substitutions: []lit.Substitution{{Pattern: `%\{runner\}`, Text: "tg-run --mode=release"}},
	}
	environment := map[string]string{"DATA": dir + "/Inputs", "PATH": dir + "/bin:/bin", "LEVEL": "0"}
	for name, value := range environment {
		if s.environment[name] != value {
			t.Errorf("environment has %s=%s, want %s", name, s.environment[name], value)
		}
	}
	options := append(compareSettings, cmpopts.IgnoreFields(settings{}, "environment"))
	if diff := cmp.Diff(want, s, options...); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if r.timeout != 60 || r.groups["heavy"] != 2 {
		t.Error(r.timeout, r.groups)
	}
}

func TestLocalTOML(t *testing.T) {
	s, err := readTOML(t, newRun(), `
suffixes = [".a", ".b"]
excludes = ["x"]
available_features = ["one"]
test_format = "ShTest"
[environment]
A = "1"
B = "2"
[params]
p = "value"
[[substitution]]
pattern = "%first"
text = "f"
`, `
suffixes = { add = [".c"], remove = [".a"] }
excludes = ["y"]
unsupported = true
test_format = { execute_external = true }
[environment]
B = "${env.A}${param.p}"
C = "$${param.p} ${env.UNLIKELY_NAME:-}"
[[substitution]]
pattern = "%second"
text = "s"
[[feature]]
name = "two"
when.exists = "present"
[[feature]]
name = "three"
when.exists = ["present", "missing"]
`)
	if err != nil {
		t.Fatal(err)
	}
	want := &settings{
		name: s.name, suffixes: []string{".b", ".c"}, excludes: []string{"y"}, features: []string{"one", "two"}, unsupported: true,
		pipefail: true, format: &shFormat{external: true},
		substitutions: []lit.Substitution{{Pattern: "%first", Text: "f"}, {Pattern: "%second", Text: "s"}},
	}
	options := append(compareSettings, cmpopts.IgnoreFields(settings{}, "environment"))
	if diff := cmp.Diff(want, s, options...); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for name, value := range map[string]string{"A": "1", "B": "1value", "C": "${param.p} "} {
		if s.environment[name] != value {
			t.Errorf("environment has %s=%q, want %q", name, s.environment[name], value)
		}
	}
}

// TestLocalCopiesOfTOML: what a directory amends does not change for the one beside it.
func TestLocalCopiesOfTOML(t *testing.T) {
	const local = "environment.X = '${env.X:-}$'\nsuffixes = { add = ['.u'] }\n[[feature]]\nname = 'f'\n" +
		"[[substitution]]\npattern = 'p'\ntext = '${dir}'\n"
	dir := write(t, map[string]string{"tglit.toml": "suffixes = ['.t']\nenvironment.X = 'x'\navailable_features = ['e', 'g']\n" +
		strings.Repeat("[[substitution]]\npattern = 'o'\ntext = ''\n", 3),
		"a/tglit.local.toml": local, "a/1.t": "", "b/tglit.local.toml": local, "b/2.t": "", "c/3.t": "", "c/3.u": ""})
	tests, _, err := discover(t, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, test := range tests {
		s := test.Suite
		i := slices.IndexFunc(s.Environment, func(definition string) bool { return strings.HasPrefix(definition, "X=") })
		got = append(got, fmt.Sprint(test.Path, " ", s.Environment[i], " ", s.Suffixes, s.Features, s.Substitutions))
	}
	expect(t, strings.ReplaceAll(strings.Join(got, "\n"), dir, "$DIR"), `
a/1.t X=x$ [.t .u] [e f g] [{o } {o } {o } {p $DIR/a}]
b/2.t X=x$ [.t .u] [e f g] [{o } {o } {o } {p $DIR/b}]
c/3.t X=x [.t] [e g] [{o } {o } {o }]
`)
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		when string
		want bool
	}{
		{``, true},
		{`os = "` + runtime.GOOS + `"`, true},
		{`os = ["plan9", "` + runtime.GOOS + `"]`, true},
		{`os = "plan9"`, false},
		{`arch = "` + runtime.GOARCH + `"`, true},
		{`arch = "s390x"`, false},
		{`os = "` + runtime.GOOS + `", arch = "s390x"`, false},
		{`exists = "/"`, true},
		{`exists = "tglit.toml"`, true},
		{`exists = "no/such"`, false},
		{`command = ["sh", "-c", "exit 0"]`, true},
		{`command = ["sh", "-c", "exit 1"]`, false},
		{`command = ["sh", "-c", "test -f tglit.toml -a $A = 1"]`, true},
		{`command = ["no-such-program"]`, false},
		{`command = ["./present"]`, false},
		{`exists = "no/such", command = ["touch", "side-effect"]`, false},
	} {
		s, err := readTOML(t, newRun(), "environment.A = '1'\n[[feature]]\nname = 'f'\nwhen = {"+c.when+"}\n", "")
		if err != nil {
			t.Error(err)
			continue
		}
		if got := slices.Contains(s.features, "f"); got != c.want {
			t.Errorf("when = {%s}: %t", c.when, got)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(s.file), "side-effect")); err == nil {
			t.Error("a command ran though another condition did not hold")
		}
	}
	if runtime.GOARCH == "amd64" {
		s, err := readTOML(t, newRun(), "feature = [{name = 'f', when.arch = 'x86_64'}]", "")
		if err != nil || !slices.Contains(s.features, "f") {
			t.Error("x86_64 is not amd64", err)
		}
	}
}

func TestMistakesInTOML(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"syntax", "name = \nx = 1", "1:8: error: expected value but found '\\n' instead"},
		{"UTF-16", "\xfe\xff\x00x", "1:1: error: the text is UTF-16, big-endian (it starts with the byte order mark FE FF); save it as UTF-8"},
		{"UTF-16 without a mark", "x\x00=\x001\x00", "1:1: error: the text is UTF-16, little-endian (every second byte is zero); save it as UTF-8"},
		{"Latin-1", "x = \"\xe9\"", "1:6: error: the file is not UTF-8 here"},
		{"not closed", "a = 'x", "1:6: error: unexpected EOF; expected \"'\""},
		{"twice", "name = 'a'\nname = 'b'", "2:11: error: Key 'name' has already been defined."},
		{"unknown", "name = 'a'\n\n  sufixes = []", "3:3: error: unknown key 'sufixes'; did you mean 'suffixes'?"},
		{"unknown, nothing like it", "[test_format]\nq = 1", "2:1: error: unknown key 'q'; known are name, execute_external, preamble_commands"},
		{"the first unknown", "[bb]\n[aa]", "1:2: error: unknown key 'bb'; known are"},
		{"unknown in an array", "[[feature]]\nname = 'a'\n[[feature]]\nnam = 'a'", "4:1: error: unknown key 'nam'; did you mean 'name'?"},
		{"unknown inside", "[[feature]]\nname = 'a'\nwhen = { os = 'linux', exist = 'a' }", "3:24: error: unknown key 'exist'; did you mean 'exists'?"},
		{"case", "recursiveexpansionlimit = 1", "1:1: error: unknown key 'recursiveexpansionlimit'; did you mean 'recursiveExpansionLimit'?"},
		{"type", "suffixes = '.a'", "1:1: error: 'suffixes' must be an array of strings, not a string"},
		{"element", "suffixes = ['.a',\n  3]", "2:3: error: 'suffixes[1]' must be a string, not an integer"},
		{"date", "name = 2020-01-01", "1:1: error: 'name' must be a string, not a date"},
		{"flag", "pipefail = 1", "1:1: error: 'pipefail' must be true or false, not an integer"},
		{"number", "test_retry_attempts = 1.5", "1:1: error: 'test_retry_attempts' must be an integer, not a floating-point number"},
		{"negative", "maxIndividualTestTime = -1", "1:1: error: 'maxIndividualTestTime' must be between 0 and 1000000000"},
		{"group", "[parallelism_groups]\nx = 0", "2:1: error: 'parallelism_groups.x' must be between 1 and 1000000000"},
		{"format", "test_format = 'GoogleTest'", "1:1: error: unknown test format 'GoogleTest'; the only one is 'ShTest'"},
		{"environment", "[environment]\nA = 1", "2:1: error: 'environment.A' must be a string, not an integer"},
		{"variable", "[environment]\n'A=B' = ''", "2:1: error: 'environment' must map names without '='"},
		{"pattern", "[[substitution]]\npattern = '%('\ntext = ''", "2:1: error: 'pattern' is no regular expression: error parsing regexp: missing closing )"},
		{"incomplete", "[[substitution]]\npattern = 'a'", "1:3: error: 'text' is missing here"},
		{"not tables", "[substitution]\npattern = 'a'", "1:2: error: 'substitution' must be an array of tables, each under [[substitution]], not a table"},
		{"feature name", "[[feature]]\nname = ''", "2:1: error: 'name' must not be empty"},
		{"system", "feature = [{name = 'a', when.os = 'linus'}]", "1:25: error: 'linus' is not known here; did you mean 'linux'?"},
		{"command", "[[feature]]\nname = 'a'\nwhen.command = []", "3:1: error: 'feature[0].when.command' needs the name of a program"},
		{"reference", "name = '${nam}'", "1:1: error: '${nam}' is unknown; there are ${dir}, ${param.NAME}"},
		{"open reference", "name = '${dir'", "1:1: error: '${dir' is unknown; there are"},
		{"parameter", "name = '${param.x}'", "1:1: error: there is no parameter 'x'; give it by -D x=VALUE, or a default under [params]"},
		{"unset variable", "name = '${env.UNLIKELY_NAME}'", "1:1: error: the environment variable UNLIKELY_NAME is not set; a default is written ${env.UNLIKELY_NAME:-default}"},
		{"remove", "suffixes = { remove = ['.a'] }", "1:24: error: 'suffixes' does not contain '.a'; known are"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readTOML(t, newRun(), c.source, "")
			if err == nil {
				t.Fatal("no error")
			}
			if _, text, _ := strings.Cut(err.Error(), "tglit.toml:"); !strings.HasPrefix(text, c.want) {
				t.Errorf("%s\nwant %s", text, c.want)
			}
		})
	}
	_, err := readTOML(t, newRun(), "", "params = {a = 'b'}")
	if err == nil || !strings.HasSuffix(err.Error(), "tglit.local.toml:1:1: error: 'params' belongs into the file of the suite, "+
		"not into that of a directory") {
		t.Error(err)
	}
}

func TestSlowCommand(t *testing.T) {
	f := &tomlFile{run: newRun(), settings: &settings{file: "x/tglit.toml", environment: lit.DefaultEnvironment(nil)},
		places: map[string]place{}, limit: 50 * time.Millisecond}
	f.settings.file = filepath.Join(t.TempDir(), "tglit.toml")
	if f.succeeds("feature[0].when.command", []string{"sleep", "600"}) || f.err == nil ||
		!strings.Contains(f.err.Error(), "the command sleep takes more than 50ms") {
		t.Error(f.err)
	}
}

// TestPlaces finds keys in all forms of TOML.
func TestPlaces(t *testing.T) {
	places := tomlPlaces("a = \"\"\"\n[x]\nq = 1\\\"\"\"\"\n'b c'.\"d\" = [ # [\n  1,\n  'x]',\n]\n[t.u]\nk = { m = 1, n = [ {o = 2} ] }\n" +
		"[[v]]\nw = 1\n[[v]]\n w = 2 # w\n")
	for path, want := range map[string]place{
		"a": {1, 1}, "b c.d": {4, 1}, "b c.d[0]": {5, 3}, "b c.d[1]": {6, 3}, "t.u": {8, 2}, "t.u.k": {9, 1}, "t.u.k.m": {9, 7},
		"t.u.k.n": {9, 14}, "t.u.k.n[0].o": {9, 21}, "v": {10, 3}, "v[0].w": {11, 1}, "v[1]": {12, 3}, "v[1].w": {13, 2}, "q": {},
	} {
		if places[path] != want {
			t.Errorf("%s is at %v, want %v", path, places[path], want)
		}
	}
}
