package ir

import (
	"math/bits"
	"unsafe"
)

// Equivalence decides whether two ops compute the same results: equal names,
// attributes, result types and operands (in either order for the first two
// operands of a Commutative op), and regions that are equal up to the names of
// what they define. In regions the order of operands counts: MLIR's
// OperationEquivalence compares them so. Locations do not count.
//
// Nests of regions are data: nothing here recurses over them, and asking for
// the hash of every op of a nest, inner ones first, costs time linear in it.
type Equivalence struct {
	// values maps what the first op's regions define to what the second's do,
	// while two regions are compared.
	values map[*Value]*Value
	blocks map[*Block]*Block
	stack  []pairFrame
	// inside holds the hashes of the regions of ops.
	inside map[*Op]insideHash
}

// pairFrame is a pair of blocks that is being compared, and what comes behind
// them: later blocks, and later regions of the ops that hold them.
type pairFrame struct {
	a, b     *Op // nil when just one pair of blocks is compared
	region   int
	ba, bb   *Block
	opA, opB *Op
}

// insideHash describes the regions of an op: what ops there are, and which
// values from outside they use, in any order.
type insideHash struct{ shape, outside uint64 }

func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^v, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

func address(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) >> 4 }

func hashOf(v *Value) uint64 { return mix(0, address(unsafe.Pointer(v))) }

// Hash is equal for equivalent ops. It is a function of addresses: use it
// within one process and never for an order that shows. What the regions of an
// op add to it is computed once: use another Equivalence when they changed.
func (e *Equivalence) Hash(o *Op) uint64 {
	h := mix(o.hashHead(), uint64(o.NumOperands()))
	rest := o.uses()
	if o.Has(Commutative) && len(rest) >= 2 {
		a, b := address(unsafe.Pointer(rest[0].val)), address(unsafe.Pointer(rest[1].val))
		h = mix(mix(h, min(a, b)), max(a, b))
		rest = rest[2:]
	}
	for i := range rest {
		h = mix(h, address(unsafe.Pointer(rest[i].val)))
	}
	if o.NumRegions() > 0 {
		in := e.hashInside(o)
		h = mix(mix(h, in.shape), in.outside)
	}
	return h
}

// hashHead is a hash of what o is apart from operands and regions.
func (o *Op) hashHead() uint64 {
	h := mix(address(unsafe.Pointer(o.name)), address(unsafe.Pointer(o.props)))
	h = mix(h, address(unsafe.Pointer(o.attrs)))
	for i := range o.values() {
		h = mix(h, address(unsafe.Pointer(o.values()[i].typ)))
	}
	return h
}

func (e *Equivalence) hashInside(root *Op) insideHash {
	if in, ok := e.inside[root]; ok {
		return in
	}
	if e.inside == nil {
		e.inside = map[*Op]insideHash{}
	}
	var open []*Op // each before those inside of it
	Walk(root, func(o *Op) WalkAction {
		if _, known := e.inside[o]; known || o.NumRegions() == 0 {
			return Skip
		}
		open = append(open, o)
		return Advance
	})
	for i := len(open) - 1; i >= 0; i-- {
		e.inside[open[i]] = e.hashRegions(open[i])
	}
	return e.inside[root]
}

// hashRegions computes insideHash when those of the ops inside are known. The
// values used from outside are all that are used, less those defined inside:
// every use of these is inside.
func (e *Equivalence) hashRegions(o *Op) (in insideHash) {
	for _, r := range o.Regions() {
		in.shape = mix(in.shape, 1)
		for b := r.first; b != nil; b = b.next {
			in.shape = mix(in.shape, uint64(len(b.args)))
			for _, a := range b.args {
				in.outside -= a.hashUses()
			}
			for p := b.first; p != nil; p = p.next {
				in.shape = mix(in.shape, p.hashHead())
				for i := range p.uses() {
					in.outside += hashOf(p.uses()[i].val)
				}
				for i := range p.values() {
					in.outside -= p.values()[i].hashUses()
				}
				if p.NumRegions() > 0 {
					nested := e.inside[p]
					in.shape = mix(in.shape, nested.shape)
					in.outside += nested.outside
				}
			}
		}
	}
	return in
}

