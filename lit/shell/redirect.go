package shell

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// opening is a file that a redirection is to open.
type opening struct {
	target Word
	flags  int
	file   *os.File
}

// Flags of redirections.
const (
	openRead   = os.O_RDONLY
	openCreate = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	openExtend = os.O_WRONLY | os.O_CREATE | os.O_APPEND
)

// redirect applies the redirections of a command. Only files that are in effect in the end are
// opened.
func (st *stage) redirect() *shellError {
	var in, out, err *opening
	for _, r := range st.command.Redirects {
		switch r.FD + r.Op {
		case "<":
			in = &opening{target: r.Target, flags: openRead}
		case ">":
			out = &opening{target: r.Target, flags: openCreate}
		case ">>":
			out = &opening{target: r.Target, flags: openExtend}
		case "2>":
			err, st.mergesErrors = &opening{target: r.Target, flags: openCreate}, false
		case "2>>":
			err, st.mergesErrors = &opening{target: r.Target, flags: openExtend}, false
		case ">&", "&>":
			out = &opening{target: r.Target, flags: openCreate}
			err, st.mergesErrors = out, false
		case "2>&":
			switch r.Target {
			case Word{Text: "0"}:
				err, st.mergesErrors = nil, false
			case Word{Text: "1"}:
				err, st.mergesErrors = out, out == nil
			case Word{Text: "2"}:
			default:
				return shellErrorf("Unsupported redirect: %s", r.repr())
			}
		default:
			return shellErrorf("Unsupported redirect: %s", r.repr())
		}
	}
	for _, o := range []struct {
		*opening
		to *stream
	}{{in, &st.in}, {out, &st.out}, {err, &st.err}} {
		if o.opening == nil {
			continue
		}
		if err := st.open(o.opening); err != nil {
			return err
		}
		o.to.file = o.opening.file
	}
	return nil
}

// open opens the file of a redirection, unless it is open already because both outputs go there.
func (st *stage) open(o *opening) *shellError {
	if o.file != nil {
		return nil
	}
	names := st.shell.expandGlob(o.target)
	if len(names) != 1 {
		return shellErrorf("Unsupported: glob in redirect expanded to multiple files")
	}
	path := join(st.shell.dir, names[0])
	var err error
	if o.file, err = st.shell.openInTime(path, o.flags); err != nil {
		if st.shell.ctx.Err() != nil {
			return shellErrorf("%s: %s", path, err)
		}
		return &shellError{text: systemError(err, path), unresolved: true}
	}
	st.opened = append(st.opened, o.file)
	if o.flags != openRead {
		st.outputs = append(st.outputs, outputFile{o.target.Text, path})
	}
	return nil
}

// openInTime opens a file before the time of the test is over: a named pipe waits for its other
// end.
func (sh *shell) openInTime(path string, flags int) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return openFile(path, flags, sh.umask)
	}
	stop := context.AfterFunc(sh.ctx, func() {
		// To be both ends of it for a moment lets who waits go on.
		if file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
			time.Sleep(pipeMoment)
			file.Close()
		}
	})
	defer stop()
	file, err := openFile(path, flags, sh.umask)
	if err == nil && sh.ctx.Err() != nil {
		file.Close()
		return nil, sh.ctx.Err()
	}
	return file, err
}

// pipeMoment is how long a named pipe is held open for those who wait for its other end.
const pipeMoment = 10 * time.Millisecond

// openFile opens a file. One that it creates gets the mode that umask leaves, unless that is -1.
func openFile(path string, flags, umask int) (*os.File, error) {
	if umask < 0 || flags&os.O_CREATE == 0 {
		return os.OpenFile(path, flags, 0o666)
	}
	mode := fs.FileMode(0o666 &^ umask)
	file, err := os.OpenFile(path, flags|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return os.OpenFile(path, flags, mode)
	}
	if err != nil {
		return nil, err
	}
	return file, file.Chmod(mode) // the umask of the process may have taken more
}
