// Package scalar runs code on single elements: the regions that compare two elements, combine two,
// or compute the next state of a small loop. Such a region is compiled once to a program of steps
// over registers, which a Machine runs any number of times without allocating.
//
// # Machines
//
// A machine of one lane has registers that are words of memory, and its steps call functions of
// package kernel on words, or the loops of the same ops where there is none. A machine of many
// lanes computes as many elements at once, each register being a row with one for each lane, and
// calls the loops. This is threaded code as Bell described it, "Threaded code", 1973, with lanes
// that make the threading cheap, as in the vectors of Boncz, Zukowski and Nes, "MonetDB/X100:
// Hyper-pipelining query execution", 2005.
//
// # Exactness
//
// Ops are those that can be in tiles of package fusion, by the loops that they name there. Every
// step rounds by itself, so results are the bits that the ops compute one by one.
package scalar

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

const (
	// maxCount bounds the elements of a register, and maxBytes all registers of a lane: what is
	// larger is better computed op by op, in storage that is planned.
	maxCount = 1 << 10
	maxBytes = 1 << 16
)

// Register is the number of a value of a program.
type Register int

// value is what a register holds: so many elements of a type.
type value struct {
	dtype tensor.DType
	count int
	used  bool   // a step reads it, so that it needs memory
	data  []byte // of a constant
	at    int    // where it begins in the memory of a machine of one lane
}

func (v *value) bytes() int { return v.count * v.dtype.Size() }

// step computes out.
type step struct {
	blocks kernel.Blocks
	out    Register
	args   []Register
	repeat bool // out is copies of the one element of args[0]
}

// Program is what a region computes. It is made once, and then runs on any number of machines.
type Program struct {
	values  []value
	inputs  []Register
	steps   []step
	marks   []int // where sections of the steps begin, but for the first
	results []Register
	moves   []move
	single  bool // all registers hold one element, so that lanes can run
	size    int  // bytes of the registers of a lane
	wide    int  // bytes of all elements of a lane, if there is one of each
}

// Lanes reports whether machines may have several lanes: all values are single elements.
func (p *Program) Lanes() bool { return p.single }

// Builder makes a program. After an error it is of no use any more.
type Builder struct {
	Program
	splats map[[2]int]Register // those that are repeated, by register and count
}

// NewBuilder begins a program.
func NewBuilder() *Builder {
	return &Builder{splats: map[[2]int]Register{}}
}

func (b *Builder) register(d tensor.DType, count int) Register {
	b.values = append(b.values, value{dtype: d, count: count})
	return Register(len(b.values) - 1)
}

// Input is a value that the machine is given before it runs. Inputs are numbered in the order they
// come. One that no step reads may have any size.
func (b *Builder) Input(d tensor.DType, count int) Register {
	r := b.register(d, count)
	b.inputs = append(b.inputs, r)
	return r
}

// Constant is the elements of t, or, if it has one only, so many copies of it.
func (b *Builder) Constant(t *tensor.Tensor, count int) (Register, error) {
	if count > maxCount {
		return 0, tooMany(count)
	}
	r := b.register(t.DType(), count)
	data := t.Bytes()
	if t.Len() == 1 && count > 1 {
		data = make([]byte, count*t.DType().Size())
		for i := range data {
			data[i] = t.Bytes()[i%t.DType().Size()]
		}
	}
	b.values[r].data = data
	return r, nil
}

func tooMany(count int) error { return fmt.Errorf("computes %d elements", count) }

// Apply is an elementwise op, as a node of a tile program says, on registers. Those of one element
// are repeated where the op has more.
func (b *Builder) Apply(node *fusion.Node, args []Register, count int) (Register, error) {
	switch {
	case count > maxCount:
		return 0, tooMany(count)
	case node.Kind == fusion.Constant:
		return b.Constant(node.Data, count)
	case node.Kind != fusion.Elementwise:
		return 0, errors.New("moves elements")
	case len(node.Steps) > 0:
		return b.applySteps(node, args, count)
	}
	st := step{blocks: node.Blocks, args: make([]Register, len(args))}
	for i, a := range args {
		var err error
		if st.args[i], err = b.repeat(a, count); err != nil {
			return 0, err
		}
		b.values[st.args[i]].used = true
	}
	st.out = b.register(node.DType, count)
	b.steps = append(b.steps, st)
	return st.out, nil
}

