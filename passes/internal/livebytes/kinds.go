package livebytes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
)

// kind is what ops have in common that are equal but for their operands: it is asked
// for once, however many there are.
type kind struct {
	op         *ir.Op // one of them
	sizes      []int64
	bytes      int64 // of all results, rounded up
	views      []analysis.View
	takes      []analysis.Taking
	carries    bool
	whole      bool
	call       bool
	perElement bool
	runs       bool // regions, op by op
	loops      bool
	workspace  int64
}

// signature is what decides the kind of most ops.
type signature struct {
	name         *ir.OpName
	props, attrs *ir.Attr
	operands     [4]*ir.Type
	results      [2]*ir.Type
}

// signatureOf is the signature of an op; ok is false for one that has a kind of its
// own: with regions, with constant operands, which may decide, or with many.
func signatureOf(o *ir.Op) (s signature, ok bool) {
	if o.NumOperands() > len(s.operands) || o.NumResults() > len(s.results) || o.NumRegions() > 0 {
		return s, false
	}
	s.name, s.props, s.attrs = o.OpName(), o.Props(), o.Attrs()
	for i := range o.NumOperands() {
		v := o.Operand(i)
		if def := v.Def(); def != nil && def.Has(ir.ConstantLike) {
			return s, false
		}
		s.operands[i] = v.Type()
	}
	for i := range o.NumResults() {
		s.results[i] = o.Result(i).Type()
	}
	return s, true
}

// kind is the number of the kind of an op; false if the op cannot be planned.
func (w *walker) kind(o *ir.Op) (n int32, ok bool) {
	s, common := signatureOf(o)
	if common {
		if n, ok := w.known[s]; ok {
			return n, true
		}
	}
	k, ok := w.newKind(o)
	if !ok {
		return none, false
	}
	n = int32(len(w.kinds))
	w.kinds = append(w.kinds, k)
	if common {
		w.known[s] = n
	}
	return n, true
}

func (w *walker) newKind(o *ir.Op) (k kind, ok bool) {
	fill, filled := analysis.StorageOf.Get(o.Def())
	if !filled {
		return k, false
	}
	w.in.Reset(o)
	for _, list := range [][]*ir.Type{w.in.Operands, w.in.Results} {
		for _, t := range list {
			if t.IsShaped() && !t.IsStatic() {
				return k, false
			}
		}
	}
	s := fill(&w.in)
	if s.Check(o.NumOperands(), o.NumResults()) != nil {
		return k, false
	}
	k = kind{op: o, views: s.Views, takes: s.Takes, carries: s.Carries != nil, whole: s.Whole, call: analysis.IsCall(o)}
	for _, t := range w.in.Results {
		size, err := analysis.Bytes(t)
		if err != nil {
			return k, false
		}
		k.sizes, k.bytes = append(k.sizes, size), k.bytes+lifetimes.Rounded(size)
	}
	if s.Workspace != nil {
		k.workspace = int64(s.Workspace(1))
	}
	_, loop := analysis.Loop.Get(o.Def())
	_, flows := analysis.RegionBranch.Get(o.Def())
	k.runs = o.NumRegions() > 0 && !s.Whole
	k.loops = loop || !s.Handed
	k.perElement = !k.carries && !flows && !s.Handed
	return k, true
}
