package convert

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// ToStableHLO is filled by the ops of tg: it makes in StableHLO, or where that has
// no name for it in CHLO, what o computes, and tells the rewriter which values
// stand for the results of o. Writes and the functions after it make the values of
// this slot. Ops are made by name, because these dialects are defined by what they
// become in tg.
var ToStableHLO = ir.NewSlot[Translation]("conversion to StableHLO")

// ToStableHLOBody translates the region of a function out of tg; ops of other
// dialects stay as they are. The error is a *ir.Diag at the first op that cannot
// be said. What is decomposed gets its functions from d.
func ToStableHLOBody(b *ir.Builder, body *ir.Region, d *Decompositions) (*ir.Region, error) {
	if err := checkWhole(body); err != nil {
		return nil, err
	}
	c := newRewriter(b, "StableHLO", ToStableHLO.Get)
	c.decompositions = d
	c.Keeps = func(o *ir.Op) bool { return o.OpName().Dialect != "tg" }
	return c.Region(body)
}

// checkWhole fails for a tuple or a token next to ops of tg, which have neither.
func checkWhole(body *ir.Region) (err error) {
	ir.Walk(body.Parent(), func(o *ir.Op) ir.WalkAction {
		types := slices.Concat(o.OperandTypes(), o.ResultTypes())
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				for _, a := range b.Args() {
					types = append(types, a.Type())
				}
			}
		}
		if HasParts(types) {
			err = ir.Errorf(o.Loc(), "'%s' op cannot be converted to StableHLO: it has a tuple or a token next to ops of tg, which know neither", o.Name())
			return ir.Stop
		}
		return ir.Advance
	})
	return err
}

// Writer writes an op in StableHLO. The first error is kept: nothing is made after
// it, and values are nil.
type Writer struct {
	*Rewriter
	op   *ir.Op // what is written
	made map[*ir.Op]bool
	err  error
}

// Writes is the value of ToStableHLO for an op with one result, which the function
// returns, given the translated operands.
func Writes(f func(w *Writer, o *ir.Op, x []*ir.Value) *ir.Value) ir.SlotValue {
	return WritesAll(func(w *Writer, o *ir.Op, x []*ir.Value) []*ir.Value { return []*ir.Value{f(w, o, x)} })
}

// WritesAll is Writes for any number of results.
func WritesAll(f func(w *Writer, o *ir.Op, x []*ir.Value) []*ir.Value) ir.SlotValue {
	return ToStableHLO.Of(func(c *Rewriter, o *ir.Op) error {
		w := &Writer{Rewriter: c, op: o, made: map[*ir.Op]bool{}}
		x := c.Operands(o)
		if c.missing {
			return c.errMissing()
		}
		w.checkTypes(o)
		x = w.apart(o, x)
		values := f(w, o, x)
		if w.err != nil {
			return w.err
		}
		return w.finish(values)
	})
}

// Unsayable is the value of ToStableHLO for an op that StableHLO has no words for;
// why is the rest of a sentence behind a colon.
func Unsayable(why string) ir.SlotValue {
	return ToStableHLO.Of(func(c *Rewriter, _ *ir.Op) error { return c.unable("%s", why) })
}

// finish makes values stand for the results, and hands the op of the first one
// that was made for it the discardable attributes.
func (w *Writer) finish(values []*ir.Value) error {
	for i, v := range values {
		if got, want := v.Type(), w.op.Result(i).Type(); got != want {
			return w.unable("result #%d would have type '%s', not '%s'", i, got, want)
		}
		w.Map(w.op.Result(i), v)
	}
	for _, v := range values {
		if w.made[v.Def()] {
			w.annotate(v.Def())
			return nil
		}
	}
	if len(values) == 0 {
		for n := range w.made { // the only one
			w.annotate(n)
		}
	}
	return nil
}

// annotate hands n the discardable attributes, besides those that it has.
func (w *Writer) annotate(n *ir.Op) {
	own := n.Attrs()
	w.Annotate(w.op, n)
	for _, e := range own.Entries() {
		n.SetAttr(e.Name, e.Value)
	}
}

