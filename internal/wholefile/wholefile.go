// Package wholefile writes files that are either complete or what they were
// before, also when a signal ends the process.
//
// The text is collected in a temporary file, which takes the name of the file
// when it is complete. Where the system allows it the temporary file has no name
// until then, so that not even a process that is killed leaves anything behind;
// elsewhere it is noted, and Abandon removes it.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/tg-opt/tg/internal/oserr"
)

// File is a file in the making. Commit or Discard ends it; either may be called
// again, and does nothing then.
type File struct {
	path      string   // what it is to become, behind symbolic links; empty for a stream
	text      *os.File // what has been written, or the stream
	temporary string   // the name of text, empty if it has none
	old       *os.File // the file that is there, open for writing; nil if there is none
	inPlace   bool     // old keeps its identity, and gets the text
	done      bool
}

// Create begins a file of that name. Nothing changes before Commit, but a name
// that cannot be written is an error here. Behind symbolic links it is their
// target that is written, whether it exists or not. A file that exists keeps its
// permissions and, where the system lets us, its owner; it must be writable. A
// device, a pipe or a descriptor such as /dev/stderr gets what is written as it
// comes.
//
// A file is replaced in one step, except where that is impossible (a directory
// that is not writable, a file that is a mount point) or would tear it from its
// other names (hard links): then the complete text is copied into it.
func Create(name string) (*File, error) {
	if stream, err := openDescriptor(name); stream != nil || err != nil {
		return newStream(stream, err)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return newStream(os.OpenFile(name, os.O_WRONLY, 0))
	case err != nil && (name == "" || !errors.Is(err, fs.ErrNotExist)):
		return nil, err
	}
	f := &File{}
	if f.path, err = target(name); err != nil {
		return nil, err
	}
	if err = f.open(info); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// Check reports why a file of that name cannot be created, as far as that is
// known now. A pipe is not opened: its reader would take that for the text.
func Check(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	f, err := Create(name)
	if err == nil {
		f.Discard()
	}
	return err
}

func newStream(stream *os.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	return &File{text: stream}, nil
}

// open opens what the making takes. info is about the file that is there, or
// nil.
func (f *File) open(info fs.FileInfo) (err error) {
	dir, base := filepath.Split(f.path)
	if base == "" {
		return &fs.PathError{Op: "open", Path: f.path, Err: errIsDirectory}
	}
	if info == nil {
		return f.begin(dir)
	}
	if f.old, err = os.OpenFile(f.path, os.O_WRONLY, 0); err != nil {
		return err
	}
	f.inPlace = hardLinks(info) > 1
	if err = f.begin(dir); isRefusal(err) {
		f.inPlace = true
		err = f.begin(os.TempDir() + string(filepath.Separator))
	}
	if err == nil && !f.inPlace {
		err = keepOwner(f.text, info)
	}
	return err
}

// Write adds to the text.
func (f *File) Write(p []byte) (int, error) { return f.text.Write(p) }

// IsStream reports whether the text goes to a device, a pipe or a descriptor
// at once.
func (f *File) IsStream() bool { return f.path == "" }

// IsTerminal reports whether the text goes to a terminal.
func (f *File) IsTerminal() bool { return f.IsStream() && term.IsTerminal(int(f.text.Fd())) }

// Commit makes the text the contents of the file.
func (f *File) Commit() error {
	_, err := Commit(f)
	return err
}

// Commit commits files, without a signal coming in between. After an error,
// which is about the file at index failed, the rest of them are discarded.
func Commit(files ...*File) (failed int, err error) {
	unfinished.Lock()
	defer unfinished.Unlock()
	for i, f := range files {
		if f.done {
			continue
		}
		if err == nil {
			failed, err = i, f.commit()
		}
		f.end()
	}
	return failed, err
}

// Discard forgets the text; the file is what it was before.
func (f *File) Discard() {
	unfinished.Lock()
	defer unfinished.Unlock()
	if !f.done {
		f.end()
	}
}

// Write makes data the contents of the file of that name. When that fails, the
// file is what it was before. The error says it in the words of mlir-opt.
func Write(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return fmt.Errorf("cannot open output file '%s': %s", name, oserr.Reason(err))
	}
	if _, err = f.Write(data); err == nil {
		err = f.Commit()
	} else {
		f.Discard()
	}
	if err != nil {
		return fmt.Errorf("cannot write output file '%s': %s", name, oserr.Reason(err))
	}
	return nil
}

