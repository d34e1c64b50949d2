package ir

import (
	"math/bits"
	"unsafe"
)

// Equivalence decides whether two ops compute the same results: equal names,
// attributes, result types and operands (in either order for the first two
// operands of a Commutative op), and regions that are equal up to the names of
// what they define. Locations do not count.
type Equivalence struct {
	// values maps what the first op's regions define to what the second's do,
	// while two regions are compared.
	values map[*Value]*Value
	blocks map[*Block]*Block
}

func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^v, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

func address(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) >> 4 }

// Hash is equal for equivalent ops. It is a function of addresses: use it
// within one process and never for an order that shows.
func (Equivalence) Hash(o *Op) uint64 {
	h := mix(address(unsafe.Pointer(o.name)), uint64(len(o.operands)))
	h = mix(h, address(unsafe.Pointer(o.props)))
	h = mix(h, address(unsafe.Pointer(o.attrs)))
	for i := range o.results {
		h = mix(h, address(unsafe.Pointer(o.results[i].typ)))
	}
	rest := o.operands
	if o.Has(Commutative) && len(rest) >= 2 {
		a, b := address(unsafe.Pointer(rest[0].val)), address(unsafe.Pointer(rest[1].val))
		h = mix(mix(h, min(a, b)), max(a, b))
		rest = rest[2:]
	}
	for i := range rest {
		h = mix(h, address(unsafe.Pointer(rest[i].val)))
	}
	// Regions enter with the ops directly inside of them, and those with what
	// they use from outside; Equal compares the rest.
	for _, r := range o.Regions() {
		for b := r.first; b != nil; b = b.next {
			h = mix(h, uint64(len(b.args)))
			for p := b.first; p != nil; p = p.next {
				h = mix(h, address(unsafe.Pointer(p.name)))
				h = mix(h, address(unsafe.Pointer(p.props)))
				h = mix(h, p.hashOutside(r))
			}
		}
	}
	return h
}

// hashOutside is a hash of the operands that are not defined directly inside
// of r, in any order: o may be commutative.
func (o *Op) hashOutside(r *Region) (h uint64) {
	for i := range o.operands {
		if v := o.operands[i].val; v != nil && v.Block().Region() != r {
			h += mix(0, address(unsafe.Pointer(v)))
		}
	}
	return h
}

// Equal reports whether a and b are equivalent.
func (e *Equivalence) Equal(a, b *Op) bool {
	if a.name != b.name || a.props != b.props || a.attrs != b.attrs ||
		len(a.operands) != len(b.operands) || len(a.results) != len(b.results) ||
		a.NumRegions() != b.NumRegions() || len(a.Successors()) != len(b.Successors()) {
		return false
	}
	for i := range a.results {
		if a.results[i].typ != b.results[i].typ {
			return false
		}
	}
	if !e.operandsEqual(a, b) {
		return false
	}
	for i, s := range a.Successors() {
		if t := b.Successors()[i]; s != t && e.blocks[s] != t {
			return false
		}
	}
	for i, r := range a.Regions() {
		if !e.regionsEqual(r, b.Regions()[i]) {
			return false
		}
	}
	for i := range a.results {
		if e.values != nil {
			e.values[&a.results[i]] = &b.results[i]
		}
	}
	return true
}

func (e *Equivalence) same(a, b *Value) bool { return a == b || e.values != nil && e.values[a] == b }

func (e *Equivalence) operandsEqual(a, b *Op) bool {
	x, y := a.operands, b.operands
	if a.Has(Commutative) && len(x) >= 2 {
		straight := e.same(x[0].val, y[0].val) && e.same(x[1].val, y[1].val)
		crossed := e.same(x[0].val, y[1].val) && e.same(x[1].val, y[0].val)
		if !straight && !crossed {
			return false
		}
		x, y = x[2:], y[2:]
	}
	for i := range x {
		if !e.same(x[i].val, y[i].val) {
			return false
		}
	}
	return true
}

func (e *Equivalence) regionsEqual(r, s *Region) bool {
	if e.values == nil {
		e.values, e.blocks = map[*Value]*Value{}, map[*Block]*Block{}
	}
	b, c := r.first, s.first
	for ; b != nil && c != nil; b, c = b.next, c.next {
		if !e.argsEqual(b, c) {
			return false
		}
		e.blocks[b] = c
	}
	if b != nil || c != nil {
		return false
	}
	for b, c := r.first, s.first; b != nil; b, c = b.next, c.next {
		if !e.opsEqual(b, c) {
			return false
		}
	}
	return true
}

// EqualBlocks reports whether two blocks of one region take arguments of the
// same types, compute the same and go on to the same blocks, so that one can
// stand for the other.
func EqualBlocks(b, c *Block) bool {
	e := Equivalence{values: map[*Value]*Value{}, blocks: map[*Block]*Block{}}
	return e.argsEqual(b, c) && e.opsEqual(b, c)
}

// HashBlock is equal for blocks that EqualBlocks accepts; see Hash.
func HashBlock(b *Block) uint64 {
	h := uint64(len(b.args))
	for o := b.first; o != nil; o = o.next {
		h = mix(h, address(unsafe.Pointer(o.name)))
		h = mix(h, address(unsafe.Pointer(o.props)))
	}
	for _, s := range b.Successors() {
		h = mix(h, address(unsafe.Pointer(s)))
	}
	return h
}

func (e *Equivalence) argsEqual(b, c *Block) bool {
	if len(b.args) != len(c.args) {
		return false
	}
	for i := range b.args {
		if b.args[i].typ != c.args[i].typ {
			return false
		}
		e.values[b.args[i]] = c.args[i]
	}
	return true
}

func (e *Equivalence) opsEqual(b, c *Block) bool {
	p, q := b.first, c.first
	for ; p != nil && q != nil; p, q = p.next, q.next {
		if !e.Equal(p, q) {
			return false
		}
	}
	return p == nil && q == nil
}
