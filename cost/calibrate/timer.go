package calibrate

import (
	"math"
	"time"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// few and many are how often an op is executed in one run that takes long or
// hardly any time: of few the fastest counts, of many their mean.
const few, many = 8, 256

// brief is the time of an op, in seconds, below which the clock would add too
// much.
const brief = 2e-5

// Copies makes a module whose function `main` executes an op so many times.
type Copies func(count int) (*ir.Op, error)

// Timer measures how long one execution of an op takes. Of all runs the fastest
// counts: whatever else the machine does only makes runs slower.
type Timer struct {
	inputs  []*tensor.Tensor
	program *interp.Program
	// empty is the program without the op, if the op is brief: what a run takes by
	// itself.
	empty       *interp.Program
	best, start float64 // of a run or an op, and of an empty run
}

// NewTimer compiles the program, for inputs that make gives for the types of its
// parameters.
func NewTimer(copies Copies, inputs func(types []*ir.Type) ([]*tensor.Tensor, error)) (*Timer, error) {
	t := &Timer{best: math.Inf(1), start: math.Inf(1)}
	compile := func(count int) (*interp.Program, error) {
		module, err := copies(count)
		if err != nil {
			return nil, err
		}
		return interp.NewModule(module).Program("main")
	}
	var err error
	if t.program, err = compile(few); err != nil {
		return nil, err
	}
	if t.inputs, err = inputs(t.program.Inputs); err != nil {
		return nil, err
	}
	for range 2 { // the first run warms caches and pools
		if err := t.once(); err != nil {
			return nil, err
		}
	}
	if t.best < brief {
		if t.empty, err = compile(0); err != nil {
			return nil, err
		}
		if t.program, err = compile(many); err != nil {
			return nil, err
		}
		t.best = math.Inf(1)
	}
	return t, nil
}

// Run measures for so long, and returns the least time of all runs so far, in
// seconds.
func (t *Timer) Run(slice time.Duration) (float64, error) {
	begin := time.Now()
	for runs := 0; runs < 3 || time.Since(begin) < slice; runs++ {
		if err := t.once(); err != nil {
			return 0, err
		}
	}
	if t.empty != nil {
		return max(t.best-t.start, 0) / many, nil
	}
	return t.best, nil
}

// once runs the program, and the empty one.
func (t *Timer) once() error {
	if t.empty == nil {
		result, err := t.program.Run(t.inputs, interp.Options{Times: true})
		if err != nil {
			return err
		}
		for _, o := range result.Times {
			t.best = min(t.best, o.Total.Seconds())
		}
		return nil
	}
	begin := time.Now()
	if _, err := t.empty.Run(t.inputs, interp.Options{}); err != nil {
		return err
	}
	middle := time.Now()
	_, err := t.program.Run(t.inputs, interp.Options{})
	t.start, t.best = min(t.start, middle.Sub(begin).Seconds()), min(t.best, time.Since(middle).Seconds())
	return err
}
