// Package wholefile writes files that are either complete or not there.
package wholefile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tg-opt/tg/internal/oserr"
)

// Write makes data the contents of the file of that name. When that fails, the
// file is what it was before. A device or a pipe is written to as it is.
func Write(name string, data []byte) error {
	path := name
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return explain(os.WriteFile(name, data, 0), name)
		}
		mode = info.Mode().Perm()
		// Behind a link, it is the file that changes.
		if target, err := filepath.EvalSymlinks(name); err == nil {
			path = target
		}
	}
	temporary, err := writeBeside(path, data, mode)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil && temporary != "" {
		os.Remove(temporary)
	}
	return explain(err, name)
}

// writeBeside writes a new file in the directory of path and returns its name,
// also with an error when it is there.
func writeBeside(path string, data []byte, mode fs.FileMode) (name string, err error) {
	for i := 0; ; i++ {
		name = filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(path), os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		return name, err
	}
}

// explain is err in the words of mlir-opt.
func explain(err error, name string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot open output file '%s': %s", name, oserr.Reason(err))
}
