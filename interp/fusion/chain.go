package fusion

import (
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// argMode says which elements of an argument's slot the elements of a row are computed from. All
// but the first are for steps in chains; others get their arguments as rows.
type argMode uint8

const (
	itsRow    argMode = iota // the same row, element by element
	everyRow                 // the first row, for every row
	itsOne                   // the one element of the same row
	everysOne                // the first element
)

// chain is a number of consecutive steps that run as a kernel.Chain.
type chain struct {
	from, to int // steps
	rowBytes int // of all results
	flat     bool
	links    []chainLink
}

// chainLink is a link with its operand.
type chainLink struct {
	kernel.Link
	slot   int  // -1 for none
	step   int  // bytes from what one row needs of it to what the next one needs
	stored bool // slot is written
	direct bool // and the chain may stream it by itself
	ahead  bool // slot is a whole tensor, and it is for its rows in the next tile
	claims bool // slot is a result, and it is for its rows in this tile
}

// chainsRows reports whether an op on rows of so many elements can be in a chain that goes row by
// row: few enough of them are left over by blocks.
func (b *builder) chainsRows(node *Node, rowElements int) bool {
	if node.Blocks.Chainable == "" || b.block == 0 {
		return false
	}
	size := rowElements * node.DType.Size()
	return b.longRow(size) || size > 0 && size%b.block == 0
}

// longRow reports whether a row of so many bytes takes longer than to begin with it. Rows that are
// not, and repeat nothing but what is written out, are computed many at a time.
func (b *builder) longRow(size int) bool { return size >= 8*b.block }

// repeated returns the slot with the elements that x repeats in the rows of a value of that shape
// and split, and how; itsRow if x repeats none.
func (b *builder) repeated(x *view, shape []int, s int) (slot int, mode argMode) {
	inner := shape[s:]
	if x.inside {
		if strides := alignRight(x.shape[x.split:], x.strides, inner); !shapes.Dense(inner, strides) && still(inner, strides) {
			return x.source, itsOne
		}
		return 0, itsRow
	}
	strides := alignRight(x.shape, x.strides, shape)
	one := still(inner, strides[s:])
	switch {
	case shapes.Dense(shape, strides):
		return 0, itsRow
	case still(shape[:s], strides[:s]) && one:
		return x.source, everysOne
	case still(shape[:s], strides[:s]) && shapes.Dense(inner, strides[s:]) && b.longRow(shapes.Product(inner)*b.slots[x.source].size):
		return x.source, everyRow
	case one:
		ones := slices.Concat(shape[:s], slices.Repeat([]int{1}, len(inner)))
		return b.material(&view{shape: ones, strides: strides, source: x.source}, ones, s), itsOne
	}
	return 0, itsRow
}

// still reports whether strides stay at one element.
func still(shape, strides []int) bool {
	for d := range shape {
		if shape[d] != 1 && strides[d] != 0 {
			return false
		}
	}
	return true
}

// chain puts steps into chains: those that follow each other in a phase and that would hand results
// on, or have an argument that is not made of rows.
func (b *builder) chain() {
	for k := range b.phases {
		p := &b.phases[k]
		for i := p.from; i < p.to; {
			from, alone := i, false
			for ; i < p.to && b.chainable(i) && b.slots[b.steps[i].out].rowElements == b.slots[b.steps[from].out].rowElements; i++ {
				alone = alone || slices.Max(b.steps[i].modes) > itsRow
			}
			if i-from > 1 || alone {
				b.chains = append(b.chains, b.newChain(from, i))
				b.steps[from].chain = len(b.chains)
			}
			i = max(i, from+1)
		}
	}
	b.prefetch()
}

// prefetchBytes is the size, in bytes, from which on operands and results are fetched ahead: so
// much is no longer in the second-level cache.
const prefetchBytes = 1 << 20

// prefetch has the first chain with a costly op fetch what the next tile reads of large operands,
// and the lines of large results that later chains of this tile write and do not stream, so that
// memory is at work while the processor computes. Processors look ahead by themselves, but not far,
// and not while they compute on what they have. A chain that streams a result has as many lines
// under way already as there is room for, and lines that it asks for are in the way of those.
func (b *builder) prefetch() {
	k := slices.IndexFunc(b.chains, func(c chain) bool {
		return slices.ContainsFunc(b.steps[c.from:c.to], func(st step) bool { return st.blocks.Costly })
	})
	if k < 0 {
		return
	}
	c := &b.chains[k]
	if slices.ContainsFunc(c.links, func(l chainLink) bool { return l.direct }) {
		return
	}
	fetch := func(key string, slot int) *chainLink {
		c.links = slices.Insert(c.links, 0, chainLink{Link: kernel.NewLink(key), slot: slot, step: c.rowBytes})
		return &c.links[0]
	}
	for i := range b.slots {
		s := &b.slots[i]
		if s.rowBytes() != c.rowBytes || b.rows*c.rowBytes < prefetchBytes {
			continue
		}
		if s.kind == directSlot && s.source < b.operands {
			fetch("prefetch", s.source).ahead = true
		}
		if s.kind == resultSlot && !s.streamed && slices.ContainsFunc(b.chains[k+1:], func(c chain) bool { return c.stores(i) }) {
			fetch("claim", i).claims = true
		}
	}
}

// stores reports whether a chain computes a slot.
func (c *chain) stores(slot int) bool {
	return slices.ContainsFunc(c.links, func(l chainLink) bool { return l.slot == slot && l.stored })
}

func (b *builder) chainable(i int) bool {
	st := &b.steps[i]
	return st.kind == loopStep && st.blocks.Chained != "" && b.strip*b.slots[st.out].rowBytes() >= kernel.ChainBlock()
}

// newChain makes the chain of steps [from, to). What only the next step reads is not stored.
func (b *builder) newChain(from, to int) chain {
	c := chain{from: from, to: to, rowBytes: b.slots[b.steps[from].out].rowBytes(), flat: true}
	held := -1 // the slot whose elements are in registers
	for i := from; i < to; i++ {
		st := &b.steps[i]
		op, x := st.blocks.Chained, st.args[0]
		holds := func(k int) bool { return st.args[k] == held && st.modes[k] == itsRow }
		for _, mode := range st.modes {
			c.flat = c.flat && (mode == itsRow || mode == everysOne)
		}
		twice := len(st.args) == 2 && st.args[1] == x && st.modes[1] == st.modes[0]
		switch {
		case len(st.args) == 2 && !holds(0) && holds(1):
			b.link(&c, op+"/of", st, 0)
		default:
			if !holds(0) {
				b.link(&c, "load", st, 0)
			}
			if twice {
				b.link(&c, op+"/self", st, -1)
			} else if len(st.args) == 2 {
				b.link(&c, op, st, 1)
			} else {
				b.link(&c, op, st, -1)
			}
		}
		if held = st.out; b.stored(i, to) {
			c.links = append(c.links, chainLink{Link: kernel.NewLink("store"), slot: held, step: c.rowBytes, stored: true})
		}
	}
	aligned := c.rowBytes%streamAlignment == 0 || c.flat && c.rowBytes*b.strip%streamAlignment == 0 && c.rowBytes*b.tile%streamAlignment == 0
	for i := range c.links {
		l := &c.links[i]
		l.direct = l.stored && aligned && b.slots[l.slot].streamed && !b.isRead(l.slot)
	}
	c.links = append(c.links, chainLink{Link: kernel.NewLink("end"), slot: -1})
	return c
}

// link adds the link of an op to a chain, with argument k of the step, or none.
func (b *builder) link(c *chain, key string, st *step, k int) {
	l := chainLink{slot: -1}
	if k >= 0 {
		l.slot = st.args[k]
		switch s := &b.slots[l.slot]; st.modes[k] {
		case itsRow:
			l.step = c.rowBytes
		case itsOne:
			l.step = s.rowBytes()
			key += "/one"
		case everysOne:
			key += "/one"
		}
	}
	l.Link = kernel.NewLink(key)
	c.links = append(c.links, l)
}

// stored reports whether the result of step i, which is in a chain up to step to, is needed in
// memory.
func (b *builder) stored(i, to int) bool {
	out := b.steps[i].out
	if b.slots[out].kind != bufferSlot {
		return true
	}
	for k := range b.steps {
		if k != i+1 && slices.Contains(b.steps[k].args, out) {
			return true
		}
	}
	return i+1 == to
}

func (b *builder) isRead(slot int) bool {
	return slices.ContainsFunc(b.steps, func(st step) bool { return slices.Contains(st.args, slot) })
}

// streamAlignment is what addresses are multiples of where a chain streams a result.
const streamAlignment = 64

// aim sets the links that store results for this run: past the caches, if the result is streamed
// and begins at the right address.
func (w *worker) aim() {
	for k := range w.chains {
		for i, l := range w.Program.chains[k].links {
			if !l.direct {
				continue
			}
			key := "store"
			if w.streams[l.slot] && uintptr(unsafe.Pointer(unsafe.SliceData(w.out[l.slot-w.operands].Bytes())))%streamAlignment == 0 {
				w.streams[l.slot] = false
				key = "stream"
			}
			w.chains[k][i] = kernel.NewLink(key)
		}
	}
}

// chain runs a chain on n rows from row lo on, which its slots have been set to.
func (w *worker) chain(k, lo, n int) {
	c, code := &w.Program.chains[k], w.chains[k]
	run, ahead := c.rowBytes, min(lo+w.tile, w.rows-n)
	if c.flat {
		n, run = 1, n*run
	}
	for i := range c.links {
		switch l := &c.links[i]; {
		case l.ahead:
			code[i].At(w.memory[l.slot][ahead*l.step:], l.step)
		case l.claims:
			code[i].At(w.result(l.slot, lo, w.rows), l.step)
		case l.slot >= 0:
			code[i].At(w.memory[l.slot], l.step)
		}
	}
	whole := run - run%kernel.ChainBlock()
	code.Run(whole, n)
	if whole < run {
		for r := range n {
			w.rest(c, r, r*run+whole, (r+1)*run)
		}
	}
}

// rest computes bytes [from, to) of the rows, which are in row r and begin whole blocks after it.
func (w *worker) rest(c *chain, r, from, to int) {
	for i := c.from; i < c.to; i++ {
		st := &w.steps[i]
		var args [2][]byte
		for k, a := range st.args {
			x := w.memory[a]
			switch st.modes[k] {
			case itsRow:
				args[k] = x[from:to]
			case everyRow:
				args[k] = x[from-r*c.rowBytes : to-r*c.rowBytes]
			default:
				size, at := w.slots[st.out].size, 0
				if st.modes[k] == itsOne {
					at = r * w.slots[a].rowBytes()
				}
				args[k] = w.ones[k][:to-from]
				kernel.Repeat(args[k], x[at:at+size])
			}
		}
		out := w.memory[st.out][from:to]
		if len(st.args) == 1 {
			st.blocks.Unary(out, args[0])
		} else {
			st.blocks.Binary(out, args[0], args[1])
		}
	}
}

// newChains returns the program's chains as one worker has them, and memory for repeated elements.
func (p *Program) newChains() (chains []kernel.Chain, ones [2][]byte) {
	for i := range p.chains {
		var code kernel.Chain
		for _, l := range p.chains[i].links {
			code = append(code, l.Link)
		}
		chains = append(chains, code)
	}
	if len(chains) > 0 {
		for k := range ones {
			ones[k] = tensor.New(tensor.U8, kernel.ChainBlock()).Bytes()
		}
	}
	return chains, ones
}
