// Package discover finds programs of a few ops that compute the same, by trying all of them.
//
// All programs up to a size are enumerated on a few inputs (enumerate.go), as graphs, in which what
// is used twice is one op (combine.go). Each is computed over a finite field, on random inputs, as
// ops say at the index level what they are (plan.go, run.go): a number that is made of the results,
// its fingerprint, is equal for equal programs. A program that equals a smaller one is not made
// larger. That two fingerprints are equal is verified by other inputs (verify.go). What does not
// follow from rules that were accepted before, by one application of one of them, is accepted, the
// most general equalities first (pattern.go). The ops come with few attributes each, which they
// name themselves (opgen.FormsOf), and on inputs of two extents at once, which are what ops can
// join: matrices, images and kernels, scalars beside others (scenario.go).
//
// The field has no rounding, NaN, or order that sums respect: what is found holds over the real
// numbers, as far as executions tell. Other arithmetics see other things (domain.go): package
// machine has the numbers of machines.
//
// Enumeration modulo what is known is that of Ruler (Nandi and others, "Rewrite Rule Inference
// Using Equality Saturation", OOPSLA 2021); that graphs of tensor ops are told apart by
// fingerprints is from TASO (Jia and others, SOSP 2019), the field in the place of floats from
// Mirage (Wu and others, OSDI 2025).
package discover

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
)

// Options say which programs are tried.
type Options struct {
	// Ops are those that programs consist of.
	Ops []*ir.OpDef
	// Size is how many ops a program has at most, from 1 to MaxSize; Inputs how many inputs, from 1
	// to MaxInputs.
	Size, Inputs int
	// Attrs are the names of the attributes that ops may have, [] for none; nil for all with which
	// they are tried.
	Attrs []string
	// Numbers are constants that operands may be besides.
	Numbers []float64
	// Seed chooses other random inputs.
	Seed uint64
	// Workers is how many programs are computed at a time; less than 2 for one. What is found does
	// not depend on it.
	Workers int
	// Memory is how many bytes the fingerprints of programs of the largest size may take, 0 for
	// DefaultMemory, and MinMemory at least; a quarter of that may be taken by what smaller
	// programs compute. With less, programs are computed several times.
	Memory int64
	// Progress is called often, by the goroutine that called Find; nil for never.
	Progress func(Progress)
	// Save is called by the same goroutine whenever a part of the largest programs is complete,
	// with what makes a checkpoint; nil for never.
	Save func(func() *Checkpoint)
	// Resume is where an interrupted search goes on; nil for the beginning.
	Resume *Checkpoint
}

// What Options.Memory is.
const (
	DefaultMemory = 4 << 30
	MinMemory     = 1 << 10
)

func (o *Options) memory() int64 {
	if o.Memory == 0 {
		return DefaultMemory
	}
	return o.Memory
}

// Progress is how far a search is.
type Progress struct {
	// Size is how many ops the programs have that are being tried.
	Size int
	// Programs is how many were computed, Equalities how many of them are equal to others, and
	// Rules how many equalities are to be told so far.
	Programs, Equalities, Rules int64
	// Share is how many of the programs of this size were computed, from 0 to 1.
	Share float64
}

// Result is what a search found.
type Result struct {
	// Equalities has those of smaller programs first.
	Equalities []Equality
	// Programs is how many programs were computed.
	Programs int64
	// Size is the largest size begun, and Covered the share of its programs that were computed,
	// from 0 to 1.
	Size    int
	Covered float64
	// Complete is whether all programs were computed. Checkpoint is where to go on; of a complete
	// search, how to make the result again.
	Complete   bool
	Checkpoint *Checkpoint
}

// The largest programs.
const (
	MaxSize   = 5
	MaxInputs = 4
)

// Equality says that two programs compute the same, whatever the inputs are that they share.
type Equality struct {
	// Left and Right are the programs.
	// Several stand for an op with several results, all of which are on the left, in order, and
	// what computes each of them on the right.
	Left, Right []*term.Term
	Evidence
	// Variables is how many inputs there are.
	Variables int
	// Ops is how many ops the larger side has, each counted once where it is used twice.
	Ops int
	// Level is at which executions show no difference for all inputs on which it was found: Real
	// over the field.
	Level rewrite.Level
}

// Evidence says how an equality was tested: by so many trials, each with random inputs of all
// worlds, which a wrong one would pass with a probability of Bound at most; 1 where nothing bounds
// it.
type Evidence struct {
	Trials int
	Bound  float64
}

