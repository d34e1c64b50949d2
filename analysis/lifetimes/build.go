package lifetimes

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// fact is what is known of a value, by its number. What is said of a class, the
// values that lie in one buffer, is said at its root.
type fact struct {
	offset int64 // from the root's first byte
	size   int64
	parent int32 // towards the root; itself at the root
	birth  int32 // the first point of the value, of the class at the root
	last   int32 // the last point, likewise
	until  int32 // it lives until this one of builder.closes at least; -1 for none
	level  int32 // of the region that it is defined in
	kind   kind
	state  bool // it is the state of a loop
}

// kind is whose the storage of a class is.
type kind uint8

const (
	own       kind = iota
	borrowed       // somebody else's
	carried        // that of the result of the loop around, in builder.carriers
	collected      // likewise, but where a round has its place in that result
)

// level is a region that is being walked.
type level struct {
	op      *ir.Op
	next    *ir.Op             // the op that is walked next
	blocks  *blocks            // nil of one block
	carries *analysis.Carrying // of op
	region  int32              // its number in op
	begin   int32              // the point of op
	closes  int32              // the number of op in builder.closes
	ends    int32              // where its ends, and those of the regions before it, begin in builder.ends
	handed  bool               // the results of op are what regions hand over
	loops   bool               // it may run again while what is used in it must stay
	forms   []int32            // the buffers of forms for the rounds of op
}

// loopForm tells forms apart that are made for the rounds of a loop.
type loopForm struct {
	loop *ir.Op
	form analysis.Form
}

type builder struct {
	planner *Planner
	frame   *Frame
	facts   []fact
	levels  []level
	looping []int32  // the levels that loop, ascending
	ends    []*ir.Op // of the regions so far of the ops around
	closes  []int32  // the points at which ops with regions end, in the order in which they begin; -1 before that
	takes   pile[taking]
	lists   [][]analysis.Taking // those of takes
	hands   pile[hand]
	returns []returned
	moves   pile[moves]
	regions map[*ir.Region]*blocks // those that have several
	needs   []need
	forms   map[loopForm]int32 // their buffers
	in      ir.Inference
	// operands is how many ops have in all.
	operands int
	// carriers are the results of loops, by the arguments that are the same state, and by the
	// roots of what these collect.
	carriers map[int32]int32
	collects bool // whether there are such
	// bound are the numbers of the results that classes are, by their roots.
	bound map[int32]int32
}

// taking is that results of the op at a point may take over operands.
type taking struct {
	point int32
	list  int32 // in builder.lists
}

// hand is a value that goes to a result of an op around; carry is the argument
// that lies where it is to go, -1 for none, rounds for a result that has a place for
// the value of each round.
type hand struct{ from, to, carry, begin int32 }

const rounds = -2

// moves are values that are put into others, all at once: into the arguments of its
// successors by a branch, or into the state of a loop by the end of its body.
type moves struct {
	op         *ir.Op             // the branch or the end
	carries    *analysis.Carrying // of the loop
	begin, end int32
}

// returned is a value that a function returns.
type returned struct{ from, result int32 }

func (b *builder) fail(o *ir.Op, format string, args ...any) error {
	return &Unplanned{o, fmt.Sprintf(format, args...)}
}

func (b *builder) build() error {
	fn := b.frame.Func
	e := extentOf(fn)
	b.operands = e.operands
	b.frame.Ops = make([]*ir.Op, 0, e.points)
	b.frame.numbers = ir.NewNumbers[ir.Value](e.values)
	b.facts = make([]fact, 0, e.values)
	b.levels = make([]level, 0, e.depth)
	if err := b.enter(level{op: fn, closes: -1}); err != nil {
		return err
	}
	if err := b.walk(); err != nil {
		return err
	}
	b.acrossBlocks()
	b.takeOver()
	b.handOver()
	if len(b.regions) > 0 {
		b.share()
	}
	b.bindResults()
	b.stages()
	b.makeBuffers()
	b.peak()
	return nil
}

// point is the next point, at which o is.
func (b *builder) point(o *ir.Op) int32 {
	b.frame.Ops = append(b.frame.Ops, o)
	return int32(len(b.frame.Ops) - 1)
}

// define numbers a value.
func (b *builder) define(v *ir.Value, o *ir.Op, at int32, k kind) (int32, error) {
	size, err := analysis.Bytes(v.Type())
	if err != nil {
		return 0, b.fail(o, "%s", err)
	}
	n := b.frame.numbers.Add(v)
	b.facts = append(b.facts, fact{
		parent: n, size: size, birth: at, last: at, until: -1, level: int32(len(b.levels) - 1), kind: k,
	})
	return n, nil
}

