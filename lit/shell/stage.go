package shell

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"
)

// stream is where a command reads from or writes to: a file, a link to its neighbour, or the log. A
// stream without any of them is empty.
type stream struct {
	file    *os.File
	link    *link
	capture *capture
}

// stage is one command of a pipeline, ready to run: in-process if main is set, else an external
// program.
type stage struct {
	command  *Command
	shell    *shell
	negation negation
	args     []string // with the name
	operands []Word   // what args come from, of a builtin
	env      environment
	main     func(*call) int
	program  string

	in, out, err   stream
	mergesErrors   bool // 2>&1
	stdout, stderr capture
	opened         []*os.File   // by redirections
	outputs        []outputFile // of redirections

	process  *process
	handed   []*os.File    // to the program, and needed by nobody else
	captured []*pipeReader // of pipes that lead to the log
	copies   sync.WaitGroup
	until    time.Time // when the children of the program are given up
	status   chan int
}

// call is what a builtin gets.
type call struct {
	Invocation
	shell *shell
}

// What happens to a program or tool whose time is over, or whose output is kept open by others.
const (
	// outputGrace is how long the children of a program that has ended may keep its output open, if
	// that is read by this process. A program that reads it waits for them, as in any shell.
	outputGrace = 2 * time.Second
	// toolGrace is how long an in-process tool may take to notice that its time is over.
	toolGrace = 100 * time.Millisecond
	// statusKilled is the status of a command that did not end in time: that of a killed process.
	statusKilled = -9
	// statusCrash is the status of a tool that panics: that of a process that aborts.
	statusCrash = -6
)

// connect joins the stages by links, and the other outputs to the log.
func connect(stages []*stage) ([]*link, *shellError) {
	var links []*link
	for i, st := range stages {
		to := &st.out
		if st.out.file != nil {
			to = nil // the next one reads nothing
			if st.mergesErrors {
				to = &st.err // what was the output when 2>&1 was said
			}
		}
		if i+1 < len(stages) && to != nil {
			next := stages[i+1]
			l, err := newLink(st.main != nil && next.main != nil)
			if err != nil {
				return links, &shellError{text: err.Error(), unresolved: true}
			}
			links = append(links, l)
			to.link = l
			if next.in.file != nil {
				l.drain() // the next one reads a file
			} else {
				next.in.link = l
			}
		}
		if st.out == (stream{}) {
			st.out.capture = &st.stdout
		}
		if st.err == (stream{}) {
			st.err.capture = &st.stderr
			if st.mergesErrors && st.out.file == nil {
				st.err = st.out
			}
		}
	}
	return links, nil
}

// startStages starts all stages at once.
func (sh *shell) startStages(stages []*stage) *shellError {
	for i, st := range stages {
		if st.main != nil {
			continue
		}
		if err := st.startProgram(); err != nil {
			for _, started := range stages[:i+1] {
				started.closeHanded()
				if started.process != nil {
					started.process.kill()
					started.finishProgram()
				}
			}
			return &shellError{command: st.command, text: fmt.Sprintf("Could not create process (%s) due to %s", st.program, st.startError(err))}
		}
	}
	for _, st := range stages {
		st.closeHanded()
		st.status = make(chan int, 1)
		go st.run()
	}
	return nil
}

// run runs the stage to its end. A panic of a tool is a crash, as is the end of its goroutine.
func (st *stage) run() {
	status, returned := statusCrash, false
	defer func() {
		if !returned {
			stderr := st.err.writer()
			if r := recover(); r != nil {
				fmt.Fprintf(stderr, "panic: %v\n\n%s", r, debug.Stack())
			} else {
				fmt.Fprintln(stderr, "the tool has ended its goroutine")
			}
			status = st.negation.crashed(statusCrash, false, stderr)
		}
		st.endLinks()
		st.status <- status
	}()
	if st.main == nil {
		status, returned = st.finishProgram(), true
		return
	}
	c := &call{shell: st.shell, Invocation: Invocation{
		Context: st.shell.ctx, Dir: st.shell.dir, Stdin: st.in.reader(), Stdout: st.out.writer(), Stderr: st.err.writer(),
		environment: st.env, umask: st.shell.umask,
	}}
	if len(st.args) > 0 {
		c.Name, c.Args = st.args[0], st.args[1:]
	}
	status = st.main(c)
	returned = true
	status = st.negation.crashed(status, false, c.Stderr)
}

func (st *stage) closeHanded() {
	for _, f := range st.handed {
		f.Close()
	}
	st.handed = nil
}

func (st *stage) closeFiles() {
	for _, f := range st.opened {
		f.Close()
	}
}

