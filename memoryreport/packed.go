package memoryreport

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// packedOf counts the forms that ops of a function read, and those that are new in all.
func (w *writer) packedOf(fn *ir.Op, all *Amount) (a Amount) {
	own := map[analysis.Form]bool{}
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		made, whole := packs(o)
		for key, size := range made {
			if !own[key] {
				own[key] = true
				a.add(size)
			}
			if !w.packed[key] {
				w.packed[key] = true
				all.add(size)
			}
		}
		if whole {
			return ir.Skip
		}
		return ir.Advance
	})
	return a
}

// packs are the forms that an op reads, with their bytes. What is not run op by op reads none.
func packs(o *ir.Op) (made map[analysis.Form]int64, whole bool) {
	of, ok := analysis.StorageOf.Get(o.Def())
	if !ok {
		return nil, false
	}
	forms, kept := analysis.KeptOperands(o)
	if kept == nil && o.NumRegions() == 0 || !analysis.StaticShapes(o) {
		return nil, false
	}
	s := of(ir.InferenceOf(o))
	if s.Packs == nil || kept == nil {
		return nil, s.Whole
	}
	made = map[analysis.Form]int64{}
	for _, p := range s.Packs(kept) {
		forms[p.Operand].Layout = p.Layout
		made[forms[p.Operand]] = int64(p.Bytes)
	}
	return made, s.Whole
}
