package report

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/lit"
)

// Format is what a report file is written in.
type Format int

// The formats of report files.
const (
	JSON      Format = iota // lit's own: the results of tests that ran
	XUnit                   // XML as JUnit writes it
	ResultDB                // JSON for LUCI
	TimeTrace               // events for chrome://tracing, a row per worker
)

// File is a report file to write.
type File struct {
	Format       Format
	Path         string
	Unique       bool // the name gets an element in front of its extension that makes it a new file
	FailuresOnly bool // leave out the tests that did not fail
}

// Check reports why the file cannot be written, if so. It is for the time before the tests run;
// Write reports the same.
func (f File) Check() error {
	target, err := f.target()
	if err != nil {
		return f.wrap(err)
	}
	return f.wrap(wholefile.Check(target))
}

// Write writes the report on a run that took so long. The file is complete or untouched: the text
// is written beside it and renamed. The order of the results is the order in the file.
func (f File) Write(results []*lit.Result, elapsed time.Duration) error {
	if f.FailuresOnly {
		results = slices.DeleteFunc(slices.Clone(results), func(r *lit.Result) bool { return !r.Status.IsFailure() })
	}
	target, err := f.target()
	if err != nil {
		return f.wrap(err)
	}
	return f.wrap(writeFile(target, func(w *bufio.Writer) error {
		switch f.Format {
		case JSON:
			return writeJSON(w, results, elapsed)
		case XUnit:
			return writeXUnit(w, results, elapsed)
		case ResultDB:
			return writeResultDB(w, results, elapsed)
		default:
			return writeTimeTrace(w, results)
		}
	}))
}

// wrap says which file an error is about.
func (f File) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot write the report: %w", f.Path, reasonOf(err))
}

// reasonOf leaves out the operation and the temporary name of an error of package os.
func reasonOf(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return linkError.Err
	}
	return err
}

// target is the path of the file to write.
func (f File) target() (string, error) {
	if f.Path == "" {
		return "", errors.New("the name is empty")
	}
	if !f.Unique {
		return f.Path, nil
	}
	dir, name := filepath.Split(f.Path)
	ext := filepath.Ext(strings.TrimLeft(name, "."))
	stem := strings.TrimSuffix(name, ext)
	for {
		unique := filepath.Join(dir, stem+"."+strconv.FormatUint(rand.Uint64(), 36)+ext)
		if _, err := os.Lstat(unique); errors.Is(err, fs.ErrNotExist) {
			return unique, nil
		} else if err != nil {
			return "", err
		}
	}
}

// writeFile writes a file all at once: what write gives to a new file that then takes the place of
// the old one. Streams are written directly.
func writeFile(name string, write func(*bufio.Writer) error) error {
	file, err := wholefile.Create(name)
	if err != nil {
		return err
	}
	defer file.Discard()
	w := bufio.NewWriterSize(file, 1<<16)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	return file.Commit()
}
