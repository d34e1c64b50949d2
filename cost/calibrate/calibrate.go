// Package calibrate measures a machine: it runs small programs through the
// interpreter and makes the cost model of what executes them.
//
// Every figure comes from ops as programs run them, not from loops written for
// the purpose, so that it includes what the interpreter adds. Rates are those of
// one worker. Of several runs the fastest counts: whatever else the machine does
// only makes runs slower.
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

// Options of a calibration. The zero value is right for most.
type Options struct {
	// Name is the name of the machine; empty for `cpu`.
	Name string
	// Slice is the time for each figure; 0 means 40 ms, which makes about six
	// seconds in all.
	Slice time.Duration
	// Note, if not nil, is told each figure as it is measured: its key in the
	// profile and its value.
	Note func(key string, value float64)
}

// Run measures the machine that the program runs on. newContext makes a context
// with the dialects func and tg. It sets the number of workers while it runs,
// and puts it back.
func Run(newContext func() *ir.Context, opt Options) (*cost.Machine, error) {
	if opt.Name == "" {
		opt.Name = "cpu"
	}
	if opt.Slice == 0 {
		opt.Slice = 40 * time.Millisecond
	}
	s := &session{newContext: newContext, slice: opt.Slice, note: opt.Note, values: map[string]float64{}}
	all := parallel.Workers()
	defer parallel.SetWorkers(all)
	parallel.SetWorkers(1)
	s.overheads()
	s.arithmetic()
	s.functions()
	s.folds()
	s.contractions()
	s.moves()
	s.workers(all)
	s.set("grain", grain)
	s.set("trips", trips)
	if s.err != nil {
		return nil, fmt.Errorf("calibration: %w", s.err)
	}
	return s.machine(opt.Name)
}

// session is one calibration. The first error stops all further measurements.
type session struct {
	newContext func() *ir.Context
	slice      time.Duration
	note       func(key string, value float64)
	keys       []string
	values     map[string]float64
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
	if s.note != nil {
		s.note(key, v)
	}
}

// machine reads the profile of the figures.
func (s *session) machine(name string) (*cost.Machine, error) {
	text := "name = " + name + "\n"
	for _, k := range s.keys {
		text += fmt.Sprintf("%s = %s\n", k, strconv.FormatFloat(s.values[k], 'g', -1, 64))
	}
	return cost.Parse("calibration", text)
}

// program is a function that executes one op several times, on the same
// operands.
type program struct {
	inputs []string // types, such as 4x4xf32
	op     string   // with %0, %1 ... as operands; its results are called by hand
	result string   // the types of results
	count  int      // executions of the op
	// positive inputs are from 1 to 3, others f32 from -1 to 1.
	positive bool
}

// text is the program as a module. The results of the op are not used.
func (p program) text() string {
	var b strings.Builder
	b.WriteString("func.func @main(")
	for i, t := range p.inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%a%d: tensor<%s>", i, t)
	}
	b.WriteString(") {\n")
	for i := range p.count {
		fmt.Fprintf(&b, "  %%r%d%s = %s\n", i, p.result, p.op)
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

// seconds is the time of one execution of the program's op.
func (s *session) seconds(p program) float64 {
	if s.err != nil {
		return math.NaN()
	}
	run, err := s.compile(p)
	if err != nil {
		s.err = fmt.Errorf("%w in\n%s", err, p.text())
		return math.NaN()
	}
	best := math.Inf(1)
	begin := time.Now()
	for runs := 0; runs < 4 || time.Since(begin) < s.slice; runs++ {
		t, err := run()
		if err != nil {
			s.err = err
			return math.NaN()
		}
		if runs > 0 { // the first one warms caches and pools
			best = min(best, t)
		}
	}
	return best
}

// compile makes the program, and what runs it and tells the time of one op.
func (s *session) compile(p program) (run func() (float64, error), err error) {
	ctx := s.newContext()
	module, err := parser.Parse(ctx, []byte(p.text()), parser.Options{Filename: "calibration"})
	if err != nil {
		return nil, err
	}
	compiled, err := interp.NewModule(module).Program("main")
	if err != nil {
		return nil, err
	}
	inputs := make([]*tensor.Tensor, len(compiled.Inputs))
	for i, t := range compiled.Inputs {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		inputs[i] = tensor.Random(spec.DType, spec.Shape, uint64(i+1))
		if p.positive {
			for j, v := range tensor.Data[float32](inputs[i]) {
				tensor.Data[float32](inputs[i])[j] = v + 2
			}
		}
	}
	if p.count >= many {
		// The clock would take longer than each op.
		return func() (float64, error) {
			start := time.Now()
			_, err := compiled.Run(inputs, interp.Options{})
			return time.Since(start).Seconds() / float64(p.count), err
		}, nil
	}
	return func() (float64, error) {
		result, err := compiled.Run(inputs, interp.Options{Times: true})
		if err != nil {
			return 0, err
		}
		best := math.Inf(1)
		for _, t := range result.Times {
			best = min(best, t.Total.Seconds())
		}
		return best, nil
	}, nil
}