// hashUses is hashOf(v) as often as v is used.
func (v *Value) hashUses() (h uint64) {
	for u := v.uses; u != nil; u = u.next {
		h += hashOf(v)
	}
	return h
}

// Equal reports whether a and b are equivalent.
func (e *Equivalence) Equal(a, b *Op) bool {
	clear(e.values)
	clear(e.blocks)
	if !e.sameOp(a, b, true) {
		return false
	}
	if a.NumRegions() == 0 {
		return true
	}
	e.prepare()
	e.stack = append(e.stack[:0], pairFrame{a: a, b: b, region: -1})
	return e.comparePairs()
}

func (e *Equivalence) prepare() {
	if e.values == nil {
		e.values, e.blocks = map[*Value]*Value{}, map[*Block]*Block{}
	}
}

// comparePairs compares everything on the stack, pair by pair.
func (e *Equivalence) comparePairs() bool {
	for len(e.stack) > 0 {
		f := &e.stack[len(e.stack)-1]
		a, b := f.opA, f.opB
		if a == nil || b == nil {
			if a != b {
				return false
			}
			more, ok := e.nextBlocks(f)
			if !ok {
				return false
			}
			if !more {
				e.stack = e.stack[:len(e.stack)-1]
			}
			continue
		}
		f.opA, f.opB = a.next, b.next
		if !e.sameOp(a, b, false) {
			return false
		}
		for i := range a.values() {
			e.values[&a.values()[i]] = &b.values()[i]
		}
		if a.NumRegions() > 0 {
			e.stack = append(e.stack, pairFrame{a: a, b: b, region: -1})
		}
	}
	return true
}

// nextBlocks moves f on to the next pair of blocks; more is false when there is
// none, ok when the regions cannot be equal.
func (e *Equivalence) nextBlocks(f *pairFrame) (more, ok bool) {
	if f.ba != nil {
		f.ba, f.bb = f.ba.next, f.bb.next
	}
	for f.ba == nil {
		f.region++
		if f.region >= f.a.numRegionsOrNone() {
			return false, true
		}
		r, s := f.a.RegionAt(f.region), f.b.RegionAt(f.region)
		if !e.pairBlocks(r, s) {
			return false, false
		}
		f.ba, f.bb = r.first, s.first
	}
	f.opA, f.opB = f.ba.first, f.bb.first
	return true, true
}

// numRegionsOrNone is NumRegions, and none of no op.
func (o *Op) numRegionsOrNone() int {
	if o == nil {
		return 0
	}
	return o.NumRegions()
}

// pairBlocks notes which block of s stands for which of r.
func (e *Equivalence) pairBlocks(r, s *Region) bool {
	b, c := r.first, s.first
	for ; b != nil && c != nil; b, c = b.next, c.next {
		if !e.sameArgs(b, c) {
			return false
		}
		e.blocks[b] = c
	}
	return b == nil && c == nil
}

func (e *Equivalence) sameArgs(b, c *Block) bool {
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

// sameOp compares two ops without their regions; anyOrder says whether a
// Commutative op's operands may be swapped.
func (e *Equivalence) sameOp(a, b *Op, anyOrder bool) bool {
	if a.name != b.name || a.props != b.props || a.attrs != b.attrs ||
		a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() ||
		a.NumRegions() != b.NumRegions() || len(a.Successors()) != len(b.Successors()) {
		return false
	}
	for i := range a.values() {
		if a.values()[i].typ != b.values()[i].typ {
			return false
		}
	}
	if !e.sameOperands(a.uses(), b.uses(), anyOrder && a.NumOperands() >= 2 && a.Has(Commutative)) {
		return false
	}
	for i, s := range a.Successors() {
		if t := b.Successors()[i]; s != t && e.blocks[s] != t {
			return false
		}
	}
	return true
}

func (e *Equivalence) same(a, b *Value) bool { return a == b || e.values != nil && e.values[a] == b }

func (e *Equivalence) sameOperands(x, y []Use, anyOrder bool) bool {
	if anyOrder && x[0].val == y[1].val && x[1].val == y[0].val {
		x, y = x[2:], y[2:]
	}
	for i := range x {
		if !e.same(x[i].val, y[i].val) {
			return false
		}
	}
	return true
}
