package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/lit"
)

// Options says how to discover tests.
type Options struct {
	Prefix string // takes the place of "lit" in the names of configuration files, if not empty
	// Params is lit_config.params, and ${param.NAME} of tglit.toml. The parameter config_map is the
	// name of a file with a JSON object; it maps absolute paths of configuration files to those of
	// the files that are read instead.
	Params   map[string]string
	Log      io.Writer         // takes what configurations in Python, and test formats, print; nil drops it
	ErrorLog io.Writer         // takes what they, or the programs that they start, print as errors; nil drops it
	Tools    []lit.Tool        // of all suites
	Path     []string          // directories that PATH starts with
	Features []string          // that all suites have
	Warn     func(text string) // takes warnings, one line each; nil drops them
	Trace    func(text string) // takes what the discovery does, one line each; nil drops it
	Note     func(text string) // takes notes of configuration files, one line each; nil drops them
	Fail     func(text string) // takes errors that configuration files report, one line each; nil drops them

	// The following are for configurations and test formats in Python to see, in lit_config.
	Level           string // of diagnostics: error, warning or note; note if empty
	Debug           bool
	NoExecute       bool
	Order           string // of tests: smart, lexical or random; smart if empty
	Retries         *int   // of tests whose suites do not say it
	Coverage        bool
	UpdateTests     bool
	NoGTestSharding bool // run all tests of a program of GoogleTest at once
}

// programName is how messages that configurations report start, as in lit.
const programName = "tg-lit"

// ErrFatal is the end of a discovery by lit_config.fatal, of which Options.Fail has been told.
var ErrFatal = errors.New("a configuration ended the run")

// settings is what a configuration says.
type settings struct {
	file               string // the last one that was read
	name               string
	suffixes, excludes []string
	format             *shFormat // nil if none is set
	ownFormat          bool      // there is a test format that only the reader knows
	environment        map[string]string
	substitutions      []lit.Substitution
	unsupported        bool
	sourceRoot         string // empty for the directory of the file
	execRoot           string // likewise
	features           []string
	pipefail           bool
	limitTo            []string
	group              string
	groupByTest        bool // the reader tells the group of each test
	standalone         bool
	recursion          *int
	retries            *int
	state              any // of the reader
}

// shFormat is the one format of tests there is: lit.formats.ShTest.
type shFormat struct {
	external bool
	extra    []lit.Substitution
	preamble []string
}

// maxCount limits numbers in configurations: retries, recursions, seconds, tests at a time.
const maxCount = 1_000_000_000

// reader reads a kind of configuration files.
type reader interface {
	// suite reads the configuration of a suite.
	suite(path string) (*settings, error)
	// local reads a file that amends a copy of parent, whose state is this reader's.
	local(path string, parent *settings) (*settings, error)
}

// run is one discovery.
type run struct {
	options  Options
	timeout  int            // lit_config.maxIndividualTestTime in seconds
	coverage bool           // lit_config.per_test_coverage
	groups   map[string]int // lit_config.parallelism_groups
	errors   int            // that lit_config.error reported

	mu sync.Mutex // held while something is said, for tests say it too
}

// message hands on what a configuration file says by lit_config.note, warning, error or fatal.
func (r *run) message(m *pythonMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := programName + ": " + located(m.File, m.Line, m.Col, m.Kind, m.Text)
	take := map[string]func(string){"error": r.options.Fail, "fatal": r.options.Fail, "warning": r.options.Warn, "note": r.options.Note,
		"debug": r.options.Trace}[m.Kind]
	if m.Kind == "error" {
		r.errors++
	}
	if take != nil {
		take(text)
	}
}

// warn reports a finding of the discovery itself.
func (r *run) warn(format string, args ...any) {
	if r.options.Warn != nil {
		r.options.Warn("warning: " + fmt.Sprintf(format, args...))
	}
}

// trace reports what the discovery does.
func (r *run) trace(format string, args ...any) {
	if r.options.Trace != nil {
		r.options.Trace(fmt.Sprintf(format, args...))
	}
}

// suite makes what tests run by of settings.
func (r *run) suite(s *settings, name, dir, execDir string) *lit.Suite {
	suite := &lit.Suite{
		Name: name, Dir: dir, ExecDir: execDir, Suffixes: s.suffixes, Excludes: s.excludes, Tools: r.options.Tools,
		Substitutions: s.substitutions, Features: s.features, WholeEnvironment: true, Unsupported: s.unsupported,
		LimitToFeatures: s.limitTo, ParallelismGroup: s.group, Standalone: s.standalone, NoPipefail: !s.pipefail,
	}
	for _, variable := range slices.Sorted(maps.Keys(s.environment)) {
		suite.Environment = append(suite.Environment, variable+"="+s.environment[variable])
	}
	suite.RecursionLimit = suiteCount(s.recursion)
	suite.Retries = suiteCount(s.retries)
	if s.format != nil {
		suite.ExternalShell = s.format.external
		suite.Preamble = s.format.preamble
		suite.Substitutions = slices.Concat(s.format.extra, s.substitutions)
	}
	return suite
}

// suiteCount is a number as lit.Suite has it: 0 if it is not set, and negative for 0.
func suiteCount(n *int) int {
	switch {
	case n == nil:
		return 0
	case *n == 0:
		return -1
	}
	return *n
}

// share gives all suites the settings that hold for the whole run.
func (r *run) share(suites []*lit.Suite) {
	for _, suite := range suites {
		suite.Timeout = time.Duration(r.timeout) * time.Second
		suite.ParallelismGroups = maps.Clone(r.groups)
		suite.Coverage = r.coverage
	}
}

// readConfigMap reads the file that the parameter config_map names.
func readConfigMap(o Options) (map[string]string, error) {
	file := o.Params["config_map"]
	if file == "" {
		return nil, nil
	}
	data, err := input.Text(0).ReadFile(file)
	if err != nil {
		return nil, &Error{File: file, Text: "cannot be read: " + reason(err)}
	}
	var replacements map[string]string
	if err := json.Unmarshal(data, &replacements); err != nil {
		return nil, &Error{File: file, Text: "is not a JSON object that maps paths to paths: " + err.Error()}
	}
	return replacements, nil
}

// reason is an error of the file system without the path, which the message has already.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
