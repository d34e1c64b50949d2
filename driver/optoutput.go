package driver

import (
	"fmt"
	"io"
	"sync"

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

// output is where the result goes. commit or discard ends it.
type output struct {
	to      io.Writer
	buffer  *[]byte
	flushed int64
	failed  error           // writing did
	name    string          // for messages
	file    *wholefile.File // nil for a writer of the caller's
}

// writeTo makes w what o writes to.
func (o *output) writeTo(w io.Writer) { o.to, o.buffer = w, outputBuffers.Get().(*[]byte) }

// release gives the buffer back.
func (o *output) release() {
	if o.buffer != nil {
		*o.buffer = (*o.buffer)[:0]
		outputBuffers.Put(o.buffer)
		o.buffer = nil
	}
}

// Write takes p, and hands on what no longer fits into the buffer.
func (o *output) Write(p []byte) (int, error) {
	if len(*o.buffer)+len(p) > outputBuffer {
		if err := o.flush(); err != nil {
			return 0, err
		}
		if len(p) >= outputBuffer {
			return o.put(p)
		}
	}
	*o.buffer = append(*o.buffer, p...)
	return len(p), nil
}

func (o *output) put(p []byte) (n int, err error) {
	if o.failed == nil {
		n, o.failed = o.to.Write(p)
		o.flushed += int64(n)
	}
	return n, o.failed
}

func (o *output) flush() error {
	_, err := o.put(*o.buffer)
	*o.buffer = (*o.buffer)[:0]
	return err
}

// mark is for returning to this point with forget.
func (o *output) mark() int64 { return o.flushed + int64(len(*o.buffer)) }

// forget drops what was written since the mark, if it has not been handed on.
func (o *output) forget(mark int64) {
	if mark >= o.flushed {
		*o.buffer = (*o.buffer)[:mark-o.flushed]
	}
}

// openOutput opens the output of that name. A file takes its name only when
// commit is called.
func openOutput(name string, stdout io.Writer) (*output, error) {
	if isStandardOutput(name) {
		o := &output{name: "standard output"}
		o.writeTo(stdout)
		return o, nil
	}
	o := &output{name: fmt.Sprintf("output file '%s'", name)}
	var err error
	if o.file, err = wholefile.Create(name); err != nil {
		return nil, fmt.Errorf("cannot open %s: %s", o.name, oserr.Reason(err))
	}
	o.writeTo(o.file)
	return o, nil
}

// isStandardOutput reports whether a name stands for the standard output of the
// tool, which need not be that of the process.
func isStandardOutput(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// commit writes what is left and gives a file its name. On an error nothing is
// left of the file.
func (o *output) commit() error {
	defer o.discard()
	err := o.flush()
	if err == nil && o.file != nil {
		err = o.file.Commit()
	}
	if err != nil {
		return o.cannotWrite(err)
	}
	return nil
}

func (o *output) cannotWrite(err error) error {
	return fmt.Errorf("cannot write %s: %s", o.name, oserr.Reason(err))
}

// discard drops what is not written yet; a file is what it was before. It does
// nothing after commit.
func (o *output) discard() {
	o.release()
	if o.file != nil {
		o.file.Discard()
	}
}
