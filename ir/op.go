package ir

import (
	"slices"
	"unsafe"
)

// Op is an operation. Its operands and results are windows of slabs.
type Op struct {
	name        *OpName
	block       *Block
	prev, next  *Op
	firstUse    *Use    // of operandCount, its operands
	firstResult *Value  // of resultCount
	props       *Attr   // inherent attributes: a dictionary, or nil
	attrs       *Attr   // discardable attributes: a dictionary, or nil
	rest        *opRest // what most ops lack
	loc         Loc
	// order is the position in block while block.ordered, below two marks.
	order uint32

	operandCount, resultCount uint32
}

type opRest struct {
	regions    []*Region
	successors []*Block
	edges      []Edge // those to the successors
}

func (o *Op) uses() []Use     { return unsafe.Slice(o.firstUse, o.operandCount) }
func (o *Op) values() []Value { return unsafe.Slice(o.firstResult, o.resultCount) }

func (o *Op) setUses(uses []Use) {
	o.firstUse, o.operandCount = unsafe.SliceData(uses), uint32(len(uses))
}

// Name is the full name, `dialect.op`.
func (o *Op) Name() string { return o.name.Name }

// OpName is the interned name.
func (o *Op) OpName() *OpName { return o.name }

// Def is the definition of a registered op, or nil.
func (o *Op) Def() *OpDef { return o.name.Def }

// Is reports whether o is an instance of d.
func (o *Op) Is(d *OpDef) bool { return o != nil && o.name.Def == d }

// Has reports whether o is registered with trait t.
func (o *Op) Has(t Trait) bool { return o.name.Def != nil && o.name.Def.Traits&t != 0 }

func (o *Op) Context() *Context { return o.name.ctx }
func (o *Op) Loc() Loc          { return o.loc }
func (o *Op) SetLoc(l Loc)      { o.loc = l }
func (o *Op) Block() *Block     { return o.block }
func (o *Op) Next() *Op         { return o.next }
func (o *Op) Prev() *Op         { return o.prev }

// Region is the region that contains o, or nil at top level.
func (o *Op) Region() *Region {
	if o.block == nil {
		return nil
	}
	return o.block.region
}

// Parent is the op whose region contains o, or nil.
func (o *Op) Parent() *Op {
	if r := o.Region(); r != nil {
		return r.parent
	}
	return nil
}

// ParentOf finds the nearest enclosing op that is an instance of d, or nil.
func (o *Op) ParentOf(d *OpDef) *Op {
	for p := o.Parent(); p != nil; p = p.Parent() {
		if p.Is(d) {
			return p
		}
	}
	return nil
}

// IsAncestorOf reports whether o is p or contains it.
func (o *Op) IsAncestorOf(p *Op) bool {
	for ; p != nil; p = p.Parent() {
		if p == o {
			return true
		}
	}
	return false
}

func (o *Op) NumOperands() int           { return int(o.operandCount) }
func (o *Op) Operand(i int) *Value       { return o.uses()[i].val }
func (o *Op) OperandUse(i int) *Use      { return &o.uses()[i] }
func (o *Op) NumResults() int            { return int(o.resultCount) }
func (o *Op) Result(i int) *Value        { return &o.values()[i] }
func (o *Op) SetOperand(i int, v *Value) { o.uses()[i].Set(v) }

// Operands are the operand values.
func (o *Op) Operands() []*Value {
	vs := make([]*Value, o.NumOperands())
	for i := range o.uses() {
		vs[i] = o.uses()[i].val
	}
	return vs
}

// Results are the result values.
func (o *Op) Results() []*Value {
	vs := make([]*Value, o.NumResults())
	for i := range o.values() {
		vs[i] = &o.values()[i]
	}
	return vs
}

// OperandTypes are the types of the operands.
func (o *Op) OperandTypes() []*Type {
	ts := make([]*Type, o.NumOperands())
	for i := range o.uses() {
		ts[i] = o.uses()[i].val.typ
	}
	return ts
}

// ResultTypes are the types of the results.
func (o *Op) ResultTypes() []*Type {
	ts := make([]*Type, o.NumResults())
	for i := range o.values() {
		ts[i] = o.values()[i].typ
	}
	return ts
}

// SetOperands replaces the whole operand list.
func (o *Op) SetOperands(vs []*Value) {
	for i := range o.uses() {
		o.uses()[i].unlink()
	}
	if len(vs) > o.NumOperands() {
		o.setUses(make([]Use, len(vs)))
	}
	o.setUses(o.uses()[:len(vs)])
	for i, v := range vs {
		o.uses()[i].owner = o
		o.uses()[i].link(v)
	}
}

// HasUses reports whether any result is used.
func (o *Op) HasUses() bool {
	for i := range o.values() {
		if o.values()[i].uses != nil {
			return true
		}
	}
	return false
}

func (o *Op) NumRegions() int { return len(o.Regions()) }

