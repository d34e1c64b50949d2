package interp

import (
	"encoding/binary"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/tensor"
)

// Stepped says why the region cannot run as a program over single elements, nil if it
// can: then Scalars are fast, and Parallel says whether several may run at a time.
func (b *Body) Stepped() error {
	_, err := b.region()
	return err
}

// Parallel reports whether several workers may run the region at a time: it is a
// program, and nothing counts how often it runs.
func (b *Body) Parallel(f *Frame) bool { return f.asProgram(b) != nil && f.limits == nil }

// asProgram is the body as a program, nil where its ops are to run one by one.
func (f *Frame) asProgram(b *Body) *region {
	if f.stepped {
		return nil
	}
	r, _ := b.region()
	return r
}

// Scalars runs a region whose arguments and results are single elements, again and
// again: Load the arguments, Run, Store the results. It is made by Body.Scalars,
// belongs to one goroutine, and must be closed.
type Scalars struct {
	frame   *Frame
	body    *Body
	region  *region // nil where the ops run one by one
	machine *scalar.Machine
	words   []uint64 // of the machine
	inputs  []elementPlace
	outputs []elementPlace
	args    []*tensor.Tensor // where the ops run one by one
	results []*tensor.Tensor
	runs    int
}

// elementPlace is where an element is: in a word of the machine, if it is in one.
type elementPlace struct {
	word, size int
	bytes      []byte
}

// pollRuns is how many runs there are between two looks at whether the run is to end.
const pollRuns = 1 << 10

var spareScalars parallel.Spares[Scalars]

// Scalars prepares runs of the region inside of a step. Values from outside of the
// region are those of now.
func (b *Body) Scalars(f *Frame) *Scalars {
	s := spareScalars.Take()
	*s = Scalars{frame: f, body: b, inputs: s.inputs[:0], outputs: s.outputs[:0], args: s.args[:0], region: f.asProgram(b)}
	entry := b.blocks[0]
	if s.region == nil {
		for _, spec := range entry.types {
			t := tensor.New(spec.DType, spec.Shape...)
			s.args = append(s.args, t)
			s.inputs = append(s.inputs, elementPlace{word: -1, size: spec.DType.Size(), bytes: t.Bytes()})
		}
		return s
	}
	s.machine = s.region.machines.Take()
	f.capture(s.region.captures, s.machine, len(entry.args))
	s.words = s.machine.Words()
	for i, spec := range entry.types {
		s.inputs = append(s.inputs, s.place(s.region.program.InputWord(i), spec.DType.Size(), s.machine.Input(i)))
	}
	last := entry.code[len(entry.code)-1]
	for i := range last.in {
		r := s.machine.Result(i)
		s.outputs = append(s.outputs, s.place(s.region.program.ResultWord(i), len(r), r))
	}
	return s
}

func (s *Scalars) place(word, size int, bytes []byte) elementPlace {
	if size > 8 {
		word = -1
	}
	return elementPlace{word, size, bytes}
}

// capture gives a machine the values from outside of the region.
func (f *Frame) capture(captures []int, m *scalar.Machine, args int) {
	for i, reg := range captures {
		copy(m.Input(args+i), f.regs[reg].value.Bytes())
	}
}

// Load gives argument i the element of t.
func (s *Scalars) Load(i int, t *tensor.Tensor, element int) {
	p := &s.inputs[i]
	from := t.Bytes()[element*p.size:]
	if p.word < 0 {
		copy(p.bytes, from)
		return
	}
	var w uint64
	switch p.size {
	case 1:
		w = uint64(from[0])
	case 2:
		w = uint64(binary.LittleEndian.Uint16(from))
	case 4:
		w = uint64(binary.LittleEndian.Uint32(from))
	default:
		w = binary.LittleEndian.Uint64(from)
	}
	s.words[p.word] = w
}

// Run computes the results.
func (s *Scalars) Run() error {
	if s.region == nil {
		var err error
		s.results, err = s.body.Run(s.frame, s.args)
		return err
	}
	if s.frame.limits != nil {
		if err := s.frame.limits.region(&s.region.cost); err != nil {
			return err
		}
	}
	if s.runs%pollRuns == 0 {
		if err := s.frame.canceled(); err != nil {
			return err
		}
	}
	s.runs++
	s.machine.Run()
	return nil
}

