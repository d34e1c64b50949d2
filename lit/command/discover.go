package command

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/config"
)

// prepare discovers the tests. done tells that there is nothing to run: listing the tests was all
// there was to do, or there are none.
func (r *run) prepare() (status int, done bool) {
	o := r.options
	found, err := config.Discover(o.paths, r.configOptions())
	if errors.Is(err, config.ErrFatal) {
		return statusUnable, true
	}
	if err != nil {
		fmt.Fprintln(r.errors, err)
		return statusUnable, true
	}
	r.found, r.tests = found, found.Tests
	tests, suites := found.Tests, found.Suites
	for _, input := range o.paths {
		if _, err := os.Stat(input); err != nil {
			r.diagnostics.note("there is no file or directory '%s'", input)
		}
	}
	for _, s := range suites {
		r.diagnostics.debugf("suite %s in %s, outputs in %s", s.Name, s.Dir, s.ExecDir)
	}
	switch {
	case len(tests) == 0:
		if len(suites) == 0 {
			r.diagnostics.note("%s", r.howToConfigure())
		}
		for _, s := range suites {
			r.diagnostics.note("%s", whyEmpty(s))
		}
		fmt.Fprintln(r.errors, "error: did not discover any tests for provided path(s)")
		return statusUnable, true
	case o.showSuites || o.showTests:
		slices.SortStableFunc(tests, bySuiteAndPath)
		if o.showSuites {
			showSuites(r.out, tests, suites)
		}
		if o.showTests {
			showTests(r.out, tests)
		}
		return statusSuccess, true
	case o.showUsedFeatures:
		if err := showUsedFeatures(r.out, tests); err != nil {
			fmt.Fprintf(r.errors, "%s: error: %v\n", programName, err)
			return statusUnable, true
		}
		return statusSuccess, true
	}
	r.limitTime()
	return 0, false
}

// howToConfigure says what is missing where no input belongs to a suite.
func (r *run) howToConfigure() string {
	prefix := cmp.Or(r.options.configPrefix, "lit")
	return fmt.Sprintf(`no configuration is in or above these paths; write one into the root of the tests, such as this tg%s.toml:

    name = "tests"
    suffixes = [".mlir", ".test"] # of the files with RUN lines
    test_exec_root = "out"        # where tests write

An existing %s.cfg.py does as well, if python3 is installed.`, prefix, prefix)
}

// whyEmpty says what a suite looks for in vain.
func whyEmpty(s *lit.Suite) string {
	if len(s.Suffixes) == 0 {
		return fmt.Sprintf("suite '%s' has no suffixes, so that no file is a test of it: its configuration may name some, such as .mlir", s.Name)
	}
	return fmt.Sprintf("the tests of suite '%s' are files that end in '%s'", s.Name, strings.Join(s.Suffixes, "', '"))
}

// configOptions are the options of the command line as configurations see them.
func (r *run) configOptions() config.Options {
	o := r.options
	return config.Options{Prefix: o.configPrefix, Params: o.params, Log: r.out, ErrorLog: r.errors, Tools: r.tools, Path: o.path,
		Warn: r.diagnostics.warn, Note: func(text string) { r.diagnostics.note("%s", text) }, Fail: r.diagnostics.fail,
		Trace: func(text string) { r.diagnostics.debugf("%s", text) },
		Level: o.diagnostics.String(), Debug: o.debug, NoExecute: o.noExecute, Order: string(o.order), Retries: o.retries,
		Coverage: o.coverage, UpdateTests: o.updateTests, NoGTestSharding: o.noGTestSharding}
}

// limitTime lets --timeout override what the configuration says.
func (r *run) limitTime() {
	if r.options.timeout == nil {
		return
	}
	limit := *r.options.timeout
	if configured := r.tests[0].Suite.Timeout; configured != limit {
		r.diagnostics.note("The test suite configuration requested an individual test timeout of %g seconds but a timeout of %g "+
			"seconds was requested on the command line. Forcing timeout to be %[2]g seconds.", configured.Seconds(), limit.Seconds())
	}
	for _, test := range r.tests {
		test.Suite.Timeout = limit
	}
}
