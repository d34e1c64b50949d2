package dynamism

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// RefineShapes finds out extents that the types do not say.
var RefineShapes = &pipeline.Pass{
	Name:  "refine-shapes",
	Title: "RefineShapes",
	Doc: "Find out extents that the types of values leave open: from those of operands, from constants that tell a shape, which are computed as far as it takes, " +
		"and through loops of StableHLO, branches and calls. What a loop collects is as long as the loop is known to run rounds. A private function takes what all of its calls agree on, a constant too; what a function returns becomes " +
		"the type of its result. An op that must not be given another type gets the old one by a tensor.cast. The state of a loop is taken to keep its shape, " +
		"which a run checks.",
	On: "builtin.module",
	Statistics: []pipeline.Statistic{
		{Name: "num-refined", Doc: "Number of values whose type says more than before"},
		{Name: "num-computed", Doc: "Number of operations computed"},
	},
	Run: func(r *pipeline.Run) error {
		s := &shapes{run: r, calls: analysis.NewCalls(), purity: analysis.NewPurity(), added: map[*ir.Op]bool{}, tried: map[*ir.Op]bool{}}
		s.callers = s.findCallers()
		for s.changed = true; s.changed; {
			s.changed = false
			for _, fn := range functions(r.Op) {
				s.function(fn)
			}
		}
		s.finish()
		if s.refined+s.computed == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-refined", s.refined)
		r.Count("num-computed", s.computed)
		return nil
	},
}

// shapes refines until nothing changes: extents only become known, so that it ends.
type shapes struct {
	run    *pipeline.Run
	calls  *analysis.Calls
	purity *analysis.Purity
	// callers are the calls of each function; those of one that may be called, or
	// named, otherwise are nil.
	callers map[*ir.Op][]*ir.Op
	// added are the casts that give values their old types.
	added map[*ir.Op]bool
	// read are the ops that computed ones took operands from.
	read []*ir.Op
	// tried are the ops that cannot be computed, once their operands are constants.
	tried             map[*ir.Op]bool
	changed           bool
	refined, computed int64
}

// callee is the function that o calls, by name or as what it is composed of; nil if it
// calls none.
func (s *shapes) callee(o *ir.Op) *ir.Op {
	if o.Is(stablehlo.Composite) {
		return s.calls.Lookup(s.calls.TableAround(o), o.Attr("decomposition"))
	}
	return s.calls.Resolve(o)
}

// findCallers finds the functions all of whose uses are calls in sight.
func (s *shapes) findCallers() map[*ir.Op][]*ir.Op {
	callers, hidden := map[*ir.Op][]*ir.Op{}, map[*ir.Op]bool{}
	ir.Walk(s.run.Op, func(o *ir.Op) ir.WalkAction {
		if fn := s.callee(o); fn != nil {
			callers[fn] = append(callers[fn], o)
			return ir.Advance
		}
		other := func(ref *ir.Attr) {
			if fn := s.calls.Lookup(s.calls.TableAround(o), ref); fn != nil {
				hidden[fn] = true
			}
		}
		ir.WalkSymbolRefs(o.Props(), other)
		ir.WalkSymbolRefs(o.Attrs(), other)
		return ir.Advance
	})
	for fn := range hidden {
		callers[fn] = nil
	}
	for _, fn := range functions(s.run.Op) {
		if _, ok := callers[fn]; !ok {
			callers[fn] = []*ir.Op{}
		}
	}
	return callers
}

func (s *shapes) function(fn *ir.Op) {
	body := analysis.CallableBody(fn)
	s.arguments(fn, body.First())
	var list []*ir.Op
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o != fn {
			list = append(list, o)
		}
		return ir.Advance
	})
	for _, o := range list {
		if o.Block() != nil {
			s.visit(o)
		}
	}
	s.signature(fn)
}

// arguments are what all calls agree on.
func (s *shapes) arguments(fn *ir.Op, entry *ir.Block) {
	callers := s.callers[fn]
	if len(callers) == 0 || ir.SymbolVisibility(fn) != "private" {
		return
	}
	for i, arg := range entry.Args() {
		var t *ir.Type
		value := ir.ConstantValue(callers[0].Operand(i))
		for _, call := range callers {
			t = common(s.run.Ctx, t, call.Operand(i).Type())
			if ir.ConstantValue(call.Operand(i)) != value {
				value = nil
			}
		}
		s.refine(arg, t)
		if value == nil || !arg.HasUses() || value.Type() != arg.Type() {
			continue
		}
		first := entry.First()
		if c := constant(s.run.Builder.AtStart(entry), callers[0].Operand(i).Def(), value, arg.Type()); c != nil {
			c.Def().SetLoc(first.Loc())
			arg.ReplaceAllUsesWith(c)
			s.computed++
			s.changed = true
		}
	}
}

