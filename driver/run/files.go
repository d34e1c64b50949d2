package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/tensor"
)

// tensorFormat is a format of files that hold tensors. The end of the name of a
// file says which it has.
type tensorFormat struct {
	extension string
	// one writes a file of one tensor, many a file of several under names, which open reads;
	// a format has either.
	one  func(io.Writer, *tensor.Tensor) error
	many func(io.Writer, []tensor.Named) error
	open func(r io.ReaderAt, size, room int64) (*tensor.Archive, error)
}

var (
	npyFormat     = &tensorFormat{extension: ".npy", one: tensor.WriteNPY}
	tensorFormats = []*tensorFormat{
		npyFormat,
		{extension: ".npz", many: tensor.WriteNPZ, open: tensor.OpenNPZ},
		{extension: ".safetensors", many: tensor.WriteSafetensors, open: tensor.OpenSafetensors},
	}
)

// formatOf is the format of a file of that name, nil where the name does not say.
func formatOf(name string) *tensorFormat {
	for _, f := range tensorFormats {
		if filepath.Ext(name) == f.extension {
			return f
		}
	}
	return nil
}

// outputFormat is the format in which results are written to a file of that name.
// Streams, which need no name that says so, get .npy. (A directory cannot be
// written at all, which who opens it says.)
func outputFormat(name string) (*tensorFormat, error) {
	if f := formatOf(name); f != nil {
		return f, nil
	}
	info, err := os.Stat(name)
	if tool.IsStandardOutput(name) || strings.HasPrefix(name, "/dev/") || err == nil && !info.Mode().IsRegular() {
		return npyFormat, nil
	}
	var known []string
	for _, f := range tensorFormats {
		known = append(known, f.extension)
	}
	has := fmt.Sprintf("'%s' has none", filepath.Base(name))
	if e := filepath.Ext(name); e != "" {
		has = fmt.Sprintf("'%s' is none of them%s", e, spelling.DidYouMean(e, known))
	}
	return nil, fmt.Errorf("the ending of a file name says its format, .npy for one result, .npz or .safetensors for all of them; %s", has)
}

// cutArchive splits FILE:NAME, an array in a file of several, and FILE alone; ok is false for a
// file of another kind.
func cutArchive(spec string) (file, array string, format *tensorFormat) {
	for _, f := range tensorFormats {
		if f.open == nil {
			continue
		}
		if strings.HasSuffix(spec, f.extension) {
			return spec, "", f
		}
		if i := strings.Index(spec, f.extension+":"); i >= 0 {
			end := i + len(f.extension)
			return spec[:end], spec[end+1:], f
		}
	}
	return "", "", nil
}

// errTerminal is for bytes that would only confuse a terminal.
var errTerminal = errors.New("a terminal does not show .npy files; name a file, or send standard output on with | or >")
