package update

import (
	"fmt"
	"os"
	"path/filepath"
)

// replaceFile gives a file a new text at once: whoever reads it sees the old one or the new one. It keeps the mode of the
// file and the links to it, and fails if the file is no longer what it was.
func replaceFile(path, before, after string) (err error) {
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	current, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if string(current) != before {
		return fmt.Errorf("%s: the file changed during the update; it is left alone", path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if _, err = file.WriteString(after); err != nil {
		return err
	}
	if err = file.Chmod(info.Mode().Perm()); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
