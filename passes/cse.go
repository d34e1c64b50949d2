package passes

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CSE merges ops that compute the same thing.
//
// It walks the dominator tree with a scoped hash table (an op in a nested
// region sees what dominates it), so each op costs one look-up, whatever the
// number of ops: Briggs, Cooper, Simpson, "Value Numbering", 1997, section 4.1.
// What merges and what does not follows MLIR's pass, except for barriers, and for
// calls of functions without effects.
var CSE = &pipeline.Pass{
	Name:  "cse",
	Title: "CSE",
	Doc: "Eliminate common sub-expressions. A pure op that equals one that dominates it (same op, " +
		"attributes, result types and operands; operands in either order where the op commutes) is replaced by it. " +
		"Pure ops without uses are removed on the way. Ops with side effects and barriers never merge. " +
		"A call is pure if no op of its function, and of those that this calls, has an effect or is a barrier; " +
		"that is known where the pass runs on the symbol table with the functions.",
	Options: func() any { return &CSEOptions{Calls: true, MaxRecompute: 0.01} },
	Bind:    func(b *pipeline.Binding) error { return b.Options.(*CSEOptions).bind() },
	Statistics: []pipeline.Statistic{
		{Name: "num-cse'd", Doc: "Number of operations CSE'd"},
		{Name: "num-dce'd", Doc: "Number of operations DCE'd"},
	},
	Run: func(r *pipeline.Run) error {
		c := &cse{run: r, dom: ir.NewDominance(), purity: analysis.NewPurity(), table: &scopedTable{}}
		opt := r.Options.(*CSEOptions)
		if opt.Calls {
			c.purity.Call = analysis.PureIn(r.Op, func(o *ir.Op) bool { return !o.Has(ir.Opaque) }).Pure
		}
		if opt.MergeRecomputed {
			c.into = map[*ir.Op]bool{}
			defer unmark(r.Op, c.into)()
		}
		if opt.MemoryAware {
			c.memory = newMemoryAware(c, opt)
		}
		c.walk(r.Op)
		if c.memory != nil {
			c.memory.decide()
		}
		for _, o := range c.erased {
			o.Erase()
		}
		if c.merged+c.dead == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-cse'd", c.merged)
		r.Count("num-dce'd", c.dead)
		return nil
	},
}

type cse struct {
	run    *pipeline.Run
	dom    *ir.Dominance
	purity *analysis.Purity
	equal  ir.Equivalence
	table  *scopedTable
	// outer are the tables of the ops around the innermost isolated one, spare
	// are empty ones.
	outer, spare []*scopedTable
	stack        []cseFrame
	erased       []*ir.Op
	merged, dead int64
	memory       *memoryAware // nil if every duplicate is merged
	// into are the ops that others were merged with; nil where nobody asks.
	into map[*ir.Op]bool
}

// cseFrame is a block that is being walked.
type cseFrame struct {
	next     *ir.Op
	children []*ir.Block // of the dominator tree, still to come
	mark     int         // of the table when the block began
	// inOrder says that definitions come before uses. Ops of a graph region may
	// have been used by what is in the table already.
	inOrder bool
	// owner is the op whose region begins with this block, nil when it is not the
	// first; region counts its regions that have begun.
	owner  *ir.Op
	region int
}

// walk visits everything in root; it keeps its own stack, because blocks may
// dominate each other in long chains and ops nest deeply.
func (c *cse) walk(root *ir.Op) {
	c.enter(root, 0)
	for len(c.stack) > 0 {
		f := &c.stack[len(c.stack)-1]
		switch {
		case f.next != nil:
			o := f.next
			f.next = o.Next()
			if o.NumRegions() == 0 {
				c.op(o, f.inOrder)
				continue
			}
			if mayBeIsolated(o) {
				c.outer = append(c.outer, c.table)
				c.table = c.emptyTable()
			}
			c.enterOrLeave(o, 0)
		case len(f.children) > 0:
			b := f.children[0]
			f.children = f.children[1:]
			c.push(b, cseFrame{inOrder: true})
		default:
			c.table.pop(f.mark)
			owner, region := f.owner, f.region
			c.stack = c.stack[:len(c.stack)-1]
			if owner == root {
				c.enter(root, region)
			} else if owner != nil {
				c.enterOrLeave(owner, region)
			}
		}
	}
}

// mayBeIsolated reports whether ops in o may not use values from outside of
// it: an op that nothing is known of may be isolated.
func mayBeIsolated(o *ir.Op) bool { return o.Def() == nil || o.Has(ir.IsolatedFromAbove) }

// enterOrLeave goes on with the regions of o from number i on, or else with o
// itself.
func (c *cse) enterOrLeave(o *ir.Op, i int) {
	if c.enter(o, i) {
		return
	}
	if mayBeIsolated(o) {
		c.spare = append(c.spare, c.table)
		c.table = c.outer[len(c.outer)-1]
		c.outer = c.outer[:len(c.outer)-1]
	}
	c.op(o, c.stack[len(c.stack)-1].inOrder)
}

// enter begins the first region of o from number i on that has blocks.
func (c *cse) enter(o *ir.Op, i int) bool {
	for ; i < o.NumRegions(); i++ {
		if r := o.RegionAt(i); !r.Empty() {
			inOrder := !r.HasOneBlock() || o.Def() != nil && !o.Has(ir.GraphRegions)
			c.push(r.First(), cseFrame{inOrder: inOrder, owner: o, region: i + 1})
			return true
		}
	}
	return false
}

func (c *cse) push(b *ir.Block, f cseFrame) {
	f.next, f.children, f.mark = b.First(), c.dom.Children(b), c.table.mark()
	c.stack = append(c.stack, f)
}

