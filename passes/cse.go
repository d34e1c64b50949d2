package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CSE merges ops that compute the same thing.
//
// It walks the dominator tree with a scoped hash table (an op in a nested
// region sees what dominates it), so each op costs one look-up, whatever the
// number of ops: Briggs, Cooper, Simpson, "Value Numbering", 1997, section 4.1.
var CSE = &pipeline.Pass{
	Name:  "cse",
	Title: "CSE",
	Doc: "Eliminate common sub-expressions. A pure op that equals one that dominates it (same op, " +
		"attributes, result types and operands; operands in either order where the op commutes) is replaced by it. " +
		"Pure ops without uses are removed on the way. Ops with side effects and barriers never merge.",
	Statistics: []pipeline.Statistic{
		{Name: "num-cse'd", Doc: "Number of operations CSE'd"},
		{Name: "num-dce'd", Doc: "Number of operations DCE'd"},
	},
	Run: func(r *pipeline.Run) error {
		c := &cse{dom: ir.NewDominance(), purity: analysis.NewPurity()}
		for _, region := range r.Op.Regions() {
			c.region(region)
		}
		for _, o := range c.dead {
			o.Erase()
		}
		if len(c.dead) == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-cse'd", int64(c.merged))
		r.Count("num-dce'd", int64(len(c.dead)-c.merged))
		return nil
	},
}

type cse struct {
	dom    *ir.Dominance
	purity *analysis.Purity
	table  scopedTable
	dead   []*ir.Op
	merged int
}

func (c *cse) region(r *ir.Region) {
	if r.Empty() {
		return
	}
	mark := c.table.mark()
	defer func() { c.table.pop(mark) }()
	if r.HasOneBlock() {
		c.block(r.First())
		return
	}
	// A block may be dominated by a long chain of others: the walk over the
	// tree keeps its own stack.
	type frame struct {
		children []*ir.Block
		mark     int
	}
	enter := func(b *ir.Block) frame {
		f := frame{mark: c.table.mark(), children: c.dom.Children(b)}
		c.block(b)
		return f
	}
	stack := []frame{enter(r.First())}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if len(f.children) == 0 {
			c.table.pop(f.mark)
			stack = stack[:len(stack)-1]
			continue
		}
		next := f.children[0]
		f.children = f.children[1:]
		stack = append(stack, enter(next))
	}
}

func (c *cse) block(b *ir.Block) {
	graph := b.Parent() != nil && b.Parent().Has(ir.GraphRegions)
	for o := b.First(); o != nil; o = o.Next() {
		if o.NumRegions() > 0 {
			c.nested(o)
		}
		if !graph {
			c.op(o)
		}
	}
}

func (c *cse) nested(o *ir.Op) {
	// Regions of an op that nothing is known of may be isolated.
	if o.Has(ir.IsolatedFromAbove) || o.Def() == nil {
		outer := c.table
		c.table = scopedTable{}
		defer func() { c.table = outer }()
	}
	for _, r := range o.Regions() {
		c.region(r)
	}
}

func (c *cse) op(o *ir.Op) {
	if o.Has(ir.Terminator) || !c.purity.Pure(o) {
		return
	}
	if !o.HasUses() {
		c.dead = append(c.dead, o)
		return
	}
	if o.Has(ir.Opaque) {
		return
	}
	first := c.table.findOrAdd(o)
	if first == o {
		return
	}
	for i := range o.NumResults() {
		o.Result(i).ReplaceAllUsesWith(first.Result(i))
	}
	c.dead = append(c.dead, o)
	c.merged++
}

// scopedTable is a hash table with linear probing that forgets what was added
// since a mark. Entries leave in the reverse order of their coming, so that
// emptying a slot never breaks the probing of an entry that stays.
type scopedTable struct {
	entries []scopedEntry
	slots   []slot // a power of two, at most half of them full
}

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

func (t *scopedTable) mark() int { return len(t.entries) }

func (t *scopedTable) pop(mark int) {
	for i := len(t.entries) - 1; i >= mark; i-- {
		t.slots[t.entries[i].slot] = slot{}
		t.entries[i].op = nil
	}
	t.entries = t.entries[:mark]
}

// findOrAdd returns an op equal to o that is in scope, or adds o.
func (t *scopedTable) findOrAdd(o *ir.Op) *ir.Op {
	if 2*len(t.entries) >= len(t.slots) {
		t.grow()
	}
	var eq ir.Equivalence
	hash := uint32(eq.Hash(o) >> 32)
	at := hash
	for ; ; at++ {
		s := t.slots[at&uint32(len(t.slots)-1)]
		if s.entry == 0 {
			break
		}
		if s.hash != hash {
			continue
		}
		eq = ir.Equivalence{}
		if first := t.entries[s.entry-1].op; eq.Equal(first, o) {
			return first
		}
	}
	t.put(scopedEntry{o, at & uint32(len(t.slots)-1)}, hash)
	return o
}

func (t *scopedTable) put(e scopedEntry, hash uint32) {
	t.entries = append(t.entries, e)
	t.slots[e.slot] = slot{hash, uint32(len(t.entries))}
}

// grow doubles the slots and puts the entries in again in their order.
func (t *scopedTable) grow() {
	old, entries := t.slots, t.entries
	t.slots = make([]slot, max(64, 2*len(old)))
	t.entries = t.entries[:0]
	for _, e := range entries {
		hash := old[e.slot].hash
		at := hash
		for t.slots[at&uint32(len(t.slots)-1)].entry != 0 {
			at++
		}
		e.slot = at & uint32(len(t.slots)-1)
		t.put(e, hash)
	}
}
