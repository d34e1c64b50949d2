package ir

import (
	"slices"
	"unsafe"
)

// Block is a list of ops that ends with a terminator, and has arguments.
type Block struct {
	region      *Region
	prev, next  *Block
	args        []*Value
	first, last *Op
	edges       *Edge
	ordered     bool
	number      uint32 // see SetNumber
}

// Region is a list of blocks owned by an op; the first is its entry.
type Region struct {
	parent      *Op
	first, last *Block
}

func (b *Block) Region() *Region  { return b.region }
func (b *Block) Next() *Block     { return b.next }
func (b *Block) Prev() *Block     { return b.prev }
func (b *Block) First() *Op       { return b.first }
func (b *Block) Last() *Op        { return b.last }
func (b *Block) Args() []*Value   { return b.args }
func (b *Block) Arg(i int) *Value { return b.args[i] }
func (b *Block) NumArgs() int     { return len(b.args) }

// Number is what SetNumber last put on b.
func (b *Block) Number() uint32 { return b.number }

// SetNumber leaves a number on b, under the same terms as Value.SetNumber.
func (b *Block) SetNumber(n uint32) { b.number = n }

// Parent is the op whose region holds b.
func (b *Block) Parent() *Op {
	if b.region == nil {
		return nil
	}
	return b.region.parent
}

// IsEntry reports whether b is the first block of its region.
func (b *Block) IsEntry() bool { return b.region != nil && b.region.first == b }

// Terminator is the last op if it is a terminator or may be one (it is
// unregistered), else nil.
func (b *Block) Terminator() *Op {
	if b.last != nil && (b.last.Def() == nil || b.last.Has(Terminator)) {
		return b.last
	}
	return nil
}

// Append adds o at the end.
func (b *Block) Append(o *Op) {
	o.block, o.prev, o.next = b, b.last, nil
	if b.last != nil {
		b.last.next = o
	} else {
		b.first = o
	}
	b.last = o
	b.ordered = false
}

// InsertBefore adds o in front of p, or at the end when p is nil.
func (b *Block) InsertBefore(o, p *Op) {
	if p == nil {
		b.Append(o)
		return
	}
	o.block, o.prev, o.next = b, p.prev, p
	if p.prev != nil {
		p.prev.next = o
	} else {
		b.first = o
	}
	p.prev = o
	b.ordered = b.ordered && o.orderBetween(o.prev, p)
}

// renumber orders the ops of b, with room between them if there is.
func (b *Block) renumber() {
	count := uint32(0)
	for o := b.first; o != nil; o = o.next {
		count++
	}
	step := min(1<<10, ^markBits/(count+1))
	at := uint32(0)
	for o := b.first; o != nil; o = o.next {
		at += step
		o.order = at | o.order&markBits
	}
	b.ordered = true
}

// orderBetween gives o a place in the order between its neighbours, and reports
// whether there was one. It is right behind the first, so that many ops can be
// put in front of the second.
func (o *Op) orderBetween(first, second *Op) bool {
	at := uint32(1)
	if first != nil {
		at += first.order &^ markBits
	}
	o.order = at | o.order&markBits
	return at < second.order&^markBits
}

// AddArg appends an argument.
func (b *Block) AddArg(t *Type, l Loc) *Value {
	v := &Value{typ: t, owner: unsafe.Pointer(b), index: ^int32(len(b.args)), loc: l}
	b.args = append(b.args, v)
	return v
}

// RemoveArg removes argument i, which must have no uses.
func (b *Block) RemoveArg(i int) {
	b.args = slices.Delete(b.args, i, i+1)
	for ; i < len(b.args); i++ {
		b.args[i].index = ^int32(i)
	}
}

// Detach takes b out of its region.
func (b *Block) Detach() {
	r := b.region
	if r == nil {
		return
	}
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	b.prev, b.next, b.region = nil, nil, nil
}

// Erase takes b and its ops out of the IR.
func (b *Block) Erase() {
	b.Detach()
	for o := b.first; o != nil; o = o.next {
		o.DropAllReferences()
	}
}

// SplitBefore moves o and everything after it into a new block that follows b.
func (b *Block) SplitBefore(o *Op) *Block {
	n := &Block{}
	b.region.InsertAfter(n, b)
	for o != nil {
		next := o.next
		o.Detach()
		n.Append(o)
		o = next
	}
	return n
}

func (r *Region) Parent() *Op   { return r.parent }
func (r *Region) First() *Block { return r.first }
func (r *Region) Last() *Block  { return r.last }
func (r *Region) Empty() bool   { return r.first == nil }

// HasOneBlock reports whether r has exactly one block.
func (r *Region) HasOneBlock() bool { return r.first != nil && r.first == r.last }

// Append adds b as the last block.
func (r *Region) Append(b *Block) {
	b.region, b.prev, b.next = r, r.last, nil
	if r.last != nil {
		r.last.next = b
	} else {
		r.first = b
	}
	r.last = b
}

// InsertAfter adds b behind after.
func (r *Region) InsertAfter(b, after *Block) {
	if after.next == nil {
		r.Append(b)
		return
	}
	b.region, b.prev, b.next = r, after, after.next
	after.next.prev = b
	after.next = b
}

// TakeBody moves all blocks of from to the end of r.
func (r *Region) TakeBody(from *Region) {
	for b := from.first; b != nil; {
		next := b.next
		b.Detach()
		r.Append(b)
		b = next
	}
}

// TakeRegions gives o the bodies of the regions of from, which has as many, in the place of its
// own, which are erased. No value of these may be used outside of them.
func (o *Op) TakeRegions(from *Op) {
	for i, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			for p := b.First(); p != nil; p = p.Next() {
				p.DropAllReferences()
			}
		}
		for r.First() != nil {
			r.First().Erase()
		}
		r.TakeBody(from.RegionAt(i))
	}
}
