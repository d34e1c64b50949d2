package config

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// family is a kind of configuration files: where a suite has one of them, its directories have the
// same.
type family struct {
	suites []string // names of the file of a suite, the first one found counts
	locals []string // names of the file of a directory, likewise
	reader reader
}

// discovery looks for tests.
type discovery struct {
	*run
	families []*family
	instead  map[string]string // files to read in place of others, by real path
	python   *pythonReader
	found    map[string]membership // the suite of a directory, by its real path
	order    []*suite
	all      []*lit.Suite // with those of local configurations
	tests    []*lit.Test
}

// membership is the suite that a path belongs to and its path there.
type membership struct {
	suite *suite
	path  []string
}

// suite is a directory with a configuration.
type suite struct {
	*lit.Suite
	family *family
	root   *local
	locals map[string]*local // by path in the suite
}

// local is the configuration of a directory.
type local struct {
	settings *settings
	suite    *lit.Suite // what tests of the directory run by
}

// Discover finds the tests that the inputs name, which are files and directories, and the suites
// that they belong to.
//
// What lit only warns of goes to Options.Warn: inputs without suite or without tests. A mistake of
// a configuration file is an *Error. No tests are no error.
func Discover(inputs []string, o Options) (found *Found, err error) {
	prefix := o.Prefix
	if prefix == "" {
		prefix = "lit"
	}
	r := &run{options: o}
	d := &discovery{run: r, found: map[string]membership{}}
	if d.instead, err = readConfigMap(o); err != nil {
		return nil, err
	}
	native := &family{[]string{"tg" + prefix + ".toml"}, []string{"tg" + prefix + ".local.toml"}, &tomlReader{r, commandTimeout}}
	python := &family{
		[]string{prefix + ".site.cfg.py", prefix + ".site.cfg", prefix + ".cfg.py", prefix + ".cfg"},
		[]string{prefix + ".local.cfg.py", prefix + ".local.cfg"}, nil,
	}
	d.python = newPythonReader(r, prefix)
	python.reader = d.python
	defer func() {
		if err != nil || d.python.formats == nil {
			d.python.close()
		}
	}()
	d.families = []*family{native, python}
	for _, input := range inputs {
		before := len(d.tests)
		if err := d.input(input); err != nil {
			return nil, err
		}
		if len(d.tests) == before {
			d.warn("input %s contained no tests", repr(input))
		}
	}
	r.share(d.all)
	if r.errors > 0 {
		return nil, reportedErrors(r.errors)
	}
	found = &Found{Tests: d.tests, python: d.python}
	for _, s := range d.order {
		found.Suites = append(found.Suites, s.Suite)
	}
	return found, nil
}

// Found is what a discovery found. Close it when the tests have run.
type Found struct {
	Tests  []*lit.Test
	Suites []*lit.Suite // in the order of discovery, without the amendments of local configurations
	python *pythonReader
}

// Close ends the processes that run tests of formats made in Python, with all that these have left
// running.
func (f *Found) Close() {
	if f.python.formats != nil {
		f.python.close()
	}
}

// input finds the tests of one input.
func (d *discovery) input(input string) error {
	dir := pathAbsolute(input)
	var rest []string
	for !isDirectory(dir) {
		parent, base := filepath.Dir(dir), filepath.Base(dir)
		if parent == dir {
			break
		}
		rest = append(rest, base)
		dir = parent
	}
	slices.Reverse(rest)
	at, err := d.suiteOf(dir)
	if err != nil {
		return err
	}
	if at.suite == nil {
		d.warn("unable to find test suite for %s", repr(input))
		return nil
	}
	return d.walk(at.suite, slices.Concat(at.path, rest))
}

// configuration is the file of a directory that makes it a suite, or empty.
func (d *discovery) configuration(dir string) (string, *family) {
	for _, f := range d.families {
		if file := choose(dir, f.suites); file != "" {
			return file, f
		}
	}
	return "", nil
}

