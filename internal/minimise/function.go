package minimise

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// isFunction reports whether o is a function with a body.
func isFunction(o *ir.Op) bool {
	return o.Attr("function_type").Is(ir.TypeAttr) && o.NumRegions() == 1 && !o.RegionAt(0).Empty()
}

// called are the names that something refers to, other than by defining them.
func called(m *ir.Op) map[string]bool {
	names := map[string]bool{}
	for _, o := range ops(m) {
		if a := o.Attr("callee"); a.Is(ir.SymbolRefAttr) {
			names[a.Text()] = true
		}
	}
	return names
}

// uncalled lists the functions that may change their types.
func uncalled(m *ir.Op) []*ir.Op {
	names := called(m)
	var list []*ir.Op
	for _, o := range ops(m) {
		if isFunction(o) && !names[ir.SymbolName(o)] {
			list = append(list, o)
		}
	}
	return list
}

// returns lists the ops that end f.
func returns(f *ir.Op) []*ir.Op {
	var list []*ir.Op
	for b := f.RegionAt(0).First(); b != nil; b = b.Next() {
		if o := b.Last(); o.Has(ir.ReturnLike) && len(o.Successors()) == 0 {
			list = append(list, o)
		}
	}
	return list
}

// retype makes the type of f what its body says.
func retype(f *ir.Op) {
	var in, out []*ir.Type
	for _, a := range f.RegionAt(0).First().Args() {
		in = append(in, a.Type())
	}
	out = f.Attr("function_type").Type().Results()
	if list := returns(f); len(list) > 0 {
		out = list[0].OperandTypes()
	}
	f.SetAttr("function_type", f.Context().TypeAttr(f.Context().Func(in, out)))
}

// resultPlaces drop results of functions that are not called.
func resultPlaces(m *ir.Op) []place {
	var list []place
	for _, f := range uncalled(m) {
		if f.Attr("res_attrs") != nil {
			continue
		}
		for i := range f.Attr("function_type").Type().Results() {
			list = append(list, func() bool {
				ends := returns(f)
				for _, o := range ends {
					o.SetOperands(slices.Delete(o.Operands(), i, i+1))
				}
				retype(f)
				return len(ends) > 0
			})
		}
	}
	return list
}

// functionPlaces drop functions that are not called.
func functionPlaces(m *ir.Op) []place {
	var list []place
	for _, f := range uncalled(m) {
		list = append(list, func() bool { return erase(f) })
	}
	return list
}

// unusedPlaces drop arguments that nothing uses, of functions that are not
// called.
func unusedPlaces(m *ir.Op) []place {
	var list []place
	for _, f := range uncalled(m) {
		if f.Attr("arg_attrs") != nil {
			continue
		}
		entry := f.RegionAt(0).First()
		for i, a := range entry.Args() {
			if !a.HasUses() {
				list = append(list, func() bool {
					entry.RemoveArg(i)
					retype(f)
					return true
				})
			}
		}
	}
	return list
}

// jumpPlaces make a branch a jump to one of its blocks.
func jumpPlaces(m *ir.Op) []place {
	var list []place
	jump := m.Context().LookupOp("cf.br")
	for _, o := range ops(m) {
		if o.Def() == nil || o.Def().SuccessorOperands == nil || len(o.Successors()) < 2 || jump == nil {
			continue
		}
		for i, s := range o.Successors() {
			list = append(list, func() bool {
				if o.Block() == nil {
					return false
				}
				b := ir.NewBuilder(m.Context()).Before(o)
				region := o.Region()
				_, err := b.Create(&ir.OpState{Name: m.Context().OpName("cf.br"), Operands: o.SuccessorValues(i), Results: []*ir.Type{}, Successors: []*ir.Block{s}})
				if err != nil {
					return false
				}
				o.Erase()
				ir.EraseUnreachable(region)
				return true
			})
		}
	}
	return list
}

// mergePlaces append a block to the only one that leads there.
func mergePlaces(m *ir.Op) []place {
	var list []place
	for _, o := range ops(m) {
		if o.Name() != "cf.br" {
			continue
		}
		list = append(list, func() bool {
			if o.Block() == nil {
				return false
			}
			from, to := o.Block(), o.Successors()[0]
			if to == from || to.SinglePredecessor() != from {
				return false
			}
			values := o.SuccessorValues(0)
			for i, a := range to.Args() {
				a.ReplaceAllUsesWith(values[i])
			}
			for p := to.First(); p != nil; {
				next := p.Next()
				p.MoveBefore(o)
				p = next
			}
			o.Erase()
			to.Erase()
			return true
		})
	}
	return list
}
