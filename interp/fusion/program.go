package fusion

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// stepKind says what a step does.
type stepKind uint8

const (
	loadStep    stepKind = iota // gathers rows into out
	expandStep                  // repeats elements within rows
	copyStep                    // copies rows
	loopStep                    // runs an elementwise loop
	reduceStep                  // reduces every row by itself
	productStep                 // multiplies rows by a matrix
	runningStep                 // hands rows to a reduction across rows
	expSumsStep                 // exponentiates rows less a number each, and sums them
)

// step is one instruction of a tile program.
type step struct {
	kind      stepKind
	out       int       // slot
	args      []int     // slots
	modes     []argMode // loopStep: of args
	chain     int       // loopStep: the number of the chain that begins here, from 1
	blocks    kernel.Blocks
	reduction *kernel.Reduction
	init      int // slot of the initial value of a reduction, or -1
	running   int // runningStep: its number
	// expSumsStep: out is for the sums, terms for the rows that they are of. If it divides, the
	// rows are scratch memory, and quotients are what counts.
	terms, quotients int
	divides          bool
	expSums          *kernel.ExpSums
	product          *matrices // productStep: args are the rows and the whole right operand
}

// results are the slots that it writes.
func (st *step) results() []int {
	switch {
	case st.divides:
		return []int{st.terms, st.out, st.quotients}
	case st.kind == expSumsStep:
		return []int{st.terms, st.out}
	}
	return []int{st.out}
}

// phase is some consecutive steps. A reduction is a phase of its own and takes the rows of a tile
// together; the steps between two reductions are run strip by strip, a strip being some rows of the
// tile.
type phase struct {
	from, to int
	whole    bool
	slots    []int // that the steps need
}

// Program is a fusion that is ready to run, any number of times and concurrently.
type Program struct {
	rows  int // of all values
	inner int // elements of the largest row
	span  int // rows of which a tile is some: all, or those of a matrix
	tile  int // rows of a tile
	strip int // rows of a strip, see phase
	// scratch memory for each row of a tile, and for each row of a strip
	tileBytes, stripBytes int
	ops                   int
	costly                bool
	operands              int
	runnings              []*kernel.Reduction // reductions across rows
	folds                 int                 // bytes that a reduction of rows needs, the most of all
	products              []*matrices
	multiplied            int    // products of elements for each row
	slots                 []slot // those of the operands, then those of the results, then others
	steps                 []step
	phases                []phase
	chains                []chain
	streamed              []int // slots of results that are streamed
	constants             []*tensor.Tensor
	graph                 *Graph
	behind                *stage // nil for nothing
	// whole are reductions of operands, instead of tiles, and the workspace that one needs.
	whole      []wholeReduction
	wholeBytes int
	workers    parallel.Spares[worker]
	orders     parallel.Spares[order]

	sizing  sync.Once
	scratch int // bytes for the tiles of a worker: the most that any machine needs
	packed  int // bytes for the products of a worker, likewise
	across  int // bytes of the reductions across rows
}

// Rows is the number of rows, Tile how many of them a tile has, ScratchBytes the memory for tiles
// that a worker needs on this machine.
func (p *Program) Rows() int         { return p.rows }
func (p *Program) Tile() int         { return p.tile }
func (p *Program) ScratchBytes() int { return p.tile*p.tileBytes + p.strip*p.stripBytes }

// Chains is the number of runs of ops that hand results on in registers, in machine code.
func (p *Program) Chains() int {
	if p.behind != nil {
		return len(p.chains) + p.behind.Chains()
	}
	return len(p.chains)
}

// Reductions are the forms of the reductions in it (kernel.ReduceForm), as whole ops.
func (p *Program) Reductions() []string {
	var forms []string
	for i := range p.graph.Nodes {
		if n := &p.graph.Nodes[i]; n.Kind == Reduce {
			forms = append(forms, kernel.ReduceForm(n.Reduction, n.DType, p.graph.Nodes[n.Args[0]].Shape, n.Dims))
		}
	}
	if p.behind != nil {
		forms = append(forms, p.behind.Reductions()...)
	}
	return forms
}

// Workspace is how many bytes Run needs, besides operands and results, for so many workers. The
// number does not depend on the machine.
func (p *Program) Workspace(workers int) int {
	p.sizing.Do(p.size)
	own := p.across + p.wholeBytes
	if p.whole == nil {
		own += max(1, min(workers, p.tiles())) * p.workerBytes()
	}
	if p.behind != nil {
		return p.behind.bytes + max(own, p.behind.Workspace(workers))
	}
	return own
}

