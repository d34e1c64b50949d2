// Package opgen makes random ops that verify: as ops say it in a slot, and of others
// as far as their definitions say enough. Tests of rules
// and of passes by execution are made of them: operand types that go together,
// attributes that fit these, and values that hurt.
package opgen

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Generator makes the parts of random ops. It serves one goroutine.
type Generator struct {
	*rand.Rand
	Ctx *ir.Context
	// Elem is the element type of operands where an op leaves the choice.
	Elem *ir.Type
	// Base is the shape that most operands have, or broadcast to. Extents are
	// what other shapes are made of, so that they go together often.
	Base, Extents []int64
	// MaxRank bounds the rank of operands.
	MaxRank int
	// Scalars asks for scalars where an op takes them as well as tensors.
	Scalars bool
	// Floats and Integers are what values of regime Near meet in arithmetic; Infinite says
	// that values of regime Pair meet infinities, and has one of them be one.
	Floats   []float64
	Integers []int64
	Infinite bool
}

// Attrs are inherent attributes by name.
type Attrs map[string]*ir.Attr

// Entries lists the attributes, sorted by name.
func (a Attrs) Entries() []ir.NamedAttr {
	list := make([]ir.NamedAttr, 0, len(a))
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list = append(list, ir.NamedAttr{Name: name, Value: a[name]})
	}
	return list
}

// Instance says how to make instances of one op. What is nil follows from the
// op's traits.
type Instance struct {
	// Operand is the type of operand i that goes with those before it.
	Operand func(g *Generator, i int, before []*ir.Type) *ir.Type
	// Attrs are attributes that fit the operands; of those that are optional,
	// some.
	Attrs func(g *Generator, operands []*ir.Type) Attrs
	// Results are the types of an op that states them.
	Results func(g *Generator, operands []*ir.Type, attrs Attrs) []*ir.Type
	// Count is how many operands there are; nil for as many as are declared
	// as single ones.
	Count func(g *Generator, operands []*ir.Type) int
	// Least is how many there are at least; 0 for 1.
	Least int
	// Told are the numbers that the last operands must be, which tell the shape of
	// the result: a list for each of them. Operand proposes types for them that
	// leave open how many there are. Only RandomOp makes such ops.
	Told func(g *Generator, o *ir.Op) [][]int64
}

// InstanceOf is filled by ops whose declarations do not tell enough of their
// instances, and by elementwise ops whose operands are to broadcast.
var InstanceOf = ir.NewSlot[Instance]("random instances")

// Known reports whether the op says how to make instances of it.
func Known(def *ir.OpDef) bool {
	_, ok := InstanceOf.Get(def)
	return ok
}

// Operand proposes the type of operand i of an op, which goes with the types of
// those before it; nil if there is none.
func (g *Generator) Operand(def *ir.OpDef, i int, before []*ir.Type) *ir.Type {
	if def.OperandDef(i) == nil {
		return nil
	}
	if foreign(def) {
		return g.foreignOperand(def, i, before)
	}
	var t *ir.Type
	switch s, _ := InstanceOf.Get(def); {
	case s.Operand != nil:
		t = s.Operand(g, i, before)
	case def.Has(ir.Elementwise) && len(before) > 0:
		t = g.Ctx.Tensor(g.Partner(Joined(before)), before[len(before)-1].Elem())
	default:
		t = g.Any()
	}
	if t == nil {
		return nil
	}
	return g.fit(def.Operands[min(i, len(def.Operands)-1)].Type, t)
}

// Count is how many operands an op has whose first ones have the given types.
// It may be another one each time. As long as there are none it is 1 for an op
// with any number.
func (g *Generator) Count(def *ir.OpDef, first []*ir.Type) int {
	if twin, ok := TwinOf.Get(def); ok {
		return g.Count(twin.Op, first)
	}
	if s, _ := InstanceOf.Get(def); s.Count != nil {
		if len(first) == 0 {
			return 1
		}
		return s.Count(g, first)
	}
	n := 0
	for _, o := range def.Operands {
		if o.Count == ir.One {
			n++
		}
	}
	return n
}

