package discover

import (
	"context"
	"errors"
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
)

// Arithmetic is what programs are computed with: the finite field, or something else that tells
// them apart.
type Arithmetic struct {
	// Name tells checkpoints of different searches apart.
	Name string
	// Op says why programs of an op cannot be tried; nil if they can. Ops without forms are none.
	Op func(*ir.OpDef) error
	// Number says why a number cannot be a constant; nil if it can.
	Number func(float64) error
	// Domains are all choices of inputs. What is equal in one of them is found.
	Domains func(c *ir.Context, o *Options) ([]Domain, error)
}

// Domain is one choice of inputs, and how programs are computed on them.
type Domain struct {
	// Level is at which what is equal here is said to be so.
	Level rewrite.Level
	// Worlds are the types of the inputs, in each world. Results have up to Growth times as many
	// elements as the largest input. What is enumerated is valid in all worlds.
	Worlds [][]*ir.Type
	Growth int64
	// Constants are operands beside the inputs.
	Constants []Constant
	// Input is what an input is in all worlds, one after the other: programs are told apart by
	// trial 0, and others verify what is equal. What of both sides is field.Undefined is equal; if
	// all is, it says nothing.
	Input func(input, trial int) []field.Element
	// Digest is what of an element is compared; nil for all of it. It serves several goroutines.
	Digest func(field.Element) field.Element
	// Trials is how many verify each equality, a few at least; 0 for as many as make it improbable
	// over the field that it is wrong.
	Trials int
	// Compile makes the function that an op computes in one world, which is alone in a block whose
	// arguments are its operands; nil for over the field, by what it is at the index level. The
	// function is called by several goroutines at a time, and what it returns is its caller's.
	Compile func(o *ir.Op) (Function, error)
}

// Function computes the result of an op from its operands, all elements at once.
type Function func(operands [][]field.Element) []field.Element

// Constant is a number as an operand.
type Constant struct {
	Number  float64
	Types   []*ir.Type // in each world
	Element field.Element
}

// ErrNoPrograms is returned where no op takes any of the inputs.
var ErrNoPrograms = errors.New("there are no programs")

// FindWith is Find with another arithmetic.
func FindWith(ctx context.Context, c *ir.Context, o Options, a Arithmetic) (Result, error) {
	if err := o.check(&a); err != nil {
		return Result{}, err
	}
	f := &finder{ledger: newLedger(), ctx: ctx, options: o, name: a.Name}
	domains, err := a.Domains(c, &o)
	if err != nil {
		return Result{}, err
	}
	some, room := false, o.memory()/4
	for i := range domains {
		d := &domains[i]
		v := newVocabulary(c, o.Ops, d, f.forms)
		v.attrs = o.Attrs
		for _, def := range o.Ops {
			some = some || v.takesPart(def, d.Worlds)
		}
		e := newEnumerator(v, d, o.Workers, d.fingerprint())
		e.room = &room
		f.books = append(f.books, newBook(e, f.ledger))
	}
	if !some {
		return Result{}, fmt.Errorf("%w: none of the ops takes %d inputs of %s, as what they are tried on", ErrNoPrograms, o.Inputs, a.Name)
	}
	return f.find()
}

// fingerprint is that of what is compared.
func (d *Domain) fingerprint() fingerprint {
	if d.Digest == nil {
		return mixed
	}
	return func(s shape, data []field.Element) uint64 {
		digests := make([]field.Element, len(data))
		for i, x := range data {
			digests[i] = d.Digest(x)
		}
		return mixed(s, digests)
	}
}

// equal reports whether elements are, as far as they are compared.
func (d *Domain) equal(x, y field.Element) bool {
	return x == y || d.Digest != nil && d.Digest(x) == d.Digest(y)
}

// plan compiles result i of an op.
func (d *Domain) plan(b *ir.Builder, o *ir.Op, result int) (*plan, error) {
	if d.Compile == nil {
		return newPlan(b, o, result)
	}
	f, err := d.Compile(o)
	return &plan{function: f}, err
}
