// Package process is what a tool needs as a process of its own, beside what it
// is as a function: signals, and standard streams that are closed.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/wholefile"
)

// Tool is a tool as a function. args are without its name; the result is the
// exit status.
type Tool func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Main is the main function of a process that runs a tool. A signal that asks
// the process to end removes the temporary files, and then ends it as if it had
// not been caught: shells see the status 128 plus its number. SIGHUP and SIGINT
// stay ignored where they are ignored already, as by nohup.
func Main(tool Tool) {
	signals := make(chan os.Signal, 1)
	for _, s := range endings {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	takers.Lock()
	takers.handed = true
	takers.Unlock()
	go func() {
		for s := range signals {
			if number, _ := s.(syscall.Signal); number == syscall.SIGQUIT || !offer(s) {
				end(number)
			}
		}
	}()
	stdin, stdout := standardStreams()
	out := &failing{Writer: stdout}
	if f, ok := stdout.(interface{ Fd() uintptr }); ok {
		stdout = terminalLike{out, f.Fd}
	} else {
		stdout = out
	}
	status := tool(os.Args[1:], stdin, stdout, os.Stderr)
	wholefile.Abandon() // of tools that were given up
	if err := out.err.Load(); err != nil && status == 0 {
		fmt.Fprintf(os.Stderr, "%s: cannot write standard output: %s\n", filepath.Base(os.Args[0]), oserr.Reason(*err))
		status = 1
	}
	os.Exit(status)
}

// endings are the signals that ask a process to end.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

var ending sync.Once

// end ends the process by a signal. It does not return.
func end(s syscall.Signal) {
	ending.Do(func() {
		wholefile.Abandon()
		raise(s)
		// The signal is on its way, or stopped: the first process of a container
		// does not get what it does not handle.
		time.Sleep(time.Second)
		os.Exit(128 + int(s))
	})
	select {} // the other one ends it
}

// takers are the contexts of Interruptible that take signals now. In a process of Main signals come
// to that alone, which hands them on: were each told by the system, Main might look at a signal
// when who took it is done already, and end the process for it.
var takers struct {
	sync.Mutex
	list   []chan os.Signal
	handed bool // Main hands them on
}

// offer hands a signal to those who take it, and reports whether there are any.
func offer(s os.Signal) bool {
	takers.Lock()
	defer takers.Unlock()
	for _, c := range takers.list {
		select {
		case c <- s:
		default: // it has one already
		}
	}
	return len(takers.list) > 0
}

// taken reports whether somebody takes signals now.
func taken() bool {
	takers.Lock()
	defer takers.Unlock()
	return len(takers.list) > 0
}

// take adds signals to those that take them.
func take(signals chan os.Signal) {
	takers.Lock()
	defer takers.Unlock()
	takers.list = append(takers.list, signals)
	for _, s := range append([]os.Signal{syscall.SIGPIPE}, endings...) {
		own := s == syscall.SIGPIPE || !takers.handed && s != syscall.SIGQUIT
		if own && !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
}

// leave undoes take.
func leave(signals chan os.Signal) {
	signal.Stop(signals)
	takers.Lock()
	defer takers.Unlock()
	takers.list = slices.DeleteFunc(takers.list, func(c chan os.Signal) bool { return c == signals })
}

// grace is how long after a signal another one is no second thought: who sends
// one may well send it to the process and to its group.
const grace = time.Second

// Interruptible returns a context that a signal ends, instead of ending the
// process, and a function that stops this and returns the signal that came, or
// 0. SIGPIPE is among the signals: nobody reads the output of the process.
// Another signal some time later ends the process after all.
func Interruptible(parent context.Context) (context.Context, func() syscall.Signal) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	take(signals)
	release := sync.OnceFunc(func() { leave(signals) })
	finished := make(chan struct{})
	got := make(chan syscall.Signal, 1)
	go func() {
		var number syscall.Signal
		select {
		case s := <-signals:
			number, _ = s.(syscall.Signal)
			cancel(fmt.Errorf("received %v", s))
			timer := time.AfterFunc(grace, release)
			<-finished
			timer.Stop()
		case <-finished:
			cancel(nil)
		}
		release()
		got <- number
	}()
	return ctx, func() syscall.Signal {
		close(finished)
		return <-got
	}
}

// failing remembers that writing failed, for tools that do not look: what they
// print is what they were asked for.
type failing struct {
	io.Writer
	err atomic.Pointer[error]
}

func (f *failing) Write(b []byte) (int, error) {
	n, err := f.Writer.Write(b)
	if err != nil {
		f.err.Store(&err)
	}
	return n, err
}

// terminalLike is one that is asked whether it is a terminal.
type terminalLike struct {
	*failing
	fd func() uintptr
}

func (t terminalLike) Fd() uintptr { return t.fd() }

// pipe is a standard output whose reader may go away: then the process ends as
// it would have by the signal, without a message.
type pipe struct{ file *os.File }

func (p pipe) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	if errors.Is(err, syscall.EPIPE) && !taken() {
		end(syscall.SIGPIPE)
	}
	return n, err
}

// Fd is for those who ask whether it is a terminal.
func (p pipe) Fd() uintptr { return p.file.Fd() }
