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
	packs      bool // operands that are the same in all rounds of a loop
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

// recent are a few signatures that were looked for lately: most ops are like one of
// those before, which is found faster than in a map.
type recent struct {
	list [8]struct {
		signature
		kind int32
	}
	next int
}

func (r *recent) find(s *signature) (kind int32, ok bool) {
	for i := range r.list {
		if x := &r.list[i]; x.name == s.name && x.signature == *s {
			return x.kind, true
		}
	}
	return none, false
}

func (r *recent) add(s *signature, kind int32) {
	r.list[r.next].signature, r.list[r.next].kind = *s, kind
	r.next = (r.next + 1) % len(r.list)
}

// kind is the number of the kind of an op; false if the op cannot be planned.
func (w *walker) kind(o *ir.Op) (n int32, ok bool) {
	s, common := signatureOf(o)
	if !common {
		return w.newKind(o)
	}
	if n, ok = w.recent.find(&s); ok {
		return n, true
	}
	if n, ok = w.known[s]; !ok {
		if n, ok = w.newKind(o); !ok {
			return none, false
		}
		w.known[s] = n
	}
	w.recent.add(&s, n)
	return n, true
}

// newKind adds the kind of an op.
func (w *walker) newKind(o *ir.Op) (n int32, ok bool) {
	k, ok := w.makeKind(o)
	if !ok {
		return none, false
	}
	w.kinds = append(w.kinds, k)
	return int32(len(w.kinds) - 1), true
}

func (w *walker) makeKind(o *ir.Op) (k kind, ok bool) {
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
	k = kind{op: o, views: s.Views, takes: s.Takes, carries: s.Carries != nil, whole: s.Whole, call: analysis.IsCall(o), packs: s.Packs != nil}
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
