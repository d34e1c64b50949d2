package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit"
)

// write makes files below a new directory, whose path it returns; names map to contents.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := realPath(t.TempDir())
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(file, 0o777); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(content, "$DIR", dir)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// discover is Discover with what runs tests closed at the end of the test. It skips the test where
// there is no Python.
func discover(t *testing.T, inputs []string, o Options) (tests []*lit.Test, suites []*lit.Suite, err error) {
	t.Helper()
	found, err := Discover(inputs, o)
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(found.Close)
	return found.Tests, found.Suites, nil
}

// discovered runs Discover below dir and describes what came of it, with $DIR for dir.
func discovered(t *testing.T, dir string, o Options, inputs ...string) string {
	t.Helper()
	var b strings.Builder
	o.Warn = func(text string) { b.WriteString(text + "\n") }
	o.Note, o.Fail = o.Warn, o.Warn
	for i, input := range inputs {
		inputs[i] = filepath.Join(dir, input)
	}
	tests, suites, err := discover(t, inputs, o)
	for _, s := range suites {
		b.WriteString("suite " + s.Name + " in " + s.Dir + ", " + s.ExecDir + "\n")
	}
	for _, test := range tests {
		b.WriteString(test.Name() + "\n")
	}
	if err != nil {
		b.WriteString(err.Error() + "\n")
	}
	return strings.ReplaceAll(b.String(), dir, "$DIR")
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

const simple = "import lit.formats\nconfig.name = 'one'\nconfig.test_format = lit.formats.ShTest()\nconfig.suffixes = ['.t']\n"

var tree = map[string]string{
	"lit.cfg.py": simple + "config.excludes = ['not.t', 'away']\n", "lit.cfg": "no Python", "lit.local.cfg": "x = 1",
	"a.t": "", "not.t": "", ".hidden.t": "", "a.other": "",
	"Output/b.t": "", ".git/b.t": "", "away/b.t": "", "empty/": "",
	"deep/down/c.t": "", "deep/down/d.u": "", "deep/lit.local.cfg": "config.suffixes.add('.u')\nconfig.name = 'ignored'\n",
	"nested/lit.cfg":       strings.Replace(simple, "one", "two", 1) + "config.test_exec_root = '$DIR/out'\n",
	"nested/e.t":           "",
	"nested/site/f.t":      "",
	"out/site/lit.cfg":     strings.Replace(simple, "one", "three", 1) + "config.test_source_root = '$DIR/elsewhere'\n",
	"elsewhere/g.t":        "",
	"hollow/lit.site.cfg":  strings.Replace(simple, "one", "none", 1),
	"alone/lit.local.cfg":  "config.standalone_tests = True",
	"alone/any.name":       "",
	"formless/lit.cfg":     "config.name = 'formless'\nconfig.suffixes = ['.t']\n",
	"formless/h.t":         "",
	"foo/foo.cfg":          strings.Replace(simple, "one", "prefixed", 1),
	"foo/foo.local.cfg.py": "config.unsupported = True",
	"foo/i.t":              "",
}

func TestDiscovery(t *testing.T) {
	needPython(t)
	dir := write(t, tree)
	one := "suite one in $DIR, $DIR\n"
	for _, c := range []struct {
		name   string
		inputs []string
		want   string
	}{
		{"a test", []string{"a.t"}, one + "one :: a.t"},
		{"twice", []string{"a.t", "a.t"}, one + "one :: a.t\none :: a.t"},
		{"a wrong suffix", []string{"a.other"}, "warning: input '$DIR/a.other' contained no tests\n" + one},
		{"a dot file", []string{".hidden.t"}, "warning: input '$DIR/.hidden.t' contained no tests\n" + one},
		{"excluded", []string{"not.t"}, "warning: input '$DIR/not.t' contained no tests\n" + one},
		{"in an excluded directory", []string{"away/b.t"}, one + "one :: away/b.t"},
		{"missing", []string{"no/such.t"}, "warning: input '$DIR/no/such.t' contained no tests\n" + one},
		{"local", []string{"deep"}, one + "one :: deep/down/c.t\none :: deep/down/d.u"},
		{"local, directly", []string{"deep/down/d.u"}, one + "one :: deep/down/d.u"},
		{"nested", []string{"nested"}, "suite two in $DIR/nested, $DIR/out\n" +
			"suite three in $DIR/elsewhere, $DIR/out/site\ntwo :: e.t\nthree :: g.t"},
		{"standalone", []string{"alone/any.name"}, one + "one :: alone/any.name"},
		{"standalone directory", []string{"alone"}, "warning: standalone_tests set in LIT config but suffixes or excludes are " +
			"also set\nwarning: input '$DIR/alone' contained no tests\n" + one},
		{"hollow", []string{"hollow"}, "warning: input '$DIR/hollow' contained no tests\nsuite none in $DIR/hollow, $DIR/hollow"},
		{"no format", []string{"formless"}, "warning: input '$DIR/formless' contained no tests\n" +
			"suite formless in $DIR/formless, $DIR/formless"},
		{"no format, directly", []string{"formless/h.t"}, "$DIR/formless/lit.cfg: error: config.test_format is not set, " +
			"so that h.t cannot be run; set it to lit.formats.ShTest()"},
		{"several", []string{"deep/down", "a.t"}, one + "one :: deep/down/c.t\none :: deep/down/d.u\none :: a.t"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, discovered(t, dir, Options{}, c.inputs...), c.want) })
	}
}

