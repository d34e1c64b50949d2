package dynamism

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// What an op of another dialect computes, and which types its results have, is what the
// ops of tg that it converts to say: a copy of it is converted beside the program, and
// asked.

// maxComputed bounds the elements of what is computed for the sake of shapes.
const maxComputed = 1024

// scratch is a copy of an op, converted to ops that infer and are executed.
type scratch struct {
	ctx  *ir.Context
	ops  []*ir.Op
	args []*ir.Value // that stand for the operands
	out  []*ir.Value // that stand for the results
}

// newScratch converts a copy of o; nil if that is not possible, or if o uses values
// from outside in its regions.
func newScratch(o *ir.Op) *scratch {
	if usesOutside(o) {
		return nil
	}
	c := o.Context()
	region, block := &ir.Region{}, &ir.Block{}
	region.Append(block)
	values := map[*ir.Value]*ir.Value{}
	args := make([]*ir.Value, o.NumOperands())
	for i := range args {
		args[i] = block.AddArg(o.Operand(i).Type(), o.Loc())
	}
	b := ir.NewBuilder(c).AtEnd(block)
	copied := b.Clone(o, values)
	copied.SetOperands(args)
	end, err := b.Create(&ir.OpState{Name: c.OpName("dynamism.results"), Loc: o.Loc(), Operands: copied.Results()})
	if err != nil {
		return nil
	}
	// What the op refers to by name is none of its types.
	find := func(*ir.Attr) *ir.Op { return nil }
	keep := func(o *ir.Op) bool {
		_, foreign := convert.ToTG.Get(o.Def())
		return !foreign && (o.Def() == nil || interp.Runs(o.Def()) || o.Has(ir.ConstantLike))
	}
	converted, err := convert.Body(b, region, convert.Surroundings{Symbol: find, Keeps: keep})
	if err != nil || !converted.HasOneBlock() {
		return nil
	}
	s := &scratch{ctx: c, args: converted.First().Args()}
	for p := converted.First().First(); p != nil; p = p.Next() {
		if p.OpName() == end.OpName() {
			s.out = p.Operands()
		} else {
			s.ops = append(s.ops, p)
		}
	}
	return s
}

// usesOutside reports whether regions of o use values from outside of o.
func usesOutside(o *ir.Op) bool {
	if o.NumRegions() == 0 {
		return false
	}
	return ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		if p == o {
			return ir.Advance
		}
		for i := range p.NumOperands() {
			if v := p.Operand(i); v.Block() == nil || v.Block().Parent() == nil || !o.IsAncestorOf(v.Block().Parent()) && v.Block().Parent() != o {
				return ir.Stop
			}
		}
		return ir.Advance
	}) == ir.Stop
}

// types are those of the results, as far as the ops infer them.
func (s *scratch) types() []*ir.Type {
	for _, o := range s.ops {
		refineResults(o)
	}
	types := make([]*ir.Type, len(s.out))
	for i, v := range s.out {
		types[i] = v.Type()
	}
	return types
}

// refineResults makes the types of results what the op infers, where that says more.
func refineResults(o *ir.Op) {
	for i, t := range inferredTypes(o) {
		if i < o.NumResults() {
			o.Result(i).SetType(merged(o.Context(), o.Result(i).Type(), t))
		}
	}
}

// inferredTypes are the types of the results as the op itself says them; nil if it does
// not.
func inferredTypes(o *ir.Op) []*ir.Type {
	if told, ok := analysis.ToldBy.Get(o.Def()); ok {
		if numbers, known := told.ConstantNumbers(o); known {
			if s, err := told.Static(ir.InferenceOf(o), numbers); err == nil {
				return []*ir.Type{s.Result}
			}
		}
	}
	if o.Def() == nil || o.Def().Infer == nil {
		return nil
	}
	types, err := ir.InferenceOf(o).Types()
	if err != nil {
		return nil
	}
	return types
}

// compute executes the ops on constants; nil if that cannot be done, or is more than
// shapes are worth.
func (s *scratch) compute(operands []*ir.Attr) []*tensor.Tensor {
	values := map[*ir.Value]*tensor.Tensor{}
	for i, a := range operands {
		if a == nil {
			continue // its value does not matter, or the op that reads it will fail
		}
		t, err := interp.DecodeElements(s.ctx, a)
		if err != nil {
			return nil
		}
		values[s.args[i]] = t
	}
	for _, o := range s.ops {
		refineResults(o)
		if !s.execute(o, values) {
			return nil
		}
	}
	out := make([]*tensor.Tensor, len(s.out))
	for i, v := range s.out {
		if out[i] = values[v]; out[i] == nil {
			return nil
		}
	}
	return out
}

func (s *scratch) execute(o *ir.Op, values map[*ir.Value]*tensor.Tensor) bool {
	if o.NumResults() == 1 {
		if a := ir.ConstantValue(o.Result(0)); a != nil {
			t, err := interp.DecodeElements(s.ctx, a)
			values[o.Result(0)] = t
			return err == nil
		}
	}
	for _, t := range o.ResultTypes() {
		if !smallStatic(t) {
			return false
		}
	}
	in := make([]*tensor.Tensor, o.NumOperands())
	for i := range in {
		if in[i] = values[o.Operand(i)]; in[i] == nil {
			return false
		}
	}
	limits := &interp.Limits{Steps: maxComputed, Work: interp.NewWork(1 << 20)}
	out, err := interp.Evaluate(o, in, limits)
	if err != nil {
		return false
	}
	for i, t := range out {
		values[o.Result(i)] = t
	}
	return true
}

// smallStatic reports whether values of type t are few numbers.
func smallStatic(t *ir.Type) bool {
	if !t.IsShaped() {
		return true
	}
	n, ok := t.NumElements()
	return ok && t.IsRankedTensor() && n <= maxComputed
}
