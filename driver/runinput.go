package driver

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// inputs reads the arguments of the program.
func (r *runner) inputs(p *interp.Program) ([]*tensor.Tensor, error) {
	specs := r.flags.inputs
	if len(specs) > len(p.Inputs) {
		return nil, fmt.Errorf("--input is given %s, but function @%s takes %s", count(len(specs), "time"), p.Name, count(len(p.Inputs), "input"))
	}
	room := r.flags.maxMemory
	if room == 0 {
		room = math.MaxInt64
	}
	inputs := make([]*tensor.Tensor, len(p.Inputs))
	for i, t := range p.Inputs {
		if i >= len(specs) {
			return nil, missingInput(p.Name, i, t)
		}
		var err error
		if inputs[i], err = r.input(i, specs[i], room); err != nil {
			return nil, err
		}
		room -= int64(len(inputs[i].Bytes()))
	}
	return inputs, nil
}

// count is a number of things, in words.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func missingInput(name string, i int, t *ir.Type) error {
	example := "f32"
	if s, err := interp.SpecOf(t); err == nil {
		example = s.DType.String()
		for k := len(s.Shape) - 1; k >= 0; k-- {
			extent := s.Shape[k]
			if extent < 0 {
				extent = 2 // any will do
			}
			example = fmt.Sprintf("%dx%s", extent, example)
		}
	}
	return fmt.Errorf("input #%d of function @%s is missing: it is a %s; pass --input=%s=random:1, --input=%s=[...] or --input=@file.npy",
		i, name, t, example, example)
}

// input reads argument i from its text, or from the file it names, which may ask
// for room bytes.
func (r *runner) input(i int, spec string, room int64) (*tensor.Tensor, error) {
	if file, isFile := strings.CutPrefix(spec, "@"); isFile && file != "" {
		limit := input.Any(r.flags.maxInput)
		if room < limit.Bytes {
			limit = input.Limit{Bytes: room, By: "that --max-memory leaves"}
		}
		t, err := readNPY(limit, file, room)
		if err != nil {
			return nil, fmt.Errorf("--input #%d: %w", i, err)
		}
		return t, nil
	}
	if spec == "@" || strings.HasSuffix(spec, ".npy") && !strings.Contains(spec, "=") {
		return nil, fmt.Errorf("--input #%d: to read a file write @ and its name, such as --input=@x.npy", i)
	}
	t, err := tensor.ParseWithin(spec, min(room, tensor.MaxTextBytes))
	var bad *tensor.TextError
	if errors.As(err, &bad) {
		src, err := r.ctx.AddSource(fmt.Sprintf("<input #%d>", i), []byte(spec), 0)
		if err != nil {
			return nil, err
		}
		return nil, ir.Errorf(src.Loc(bad.Offset), "%s", bad.Message)
	}
	return t, err
}

func readNPY(limit input.Limit, file string, room int64) (*tensor.Tensor, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot open '%s': %s", file, oserr.Reason(err))
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot read '%s': Is a directory", file)
	}
	if err := limit.CheckFile(in); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t, err := tensor.ReadNPYWithin(limit.Reader(in), room)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}
