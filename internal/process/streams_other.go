//go:build !unix

package process

import (
	"io"
	"os"
	"syscall"
)

func standardStreams() (io.Reader, io.Writer) { return os.Stdin, os.Stdout }

// raise does nothing: there are no signals to raise.
func raise(syscall.Signal) {}
