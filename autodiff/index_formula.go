package autodiff

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// formula is a copy of the body of a compute as a block of ops on single elements: what depends on
// the point, or on what is differentiated by, are its arguments.
type formula struct {
	te.Compute
	block  *ir.Block
	reads  []*reading // elements that may vary, in the order of the body
	stands map[*ir.Value]*reading
	values map[*ir.Value]*ir.Value // of the body
}

// reading is what an argument of a formula stands for: an element of a tensor, or a value of rank 0
// from outside; or else the op te.index or te.guard.
type reading struct {
	arg, tensor *ir.Value
	at          []*ir.AffineExpr // over the axes, and values as symbols
	values      []*ir.Value      // of the formula
	guard       affine.Guard
	seed        bool   // it is a cotangent of a result
	op          *ir.Op // te.index or te.guard
}

// newFormula copies the body of a compute.
func (m *Maker) newFormula(c te.Compute) *formula {
	f := &formula{Compute: c, block: &ir.Block{}, stands: map[*ir.Value]*reading{}, values: map[*ir.Value]*ir.Value{}}
	b := ir.NewBuilder(m.Ctx).AtEnd(f.block)
	body := c.Body()
	for o := body.First(); o != nil; o = o.Next() {
		r, isRead := te.AsRead(o)
		for i, x := range o.Operands() {
			if f.values[x] == nil && x.Block() != body && m.active.has(x) && !(isRead && i == 0) {
				r := &reading{arg: f.block.AddArg(x.Type(), x.Loc()), tensor: x}
				f.stand(r)
				f.reads = append(f.reads, r)
				f.values[x] = r.arg
			}
		}
		if isRead {
			f.read(m, b, r)
			continue
		}
		if name := o.Name(); name == "te.index" || name == "te.guard" {
			r := &reading{arg: f.block.AddArg(o.Result(0).Type(), o.Loc()), op: o}
			f.stand(r)
			f.values[o.Result(0)] = r.arg
			continue
		}
		b.Clone(o, f.values)
	}
	return f
}

func (f *formula) stand(r *reading) { f.stands[r.arg] = r }

// read copies a read: the element, and where it is not always read a choice.
func (f *formula) read(m *Maker, b *ir.Builder, o te.Read) {
	r := &reading{arg: f.block.AddArg(o.Result(0).Type(), o.Loc()), tensor: o.Tensor(), at: o.Map().Results}
	for _, v := range o.Values() {
		r.values = append(r.values, throughMap([]*ir.Value{v}, f.values)[0])
	}
	f.stand(r)
	f.reads = append(f.reads, r)
	f.values[o.Result(0)] = r.arg
	if o.Guard() == nil {
		return
	}
	r.guard = affine.GuardOf(o.Guard())
	if o.Else() == nil {
		return
	}
	holds := &reading{arg: f.block.AddArg(m.Ctx.Tensor(nil, m.Ctx.Bool()), o.Loc()), op: o.Op}
	f.stand(holds)
	otherwise := throughMap([]*ir.Value{o.Else()}, f.values)[0]
	choice := b.OpWithTypes(m.e.def("tg.select"), o.Loc(), []*ir.Type{r.arg.Type()}, []*ir.Value{holds.arg, r.arg, otherwise})
	f.values[o.Result(0)] = choice.Result(0)
}

// drop erases the formula, which nothing else uses.
func (f *formula) drop() {
	for o := f.block.Last(); o != nil; o = f.block.Last() {
		o.Erase()
	}
}

// isComputed reports whether an element of the body varies, and is none of a tensor.
func (f *formula) isComputed(m *Maker, x *ir.Value) bool {
	y := throughMap([]*ir.Value{x}, f.values)[0]
	if f.readOf(y) != nil {
		return false
	}
	v := &varying{varied: varied{}, e: m.e}
	for _, r := range f.reads {
		if m.active.has(r.tensor) {
			v.mark(r.arg, nil)
		}
	}
	v.block(f.block)
	return v.has(y)
}

// readOf is what an element of the formula reads; nil if it is computed.
func (f *formula) readOf(x *ir.Value) *reading {
	if r := f.stands[x]; r != nil && r.op == nil && !r.seed {
		return r
	}
	return nil
}

