package complete

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// refusals checks that an op with a verifier, or with an inference that can fail, refuses
// something: an op of the example with another operand, result, attribute, region or place.
// Whatever it is given, a verifier says what is wrong and does not panic.
func (p *inspection) refusals() {
	d := p.def
	if d.Verify == nil && d.VerifyRegions == nil && d.VerifySymbols == nil && d.Infer == nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			p.problem("OpDef.Verify and VerifyRegions: return an error for what structure and constraints allow; it panics: %v", r)
		}
	}()
	for _, o := range p.ops {
		m := &mutation{op: o, values: map[*ir.Type]*ir.Value{}}
		refused := m.any(ownRefusal)
		m.erase()
		if refused {
			return
		}
	}
	p.problem("OpDef.Example: let it hold an op that turns into one that the verifier, or the inference, refuses when an operand, a type, " +
		"an attribute, a region or the place is another one; else the verifier does not look at anything")
}

// ownRefusal reports whether what the op itself checks is wrong, not its declared structure.
func ownRefusal(o *ir.Op) bool {
	d := o.Def()
	if err := ir.VerifyOp(o); err != nil {
		says := func(own error) bool { return own != nil && strings.Contains(err.Error(), own.Error()) }
		switch {
		case ir.VerifyInputs(o) != nil && !says(inferred(o)):
			return false
		case says(inferred(o)), d.Infer != nil && strings.Contains(err.Error(), "inferred type"):
			return true
		}
		return d.Verify != nil && says(d.Verify(o)) || d.VerifyRegions != nil && says(d.VerifyRegions(o))
	}
	return d.VerifySymbols != nil && d.VerifySymbols(o, func(ref *ir.Attr) *ir.Op { return ir.LookupSymbol(o, ref) }) != nil
}

// inferred is what the inference says against the op.
func inferred(o *ir.Op) error {
	if o.Def().Infer == nil {
		return nil
	}
	_, err := ir.InferenceOf(o).Types()
	return err
}

// mutation makes an op another one for a moment.
type mutation struct {
	op     *ir.Op
	values map[*ir.Type]*ir.Value // of other types
}

// value is one of type t, made by an op that nobody knows.
func (m *mutation) value(t *ir.Type) *ir.Value {
	v := m.values[t]
	if v == nil {
		c := m.op.Context()
		o, err := ir.NewBuilder(c).Before(m.op).Create(&ir.OpState{Name: c.OpName("complete.value"), Results: []*ir.Type{t}})
		if err != nil {
			return nil
		}
		v = o.Result(0)
		m.values[t] = v
	}
	return v
}

func (m *mutation) erase() {
	for _, v := range m.values {
		v.Def().Erase()
	}
}

// any tries one change after the other, and takes each back, until one is found.
func (m *mutation) any(found func(*ir.Op) bool) bool {
	return m.operands(found) || m.results(found) || m.attributes(found) || m.regions(found) || m.place(found)
}

// place moves the op into one that nobody knows.
func (m *mutation) place(found func(*ir.Op) bool) bool {
	o, c := m.op, m.op.Context()
	if o.Block() == nil {
		return false
	}
	inner := &ir.Block{}
	r := &ir.Region{}
	r.Append(inner)
	marker := ir.NewBuilder(c).Before(o)
	outer, err := marker.Create(&ir.OpState{Name: c.OpName("complete.place"), Regions: []*ir.Region{r}})
	if err != nil {
		return false
	}
	end, err := ir.NewBuilder(c).AtEnd(inner).Create(&ir.OpState{Name: c.OpName("complete.end")})
	if err != nil {
		return false
	}
	o.MoveBefore(end)
	end.MoveBefore(o) // as a terminator, it ends the block there, too
	ok := found(o)
	o.MoveBefore(outer)
	outer.Erase()
	return ok
}

func (m *mutation) operands(found func(*ir.Op) bool) bool {
	o := m.op
	before := o.Operands()
	defer o.SetOperands(before)
	for i, v := range before {
		for _, t := range otherTypes(o.Context(), v.Type()) {
			if w := m.value(t); w != nil {
				o.SetOperand(i, w)
				if found(m.op) {
					return true
				}
			}
		}
		o.SetOperand(i, v)
	}
	if len(before) == 0 {
		return false
	}
	for _, list := range [][]*ir.Value{before[1:], before[:len(before)-1], append(slices.Clone(before), before[0])} {
		o.SetOperands(list)
		if found(m.op) {
			return true
		}
	}
	return false
}