// signature makes the types of results what all returns agree on.
func (s *shapes) signature(fn *ir.Op) {
	ends := returned(fn)
	callers, named := s.callers[fn]
	old := fn.Attr("function_type").Type()
	results := append([]*ir.Type(nil), old.Results()...)
	if len(ends) > 0 && (!named || callers != nil) {
		for i := range results {
			var t *ir.Type
			for _, end := range ends {
				t = common(s.run.Ctx, t, end.Operand(i).Type())
			}
			results[i] = merged(s.run.Ctx, results[i], t)
		}
	}
	inputs := make([]*ir.Type, len(old.Inputs()))
	for i, arg := range analysis.CallableBody(fn).First().Args() {
		inputs[i] = arg.Type()
	}
	if t := s.run.Ctx.Func(inputs, results); t != old {
		setSignature(fn, inputs, results)
		s.changed = true
	}
}

// visit refines what o gives, and what it gives to its regions.
func (s *shapes) visit(o *ir.Op) {
	switch {
	case o.Has(ir.ConstantLike) || s.added[o]:
		return
	case s.compute(o):
		return
	case isWhile(o):
		s.loop(o)
	case o.Is(tg.While):
		s.collected(o)
		s.infer(o)
	case isBranch(o):
		s.branch(o)
	case o.Has(ir.Terminator):
		if p := o.Parent(); p != nil && isBranch(p) {
			s.branch(p)
		}
	case s.callee(o) != nil:
		for i, t := range s.callee(o).Attr("function_type").Type().Results() {
			s.refine(o.Result(i), t)
		}
	case o.Is(stablehlo.CustomCall):
		s.customCall(o)
	default:
		s.infer(o)
	}
}

// isWhile leaves out loops of tg: the type of their state may say less than that of the
// operands because its shape changes.
func isWhile(o *ir.Op) bool { return o.Is(stablehlo.While) }

func isBranch(o *ir.Op) bool {
	return o.Is(stablehlo.If) || o.Is(stablehlo.Case) || o.Is(tg.If) || o.Is(tg.Case)
}

// infer refines the results of an op that says what they are, by itself or as what it
// converts to.
func (s *shapes) infer(o *ir.Op) {
	if !hasOpen(o.ResultTypes()) {
		return
	}
	types := inferredTypes(o)
	if types == nil && o.Def() != nil {
		if x := newScratch(o); x != nil {
			types = x.types()
		}
	}
	for i, t := range types {
		if i < o.NumResults() {
			s.refine(o.Result(i), t)
		}
	}
	if (o.Is(tg.Cast) || o.Name() == "tensor.cast") && o.Operand(0).Type() == o.Result(0).Type() {
		o.Result(0).ReplaceAllUsesWith(o.Operand(0))
		o.Erase()
		s.changed = true
	}
}

// hasOpen reports whether extents of one of the types are not known.
func hasOpen(types []*ir.Type) bool {
	for _, t := range types {
		if t.IsRankedTensor() && !t.IsStatic() {
			return true
		}
	}
	return false
}

// loop makes the state what it is at first.
func (s *shapes) loop(o *ir.Op) {
	for i := range o.NumOperands() {
		v, t := o.Operand(i), o.Operand(i).Type()
		t = merged(s.run.Ctx, t, o.Result(i).Type())
		for _, r := range o.Regions() {
			s.refine(r.First().Arg(i), t)
		}
		s.refine(o.Result(i), t)
		if value := ir.ConstantValue(v); value != nil && keeps(o, i) {
			s.keepConstant(o, i, v)
		}
	}
}

// collected makes what a loop of tg collects as long as another result of it is, or as the loop
// is known to run rounds.
func (s *shapes) collected(o *ir.Op) {
	rounds := ir.Dynamic
	for _, v := range o.Results()[o.NumOperands():] {
		rounds = max(rounds, v.Type().Shape()[0])
	}
	if rounds == ir.Dynamic && o.NumResults() > o.NumOperands() {
		if trips := tg.Trips(o); trips >= 0 {
			rounds = trips
		}
	}
	for _, v := range o.Results()[o.NumOperands():] {
		shape := slices.Clone(v.Type().Shape())
		shape[0] = rounds
		s.refine(v, s.run.Ctx.WithShape(v.Type(), shape))
	}
}

// keeps reports whether a loop never changes value i of its state.
func keeps(o *ir.Op, i int) bool {
	body := o.RegionAt(1).First()
	end := body.Terminator()
	return end != nil && i < end.NumOperands() && end.Operand(i) == body.Arg(i)
}

