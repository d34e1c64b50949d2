package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/tg-opt/tg/lit"
)

// pythonTimeout limits the evaluation of one file with Python, or the search of one directory.
const pythonTimeout = 60 * time.Second

// pythonReader reads lit.cfg and lit.local.cfg by one process of python3, which starts with the
// first file. It also finds and runs the tests of formats made in Python.
type pythonReader struct {
	run     *run
	prefix  string
	timeout time.Duration
	process *pythonProcess
	formats *pythonFormat // not nil if some tests are run by Python
}

func newPythonReader(r *run, prefix string) *pythonReader {
	return &pythonReader{run: r, prefix: prefix, timeout: pythonTimeout}
}

// The requests to the driver and its answers.
type (
	pythonLoad struct {
		Do      string         `json:"do"` // load
		Path    string         `json:"path"`
		Parent  int            `json:"parent"` // or -1
		Timeout int            `json:"timeout"`
		Groups  map[string]int `json:"groups"`
	}
	pythonSearch struct {
		Do        string   `json:"do"` // list or groups
		Root      int      `json:"root"`
		Source    string   `json:"source"`
		Exec      string   `json:"exec"`
		Config    int      `json:"config"`
		File      string   `json:"file"`
		At        []string `json:"at"`
		Directory bool     `json:"directory"`
		Paths     []string `json:"paths"`
	}
	pythonAnswer struct {
		ID       int             `json:"id"`
		Config   *pythonSettings `json:"config"`
		Timeout  int             `json:"timeout"`
		Groups   map[string]int  `json:"groups"`
		Coverage bool            `json:"coverage"`
		Tests    []pythonTest    `json:"tests"`
		Error    *pythonMessage  `json:"error"`
		Fatal    bool            `json:"fatal"` // lit_config.fatal, of which a message has told
		// These come before the answer, as lines of their own.
		Message *pythonMessage `json:"message"`
		Print   *string        `json:"print"`
	}
	pythonTest struct {
		ID    int    `json:"id"`
		Path  string `json:"path"`
		File  string `json:"file"`
		Group string `json:"group"`
	}
	pythonMessage struct {
		Kind string `json:"kind"`
		File string `json:"file"`
		Line int    `json:"line"`
		Col  int    `json:"col"`
		Text string `json:"text"`
	}
	pythonSettings struct {
		Name          string            `json:"name"`
		Suffixes      []string          `json:"suffixes"`
		Excludes      []string          `json:"excludes"`
		Format        *pythonKind       `json:"format"`
		Environment   map[string]string `json:"environment"`
		Substitutions [][2]string       `json:"substitutions"`
		Unsupported   bool              `json:"unsupported"`
		SourceRoot    string            `json:"sourceRoot"`
		ExecRoot      string            `json:"execRoot"`
		Features      []string          `json:"features"`
		Pipefail      bool              `json:"pipefail"`
		LimitTo       []string          `json:"limitTo"`
		Group         string            `json:"group"`
		GroupByTest   bool              `json:"groupByTest"`
		Standalone    bool              `json:"standalone"`
		Recursion     *int              `json:"recursion"`
		Retries       *int              `json:"retries"`
	}
	// pythonKind is a test format: one made in Python, or ShTest.
	pythonKind struct {
		Python   bool        `json:"python"`
		External bool        `json:"external"`
		Extra    [][2]string `json:"extra"`
		Preamble []string    `json:"preamble"`
	}
)

func (p *pythonReader) suite(path string) (*settings, error) { return p.read(path, -1) }

func (p *pythonReader) local(path string, parent *settings) (*settings, error) {
	return p.read(path, parent.state.(int))
}

func (p *pythonReader) read(path string, parent int) (*settings, error) {
	groups := p.run.groups
	if groups == nil {
		groups = map[string]int{}
	}
	answer, err := p.ask(path, pythonLoad{"load", path, parent, p.run.timeout, groups})
	if err != nil {
		return nil, err
	}
	p.run.timeout, p.run.groups, p.run.coverage = answer.Timeout, answer.Groups, answer.Coverage
	s := answer.Config.settings(path)
	s.state = answer.ID
	for name, text := range s.environment {
		if problem := checkVariable(name, text); problem != "" {
			return nil, &Error{File: path, Text: "config.environment " + problem}
		}
	}
	return s, nil
}

func (c *pythonSettings) settings(path string) *settings {
	s := &settings{
		file: path, name: c.Name, suffixes: c.Suffixes, excludes: c.Excludes, environment: c.Environment,
		substitutions: pairs(c.Substitutions), unsupported: c.Unsupported, sourceRoot: c.SourceRoot, execRoot: c.ExecRoot,
		features: c.Features, pipefail: c.Pipefail, limitTo: c.LimitTo, group: c.Group, groupByTest: c.GroupByTest,
		standalone: c.Standalone, recursion: c.Recursion, retries: c.Retries,
	}
	switch {
	case c.Format == nil:
	case c.Format.Python:
		s.ownFormat = true
	default:
		s.format = &shFormat{c.Format.External, pairs(c.Format.Extra), c.Format.Preamble}
	}
	return s
}

