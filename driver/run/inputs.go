package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// arguments are those of a function, while they are collected.
type arguments struct {
	*runner
	*signature
	values []*tensor.Tensor // nil for what is missing
	from   []string         // what gave each value, for messages
	room   int64            // bytes that all the others may take
	// fits is an error for a value that argument i cannot have; nil where the run finds out.
	fits func(i int, v *tensor.Tensor) error
}

// arguments makes the arguments of a function: those of --input, then those of the
// files of --inputs, then random ones.
func (r *runner) arguments(s *signature) ([]*tensor.Tensor, error) {
	a := r.newArguments(s)
	if err := a.given(); err != nil {
		return nil, err
	}
	return a.values, a.rest()
}

// newArguments begins to collect the arguments of a function.
func (r *runner) newArguments(s *signature) *arguments {
	a := &arguments{runner: r, signature: s, values: make([]*tensor.Tensor, len(s.inputs)), from: make([]string, len(s.inputs)), room: r.flags.maxMemory}
	if a.room == 0 {
		a.room = math.MaxInt64
	}
	return a
}

// given takes what --input and the files of --inputs have.
func (a *arguments) given() error {
	if err := a.single(a.flags.inputs); err != nil {
		return err
	}
	for _, file := range a.flags.inputFiles {
		if err := a.file(file); err != nil {
			return err
		}
	}
	return nil
}

// rest makes random ones of the others, or says that they are missing.
func (a *arguments) rest() error {
	if a.flags.random {
		if err := a.random(a.flags.seed); err != nil {
			return err
		}
	}
	return a.missing()
}

