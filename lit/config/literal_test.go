package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readLiteral evaluates the text of a lit.cfg and returns its messages.
func readLiteral(t *testing.T, source string) (s *settings, messages string, err error) {
	t.Helper()
	dir := write(t, map[string]string{"lit.cfg": source})
	var b strings.Builder
	r := newRun()
	r.options.Warn = func(text string) { b.WriteString(text + "\n") }
	r.options.Note = r.options.Warn
	s, err = newLiteralReader(r).suite(filepath.Join(dir, "lit.cfg"))
	for _, e := range r.errors {
		b.WriteString(e.Error() + "\n")
	}
	return s, strings.ReplaceAll(b.String(), dir, "$DIR"), err
}

// TestRefusals: what only Python understands is refused by its name, where it stands.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"x = 1\ndef f():\n  pass", "2:1: error: a function definition"},
		{"x = lambda: 1", "1:5: error: a lambda"},
		{"class A: pass", "1:1: error: a class"},
		{"try:\n  x = 1\nexcept E:\n  pass", "1:1: error: a try statement"},
		{"while True: pass", "1:1: error: a while loop"},
		{"with open('x') as f: pass", "1:1: error: a with statement"},
		{"raise X", "1:1: error: 'raise'"},
		{"assert x", "1:1: error: an assertion"},
		{"x = [y for y in z]", "1:8: error: a comprehension"},
		{"x = {y for y in z}", "1:8: error: a comprehension"},
		{"x = ','.join(y for y in z)", "1:16: error: a comprehension"},
		{"x = f'{y}'", "1:5: error: an f-string"},
		{"x = b'y'", "1:5: error: a bytes literal"},
		{"x = '\\N{DASH}'", "1:6: error: a character by its Unicode name"},
		{"x = 'abc'[1:]", "1:12: error: a slice"},
		{"x = 'abc'[:1]", "1:11: error: a slice"},
		{"x: int = 1", "1:2: error: a type annotation"},
		{"if (y := 1): pass", "1:7: error: ':='"},
		{"f(*x)", "1:3: error: '*' in a call"},
		{"x = [*y]", "1:6: error: '*' in front of a sequence"},
		{"x = 2 ** 3", "1:7: error: '**'"},
		{"x = 7 // 2", "1:7: error: '//' between integers"},
		{"x = 'a' * 3", "1:9: error: '*' between a str and a int"},
		{"x = 99999999999999999999", "1:5: error: '99999999999999999999' is not a number of 64 bits"},
		{"x = 9223372036854775807 + 1", "1:25: error: an integer of more than 64 bits"},
		{"x = 1 + 1.5", "1:7: error: '+' between a int and a float"},
		{"import subprocess\nsubprocess.run(['x'])", "2:1: error: the use of the module subprocess"},
		{"import numpy", "1:8: error: the import of numpy"},
		{"from . import x", "1:6: error: a relative import"},
		{"from os import *", "1:16: error: 'import *'"},
		{"from lit.llvm import llvm_config\n\nif llvm_config:\n  pass", "3:4: error: the use of lit.llvm.llvm_config"},
		{"import lit.llvm\nlit.llvm.initialize(lit_config, config)", "2:5: error: lit.llvm"},
		{"import lit.formats\nconfig.test_format = lit.formats.GoogleTest('a', 'b')", "2:34: error: lit.formats.GoogleTest"},
		{"x = os.listdir('.')", "1:8: error: os.listdir"},
		{"x = sys.version_info", "1:9: error: sys.version_info"},
		{"import platform\nx = platform.release()", "2:14: error: platform.release"},
		{"os.environ['A'] = 'b'", "1:11: error: a change of os.environ"},
		{"del os.environ['A']", "1:15: error: a change of os.environ"},
		{"x = open('y')", "1:5: error: 'open'"},
		{"x = range(3)", "1:5: error: 'range'"},
		{"print('x')", "1:1: error: 'print'"},
		{"x = 'a'.title()", "1:9: error: the method 'title' of a str"},
		{"x = '{:>3}'.format(1)", "1:13: error: a field with a format"},
		{"x = '%.1f' % 1", "1:12: error: the format %f"},
		{"lit_config.unknown", "1:12: error: lit_config.unknown"},
		{"lit_config.order = 'x'", "1:12: error: setting lit_config.order"},
		{"x = []\nx.append(x)", "2:3: error: a list that contains itself"},
		{"x = {}\nx['a'] = [x]", "2:2: error: a dict that contains itself"},
		{"x = 'é' + é", "1:12: error: the character 'é' is not understood outside a string"},
		{"@decorator\ndef f(): pass", "1:1: error: a decorator"},
	} {
		_, _, err := readLiteral(t, c.source)
		if err == nil {
			t.Errorf("no error\n%s", c.source)
			continue
		}
		_, text, _ := strings.Cut(err.Error(), "lit.cfg:")
		if !strings.HasPrefix(text, c.want) || !strings.HasSuffix(text, hintPython) {
			t.Errorf("%s\nwant %s ... %s\n%s", text, c.want, hintPython, c.source)
		}
	}
}

