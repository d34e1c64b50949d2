// Package derivcheck tests derivatives of functions by execution, those of package autodiff and
// those that somebody wrote, at random points or at given ones. What it finds it makes as small as
// it gets.
//
// It computes in f64: a copy of the module is raised to it, since differences of narrower floats
// tell little. A module that cannot be raised is checked as it is, with as much tolerance as its
// types need.
//
//   - differences: tangents are compared with central differences, of each element of small arguments, in
//     random directions of large ones. Where there is only a reverse mode, cotangents are.
//   - transposition: <ct, J t> is <transposed J ct, t>, in both modes of the same point, also at a kink.
//   - second order: tangents of the cotangents, cotangents of the tangents and cotangents of the
//     cotangents are the same, and the Hessian matrix is symmetric.
//   - parts: the forward and the backward part compute the bits of the whole.
//
// A custom rule is checked as the derivative of the function that it belongs to: a call of that is
// differentiated, which takes the rule, and compared with what the function computes. So is one of
// composites, with what these are made of, and one of what is outside of the program, by a call.
package derivcheck

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Options of a check. The zero value is right for most.
type Options struct {
	// Points is how many points are tried; 0 means DefaultPoints.
	Points int
	// Seed chooses other points; every seed gives the same outcome each time.
	Seed uint64
	// Tolerance is how far derivatives and differences may be apart, relative to the larger; 0
	// means DefaultTolerance.
	Tolerance float64
	// Wrt are the arguments, Of the results that are differentiated; nil for all that can be.
	Wrt, Of []int
	// Convention and StrongZero are those of autodiff.Options.
	Convention autodiff.Convention
	StrongZero bool
	// MinimiseBudget is how many smaller modules are tried where something is wrong; 0 for
	// DefaultMinimiseBudget, less for none.
	MinimiseBudget int
}

// Defaults of Options.
const (
	DefaultPoints         = 4
	DefaultTolerance      = 1e-6
	DefaultMinimiseBudget = 400
)

// Bounds of what is exact in f64 but for rounding, relative to the magnitudes of what is added up.
const (
	transpositionTolerance = 1e-12
	secondOrderTolerance   = 1e-9
)

// The checks, as Problem.Check names them.
const (
	Differences   = "differences"
	Transposition = "transposition"
	SecondOrder   = "second order"
	Parts         = "parts"
	Execution     = "execution"
)

// Checks are all that Result.Worst has.
var Checks = []string{Differences, Transposition, SecondOrder}

// Result is what became of one function.
type Result struct {
	// Points is at how many points derivatives were computed, Compared how many numbers were
	// compared there, Kinks how many others were not, because the function is not smooth enough
	// there.
	Points, Compared, Kinks int
	// Worst is the largest relative error of each check.
	Worst map[string]float64
	// Notes say what could not be checked, and why.
	Notes []string
	// Problem is what is wrong; nil for nothing.
	Problem *Problem
}

// Problem is a derivative that is wrong.
type Problem struct {
	// Check is the check that found it.
	Check string
	// Text says what is computed, and what is right: the worst element at the point.
	Text string
	// Inputs are the arguments of the function at the point.
	Inputs []*tensor.Tensor
	// Module is the text of the smallest module found for which a check of the same options fails
	// in the same way, behind comments; empty where none was to be looked for.
	Module string
}

// Checkable reports whether a function has what can be differentiated.
func Checkable(fn *ir.Op) bool {
	if analysis.CallableBody(fn) == nil && !declares(fn) {
		return false
	}
	t := fn.Attr("function_type").Type()
	return anyDifferentiable(t.Inputs()) && anyDifferentiable(t.Results())
}

func anyDifferentiable(types []*ir.Type) bool {
	for _, t := range types {
		if autodiff.Differentiable(t) {
			return true
		}
	}
	return false
}

// Check tests the derivatives of a function of a module, which stays as it is. The error is that of
// a function that has no derivative, where it stands.
func Check(module *ir.Op, name string, o Options) (*Result, error) {
	r, err := check(module, name, o)
	if err == nil && r.Problem != nil && o.MinimiseBudget >= 0 {
		r.Problem.minimise(module, name, o)
	}
	return r, err
}