// checkTypes fails for element types that StableHLO lacks.
func (w *Writer) checkTypes(o *ir.Op) {
	for _, t := range slices.Concat(o.OperandTypes(), o.ResultTypes()) {
		if t.IsTensor() && !saysElement(t.Elem()) {
			hint := ""
			if t.Elem().IsIndex() {
				hint = "; convert them to i64"
			}
			w.Fail("there are no tensors of '%s' there%s", t.Elem(), hint)
			return
		}
	}
}

// saysElement reports whether the specification of StableHLO has tensors of e.
func saysElement(e *ir.Type) bool {
	switch {
	case e.IsBool():
		return true
	case e.IsInteger():
		return e.Signedness() != ir.Signed && slices.Contains([]int{2, 4, 8, 16, 32, 64}, e.Width())
	case e.IsFloat():
		return e.Width() <= 64
	case e.IsComplex():
		return e.Elem().IsFloat() && (e.Elem().Width() == 32 || e.Elem().Width() == 64)
	}
	return !e.IsIndex()
}

// Recompute is the attribute of an op that computes again, on purpose, what is
// known already.
const Recompute = "tg.recompute"

// apart puts a barrier before the operands of an op that computes again what is
// known already: another compiler would merge it with the first one. What is
// itself computed again, or behind a barrier, is apart already.
func (w *Writer) apart(o *ir.Op, x []*ir.Value) []*ir.Value {
	if o.Attrs().Get(Recompute) == nil {
		return x
	}
	x = slices.Clone(x)
	for i, v := range o.Operands() {
		if d := v.Def(); d != nil && (d.Attrs().Get(Recompute) != nil || d.Has(ir.Opaque)) {
			continue
		}
		x[i] = w.Op("stablehlo.optimization_barrier", x[i].Type(), x[i:i+1])
	}
	return x
}

// Sequential is the attribute of a reduction whose elements are combined one after
// the other, although its region is one that tg has a keyword for: a keyword adds
// in another order.
const Sequential = "tg.sequential"

// Algorithm is the attribute of a convolution that says how tg computes it, where that rounds
// otherwise.
const Algorithm = "tg.algorithm"

// Fail keeps an error: a sentence about what StableHLO cannot say.
func (w *Writer) Fail(format string, args ...any) {
	if w.err == nil {
		w.err = w.unable(format, args...)
	}
}

// Failed reports whether there has been an error.
func (w *Writer) Failed() bool { return w.err != nil }

// Op makes an op with one result of type t.
func (w *Writer) Op(name string, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	if o := w.Make(name, []*ir.Type{t}, operands, nil, attrs...); o != nil {
		return o.Result(0)
	}
	return nil
}

// Make makes an op; nil after an error.
func (w *Writer) Make(name string, results []*ir.Type, operands []*ir.Value, regions []*ir.Region, attrs ...ir.NamedAttr) *ir.Op {
	if w.err != nil {
		return nil
	}
	def := w.Ctx.LookupOp(name)
	if def == nil {
		w.Fail("there is no op '%s' in this context", name)
		return nil
	}
	n, err := w.Rewriter.Make(w.op, def, operands, results, regions, attrs...)
	if err != nil {
		w.err = err
		return nil
	}
	w.made[n] = true
	return n
}

// Body translates a region of the op.
func (w *Writer) Body(r *ir.Region) *ir.Region {
	if w.err != nil {
		return nil
	}
	out, err := w.Region(r)
	if err != nil {
		w.err = err
	}
	return out
}

// Function makes a region of arguments of the given types whose results are what f
// returns of them.
func (w *Writer) Function(args []*ir.Type, f func(x []*ir.Value) []*ir.Value) *ir.Region {
	return w.block(args, "stablehlo.return", f)
}

