// Package discover finds programs of a few ops that compute the same, by trying all of them.
//
// All programs up to a size are enumerated on a few inputs (enumerate.go), as graphs, in which what
// is used twice is one op (combine.go). Each is computed over a finite field, on random inputs, as
// ops say at the index level what they are (plan.go, run.go): a number that is made of the results,
// its fingerprint, is equal for equal programs. A program that equals a smaller one is not made
// larger. That two fingerprints are equal is verified by other inputs (verify.go). What does not
// follow from rules that were accepted before, by one application of one of them, is accepted, the
// most general equalities first (pattern.go). The ops come with few attributes each, which they
// name themselves (opgen.FormsOf), and on square matrices of two extents at once.
//
// The field has no rounding, NaN, or order that sums respect: what is found holds over the real
// numbers, as far as executions tell.
//
// Enumeration modulo what is known is that of Ruler (Nandi and others, "Rewrite Rule Inference
// Using Equality Saturation", OOPSLA 2021); that graphs of tensor ops are told apart by
// fingerprints is from TASO (Jia and others, SOSP 2019), the field in the place of floats from
// Mirage (Wu and others, OSDI 2025).
package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/field"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// Options say which programs are tried.
type Options struct {
	// Ops are those that programs consist of.
	Ops []*ir.OpDef
	// Size is how many ops a program has at most, from 1 to MaxSize; Inputs how many inputs, from 1
	// to MaxInputs.
	Size, Inputs int
	// Numbers are constants that operands may be besides.
	Numbers []float64
	// Seed chooses other random inputs.
	Seed uint64
	// Workers is how many programs are computed at a time; less than 2 for one. What is found does
	// not depend on it.
	Workers int
}

// The largest programs.
const (
	MaxSize   = 5
	MaxInputs = 4
)

// Equality says that two programs compute the same, whatever the inputs are that they share.
type Equality struct {
	// Left and Right are the programs as terms of the language of rules: see package rewrite/rule.
	Left, Right string
	// Variables is how many inputs there are.
	Variables int
	// Ops is how many ops the larger side has, each counted once where it is used twice.
	Ops int
}

// Find enumerates programs and returns what is equal, smaller programs first. It is an error to ask
// for ops that enumerations leave alone, or that are nothing over the field.
func Find(c *ir.Context, o Options) ([]Equality, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	matrices, scalar := []world{}, world{}
	for _, n := range extents {
		matrices = append(matrices, slices.Repeat(world{c.Tensor([]int64{n, n}, c.F32())}, o.Inputs))
		scalar = append(scalar, c.Tensor(nil, c.F32()))
	}
	e := newEnumerator(newVocabulary(c, o.Ops, matrices, growth), matrices, o.Numbers, scalar, o.Seed, o.Workers, mixed)
	b := newBook(e)
	for size := 1; size <= o.Size; size++ {
		b.extend(size, size < o.Size)
	}
	list := make([]Equality, len(b.rules))
	for i, f := range b.rules {
		list[i] = Equality{Left: e.vocabulary.text(f.left), Right: e.vocabulary.text(f.right), Variables: f.variables, Ops: f.ops}
	}
	return list, nil
}

// extents are those of the matrices in each world, two of them with several draws: the fewer
// elements a result has, the more often it is by chance that signs agree.
var extents = []int64{2, 2, 2, 4}

// growth is how many times as many elements as an input a result may have.
const growth = 2

func (o *Options) check() error {
	switch {
	case len(o.Ops) == 0:
		return fmt.Errorf("name at least one op of which programs consist")
	case o.Size < 1 || o.Size > MaxSize:
		return fmt.Errorf("programs have from 1 to %d ops, not %d", MaxSize, o.Size)
	case o.Inputs < 1 || o.Inputs > MaxInputs:
		return fmt.Errorf("programs have from 1 to %d inputs, not %d", MaxInputs, o.Inputs)
	}
	for _, v := range o.Numbers {
		if field.FromFloat(v) == field.Undefined {
			return fmt.Errorf("%v is no number that programs are tried with; finite ones are", v)
		}
	}
	for i, def := range o.Ops {
		f, ok := opgen.FormsOf.Get(def)
		m, _ := field.Of.Get(def)
		switch {
		case slices.Contains(o.Ops[:i], def):
			return fmt.Errorf("'%s' is named twice", def.Name())
		case !ok:
			return fmt.Errorf("programs of '%s' cannot be tried: only ops of tg can", def.Name())
		case f.None != "":
			return fmt.Errorf("programs of '%s' cannot be tried: %s", def.Name(), strings.TrimSuffix(f.None, "."))
		case m.None != "":
			return fmt.Errorf("programs of '%s' cannot be tried: %s", def.Name(), m.None)
		}
	}
	return nil
}
