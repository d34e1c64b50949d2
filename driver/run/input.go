package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/input"
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
	if _, _, format := arrayfile.Cut(spec); spec == "@" || (format != nil || arrayfile.Of(spec) != nil) && !strings.Contains(spec, "=") {
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
	file, array, format := arrayfile.Cut(spec)
	if format == nil {
		return readNPY(arrayfile.Limit(r.flags.maxInput, room), spec, room)
	}
	in, err := r.openArchive(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
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

// openArchive opens a file of several tensors.
func (r *runner) openArchive(file string) (*arrayfile.Archive, error) {
	room := r.flags.maxMemory
	if room == 0 {
		room = input.Memory().Bytes
	}
	return arrayfile.Open(file, r.flags.maxInput, room)
}

func readNPY(limit input.Limit, file string, room int64) (*tensor.Tensor, error) {
	in, err := arrayfile.OpenFile(file)
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
