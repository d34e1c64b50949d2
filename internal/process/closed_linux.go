package process

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// isClosed reports whether the process was started without the standard stream
// of that number. Go's runtime opens /dev/null in its place, to read and write,
// before anything of ours runs, which is also what some programs give to their
// children when nobody wants the output (Python's DEVNULL). The parent tells the
// two apart: it has no such stream itself, or it is a shell, which opens
// /dev/null for one of the two only, and it does not hand on what it has.
func isClosed(fd int) bool {
	// This is for every start of a tool, so nothing is read that need not be.
	if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err != nil || flags&unix.O_ACCMODE != unix.O_RDWR || !isNull("self", fd) {
		return false
	}
	parent := strconv.Itoa(os.Getppid())
	if _, err := os.Readlink(streamPath(parent, fd)); errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat("/proc/" + parent)
		return err == nil
	}
	program, err := os.Readlink("/proc/" + parent + "/exe")
	return err == nil && slices.Contains(shells, filepath.Base(program)) && !isNull(parent, fd)
}

// shells are programs that start others with streams as the user says.
var shells = []string{"ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "rbash", "sh", "tcsh", "toybox", "yash", "zsh"}

func streamPath(process string, fd int) string { return "/proc/" + process + "/fd/" + strconv.Itoa(fd) }

// isNull reports whether a stream of a process is /dev/null, open to read and
// write.
func isNull(process string, fd int) bool {
	if name, err := os.Readlink(streamPath(process, fd)); err != nil || name != os.DevNull {
		return false
	}
	info, err := os.ReadFile("/proc/" + process + "/fdinfo/" + strconv.Itoa(fd))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(info)) {
		if text, ok := strings.CutPrefix(line, "flags:"); ok {
			flags, err := strconv.ParseUint(strings.TrimSpace(text), 8, 64)
			return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
		}
	}
	return false
}
