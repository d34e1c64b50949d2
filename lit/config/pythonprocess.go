package config

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tg-opt/tg/lit"
)

// pythonFiles are the driver, which evaluates configuration files on requests that are lines of
// JSON, and the modules of the package lit that it offers them.
//
//go:embed all:python
var pythonFiles embed.FS

// driverFile is the program among pythonFiles.
const driverFile = "python/driver.py"

// maxAnswer limits an answer of the driver in bytes.
const maxAnswer = 256 << 20

// evaluator is the number of the process that evaluates files; those that run tests have numbers
// from 1 on.
const evaluator = 0

// pythonProcess is python3 executing the driver.
type pythonProcess struct {
	command *exec.Cmd
	end     context.CancelFunc
	log     *tail

	writing  sync.Mutex
	requests io.WriteCloser

	mu      sync.Mutex
	answers map[int]chan []byte // of each process that was ever asked
	failure error               // why no more answers come
	ended   chan struct{}       // closed with failure set
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

// pythonOptions is the first message to the driver.
type pythonOptions struct {
	Sources       map[string]string `json:"sources"`
	Program       string            `json:"program"`
	Path          []string          `json:"path"`
	Params        map[string]string `json:"params"`
	Prefix        string            `json:"prefix"`
	Process       map[string]string `json:"process"`     // os.environ
	Environment   map[string]string `json:"environment"` // of tests
	Features      []string          `json:"features"`
	Level         string            `json:"level"`
	Debug         bool              `json:"debug"`
	NoExecute     bool              `json:"noExecute"`
	Order         string            `json:"order"`
	Retries       *int              `json:"retries"`
	Coverage      bool              `json:"coverage"`
	GTestSharding bool              `json:"gtestSharding"`
	Update        bool              `json:"update"`
}

// pythonSources are the modules of the package lit by their paths.
func pythonSources() map[string]string {
	sources := map[string]string{}
	err := fs.WalkDir(pythonFiles, "python/lit", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".py" {
			return err
		}
		text, err := pythonFiles.ReadFile(file)
		sources[strings.TrimPrefix(file, "python/")] = string(text)
		return err
	})
	if err != nil {
		panic(err) // of files inside the program
	}
	return sources
}

// startPython runs the driver. The error tells users of the file what to do.
func startPython(file string, o *Options, prefix string) (*pythonProcess, error) {
	program, err := exec.LookPath("python3")
	if err != nil {
		return nil, &Error{File: file, Text: "a configuration in Python needs the program python3, which is not in PATH; install it, " +
			"or configure the suite in a tg" + prefix + ".toml, which needs no Python"}
	}
	text, err := pythonFiles.ReadFile(driverFile)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "-c", string(text))
	p := &pythonProcess{command: cmd, end: cancel, log: &tail{to: o.ErrorLog}, answers: map[int]chan []byte{}, ended: make(chan struct{})}
	cmd.Stderr = p.log
	inGroup(cmd)
	answers, err := cmd.StdoutPipe()
	if err == nil {
		p.requests, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, &Error{File: file, Text: "python3 does not start: " + reason(err)}
	}
	go p.receive(answers)
	params := maps.Clone(o.Params)
	if params == nil {
		params = map[string]string{}
	}
	return p, p.send(evaluator, pythonOptions{
		Sources: pythonSources(), Program: programName, Path: append([]string{}, o.Path...), Params: params, Prefix: prefix,
		Process: processEnvironment(), Environment: lit.DefaultEnvironment(o.Path), Features: append([]string{}, o.Features...),
		Level: cmp.Or(o.Level, "note"), Debug: o.Debug, NoExecute: o.NoExecute, Order: cmp.Or(o.Order, "smart"), Retries: o.Retries, Coverage: o.Coverage,
		GTestSharding: !o.NoGTestSharding, Update: o.UpdateTests,
	})
}

// receive hands the answers to those who wait for them.
func (p *pythonProcess) receive(answers io.Reader) {
	lines := bufio.NewScanner(answers)
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		number, text, _ := bytes.Cut(lines.Bytes(), []byte(" "))
		n, err := strconv.Atoi(string(number))
		if err != nil {
			break // nobody else writes to the pipe
		}
		p.channel(n) <- bytes.Clone(text)
	}
	p.failure = lines.Err()
	close(p.ended)
	_, _ = io.Copy(io.Discard, answers) // lest Python waits for a reader
}

// channel is where the answers of a process arrive.
func (p *pythonProcess) channel(number int) chan []byte {
	const enough = 1 << 10 // for what nobody waits for
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.answers[number] == nil {
		p.answers[number] = make(chan []byte, enough)
	}
	return p.answers[number]
}

// send writes a message to one of the processes.
func (p *pythonProcess) send(number int, message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	_, err = fmt.Fprintf(p.requests, "%d %s\n", number, line)
	return err
}

// errPythonEnded stands for a Python that ended, and errPythonSlow for one that takes too long.
var (
	errPythonEnded = errors.New("python3 ended")
	errPythonSlow  = errors.New("python3 takes too long")
)

// next returns the next message of a process.
func (p *pythonProcess) next(ctx context.Context, number int) ([]byte, error) {
	select {
	case line := <-p.channel(number):
		return line, nil
	default:
	}
	select {
	case line := <-p.channel(number):
		return line, nil
	case <-p.ended:
		return nil, errPythonEnded
	case <-ctx.Done():
		return nil, errPythonSlow
	}
}

// why says how Python ended.
func (p *pythonProcess) why() string {
	if p.failure != nil {
		return "the answer of python3 cannot be read: " + p.failure.Error()
	}
	p.stop() // and so wait for all that it wrote
	text := "python3 ended while it evaluated this"
	if last := p.log.lastLine(); last != "" {
		text += ": " + last
	}
	return text
}

// close lets Python end, and ends it if it does not within some time.
func (p *pythonProcess) close(timeout time.Duration) {
	p.requests.Close()
	select {
	case <-p.ended:
	case <-time.After(timeout):
	}
	p.stop()
}

// stop ends Python together with what configuration files and tests started and did not wait for.
func (p *pythonProcess) stop() {
	p.end()
	<-p.ended
	_ = p.command.Wait() // its status says less than its answers
}