func pairs(list [][2]string) []lit.Substitution {
	result := make([]lit.Substitution, 0, len(list))
	for _, pair := range list {
		result = append(result, lit.Substitution{Pattern: pair[0], Text: pair[1]})
	}
	return result
}

// search asks about the suite that a configuration belongs to.
func (p *pythonReader) search(s *suite, l *local, request pythonSearch) ([]pythonTest, error) {
	request.Root, request.Config = s.root.settings.state.(int), l.settings.state.(int)
	request.Source, request.Exec, request.File = s.Dir, s.ExecDir, l.settings.file
	answer, err := p.ask(l.settings.file, request)
	if err != nil {
		return nil, err
	}
	return answer.Tests, nil
}

// list asks the test format of a configuration for its tests: those of a directory, or those of a
// path that was named.
func (p *pythonReader) list(s *suite, l *local, at []string, directory bool) ([]*lit.Test, error) {
	listed, err := p.search(s, l, pythonSearch{Do: "list", At: append([]string{}, at...), Directory: directory})
	if err != nil {
		return nil, err
	}
	if p.formats == nil {
		p.formats = &pythonFormat{reader: p, tests: map[*lit.Test]int{}, busy: map[int]bool{}}
	}
	var tests []*lit.Test
	for _, found := range listed {
		t := &lit.Test{Suite: l.suite, Path: found.Path, File: found.File, Format: p.formats}
		if t.File == "" && !fs.ValidPath(t.Path) { // a file elsewhere
			if t.File = t.Path; !filepath.IsAbs(t.File) {
				t.File = filepath.Join(s.Dir, t.Path)
			}
		}
		t.Suite = inGroupOf(t.Suite, found.Group)
		p.formats.tests[t] = found.ID
		tests = append(tests, t)
	}
	return tests, nil
}

// assignGroups puts tests of RUN lines into the parallelism groups that a function of the
// configuration tells.
func (p *pythonReader) assignGroups(s *suite, l *local, tests []*lit.Test) error {
	var paths []string
	for _, t := range tests {
		paths = append(paths, t.Path)
	}
	listed, err := p.search(s, l, pythonSearch{Do: "groups", Paths: paths})
	if err != nil {
		return err
	}
	for i, t := range tests {
		t.Suite = inGroupOf(t.Suite, listed[i].Group)
	}
	return nil
}

// inGroupOf is the suite with another parallelism group, or the suite itself if it has that.
func inGroupOf(s *lit.Suite, group string) *lit.Suite {
	if s.ParallelismGroup == group {
		return s
	}
	other := *s
	other.ParallelismGroup = group
	return &other
}

// ask sends a request and waits for the answer.
func (p *pythonReader) ask(file string, request any) (*pythonAnswer, error) {
	if p.process == nil {
		process, err := startPython(file, &p.run.options, p.prefix)
		p.process = process
		if process == nil {
			return nil, err
		}
	}
	if err := p.process.send(evaluator, request); err != nil {
		return nil, &Error{File: file, Text: p.process.why()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.timeout)
	defer cancel()
	for {
		answer := &pythonAnswer{}
		line, err := p.process.next(ctx, evaluator)
		switch {
		case errors.Is(err, errPythonSlow):
			p.process.stop()
			return nil, &Error{File: file, Text: fmt.Sprintf("python3 takes more than %s to evaluate this", p.timeout)}
		case err != nil:
			return nil, &Error{File: file, Text: p.process.why()}
		}
		if err := json.Unmarshal(line, answer); err != nil {
			return nil, &Error{File: file, Text: "python3 answered what is no JSON: " + err.Error()}
		}
		if p.said(answer) {
			continue
		}
		if answer.Fatal {
			return nil, ErrFatal
		}
		if m := answer.Error; m != nil {
			if m.File == "" {
				m.File = file
			}
			return nil, &Error{m.File, m.Line, m.Col, m.Text}
		}
		return answer, nil
	}
}

// said hands on what comes before an answer.
func (p *pythonReader) said(answer *pythonAnswer) bool {
	switch {
	case answer.Message != nil:
		p.run.message(answer.Message)
	case answer.Print != nil:
		if p.run.options.Log != nil {
			io.WriteString(p.run.options.Log, *answer.Print)
		}
	default:
		return false
	}
	return true
}

// close ends Python, if it runs.
func (p *pythonReader) close() {
	if p.process != nil {
		p.process.close(p.timeout)
	}
}
