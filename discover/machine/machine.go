// Package machine finds elementwise programs of a few ops that compute the same on machine numbers:
// what a finite field knows nothing of, as NaN, infinities, signed zeros, rounding, the order that
// maxima and comparisons are about, and bits.
//
// It is a search of package discover with another arithmetic. Inputs are vectors of numbers at
// which arithmetic changes its ways, and of random ones (lanes.go), so that an elementwise program
// is computed on all of them at once, by the kernels of the interpreter (kernel.go). Programs are
// told apart by all bits of their results, NaNs being one number; and once more where the inputs
// are ordinary numbers, and -0 is 0: what is equal there only, is said to hold at the level finite.
// That programs are equal is verified by other numbers: by all of a type of 16 bits, and all pairs
// of 8 bits, and by many pairs of edges of others.
//
// What is found is shown by executions, and no more than that: packages widen and rulecheck test
// it as rules of other element types.
package machine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Options say which programs are tried.
type Options struct {
	// Options are those of all searches; their ops are elementwise, and their numbers are operands
	// of all element types that have them, and of i1.
	discover.Options
	// Types are the element types of inputs. Programs are tried on inputs of all combinations, and
	// on those of i1, as these say what is equal whatever is compared.
	Types []*ir.Type
	// Approximate says that programs are computed on f64, too, where they are equal if they are up
	// to rounding. That finds what functions have to do with each other, at the level real.
	Approximate bool
}

// Find enumerates programs and returns what is equal, smaller programs first, each with the level
// at which no execution showed a difference: rewrite.Exact or rewrite.Finite. When the context
// ends, it returns what it found until then. It is an error to ask for ops that are not elementwise
// or have no forms in enumerations, for element types that have no kernels or are complex, and for
// numbers that no type has.
func Find(ctx context.Context, c *ir.Context, o Options) (discover.Result, error) {
	if err := o.check(); err != nil {
		return discover.Result{}, err
	}
	return discover.FindWith(ctx, c, o.Options, o.arithmetic())
}

func (o *Options) arithmetic() discover.Arithmetic {
	names := make([]string, len(o.Types))
	for i, t := range o.Types {
		names[i] = t.String()
	}
	name := strings.Join(names, " and ")
	if o.Approximate {
		name += " and f64 up to rounding"
	}
	return discover.Arithmetic{
		Name: name, Op: elementwise, Number: o.number,
		Domains: func(c *ir.Context, _ *discover.Options) ([]discover.Domain, error) { return o.domains(c), nil },
	}
}

// Tries says why programs of an op cannot be tried on machine numbers; nil if they can.
func Tries(def *ir.OpDef) error {
	a := discover.Arithmetic{Op: elementwise}
	return a.Tries(def)
}

// Check says what is wrong with options.
func (o *Options) Check() error {
	if err := o.check(); err != nil {
		return err
	}
	return o.Options.CheckWith(o.arithmetic())
}

func (o *Options) check() error {
	if len(o.Types) == 0 {
		return errors.New("name at least one element type of inputs")
	}
	for i, t := range o.Types {
		d, ok := dtypeOf(t)
		switch {
		case !ok:
			return fmt.Errorf("inputs cannot have elements of type '%v': nothing computes with them", t)
		case d.IsComplex():
			return fmt.Errorf("inputs cannot have elements of type '%v': complex numbers are pairs of numbers, for which rules are", t)
		case slices.Contains(o.Types[:i], t):
			return fmt.Errorf("the element type '%v' is named twice", t)
		}
	}
	return nil
}

func dtypeOf(t *ir.Type) (tensor.DType, bool) {
	if t == nil {
		return 0, false
	}
	return interp.DTypeOf(t)
}

func elementwise(def *ir.OpDef) error {
	switch {
	case !def.Has(ir.Elementwise):
		return errors.New("it is not elementwise")
	case !interp.Runs(def):
		return errors.New("nothing computes it")
	}
	return nil
}

// number says why no type has a number.
func (o *Options) number(v float64) error {
	for _, t := range o.Types {
		if d, _ := dtypeOf(t); has(d, v) {
			return nil
		}
	}
	return fmt.Errorf("%v is no number of the element types of inputs", v)
}

// has reports whether a dtype has a number as it is; there is one NaN.
func has(d tensor.DType, v float64) bool {
	if !d.IsFloat() && (v != math.Trunc(v) || math.Abs(v) > 1<<53 || v == 0 && math.Signbit(v)) {
		return false
	}
	w := stored(d, v)
	return math.Float64bits(w) == math.Float64bits(v) || w != w && v != v
}

// domains are those of all combinations of element types: of all numbers, and if some are floats of
// ordinary ones.
func (o *Options) domains(c *ir.Context) (list []discover.Domain) {
	elems, truth := slices.Clone(o.Types), slices.Repeat([]*ir.Type{c.Bool()}, o.Inputs)
	if !slices.Contains(elems, c.Bool()) { // what comparisons make
		elems = append(elems, c.Bool())
		list = append(list, o.domain(c, truth, elems, rewrite.Exact, wide))
	}
	var choose func(from int, chosen []*ir.Type)
	choose = func(from int, chosen []*ir.Type) {
		if len(chosen) < o.Inputs {
			for i, t := range o.Types[from:] {
				choose(from+i, append(slices.Clip(chosen), t))
			}
			return
		}
		list = append(list, o.domain(c, chosen, elems, rewrite.Exact, wide))
		if slices.ContainsFunc(chosen, (*ir.Type).IsFloat) {
			list = append(list, o.domain(c, chosen, elems, rewrite.Finite, wide))
		}
	}
	choose(0, nil)
	if o.Approximate {
		doubles := slices.Repeat([]*ir.Type{c.F64()}, o.Inputs)
		for _, r := range ranges {
			d := o.domain(c, doubles, []*ir.Type{c.F64(), c.Bool()}, rewrite.Real, r)
			d.Digest = rounded
			list = append(list, d)
		}
	}
	return list
}

// domain is that of inputs of some element types; those that are ordinary numbers are in a range.
func (o *Options) domain(c *ir.Context, inputs, elems []*ir.Type, level rewrite.Level, r span) discover.Domain {
	d := discover.Domain{Level: level, Worlds: [][]*ir.Type{nil}, Growth: 1}
	var dtypes []tensor.DType
	for _, t := range inputs {
		d.Worlds[0] = append(d.Worlds[0], c.Tensor([]int64{width}, t))
		x, _ := dtypeOf(t)
		dtypes = append(dtypes, x)
	}
	l := newLanes(dtypes, level, o.Seed)
	l.span = r
	d.Input, d.Trials = l.words, l.trials
	d.Compile = func(op *ir.Op) (discover.Function, error) { return compiled(op, level) }
	for _, t := range elems {
		x, _ := dtypeOf(t)
		for _, v := range o.Numbers {
			if has(x, v) {
				number := wordsOf(single(x, v), level)
				d.Constants = append(d.Constants, discover.Constant{Number: v, Types: []*ir.Type{c.Tensor(nil, t)}, Element: number[0]})
			}
		}
	}
	return d
}
