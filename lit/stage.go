package lit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"syscall"
	"time"
)

// call is what a builtin or an in-process tool gets.
type call struct {
	shell          *shell
	env            environment
	name           string
	args           []string // without the name
	stdin          io.Reader
	stdout, stderr io.Writer
}

// stage is one command of a pipeline, ready to run: in-process if main is set, else an external program.
type stage struct {
	command  *command
	shell    *shell
	prefixes []prefix
	args     []string // with the name
	env      environment
	main     func(*call) int
	program  string

	misused bool // the shell could not do it, which ends the test

	stdin          io.Reader
	stdout, stderr io.Writer
	pipeIn         *io.PipeReader // stdin, if that is a pipe
	pipeOut        *io.PipeWriter // where the output goes, if it goes to a pipe
	captured       [2]*buffer     // what goes to neither a pipe nor a file
	files          []outputPath
}

// outputPath is a file that output is redirected to, by its name in the command and its place.
type outputPath struct{ name, path string }

// buffer is a bytes.Buffer for several writers.
type buffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// pipelineError is an error in one command of a pipeline.
type pipelineError struct {
	*shellError
	command *command
}

// connect sets up pipes and redirections. The files it opened are to be closed after the run, also if it fails.
func (sh *shell) connect(stages []*stage) (opened []*os.File, failure *pipelineError) {
	var pipe *io.PipeReader
	for i, st := range stages {
		st.stdin = bytes.NewReader(nil)
		if pipe != nil {
			st.stdin, st.pipeIn = pipe, pipe
			pipe = nil
		}
		for j := range st.captured {
			st.captured[j] = &buffer{}
		}
		st.stdout, st.stderr = st.captured[0], st.captured[1]
		var next *io.PipeReader
		var out *io.PipeWriter
		if i+1 < len(stages) {
			next, out = io.Pipe()
			st.stdout = out
		}
		files, err := st.redirect()
		opened = append(opened, files...)
		if err != nil {
			return opened, &pipelineError{err, st.command}
		}
		if out != nil && (st.stdout == io.Writer(out) || st.stderr == io.Writer(out)) {
			st.pipeOut, pipe = out, next
		}
	}
	return opened, nil
}

// redirect applies the redirections of a command from left to right.
func (st *stage) redirect() (opened []*os.File, failure *shellError) {
	open := func(r redirect, flags int) *os.File {
		names := st.shell.expandGlob(r.target)
		if len(names) != 1 {
			failure = shellErrorf("Unsupported: glob in redirect expanded to multiple files")
			return nil
		}
		path := st.shell.absolute(names[0])
		file, err := os.OpenFile(path, flags, 0o666)
		if err != nil {
			failure = shellErrorf("%v", err)
			return nil
		}
		opened = append(opened, file)
		if flags != os.O_RDONLY {
			st.files = append(st.files, outputPath{r.target.text, path})
		}
		return file
	}
	const create, extend = os.O_WRONLY | os.O_CREATE | os.O_TRUNC, os.O_WRONLY | os.O_CREATE | os.O_APPEND
	for _, r := range st.command.redirects {
		switch {
		case r.op == "<" && r.fd <= 0:
			if file := open(r, os.O_RDONLY); file != nil {
				st.stdin = file
			}
		case r.op == ">" && (r.fd == -1 || r.fd == 1):
			if file := open(r, create); file != nil {
				st.stdout = file
			}
		case r.op == ">>" && (r.fd == -1 || r.fd == 1):
			if file := open(r, extend); file != nil {
				st.stdout = file
			}
		case r.op == ">" && r.fd == 2:
			if file := open(r, create); file != nil {
				st.stderr = file
			}
		case r.op == ">>" && r.fd == 2:
			if file := open(r, extend); file != nil {
				st.stderr = file
			}
		case r.op == ">&" && r.fd == 2 && r.target.text == "1":
			st.stderr = st.stdout
		case (r.op == "&>" || r.op == ">&") && r.fd == -1 && !isNumber(r.target.text):
			if file := open(r, create); file != nil {
				st.stdout, st.stderr = file, file
			}
		default:
			number := ""
			if r.fd >= 0 {
				number = fmt.Sprint(r.fd)
			}
			failure = shellErrorf("Unsupported redirect: %s%s %s", number, r.op, r.target.text)
		}
		if failure != nil {
			return opened, failure
		}
	}
	return opened, nil
}

