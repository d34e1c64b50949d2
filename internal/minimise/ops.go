package minimise

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// erase takes an op without uses out of the module.
func erase(o *ir.Op) bool {
	if o.Block() == nil || o.HasUses() {
		return false
	}
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		p.DropAllReferences()
		return ir.Advance
	})
	o.Erase()
	return true
}

// replaceable are the ops that may give way to something else.
func replaceable(m *ir.Op) []*ir.Op {
	var list []*ir.Op
	for _, o := range ops(m) {
		if !o.Has(ir.Terminator|ir.Symbol|ir.SymbolTable|ir.ConstantLike) && o.Parent() != m {
			list = append(list, o)
		}
	}
	return list
}

// replacing lists a place for each replaceable op at which each result that is
// used is replaced by what with makes of it; nil for nothing.
func replacing(m *ir.Op, with func(o *ir.Op, v *ir.Value) *ir.Value) []place {
	var list []place
	for _, o := range replaceable(m) {
		list = append(list, func() bool {
			if o.Block() == nil {
				return false
			}
			var values []*ir.Value
			for _, v := range o.Results() {
				var w *ir.Value
				if v.HasUses() {
					if w = with(o, v); w == nil {
						return false
					}
				}
				values = append(values, w)
			}
			for i, v := range o.Results() {
				if values[i] != nil {
					v.ReplaceAllUsesWith(values[i])
				}
			}
			return erase(o)
		})
	}
	return list
}

// forwardPlaces replace results by operands of the same type.
func forwardPlaces(m *ir.Op) []place {
	return replacing(m, func(o *ir.Op, v *ir.Value) *ir.Value {
		for _, w := range o.Operands() {
			if w.Type() == v.Type() && w != v {
				return w
			}
		}
		return nil
	})
}

// argumentPlaces replace results by new arguments of the function around, if it
// is not called.
func argumentPlaces(m *ir.Op) []place {
	free := map[*ir.Op]bool{}
	for _, f := range uncalled(m) {
		free[f] = f.Attr("arg_attrs") == nil
	}
	return replacing(m, func(o *ir.Op, v *ir.Value) *ir.Value {
		f := o.Parent()
		for f != nil && !isFunction(f) {
			f = f.Parent()
		}
		if !free[f] {
			return nil
		}
		a := f.RegionAt(0).First().AddArg(v.Type(), 0)
		retype(f)
		return a
	})
}

// constantPlaces replace results by zeros.
func constantPlaces(m *ir.Op) []place {
	return replacing(m, func(o *ir.Op, v *ir.Value) *ir.Value {
		return zero(ir.NewBuilder(m.Context()).Before(o), v.Type())
	})
}

// zero makes a constant of type t, nil if there is none.
func zero(b *ir.Builder, t *ir.Type) *ir.Value {
	var value *ir.Attr
	switch {
	case t.IsRankedTensor() && t.IsStatic():
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil
		}
		value = interp.EncodeElements(b.Ctx, t, tensor.New(spec.DType, spec.Shape...))
	case t.IsInteger() || t.IsIndex():
		value = b.Ctx.IntAttr(t, 0)
	case t.IsFloat():
		value = b.Ctx.FloatAttr(t, 0)
	default:
		return nil
	}
	if o := tg.Dialect.Constant(b, value, t, 0); o != nil {
		return o.Result(0)
	}
	return nil
}

// deadPlaces drop ops whose results are not used, whatever their effects.
func deadPlaces(m *ir.Op) []place {
	var list []place
	for _, o := range ops(m) {
		if !o.HasUses() && !o.Has(ir.Terminator|ir.Symbol|ir.SymbolTable) && o.Parent() != m {
			list = append(list, func() bool { return erase(o) })
		}
	}
	return list
}

// splatPlaces make constants of many different elements splats of zero, and
// splats of something else, too.
func splatPlaces(m *ir.Op) []place {
	var list []place
	for _, o := range ops(m) {
		if !o.Is(tg.Constant) {
			continue
		}
		list = append(list, func() bool {
			if o.Block() == nil || !o.Result(0).Type().IsStatic() {
				return false
			}
			v := zero(ir.NewBuilder(m.Context()).Before(o), o.Result(0).Type())
			if v == nil || v.Def().Attr("value") == o.Attr("value") {
				if v != nil {
					v.Def().Erase()
				}
				return false
			}
			o.Result(0).ReplaceAllUsesWith(v)
			return erase(o)
		})
	}
	return list
}

// regionPlaces replace an op by the ops of one of its regions, where what that
// yields has the types of the results, and arguments have those of operands.
func regionPlaces(m *ir.Op) []place {
	var list []place
	for _, o := range replaceable(m) {
		for _, r := range o.Regions() {
			list = append(list, func() bool { return o.Block() != nil && inline(o, r) })
		}
	}
	return list
}

func inline(o *ir.Op, r *ir.Region) bool {
	if !r.HasOneBlock() || r.First().Last() == nil || !r.First().Last().Has(ir.Terminator) {
		return false
	}
	block, end := r.First(), r.First().Last()
	yielded := end.Operands()
	if len(yielded) != o.NumResults() || block.NumArgs() > o.NumOperands() {
		return false
	}
	for i, v := range yielded {
		if v.Type() != o.Result(i).Type() {
			return false
		}
	}
	skip := o.NumOperands() - block.NumArgs()
	for i, a := range block.Args() {
		if a.Type() != o.Operand(skip+i).Type() {
			return false
		}
	}
	for i, a := range block.Args() {
		a.ReplaceAllUsesWith(o.Operand(skip + i))
	}
	yielded = end.Operands()
	for p := block.First(); p != end; {
		next := p.Next()
		p.MoveBefore(o)
		p = next
	}
	for i, v := range yielded {
		o.Result(i).ReplaceAllUsesWith(v)
	}
	return erase(o)
}
