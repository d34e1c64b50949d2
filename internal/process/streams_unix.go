//go:build unix

package process

import (
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
)

// standardStreams are standard input and output. One that is closed is an error
// for who uses it.
func standardStreams() (stdin io.Reader, stdout io.Writer) {
	// The runtime would end the process before its files are removed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stdin, stdout = os.Stdin, pipe{os.Stdout}
	if isClosed(0) {
		stdin = closed{"read", "standard input"}
	}
	if isClosed(1) {
		stdout = closed{"write", "standard output"}
	}
	return stdin, stdout
}

// closed is a stream that is not there.
type closed struct{ op, name string }

func (c closed) err() error                { return &fs.PathError{Op: c.op, Path: c.name, Err: syscall.EBADF} }
func (c closed) Read([]byte) (int, error)  { return 0, c.err() }
func (c closed) Write([]byte) (int, error) { return 0, c.err() }

// raise makes the process end by a signal that is not caught any more.
func raise(s syscall.Signal) {
	signal.Reset(s)
	switch {
	case os.Getpid() == 1:
	case s == syscall.SIGPIPE:
		os.Stdout.Write([]byte("\n")) // the runtime raises it for who writes in vain
	default:
		syscall.Kill(os.Getpid(), s)
	}
}