// True reports whether the first result, a truth value, is true.
func (s *Scalars) True() bool {
	if s.region == nil {
		return s.results[0].Bytes()[0] != 0
	}
	return s.words[s.outputs[0].word] != 0
}

// Store puts a result into an element of t.
func (s *Scalars) Store(i int, t *tensor.Tensor, element int) {
	from := s.Result(i)
	copy(t.Bytes()[element*len(from):], from)
}

// Result is the bytes of a result, until the next run.
func (s *Scalars) Result(i int) []byte {
	if s.region == nil {
		return s.results[i].Bytes()
	}
	return s.outputs[i].bytes
}

// Argument is the bytes of an argument; nil for one that the region does not read.
func (s *Scalars) Argument(i int) []byte { return s.inputs[i].bytes }

// Carry makes the results the first arguments of the next run.
func (s *Scalars) Carry() {
	if s.region != nil {
		s.machine.Next()
		return
	}
	for i, r := range s.results {
		copy(s.args[i].Bytes(), r.Bytes())
	}
}

// Close ends the runs.
func (s *Scalars) Close() {
	if s.region != nil {
		s.frame.ran(&s.region.cost, s.runs)
		s.region.machines.Give(s.machine)
	}
	clear(s.inputs)
	clear(s.outputs)
	clear(s.args)
	s.frame, s.body, s.region, s.machine, s.words, s.results = nil, nil, nil, nil, nil, nil
	spareScalars.Give(s)
}

// region is what a run of a region as a program takes: as much as its ops one by one.
// What is too much is so at one of them.
func (l *Limits) region(c *regionCost) error {
	if l.Steps--; l.Steps < 0 {
		return ErrSteps
	}
	if l.Work == nil {
		return nil
	}
	left := l.Work.Left()
	err := l.Work.Spend(c.work)
	if err == nil || left < c.block {
		return err
	}
	left -= c.block
	for i, o := range c.ops {
		if left < c.each[i] {
			return at(o, err)
		}
		left -= c.each[i]
	}
	return err
}

// ran counts the ops of a region that has run as a program, and the storage that the
// ops one by one would have used. Their time is that of the op around them.
func (f *Frame) ran(c *regionCost, runs int) {
	if runs == 0 {
		return
	}
	if f.planned != nil || f.timed {
		f.counting.Lock()
		defer f.counting.Unlock()
	}
	if s := f.planned; s != nil {
		for _, in := range c.code {
			f.high = max(f.high, s.base+s.plan.sites[in.id].high)
		}
	}
	if !f.timed {
		return
	}
	for _, o := range c.ops {
		t := f.times[o]
		if t == nil {
			t = &OpTime{Op: o}
			f.times[o] = t
		}
		t.Count += runs
	}
}

// Lanes runs a region of single elements on many at a time. It belongs to one
// goroutine, and must be closed.
type Lanes struct {
	frame   *Frame
	region  *region
	machine *scalar.Machine
	runs    int
}

// MaxLanes is how many elements Lanes compute at once.
const MaxLanes = lanesAtOnce

// Lanes prepares runs of the region on many elements, or is nil where it must not run
// so: see Parallel.
func (b *Body) Lanes(f *Frame) *Lanes {
	r := f.asProgram(b)
	if r == nil || f.limits != nil || !r.program.Lanes() {
		return nil
	}
	l := &Lanes{frame: f, region: r, machine: r.lanes.Take()}
	args := len(b.blocks[0].args)
	for i, reg := range r.captures {
		row, one := l.machine.Input(args+i), f.regs[reg].value.Bytes()
		for k := range row {
			row[k] = one[k%len(one)]
		}
	}
	return l
}

// Input is the memory of an argument, an element for each lane; nil for one that the
// region does not read.
func (l *Lanes) Input(i int) []byte { return l.machine.Input(i) }

// Bind lets the elements of an argument be read elsewhere.
func (l *Lanes) Bind(i int, elements []byte) { l.machine.Bind(i, elements) }

// Run computes the results of n lanes, and makes them the first arguments.
func (l *Lanes) Run(n int) error {
	if l.runs&63 == 0 {
		if err := l.frame.canceled(); err != nil {
			return err
		}
	}
	l.runs++
	l.machine.RunLanes(n)
	l.machine.NextLanes(n)
	return nil
}

// Close ends the runs, which were so many for each lane in sum.
func (l *Lanes) Close(runs int) {
	l.frame.ran(&l.region.cost, runs)
	l.machine.Release()
	l.region.lanes.Give(l.machine)
}
