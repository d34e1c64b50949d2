//go:build unix

package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const errIsDirectory = syscall.EISDIR

// hardLinks is how many names a file has.
func hardLinks(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// keepOwner gives f the permissions of another file and, as far as the system
// allows, its owner and group.
func keepOwner(f *os.File, info fs.FileInfo) error {
	s, ok := info.Sys().(*syscall.Stat_t)
	now, err := f.Stat()
	if err != nil {
		return err
	}
	if own, isStat := now.Sys().(*syscall.Stat_t); ok && isStat && (own.Uid != s.Uid || own.Gid != s.Gid) {
		if f.Chown(int(s.Uid), int(s.Gid)) != nil {
			f.Chown(-1, int(s.Gid)) // others may still be in the same group
		}
	}
	return f.Chmod(info.Mode().Perm())
}

// isSystemRefusal reports whether a name cannot be given to another file: it is
// on a file system that is only read, or something is mounted there.
func isSystemRefusal(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV)
}

// openDescriptor opens what the process already has open, if that is what name
// stands for. Opening the file behind it again would begin at its start.
func openDescriptor(name string) (*os.File, error) {
	fd := -1
	switch digits, ok := strings.CutPrefix(name, "/dev/fd/"); {
	case name == "/dev/stdin":
		fd = 0
	case name == "/dev/stdout":
		fd = 1
	case name == "/dev/stderr":
		fd = 2
	case ok:
		if n, err := strconv.ParseUint(digits, 10, 31); err == nil {
			fd = int(n)
		}
	}
	if fd < 0 {
		return nil, nil
	}
	own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(own), name), nil
}
