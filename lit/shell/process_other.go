//go:build !unix

package shell

import (
	"errors"
	"os"
	"slices"
	"sync"
	"syscall"
)

// group is the programs of a test. Without process groups what they start themselves is not known.
type group struct {
	mu      sync.Mutex
	running []*process
	ended   bool
}

// process is a program that runs or has run.
type process struct {
	*os.Process
	group *group
}

// errEnded is the error of a start after the time of the test.
var errEnded = errors.New("the time of the test is over")

// start starts a program in the directory of the shell.
func (sh *shell) start(program string, args []string, env environment, files []*os.File) (*process, error) {
	g := &sh.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return nil, errEnded
	}
	started, err := os.StartProcess(program, args, &os.ProcAttr{Dir: sh.dir, Env: env.list(), Files: files})
	if err != nil {
		return nil, err
	}
	p := &process{started, g}
	g.running = append(g.running, p)
	return p, nil
}

// wait returns the status of the process.
func (p *process) wait() (status int, core bool) {
	state, err := p.Wait()
	p.group.mu.Lock()
	defer p.group.mu.Unlock()
	p.group.running = slices.DeleteFunc(p.group.running, func(q *process) bool { return q == p })
	if err != nil {
		return statusKilled, false
	}
	return state.ExitCode(), false
}

// kill ends a program that runs.
func (p *process) kill() { p.Kill() }

// kill ends all that runs and prevents other starts.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	for _, p := range g.running {
		p.Kill()
	}
}

func (g *group) close() { g.kill() }

// pollReader reads a pipe that a program shares.
type pollReader struct {
	file    *os.File
	stopped <-chan struct{}
}

func (r *pollReader) Read(b []byte) (int, error) { return r.file.Read(b) }

// executable returns why a file cannot be run, if it cannot.
func executable(path string) error {
	_, err := os.Stat(path)
	return err
}

// coreDumped reports whether a process left a core.
func coreDumped(syscall.WaitStatus) bool { return false }
