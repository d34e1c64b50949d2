package liftcf

import (
	"math/big"

	"github.com/tg-opt/tg/dialect/cf"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// known reports whether something has been assigned to x on the way here.
func (x *variable) known() bool { return x.tensor != nil || x.scalar != nil }

// change assigns to x, in either form or both.
func (e *emitter) change(x *variable, asTensor, scalar *ir.Value) {
	e.undo = append(e.undo, setting{x, x.tensor, x.scalar})
	x.tensor, x.scalar = asTensor, scalar
}

// set assigns a value of the type of x.
func (e *emitter) set(x *variable, v *ir.Value) {
	if x.own.IsTensor() {
		e.change(x, v, nil)
	} else {
		e.change(x, nil, v)
	}
}

// revert takes back what has been assigned since.
func (e *emitter) revert(since int) {
	for len(e.undo) > since {
		s := e.undo[len(e.undo)-1]
		s.variable.tensor, s.variable.scalar = s.tensor, s.scalar
		e.undo = e.undo[:len(e.undo)-1]
	}
}

// value is what a value of the region is here.
func (e *emitter) value(v *ir.Value) variable {
	if x := e.variables[v]; x != nil && x.known() {
		return *x
	}
	x := variable{own: v.Type(), loc: v.Loc()}
	if v.Type().IsTensor() {
		x.tensor = v
	} else {
		x.scalar = v
	}
	return x
}

// asTensor is x as a tensor.
func (e *emitter) asTensor(x *variable) *ir.Value {
	if x.tensor != nil {
		return x.tensor
	}
	var v *ir.Value
	switch def := x.scalar.Def(); {
	case def.Is(tg.Item), def.Is(tensorop.Extract) && def.NumOperands() == 1:
		v = def.Operand(0)
		e.taken = append(e.taken, def)
	default:
		t := e.Ctx.Tensor(nil, x.own)
		v = e.OpWithTypes(tensorop.FromElements, e.loc, []*ir.Type{t}, []*ir.Value{x.scalar}).Result(0)
	}
	e.change(x, v, x.scalar)
	return v
}

// natively is x with the type that it has in the region.
func (e *emitter) natively(x *variable) *ir.Value {
	if x.own.IsTensor() {
		return x.tensor
	}
	if x.scalar == nil {
		e.change(x, x.tensor, e.Op(tg.Item, e.loc, []*ir.Value{x.tensor}).Result(0))
	}
	return x.scalar
}

// orAny is what as makes of x, or, where x has no value, and so nobody will look at it, zeros of
// any extents.
func (e *emitter) orAny(x *variable, as func(*variable) *ir.Value) *ir.Value {
	if x.known() {
		return as(x)
	}
	t := x.typ
	if t == nil { // nothing hands it on
		t = x.own
	}
	nothing := newVariable(x.own, x.loc)
	nothing.tensor = e.nothing(t)
	if nothing.tensor.Type() != t && t.IsRankedTensor() {
		nothing.tensor = e.OpWithTypes(tg.Cast, e.loc, []*ir.Type{t}, []*ir.Value{nothing.tensor}).Result(0)
	}
	return as(nothing)
}

// orNothing is x as a tensor, or zeros with a type that says all extents: the first value of
// state whose shape will be another one.
func (e *emitter) orNothing(x *variable) *ir.Value {
	if x.known() {
		return e.asTensor(x)
	}
	return e.nothing(x.typ)
}

// nothing is zeros of the type t, or as many as there are if extents that it leaves open are 0.
func (e *emitter) nothing(t *ir.Type) *ir.Value {
	shape, elem := append([]int64{}, t.Shape()...), t.ElemOrSelf()
	for d, n := range shape {
		if n == ir.Dynamic {
			shape[d] = 0
		}
	}
	return e.dense(e.Ctx.Tensor(shape, elem), make([]byte, ir.StorageBytes(elem)))
}

// constant is a rank-0 tensor of integers.
func (e *emitter) constant(t *ir.Type, n int64) *ir.Value {
	return e.wideConstant(t, big.NewInt(n))
}

// wideConstant is a rank-0 tensor of integers whose low bits are those of n, which is not negative.
func (e *emitter) wideConstant(t *ir.Type, n *big.Int) *ir.Value {
	raw := make([]byte, ir.StorageBytes(t.Elem()))
	n.FillBytes(raw)
	for i, j := 0, len(raw)-1; i < j; i, j = i+1, j-1 {
		raw[i], raw[j] = raw[j], raw[i]
	}
	return e.dense(t, raw)
}

func (e *emitter) dense(t *ir.Type, raw []byte) *ir.Value {
	return e.Op(tg.Constant, e.loc, nil, ir.NamedAttr{Name: "value", Value: e.Ctx.Dense(t, raw)}).Result(0)
}

// stop ends the program.
func (e *emitter) stop() {
	never := e.Op(tg.Item, e.loc, []*ir.Value{e.constant(e.Ctx.Tensor(nil, e.Ctx.Bool()), 0)})
	e.Op(cf.Assert, e.loc, never.Results(), ir.NamedAttr{Name: "msg", Value: e.Ctx.StringAttr("control got to what was said to be unreachable")})
}

// goesTo is whether control goes to a node.
func (e *emitter) goesTo(n *node) *ir.Value {
	var any *ir.Value
	for _, b := range n.entries() {
		v := e.equal(e.orAny(e.next, e.asTensor), e.constant(e.next.typ, int64(b.number)))
		if any != nil {
			v = e.Op(tg.Or, e.loc, []*ir.Value{any, v}).Result(0)
		}
		any = v
	}
	return any
}

func (e *emitter) equal(x, y *ir.Value) *ir.Value {
	return e.Op(tg.Compare, e.loc, []*ir.Value{x, y}, ir.NamedAttr{Name: "direction", Value: e.Ctx.StringAttr("eq")}).Result(0)
}

// chooser is what decides where the end of a block leads to: a truth value, or the number of a
// region of tg.case.
func (e *emitter) chooser(end *ir.Op) *ir.Value {
	x := e.value(end.Operand(0))
	v := e.asTensor(&x)
	if !end.Is(cf.Switch) {
		return v
	}
	cases := cf.CaseValues(end)
	if len(cases) == 1 { // the first arm is for the others
		return e.Op(tg.Not, e.loc, []*ir.Value{e.equal(v, e.wideConstant(v.Type(), cases[0]))}).Result(0)
	}
	numbers := e.Ctx.Tensor(nil, e.Ctx.I32())
	if v.Type() == numbers && inOrder(cases) {
		if cases[0].Sign() == 0 {
			return v
		}
		return e.Op(tg.Sub, e.loc, []*ir.Value{v, e.wideConstant(numbers, cases[0])}).Result(0)
	}
	number := e.constant(numbers, int64(len(cases)))
	for i := len(cases) - 1; i >= 0; i-- {
		is := e.equal(v, e.wideConstant(v.Type(), cases[i]))
		number = e.Op(tg.Select, e.loc, []*ir.Value{is, e.constant(numbers, int64(i)), number}).Result(0)
	}
	return number
}

// inOrder reports whether each number is the one before it plus 1.
func inOrder(list []*big.Int) bool {
	next := new(big.Int).Set(list[0])
	for _, n := range list {
		if n.Cmp(next) != 0 {
			return false
		}
		next.Add(next, big.NewInt(1))
	}
	return true
}