// size finds what the workspace is made of. Chains, and streaming, make a difference to the tiles
// of a worker.
func (p *Program) size() {
	if p.whole != nil {
		return
	}
	p.scratch = p.ScratchBytes()
	packed, besides := p.productMemory()
	for _, block := range kernel.ChainBlocks() {
		if b, err := layOut(p.graph, p.rows, block); err == nil {
			p.scratch = max(p.scratch, b.ScratchBytes())
			_, also := b.productMemory()
			besides = max(besides, also)
		}
	}
	p.packed = packed + alignUp(besides)
	for _, r := range p.runnings {
		p.across += alignUp(r.NewRunning().Workspace(p.rows))
	}
}

// workerBytes is the memory of one worker.
func (p *Program) workerBytes() int { return alignUp(p.scratch) + p.packed + alignUp(p.folds) }

// alignUp rounds a number of bytes up, so that anything may follow in a workspace.
func alignUp(n int) int { return (n + tensor.Alignment - 1) &^ (tensor.Alignment - 1) }

func (p *Program) tiles() int { return p.rows / max(1, p.span) * p.spanTiles() }

// spanTiles is how many tiles a span has.
func (p *Program) spanTiles() int { return (p.span + p.tile - 1) / p.tile }

// tileRows are the rows of tile number t.
func (p *Program) tileRows(t int) (lo, hi int) {
	from := t / p.spanTiles() * p.span
	lo = from + t%p.spanTiles()*p.tile
	return lo, min(from+p.span, lo+p.tile)
}

// chunkElements is how much work, in elements of cheap ops, is worth handing to another worker.
const chunkElements = 1 << 15

// productsPerElement is how many products take as long as an element of a cheap op.
const productsPerElement = 4

// Work is how much a run does, in elements of cheap ops.
func (p *Program) Work() int {
	if p.rows > math.MaxInt/p.rowWork() {
		return math.MaxInt
	}
	if p.behind != nil {
		return p.rows*p.rowWork() + p.behind.Work()
	}
	return p.rows * p.rowWork()
}

// rowWork is what it does for each row.
func (p *Program) rowWork() int {
	work := max(1, p.inner) * max(1, p.ops)
	if p.costly {
		work *= 16
	}
	return work + p.multiplied/productsPerElement
}

// Execute computes the results out from the operands in. A result may be the same memory as an
// operand where Takes says so. The workspace w has the size that Workspace says for some workers,
// and no more of them are at work.
func (p *Program) Execute(w []byte, out, in []*tensor.Tensor) {
	if p.behind != nil {
		p.behind.execute(p, w, out, in)
		return
	}
	p.execute(w, out, in)
}

// execute is Execute without what is behind.
func (p *Program) execute(w []byte, out, in []*tensor.Tensor) {
	if p.whole != nil {
		p.reduceWhole(w, out, in)
		return
	}
	p.sizing.Do(p.size)
	own, workers := w[p.across:], math.MaxInt
	if bytes := p.workerBytes(); bytes > 0 {
		workers = len(own) / bytes
	}
	if len(p.runnings) > 0 {
		p.runInOrder(w, own, workers, out, in)
		return
	}
	run := tileLoop{p, own, out, in}
	if n := p.tiles(); !parallel.Share(n, parallel.Grain(chunkElements, p.rowWork()*p.tile), workers, &run) {
		run.Chunk(0, 0, n)
	}
}

// tileLoop is one run over tiles in any order.
type tileLoop struct {
	*Program
	own     []byte // memory of all workers
	out, in []*tensor.Tensor
}

// memory is that of one worker.
func (l *tileLoop) memory(worker int) []byte {
	bytes := l.workerBytes()
	return l.own[worker*bytes:][:bytes]
}

func (l *tileLoop) Chunk(worker, lo, hi int) {
	w := l.worker(l.memory(worker), l.out, l.in)
	for ; lo < hi; lo++ {
		w.run(l.tileRows(lo))
	}
	l.dismiss(w)
}

// order is the state of a run of a program with reductions across rows. Workers compute tiles side
// by side, but hand their rows to the reductions in the order of the rows.
type order struct {
	runnings   []*kernel.Running
	next, turn atomic.Int64
	failed     atomic.Bool
}

