package config

import (
	"bufio"
	"context"
	_ "embed" // of the driver
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"strings"
	"time"

	"github.com/tg-opt/tg/lit"
)

// driver evaluates configuration files in Python, on requests that are lines of JSON.
//
//go:embed driver.py
var driver string

const (
	// pythonTimeout limits the evaluation of one file with Python.
	pythonTimeout = 60 * time.Second
	// maxAnswer limits the description of a configuration in bytes.
	maxAnswer = 64 << 20
)

// pythonReader reads lit.cfg and lit.local.cfg by one process of python3, which starts with the first file.
type pythonReader struct {
	run     *run
	prefix  string
	timeout time.Duration
	driver  string
	process *pythonProcess
}

func newPythonReader(r *run, prefix string) *pythonReader {
	return &pythonReader{run: r, prefix: prefix, timeout: pythonTimeout, driver: driver}
}

// pythonProcess is python3 executing the driver.
type pythonProcess struct {
	command  *exec.Cmd
	end      context.CancelFunc
	requests io.WriteCloser
	answers  *bufio.Scanner
	log      *tail
}

// tail hands on what is written to it, unless to is nil, and keeps the end.
type tail struct {
	to   io.Writer
	kept []byte
}

// Write fails as the writer behind it does.
func (t *tail) Write(data []byte) (int, error) {
	const enough = 4096
	t.kept = append(t.kept, data...)
	t.kept = t.kept[max(0, len(t.kept)-enough):]
	if t.to == nil {
		return len(data), nil
	}
	return t.to.Write(data)
}

// lastLine is the last line that was written.
func (t *tail) lastLine() string {
	text := strings.TrimSpace(string(t.kept))
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// The messages to the driver, of which the first are options, and those from it.
type (
	pythonOptions struct {
		Program     string            `json:"program"`
		Path        []string          `json:"path"`
		Params      map[string]string `json:"params"`
		Prefix      string            `json:"prefix"`
		Process     map[string]string `json:"process"`     // os.environ
		Environment map[string]string `json:"environment"` // of tests
		Features    []string          `json:"features"`
	}
	pythonRequest struct {
		Path    string         `json:"path"`
		Parent  int            `json:"parent"` // or -1
		Timeout int            `json:"timeout"`
		Groups  map[string]int `json:"groups"`
	}
	pythonAnswer struct {
		ID       int             `json:"id"`
		Config   *pythonSettings `json:"config"`
		Timeout  int             `json:"timeout"`
		Groups   map[string]int  `json:"groups"`
		Messages []pythonMessage `json:"messages"`
		Error    *pythonMessage  `json:"error"`
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
		Format        *pythonFormat     `json:"format"`
		Environment   map[string]string `json:"environment"`
		Substitutions [][2]string       `json:"substitutions"`
		Unsupported   bool              `json:"unsupported"`
		SourceRoot    string            `json:"sourceRoot"`
		ExecRoot      string            `json:"execRoot"`
		Features      []string          `json:"features"`
		Pipefail      bool              `json:"pipefail"`
		LimitTo       []string          `json:"limitTo"`
		Group         string            `json:"group"`
		Standalone    bool              `json:"standalone"`
		Recursion     *int              `json:"recursion"`
		Retries       *int              `json:"retries"`
	}
	pythonFormat struct {
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
	if p.process == nil {
		if err := p.start(path); err != nil {
			return nil, err
		}
	}
	groups := p.run.groups
	if groups == nil {
		groups = map[string]int{}
	}
	answer, err := p.ask(path, pythonRequest{path, parent, p.run.timeout, groups})
	if err != nil {
		return nil, err
	}
	for _, m := range answer.Messages {
		p.run.message(m.Kind, m.File, m.Line, m.Col, m.Text)
	}
	if m := answer.Error; m != nil {
		if m.File == "" {
			m.File = path
		}
		return nil, &Error{m.File, m.Line, m.Col, m.Text}
	}
	p.run.timeout, p.run.groups = answer.Timeout, answer.Groups
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
		features: c.Features, pipefail: c.Pipefail, limitTo: c.LimitTo, group: c.Group, standalone: c.Standalone,
		recursion: c.Recursion, retries: c.Retries,
	}
	if c.Format != nil {
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

// start runs python3; path is the file that it is wanted for.
func (p *pythonReader) start(path string) error {
	program, err := exec.LookPath("python3")
	if err != nil {
		return &Error{File: path, Text: "--python needs the program python3 in PATH"}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "-c", p.driver)
	log := &tail{to: p.run.options.PythonLog}
	cmd.Stderr = log
	inGroup(cmd)
	requests, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return err
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return err
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return &Error{File: path, Text: "python3 does not start: " + reason(err)}
	}
	scanner := bufio.NewScanner(answers)
	scanner.Buffer(nil, maxAnswer)
	p.process = &pythonProcess{cmd, cancel, requests, scanner, log}
	o := p.run.options
	params := maps.Clone(o.Params)
	if params == nil {
		params = map[string]string{}
	}
	return p.send(path, pythonOptions{
		Program: "tg-lit", Path: append([]string{}, o.Path...), Params: params, Prefix: p.prefix,
		Process: processEnvironment(), Environment: lit.DefaultEnvironment(o.Path), Features: append([]string{}, o.Features...),
	})
}

// send writes a message to the driver.
func (p *pythonReader) send(path string, message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err := p.process.requests.Write(append(line, '\n')); err != nil {
		return &Error{File: path, Text: "python3 does not take requests: " + reason(err)}
	}
	return nil
}

// ask sends a request and waits for the answer.
func (p *pythonReader) ask(path string, request pythonRequest) (*pythonAnswer, error) {
	if err := p.send(path, request); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(p.timeout, p.process.end)
	answered := p.process.answers.Scan()
	if !timer.Stop() {
		return nil, &Error{File: path, Text: fmt.Sprintf("python3 takes more than %s to evaluate this", p.timeout)}
	}
	if !answered {
		return nil, &Error{File: path, Text: p.ended()}
	}
	answer := &pythonAnswer{}
	if err := json.Unmarshal(p.process.answers.Bytes(), answer); err != nil {
		return nil, &Error{File: path, Text: "python3 answered what is no JSON: " + err.Error()}
	}
	return answer, nil
}

// ended says why there is no answer.
func (p *pythonReader) ended() string {
	if err := p.process.answers.Err(); err != nil {
		return "the answer of python3 cannot be read: " + err.Error()
	}
	p.process.stop() // and so wait for all that it wrote
	text := "python3 ended while it evaluated this"
	if last := p.process.log.lastLine(); last != "" {
		text += ": " + last
	}
	return text
}

// close ends Python, if it runs.
func (p *pythonReader) close() {
	if p.process == nil {
		return
	}
	p.process.requests.Close()
	kill := time.AfterFunc(p.timeout, p.process.end)
	for p.process.answers.Scan() { // nothing; Python ends after the last request
		continue
	}
	kill.Stop()
	p.process.stop()
}

// stop ends Python together with what configuration files started and did not wait for.
func (p *pythonProcess) stop() {
	p.end()
	p.command.Wait() // its status says less than its answers
}
