package ir

import "unsafe"

// Value is an SSA value: a result of an op or an argument of a block. It heads
// the intrusive list of its uses.
type Value struct {
	typ *Type
	// owner is the *Op whose result v is, or the *Block whose argument it is; nil
	// for a value that stands in for one to come.
	owner unsafe.Pointer
	uses  *Use
	index int32 // among the results, or the complement of that among the arguments
	// loc is the location of a block argument. A result has its op's location
	// and keeps here what SetNumber puts.
	loc Loc
}

// Use is one operand of one op, linked into the list of its value's uses.
type Use struct {
	val        *Value
	owner      *Op
	next, prev *Use
}

func (v *Value) Type() *Type     { return v.typ }
func (v *Value) SetType(t *Type) { v.typ = t }

// Def is the op that v is a result of, or nil for a block argument.
func (v *Value) Def() *Op {
	if v.index < 0 {
		return nil
	}
	return (*Op)(v.owner)
}

// Index of v among the results of its op or the arguments of its block.
func (v *Value) Index() int {
	if v.index < 0 {
		return int(^v.index)
	}
	return int(v.index)
}

// IsArg reports whether v is a block argument.
func (v *Value) IsArg() bool { return v.Def() == nil }

// Block is the block that defines v.
func (v *Value) Block() *Block {
	if v.index < 0 {
		return (*Block)(v.owner)
	}
	if v.owner == nil {
		return nil
	}
	return (*Op)(v.owner).block
}

// Loc is where v was defined.
func (v *Value) Loc() Loc {
	if o := v.Def(); o != nil {
		return o.loc
	}
	return v.loc
}

// SetLoc sets the location of a block argument.
func (v *Value) SetLoc(l Loc) {
	if v.IsArg() {
		v.loc = l
	}
}

// Number is what SetNumber last put on an op's result.
func (v *Value) Number() uint32 { return uint32(v.loc) }

// SetNumber leaves a number on an op's result: scratch space for whoever lists
// all values of some IR, such as a printer, and cheaper than a map. It means
// nothing to anybody else and must not be relied on across calls. Arguments
// have none; number their blocks.
func (v *Value) SetNumber(n uint32) {
	if !v.IsArg() {
		v.loc = Loc(n)
	}
}

// FirstUse is the head of the use list; walk it with Use.Next.
func (v *Value) FirstUse() *Use { return v.uses }

func (v *Value) HasUses() bool   { return v.uses != nil }
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// Users are the ops that use v, one entry per use, in no meaningful but a
// reproducible order.
func (v *Value) Users() []*Op {
	var ops []*Op
	for u := v.uses; u != nil; u = u.next {
		ops = append(ops, u.owner)
	}
	return ops
}

// ReplaceAllUsesWith makes every use of v a use of w.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w {
		return
	}
	for v.uses != nil {
		v.uses.Set(w)
	}
}

func (u *Use) Value() *Value { return u.val }
func (u *Use) Owner() *Op    { return u.owner }
func (u *Use) Next() *Use    { return u.next }

// Index is the operand number.
func (u *Use) Index() int {
	base := uintptr(unsafe.Pointer(unsafe.SliceData(u.owner.uses())))
	return int((uintptr(unsafe.Pointer(u)) - base) / unsafe.Sizeof(*u))
}

// Set makes the use refer to v.
func (u *Use) Set(v *Value) {
	u.unlink()
	u.link(v)
}

func (u *Use) link(v *Value) {
	u.val, u.prev = v, nil
	if v == nil {
		u.next = nil
		return
	}
	u.next = v.uses
	if v.uses != nil {
		v.uses.prev = u
	}
	v.uses = u
}

func (u *Use) unlink() {
	if u.val == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		u.val.uses = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.val, u.next, u.prev = nil, nil, nil
}
