// Package machine finds elementwise programs of a few ops that compute the same on machine numbers:
// what a finite field knows nothing of, as NaN, infinities, signed zeros, rounding, and the order
// that maxima and comparisons are about.
//
// All programs up to a size are enumerated as graphs, in which what is used twice is one op
// (enumerate.go). Each is computed by the kernels of the interpreter on many elements at once, its
// lanes: numbers at which arithmetic changes its ways, and random ones (lanes.go). Two hashes tell
// which programs are equal (prints.go): one of all bits, for those that are equal exactly, and some
// of lanes on which nothing is NaN, infinite or -0, for those that are equal where no such number is
// involved. That hashes agree is verified on more lanes (verify.go): on all numbers of one input of
// up to 16 bits and on all pairs of 8 bits, on all pairs of edge values of wider types. A program
// that equals a smaller one exactly is not made larger; whether programs are equal but for such
// numbers is asked of those whose operands are as small as they get in that sense. What follows from
// accepted equalities by one application of one of them, at the root or inside, is left out, the
// most general being accepted first (book.go).
//
// What is found is shown by executions, and no more than that: package rulecheck tests it as a rule.
package machine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// The largest programs.
const (
	MaxSize   = 4
	MaxInputs = 3
)

// Options say which programs are tried.
type Options struct {
	// Ops are those that programs consist of, each elementwise.
	Ops []*ir.OpDef
	// Size is how many ops a program has at most, from 1 to MaxSize; Inputs how many inputs, from 1
	// to MaxInputs.
	Size, Inputs int
	// Predicates is how many inputs of truth values there are besides; together there are at most
	// MaxInputs.
	Predicates int
	// Elem is the element type of the inputs, which has kernels and is not complex.
	Elem *ir.Type
	// Numbers are constants that operands may be besides: as Elem has them, and 0 and 1 as truth
	// values.
	Numbers []float64
	// Seed chooses other random lanes.
	Seed uint64
	// Workers is how many programs are computed at a time; less than 2 for one. What is found does
	// not depend on it.
	Workers int
	// Progress, if it is not nil, is told after each op of each size how far the enumeration is.
	Progress func(Progress)
}

// Progress is how far an enumeration is.
type Progress struct {
	// Size is how many ops the programs have that are tried now.
	Size int
	// Programs is how many were computed, Kept how many of them are equal to none before.
	Programs, Kept int
}

// Result is what was found.
type Result struct {
	// Equalities are the smaller ones first, then those of more variables.
	Equalities []Equality
	// Programs is how many were computed, Kept how many of those are operands of larger ones.
	Programs, Kept int
}

// Equality says that two programs compute the same, whatever the inputs are that they share.
type Equality struct {
	// Left and Right are the programs as terms of the language of rules: see package rewrite/rule.
	Left, Right string
	// Level is the strongest at which no lane showed a difference: rewrite.Exact or rewrite.Finite.
	Level rewrite.Level
	// Variables is how many inputs there are.
	Variables int
	// Ops is how many ops the larger side has, each counted once where it is used twice.
	Ops int

	matched    string   // the left side as rules match it
	conditions []string // what that asks of element types
}

// Rule is the equality as the text of a rule that replaces its left side, with further conditions.
func (q Equality) Rule(name string, conditions ...string) string {
	s := fmt.Sprintf("rule %s: %s => %s [%s]", name, q.matched, q.Right, q.Level)
	if all := slices.Concat(q.conditions, conditions); len(all) > 0 {
		s += " where " + strings.Join(all, " and ")
	}
	return s
}

// Find enumerates programs and returns what is equal. It is an error to ask for ops that are not
// elementwise or that enumerations leave alone, or to cancel the context.
func Find(ctx context.Context, c *ir.Context, o Options) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	e := newEnumerator(ctx, c, &o)
	b := newBook(e)
	for size := 1; size <= o.Size; size++ {
		if err := b.extend(size, size < o.Size); err != nil {
			return Result{}, err
		}
	}
	r := Result{Programs: e.programs, Kept: len(e.values)}
	for _, f := range b.rules {
		r.Equalities = append(r.Equalities, e.equality(f))
	}
	return r, nil
}

func (o *Options) check() error {
	d, ok := interp.DTypeOf(o.Elem)
	switch {
	case len(o.Ops) == 0:
		return fmt.Errorf("name at least one op of which programs consist")
	case o.Size < 1 || o.Size > MaxSize:
		return fmt.Errorf("programs have from 1 to %d ops, not %d", MaxSize, o.Size)
	case o.Inputs < 1 || o.Inputs > MaxInputs:
		return fmt.Errorf("programs have from 1 to %d inputs, not %d", MaxInputs, o.Inputs)
	case o.Predicates < 0 || o.Inputs+o.Predicates > MaxInputs:
		return fmt.Errorf("programs have up to %d inputs with those of truth values, not %d and %d", MaxInputs, o.Inputs, o.Predicates)
	case o.Elem == nil:
		return fmt.Errorf("say which element type the inputs have")
	case !ok:
		return fmt.Errorf("inputs cannot have elements of type '%s': nothing computes with them", o.Elem)
	case d.IsComplex():
		return fmt.Errorf("inputs cannot have elements of type '%s': complex numbers have no edge values that are all tried; their parts do", o.Elem)
	}
	for i, v := range o.Numbers {
		switch {
		case slices.ContainsFunc(o.Numbers[:i], func(w float64) bool { return math.Float64bits(w) == math.Float64bits(v) }):
			return fmt.Errorf("%v is named twice", v)
		case !has(d, v):
			return fmt.Errorf("%v is no number of type '%s', and no operand", v, o.Elem)
		}
	}
	for i, def := range o.Ops {
		f, ok := opgen.FormsOf.Get(def)
		switch {
		case slices.Contains(o.Ops[:i], def):
			return fmt.Errorf("'%s' is named twice", def.Name())
		case !ok:
			return fmt.Errorf("programs of '%s' cannot be tried: only ops of tg can", def.Name())
		case f.None != "":
			return fmt.Errorf("programs of '%s' cannot be tried: %s", def.Name(), strings.TrimSuffix(f.None, "."))
		case !def.Has(ir.Elementwise):
			return fmt.Errorf("programs of '%s' cannot be tried: it is not elementwise", def.Name())
		}
	}
	return nil
}

// has reports whether a dtype has a number as it is; there is one NaN.
func has(d tensor.DType, v float64) bool {
	if !d.IsFloat() {
		lowest, highest := integerBounds(d)
		return v == math.Trunc(v) && v >= lowest && v <= highest && (v != 0 || !math.Signbit(v))
	}
	x := tensor.New(d, 1)
	x.SetFloat64(0, v)
	w := x.Float64At(0)
	return w == v && math.Signbit(w) == math.Signbit(v) || w != w && v != v
}

// integerBounds are numbers that an integer type has, the least and the greatest of those that
// float64 has, too.
func integerBounds(d tensor.DType) (lowest, highest float64) {
	bits := d.Bits()
	switch {
	case d == tensor.Bool:
		return 0, 1
	case d.IsUnsigned():
		return 0, min(math.Ldexp(1, bits)-1, 1<<53)
	}
	return max(-math.Ldexp(1, bits-1), -1<<53), min(math.Ldexp(1, bits-1)-1, 1<<53)
}
