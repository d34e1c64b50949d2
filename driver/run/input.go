package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// input reads --input #k from what follows prefix bytes of its text, or from the
// file that is named there, which may ask for room bytes.
func (r *runner) input(k int, text string, prefix int, room int64) (*tensor.Tensor, error) {
	spec := text[prefix:]
	if file, isFile := strings.CutPrefix(spec, "@"); isFile && file != "" {
		t, err := r.inputFile(file, room)
		if err != nil {
			return nil, fmt.Errorf("--input #%d: %w", k, err)
		}
		return t, nil
	}
	if _, _, format := cutArchive(spec); spec == "@" || (format != nil || formatOf(spec) != nil) && !strings.Contains(spec, "=") {
		return nil, fmt.Errorf("--input #%d: to read a file write @ and its name, such as --input=@x.npy", k)
	}
	t, err := tensor.ParseWithin(spec, min(room, tensor.MaxTextBytes))
	var bad *tensor.TextError
	if errors.As(err, &bad) {
		src, err := r.ctx.AddSource(fmt.Sprintf("<input #%d>", k), []byte(text), 0)
		if err != nil {
			return nil, err
		}
		return nil, ir.Errorf(src.Loc(prefix+bad.Offset), "%s", bad.Message)
	}
	return t, err
}

// inputFile reads a tensor from a .npy file, or the one of that name from
// FILE.npz:NAME.
func (r *runner) inputFile(spec string, room int64) (*tensor.Tensor, error) {
	file, array, format := cutArchive(spec)
	if format == nil {
		return readNPY(r.limit(room), spec, room)
	}
	in, err := r.openArchive(file)
	if err != nil {
		return nil, err
	}
	defer in.close()
	if array == "" {
		if len(in.Names()) != 1 {
			return nil, fmt.Errorf("%s: it holds %s; name one, as in --input=@%s:NAME", file, spelling.List(in.Names()), file)
		}
		array = in.Names()[0]
	}
	t, err := in.Read(array, room)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// archive is a file of several tensors that is open.
type archive struct {
	*tensor.Archive
	close func() error
}

// openArchive opens a file of several tensors. What is no file on a disk is read
// as a whole.
func (r *runner) openArchive(file string) (*archive, error) {
	_, _, format := cutArchive(file)
	in, err := openInput(file)
	if err != nil {
		return nil, err
	}
	room := r.flags.maxMemory
	if room == 0 {
		room = input.Memory().Bytes
	}
	a := &archive{close: in.Close}
	at, size := io.ReaderAt(in), int64(0)
	limit := r.limit(room)
	if info, statErr := in.Stat(); statErr == nil && info.Mode().IsRegular() {
		size = info.Size()
		if most := r.flags.maxInput; most > 0 && size > most { // the memory does not matter: only what is asked for is read
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

func openInput(file string) (*os.File, error) {
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

func readNPY(limit input.Limit, file string, room int64) (*tensor.Tensor, error) {
	in, err := openInput(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if err := limit.CheckFile(in); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t, err := tensor.ReadNPYWithin(limit.Reader(in), room)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}
