// Package calibrate measures a machine: it runs small programs through the
// interpreter and makes the cost model of what executes them.
//
// Every figure comes from ops as programs run them, not from loops written for
// the purpose, so that it includes what the interpreter adds. Rates are those of
// one worker. Of many runs, in passes that are a while apart, the fastest counts:
// whatever else the machine does only makes runs slower.
//
// What a function takes, and what single ops add to a run, ops say themselves (cost.Timed). The
// ops of tg that this package names stand for kinds of work: that they do little else is why the
// model has them as its units.
package calibrate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// What cannot be measured by running one op.
const (
	// grain is the work for which kernels call another worker, in seconds.
	grain = 2e-5
	// trips is how often a loop runs of which nothing is known.
	trips = 10
)

// defaultPasses is how often everything is measured, since a machine may be busy
// with something else for a while.
const defaultPasses = 8

// Options of a calibration. The zero value is right for most.
type Options struct {
	// Name is the name of the machine; empty for `cpu`.
	Name string
	// Slice is the time for each figure in each pass; 0 means 8 ms, which makes
	// about ten seconds in all.
	Slice time.Duration
	// Passes is how often everything is measured; 0 means 8 times.
	Passes int
	// Note, if not nil, is told each figure: its key in the profile and its value.
	Note func(key string, value float64)
}

// Run measures the machine that the program runs on. newContext makes a context with the dialects
// func and tg, and others whose ops are to be measured. It sets the number of workers while it
// runs, and puts it back.
func Run(newContext func() *ir.Context, opt Options) (*cost.Machine, error) {
	if opt.Name == "" {
		opt.Name = "cpu"
	}
	if opt.Slice == 0 {
		opt.Slice = 8 * time.Millisecond
	}
	if opt.Passes == 0 {
		opt.Passes = defaultPasses
	}
	s := &session{newContext: newContext, slice: opt.Slice, note: opt.Note, values: map[string]float64{}, timers: map[string]*Timer{}}
	all := parallel.Workers()
	defer parallel.SetWorkers(all)
	for range opt.Passes {
		s.pass(all)
	}
	if s.err != nil {
		return nil, fmt.Errorf("calibration: %w", s.err)
	}
	return s.machine(opt.Name)
}

// pass measures everything once more.
func (s *session) pass(workers int) {
	s.keys = nil
	parallel.SetWorkers(1)
	ops := s.newContext().Dialects()
	s.overheads(ops)
	s.arithmetic()
	s.functions(ops)
	s.folds()
	s.contractions()
	s.moves()
	s.memory(workers)
	s.set("grain", grain)
	s.set("trips", trips)
}

// session is one calibration. The first error stops all further measurements.
type session struct {
	newContext func() *ir.Context
	slice      time.Duration
	note       func(key string, value float64)
	keys       []string
	values     map[string]float64
	timers     map[string]*Timer // of each program
	err        error
}

// set records a figure, rounded to three digits.
func (s *session) set(key string, v float64) {
	if s.err != nil {
		return
	}
	if math.IsNaN(v) || math.IsInf(v, 0) || v <= 0 {
		s.err = fmt.Errorf("measured %v for %s: the machine may be too busy", v, key)
		return
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	s.keys, s.values[key] = append(s.keys, key), v
}

// machine reads the profile of the figures.
func (s *session) machine(name string) (*cost.Machine, error) {
	text := "name = " + name + "\n"
	for _, k := range s.keys {
		if s.note != nil {
			s.note(k, s.values[k])
		}
		text += fmt.Sprintf("%s = %s\n", k, strconv.FormatFloat(s.values[k], 'g', -1, 64))
	}
	return cost.Parse("calibration", text)
}

// program is an op to time.
type program cost.Program

// text is the program as a module that executes the op so many times. Its results
// are not used, but where the op says.
func (p program) text(count int) string {
	var b strings.Builder
	b.WriteString("func.func @main(")
	for i, t := range p.Inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%a%d: tensor<%s>", i, t)
	}
	b.WriteString(") {\n")
	last := "%a0"
	for i := range count {
		results := ""
		if p.Results > 1 {
			results = fmt.Sprintf(":%d", p.Results)
		}
		fmt.Fprintf(&b, "  %%r%d%s = %s\n", i, results, strings.ReplaceAll(p.Op, "%r", last))
		last = fmt.Sprintf("%%r%d", i)
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

// seconds is the time of one execution of the program's op: the least of all
// passes so far.
func (s *session) seconds(p program) float64 {
	if s.err != nil {
		return math.NaN()
	}
	var err error
	key := fmt.Sprint(parallel.Workers(), p) // the number of workers counts, too
	t := s.timers[key]
	if t == nil {
		t, err = NewTimer(func(count int) (*ir.Op, error) {
			return parser.Parse(s.newContext(), []byte(p.text(count)), parser.Options{Filename: "calibration"})
		}, p.tensors)
	}
	seconds := math.NaN()
	if err == nil {
		s.timers[key] = t
		seconds, err = t.Run(s.slice)
	}
	if err != nil {
		s.err = fmt.Errorf("%w in\n%s", err, p.text(1))
		return math.NaN()
	}
	return seconds
}

// tensors are the inputs.
func (p program) tensors(types []*ir.Type) ([]*tensor.Tensor, error) {
	inputs := make([]*tensor.Tensor, len(types))
	for i, t := range types {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		inputs[i] = tensor.Random(spec.DType, spec.Shape, uint64(i+1))
		if p.Positive {
			for j, v := range tensor.Data[float32](inputs[i]) {
				tensor.Data[float32](inputs[i])[j] = v + 2
			}
		}
	}
	return inputs, nil
}