func TestDiscoveryOfAll(t *testing.T) {
	needPython(t)
	dir := write(t, tree)
	expect(t, discovered(t, dir, Options{}, ""), `
warning: standalone_tests set in LIT config but suffixes or excludes are also set
warning: test suite 'formless' contained no tests
warning: test suite 'none' contained no tests
suite one in $DIR, $DIR
suite formless in $DIR/formless, $DIR/formless
suite none in $DIR/hollow, $DIR/hollow
suite two in $DIR/nested, $DIR/out
suite three in $DIR/elsewhere, $DIR/out/site
one :: a.t
one :: deep/down/c.t
one :: deep/down/d.u
one :: elsewhere/g.t
one :: foo/i.t
two :: e.t
three :: g.t
three :: g.t
`)
}

func TestPrefix(t *testing.T) {
	needPython(t)
	dir := write(t, tree)
	expect(t, discovered(t, dir, Options{Prefix: "foo"}, "foo"), "suite prefixed in $DIR/foo, $DIR/foo\nprefixed :: i.t")
	tests, _, err := discover(t, []string{filepath.Join(dir, "foo")}, Options{Prefix: "foo"})
	if err != nil || len(tests) != 1 || !tests[0].Suite.Unsupported {
		t.Errorf("the local configuration was not read: %v, %v", tests, err)
	}
}

func TestNoSuite(t *testing.T) {
	dir := write(t, map[string]string{"a.t": ""})
	expect(t, discovered(t, dir, Options{Prefix: "unlikely"}, "a.t"),
		"warning: unable to find test suite for '$DIR/a.t'\nwarning: input '$DIR/a.t' contained no tests")
}

func TestConfigMap(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"s/lit.cfg": "not Python", "s/a.t": "", "build/lit.site.cfg": simple +
		"config.test_source_root = '$DIR/s'\nconfig.test_exec_root = '$DIR/build'\n",
		"map": `{"$DIR/s/lit.cfg": "$DIR/build/lit.site.cfg"}`, "wrong": "[]"})
	options := func(name string) Options {
		return Options{Params: map[string]string{"config_map": filepath.Join(dir, name)}}
	}
	expect(t, discovered(t, dir, options("map"), "s"), "suite one in $DIR/s, $DIR/build\none :: a.t")
	expect(t, discovered(t, dir, options("wrong"), "s"), "$DIR/wrong: error: is not a JSON object that maps paths to paths: "+
		"json: cannot unmarshal array into Go value of type map[string]string")
	expect(t, discovered(t, dir, options("none"), "s"), "$DIR/none: error: cannot be read: no such file or directory")
}

// TestNestedBelowExecRoot: the configuration below test_exec_root counts before that of the
// sources.
func TestNestedBelowExecRoot(t *testing.T) {
	needPython(t)
	named := func(name string) string { return strings.Replace(simple, "one", name, 1) }
	dir := write(t, map[string]string{
		"s/lit.cfg": named("outer") + "config.test_exec_root = '$DIR/out'\n", "s/both/lit.cfg": named("source"), "s/both/a.t": "",
		"out/both/lit.site.cfg": named("exec") + "config.test_source_root = '$DIR/s/both'\n", "s/b.t": "",
	})
	expect(t, discovered(t, dir, Options{}, "s"), "suite outer in $DIR/s, $DIR/out\nsuite exec in $DIR/s/both, $DIR/out/both\n"+
		"outer :: b.t\nexec :: a.t")
}