func isNumber(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// runStages runs all stages at once and waits for them, or for the end of the time of the test. A tool that is still
// running then is left alone with closed pipes, because a goroutine cannot be stopped.
func (sh *shell) runStages(stages []*stage) []*commandResult {
	statuses := make([]chan int, len(stages))
	for i, st := range stages {
		statuses[i] = make(chan int, 1)
		go func() { statuses[i] <- st.run() }()
	}
	results := make([]*commandResult, len(stages))
	for i, st := range stages {
		result := &commandResult{words: st.command.words}
		select {
		case result.status = <-statuses[i]:
		case <-sh.ctx.Done():
			result.status, result.timedOut = st.abandon(statuses[i])
		}
		result.stdout, result.stderr = st.captured[0].String(), st.captured[1].String()
		if result.status != 0 {
			result.files = st.readOutputFiles()
		}
		results[i] = result
	}
	return results
}

// statusTimeout is the status of a stage that did not end in time: that of a killed process.
const statusTimeout = -9

// abandon gives up on a stage whose time is over.
func (st *stage) abandon(status chan int) (int, bool) {
	select {
	case s := <-status:
		return s, false // it ended just in time
	default:
	}
	if st.pipeIn != nil {
		st.pipeIn.CloseWithError(os.ErrDeadlineExceeded)
	}
	if st.pipeOut != nil {
		st.pipeOut.CloseWithError(os.ErrDeadlineExceeded)
	}
	if st.main == nil {
		// The context kills a program: wait, so that it does not outlive its files.
		<-status
	}
	return statusTimeout, true
}

func (st *stage) readOutputFiles() []outputFile {
	var all []outputFile
	for _, f := range st.files {
		if data, err := os.ReadFile(f.path); err == nil {
			all = append(all, outputFile{f.name, string(data)})
		}
	}
	return all
}

// pipeSlack is how much a command may write to a pipe whose reader has ended. It is fixed, so that what happens does not
// depend on timing as it does with pipes of the operating system.
const pipeSlack = 1 << 20

// run executes the stage and closes its pipes.
func (st *stage) run() int {
	var status int
	if st.main != nil {
		status = st.runInProcess()
	} else {
		status = st.runProgram()
	}
	if st.pipeOut != nil {
		st.pipeOut.Close()
	}
	if st.pipeIn != nil {
		go func() {
			io.CopyN(io.Discard, st.pipeIn, pipeSlack)
			st.pipeIn.Close()
		}()
	}
	return applyPrefixes(st.prefixes, status)
}

// statusCrash is the status of a tool that panics: that of a process that aborts.
const statusCrash = -6

func (st *stage) runInProcess() (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(st.stderr, "panic: %v\n\n%s", r, debug.Stack())
			status = statusCrash
		}
	}()
	c := &call{shell: st.shell, env: st.env, stdin: st.stdin, stdout: st.stdout, stderr: st.stderr}
	if len(st.args) > 0 {
		c.name, c.args = st.args[0], st.args[1:]
	}
	return st.main(c)
}

// programGrace is how long a killed program's children may keep its output open.
const programGrace = 2 * time.Second

func (st *stage) runProgram() int {
	cmd := exec.CommandContext(st.shell.ctx, st.program, st.args[1:]...)
	cmd.Args[0] = st.args[0]
	cmd.Dir = st.shell.dir
	cmd.Env = st.env.list()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = st.stdin, st.stdout, st.stderr
	cmd.WaitDelay = programGrace
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if wait, ok := exit.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
			return -int(wait.Signal())
		}
		return exit.ExitCode()
	case cmd.ProcessState != nil:
		return cmd.ProcessState.ExitCode() // it ended well, but did not read or write all it could
	}
	st.misused = true
	fmt.Fprintf(st.stderr, "Could not create process (%s) due to %v\n", st.program, err)
	return statusInternal
}

// applyPrefixes changes a status as `not`, `not --crash` and `!` do, the last one first. A negative status is a crash.
func applyPrefixes(prefixes []prefix, status int) int {
	for i := len(prefixes) - 1; i >= 0; i-- {
		switch prefixes[i] {
		case prefixBang:
			status = boolStatus(status != 0)
		case prefixNot:
			status = boolStatus(status > 0)
		case prefixNotCrash:
			status = boolStatus(status < 0)
		}
	}
	return status
}

// boolStatus is the exit status for success or failure.
func boolStatus(ok bool) int {
	if ok {
		return 0
	}
	return 1
}