// set gives argument i a value.
func (a *arguments) set(i int, t *tensor.Tensor, from string) error {
	if a.fits != nil {
		if err := a.fits(i, t); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	a.values[i], a.from[i] = t, from
	a.room -= int64(len(t.Bytes()))
	return nil
}

// single reads what --input gives, an argument each: %NAME=SPEC, or SPEC for the
// arguments in order.
func (a *arguments) single(specs []string) error {
	unnamed := 0
	for k, spec := range specs {
		at, i, prefix := k, unnamed, 0
		if strings.HasPrefix(spec, "%") {
			name, _, ok := strings.Cut(spec[1:], "=")
			if !ok {
				return fmt.Errorf("--input #%d: expected '=' and a value after the name of an argument, as in --input=%s=2x3xf32=[...]", k, spec)
			}
			if i, ok = a.find(name, "arg"); !ok {
				return fmt.Errorf("--input #%d: %w", k, a.unknownArgument(name))
			}
			prefix = len(name) + 2
		} else if unnamed++; unnamed > len(a.inputs) {
			return fmt.Errorf("--input is given %s, but function @%s takes %s", units.Counted(len(specs), "time"), a.function, units.Counted(len(a.inputs), "input"))
		}
		if a.values[i] != nil {
			return fmt.Errorf("--input #%d: argument %%%s of function @%s has its value from %s", k, a.inputs[i].Name, a.function, a.from[i])
		}
		t, err := a.input(at, spec, prefix, a.room)
		if err != nil {
			return err
		}
		if err := a.set(i, t, fmt.Sprintf("--input #%d", k)); err != nil {
			return err
		}
	}
	return nil
}

// file reads the arguments that a file has and that --input has not given. What is
// in the file beside them is told: it may be misspelt.
func (a *arguments) file(name string) error {
	in, err := a.openArchive(name)
	if err != nil {
		return fmt.Errorf("--inputs: %w", err)
	}
	defer in.Close()
	var others []string
	for _, array := range in.Names() {
		i, ok := a.find(array, "arg", "arr_")
		switch {
		case !ok:
			others = append(others, array)
			continue
		case strings.HasPrefix(a.from[i], "--input #"):
			continue
		case a.values[i] != nil:
			return fmt.Errorf("--inputs: %s: '%s' is argument %%%s of function @%s, which has its value from %s", name, array, a.inputs[i].Name, a.function, a.from[i])
		}
		t, err := in.Read(array, a.room)
		if err != nil {
			return fmt.Errorf("--inputs: %s: %w", name, err)
		}
		if err := a.set(i, t, fmt.Sprintf("'%s' of %s", array, name)); err != nil {
			return err
		}
	}
	if len(others) > 0 && len(others) == len(in.Names()) {
		return fmt.Errorf("--inputs: %s: %w", name, a.unknownArgument(others[0]))
	}
	if len(others) > 0 {
		fmt.Fprintf(a.stderr, "%s: warning: %s: function @%s has no argument %s\n", a.setup.Name, name, a.function, spelling.List(others))
	}
	return nil
}

// random fills what is missing and has extents that are known.
func (a *arguments) random(seed uint64) error {
	for i, p := range a.inputs {
		s, err := interp.SpecOf(p.Type)
		if err != nil {
			return fmt.Errorf("input #%d: %w", i, err)
		}
		if a.values[i] != nil || slices.Min(append([]int{0}, s.Shape...)) < 0 {
			continue
		}
		if size, err := tensor.ByteSize(s.DType, s.Shape); err != nil {
			return fmt.Errorf("input #%d: %w", i, err)
		} else if int64(size) > a.room {
			return fmt.Errorf("input #%d, a %s, needs %d bytes, but --max-memory leaves %d", i, p.Type, size, a.room)
		}
		if err := a.set(i, tensor.Random(s.DType, s.Shape, tensor.RandomWord(seed, i)), "--inputs"); err != nil {
			return err
		}
	}
	return nil
}

// missing is an error for all arguments without a value.
func (a *arguments) missing() error {
	var list strings.Builder
	n := 0
	for i, p := range a.inputs {
		if a.values[i] == nil {
			n++
			fmt.Fprintf(&list, "\n  #%d, a %s: --input=%%%s=%s=random:1", i, p.Type, p.Name, exampleType(p))
		}
	}
	switch {
	case n == 0:
		return nil
	case a.flags.random:
		return fmt.Errorf("--inputs=random:%d cannot choose the dynamic extents of %s of function @%s; give each by --input, such as%s",
			a.flags.seed, units.Counted(n, "argument"), a.function, &list)
	}
	verb := "is"
	if n > 1 {
		verb = "are"
	}
	return fmt.Errorf("%s of function @%s %s missing; give each by --input, as elements [1,2,3], random:SEED or @file.npy, or all by --inputs=random:SEED:%s",
		units.Counted(n, "argument"), a.function, verb, &list)
}

// exampleType is a type for an argument as --input has it. Dynamic extents are 2: any
// will do.
func exampleType(p naming.Param) string {
	s, err := interp.SpecOf(p.Type)
	if err != nil {
		return "f32"
	}
	text := s.DType.String()
	for k := len(s.Shape) - 1; k >= 0; k-- {
		extent := s.Shape[k]
		if extent < 0 {
			extent = 2
		}
		text = fmt.Sprintf("%dx%s", extent, text)
	}
	return text
}

// inputsValue reads a value of --inputs: random:SEED, or a file of arrays.
func (f *parsedInputs) inputsValue(text string) error {
	seed, isRandom := strings.CutPrefix(text, "random")
	digits, hasSeed := strings.CutPrefix(seed, ":")
	file := strings.TrimPrefix(text, "@")
	if _, array, format := arrayfile.Cut(file); format != nil && array == "" && !(isRandom && hasSeed) {
		f.inputFiles = append(f.inputFiles, file)
		return nil
	}
	if !isRandom {
		return fmt.Errorf("'%s' is neither random:SEED nor a .npz or .safetensors file; one argument is given by --input", text)
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case err != nil || !hasSeed:
		return fmt.Errorf("expected random:SEED with a decimal seed such as random:7, got '%s'", text)
	case f.random:
		return fmt.Errorf("random:%d is given already", f.seed)
	}
	f.random, f.seed = true, n
	return nil
}
