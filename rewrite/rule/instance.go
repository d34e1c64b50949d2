package rule

import "github.com/tg-opt/tg/ir"

// Bound is a place of the left side of a rule in an Instance.
type Bound struct {
	// Value is what represented the class of the place.
	Value *ir.Value
	// Result is the result that a term matched there, nil where anything of the class will do.
	Result *ir.Value
	// Args are the operands of the op of Result.
	Args []*Bound
}

// Made is a place of the right side of a rule in an Instance.
type Made struct {
	// Value is what represented the class of a place where something of the left side stands
	// again, else nil.
	Value *ir.Value
	// Asked says which of the requests to the Maker, in their order, made the op or constant of
	// the place, and Result which result it is.
	Asked, Result int
	Args          []*Made
}

// Right is the right side, a place for each value that is replaced. Ops that are made once
// are one place.
func (i *Instance) Right() []*Made {
	r := &righter{known: map[*plan]*Made{}}
	list := make([]*Made, len(i.plans))
	for k, x := range i.plans {
		list[k] = r.place(x)
	}
	return list
}

// righter numbers requests as Make makes them.
type righter struct {
	known map[*plan]*Made
	asked int
}

func (r *righter) place(x operand) *Made {
	p := x.from
	if p.value != nil {
		return &Made{Value: p.value}
	}
	made := r.known[p]
	if made == nil {
		made = &Made{}
		for _, a := range p.args {
			made.Args = append(made.Args, r.place(a))
		}
		made.Asked = r.asked
		r.asked++
		if p.konst == nil {
			r.known[p] = made
		}
	}
	if made.Result != x.result {
		return &Made{Asked: made.Asked, Result: x.result, Args: made.Args}
	}
	return made
}

// bindings are the places of the left side of the match that was found.
func (m *match) bindings() []*Bound {
	b := &binder{match: m}
	list := make([]*Bound, len(m.rule.left))
	for k, t := range m.rule.left {
		result := m.roots[k].Result(t.result)
		list[k] = b.op(t, result, m.classOf(result))
	}
	return list
}

// binder lists what a match has bound. It meets ops in brackets in the order of the match.
type binder struct {
	*match
	met int // ops in brackets
}

// op is the place of an op term that matched a result.
func (b *binder) op(t *term, result, v *ir.Value) *Bound {
	o := result.Def()
	place := &Bound{Value: v, Result: result, Args: make([]*Bound, o.NumOperands())}
	swap := t.turns(o) && !b.fits(t, o)
	for i, a := range t.args {
		switch {
		case a.kind == restTerm:
			for j := i; j < o.NumOperands(); j++ {
				place.Args[j] = &Bound{Value: o.Operand(j)}
			}
		case a.kind == eachTerm:
			for j := i; j < o.NumOperands(); j++ {
				place.Args[j] = b.item(a.args[b.choices[a.list.id][j-i]], o.Operand(j))
			}
		case swap && i < 2:
			place.Args[1-i] = b.arg(a, o.Operand(1-i))
		default:
			place.Args[i] = b.arg(a, o.Operand(i))
		}
	}
	return place
}

// fits reports whether the first two operands of o were matched in the order of the text.
func (b *binder) fits(t *term, o *ir.Op) bool {
	for i, a := range t.args[:2] {
		v := o.Operand(i)
		switch a.kind {
		case variableTerm:
			if b.vars[a.variable] != v {
				return false
			}
		case opTerm, numberTerm:
			if r := b.matched[a.id]; r == nil || b.classOf(r) != v {
				return false
			}
		}
	}
	return true
}

// arg is the place of an operand v that a term matched.
func (b *binder) arg(t *term, v *ir.Value) *Bound {
	switch t.kind {
	case numberTerm:
		return b.number(b.matched[t.id], v)
	case opTerm:
		return b.op(t, b.matched[t.id], v)
	}
	return &Bound{Value: v}
}

// number is the place of a constant, or of an op all of whose elements are one.
func (b *binder) number(result, v *ir.Value) *Bound {
	place := &Bound{Value: v, Result: result}
	if o := result.Def(); o != nil {
		for _, w := range o.Operands() {
			if w.Def() == nil {
				place.Args = append(place.Args, &Bound{Value: w})
				continue
			}
			place.Args = append(place.Args, b.number(w, b.classOf(w)))
		}
	}
	return place
}

// item is the place of an operand v that an alternative of a list matched.
func (b *binder) item(t *term, v *ir.Value) *Bound {
	switch t.kind {
	case numberTerm:
		return b.number(b.numbered(t, v), v)
	case opTerm:
		o := b.inner[b.met]
		b.met++
		place := &Bound{Value: v, Result: o.Result(t.result), Args: make([]*Bound, o.NumOperands())}
		for i, w := range o.Operands() {
			if i < len(t.args) && !t.args[i].many() {
				place.Args[i] = b.item(t.args[i], w)
			} else {
				place.Args[i] = &Bound{Value: w}
			}
		}
		return place
	}
	return &Bound{Value: v}
}
