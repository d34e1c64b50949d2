package autodiff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// Raised is filled by ops that can do for all elements of a leading dimension at once what they do
// for one, to the bit: it makes that op. Elementwise ops need not fill it. Where an op cannot, it
// returns nil; then the op runs in a loop over the elements, and so does one whose regions read
// from outside what differs between these.
var Raised = ir.NewSlot[func(b *Batch, o *ir.Op) []*ir.Value]("leading dimension")

// Batch makes the ops of a function that is applied to each element of a leading dimension, at
// once.
type Batch struct {
	*Maker
	// N is the extent of the dimension.
	N int64

	values map[*ir.Value]*ir.Value // what stands for a value of the function
	many   map[*ir.Value]bool      // values of the function that differ between elements
}

// batchKey is a function that is applied to n elements, which of its arguments differ between them,
// and which of its results are to have the dimension.
type batchKey struct {
	fn            *ir.Op
	n             int64
	args, results string
}

// Has reports whether operand i of o differs between elements: then In has the leading dimension.
func (b *Batch) Has(o *ir.Op, i int) bool { return b.many[o.Operand(i)] }

// In is what stands for operand i of o.
func (b *Batch) In(o *ir.Op, i int) *ir.Value { return b.values[o.Operand(i)] }

// All is what stands for operand i of o, repeated along the leading dimension if it does not
// differ.
func (b *Batch) All(o *ir.Op, i int) *ir.Value {
	if b.Has(o, i) {
		return b.In(o, i)
	}
	return b.repeated(b.In(o, i))
}

// Ins are all operands as All has them.
func (b *Batch) Ins(o *ir.Op) []*ir.Value {
	in := make([]*ir.Value, o.NumOperands())
	for i := range in {
		in[i] = b.All(o, i)
	}
	return in
}

// Type is t with the leading dimension.
func (b *Batch) Type(t *ir.Type) *ir.Type {
	return b.Ctx.Tensor(append([]int64{b.N}, t.Shape()...), t.Elem())
}

// Like makes an op as o is, on other operands, with the leading dimension in all results, and with
// attributes that differ from those of o.
func (b *Batch) Like(o *ir.Op, operands []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	types := make([]*ir.Type, o.NumResults())
	for i, t := range o.ResultTypes() {
		types[i] = b.Type(t)
	}
	return b.As(o, types, operands, attrs...)
}

// As makes an op as o is, its regions included, on other operands, with results of these types, and
// with attributes that differ from those of o.
func (b *Batch) As(o *ir.Op, types []*ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	n := b.Clone(o, b.values)
	n.SetOperands(operands)
	for i, t := range types {
		n.Result(i).SetType(t)
	}
	for _, a := range attrs {
		n.SetAttr(a.Name, a.Value)
	}
	return n.Results()
}

// repeated is a value of every element, along the leading dimension.
func (b *Batch) repeated(v *ir.Value) *ir.Value {
	dims := make([]int64, v.Type().Rank())
	for i := range dims {
		dims[i] = int64(i + 1)
	}
	return b.Typed("tg.broadcast", b.Type(v.Type()), []*ir.Value{v}, ir.NamedAttr{Name: "dims", Value: b.Ctx.I64Array(dims)})
}

// batched is a function that applies fn to n elements: those of its arguments that args says have
// them along a leading dimension, and so have those of its results that results says.
func (e *engine) batched(fn *ir.Op, n int64, args, results []bool) (*ir.Op, error) {
	key := batchKey{fn, n, bits(len(args), func(i int) bool { return args[i] }), bits(len(results), func(i int) bool { return results[i] })}
	if done, begun := e.batches[key]; begun {
		if done == nil {
			return nil, e.callNotes(fn.Errorf("@%s calls itself, and cannot be applied to %d elements at once", ir.SymbolName(fn), n))
		}
		return done, nil
	}
	e.batches[key] = nil
	if _, err := e.body(fn); err != nil {
		return nil, err
	}
	made, block := e.copied(fn, fmt.Sprintf("%s.batch%d", ir.SymbolName(fn), n))
	b := &Batch{Maker: e.maker(ir.NewBuilder(e.ctx)), N: n, values: map[*ir.Value]*ir.Value{}, many: map[*ir.Value]bool{}}
	for o := block.Last(); o != nil; o = block.Last() {
		o.Erase()
	}
	old := analysis.CallableBody(fn).First()
	for i, a := range old.Args() {
		b.many[a] = args[i]
		if args[i] && !known(a.Type()) {
			return nil, e.callNotes(fn.Errorf("argument #%d of @%s is '%s', whose extents only the run knows: it cannot be applied to %d elements at once", i, ir.SymbolName(fn), a.Type(), n))
		}
		t := a.Type()
		if args[i] {
			t = b.Type(t)
		}
		b.values[a] = block.AddArg(t, a.Loc())
	}
	for range old.Args() {
		block.RemoveArg(0)
	}
	b.AtEnd(block)
	end := old.Last()
	for o := old.First(); o != end; o = o.Next() {
		if err := b.op(o); err != nil {
			return nil, err
		}
	}
	b.Loc = end.Loc()
	out := make([]*ir.Value, end.NumOperands())
	for i := range out {
		switch {
		case results[i]:
			out[i] = b.All(end, i)
		case b.Has(end, i):
			out[i] = b.first(b.In(end, i))
		default:
			out[i] = b.In(end, i)
		}
	}
	b.Clone(end, b.values).SetOperands(out)
	e.sign(made, nil, nil)
	private(made)
	e.batches[key], e.resolved[made] = made, true
	return made, nil
}

