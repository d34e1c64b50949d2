package lifetimes

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// fact is what is known of a value, by its number. What is said of a class, the
// values that lie in one buffer, is said at its root.
type fact struct {
	value  *ir.Value
	parent int32 // towards the root; itself at the root
	offset int64 // from the root's first byte
	size   int64
	birth  int32 // the first point of the value, of the class at the root
	last   int32 // the last point, likewise
	level  int32 // of the region that it is defined in
	kind   kind
	state  bool  // it is the state of a loop
	buffer int32 // of a root, once there is one
	result int32 // the number of the result that the class is; -1 for none
}

// kind is whose the storage of a class is.
type kind uint8

const (
	own      kind = iota
	borrowed      // somebody else's
	carried       // that of the result of the loop around whose number is in result
)

// level is a region that is being walked.
type level struct {
	op      *ir.Op
	region  *ir.Region
	begin   int32
	loops   bool // it may run again while what is used in it must stay
	blocks  *blocks
	extends []int32  // values that live until the op ends
	ends    []*ir.Op // of its regions so far
	storage analysis.Storage
}

type builder struct {
	planner *Planner
	frame   *Frame
	facts   []fact
	levels  []level
	looping []int32 // the levels that loop, ascending
	takes   []taking
	hands   []hand
	returns []returned
	moves   []moves
	in      ir.Inference
}

// taking is a result that may take over an operand at a point.
type taking struct {
	op              *ir.Op
	point           int32
	result, operand int32
	index           int // of the operand
	storage         []analysis.Taking
}

// hand is a value that goes to a result of an op around; carry is the argument
// that lies where it is to go, -1 for none.
type hand struct{ from, to, carry, begin int32 }

// moves are values that are put into others, all at once: into block arguments by
// a branch, or into the state of a loop. -1 is a value of somebody else.
type moves struct {
	op         *ir.Op
	block      *ir.Block // whose arguments to are, which may come later
	from, to   []int32
	begin, end int32
}

// returned is a value that a function returns.
type returned struct{ from, result int32 }

func (b *builder) fail(o *ir.Op, format string, args ...any) error {
	return &Unplanned{o, fmt.Sprintf(format, args...)}
}

func (b *builder) build() error {
	fn := b.frame.Func
	body := fn.RegionAt(0)
	if err := b.enter(fn, body, analysis.Storage{}, 0); err != nil {
		return err
	}
	if err := b.walk(); err != nil {
		return err
	}
	b.takeOver()
	b.handOver()
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
	n := int32(len(b.facts))
	b.facts = append(b.facts, fact{
		value: v, parent: n, size: size, birth: at, last: at, level: int32(len(b.levels) - 1), kind: k, buffer: -1, result: -1,
	})
	b.frame.numbers[v] = n
	return n, nil
}

// root is the root of the class of n, and where n is in it.
func (b *builder) root(n int32) (root int32, offset int64) {
	for b.facts[n].parent != n {
		offset += b.facts[n].offset
		n = b.facts[n].parent
	}
	return n, offset
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
	n, ok := b.frame.numbers[v]
	if !ok {
		return // not of this function: the IR is invalid
	}
	f := &b.facts[n]
	if k := b.loopBelow(f.level); k >= 0 {
		b.levels[k].extends = append(b.levels[k].extends, n)
	} else {
		f.last = max(f.last, at)
	}
	if l := &b.levels[f.level]; l.blocks != nil {
		l.blocks.use(n, v)
	}
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

// enter begins a region of o.
func (b *builder) enter(o *ir.Op, r *ir.Region, s analysis.Storage, begin int32) error {
	l := level{op: o, region: r, begin: begin, storage: s}
	isFunction := len(b.levels) == 0
	if !r.HasOneBlock() {
		l.blocks = newBlocks(r)
	}
	l.loops = !isFunction && (repeats(o, s) || l.blocks != nil)
	if l.loops {
		b.looping = append(b.looping, int32(len(b.levels)))
	}
	b.levels = append(b.levels, l)
	if r.Empty() {
		return nil
	}
	for i, a := range r.First().Args() {
		k := borrowed
		to := -1
		if s.Carries != nil && r == o.RegionAt(s.Carries.Region) && i >= s.Carries.Arg {
			k, to = carried, i-s.Carries.Arg
		}
		n, err := b.define(a, o, begin, k)
		if err != nil {
			return err
		}
		if k == carried {
			b.facts[n].result = b.frame.numbers[o.Result(to)]
		}
	}
	return nil
}

// repeats reports whether regions of o may run more than once for one run of o.
func repeats(o *ir.Op, s analysis.Storage) bool {
	_, loops := analysis.Loop.Get(o.Def())
	return loops || !s.Handed
}

// position is where the walk is in a region.
type position struct {
	blocks []*ir.Block // those that control may reach
	op     *ir.Op      // the next one
}

// walk visits the ops of the regions on the stack.
func (b *builder) walk() error {
	var stack []position
	push := func(r *ir.Region) error {
		p := position{blocks: ir.ReversePostorder(r)}
		if len(p.blocks) > 0 {
			p.op = p.blocks[0].First()
			if err := b.beginBlock(p.blocks[0]); err != nil {
				return err
			}
		}
		stack = append(stack, p)
		return nil
	}
	if err := push(b.levels[0].region); err != nil {
		return err
	}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		var inner *ir.Region
		var err error
		switch {
		case at.op != nil:
			o := at.op
			at.op = o.Next()
			inner, err = b.op(o)
		case len(at.blocks) > 1:
			b.endBlock()
			at.blocks = at.blocks[1:]
			at.op = at.blocks[0].First()
			err = b.beginBlock(at.blocks[0])
		default:
			b.endBlock()
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				b.closeLevel()
				return nil
			}
			inner, err = b.leaveRegion()
		}
		if err == nil && inner != nil {
			err = push(inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// beginBlock begins a block of the innermost region: the arguments of all but the
// first have storage of their own, into which branches copy.
func (b *builder) beginBlock(block *ir.Block) error {
	l := &b.levels[len(b.levels)-1]
	if block == nil || l.blocks == nil {
		return nil
	}
	at := int32(len(b.frame.Ops))
	l.blocks.begin(block, at)
	if block.IsEntry() {
		return nil
	}
	for _, a := range block.Args() {
		if _, err := b.define(a, l.op, at, own); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) endBlock() {
	if l := &b.levels[len(b.levels)-1]; l.blocks != nil {
		l.blocks.end(int32(len(b.frame.Ops)) - 1)
	}
}