func (q Equality) String() string { return term.Join(q.Left) + " = " + term.Join(q.Right) }

// Find enumerates programs and returns what is equal, smaller programs first. When the context
// ends, it returns what it found until then, and where to go on. It is an error to ask for ops that
// enumerations leave alone, or that are nothing over the field, and to resume a search that had
// other options.
func Find(ctx context.Context, c *ir.Context, o Options) (Result, error) {
	return FindWith(ctx, c, o, overReals)
}

// overReals computes over the field.
var overReals = Arithmetic{Name: "floats", Op: inField, Number: numberInField, Domains: scenariosOf}

// Check says what is wrong with options of Find.
func (o *Options) Check() error { return o.check(&overReals) }

// CheckWith says what is wrong with options of FindWith.
func (o *Options) CheckWith(a Arithmetic) error { return o.check(&a) }

func (o *Options) check(a *Arithmetic) error {
	switch {
	case len(o.Ops) == 0:
		return fmt.Errorf("name at least one op of which programs consist")
	case o.Size < 1 || o.Size > MaxSize:
		return fmt.Errorf("programs have from 1 to %d ops, not %d", MaxSize, o.Size)
	case o.Memory < 0 || o.memory() < MinMemory:
		return fmt.Errorf("the fingerprints need %d bytes of memory at least, not %d", MinMemory, o.Memory)
	case o.Inputs < 1 || o.Inputs > MaxInputs:
		return fmt.Errorf("programs have from 1 to %d inputs, not %d", MaxInputs, o.Inputs)
	}
	for i, v := range o.Numbers {
		if slices.ContainsFunc(o.Numbers[:i], func(w float64) bool { return same(v, w) }) {
			return fmt.Errorf("the number %v is named twice", v)
		}
		if err := a.Number(v); err != nil {
			return err
		}
	}
	for i, def := range o.Ops {
		if slices.Contains(o.Ops[:i], def) {
			return fmt.Errorf("'%s' is named twice", def.Name())
		}
		if err := tryable(def, a.Op); err != nil {
			return fmt.Errorf("programs of '%s' cannot be tried: %w", def.Name(), err)
		}
	}
	for i, name := range o.Attrs {
		if slices.Contains(o.Attrs[:i], name) {
			return fmt.Errorf("the attribute '%s' is named twice", name)
		}
		if !HasAttr(o.Ops, name) {
			return fmt.Errorf("none of the ops has an attribute '%s'", name)
		}
	}
	if o.Resume != nil {
		return o.checkResume(a.Name)
	}
	return nil
}

// HasAttr reports whether one of the ops may have an attribute.
func HasAttr(ops []*ir.OpDef, name string) bool {
	return slices.ContainsFunc(ops, func(def *ir.OpDef) bool { return def.AttrDef(name) != nil })
}

// same reports whether numbers are the same bits.
func same(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }

func numberInField(v float64) error {
	if field.FromFloat(v) == field.Undefined {
		return fmt.Errorf("%v is no number that programs are tried with; finite ones are", v)
	}
	return nil
}

func inField(def *ir.OpDef) error {
	if m, _ := field.Of.Get(def); m.None != "" {
		return errors.New(m.None)
	}
	return nil
}

// HasNumber reports whether a number can be an operand over the field.
func HasNumber(v float64) bool { return numberInField(v) == nil }

// Tries says why programs of an op cannot be tried over the field; nil if they can.
func Tries(def *ir.OpDef) error { return overReals.Tries(def) }

// Tries says why programs of an op cannot be tried; nil if they can.
func (a *Arithmetic) Tries(def *ir.OpDef) error { return tryable(def, a.Op) }

// tryable says why programs of an op cannot be tried, for what is further asked of it.
func tryable(def *ir.OpDef, further func(*ir.OpDef) error) error {
	f, ok := opgen.FormsOf.Get(def)
	switch {
	case !ok:
		return errors.New("only ops of tg can")
	case f.None != "":
		return errors.New(strings.TrimSuffix(f.None, "."))
	case arity(def) < 1 || arity(def) > maxOperands:
		return fmt.Errorf("it has %d operands, and from 1 to %d can be", arity(def), maxOperands)
	}
	return further(def)
}

// maxOperands is how many an op may have.
const maxOperands = 3
