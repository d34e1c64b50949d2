package driver

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/tg-opt/tg/internal/oserr"
)

// outputBuffer is how much output is held back: a tool that fails before it
// has written that much has written nothing.
const outputBuffer = 1 << 20

// outputBuffers are buffers that no output uses.
var outputBuffers = sync.Pool{New: func() any {
	b := make([]byte, 0, outputBuffer)
	return &b
}}

// output is where the result goes. Either commit or discard must be called, and
// nothing after it.
type output struct {
	to      io.Writer
	buffer  *[]byte
	flushed int64
	failed  error    // writing did
	name    string   // for messages
	file    *os.File // nil for a writer of the caller's
	path    string   // what file becomes when it is complete; empty if it is that already
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
	if name == "" || name == "-" {
		o := &output{name: "standard output"}
		o.writeTo(stdout)
		return o, nil
	}
	o := &output{name: fmt.Sprintf("output file '%s'", name)}
	var err error
	if info, statErr := os.Stat(name); statErr == nil && !info.Mode().IsRegular() {
		// A device or a pipe is written to, not replaced.
		o.file, err = os.OpenFile(name, os.O_WRONLY, 0)
	} else {
		o.path = name
		// Behind a link, it is the file that changes.
		if target, linkErr := filepath.EvalSymlinks(name); linkErr == nil {
			o.path = target
		}
		o.file, err = createBeside(o.path)
		if err == nil && statErr == nil {
			err = o.file.Chmod(info.Mode().Perm())
		}
	}
	if err != nil {
		o.discard()
		return nil, fmt.Errorf("cannot open %s: %s", o.name, oserr.Reason(err))
	}
	o.writeTo(o.file)
	return o, nil
}

// createBeside makes a file with a new name in the directory of path, with the
// permissions of any new file.
func createBeside(path string) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(i)+".tmp")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !os.IsExist(err) {
			return f, err
		}
	}
}

// commit writes what is left and gives a file its name. On an error nothing is
// left of the file.
func (o *output) commit() error {
	err := o.flush()
	o.release()
	if o.file != nil {
		if closeErr := o.file.Close(); err == nil {
			err = closeErr
		}
		if err == nil && o.path != "" {
			err = os.Rename(o.file.Name(), o.path)
		}
	}
	if err != nil {
		o.remove()
		return fmt.Errorf("cannot write %s: %s", o.name, oserr.Reason(err))
	}
	return nil
}

// discard drops what is not written yet; a file disappears.
func (o *output) discard() {
	o.release()
	if o.file != nil {
		o.file.Close()
	}
	o.remove()
}

func (o *output) remove() {
	if o.file != nil && o.path != "" {
		os.Remove(o.file.Name())
	}
}
