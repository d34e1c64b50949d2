package driver

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// outputBuffer is how much output is held back: a tool that fails before it
// has written that much has written nothing.
const outputBuffer = 1 << 20

// output is where the result goes. Either commit or discard must be called.
type output struct {
	*bufio.Writer
	sink *sink
	name string   // for messages
	file *os.File // nil for a writer of the caller's
	path string   // what file becomes when it is complete; empty if it is that already
}

// sink remembers whether writing failed, so that the failure can be told from
// one of whoever makes the text.
type sink struct {
	io.Writer
	failed bool
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	s.failed = s.failed || err != nil
	return n, err
}

// writeTo makes w what o writes to.
func (o *output) writeTo(w io.Writer) {
	o.sink = &sink{Writer: w}
	o.Writer = bufio.NewWriterSize(o.sink, outputBuffer)
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
		return nil, fmt.Errorf("cannot open %s: %s", o.name, reason(err))
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
	err := o.Flush()
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
		return fmt.Errorf("cannot write %s: %s", o.name, reason(err))
	}
	return nil
}

// discard drops what is not written yet; a file disappears.
func (o *output) discard() {
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
