package tool

import (
	"fmt"
	"io"
	"sync"

	"golang.org/x/term"

	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/wholefile"
)

// outputBuffer is how much output is held back: a tool that fails before it
// has written that much has written nothing.
const outputBuffer = 1 << 20

// outputBuffers are buffers that no output uses.
var outputBuffers = sync.Pool{New: func() any {
	b := make([]byte, 0, outputBuffer)
	return &b
}}

// Output is where the result of a run goes. Commit or Discard ends it.
type Output struct {
	to      io.Writer
	buffer  *[]byte
	flushed int64
	failed  error // writing did
	// Name is for messages.
	Name string
	// File is nil for a writer of the caller's.
	File *wholefile.File
}

// writeTo makes w what o writes to.
func (o *Output) writeTo(w io.Writer) { o.to, o.buffer = w, outputBuffers.Get().(*[]byte) }

// release gives the buffer back.
func (o *Output) release() {
	if o.buffer != nil {
		*o.buffer = (*o.buffer)[:0]
		outputBuffers.Put(o.buffer)
		o.buffer = nil
	}
}

// Write takes p, and hands on what no longer fits into the buffer.
func (o *Output) Write(p []byte) (int, error) {
	if len(*o.buffer)+len(p) > outputBuffer {
		if err := o.Flush(); err != nil {
			return 0, err
		}
		if len(p) >= outputBuffer {
			return o.put(p)
		}
	}
	*o.buffer = append(*o.buffer, p...)
	return len(p), nil
}

func (o *Output) put(p []byte) (n int, err error) {
	if o.failed == nil {
		n, o.failed = o.to.Write(p)
		o.flushed += int64(n)
	}
	return n, o.failed
}

// Failed reports whether writing did.
func (o *Output) Failed() bool { return o.failed != nil }

// Flush hands on what is held back.
func (o *Output) Flush() error {
	_, err := o.put(*o.buffer)
	*o.buffer = (*o.buffer)[:0]
	return err
}

// Mark is for returning to this point with Forget.
func (o *Output) Mark() int64 { return o.flushed + int64(len(*o.buffer)) }

// Forget drops what was written since the mark, if it has not been handed on.
func (o *Output) Forget(mark int64) {
	if mark >= o.flushed {
		*o.buffer = (*o.buffer)[:mark-o.flushed]
	}
}

// OpenOutput opens the output of that name. A file takes its name only when
// Commit is called.
func OpenOutput(name string, stdout io.Writer) (*Output, error) {
	if IsStandardOutput(name) {
		o := &Output{Name: "standard output"}
		o.writeTo(stdout)
		return o, nil
	}
	o := &Output{Name: fmt.Sprintf("output file '%s'", name)}
	var err error
	if o.File, err = wholefile.Create(name); err != nil {
		return nil, fmt.Errorf("cannot open %s: %s", o.Name, oserr.Reason(err))
	}
	o.writeTo(o.File)
	return o, nil
}

// IsStandardOutput reports whether a name stands for the standard output of the
// tool, which need not be that of the process.
func IsStandardOutput(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// Commit writes what is left and gives a file its name. On an error nothing is
// left of the file.
func (o *Output) Commit() error {
	defer o.Discard()
	err := o.Flush()
	if err == nil && o.File != nil {
		err = o.File.Commit()
	}
	if err != nil {
		return o.CannotWrite(err)
	}
	return nil
}

// CannotWrite is err, which is about o, as a sentence.
func (o *Output) CannotWrite(err error) error {
	return fmt.Errorf("cannot write %s: %s", o.Name, oserr.Reason(err))
}

// Discard drops what is not written yet; a file is what it was before. It does
// nothing after Commit.
func (o *Output) Discard() {
	o.release()
	if o.File != nil {
		o.File.Discard()
	}
}

// GoesToTerminal reports whether a terminal shows what is written.
func (o *Output) GoesToTerminal() bool {
	if o.File != nil {
		return o.File.IsTerminal()
	}
	return GoesToTerminal(o.to)
}

// GoesToTerminal reports whether a terminal shows what is written to w. The
// standard output of a process is no *os.File.
func GoesToTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