// TestExecRootInside: a suite whose configuration is in a directory below its tests is not entered
// again from there.
func TestExecRootInside(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"a.t": "", "build/b.t": "", "build/lit.site.cfg": simple +
		"config.test_source_root = '$DIR'\nconfig.test_exec_root = '$DIR/build'\n"})
	expect(t, discovered(t, dir, Options{}, "build"), "suite one in $DIR, $DIR/build\none :: a.t")
}

func TestLinkUpwards(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": simple, "sub/a.t": ""})
	if err := os.Symlink("..", filepath.Join(dir, "sub", "up")); err != nil {
		t.Skip(err)
	}
	expect(t, discovered(t, dir, Options{}, ""), "warning: $DIR/sub/up is not searched, as it leads back to a directory above\n"+
		"suite one in $DIR, $DIR\none :: sub/a.t")
}

// TestFamilies: a suite of tglit.toml does not read lit.local.cfg, nor the other way round.
func TestFamilies(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{
		"tglit.toml": "name = 'native'\nsuffixes = ['.t']", "lit.cfg": "not Python",
		"sub/lit.local.cfg": "not Python", "sub/a.t": "",
		"old/lit.cfg": simple, "old/tglit.local.toml": "not TOML", "old/b.t": "",
	})
	expect(t, discovered(t, dir, Options{}, ""), `
warning: $DIR/old/tglit.local.toml is not read, as $DIR/old/lit.cfg configures the suite; write lit.local.cfg.py
warning: $DIR/sub/lit.local.cfg is not read, as $DIR/tglit.toml configures the suite; write tglit.local.toml
suite native in $DIR, $DIR
suite one in $DIR/old, $DIR/old
one :: b.t
native :: sub/a.t
`)
}

// TestLocalSuites: tests of a directory share the suite that its configuration amends, and no other
// does.
func TestLocalSuites(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{
		"lit.cfg": simple + "config.environment = {'A': '1'}\nlit_config.maxIndividualTestTime = 7\n",
		"a.t":     "", "plain/b.t": "",
		"sub/lit.local.cfg": "config.environment['B'] = '2'\nconfig.test_retry_attempts = 3\nlit_config.parallelism_groups['g'] = 2\n",
		"sub/c.t":           "", "sub/deeper/d.t": "",
	})
	tests, suites, err := discover(t, []string{dir}, Options{Tools: []lit.Tool{{Name: "tool"}}})
	if err != nil || len(tests) != 4 {
		t.Fatal(tests, err)
	}
	if tests[0].Suite != suites[0] || tests[1].Suite != suites[0] || tests[2].Suite == suites[0] || tests[3].Suite != tests[2].Suite {
		t.Error("suites are not shared as directories share configurations")
	}
	for i, want := range []string{"A=1", "A=1", "A=1 B=2", "A=1 B=2"} {
		s := tests[i].Suite
		if got := strings.Join(s.Environment, " "); got != want {
			t.Errorf("environment of test %d: %s, want %s", i, got, want)
		}
		if s.Timeout.Seconds() != 7 || s.ParallelismGroups["g"] != 2 || len(s.Tools) != 1 || s.Name != "one" || s.Dir != dir {
			t.Errorf("suite of test %d: %+v", i, s)
		}
	}
	if tests[0].Suite.Retries != 0 || tests[2].Suite.Retries != 3 {
		t.Error("retries", tests[0].Suite.Retries, tests[2].Suite.Retries)
	}
}