// number is that of a value of the function; known is false for others, of which
// there are none in valid IR, and for what is in blocks that nothing reaches.
func (b *builder) number(v *ir.Value) (n int32, known bool) { return b.frame.numbers.Of(v) }

// root is the root of the class of n, and where n is in it. It makes the way half as
// long for the next time (R. Tarjan, J. van Leeuwen, "Worst-Case Analysis of Set
// Union Algorithms", 1984).
func (b *builder) root(n int32) (root int32, offset int64) {
	for {
		f := &b.facts[n]
		p := &b.facts[f.parent]
		if f.parent == n || p.parent == f.parent {
			return f.parent, offset + f.offset
		}
		f.parent, f.offset = p.parent, f.offset+p.offset
		n, offset = f.parent, offset+f.offset
	}
}

// join puts class n into the storage of class to.
func (b *builder) join(n, to int32, offset int64) {
	f, t := &b.facts[n], &b.facts[to]
	f.parent, f.offset = to, offset
	t.birth, t.last = min(t.birth, f.birth), max(t.last, f.last)
	t.state = t.state || f.state
}

// use notes that an op at a point uses a value.
func (b *builder) use(v *ir.Value, at int32) {
	n, known := b.number(v)
	if !known {
		return
	}
	if k := b.loopBelow(b.facts[n].level); k >= 0 {
		b.extend(n, b.levels[k].closes)
	} else {
		b.live(n, at)
	}
}

// live makes a value live until a point at least.
func (b *builder) live(n, at int32) {
	f := &b.facts[n]
	f.last = max(f.last, at)
	b.note(n, at)
}

// extend makes a value live until an op around ends. Of two that have not ended the
// one that began first ends last.
func (b *builder) extend(n, closes int32) {
	f := &b.facts[n]
	if f.until < 0 || b.closes[f.until] >= 0 || closes < f.until {
		f.until = closes
	}
	b.note(n, ^closes)
}

// loopBelow is the outermost looping level inside of a level, or -1.
func (b *builder) loopBelow(of int32) int32 {
	lo, hi := 0, len(b.looping)
	for lo < hi {
		if mid := (lo + hi) / 2; b.looping[mid] > of {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(b.looping) {
		return -1
	}
	return b.looping[lo]
}

// enter begins a region.
func (b *builder) enter(l level) error {
	r := l.op.RegionAt(int(l.region))
	if !r.Empty() && !r.HasOneBlock() {
		l.blocks = newBlocks(r)
		b.regions[r] = l.blocks
	}
	if len(b.levels) > 0 && (repeats(l.op, l.handed) || l.blocks != nil) {
		l.loops = true
		b.looping = append(b.looping, int32(len(b.levels)))
	}
	b.levels = append(b.levels, l)
	if r.Empty() {
		return nil
	}
	for i, a := range r.First().Args() {
		k, to := borrowed, -1
		if l.carries != nil && int(l.region) == l.carries.Region && i >= l.carries.Arg {
			k, to = carried, i-l.carries.Arg
		}
		n, err := b.define(a, l.op, l.begin, k)
		if err != nil {
			return err
		}
		if k == carried {
			b.carriers[n], _ = b.number(l.op.Result(to))
		}
	}
	top := &b.levels[len(b.levels)-1]
	top.next = r.First().First()
	if l.blocks != nil {
		l.blocks.begin(int32(len(b.frame.Ops)))
	}
	return nil
}

// repeats reports whether regions of o may run more than once for one run of o.
func repeats(o *ir.Op, handed bool) bool {
	_, loops := analysis.Loop.Get(o.Def())
	return loops || !handed
}

// walk visits the ops of the regions on the stack.
func (b *builder) walk() error {
	for {
		l := &b.levels[len(b.levels)-1]
		var err error
		switch {
		case l.next != nil:
			o := l.next
			l.next = o.Next()
			err = b.op(o)
		case l.blocks != nil && l.blocks.more():
			err = b.nextBlock(l)
		case len(b.levels) == 1:
			b.closeLevel()
			return nil
		default:
			err = b.leaveRegion()
		}
		if err != nil {
			return err
		}
	}
}

// nextBlock goes on with the next block of a region. The arguments of all but the
// first have storage, into which branches copy what does not lie there.
func (b *builder) nextBlock(l *level) error {
	at := int32(len(b.frame.Ops))
	l.blocks.end(at - 1)
	block := l.blocks.begin(at)
	l.next = block.First()
	for _, a := range block.Args() {
		if _, err := b.define(a, l.op, at, own); err != nil {
			return err
		}
	}
	return nil
}