// runInOrder is Run for such programs.
func (p *Program) runInOrder(w, own []byte, workers int, out, in []*tensor.Tensor) {
	o := p.orders.Take()
	o.next.Store(0)
	o.turn.Store(0)
	for i := range p.steps {
		if st := &p.steps[i]; st.kind == runningStep {
			u := o.runnings[st.running]
			u.Start(w, p.initial(st, in))
			w = w[alignUp(u.Workspace(p.rows)):]
		}
	}
	n := min(parallel.Workers(), workers, max(1, p.rows*p.inner*p.ops/chunkElements))
	run := orderedLoop{tileLoop{p, own, out, in}, o}
	if !parallel.Share(n, parallel.Grain(chunkElements, p.rows*p.inner*p.ops/n), workers, &run) {
		run.Chunk(0, 0, n)
	}
	for i := range p.steps {
		if st := &p.steps[i]; st.kind == runningStep {
			o.runnings[st.running].End(out[st.out-p.operands].Bytes())
		}
	}
	p.orders.Give(o)
}

type orderedLoop struct {
	tileLoop
	order *order
}

// Chunk runs tiles for as long as there are any.
func (l *orderedLoop) Chunk(worker, _, _ int) {
	p, o := l.Program, l.order
	done := false
	defer func() { // whoever waits for a tile that panicked must not wait for ever
		if !done {
			o.failed.Store(true)
		}
	}()
	w, tiles := p.worker(l.memory(worker), l.out, l.in), p.tiles()
	for t := int(o.next.Add(1)) - 1; t < tiles; t = int(o.next.Add(1)) - 1 {
		lo, hi := p.tileRows(t)
		w.run(lo, hi)
		for o.turn.Load() != int64(t) && !o.failed.Load() { // whoever has that tile is at work on it
			runtime.Gosched()
		}
		for i := range p.steps {
			if st := &p.steps[i]; st.kind == runningStep {
				w.place(st.args[0], lo, 0, hi-lo)
				o.runnings[st.running].Add(w.memory[st.args[0]], hi-lo)
			}
		}
		o.turn.Store(int64(t + 1))
	}
	p.dismiss(w)
	done = true
}

// worker is what one goroutine needs to run tiles.
type worker struct {
	*Program
	out, in []*tensor.Tensor
	scratch []byte
	memory  [][]byte // by slot: the current tile or strip, or a whole operand
	folds   []*kernel.Pieces
	fold    []byte // the workspace of reductions
	loads   []position
	streams []bool // by slot: the result is streamed in this run, from scratch memory
	// past says that a step has written past the caches.
	past   bool
	chains []kernel.Chain
	ones   [2][]byte // of a block each
	// packed are matrices of products, by their numbers, packedAt where in the operands they begin,
	// and product is what products need besides.
	packed   [][]byte
	packedAt []int
	product  []byte
}

func (p *Program) newOrder() *order {
	o := &order{}
	for _, r := range p.runnings {
		o.runnings = append(o.runnings, r.NewRunning())
	}
	return o
}

func (p *Program) newWorker() *worker {
	w := &worker{Program: p, memory: make([][]byte, len(p.slots)), folds: make([]*kernel.Pieces, len(p.steps)), loads: make([]position, len(p.slots)), streams: make([]bool, len(p.slots))}
	w.chains, w.ones = p.newChains()
	w.packed, w.packedAt = make([][]byte, len(p.products)), make([]int, len(p.products))
	for i := range p.steps {
		if st := &p.steps[i]; st.kind == reduceStep {
			w.folds[i] = new(kernel.Pieces)
		}
	}
	return w
}

// worker takes the memory that workerBytes says.
func (p *Program) worker(memory []byte, out, in []*tensor.Tensor) *worker {
	w := p.workers.Take()
	w.out, w.in, w.scratch, w.fold = out, in, memory[:alignUp(p.scratch)], memory[alignUp(p.scratch)+p.packed:]
	w.layProducts(memory[alignUp(p.scratch):][:p.packed])
	for _, i := range p.streamed {
		w.streams[i] = !slices.ContainsFunc(in, func(x *tensor.Tensor) bool { return sameMemory(x, out[i-p.operands]) })
	}
	w.aim()
	for i := range p.slots {
		if s := &p.slots[i]; s.kind == operandSlot {
			w.memory[i] = in[i].Bytes()
		} else if s.kind == constantSlot {
			w.memory[i] = p.constants[s.constant].Bytes()
		}
	}
	for i := range p.slots {
		if s := &p.slots[i]; s.kind == uniformSlot {
			w.fill(s)
		}
	}
	return w
}