// endLinks tells the neighbours that the stage has ended.
func (st *stage) endLinks() {
	for _, s := range []stream{st.out, st.err} {
		if s.link != nil {
			s.link.closeWriter(st.until)
			break
		}
	}
	if st.in.link != nil {
		st.in.link.drain()
	}
}

func (s stream) reader() io.Reader {
	switch {
	case s.file != nil:
		return s.file
	case s.link != nil:
		return s.link.reader()
	}
	return bytes.NewReader(nil)
}

func (s stream) writer() io.Writer {
	switch {
	case s.file != nil:
		return s.file
	case s.link != nil:
		return s.link.writer()
	}
	return s.capture
}

// startProgram starts the program with its redirections and pipes.
func (st *stage) startProgram() error {
	var files [3]*os.File
	var err error
	if files[0] = st.in.file; st.in.link != nil {
		files[0], st.in.link.passed = st.in.link.r.file, true
	} else if files[0] == nil {
		if files[0], err = os.Open(os.DevNull); err != nil {
			return err
		}
		st.handed = append(st.handed, files[0])
	}
	if files[1], err = st.outputFile(st.out); err != nil {
		return err
	}
	if files[2] = files[1]; st.err != st.out {
		if files[2], err = st.outputFile(st.err); err != nil {
			return err
		}
	}
	st.process, err = st.shell.start(st.program, st.args, st.env, files[:])
	return err
}

// startError is the text of an error of startProgram.
func (st *stage) startError(err error) string {
	if !isDir(st.shell.dir) {
		return systemError(err, st.shell.dir)
	}
	return systemError(err, st.program)
}

// outputFile is a file that leads to a stream. A pipe leads to the log.
func (st *stage) outputFile(s stream) (*os.File, error) {
	switch {
	case s.file != nil:
		return s.file, nil
	case s.link != nil:
		if !st.negation.crash { // the program not may have something to say after its command
			st.handed = append(st.handed, s.link.w)
		}
		return s.link.w, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	st.handed = append(st.handed, w)
	reader := &pipeReader{file: r}
	st.captured = append(st.captured, reader)
	st.copies.Go(func() { io.Copy(s.capture, reader) })
	return w, nil
}

// finishProgram waits for the program and for its output.
func (st *stage) finishProgram() int {
	status, core := st.process.wait()
	st.until = time.Now().Add(outputGrace)
	if len(st.captured) > 0 && !waitAtMost(&st.copies, outputGrace) {
		for _, r := range st.captured {
			r.giveUp()
		}
		st.copies.Wait()
	}
	for _, r := range st.captured {
		r.file.Close()
	}
	if st.shell.ctx.Err() != nil {
		return status // a program not would have ended as well
	}
	return st.negation.crashed(status, core, st.err.writer())
}

// waitAtMost waits for a group, and reports whether it was done in time.
func waitAtMost(group *sync.WaitGroup, limit time.Duration) bool {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// wait returns the status of a stage, or of a killed one if its time is over.
func (st *stage) wait(links []*link) int {
	select {
	case status := <-st.status:
		return status
	case <-st.shell.ctx.Done():
	}
	if st.main == nil {
		return <-st.status // the program is being killed
	}
	for _, l := range links {
		l.interrupt()
	}
	select {
	case status := <-st.status:
		return status
	case <-time.After(toolGrace):
	}
	for _, s := range []stream{st.out, st.err} {
		if s.link != nil && s.link.memory == nil {
			s.link.w.Close()
		}
	}
	return statusKilled // a goroutine cannot be ended: it is left alone with closed pipes
}

// finishStages waits for all stages and returns what the log says about them.
func (sh *shell) finishStages(stages []*stage, links []*link) []*result {
	statuses := make([]int, len(stages))
	var outputs []outputFile
	for i, st := range stages {
		statuses[i] = st.wait(links)
		outputs = append(outputs, st.outputs...)
	}
	rest := map[*link]string{}
	for _, l := range links {
		rest[l] = l.close()
	}
	all := make([]*result, len(stages))
	for i, st := range stages {
		r := &result{words: st.command.Words, stdout: st.stdout.text(), stderr: st.stderr.text(), timedOut: sh.timedOut()}
		// What a reader leaves in its pipe is shown as output of the writer.
		if st.out.link != nil {
			r.stdout = rest[st.out.link]
		} else if st.err.link != nil {
			r.stderr = rest[st.err.link]
		}
		if st.main == nil {
			r.stdout, r.stderr = universalNewlines(r.stdout), universalNewlines(r.stderr)
		}
		if r.status = st.negation.apply(statuses[i]); r.status != 0 {
			r.files = outputs
		}
		all[i] = r
	}
	return all
}