// fit changes the element type of t to one that c accepts, if need be.
func (g *Generator) fit(c ir.TypeConstraint, t *ir.Type) *ir.Type {
	if c.Ok(t) {
		return t
	}
	for _, e := range []*ir.Type{g.Elem, g.Ctx.Bool(), g.Ctx.I32(), g.Ctx.F32(), g.Ctx.Complex(g.Ctx.F32())} {
		if u := g.Ctx.WithElem(t, e); c.Ok(u) {
			return u
		}
	}
	return nil
}

// Any is a type of any shape.
func (g *Generator) Any() *ir.Type {
	switch g.IntN(10) {
	case 0, 1, 2, 3, 4:
		return g.Ctx.Tensor(g.Base, g.Elem)
	case 5, 6:
		return g.Ctx.Tensor(g.Partner(g.Base), g.Elem)
	}
	return g.Ranked(0)
}

// Ranked is a type of at least that rank.
func (g *Generator) Ranked(least int) *ir.Type {
	if len(g.Base) >= least && g.IntN(2) == 0 {
		return g.Ctx.Tensor(g.Base, g.Elem)
	}
	return g.OfRank(least + g.IntN(max(1, g.MaxRank-least+1)))
}

// OfRank is a type of that rank.
func (g *Generator) OfRank(rank int) *ir.Type {
	list := make([]int64, rank)
	for i := range list {
		list[i] = g.Extent()
	}
	return g.Ctx.Tensor(list, g.Elem)
}

// Extent is one of the extents.
func (g *Generator) Extent() int64 { return Pick(g, g.Extents) }

// Pick is one of the entries of a list.
func Pick[T any](g *Generator, list []T) T { return list[g.IntN(len(list))] }

// Chance is true n times out of of.
func (g *Generator) Chance(n, of int) bool { return g.IntN(of) < n }

// Partner is a shape that broadcasts with s.
func (g *Generator) Partner(s []int64) []int64 {
	out := slices.Clone(s)
	switch g.IntN(8) {
	case 0:
		return nil
	case 1:
		return out[g.IntN(len(out)+1):]
	case 2:
		for i := range out {
			if g.Chance(1, 2) {
				out[i] = 1
			}
		}
	case 3:
		for i := range out {
			if out[i] == 1 {
				out[i] = g.Extent()
			}
		}
	case 4:
		if len(out) < g.MaxRank {
			return slices.Insert(out, 0, g.Extent())
		}
	}
	return out
}

// Joined is the shape that the types broadcast to. Where they do not, it is
// that of the first.
func Joined(ts []*ir.Type) []int64 {
	var out []int64
	for _, t := range ts {
		s := t.Shape()
		for len(out) < len(s) {
			out = slices.Insert(out, 0, 1)
		}
		for i, n := range s {
			if at := len(out) - len(s) + i; out[at] == 1 {
				out[at] = n
			}
		}
	}
	return out
}

// Attrs proposes attributes for an op with these operands.
func (g *Generator) Attrs(def *ir.OpDef, operands []*ir.Type) Attrs {
	if foreign(def) {
		return g.foreignAttrs(def, operands)
	}
	s, _ := InstanceOf.Get(def)
	if s.Count != nil && len(operands) < max(1, s.Least) {
		return nil
	}
	if s.Attrs != nil {
		return s.Attrs(g, operands)
	}
	return Attrs{}
}

// Fixed reports whether there is nothing about an op to choose but its operands: all attempts with
// the same ones come to the same.
func Fixed(def *ir.OpDef) bool {
	s, _ := InstanceOf.Get(def)
	return !Proposes(def) && s.Attrs == nil
}

// Proposes reports whether the results of an op are proposed, and may be others each time.
func Proposes(def *ir.OpDef) bool {
	s, _ := InstanceOf.Get(def)
	return foreign(def) || s.Results != nil
}