// TestMistakes: what Python would find wrong too is told with its position and without a hint at Python.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"x = 1 +", "1:8: error: expected an expression instead of the end of the line"},
		{"if x\n  pass", "1:5: error: expected ':' instead of the end of the line"},
		{"x = (1,\ny = 2", "1:5: error: this bracket is not closed"},
		{"x = [1, = 2]", "1:9: error: expected an expression instead of '='"},
		{"x = 'a", "1:5: error: the string is not closed by '"},
		{"if 1:\n\tx = 1\n        y = 2", "3:9: error: tabs and blanks are mixed in indentation so that it is ambiguous"},
		{"if 1:\n    x = 1\n  y = 2", "3:3: error: the indentation matches no line above"},
		{"config.x.y = 1", "1:8: error: 'TestingConfig' has no attribute 'x'"},
		{"config.suffixes.append('.x')", "1:17: error: a set has no attribute 'append'"},
		{"x = 'a' + 1", "1:9: error: a str and a int cannot be added"},
		{"x = undefined", "1:5: error: the name 'undefined' is not defined"},
		{"config.excludes = 1", "1:8: error: config.excludes must be a list or a set, not a int"},
		{"config.environment['A'] = 1", "error: config.environment must map names to texts, but maps 'A' to 1"},
		{"config.environment = 1", "1:8: error: config.environment must be a dictionary, not a int"},
		{"config.available_features = [1]", "1:8: error: config.available_features must hold texts, not a int"},
		{"config.substitutions = [('a',)]", "1:8: error: config.substitutions must hold pairs (pattern, text), not ('a',)"},
		{"config.test_format = 1", "1:8: error: config.test_format must be lit.formats.ShTest(...), not a int"},
		{"import lit.formats\nconfig.test_format = lit.formats.ShTest(preamble_commands=1)",
			"2:8: error: config.preamble_commands must be a list or a set, not a int"},
		{"config.test_retry_attempts = 'x'", "1:8: error: config.test_retry_attempts must be an int, not a str"},
		{"config.parallelism_group = 1", "1:8: error: config.parallelism_group must be a str or None, not a int"},
		{"lit_config.parallelism_groups['a'] = 0",
			"error: lit_config.parallelism_groups must map names to numbers of tests, at least 1, but maps 'a' to 0"},
		{"lit_config.fatal('no way')", "1:12: error: no way"},
		{"lit_config.load_config(config, '/no/such')", "1:12: error: there is no configuration file '/no/such'"},
		{"lit_config.load_config(config, __file__)", "error: configuration files load each other more than 20 deep"},
		{"for x in [1]:\n  for y in [1]:\n    pass\n  x = 1 1", "4:9: error: expected the end of the line instead of 1"},
		{"\xff = 1", "1:1: error: the file is not UTF-8 here"},
		{"x = ''\n\x00", "error: the file contains a NUL byte"},
		{strings.Repeat("(", 101), "1:101: error: brackets are nested more than 100 deep"},
		{strings.Repeat("not ", 101) + "1", "1:397: error: nested more than 100 deep"},
		{"x = 1" + strings.Repeat(" + 1", 1002), "1:4011: error: more than 1000 operators in a row"},
		{"x" + strings.Repeat(".a", 102), "1:204: error: nested more than 100 deep"},
		{"x = [1, 2]\n" + nest(9, "for a in x * 0 + x:"), "error: '*' between a list and a int"},
		{"x = ['', '', '', '', '', '', '', '', '', '']\n" + nest(9, "for a in x:"), "error: the file takes more than 1000000 steps"},
		{"x = 'a'\nfor y in 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa':\n  x = x + x", "error: the text is longer than 1048576 bytes"},
		{"x = ['a']\nfor y in 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa':\n  x += x", "error: the list has more than 100000 items"},
	} {
		_, _, err := readLiteral(t, c.source)
		if err == nil {
			t.Errorf("no error\n%s", c.source)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nwant %s\n%s", err, c.want, c.source)
		}
	}
}

