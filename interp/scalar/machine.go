package scalar

import (
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// Machine runs a program. One goroutine uses it at a time.
type Machine struct {
	program *Program
	lanes   int
	memory  []byte   // of all registers
	words   []uint64 // the same memory, for one lane
	rows    [][]byte // by register
	own     [][]byte // the rows that are in the memory
	binds   []bool   // by result
	code    []code   // for one lane
	moves   []transfer
}

// codeKind says how a step runs on one lane.
type codeKind uint8

const (
	callOne codeKind = iota // functions on words
	callTwo
	callThree
	choose // the selection, without a call
	both   // and, or and xor of words
	either
	differ
	loopOne // loops over rows
	loopTwo
	loopThree
	copied
	repeated
)

// code is a step with its registers, as numbers of words, or as rows.
type code struct {
	kind            codeKind
	out, a, b, c    int32
	one             func(x uint64) uint64
	two             func(a, b uint64) uint64
	three           func(a, b, c uint64) uint64
	blocks          *kernel.Blocks
	to, x, y, third []byte
}

// transfer is a move between rows; of words where they are 0 or more.
type transfer struct {
	toWord, fromWord int
	to, from         []byte
}

// NewMachine makes a machine of one lane.
func (p *Program) NewMachine() *Machine {
	m := p.machine(1)
	m.words = unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(m.memory))), len(m.memory)/8)
	for i := range p.values {
		if v := &p.values[i]; v.used {
			m.rows[i] = m.memory[v.at : v.at+v.bytes() : v.at+v.bytes()]
			copy(m.rows[i], v.data)
		}
	}
	for i := range p.steps {
		m.code = append(m.code, m.encode(&p.steps[i]))
	}
	for _, mv := range p.moves {
		t := transfer{toWord: -1, to: m.rows[mv.to], from: m.rows[mv.from]}
		if len(t.to) == 0 { // which has no word: the one where it begins is another register's
			continue
		}
		if len(t.to) <= 8 {
			t.toWord, t.fromWord = p.values[mv.to].at/8, p.values[mv.from].at/8
		}
		m.moves = append(m.moves, t)
	}
	return m
}

// NewLanes makes a machine of many lanes, for a program that has them.
func (p *Program) NewLanes(lanes int) *Machine {
	m := p.machine(lanes)
	at := 0
	for i := range p.values {
		v := &p.values[i]
		if !v.used {
			continue
		}
		size := lanes * v.dtype.Size()
		m.rows[i] = m.memory[at : at+size : at+size]
		at += alignUp(size)
		if v.data != nil {
			kernel.Repeat(m.rows[i], v.data)
		}
	}
	m.own, m.binds = slices.Clone(m.rows), p.bindable()
	return m
}

func alignUp(n int) int { return (n + tensor.Alignment - 1) &^ (tensor.Alignment - 1) }

func (p *Program) machine(lanes int) *Machine {
	size := p.size
	if lanes > 1 {
		size = lanes*p.wide + tensor.Alignment*len(p.values)
	}
	return &Machine{
		program: p, lanes: lanes, memory: tensor.New(tensor.U8, max(8, (size+7)&^7)).Bytes(),
		rows: make([][]byte, len(p.values)),
	}
}

// encode finds how a step runs on one lane.
func (m *Machine) encode(st *step) code {
	p := m.program
	word := func(r Register) int32 { return int32(p.values[r].at / 8) }
	c := code{out: word(st.out), to: m.rows[st.out], x: m.rows[st.args[0]], a: word(st.args[0]), blocks: &st.blocks}
	words := &st.blocks.Words
	single := p.values[st.out].count == 1
	if len(st.args) > 1 {
		c.b, c.y = word(st.args[1]), m.rows[st.args[1]]
	}
	if len(st.args) > 2 {
		c.c, c.third = word(st.args[2]), m.rows[st.args[2]]
	}
	switch {
	case st.repeat && len(c.to) == len(c.x):
		c.kind = copied
	case st.repeat:
		c.kind = repeated
	case single && words.One != nil:
		c.kind, c.one = callOne, words.One
	case single && words.Two != nil:
		c.kind, c.two = callTwo, words.Two
	case single && words.Three != nil:
		c.kind, c.three = callThree, words.Three
	default:
		c.kind = loopOne + codeKind(len(st.args)-1)
	}
	if single {
		switch words.Name {
		case kernel.SelectWord:
			c.kind = choose
		case kernel.AndWord:
			c.kind = both
		case kernel.OrWord:
			c.kind = either
		case kernel.XorWord:
			c.kind = differ
		}
	}
	return c
}

// Run computes the results from the inputs, all sections one after the other.
func (m *Machine) Run() { m.execute(m.code) }

// RunSection computes one section.
func (m *Machine) RunSection(section int) {
	from, to := m.program.section(section)
	m.execute(m.code[from:to])
}