// known reports whether a value of type t is a tensor whose extents are known.
func known(t *ir.Type) bool { return t.IsRankedTensor() && t.IsStatic() }

// first is the first element of a value along the leading dimension, where all are equal.
func (b *Batch) first(v *ir.Value) *ir.Value {
	limits := slices.Clone(v.Type().Shape())
	starts, strides := make([]int64, len(limits)), slices.Repeat([]int64{1}, len(limits))
	limits[0] = 1
	one := b.Op("tg.slice", []*ir.Value{v}, ir.NamedAttr{Name: "starts", Value: b.Ctx.I64Array(starts)},
		ir.NamedAttr{Name: "limits", Value: b.Ctx.I64Array(limits)}, ir.NamedAttr{Name: "strides", Value: b.Ctx.I64Array(strides)})
	return b.leading(one, 1)
}

// op makes what stands for an op of the function.
func (b *Batch) op(o *ir.Op) error {
	b.Loc = o.Loc()
	if !slices.ContainsFunc(partition.Reads(o), func(v *ir.Value) bool { return b.many[v] }) {
		n := b.Clone(o, b.values)
		for i, r := range o.Results() {
			b.values[r] = n.Result(i)
		}
		return nil
	}
	for _, t := range o.ResultTypes() {
		if !known(t) {
			return b.e.callNotes(o.Errorf("'%s' cannot be applied to %d elements at once: only the run knows the extents of its result '%s'", o.Name(), b.N, t))
		}
	}
	results, err := b.call(o)
	if err != nil {
		return err
	}
	inside := slices.ContainsFunc(partition.Outer(o), func(v *ir.Value) bool { return b.many[v] })
	if raise, ok := Raised.Get(o.Def()); results == nil && ok && !inside {
		results = raise(b, o)
	}
	if results == nil && o.Def() != nil && o.Def().Traits&ir.Elementwise != 0 {
		results = b.elementwise(o)
	}
	if results == nil {
		results = b.loop(o)
	}
	for i, r := range o.Results() {
		b.values[r], b.many[r] = results[i], true
	}
	return nil
}

// elementwise is an elementwise op on operands with the leading dimension.
func (b *Batch) elementwise(o *ir.Op) []*ir.Value {
	result := o.Result(0).Type()
	broadcasts := o.Def().Traits&ir.Broadcasts != 0
	in := make([]*ir.Value, o.NumOperands())
	for i := range in {
		in[i] = b.In(o, i)
		t := o.Operand(i).Type()
		less := result.Rank() - t.Rank()
		switch many := b.Has(o, i); {
		case many && less > 0 && broadcasts:
			// Dimensions are matched from the last one: the leading one goes in front of all of
			// them.
			in[i] = b.leading(in[i], 1, append([]int64{b.N}, slices.Repeat([]int64{1}, less)...)...)
		case many && less > 0:
			full := b.Type(b.Ctx.Tensor(result.Shape(), t.Elem()))
			in[i] = b.Typed("tg.broadcast", full, []*ir.Value{in[i]}, ir.NamedAttr{Name: "dims", Value: b.Ctx.I64Array([]int64{0})})
		case !many && less == 0 && !broadcasts:
			in[i] = b.repeated(in[i])
		}
	}
	return b.Like(o, in)
}

// call calls the function that o calls on all elements at once; nil if it calls none.
func (b *Batch) call(o *ir.Op) ([]*ir.Value, error) {
	if _, ok := analysis.Callee.Get(o.Def()); !ok {
		return nil, nil
	}
	fn, err := b.e.callee(o)
	if err != nil {
		return nil, err
	}
	args, in := make([]bool, o.NumOperands()), make([]*ir.Value, o.NumOperands())
	for i := range args {
		args[i], in[i] = b.Has(o, i), b.In(o, i)
	}
	if err := b.e.enter(o); err != nil {
		return nil, err
	}
	made, err := b.e.batched(fn, b.N, args, slices.Repeat([]bool{true}, o.NumResults()))
	b.e.leave()
	if err != nil {
		return nil, err
	}
	return b.e.callOf(b.Builder, o.Loc(), made, in).Results(), nil
}

// loop runs an op on one element after the other, and collects the results.
func (b *Batch) loop(o *ir.Op) []*ir.Value {
	var types []*ir.Type
	for _, t := range o.ResultTypes() {
		types = append(types, b.Type(t))
	}
	return b.Counted(b.Integer(b.N), nil, types, func(m *Maker, round *ir.Value, _ []*ir.Value) []*ir.Value {
		return m.Clone(o, b.elements(m, o, round)).Results()
	})
}

// elements are the values that o may read, those that differ between elements as they are in a
// round.
func (b *Batch) elements(m *Maker, o *ir.Op, round *ir.Value) map[*ir.Value]*ir.Value {
	values := maps.Clone(b.values)
	for _, v := range partition.Reads(o) {
		w := b.values[v]
		if !b.many[v] || values[v] != w {
			continue
		}
		sizes := slices.Clone(w.Type().Shape())
		sizes[0] = 1
		in := append([]*ir.Value{w, round}, slices.Repeat([]*ir.Value{m.Integer(0)}, len(sizes)-1)...)
		values[v] = m.leading(m.Op("tg.dynamic_slice", in, ir.NamedAttr{Name: "sizes", Value: b.Ctx.I64Array(sizes)}), 1)
	}
	return values
}
