package program

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// Variant is a program after some passes, ready to be measured in turns with others.
type Variant struct {
	Ops       int
	Predicted float64 // seconds, on the machine that tg comes with
	Run       *interp.Program
	Outputs   []*tensor.Tensor  // of the last run
	Text      [sha256.Size]byte // a sum of the program as text, equal for equal programs

	times []time.Duration
}

// A run of a short program, one below shortRun, is measured as one of many that
// take sampleTime together. That of a long one is measured alone, with the memory
// that the runs before it left free: what it needs is not to be found while the
// clock runs.
const (
	shortRun   = 2 * time.Millisecond
	sampleTime = 20 * time.Millisecond
)

// Sample runs v for a while and keeps the time of one run, if keep.
func (v *Variant) Sample(inputs []*tensor.Tensor, keep bool) error {
	runtime.GC() // what others left is not for this one to clear
	start, n := time.Now(), 0
	short := true
	for ; n == 0 || short && time.Since(start) < sampleTime; n++ {
		result, err := v.Run.Run(inputs, interp.Options{})
		if err != nil {
			return err
		}
		v.Outputs = result.Outputs
		short = short && time.Since(start) < shortRun*time.Duration(n+1)
	}
	if keep {
		v.times = append(v.times, time.Since(start)/time.Duration(n))
	}
	return nil
}

// Prepare makes a variant of the program in a text, by a comma-separated list of passes.
func Prepare(name string, text []byte, passes string) (*Variant, error) {
	p, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	if err := p.Apply("stablehlo-to-tg"); err != nil {
		return nil, err
	}
	if passes != "" {
		if err := p.Apply(passes); err != nil {
			return nil, err
		}
	}
	run, err := p.Compile()
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	if err := printer.Print(sum, p.Module, printer.Options{}); err != nil {
		return nil, err
	}
	return &Variant{Ops: p.Ops(), Predicted: cost.CPU().Function(p.Module, p.Entry), Run: run, Text: [sha256.Size]byte(sum.Sum(nil))}, nil
}

// Measure runs variants in turns, each once to warm up and then so many times.
func Measure(variants []*Variant, runs int) error {
	inputs, err := Inputs(variants[0].Run)
	if err != nil {
		return err
	}
	for i := range runs + 1 {
		for _, v := range variants {
			if err := v.Sample(inputs, i > 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// Median is the median of the times of one run, in seconds.
func (v *Variant) Median() float64 {
	slices.Sort(v.times)
	return v.times[len(v.times)/2].Seconds()
}

// SameResults fails unless all variants gave the same bits.
func SameResults(variants []*Variant) error {
	for i, want := range variants[0].Outputs {
		for k, v := range variants[1:] {
			if !tensor.SameValues(want, v.Outputs[i]) {
				return fmt.Errorf("result #%d is another one after the passes of variant %d", i, k+1)
			}
		}
	}
	return nil
}
