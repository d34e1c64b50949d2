package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// build moves the members into a fusion in the place of the last product.
func (a *attention) build() *ir.Op {
	b, o := a.run.Builder, a.ordered()
	operands := a.outside()
	body := &ir.Block{}
	inside := map[*ir.Value]*ir.Value{}
	for _, v := range operands {
		inside[v] = body.AddArg(v.Type(), v.Loc())
	}
	fused, err := b.Before(o).Create(&ir.OpState{
		Name: a.run.Ctx.OpName(tg.Fusion.Name()), Loc: o.Loc(), Operands: operands, Results: o.ResultTypes(), Regions: []*ir.Region{regionOf(body)},
	})
	if err != nil {
		panic(err) // the result types are stated
	}
	o.Result(0).ReplaceAllUsesWith(fused.Result(0))
	var copied []*ir.Op
	for _, m := range append(slices.Clone(a.members), o) {
		for k := range m.NumOperands() {
			v := m.Operand(k)
			if def := v.Def(); inside[v] == nil && def != nil && def.Block() == fused.Block() && repeated(def) {
				b.AtEnd(body).Clone(def, inside)
				copied = append(copied, def)
			}
			if w := inside[v]; w != nil {
				m.SetOperand(k, w)
			}
		}
		m.Detach()
		body.Append(m)
	}
	b.AtEnd(body).OpWithTypes(tg.Yield, o.Loc(), nil, []*ir.Value{o.Result(0)})
	for _, c := range copied {
		if !c.HasUses() {
			c.Erase()
		}
	}
	a.changed = true
	return fused
}

func regionOf(b *ir.Block) *ir.Region {
	r := &ir.Region{}
	r.Append(b)
	return r
}

// ordered is the last product with the rows on the left. If they were on the right, that is another
// op, whose result is transposed.
func (a *attention) ordered() *ir.Op {
	o := a.last
	if o.Operand(0) == a.form.values[0] && o.Operand(1) == a.form.values[1] {
		return o
	}
	var types [2]*ir.Type
	var free [2][]int
	for i, v := range a.form.values {
		types[i] = v.Type()
		free[i] = a.form.dims[i].free(v.Type().Rank())
	}
	var shape, permutation []int64
	batch := len(a.form.dims[0].batching)
	for i, d := range a.form.dims[0].batching {
		shape, permutation = append(shape, types[0].Shape()[d]), append(permutation, int64(i))
	}
	for i := range free[1] {
		permutation = append(permutation, int64(batch+len(free[0])+i))
	}
	for i := range free[0] {
		permutation = append(permutation, int64(batch+i))
	}
	for side, list := range free {
		for _, d := range list {
			shape = append(shape, types[side].Shape()[d])
		}
	}
	c := a.run.Ctx
	result := c.WithShape(o.Result(0).Type(), shape)
	v := a.create(tg.DotGeneral, o, result, a.dotProps(a.form, o), a.form.values[:]...)
	a.replace(o, a.create(tg.Transpose, o, o.Result(0).Type(), c.Dict([]ir.NamedAttr{{Name: "permutation", Value: c.I64Array(permutation)}}), v))
	a.last = v.Def()
	return a.last
}