func (c *cse) emptyTable() *scopedTable {
	if n := len(c.spare); n > 0 {
		t := c.spare[n-1]
		c.spare = c.spare[:n-1]
		return t
	}
	return &scopedTable{}
}

func (c *cse) op(o *ir.Op, inOrder bool) {
	if o.Has(ir.Terminator) || !c.purity.Pure(o) {
		return
	}
	if !o.HasUses() {
		if !o.Has(ir.Symbol) {
			c.erased = append(c.erased, o)
			c.dead++
		}
		return
	}
	if o.Has(ir.Opaque) || !plainRegions(o) {
		return
	}
	if first := c.table.findOrAdd(&c.equal, o); first != o {
		c.replace(o, first, inOrder)
	}
}

// plainRegions reports whether no region of o has several blocks: ops with such
// regions are not compared.
func plainRegions(o *ir.Op) bool {
	for _, r := range o.Regions() {
		if !r.Empty() && !r.HasOneBlock() {
			return false
		}
	}
	return true
}

// replace makes the uses of o uses of first, which computes the same.
func (c *cse) replace(o, first *ir.Op, inOrder bool) {
	if c.memory != nil {
		c.memory.note(o, first, inOrder)
	} else if c.run.Remarking() {
		c.run.Passed(o, "CSE", "merged with the '%s' op at %s", first.Name(), lineOf(c.run.Ctx, first))
	}
	for i := range o.NumResults() {
		if inOrder {
			o.Result(i).ReplaceAllUsesWith(first.Result(i))
		} else {
			c.replaceUnseen(o.Result(i), first.Result(i))
		}
	}
	if c.memory == nil && !o.HasUses() {
		c.erased = append(c.erased, o)
	}
	if first.Loc() == 0 {
		first.SetLoc(o.Loc())
	}
	c.merged++
	if c.into != nil && c.memory == nil {
		c.into[first] = true
	}
}

// lineOf is the line and column of o, for remarks.
func lineOf(c *ir.Context, o *ir.Op) string {
	if at, ok := c.FilePosition(o.Loc()); ok {
		return fmt.Sprintf("%d:%d", at.Line, at.Col)
	}
	return "an unknown place"
}

// replaceUnseen replaces the uses of v but those by ops in the table: their
// hashes depend on their operands.
func (c *cse) replaceUnseen(v, w *ir.Value) {
	for u := v.FirstUse(); u != nil; {
		next := u.Next()
		if o := u.Owner(); !c.purity.Pure(o) || c.table.find(&c.equal, o) == nil {
			u.Set(w)
		}
		u = next
	}
}

// scopedTable is a hash table with linear probing that forgets what was added
// since a mark. Entries leave in the reverse order of their coming, so that
// emptying a slot never breaks the probing of an entry that stays.
type scopedTable struct {
	// pages hold the entries, count of them; growing them moves nothing.
	pages [][]scopedEntry
	count int
	slots []slot // a power of two, at most three quarters of them full
}

// entryPage is how many entries share an allocation.
const entryPage = 1 << 7

func (t *scopedTable) entry(i int) *scopedEntry { return &t.pages[i/entryPage][i%entryPage] }

type scopedEntry struct {
	op   *ir.Op
	slot uint32
}

// slot holds enough to pass by what is not meant without looking at the op: at
// a million ops, each such look misses the cache.
type slot struct {
	hash  uint32
	entry uint32 // number + 1, 0 for empty
}

func (t *scopedTable) mark() int { return t.count }

func (t *scopedTable) pop(mark int) {
	for ; t.count > mark; t.count-- {
		e := t.entry(t.count - 1)
		t.slots[e.slot] = slot{}
		e.op = nil
	}
}

// findOrAdd returns an op equal to o that is in scope, or adds o.
func (t *scopedTable) findOrAdd(eq *ir.Equivalence, o *ir.Op) *ir.Op {
	if 4*t.count >= 3*len(t.slots) {
		t.grow()
	}
	hash := uint32(eq.Hash(o) >> 32)
	first, at := t.probe(eq, o, hash)
	if first != nil {
		return first
	}
	t.put(scopedEntry{o, at}, hash)
	return o
}

// find returns an op equal to o that is in scope, or nil.
func (t *scopedTable) find(eq *ir.Equivalence, o *ir.Op) *ir.Op {
	if t.count == 0 {
		return nil
	}
	first, _ := t.probe(eq, o, uint32(eq.Hash(o)>>32))
	return first
}

// probe looks for an op equal to o, or else for the slot that it belongs into.
func (t *scopedTable) probe(eq *ir.Equivalence, o *ir.Op, hash uint32) (first *ir.Op, at uint32) {
	mask := uint32(len(t.slots) - 1)
	for at = hash & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s.entry == 0 {
			return nil, at
		}
		if s.hash == hash {
			if first := t.entry(int(s.entry) - 1).op; first == o || eq.Equal(first, o) {
				return first, at
			}
		}
	}
}

func (t *scopedTable) put(e scopedEntry, hash uint32) {
	if t.count == entryPage*len(t.pages) {
		t.pages = append(t.pages, make([]scopedEntry, entryPage))
	}
	*t.entry(t.count) = e
	t.count++
	t.slots[e.slot] = slot{hash, uint32(t.count)}
}

// grow doubles the slots and puts the entries in again in their order.
func (t *scopedTable) grow() {
	old := t.slots
	t.slots = make([]slot, max(64, 2*len(old)))
	mask := uint32(len(t.slots) - 1)
	for i := range t.count {
		e := t.entry(i)
		s := old[e.slot]
		e.slot = s.hash & mask
		for t.slots[e.slot].entry != 0 {
			e.slot = (e.slot + 1) & mask
		}
		t.slots[e.slot] = s
	}
}