// choose is the first of the names that exists in a directory, with the directory, or empty.
func choose(dir string, names []string) string {
	for _, name := range names {
		file := filepath.Join(dir, name)
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// suiteOf finds the suite that a directory belongs to: that of the nearest directory above it with
// a configuration.
func (d *discovery) suiteOf(dir string) (membership, error) {
	real := realPath(dir)
	if at, ok := d.found[real]; ok {
		return at, nil
	}
	at, err := d.findSuite(dir)
	if err == nil {
		d.found[real] = at
	}
	return at, err
}

func (d *discovery) findSuite(dir string) (membership, error) {
	file, family := d.configuration(dir)
	if file == "" {
		parent := filepath.Dir(dir)
		if parent == dir {
			return membership{}, nil
		}
		at, err := d.suiteOf(parent)
		return membership{at.suite, slices.Concat(at.path, []string{filepath.Base(dir)})}, err
	}
	if target := d.instead[realPath(file)]; target != "" {
		file = target
	}
	d.trace("loading suite config %s", repr(file))
	s, err := family.reader.suite(file)
	if err != nil {
		return membership{}, err
	}
	source, exec := dir, dir
	if s.sourceRoot != "" {
		source = s.sourceRoot
	}
	if s.execRoot != "" {
		exec = s.execRoot
	}
	result := &suite{family: family, locals: map[string]*local{}}
	result.Suite = d.suite(s, s.name, realPath(source), realPath(exec))
	result.root = &local{s, result.Suite}
	d.order = append(d.order, result)
	d.all = append(d.all, result.Suite)
	return membership{suite: result}, nil
}

// localOf is the configuration of a directory of a suite.
func (d *discovery) localOf(s *suite, dir []string) (*local, error) {
	key := strings.Join(dir, "/")
	if l, ok := s.locals[key]; ok {
		return l, nil
	}
	l := s.root
	if len(dir) > 0 {
		var err error
		if l, err = d.localOf(s, dir[:len(dir)-1]); err != nil {
			return nil, err
		}
	}
	source := filepath.Join(s.Dir, filepath.Join(dir...))
	if file := choose(source, s.family.locals); file != "" {
		d.trace("loading local config %s", repr(file))
		amended, err := s.family.reader.local(file, l.settings)
		if err != nil {
			return nil, err
		}
		l = &local{amended, d.suite(amended, s.Name, s.Dir, s.ExecDir)}
		d.all = append(d.all, l.suite)
	} else {
		d.warnOfOtherFamily(s, source)
	}
	s.locals[key] = l
	return l, nil
}

// warnOfOtherFamily reports a local configuration that is not read because of how the suite is
// configured.
func (d *discovery) warnOfOtherFamily(s *suite, dir string) {
	for _, other := range d.families {
		if other == s.family {
			continue
		}
		if file := choose(dir, other.locals); file != "" {
			d.warn("%s is not read, as %s configures the suite; write %s", file, s.root.settings.file, s.family.locals[0])
		}
	}
}

// walk finds the tests of a file or a directory of a suite.
func (d *discovery) walk(s *suite, at []string) error {
	source := filepath.Join(s.Dir, filepath.Join(at...))
	info, err := os.Stat(source)
	if err != nil {
		return nil // the caller warns of an input without tests
	}
	if !info.IsDir() {
		if len(at) == 0 {
			return &Error{File: s.root.settings.file, Text: "the tests should be in " + source + ", which is not a directory"}
		}
		return d.named(s, at)
	}
	l, err := d.localOf(s, at)
	if err != nil {
		return err
	}
	if l.settings.standalone {
		if len(l.settings.suffixes) > 0 || len(l.settings.excludes) > 0 {
			d.warn("standalone_tests set in LIT config but suffixes or excludes are also set")
		}
		return nil
	}
	entries, err := os.ReadDir(source)
	if err != nil {
		return &Error{File: source, Text: "cannot be read: " + reason(err)}
	}
	var dirs []string
	var files [][]string
	for _, entry := range entries {
		isLink := entry.Type()&fs.ModeSymlink != 0
		switch {
		case entry.IsDir(), isLink && isDirectory(filepath.Join(source, entry.Name())):
			if !isLink || !d.leadsBack(source, entry.Name()) {
				dirs = append(dirs, entry.Name())
			}
		case l.settings.format != nil && l.settings.isTest(entry.Name()):
			files = append(files, slices.Concat(at, []string{entry.Name()}))
		}
	}
	if err := d.add(s, l, at, files, true); err != nil {
		return err
	}
	for _, name := range dirs {
		if slices.Contains([]string{"Output", ".svn", ".git"}, name) || slices.Contains(l.settings.excludes, name) {
			continue
		}
		if err := d.descend(s, slices.Concat(at, []string{name})); err != nil {
			return err
		}
	}
	return nil
}

// leadsBack reports, also to the user, whether a symbolic link leads to a directory that it is in.
// Following it would list the same tests again and again.
func (d *discovery) leadsBack(dir, name string) bool {
	link := filepath.Join(dir, name)
	below, err := filepath.Rel(realPath(link), realPath(dir))
	if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
		return false
	}
	d.warn("%s is not searched, as it leads back to a directory above", link)
	return true
}

// named adds a test that an input names.
func (d *discovery) named(s *suite, at []string) error {
	l, err := d.localOf(s, at[:len(at)-1])
	if err != nil {
		return err
	}
	if l.settings.format == nil && !l.settings.ownFormat {
		return &Error{File: l.settings.file, Text: "config.test_format is not set, so that " + path.Join(at...) +
			" cannot be run; set it to lit.formats.ShTest()"}
	}
	var files [][]string
	if l.settings.standalone || l.settings.isTest(at[len(at)-1]) {
		files = [][]string{at}
	}
	return d.add(s, l, at, files, false)
}

// isTest reports whether a file has a name of a test.
func (s *settings) isTest(name string) bool {
	return !strings.HasPrefix(name, ".") && !slices.Contains(s.excludes, name) &&
		slices.ContainsFunc(s.suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// add adds the tests of a directory, or of a path that was named: the files of RUN lines among
// them, or what a format of the configuration itself finds there.
func (d *discovery) add(s *suite, l *local, at []string, files [][]string, directory bool) error {
	var tests []*lit.Test
	var err error
	if l.settings.ownFormat {
		tests, err = d.python.list(s, l, at, directory)
	} else {
		for _, file := range files {
			tests = append(tests, &lit.Test{Suite: l.suite, Path: path.Join(file...)})
		}
		if l.settings.groupByTest && tests != nil {
			err = d.python.assignGroups(s, l, tests)
		}
	}
	for _, t := range tests {
		if t.Suite != l.suite {
			d.all = append(d.all, t.Suite)
		}
	}
	d.tests = append(d.tests, tests...)
	return err
}

// descend finds the tests of a subdirectory, which can be a suite of its own, here or below the
// directory for outputs.
func (d *discovery) descend(s *suite, at []string) error {
	below := filepath.Join(at...)
	nested := ""
	for _, root := range []string{s.ExecDir, s.Dir} {
		dir := filepath.Join(root, below)
		if file, _ := d.configuration(dir); file != "" {
			nested = dir
			break
		}
	}
	if nested == "" {
		return d.walk(s, at)
	}
	to, err := d.suiteOf(nested)
	if err != nil {
		return err
	}
	if to.suite == s {
		return nil // the directory for outputs is inside the suite
	}
	before := len(d.tests)
	if err := d.walk(to.suite, to.path); err != nil {
		return err
	}
	if len(d.tests) == before {
		d.warn("test suite %s contained no tests", repr(to.suite.Name))
	}
	return nil
}
