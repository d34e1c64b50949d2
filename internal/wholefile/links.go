package wholefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// maxLinks is how many symbolic links in a row are followed, as in Linux.
const maxLinks = 40

// target is the path behind the symbolic links that name leads through. Unlike
// filepath.EvalSymlinks it does not ask the last of them to lead anywhere.
func target(name string) (string, error) {
	path := name
	for range maxLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // opening it will tell what is wrong
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			// Not Join, which takes `d/..` away even where d is a link.
			dir, _ := filepath.Split(path)
			next = dir + next
		}
		path = next
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: syscall.ELOOP}
}