// Results are the result types of an op with these operands and attributes, or
// an error if there is no such op. Where an op states them they are proposed.
func (g *Generator) Results(def *ir.OpDef, operands []*ir.Type, attrs Attrs) ([]*ir.Type, error) {
	if foreign(def) {
		return g.foreignResults(def, operands, attrs)
	}
	in := &ir.Inference{Ctx: g.Ctx, Def: def, Operands: operands, Values: make([]*ir.Value, len(operands)), Props: g.Ctx.Dict(attrs.Entries())}
	if s, _ := InstanceOf.Get(def); s.Results != nil {
		if in.Results = s.Results(g, operands, attrs); in.Results == nil {
			return nil, errNoResult
		}
	}
	if def.Infer == nil {
		return in.Operands[:1], nil
	}
	types, err := in.Types()
	if err == nil && in.Results != nil {
		types = in.Results
	}
	return types, err
}

// Op proposes attributes and result types for an op with these operands; ok is
// false when a few attempts gave nothing that fits.
func (g *Generator) Op(def *ir.OpDef, operands []*ir.Type) (attrs Attrs, results []*ir.Type, ok bool) {
	for i, t := range operands {
		if len(def.Operands) == 0 || !def.Operands[min(i, len(def.Operands)-1)].Type.Ok(t) {
			return nil, nil, false
		}
	}
	for range attempts {
		attrs = g.Attrs(def, operands)
		if attrs == nil {
			return nil, nil, false
		}
		results, err := g.Results(def, operands, attrs)
		if err == nil {
			return attrs, results, true
		}
	}
	return nil, nil, false
}

// attempts is how often attributes are proposed for given operands.
const attempts = 12

// RandomOp is a random op of that kind on arguments of a block; nil if there is none for these
// types.
func (g *Generator) RandomOp(def *ir.OpDef) *ir.Op {
	var types []*ir.Type
	for i, n := 0, g.Count(def, nil); i < n; i++ {
		t := g.Operand(def, i, types)
		if t == nil {
			return nil
		}
		if types = append(types, t); i == 0 {
			n = g.Count(def, types)
		}
	}
	attrs, results, ok := g.Op(def, types)
	if !ok {
		return nil
	}
	block, values := &ir.Block{}, make([]*ir.Value, len(types))
	for i, t := range types {
		values[i] = block.AddArg(t, 0)
	}
	o := ir.NewBuilder(g.Ctx).AtEnd(block).OpWithTypes(def, 0, results, values, attrs.Entries()...)
	if s, _ := InstanceOf.Get(def); s.Told != nil {
		g.tell(o, s.Told(g, o))
	}
	return o
}

// tell makes the last operands of o constants.
func (g *Generator) tell(o *ir.Op, numbers [][]int64) {
	for k, list := range numbers {
		i := o.NumOperands() - len(numbers) + k
		shape := slices.Clone(o.Operand(i).Type().Shape())
		for d, n := range shape {
			if n == ir.Dynamic {
				shape[d] = int64(len(list) / max(1, int(shapes.Product(shape[d+1:]))))
			}
		}
		t := g.Ctx.Tensor(shape, o.Operand(i).Type().Elem())
		value := ir.NamedAttr{Name: "value", Value: g.Ctx.Dense(t, g.Ctx.IntArray(t.Elem(), list).Raw())}
		c := ir.NewBuilder(g.Ctx).Before(o).OpWithTypes(g.Ctx.LookupOp("tg.constant"), 0, one(t), nil, value)
		o.SetOperand(i, c.Result(0))
	}
}

// Inputs are values for the operands of o, of a regime where o is not told them.
func (g *Generator) Inputs(o *ir.Op, r Regime) []*tensor.Tensor {
	list := make([]*tensor.Tensor, o.NumOperands())
	for i := range list {
		if a := ir.ConstantValue(o.Operand(i)); a != nil {
			list[i], _ = interp.DecodeElements(g.Ctx, a)
			continue
		}
		list[i] = g.Tensor(o.Operand(i).Type(), r)
	}
	return list
}
