// Package linalg writes computes as loop nests of MLIR's dialect `linalg`, for other compilers: a
// compute is a `linalg.generic`, its axes are loops, its reads are operands with indexing maps, or
// `tensor.extract` where linalg has no map for them, and the ops of tg in it are ops of `arith` and
// `math` that keep what tg says of them.
package linalg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Options say what is written where there is a choice.
type Options struct {
	// FMA writes the steps of `dot` as math.fma, which rounds once, as tg does, and not as a
	// product and a sum, which is what other passes look for.
	FMA bool
}

// stays are the dialects whose ops mean the same to other compilers.
var stays = map[string]bool{"arith": true, "builtin": true, "cf": true, "func": true, "linalg": true, "math": true, "scf": true, "tensor": true, "ub": true}

// Convert converts what is inside of root, and returns how many computes there were. It fails at
// the first op that it cannot write; part of root may be converted then.
func Convert(root *ir.Op, opts Options) (computes int, err error) {
	var todo []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		switch name := o.OpName(); {
		case name.Name == "te.compute":
			todo = append(todo, o)
			computes++
			return ir.Skip
		case plain[name.Name] != nil:
			todo = append(todo, o)
		case !stays[name.Dialect]:
			err = o.Errorf("'%s' op is no compute, and nothing that linalg has a loop nest for: --tg-to-te makes computes of the ops of tg that are some", name.Name)
			return ir.Stop
		}
		return ir.Advance
	})
	if err != nil {
		return 0, err
	}
	b := ir.NewBuilder(root.Context())
	for _, o := range todo {
		e := &emitter{Builder: b.Before(o), loc: o.Loc(), opts: opts, constants: map[*ir.Attr]*ir.Value{}}
		var results []*ir.Value
		if c, ok := te.AsCompute(o); ok {
			results, err = e.compute(c)
		} else {
			results, err = plain[o.Name()](e, o)
		}
		if err != nil {
			return 0, err
		}
		for i, v := range o.Results() {
			v.ReplaceAllUsesWith(results[i])
		}
		o.Erase()
	}
	return computes, nil
}

// plain are the ops of tg outside of computes that another dialect has an op for.
var plain = map[string]func(e *emitter, o *ir.Op) ([]*ir.Value, error){
	"tg.constant": func(e *emitter, o *ir.Op) ([]*ir.Value, error) {
		v, err := e.constantTensor(o)
		return []*ir.Value{v}, err
	},
	"tg.dim": func(e *emitter, o *ir.Op) ([]*ir.Value, error) {
		t := o.Result(0).Type()
		d := e.op("tensor.dim", e.Ctx.Index(), o.Operand(0), e.index(o.Attr("dim").Int()))
		return []*ir.Value{e.op("tensor.from_elements", t, e.stored(e.fromIndex(d, t.Elem()), t.Elem()))}, nil
	},
	"tg.item": func(e *emitter, o *ir.Op) ([]*ir.Value, error) {
		return []*ir.Value{e.op("tensor.extract", o.Result(0).Type(), o.Operand(0))}, nil
	},
}

// emitter makes ops at one place.
type emitter struct {
	*ir.Builder
	loc  ir.Loc
	opts Options
	// outside makes the constants of a loop nest in front of it; nil where that is where all ops
	// are made.
	outside   *ir.Builder
	constants map[*ir.Attr]*ir.Value
}

// def is the definition of an op, which the context must have.
func (e *emitter) def(name string) *ir.OpDef {
	d := e.Ctx.LookupOp(name)
	if d == nil {
		panic("linalg: the context has no op " + name)
	}
	return d
}

// op makes an op with one result.
func (e *emitter) op(name string, t *ir.Type, operands ...*ir.Value) *ir.Value {
	return e.OpWithTypes(e.def(name), e.loc, t.Alone(), operands).Result(0)
}

// with makes an op with one result and an attribute.
func (e *emitter) with(name string, t *ir.Type, attr string, a *ir.Attr, operands ...*ir.Value) *ir.Value {
	return e.OpWithTypes(e.def(name), e.loc, t.Alone(), operands, ir.NamedAttr{Name: attr, Value: a}).Result(0)
}

// constant is a scalar constant, of which there is one for each value.
func (e *emitter) constant(a *ir.Attr) *ir.Value {
	if v := e.constants[a]; v != nil {
		return v
	}
	at := e.Builder
	if e.outside != nil {
		at = e.outside
	}
	v := at.OpWithTypes(e.def("arith.constant"), e.loc, a.Type().Alone(), nil, ir.NamedAttr{Name: "value", Value: a}).Result(0)
	e.constants[a] = v
	return v
}

func (e *emitter) index(n int64) *ir.Value { return e.constant(e.Ctx.IntAttr(e.Ctx.Index(), n)) }

// number is a scalar of type t, an integer as far as t holds it.
func (e *emitter) number(t *ir.Type, v float64) *ir.Value {
	if t.IsFloat() {
		return e.constant(e.Ctx.FloatAttr(t, v))
	}
	return e.whole(t, int64(v))
}

// whole is an integer of type t, without the bits that t has no place for.
func (e *emitter) whole(t *ir.Type, v int64) *ir.Value { return e.constant(e.Ctx.IntAttr(t, v)) }

// signless is the type that a scalar of type t is computed in: arith knows no signs.
func (e *emitter) signless(t *ir.Type) *ir.Type {
	if t.IsInteger() && t.Signedness() != ir.Signless {
		return e.Ctx.Int(t.Width(), ir.Signless)
	}
	return t
}

// computed is a scalar of a tensor as it is computed with.
func (e *emitter) computed(v *ir.Value) *ir.Value {
	if t := e.signless(v.Type()); t != v.Type() {
		return e.op("builtin.unrealized_conversion_cast", t, v)
	}
	return v
}

// stored is a scalar as an element of type t of a tensor.
func (e *emitter) stored(v *ir.Value, t *ir.Type) *ir.Value {
	if v.Type() != t {
		return e.op("builtin.unrealized_conversion_cast", t, v)
	}
	return v
}

// fromIndex is an index as a number of type t.
func (e *emitter) fromIndex(v *ir.Value, t *ir.Type) *ir.Value {
	if t = e.signless(t); t.IsIndex() {
		return v
	}
	return e.op("arith.index_cast", t, v)
}