func (m *mutation) results(found func(*ir.Op) bool) bool {
	for _, v := range m.op.Results() {
		before := v.Type()
		for _, t := range otherTypes(m.op.Context(), before) {
			v.SetType(t)
			ok := found(m.op)
			v.SetType(before)
			if ok {
				return true
			}
		}
	}
	o := m.op
	if o.NumResults() == 0 || o.Block() == nil || o.NumRegions() > 0 || len(o.Successors()) > 0 {
		return false
	}
	fewer, err := ir.NewBuilder(o.Context()).Before(o).Create(&ir.OpState{
		Name: o.Context().OpName(o.Name()), Operands: o.Operands(), Results: o.ResultTypes()[1:], Attrs: o.Props().Entries(),
	})
	if err != nil {
		return false
	}
	ok := found(fewer)
	fewer.Erase()
	return ok
}

func (m *mutation) attributes(found func(*ir.Op) bool) bool {
	o := m.op
	before, discardable := o.Props(), o.Attrs()
	defer func() {
		o.SetProps(before)
		o.SetAttrs(discardable)
	}()
	for _, a := range o.Def().Attrs {
		for _, v := range otherAttrs(o.Context(), o.Attr(a.Name)) {
			o.SetAttr(a.Name, v)
			ok := found(m.op)
			o.SetProps(before)
			if ok {
				return true
			}
		}
	}
	return false
}

// regions changes what blocks in regions get, and what they hand over.
func (m *mutation) regions(found func(*ir.Op) bool) bool {
	for _, r := range m.op.Regions() {
		if r.Empty() {
			continue
		}
		b := r.First()
		if end := b.Last(); end != nil && end.Has(ir.Terminator) {
			inner := &mutation{op: end, values: map[*ir.Type]*ir.Value{}}
			ok := inner.operands(func(*ir.Op) bool { return found(m.op) })
			inner.erase()
			if ok {
				return true
			}
		}
		for _, a := range b.Args() {
			before := a.Type()
			for _, t := range otherTypes(m.op.Context(), before) {
				a.SetType(t)
				ok := found(m.op)
				a.SetType(before)
				if ok {
					return true
				}
			}
		}
		b.AddArg(m.op.Context().I32(), 0)
		ok := found(m.op)
		b.RemoveArg(b.NumArgs() - 1)
		if ok {
			return true
		}
	}
	return false
}

// otherTypes are types that differ from t in their elements, in an extent, or in everything.
func otherTypes(c *ir.Context, t *ir.Type) []*ir.Type {
	elems := []*ir.Type{c.Bool(), c.I32(), c.F32(), c.Float("f64"), c.Int(8, ir.Unsigned), c.Int(16, ir.Signless), c.Index()}
	list := append(slices.Clone(elems), c.Tensor(nil, c.F32()), c.Tensor([]int64{7}, c.I32()))
	if t.IsShaped() && t.HasRank() {
		for _, e := range elems {
			list = append(list, c.WithElem(t, e))
		}
		shape := t.Shape()
		for d := range shape {
			other := slices.Clone(shape)
			other[d]++
			list = append(list, c.WithShape(t, other))
		}
		list = append(list, c.WithShape(t, append(slices.Clone(shape), 3)), c.WithShape(t, nil))
	}
	return slices.DeleteFunc(list, func(u *ir.Type) bool { return u == t })
}

// otherAttrs are attributes that an op might have in the place of a; nil for none.
func otherAttrs(c *ir.Context, a *ir.Attr) []*ir.Attr {
	list := []*ir.Attr{
		c.I64Attr(-1), c.I64Attr(99), c.IntAttr(c.I32(), 99), c.I64Array(nil), c.I64Array([]int64{-1}), c.I64Array([]int64{99, 99}), c.IntArray(c.I32(), []int64{-1}), c.StringAttr("nothing"),
		c.Symbol("nobody"), c.TypeAttr(c.I32()), c.TypeAttr(c.F32()), c.TypeAttr(c.Tensor([]int64{7}, c.F32())), nil,
	}
	if a != nil && a.Is(ir.DenseArrayAttr) {
		for i := range a.Ints() {
			other := slices.Clone(a.Ints())
			other[i] += 99
			list = append(list, c.I64Array(other))
		}
	}
	return list
}