// sameMemory reports whether a result is computed in the memory of an operand, whose lines are in
// the caches when they are written over.
func sameMemory(x, out *tensor.Tensor) bool {
	return unsafe.SliceData(x.Bytes()) == unsafe.SliceData(out.Bytes())
}

func (p *Program) dismiss(w *worker) {
	if len(p.streamed) > 0 || w.past {
		kernel.StreamEnd()
	}
	w.past = false
	w.out, w.in, w.scratch, w.fold, w.product = nil, nil, nil, nil, nil
	clear(w.packed)
	clear(w.memory)
	for _, c := range w.chains {
		for i := range c {
			c[i].At(nil, 0)
		}
	}
	p.workers.Give(w)
}

// initial returns the element that a reduction starts from, nil for the neutral one.
func (p *Program) initial(st *step, in []*tensor.Tensor) []byte {
	switch {
	case st.init < 0:
		return nil
	case st.init < p.operands:
		return in[st.init].Bytes()
	}
	return p.constants[p.slots[st.init].constant].Bytes()
}

// base returns where the rows of a slot begin in the scratch memory.
func (w *worker) base(s *slot) []byte {
	if s.local {
		return w.scratch[w.tile*w.tileBytes+s.offset*w.strip:]
	}
	return w.scratch[s.offset*w.tile:]
}

// place sets the memory of slot i to rows [from, to) of the tile that begins at row lo.
func (w *worker) place(i, lo, from, to int) {
	s := &w.slots[i]
	width := s.rowBytes()
	switch s.kind {
	case resultSlot:
		if w.streams[i] {
			w.memory[i] = w.base(s)[:(to-from)*width]
		} else {
			w.memory[i] = w.result(i, lo+from, lo+to)
		}
	case directSlot:
		w.memory[i] = w.memory[s.source][(lo+from)*width : (lo+to)*width]
	case bufferSlot, loadSlot, uniformSlot:
		if s.local || s.kind == uniformSlot {
			from, to = 0, to-from
		}
		w.memory[i] = w.base(s)[from*width : to*width]
	}
}

// result returns rows [lo, hi) of the result that slot i stands for.
func (w *worker) result(i, lo, hi int) []byte {
	width := w.slots[i].rowBytes()
	return w.out[i-w.operands].Bytes()[lo*width : hi*width]
}

// run executes the tile program on rows [lo, hi).
func (w *worker) run(lo, hi int) {
	n := hi - lo
	for k := range w.phases {
		p := &w.phases[k]
		strip := w.strip
		if p.whole {
			strip = n
		}
		for from := 0; from < n; from += strip {
			to := min(n, from+strip)
			for _, i := range p.slots {
				w.place(i, lo, from, to)
			}
			for i := p.from; i < p.to; {
				if k := w.steps[i].chain; k > 0 {
					w.chain(k-1, lo+from, to-from)
					i = w.Program.chains[k-1].to
				} else {
					w.step(i, lo+from, to-from)
					i++
				}
			}
			for _, i := range p.slots {
				if w.streams[i] {
					kernel.Stream(w.result(i, lo+from, lo+to), w.memory[i])
				}
			}
		}
	}
}

// step executes step i on n rows from row lo on, which its slots have been set to.
func (w *worker) step(i, lo, n int) {
	st, m := &w.steps[i], w.memory
	switch st.kind {
	case loopStep:
		out, a := m[st.out], m[st.args[0]]
		switch len(st.args) {
		case 1:
			st.blocks.Unary(out, a)
		case 2:
			st.blocks.Binary(out, a, m[st.args[1]])
		default:
			st.blocks.Ternary(out, a, m[st.args[1]], m[st.args[2]])
		}
	case reduceStep:
		st.reduction.Each(m[st.out], m[st.args[0]], w.initial(st, w.in), n, w.fold, w.folds[i])
	case productStep:
		w.multiply(st, lo, n)
	case expSumsStep:
		w.runExpSums(st, n)
	case copyStep:
		copy(m[st.out], m[st.args[0]])
	case loadStep:
		m[st.out] = w.load(st.out, lo, n)
	case expandStep:
		w.expand(m[st.out], m[st.args[0]], &w.slots[st.out], w.slots[st.args[0]].rowBytes(), n)
	}
}