// nest repeats the header of a statement, indented as the body of the previous one.
func nest(n int, header string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + header + "\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

func TestMessages(t *testing.T) {
	_, messages, err := readLiteral(t, "lit_config.note('one')\nif True:\n  lit_config.warning(2)\nlit_config.error('three')\nconfig.suffixes = '.t'\n")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, messages, `
$DIR/lit.cfg:1:12: note: one
$DIR/lit.cfg:3:14: warning: 2
$DIR/lit.cfg:5:8: warning: config.suffixes is a str, so each of its characters counts by itself; write a list
$DIR/lit.cfg:4:12: error: three
`)
}

// TestErrorsOfFiles: lit_config.error does not end the discovery, but makes it fail.
func TestErrorsOfFiles(t *testing.T) {
	dir := write(t, map[string]string{"a.t": "", "lit.cfg": simple + "lit_config.error('one')\n",
		"sub/lit.local.cfg": "lit_config.error('two')\nlit_config.fatal('end')\n", "sub/b.t": ""})
	expect(t, discovered(t, dir, Options{}, ""), "$DIR/lit.cfg:5:12: error: one\n$DIR/sub/lit.local.cfg:1:12: error: two\n"+
		"$DIR/sub/lit.local.cfg:2:12: error: end")
}

// TestSite: a configuration below the build directory hands over to that of the sources.
func TestSite(t *testing.T) {
	dir := write(t, map[string]string{
		"build/lit.site.cfg.py": "config.tools_dir = '/opt/bin'\nlit_config.load_config(config, '$DIR/src/lit.cfg.py')\n",
		"src/lit.cfg.py": simple + "config.test_source_root = os.path.dirname(__file__)\n" +
			"config.test_exec_root = '$DIR/build'\nconfig.environment['TOOLS'] = config.tools_dir\n",
		"src/a.t": "",
	})
	expect(t, discovered(t, dir, Options{}, "build"), "suite one in $DIR/src, $DIR/build\none :: a.t")
	tests, _, err := Discover([]string{filepath.Join(dir, "build")}, Options{Path: []string{"/first"}, Features: []string{"vg"}})
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

// TestLocalCopies: what a local configuration changes does not change for the directories beside it.
func TestLocalCopies(t *testing.T) {
	dir := write(t, map[string]string{
		"lit.cfg": simple + "config.mine = ['x']\nconfig.deep = {'k': config.mine}\nconfig.available_features.add('root')\n", "a/lit.local.cfg": "config.deep['k'].append('y')\n" +
			"config.available_features.add('-'.join(config.mine))\n", "a/1.t": "", "b/lit.local.cfg": "config.mine.append('z')\n" +
			"config.available_features.add('-'.join(config.mine))\n", "b/2.t": "", "c/3.t": "",
		"a/deep/lit.local.cfg": "config.available_features.discard('root')\n", "a/deep/4.t": "",
	})
	for _, python := range []bool{false, true} {
		if python {
			needPython(t)
		}
		tests, _, err := Discover([]string{dir}, Options{Python: python})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, test := range tests {
			got = append(got, test.Path+" "+strings.Join(test.Suite.Features, ","))
		}
		expect(t, strings.Join(got, "\n"), "a/1.t root,x-y\na/deep/4.t x-y\nb/2.t root,x-z\nc/3.t root")
	}
}