func (w *Writer) block(args []*ir.Type, end string, f func(x []*ir.Value) []*ir.Value) *ir.Region {
	if w.err != nil {
		return nil
	}
	point := *w.Builder
	defer func() { *w.Builder = point }()
	r, b := &ir.Region{}, &ir.Block{}
	r.Append(b)
	x := make([]*ir.Value, len(args))
	for i, t := range args {
		x[i] = b.AddArg(t, w.op.Loc())
	}
	w.AtEnd(b)
	results := f(x)
	if w.err == nil {
		_, w.err = w.Create(&ir.OpState{Name: w.Ctx.OpName(end), Loc: w.op.Loc(), Operands: results})
	}
	return r
}

// As writes what an op of that definition, attributes and result types would be
// written as; nil for types that are inferred. It is for ops with one result that
// are made of others.
func (w *Writer) As(def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	if w.err != nil {
		return nil
	}
	scratch := &ir.Block{}
	args := make([]*ir.Value, len(operands))
	for i, v := range operands {
		args[i] = scratch.AddArg(v.Type(), w.op.Loc())
		w.Map(args[i], v)
	}
	st := &ir.OpState{Name: w.Ctx.OpName(def.Name()), Loc: w.op.Loc(), Operands: args, Attrs: attrs}
	if t != nil {
		st.Results = []*ir.Type{t}
	}
	o, err := ir.NewBuilder(w.Ctx).AtEnd(scratch).Create(st)
	if err == nil {
		err = w.Rewriter.op(o)
	}
	if err != nil {
		w.err = err
		return nil
	}
	v := w.Value(o.Result(0))
	if v.Def() != nil && !slices.Contains(operands, v) {
		w.made[v.Def()] = true
	}
	return v
}

// Ints is a list of numbers as an attribute.
func (w *Writer) Ints(name string, v []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.Ctx.I64Array(v)}
}

// Int is a number as an attribute.
func (w *Writer) Int(name string, v int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.Ctx.I64Attr(v)}
}

// Bool is a truth value as an attribute.
func (w *Writer) Bool(name string, v bool) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.Ctx.BoolAttr(v)}
}

// Word is the attribute `#stablehlo<kind word>` under a name.
func (w *Writer) Word(name, kind, word string) ir.NamedAttr {
	return w.Record(name, kind, ir.NamedAttr{Name: "value", Value: w.Ctx.StringAttr(word)})
}

// Record is the attribute `#stablehlo.kind<...>` under a name. All fields are given,
// in the order of its definition.
func (w *Writer) Record(name, kind string, fields ...ir.NamedAttr) ir.NamedAttr {
	a := ir.NamedAttr{Name: name}
	d := w.Ctx.LookupDialect("stablehlo")
	if d == nil {
		w.Fail("there is no dialect 'stablehlo' in this context")
		return a
	}
	i := slices.IndexFunc(d.Attrs, func(def *ir.AttrDef) bool { return def.Name == "stablehlo."+kind })
	if i < 0 {
		w.Fail("there is no attribute 'stablehlo.%s' in this context", kind)
		return a
	}
	a.Value = w.Ctx.DialectAttr(d.Attrs[i], fields...)
	return a
}

// Constant is a constant.
func (w *Writer) Constant(value *ir.Attr) *ir.Value {
	if w.err != nil {
		return nil
	}
	return w.Op("stablehlo.constant", value.Type(), nil, ir.NamedAttr{Name: "value", Value: value})
}

// Stretch is v repeated to the extents of t, both fixed, as in NumPy: dimensions align at the
// last one, extent 1 stretches, and those that are missing are added in front.
func (w *Writer) Stretch(v *ir.Value, t *ir.Type) *ir.Value {
	if w.err != nil || slices.Equal(v.Type().Shape(), t.Shape()) {
		return v
	}
	rank := v.Type().Rank()
	dims := make([]int64, rank)
	for i := range dims {
		dims[i] = int64(t.Rank() - rank + i)
	}
	to := w.Ctx.WithElem(t, v.Type().Elem())
	return w.Op("stablehlo.broadcast_in_dim", to, []*ir.Value{v}, w.Ints("broadcast_dimensions", dims))
}
