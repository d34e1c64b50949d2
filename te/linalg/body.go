package linalg

import (
	"math"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

var negativeZero = math.Copysign(0, -1)

// body makes the body of the loop nest of a compute.
type body struct {
	*emitter
	nest   *nest
	args   []*ir.Value
	values map[*ir.Value]*ir.Value // what stands for values of the compute
	loops  []*ir.Value             // the axes as indices; nil for those that nobody asked for
	head   *ir.Op                  // the last op that makes one
}

// body makes what becomes of the elements of outs.
func (n *nest) body(e *emitter, args []*ir.Value) ([]*ir.Value, error) {
	b := &body{emitter: e, nest: n, args: args, values: map[*ir.Value]*ir.Value{}, loops: make([]*ir.Value, len(n.axes))}
	if err := b.ops(n.Body()); err != nil {
		return nil, err
	}
	elems := b.all(n.Elements())
	accs := make([]*ir.Value, n.NumResults())
	if n.Reduces() {
		for i := range accs {
			accs[i] = b.computed(args[len(args)-len(accs)+i])
		}
	}
	var yields []*ir.Value
	switch combine := n.Combine(); {
	case combine != nil:
		for i, a := range combine.Args() {
			b.values[a] = append(accs, elems...)[i]
		}
		if err := b.ops(combine); err != nil {
			return nil, err
		}
		yields = b.all(combine.Last().Operands())
	case n.Reduces():
		yields = []*ir.Value{b.combined(accs[0], elems)}
	default:
		yields = elems
	}
	for i, v := range yields {
		yields[i] = b.stored(v, n.accs[i])
	}
	return yields, nil
}

// combined is an accumulator with what the body makes, by the name of the combiner.
func (b *body) combined(acc *ir.Value, elems []*ir.Value) *ir.Value {
	n := b.nest
	signed := n.Result(0).Type().Elem().Signedness() != ir.Unsigned
	x := b.widened(elems[0], acc.Type(), n.Elements()[0].Type().Elem())
	switch n.Combiner() {
	case "sum":
		return b.sum(acc, x)
	case "prod":
		return b.product(acc, x)
	case "max":
		return b.greater(acc, x, signed)
	case "min":
		return b.lesser(acc, x, signed)
	case "and":
		return b.op("arith.andi", acc.Type(), acc, x)
	case "or":
		return b.op("arith.ori", acc.Type(), acc, x)
	case "xor":
		return b.op("arith.xori", acc.Type(), acc, x)
	}
	y := b.widened(elems[1], acc.Type(), n.Elements()[1].Type().Elem())
	if b.opts.FMA && acc.Type().IsFloat() {
		return b.op("math.fma", acc.Type(), x, y, acc)
	}
	return b.sum(acc, b.product(x, y))
}

// widened is an element as a number of the type of an accumulator; from is its type in tg.
func (b *body) widened(v *ir.Value, t, from *ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	if t.IsFloat() {
		return b.resized(v, t)
	}
	return b.integer(v, t, from)
}

func (b *body) all(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = b.value(v)
	}
	return out
}

// value is what stands for a value of the compute, or for one that it captures.
func (b *body) value(v *ir.Value) *ir.Value {
	if w := b.values[v]; w != nil {
		return w
	}
	w := v // an index
	switch at, taken := b.nest.taken[v]; {
	case taken:
		w = b.argument(at)
	case v.Type().IsRankedTensor():
		w = b.scalar(v)
	}
	b.values[v] = w
	return w
}

// argument is the element of an input, at the head of the body: it stands for the input in all of
// it.
func (b *body) argument(at int) *ir.Value {
	v := b.args[at]
	if b.signless(v.Type()) == v.Type() {
		return v
	}
	return b.atHead().computed(v)
}

// atHead makes ops at the head of the body, behind those that stand there already.
func (b *body) atHead() *emitter {
	block := b.args[0].Block()
	at := ir.NewBuilder(b.Ctx)
	switch {
	case b.head != nil:
		at.After(b.head)
	case block.First() != nil:
		at.AtStart(block)
	default:
		at.AtEnd(block)
	}
	at.Created = func(o *ir.Op) { b.head = o }
	return &emitter{Builder: at, loc: b.loc, opts: b.opts, outside: b.outside, constants: b.constants}
}

// ops makes the ops of a block of the compute, but for its end.
func (b *body) ops(block *ir.Block) error {
	for o := block.First(); o != block.Last(); o = o.Next() {
		b.loc = o.Loc()
		if err := b.scalarOp(o); err != nil {
			return err
		}
	}
	b.loc = b.nest.Loc()
	return nil
}

func (b *body) scalarOp(o *ir.Op) error {
	if r, ok := te.AsRead(o); ok {
		v, err := b.read(r)
		b.values[o.Result(0)] = v
		return err
	}
	for _, v := range append(o.Operands(), o.Results()...) {
		if err := known(o, v.Type()); err != nil {
			return err
		}
	}
	make, ok := scalars[o.Name()]
	if !ok {
		return o.Errorf("'%s' op has no counterpart in arith and math, so that the compute cannot be written for linalg", o.Name())
	}
	v, err := make(b, o, b.all(o.Operands()))
	b.values[o.Result(0)] = v
	return err
}