// keepConstant makes a constant that a loop carries about one that is used inside. Its
// end still hands on the argument.
func (s *shapes) keepConstant(o *ir.Op, i int, v *ir.Value) {
	for k, r := range o.Regions() {
		arg := r.First().Arg(i)
		for u := arg.FirstUse(); u != nil; {
			next := u.Next()
			if k == 0 || u.Owner() != r.First().Terminator() {
				u.Set(v)
				s.changed = true
			}
			u = next
		}
	}
	if r := o.Result(i); r.HasUses() {
		r.ReplaceAllUsesWith(v)
		s.changed = true
	}
}

// branch makes results what all regions agree on.
func (s *shapes) branch(o *ir.Op) {
	for i := range o.NumResults() {
		var t *ir.Type
		for _, r := range o.Regions() {
			end := r.First().Terminator()
			if end == nil || i >= end.NumOperands() {
				return
			}
			t = common(s.run.Ctx, t, end.Operand(i).Type())
		}
		s.refine(o.Result(i), t)
	}
}

// customCall reads what a call says of the shapes of its results, and takes away the
// ones that only kept an old type.
func (s *shapes) customCall(o *ir.Op) {
	if isCustomCall(o, "stablehlo.shape_refinement_operand_wrapper") && o.NumOperands() > 0 && o.NumResults() == 1 {
		s.refine(o.Result(0), o.Operand(0).Type())
		if o.Operand(0).Type() == o.Result(0).Type() {
			o.Result(0).ReplaceAllUsesWith(o.Operand(0))
			o.Erase()
			s.changed = true
		}
		return
	}
	for i, n := range o.Attr("indices_of_shape_operands").Ints() {
		if i >= o.NumResults() || n < 0 || n >= int64(o.NumOperands()) || !o.Result(i).Type().IsRankedTensor() {
			continue
		}
		shape, known := analysis.ConstantInts(ir.ConstantValue(o.Operand(int(n))))
		if t := o.Result(i).Type(); known && len(shape) == t.Rank() && !anyNegative(shape) {
			s.refine(o.Result(i), s.run.Ctx.Tensor(shape, t.Elem()))
		}
	}
}

func anyNegative(shape []int64) bool {
	for _, n := range shape {
		if n < 0 {
			return true
		}
	}
	return false
}

// compute replaces an op of constants, or about extents that are known, by the
// constants that its results are, and reports whether it did.
func (s *shapes) compute(o *ir.Op) bool {
	if o.NumResults() == 0 || o.NumOperands() == 0 || o.NumRegions() > 0 || o.Def() == nil || s.tried[o] || !s.purity.Pure(o) {
		return false
	}
	consts, all := make([]*ir.Attr, o.NumOperands()), true
	for i := range consts {
		consts[i] = ir.ConstantValue(o.Operand(i))
		all = all && consts[i] != nil && smallStatic(o.Operand(i).Type())
	}
	for _, t := range o.ResultTypes() {
		if !t.IsStatic() || !smallStatic(t) || !all && t.ElemOrSelf().IsFloat() {
			return false
		}
	}
	values := folded(o, consts)
	if values == nil && (all || asksExtent(o)) {
		values = s.evaluate(o, consts)
		s.tried[o] = values == nil && all
	}
	if values == nil {
		return false
	}
	b := s.run.Builder.Before(o)
	made := make([]*ir.Value, len(values))
	for i, a := range values {
		if made[i] = constant(b, o, a, o.Result(i).Type()); made[i] == nil {
			return false
		}
	}
	for i, v := range made {
		o.Result(i).ReplaceAllUsesWith(v)
	}
	for i := range o.NumOperands() {
		if def := o.Operand(i).Def(); def != nil {
			s.read = append(s.read, def)
		}
	}
	o.Erase()
	s.computed++
	s.changed = true
	return true
}

// asksExtent reports whether what o gives depends on the type of its operand alone.
func asksExtent(o *ir.Op) bool {
	return o.Is(stablehlo.GetDimensionSize) && o.Operand(0).Type().Shape()[o.Attr("dimension").Int()] != ir.Dynamic
}

// folded are the constants that the results are as the op itself says; nil for none.
func folded(o *ir.Op, consts []*ir.Attr) []*ir.Attr {
	fold := o.Def().Fold
	if fold == nil {
		return nil
	}
	list := fold(o, consts)
	if len(list) != o.NumResults() || ir.IsInPlace(list) {
		return nil
	}
	values := make([]*ir.Attr, len(list))
	for i, f := range list {
		if f.Const == nil {
			return nil
		}
		values[i] = f.Const
	}
	return values
}

// evaluate executes what o converts to.
func (s *shapes) evaluate(o *ir.Op, consts []*ir.Attr) []*ir.Attr {
	x := newScratch(o)
	if x == nil {
		return nil
	}
	results := x.compute(consts)
	if results == nil {
		return nil
	}
	values := make([]*ir.Attr, len(results))
	for i, t := range results {
		values[i] = interp.EncodeElements(s.run.Ctx, o.Result(i).Type(), t.WithOneNaN())
	}
	return values
}
