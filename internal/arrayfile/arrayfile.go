// Package arrayfile knows the formats of files that hold tensors, and opens and
// writes such files. The end of the name of a file says which format it has.
package arrayfile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/tensor"
)

// Format is a format of files that hold tensors.
type Format struct {
	Extension string
	// One writes a file of one tensor, Many a file of several under names, which open reads;
	// a format has either.
	One  func(io.Writer, *tensor.Tensor) error
	Many func(io.Writer, []tensor.Named) error
	open func(r io.ReaderAt, size, room int64) (*tensor.Archive, error)
}

// NPY is the format of what has no name that says one.
var NPY = &Format{Extension: ".npy", One: tensor.WriteNPY}

// Formats are all of them.
var Formats = []*Format{
	NPY,
	{Extension: ".npz", Many: tensor.WriteNPZ, open: tensor.OpenNPZ},
	{Extension: ".safetensors", Many: tensor.WriteSafetensors, open: tensor.OpenSafetensors},
}

// Of is the format of a file of that name, nil where the name does not say.
func Of(name string) *Format {
	for _, f := range Formats {
		if filepath.Ext(name) == f.Extension {
			return f
		}
	}
	return nil
}

// OfArchive is the format of a file of several tensors, or an error that says what
// the name would have to be.
func OfArchive(name string) (*Format, error) {
	if f := Of(name); f != nil && f.Many != nil {
		return f, nil
	}
	var known []string
	for _, f := range Formats {
		if f.Many != nil {
			known = append(known, f.Extension)
		}
	}
	return nil, fmt.Errorf("'%s' must end with .npz or .safetensors, the formats of several arrays%s", name, spelling.DidYouMean(filepath.Ext(name), known))
}

// Cut splits FILE:NAME, an array in a file of several, and FILE alone; format is nil for a
// file of another kind.
func Cut(spec string) (file, array string, format *Format) {
	for _, f := range Formats {
		if f.open == nil {
			continue
		}
		if strings.HasSuffix(spec, f.Extension) {
			return spec, "", f
		}
		if i := strings.Index(spec, f.Extension+":"); i >= 0 {
			end := i + len(f.Extension)
			return spec[:end], spec[end+1:], f
		}
	}
	return "", "", nil
}

// Archive is a file of several tensors that is open.
type Archive struct {
	*tensor.Archive
	Close func() error
}

// Limit bounds what is read of a file in which a tensor of room bytes may be. most
// is what the user allows, 0 for no limit.
func Limit(most, room int64) input.Limit {
	limit := input.Any(most)
	if room < limit.Bytes {
		limit = input.Limit{Bytes: room, By: "that --max-memory leaves"}
	}
	return limit
}

// Open opens a file of several tensors. What is no file on a disk is read as a
// whole. most is the largest file that the user allows, 0 for any, and room how
// many bytes what is read may take.
func Open(file string, most, room int64) (*Archive, error) {
	format, err := OfArchive(file)
	if err != nil {
		return nil, err
	}
	in, err := OpenFile(file)
	if err != nil {
		return nil, err
	}
	a := &Archive{Close: in.Close}
	at, size := io.ReaderAt(in), int64(0)
	limit := Limit(most, room)
	if info, statErr := in.Stat(); statErr == nil && info.Mode().IsRegular() {
		size = info.Size()
		if most > 0 && size > most { // the memory does not matter: only what is asked for is read
			err = limit.Check(size)
		}
	} else {
		var data []byte
		data, err = limit.ReadAll(in)
		at, size = bytes.NewReader(data), int64(len(data))
	}
	if err == nil {
		a.Archive, err = format.open(at, size, room)
	}
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
}

// OpenFile opens a file that is no directory.
func OpenFile(file string) (*os.File, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot open '%s': %s", file, oserr.Reason(err))
	}
	if info, err := in.Stat(); err == nil && info.IsDir() {
		in.Close()
		return nil, fmt.Errorf("cannot read '%s': Is a directory", file)
	}
	return in, nil
}

// Write makes tensors the contents of a file of several. When that fails, the file
// is what it was before.
func Write(file string, tensors []tensor.Named) error {
	format, err := OfArchive(file)
	if err != nil {
		return err
	}
	out, err := wholefile.Create(file)
	if err != nil {
		return fmt.Errorf("cannot open output file '%s': %s", file, oserr.Reason(err))
	}
	defer out.Discard()
	w := bufio.NewWriterSize(out, 1<<20)
	if err = format.Many(w, tensors); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		return fmt.Errorf("cannot write output file '%s': %s", file, oserr.Reason(err))
	}
	return nil
}