// applySteps applies the steps that a node consists of.
func (b *Builder) applySteps(node *fusion.Node, args []Register, count int) (Register, error) {
	numbered := args[:len(args):len(args)]
	for i := range node.Steps {
		inner := &node.Steps[i]
		own := make([]Register, len(inner.Args))
		for k, a := range inner.Args {
			own[k] = numbered[a]
		}
		r, err := b.Apply(inner, own, count)
		if err != nil {
			return 0, err
		}
		numbered = append(numbered, r)
	}
	return numbered[len(numbered)-1], nil
}

// Spread reads a register as a value of another shape: of as many elements, or of one element that
// is repeated.
func (b *Builder) Spread(r Register, count int) (Register, error) {
	if count > maxCount {
		return 0, tooMany(count)
	}
	return b.repeat(r, count)
}

// repeat is r with so many elements.
func (b *Builder) repeat(r Register, count int) (Register, error) {
	v := &b.values[r]
	switch {
	case v.count == count:
		return r, nil
	case v.count != 1:
		return 0, errors.New("broadcasts more than single elements")
	}
	key := [2]int{int(r), count}
	if to, ok := b.splats[key]; ok {
		return to, nil
	}
	if v.data != nil {
		to, err := b.Constant(tensor.Wrap(v.dtype, nil, v.data), count)
		b.splats[key] = to
		return to, err
	}
	v.used = true
	to := b.register(v.dtype, count)
	b.steps = append(b.steps, step{out: to, args: []Register{r}, repeat: true})
	b.splats[key] = to
	return to, nil
}

// Sections is how many sections the program has.
func (p *Program) Sections() int { return len(p.marks) + 1 }

// section is where a section begins and ends in the steps.
func (p *Program) section(i int) (from, to int) {
	to = len(p.steps)
	if i > 0 {
		from = p.marks[i-1]
	}
	if i < len(p.marks) {
		to = p.marks[i]
	}
	return from, to
}

// Mark ends a section of the program and begins another one, which uses what the one before has
// computed.
func (b *Builder) Mark() { b.marks = append(b.marks, len(b.steps)) }

// Finish ends the program with its results. It fails for one that takes too much memory.
func (b *Builder) Finish(results ...Register) (*Program, error) {
	b.results = results
	for _, r := range results {
		b.values[r].used = true
	}
	return b.finish()
}

// FinishLoop is Finish for a program whose last section makes the next values of its first inputs,
// which Machine.Next gives them. An input that it makes of itself, and nothing else reads, needs no
// memory.
func (b *Builder) FinishLoop(next []Register, results ...Register) (*Program, error) {
	for i, r := range next {
		if to := b.inputs[i]; r != to {
			b.values[r].used, b.values[to].used = true, true
		}
	}
	staged := map[Register]Register{}
	for i, r := range next {
		to := b.inputs[i]
		if r == to {
			continue
		}
		if b.isInput(r) { // which may have its own next value when this is moved
			from, ok := staged[r]
			if !ok {
				from = b.register(b.values[r].dtype, b.values[r].count)
				b.steps = append(b.steps, step{out: from, args: []Register{r}, repeat: true})
				staged[r] = from
			}
			r = from
		}
		b.moves = append(b.moves, move{to: to, from: r})
	}
	return b.Finish(results...)
}

func (b *Builder) isInput(r Register) bool { return slices.Contains(b.inputs, r) }

// finish lays the registers out.
func (b *Builder) finish() (*Program, error) {
	p := &b.Program
	p.single = true
	used := func(r Register) { p.values[r].used = true }
	for i := range p.steps {
		used(p.steps[i].out)
	}
	for i := range p.values {
		v := &p.values[i]
		if !v.used {
			continue
		}
		if v.count > maxCount {
			return nil, tooMany(v.count)
		}
		p.single = p.single && v.count == 1
		v.at = p.size
		p.size += (v.bytes() + 7) &^ 7
		p.wide += v.dtype.Size()
	}
	if p.size > maxBytes {
		return nil, fmt.Errorf("has values of %d bytes", p.size)
	}
	return p, nil
}

// move gives an input the value of another register.
type move struct{ to, from Register }
