package ir

import "strconv"

// Which operands and results of an op have one element type follows from its
// declaration: those of SameTypes, those of one constraint, and those of one
// group. It is where an element type that nobody states is taken from. An op may
// have ways around it, as a contraction that is asked for another type of result
// has: Infer and Verify have the last word.

// In declares that a has one element type with everything in a group.
func (a ArgDef) In(group string) ArgDef {
	a.Elems = func(int, int) string { return group }
	return a
}

// Own declares that no other operand or result says what the elements of a are.
func (a ArgDef) Own() ArgDef { return a.In("") }

// Each declares of a variadic a that each of its values has one element type with
// the value of the same number of everything else in a group.
func (a ArgDef) Each(group string) ArgDef {
	a.Elems = func(i, _ int) string { return group + strconv.Itoa(i) }
	return a
}

// OperandDef is the declaration of operand i; nil if there is none. Operands in
// groups of any size are not told apart.
func (d *OpDef) OperandDef(i int) *ArgDef { return argDef(d.Operands, i) }

// ResultDef is OperandDef for results.
func (d *OpDef) ResultDef(i int) *ArgDef { return argDef(d.Results, i) }

func argDef(list []ArgDef, i int) *ArgDef {
	switch n := len(list); {
	case i < n:
		return &list[i]
	case n > 0 && list[n-1].Count == Any:
		return &list[n-1]
	}
	return nil
}

// OperandElems names the operands and results that have one element type with
// operand i of n; it is empty if there are none.
func (d *OpDef) OperandElems(i, n int) string { return d.elems(d.Operands, i, n) }

// ResultElems is OperandElems for result i of n.
func (d *OpDef) ResultElems(i, n int) string { return d.elems(d.Results, i, n) }

func (d *OpDef) elems(list []ArgDef, i, n int) string {
	a := argDef(list, i)
	switch {
	case a == nil:
		return ""
	case d.Has(SameTypes):
		return "same"
	case a.Elems == nil:
		return a.Type.Desc
	}
	first := min(i, len(list)-1)
	return a.Elems(i-first, n-first)
}

// OnlyElem is the element type that a constraint leaves no choice of, among
// those that programs use; nil if there is a choice.
func (t TypeConstraint) OnlyElem(c *Context) *Type {
	var only *Type
	for _, e := range [...]*Type{
		c.Bool(), c.Int(8, Signless), c.I32(), c.I64(), c.Int(8, Unsigned), c.Int(64, Unsigned), c.Index(), c.Float("f16"), c.F32(), c.F64(),
	} {
		switch {
		case !t.Ok(e) && !t.Ok(c.Tensor(nil, e)) && !t.Ok(c.Tensor([]int64{Dynamic}, e)):
		case only != nil:
			return nil
		default:
			only = e
		}
	}
	return only
}