func check(module *ir.Op, name string, o Options) (*Result, error) {
	if o.Points == 0 {
		o.Points = DefaultPoints
	}
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	s, err := newSubject(module, name, &o)
	if err != nil {
		return nil, err
	}
	c := &checker{subject: s, opt: &o, result: &Result{Worst: map[string]float64{}, Notes: s.notes}}
	c.generator = &opgen.Generator{Rand: rand.New(rand.NewPCG(o.Seed, 0x6469)), Ctx: module.Context()}
	for p := 0; p < o.Points && c.result.Problem == nil; p++ {
		c.point(p)
	}
	if c.result.Points == 0 && c.result.Problem == nil {
		c.fail(nil, Execution, "at no point that was tried the function computes finite numbers%s", c.obstacle)
	}
	return c.result, nil
}

// checker is the state of a check.
type checker struct {
	*subject
	opt       *Options
	generator *opgen.Generator
	result    *Result
	obstacle  string // why the last point was given up, behind a colon
}

// point tries to find a point where the function computes finite numbers, and checks the
// derivatives there. At one where differences tell nothing, they are compared at another one, too.
func (c *checker) point(n int) {
	for try := range attempts {
		x := c.draw(n + try)
		at, err := c.at(x)
		if err != nil {
			c.failed(x, err)
			if c.result.Problem != nil {
				return
			}
			continue
		}
		c.result.Points++
		before, kinks := c.result.Compared, c.result.Kinks
		for _, look := range []func(*place) error{c.differences, c.transposition, c.secondOrder, c.parts} {
			if err := look(at); err != nil {
				c.failed(x, err)
			}
			if c.result.Problem != nil {
				return
			}
		}
		if c.result.Kinks == kinks || c.result.Compared > before+c.result.Kinks-kinks {
			return
		}
	}
}

// attempts is how many points are drawn until the function computes finite numbers at one.
const attempts = 20

// failed keeps why a point was given up. A crash, and what fails only once there are derivatives,
// is a problem.
func (c *checker) failed(x []*tensor.Tensor, err error) {
	c.obstacle = ": " + err.Error()
	var broken *derivativeError
	if errors.As(err, &broken) {
		c.fail(x, Execution, "%s cannot be executed: %v", broken.what, broken.err)
	}
}

// fail keeps a problem, the first one.
func (c *checker) fail(x []*tensor.Tensor, check, format string, args ...any) {
	if c.result.Problem == nil {
		c.result.Problem = &Problem{Check: check, Text: fmt.Sprintf(format, args...), Inputs: x}
	}
}

// compared counts a number that was compared, and keeps the largest error.
func (c *checker) compared(check string, relative float64) {
	c.result.Compared++
	c.result.Worst[check] = max(c.result.Worst[check], relative)
}

// draws are the ways to choose a point, tried in turn: a function may be defined for some numbers
// only. diagonal is added where the last two indices are equal, which makes most matrices regular,
// and symmetric ones definite.
var draws = []struct {
	regime          opgen.Regime
	shift, diagonal float64
}{
	{regime: opgen.Ordinary}, {regime: opgen.Positive}, {regime: opgen.Unit}, {regime: opgen.Positive, shift: 1}, {regime: opgen.Unit, diagonal: 6},
	{regime: opgen.Small, shift: 5}, // whole numbers
}

// draw makes a point. An extent that the type leaves open is the same for all arguments.
func (c *checker) draw(n int) []*tensor.Tensor {
	way := draws[n%len(draws)]
	open := int64(1 + c.generator.IntN(3))
	list := make([]*tensor.Tensor, len(c.in))
	for i, t := range c.in {
		if t.IsRankedTensor() && !t.IsStatic() {
			shape := append([]int64{}, t.Shape()...)
			for d, n := range shape {
				if n == ir.Dynamic {
					shape[d] = open
				}
			}
			t = c.generator.Ctx.WithShape(t, shape)
		}
		list[i] = c.generator.Tensor(t, way.regime)
		x := list[i].Parts()
		if !x.DType().IsFloat() {
			continue
		}
		per := list[i].DType().Parts()
		for k := 0; k < x.Len(); k += per {
			v := x.Float64At(k) + way.shift
			if onDiagonal(list[i].Shape(), k/per) {
				v += way.diagonal
			}
			x.SetFloat64(k, v)
		}
	}
	return list
}

// onDiagonal reports whether the last two indices of element k are equal.
func onDiagonal(shape []int, k int) bool {
	n := len(shape)
	return n >= 2 && k%shape[n-1] == k/shape[n-1]%shape[n-2]
}
