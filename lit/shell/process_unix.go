//go:build unix

package shell

import (
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is the programs of a test. They form a process group, so that what they leave behind can be
// ended too. Only a process that leaves the group, as daemons do, outlives the test.
//
// The first program leads the group. It stays a zombie until the end of the test where the system
// can tell how it ended without reaping it: so no stranger can get the number of the group.
type group struct {
	mu      sync.Mutex
	leaders []*process
	running []*process
	ended   bool
}

// process is a program that runs or has run.
type process struct {
	*os.Process
	group  *group
	leads  bool
	reaped bool // nothing has its number any more, or a stranger
}

// errEnded is the error of a start after the time of the test.
var errEnded = errors.New("the time of the test is over")

// start starts a program in the directory of the shell, with its umask and limits.
func (sh *shell) start(program string, args []string, env environment, files []*os.File) (*process, error) {
	if sh.umask >= 0 || len(sh.limits) > 0 {
		var err error
		if program, args, err = sh.limited(program, args); err != nil {
			return nil, err
		}
	}
	attributes := &os.ProcAttr{Dir: sh.dir, Env: env.list(), Files: files, Sys: &syscall.SysProcAttr{Setpgid: true}}
	g := &sh.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return nil, errEnded
	}
	p := &process{group: g, leads: true}
	var err error
	if len(g.leaders) > 0 {
		p.leads = false
		attributes.Sys.Pgid = g.leaders[0].Pid
		p.Process, err = startProcess(program, args, attributes)
		if errors.Is(err, syscall.EPERM) { // nobody is in the group any more
			p.leads = true
			attributes.Sys.Pgid = 0
		}
	}
	if p.leads {
		p.Process, err = startProcess(program, args, attributes)
	}
	if err != nil {
		return nil, err
	}
	if p.leads {
		g.leaders = slices.Insert(g.leaders, 0, p)
	}
	g.running = append(g.running, p)
	return p, nil
}

// busyTries is how often a program that is being written is tried again.
const busyTries = 10

// startProcess starts a program. A file that a test has just written may still be open in a process
// that another test is starting at this moment, until that has become its program.
func startProcess(program string, args []string, attributes *os.ProcAttr) (*os.Process, error) {
	for try := range busyTries {
		p, err := os.StartProcess(program, args, attributes)
		if !errors.Is(err, syscall.ETXTBSY) {
			return p, err
		}
		time.Sleep(time.Millisecond << try)
	}
	return os.StartProcess(program, args, attributes)
}

// wait returns the status of the process, negative for a signal, and whether it left a core.
func (p *process) wait() (status int, core bool) {
	known := false
	if p.leads {
		status, core, known = peek(p.Pid)
	}
	p.group.mu.Lock()
	p.group.running = slices.DeleteFunc(p.group.running, func(q *process) bool { return q == p })
	p.reaped = !known
	p.group.mu.Unlock()
	if known {
		return status, core
	}
	state, err := p.Wait()
	if err != nil {
		return statusKilled, false
	}
	wait := state.Sys().(syscall.WaitStatus)
	if wait.Signaled() {
		return -int(wait.Signal()), wait.CoreDump()
	}
	return wait.ExitStatus(), false
}

// kill ends a program that runs.
func (p *process) kill() { p.Kill() }

// maxSweeps bounds how often descendants are looked for, which may go on to start others.
const maxSweeps = 10

// kill ends all that runs, with what it has started, and prevents other starts. All are stopped
// first, so that none sees the end of another.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	var found []int
	for _, p := range g.running {
		found = append(found, p.Pid)
		p.Signal(syscall.SIGSTOP)
	}
	own := len(found)
	for range maxSweeps {
		more := slices.DeleteFunc(descendants(found), func(pid int) bool { return slices.Contains(found, pid) })
		if len(more) == 0 {
			break
		}
		for _, pid := range more {
			syscall.Kill(pid, syscall.SIGSTOP)
		}
		found = append(found, more...)
	}
	for _, p := range g.running {
		p.Kill()
	}
	for _, pid := range found[own:] {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	g.killGroups()
}

func (g *group) killGroups() {
	for _, p := range g.leaders {
		syscall.Kill(-p.Pid, syscall.SIGKILL)
	}
}

// close ends what the test has left behind.
func (g *group) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	g.killGroups()
	for _, p := range g.leaders {
		if !p.reaped {
			p.Wait()
		}
	}
}

// pollReader reads a pipe that a program shares, so that reading cannot be interrupted.
type pollReader struct {
	file    *os.File
	stopped <-chan struct{}
}

// pollInterval is how often a pollReader looks whether it is to stop.
const pollInterval = 50 * time.Millisecond

func (r *pollReader) Read(b []byte) (int, error) {
	for {
		polled := []unix.PollFd{{Fd: int32(r.file.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(polled, int(pollInterval.Milliseconds()))
		switch {
		case n > 0:
			return r.file.Read(b)
		case err != nil && err != unix.EINTR:
			return 0, err
		}
		select {
		case <-r.stopped:
			return 0, io.EOF
		default:
		}
	}
}

// executable returns why a file cannot be run, if it cannot.
func executable(path string) error {
	err := unix.Access(path, unix.X_OK)
	if err == nil && isDir(path) {
		err = unix.EACCES
	}
	if err != nil {
		return &os.PathError{Op: "exec", Path: path, Err: err}
	}
	return nil
}

// coreDumped reports whether a process left a core.
func coreDumped(status syscall.WaitStatus) bool { return status.CoreDump() }
