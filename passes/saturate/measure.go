package saturate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// How often a function is executed to measure an error, and for how long at most by the model.
const (
	samples      = 4
	maxSeconds   = 60
	maxRun       = 1_000_000
	inputSeed    = 0x70726563
	largestInput = 8 // integers are less: they may be places in tables
)

// Deviation is by how much results differ from others that are right.
type Deviation struct {
	Absolute float64 // the greatest difference of two elements
	Relative float64 // the same, by the magnitude of the right one, where that is not 0
	Norm     float64 // that of all differences together, by that of the right ones together
	Others   int     // integers and truth values that differ
	Elements int
}

// Deviations are those of the results of a function.
type Deviations []Deviation

func (d Deviations) String() string {
	if len(d) == 0 {
		return "nothing is returned"
	}
	var b strings.Builder
	for i, x := range d {
		if i > 0 {
			b.WriteString("; ")
		}
		if len(d) > 1 {
			fmt.Fprintf(&b, "result %d ", i)
		} else {
			b.WriteString("the result ")
		}
		if x.Others > 0 {
			fmt.Fprintf(&b, "differs in %d of %d elements", x.Others, x.Elements)
		} else {
			fmt.Fprintf(&b, "is off by %.3g at most, %.3g relative to its element, and %.3g in norm", x.Absolute, x.Relative, x.Norm)
		}
	}
	return b.String()
}

// compareRuns executes a function of two modules on the same inputs.
func compareRuns(before, after *ir.Op, name string) (Deviations, error) {
	cpu, err := cost.Named("cpu", 0)
	if err != nil {
		return nil, err
	}
	e := cost.NewEstimator(cpu)
	if takes := e.Op(ir.Symbols(before)[name]).Seconds + e.Op(ir.Symbols(after)[name]).Seconds; takes*samples > maxSeconds {
		return nil, fmt.Errorf("to execute it %d times would take %s", samples, cost.SecondsText(takes*samples))
	}
	was, err := interp.NewModule(before).Program(name)
	if err != nil {
		return nil, err
	}
	is, err := interp.NewModule(after).Program(name)
	if err != nil {
		return nil, err
	}
	var d deviating
	for k := range samples {
		inputs, err := generated(was.Inputs, uint64(k))
		if err != nil {
			return nil, err
		}
		right, err := was.Run(inputs, interp.Options{MaxSteps: maxRun})
		if err != nil {
			return nil, err
		}
		inputs, _ = generated(was.Inputs, uint64(k))
		got, err := is.Run(inputs, interp.Options{MaxSteps: maxRun})
		if err != nil {
			return nil, err
		}
		if err := d.add(right.Outputs, got.Outputs); err != nil {
			return nil, err
		}
	}
	return d.list(), nil
}

// generated makes inputs: floats of the standard normal distribution, small integers, truth
// values.
func generated(types []*ir.Type, sample uint64) ([]*tensor.Tensor, error) {
	rng := rand.New(rand.NewPCG(inputSeed, sample))
	list := make([]*tensor.Tensor, len(types))
	for i, t := range types {
		if t.IsRankedTensor() && !t.IsStatic() || t.IsTensor() && !t.IsRankedTensor() {
			return nil, fmt.Errorf("only a run knows the extents of '%s'", t)
		}
		s, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		x := tensor.New(s.DType, s.Shape...)
		for k := range x.Len() {
			switch {
			case s.DType.IsFloat():
				x.SetFloat64(k, rng.NormFloat64())
			case s.DType == tensor.Bool:
				x.SetInt64(k, int64(rng.IntN(2)))
			case s.DType.IsComplex():
				x.SetFloat64(k, rng.NormFloat64())
			default:
				x.SetInt64(k, int64(rng.IntN(largestInput)))
			}
		}
		list[i] = x
	}
	return list, nil
}

// deviating adds differences up.
type deviating []sums

type sums struct {
	Deviation
	difference, right float64 // squares
}

// add takes the results of two runs.
func (d *deviating) add(right, got []*tensor.Tensor) error {
	if *d == nil {
		*d = make(deviating, len(right))
	}
	for i, x := range right {
		y, s := got[i], &(*d)[i]
		if x.Len() != y.Len() {
			return errors.New("results have other shapes than before")
		}
		for k := range x.Len() {
			s.Elements++
			switch {
			case x.DType().IsFloat():
				s.take(x.Float64At(k), y.Float64At(k))
			case x.ElementString(k) != y.ElementString(k):
				s.Others++
			}
		}
	}
	return nil
}

// take compares two elements. Of equal infinities, and of two NaNs, none is off.
func (s *sums) take(x, y float64) {
	if x == y || x != x && y != y {
		if !math.IsInf(x, 0) && x == x {
			s.right += float64(x * x)
		}
		return
	}
	off := math.Abs(x - y)
	if off != off {
		off = math.Inf(1) // one of them is NaN
	}
	s.Absolute = max(s.Absolute, off)
	if x != 0 && x == x {
		s.Relative = max(s.Relative, off/math.Abs(x))
	}
	s.difference += float64(off * off)
	if x == x && !math.IsInf(x, 0) {
		s.right += float64(x * x)
	}
}

func (d deviating) list() (list Deviations) {
	for _, s := range d {
		if s.difference > 0 {
			s.Norm = math.Sqrt(s.difference / s.right)
		}
		list = append(list, s.Deviation)
	}
	return list
}