// Regions of the op; the caller must not change the slice.
func (o *Op) Regions() []*Region {
	if o.rest == nil {
		return nil
	}
	return o.rest.regions
}

// RegionAt is region i.
func (o *Op) RegionAt(i int) *Region { return o.rest.regions[i] }

// Successors are the blocks a terminator may branch to.
func (o *Op) Successors() []*Block {
	if o.rest == nil {
		return nil
	}
	return o.rest.successors
}

// Props is the dictionary of inherent attributes, or nil.
func (o *Op) Props() *Attr { return o.props }

// Attrs is the dictionary of discardable attributes, or nil.
func (o *Op) Attrs() *Attr { return o.attrs }

// SetProps replaces the inherent attributes; an empty dictionary becomes nil.
func (o *Op) SetProps(d *Attr) { o.props = nilIfEmpty(d) }

// SetAttrs replaces the discardable attributes; an empty dictionary becomes nil.
func (o *Op) SetAttrs(d *Attr) { o.attrs = nilIfEmpty(d) }

func nilIfEmpty(d *Attr) *Attr {
	if d != nil && len(d.Entries()) == 0 {
		return nil
	}
	return d
}

// Attr is the attribute of that name, inherent or discardable, or the default
// that the op's definition gives it, or nil.
func (o *Op) Attr(name string) *Attr {
	if a := o.props.Get(name); a != nil {
		return a
	}
	if a := o.attrs.Get(name); a != nil {
		return a
	}
	if d := o.name.Def; d != nil {
		return d.defaultAttr(o.name.ctx, name)
	}
	return nil
}

// SetAttr sets, or with a nil value removes, an attribute: an inherent one when
// the op's definition declares the name, a discardable one otherwise. To set
// an attribute to its default is to remove it.
func (o *Op) SetAttr(name string, a *Attr) {
	dict := &o.attrs
	if o.props.Get(name) != nil || o.name.Def != nil && o.name.Def.AttrDef(name) != nil {
		dict = &o.props
	}
	if d := o.name.Def; d != nil && d.IsDefault(o.name.ctx, name, a) {
		a = nil
	}
	if (*dict).Get(name) == a {
		return
	}
	entries := slices.Clone((*dict).Entries())
	i := slices.IndexFunc(entries, func(e NamedAttr) bool { return e.Name == name })
	if i >= 0 {
		entries[i].Value = a
	} else {
		entries = append(entries, NamedAttr{name, a})
	}
	*dict = nilIfEmpty(o.name.ctx.Dict(entries))
}

// Detach takes o out of its block; its operands and results stay linked.
func (o *Op) Detach() {
	b := o.block
	if b == nil {
		return
	}
	if o.prev != nil {
		o.prev.next = o.next
	} else {
		b.first = o.next
	}
	if o.next != nil {
		o.next.prev = o.prev
	} else {
		b.last = o.prev
	}
	o.prev, o.next, o.block = nil, nil, nil
}

// Erase takes o and everything in its regions out of the IR. Its results must
// have no uses outside of it. All blocks are empty then: ops are allocated
// together, so that each may stay in memory, and would keep all that it leads to.
func (o *Op) Erase() {
	o.Detach()
	o.DropAllReferences()
	if o.NumRegions() == 0 {
		return
	}
	WalkPost(o, func(p *Op) { p.Detach() })
}

// DropAllReferences unlinks the operands of o and of every op inside it, and
// clears successors, so that a group of ops that refer to each other can be
// erased in any order. The walk keeps its own stack: nesting is data.
func (o *Op) DropAllReferences() {
	for stack := []*Op{o}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range p.uses() {
			p.uses()[i].unlink()
		}
		for _, r := range p.Regions() {
			for b := r.first; b != nil; b = b.next {
				for q := b.first; q != nil; q = q.next {
					stack = append(stack, q)
				}
			}
		}
		if p.rest != nil {
			p.dropSuccessors()
		}
	}
}

// MoveBefore moves o in front of p.
func (o *Op) MoveBefore(p *Op) {
	o.Detach()
	p.block.InsertBefore(o, p)
}

// Mark is a bit that whoever works on some IR may leave on its ops, under the
// same terms as Value.SetNumber: it must be gone when the work is done.
type Mark uint32

const (
	MarkA Mark = 1 << 31
	MarkB Mark = 1 << 30

	markBits = uint32(MarkA | MarkB)
)

// Marked reports whether o bears m.
func (o *Op) Marked(m Mark) bool { return o.order&uint32(m) != 0 }

// SetMark puts m on o.
func (o *Op) SetMark(m Mark) { o.order |= uint32(m) }

// ClearMark takes m from o.
func (o *Op) ClearMark(m Mark) { o.order &^= uint32(m) }

// IsBefore reports whether o comes before p in the block that holds both.
func (o *Op) IsBefore(p *Op) bool {
	if !o.block.ordered {
		o.block.renumber()
	}
	return o.order&^markBits < p.order&^markBits
}