func (m *Machine) execute(list []code) {
	w := m.words
	for i := range list {
		c := &list[i]
		switch c.kind {
		case callOne:
			w[c.out] = c.one(w[c.a])
		case callTwo:
			w[c.out] = c.two(w[c.a], w[c.b])
		case callThree:
			w[c.out] = c.three(w[c.a], w[c.b], w[c.c])
		case choose:
			w[c.out] = w[c.c] ^ (w[c.b]^w[c.c])&-w[c.a]
		case both:
			w[c.out] = w[c.a] & w[c.b]
		case either:
			w[c.out] = w[c.a] | w[c.b]
		case differ:
			w[c.out] = w[c.a] ^ w[c.b]
		case loopOne:
			c.blocks.Unary(c.to, c.x)
		case loopTwo:
			c.blocks.Binary(c.to, c.x, c.y)
		case loopThree:
			c.blocks.Ternary(c.to, c.x, c.y, c.third)
		case copied:
			copy(c.to, c.x)
		case repeated:
			kernel.Repeat(c.to, c.x)
		}
	}
}

// Next gives the inputs of a loop their next values.
func (m *Machine) Next() {
	for i := range m.moves {
		if t := &m.moves[i]; t.toWord >= 0 {
			m.words[t.toWord] = m.words[t.fromWord]
		} else {
			copy(t.to, t.from)
		}
	}
}

// NextLanes is Next for the first n lanes.
func (m *Machine) NextLanes(n int) {
	for _, mv := range m.program.moves {
		size := n * m.program.values[mv.to].dtype.Size()
		copy(m.rows[mv.to][:size], m.rows[mv.from])
	}
}

// RunLanes computes the results of the first n lanes, all sections one after the other.
func (m *Machine) RunLanes(n int) { m.runLanes(m.program.steps, n) }

// RunLanesSection computes one section for the first n lanes.
func (m *Machine) RunLanesSection(section, n int) {
	from, to := m.program.section(section)
	m.runLanes(m.program.steps[from:to], n)
}

func (m *Machine) runLanes(steps []step, n int) {
	p, rows := m.program, m.rows
	part := func(r Register) []byte { return rows[r][:n*p.values[r].dtype.Size()] }
	for i := range steps {
		st := &steps[i]
		out, x := part(st.out), part(st.args[0])
		switch {
		case st.repeat:
			copy(out, x)
		case len(st.args) == 1:
			st.blocks.Unary(out, x)
		case len(st.args) == 2:
			st.blocks.Binary(out, x, part(st.args[1]))
		default:
			st.blocks.Ternary(out, x, part(st.args[1]), part(st.args[2]))
		}
	}
}

// Input is the memory of an input, an element for each lane; nil for one that nothing reads.
func (m *Machine) Input(i int) []byte { return m.rows[m.program.inputs[i]] }

// Bind lets the elements of an input be read elsewhere, by a machine of many lanes, until it is
// bound again or released.
func (m *Machine) Bind(i int, elements []byte) {
	if r := m.program.inputs[i]; m.program.values[r].used {
		m.rows[r] = elements
	}
}

// Own is the machine's own memory of an input, by which the input is read from now on.
func (m *Machine) Own(i int) []byte {
	r := m.program.inputs[i]
	m.rows[r] = m.own[r]
	return m.rows[r]
}

// BindResult lets a machine of many lanes make the elements of a result elsewhere, until it is
// bound again or released; Binds reports whether it can: steps compute the result, and it is no
// other result, too.
func (m *Machine) BindResult(i int, elements []byte) {
	if m.Binds(i) {
		m.rows[m.program.results[i]] = elements
	}
}

// Binds is what BindResult says.
func (m *Machine) Binds(i int) bool { return m.binds[i] }

// bindable finds the results of steps.
func (p *Program) bindable() []bool {
	list, times := make([]bool, len(p.results)), map[Register]int{}
	for _, r := range p.results {
		times[r]++
	}
	for i, r := range p.results {
		list[i] = times[r] == 1 && slices.ContainsFunc(p.steps, func(st step) bool { return st.out == r })
	}
	return list
}

// Release lets all registers be in the machine's own memory again.
func (m *Machine) Release() { copy(m.rows, m.own) }

// Result is the memory of a result.
func (m *Machine) Result(i int) []byte { return m.rows[m.program.results[i]] }

// Words are the registers of a machine of one lane, and InputWord and ResultWord their numbers, for
// elements of up to 8 bytes: an element is the lowest bits of its word. InputWord is -1 for an
// input that nothing reads.
func (m *Machine) Words() []uint64 { return m.words }

// InputWord is the number of the word of an input.
func (p *Program) InputWord(i int) int {
	v := &p.values[p.inputs[i]]
	if !v.used {
		return -1
	}
	return v.at / 8
}

// ResultInput is the number of the input that a result is, or -1.
func (p *Program) ResultInput(i int) int { return slices.Index(p.inputs, p.results[i]) }

// ResultWord is the number of the word of a result.
func (p *Program) ResultWord(i int) int { return p.values[p.results[i]].at / 8 }