// seeds adds arguments for the cotangents of the results: nil for those that are not wanted.
func (f *formula) seeds(m *Maker, g []*ir.Value) []*ir.Value {
	list := make([]*ir.Value, len(g))
	var at []*ir.AffineExpr
	for i, a := range f.Axes() {
		at = append(at, affine.Sub(affine.Dim(i), affine.Const(a.Lower)))
	}
	for i, ct := range g {
		if ct != nil {
			r := &reading{arg: f.block.AddArg(m.Ctx.Tensor(nil, ct.Type().Elem()), m.Loc), tensor: ct, at: at, seed: true}
			f.stand(r)
			list[i] = r.arg
		}
	}
	return list
}

// emission writes elements of a formula into the body of another compute.
type emission struct {
	f    *formula
	b    *te.Body
	dims []*ir.AffineExpr // the axes of the formula, over those of the compute; nil for the same
	axes int              // of the compute
	// where is a guard of the compute, outside of which nothing may be read, and space has its
	// axes: nil for everywhere.
	where affine.Guard
	space *affine.Space
	done  map[*ir.Value]*ir.Value
}

func (e *emission) all(list []*ir.Value) (out []*ir.Value) {
	for _, v := range list {
		out = append(out, e.value(v))
	}
	return out
}

// value is an element of the formula in the compute. It keeps a stack, since formulas are long.
func (e *emission) value(v *ir.Value) *ir.Value {
	if e.done == nil {
		e.done = map[*ir.Value]*ir.Value{}
	}
	for stack := []*ir.Value{v}; len(stack) > 0; {
		x := stack[len(stack)-1]
		if e.done[x] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		missing := e.missing(x)
		if len(missing) > 0 {
			stack = append(stack, missing...)
			continue
		}
		stack = stack[:len(stack)-1]
		switch r := e.f.stands[x]; {
		case r != nil:
			e.done[x] = e.argument(r)
		case x.Block() == e.f.block:
			e.b.Clone(x.Def(), e.done)
		default:
			e.done[x] = x
		}
	}
	return e.done[v]
}

// missing are the values that x is made of and that the compute has not yet, the last one first.
func (e *emission) missing(x *ir.Value) (list []*ir.Value) {
	need := []*ir.Value(nil)
	if r := e.f.stands[x]; r != nil {
		need = r.values
	} else if x.Block() == e.f.block {
		need = x.Def().Operands()
	}
	for i := len(need) - 1; i >= 0; i-- {
		if e.done[need[i]] == nil {
			list = append(list, need[i])
		}
	}
	return list
}

func (e *emission) expr(x *ir.AffineExpr) *ir.AffineExpr {
	if e.dims != nil {
		x = affine.Substitute(x, e.dims, nil)
	}
	if e.space != nil {
		x, _ = e.space.Simplify(x)
	}
	return x
}

func (e *emission) guard(g affine.Guard) affine.Guard {
	if e.dims != nil {
		g = g.Substitute(e.dims, nil)
	}
	return g
}

// argument makes what an argument of the formula stands for.
func (e *emission) argument(r *reading) *ir.Value {
	switch {
	case r.op != nil && r.op.Name() == "te.index":
		return e.b.Index(e.expr(r.op.Attr(te.MapAttr).AffineMap().Results[0]), r.arg.Type().Elem())
	case r.op != nil:
		return e.b.Guard(e.guard(affine.GuardOf(r.op.Attr(te.GuardAttr).IntegerSet())).Set(e.axes, 0))
	case r.tensor.Type().Rank() == 0 && len(r.guard) == 0:
		return r.tensor
	}
	var at []*ir.AffineExpr
	guard := affine.And(e.where, e.guard(r.guard))
	for d, x := range r.at {
		x = e.expr(x)
		at = append(at, x)
		if n := r.tensor.Type().Shape()[d]; e.space != nil && n != ir.Dynamic && len(r.values) == 0 {
			guard = affine.And(guard, affine.Between(x, affine.Below(n)))
		}
	}
	var set *ir.IntegerSet
	if e.space != nil {
		guard, _ = e.space.SimplifyGuard(guard)
	}
	if len(guard) > 0 {
		set = guard.Set(e.axes, 0)
	}
	return e.b.ReadWith(r.tensor, at, e.all(r.values), set, nil)
}