// WriteTemporary writes data to a new file in the directory for temporary ones
// and returns its name, which has something in place of the `*` in pattern.
func WriteTemporary(pattern string, data []byte) (name string, err error) {
	unfinished.Lock()
	defer unfinished.Unlock() // it is short
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// begin makes the file that collects the text. dir is empty or ends with a
// separator, here and below.
func (f *File) begin(dir string) (err error) {
	unfinished.Lock()
	defer unfinished.Unlock()
	if f.text, err = createUnnamed(dir); err == nil {
		return nil
	}
	return f.createNamed(dir)
}

// temporaryName is a name that other processes do not choose. It is short: the
// name of the file may be as long as the system allows.
func temporaryName(dir string, i int) string {
	return dir + fmt.Sprintf(".tg-%d-%d.tmp", os.Getpid(), i)
}

// createNamed makes that file with a name. unfinished is locked.
func (f *File) createNamed(dir string) error {
	for i := 0; ; i++ {
		name := temporaryName(dir, i)
		text, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		unfinished.names[name] = true
		f.text, f.temporary = text, name
		return nil
	}
}

// commit does what Commit says, for a file that is not done.
func (f *File) commit() error {
	if f.IsStream() {
		return f.text.Close()
	}
	if !f.inPlace {
		err := f.replace()
		if f.old == nil || !isRefusal(err) {
			return err
		}
	}
	return f.overwrite()
}

// replace gives the text its name, in place of a file that had it.
func (f *File) replace() error {
	if f.temporary == "" {
		if f.old == nil && nameFile(f.text, f.path) == nil {
			return f.closeNamed()
		}
		if err := f.giveName(); err != nil {
			return err
		}
	}
	// Some file systems report only now what could not be written.
	if err := f.text.Close(); err != nil {
		return err
	}
	err := os.Rename(f.temporary, f.path)
	if err != nil {
		if text, openErr := os.Open(f.temporary); openErr == nil {
			f.text = text
		}
		return err
	}
	delete(unfinished.names, f.temporary)
	f.temporary = ""
	return nil
}

// closeNamed closes the text when it has the name of the file, which was not
// there before.
func (f *File) closeNamed() error {
	err := f.text.Close()
	if err != nil {
		os.Remove(f.path)
	}
	return err
}

// giveName gives a text without a name a temporary one beside the file.
func (f *File) giveName() error {
	unnamed := f.text
	dir, _ := filepath.Split(f.path)
	for i := 0; ; i++ {
		name := temporaryName(dir, i)
		err := nameFile(unnamed, name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			break
		}
		unfinished.names[name] = true
		f.temporary = name
		return nil
	}
	// The system makes files without a name, but does not give them one.
	defer unnamed.Close()
	if err := f.createNamed(dir); err != nil {
		return err
	}
	info, err := unnamed.Stat()
	if err == nil {
		_, err = io.Copy(f.text, io.NewSectionReader(unnamed, 0, info.Size()))
	}
	if err == nil {
		err = keepOwner(f.text, info)
	}
	return err
}

// overwrite copies the text into the file that is there. What the file grows by
// comes first: if there is no room for it, the file is what it was.
func (f *File) overwrite() error {
	size, err := f.text.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	before, err := f.old.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if err := f.copyRange(before, size); err != nil {
		return errors.Join(err, f.old.Truncate(before))
	}
	if err := f.copyRange(0, min(before, size)); err != nil {
		return err
	}
	if err := f.old.Truncate(size); err != nil {
		return err
	}
	return f.old.Close()
}

func (f *File) copyRange(from, to int64) error {
	if from >= to {
		return nil
	}
	_, err := io.Copy(io.NewOffsetWriter(f.old, from), io.NewSectionReader(f.text, from, to-from))
	return err
}

// end closes and removes what is left of the making. unfinished is locked.
func (f *File) end() {
	f.done = true
	for _, open := range []*os.File{f.text, f.old} {
		if open != nil {
			open.Close() // again, where it succeeded
		}
	}
	if f.temporary != "" {
		os.Remove(f.temporary)
		delete(unfinished.names, f.temporary)
	}
}

// isRefusal reports whether an error says that a directory or a name in it may
// not change.
func isRefusal(err error) bool {
	return err != nil && (errors.Is(err, fs.ErrPermission) || isSystemRefusal(err))
}