// TestSuite: every setting arrives where tests are run by it.
func TestSuite(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"lit.cfg": `
import lit.formats
config.name = 'all'
config.test_format = lit.formats.ShTest(True, [('%x', 'y')], ['echo 1', 'echo 2'])
config.suffixes = ['.t']
config.excludes = ['z', 'e']
config.environment = {'B': '2', 'A': '1'}
config.substitutions = [('%b', 1), ('%a', 'c')]
config.available_features = ['g', 'f']
config.unsupported = config.standalone_tests = 1
config.pipefail = False
config.limit_to_features = {'l'}
config.parallelism_group = 'p'
config.recursiveExpansionLimit = 5
config.test_retry_attempts = 6
config.test_exec_root = os.path.join(os.path.dirname(__file__), 'sub', '..', 'out')
lit_config.maxIndividualTestTime = 7
lit_config.parallelism_groups = {'p': 8}
`, "a.t": ""})
	tests, suites, err := discover(t, []string{filepath.Join(dir, "a.t")}, Options{})
	if err != nil || len(tests) != 1 || tests[0].Suite != suites[0] {
		t.Fatal(tests, suites, err)
	}
	want := &lit.Suite{
		Name: "all", Dir: dir, ExecDir: filepath.Join(dir, "out"), Suffixes: []string{".t"}, Excludes: []string{"e", "z"},
		Substitutions: []lit.Substitution{{Pattern: "%x", Text: "y"}, {Pattern: "%b", Text: "1"}, {Pattern: "%a", Text: "c"}},
		Features:      []string{"f", "g"}, Environment: []string{"A=1", "B=2"}, WholeEnvironment: true, Timeout: 7 * time.Second,
		RecursionLimit: 5, Unsupported: true, LimitToFeatures: []string{"l"}, ParallelismGroup: "p", Standalone: true, Retries: 6,
		NoPipefail: true, ExternalShell: true, Preamble: []string{"echo 1", "echo 2"}, ParallelismGroups: map[string]int{"p": 8},
	}
	if diff := cmp.Diff(want, suites[0]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestOwnTests: tg-lit finds the tests of this repository that go test runs.
func TestOwnTests(t *testing.T) {
	tests, suites, err := discover(t, []string{"../../test"}, Options{})
	if err != nil || len(suites) != 1 {
		t.Fatal(suites, err)
	}
	want, err := lit.Suite{Dir: "../../test", Suffixes: []string{".mlir"}}.Discover()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, test := range tests {
		got = append(got, test.Path)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestErrorsOfFiles: lit_config.error does not end the discovery, but makes it fail.
func TestErrorsOfFiles(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{"a.t": "", "lit.cfg": simple + "lit_config.error('one')\n",
		"sub/lit.local.cfg": "lit_config.error('two')\nlit_config.fatal('end')\n", "sub/b.t": ""})
	expect(t, discovered(t, dir, Options{}, ""), "tg-lit: $DIR/lit.cfg:5: error: one\n"+
		"tg-lit: $DIR/sub/lit.local.cfg:1: error: two\ntg-lit: $DIR/sub/lit.local.cfg:2: fatal: end\n"+ErrFatal.Error())
	expect(t, discovered(t, dir, Options{}, "a.t"), "tg-lit: $DIR/lit.cfg:5: error: one\n1 errors, exiting.")
}

// TestSite: a configuration below the build directory hands over to that of the sources.
func TestSite(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{
		"build/lit.site.cfg.py": "config.tools_dir = '/opt/bin'\nlit_config.load_config(config, '$DIR/src/lit.cfg.py')\n",
		"src/lit.cfg.py": simple + "config.test_source_root = os.path.dirname(__file__)\n" +
			"config.test_exec_root = '$DIR/build'\nconfig.environment['TOOLS'] = config.tools_dir\n",
		"src/a.t": "",
	})
	expect(t, discovered(t, dir, Options{}, "build"), "suite one in $DIR/src, $DIR/build\none :: a.t")
	tests, _, err := discover(t, []string{filepath.Join(dir, "build")}, Options{Path: []string{"/first"}, Features: []string{"vg"}})
	if err != nil {
		t.Fatal(err)
	}
	environment := strings.Join(tests[0].Suite.Environment, "\n") + "\n"
	if !strings.Contains(environment, "TOOLS=/opt/bin\n") || !strings.Contains(environment, "PATH=/first"+string(os.PathListSeparator)) {
		t.Error(environment)
	}
	if strings.Join(tests[0].Suite.Features, " ") != "vg" {
		t.Error(tests[0].Suite.Features)
	}
}

// TestLocalCopies: what a local configuration changes does not change for the directories beside
// it.
func TestLocalCopies(t *testing.T) {
	needPython(t)
	dir := write(t, map[string]string{
		"lit.cfg": simple + "config.mine = ['x']\nconfig.deep = {'k': config.mine}\nconfig.available_features.add('root')\n", "a/lit.local.cfg": "config.deep['k'].append('y')\n" +
			"config.available_features.add('-'.join(config.mine))\n", "a/1.t": "", "b/lit.local.cfg": "config.mine.append('z')\n" +
			"config.available_features.add('-'.join(config.mine))\n", "b/2.t": "", "c/3.t": "",
		"a/deep/lit.local.cfg": "config.available_features.discard('root')\n", "a/deep/4.t": "",
	})
	tests, _, err := discover(t, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, test := range tests {
		got = append(got, test.Path+" "+strings.Join(test.Suite.Features, ","))
	}
	expect(t, strings.Join(got, "\n"), "a/1.t root,x-y\na/deep/4.t x-y\nb/2.t root,x-z\nc/3.t root")
}
