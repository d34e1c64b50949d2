package wholefile

import (
	"io/fs"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// avoidNames is whether to make files without a name where that is possible;
// tests turn it off.
var avoidNames = true

// createUnnamed makes a file in dir that has no name.
func createUnnamed(dir string) (*os.File, error) {
	if !avoidNames {
		return nil, unix.EOPNOTSUPP
	}
	if dir == "" {
		dir = "."
	}
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o666)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return os.NewFile(uintptr(fd), dir), nil
}

// nameFile gives such a file a name that nobody has.
func nameFile(f *os.File, name string) error {
	self := "/proc/self/fd/" + strconv.Itoa(int(f.Fd()))
	err := unix.Linkat(unix.AT_FDCWD, self, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "link", Old: self, New: name, Err: err}
	}
	return nil
}
