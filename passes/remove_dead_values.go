package passes

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
)

// RemoveDeadValuesOptions are the options of the pass `remove-dead-values`.
type RemoveDeadValuesOptions struct {
	Canonicalize bool `opt:"canonicalize" doc:"Simplify ops with regions afterwards, so that they lose what they pass around in vain"`
}

// RemoveDeadValues removes values that nobody needs, across control flow and
// calls.
var RemoveDeadValues = &pipeline.Pass{
	Name:  "remove-dead-values",
	Title: "RemoveDeadValues",
	Doc: "Remove dead values. Ops whose results are not needed by any effect, by control flow or by a caller go, even if " +
		"other such ops use them; so do arguments and results of functions whose callers are all known, together with what " +
		"calls pass and returns hand over, and arguments of blocks. Where a region is passed what it does not need, it gets " +
		"a poison value.",
	Options: func() any { return &RemoveDeadValuesOptions{Canonicalize: true} },
	Statistics: []pipeline.Statistic{
		{Name: "num-ops", Doc: "Number of operations removed"},
		{Name: "num-args", Doc: "Number of arguments of blocks and functions removed"},
		{Name: "num-results", Doc: "Number of results of functions removed"},
	},
	Run: func(r *pipeline.Run) error {
		d := &deadValues{run: r, live: analysis.NewLive(r.Op), calls: map[*ir.Op][]*ir.Op{}, unreachable: map[*ir.Block]bool{}}
		d.find()
		d.remove()
		changed := d.ops+d.args+d.results > 0 || len(d.poisoned)+len(d.unreachable) > 0
		if r.Options.(*RemoveDeadValuesOptions).Canonicalize {
			did, err := d.canonicalize()
			if err != nil {
				return err
			}
			changed = did || changed
		}
		if !changed {
			r.MarkUnchanged()
		}
		r.Count("num-ops", d.ops)
		r.Count("num-args", d.args)
		r.Count("num-results", d.results)
		return nil
	},
}

// deadValues first finds everything that is dead, while the analysis holds, and
// then removes it.
type deadValues struct {
	run   *pipeline.Run
	live  *analysis.Live
	calls map[*ir.Op][]*ir.Op // of analysed functions

	dead []*ir.Op
	// unreachable are branches that depend on what is never computed.
	unreachable map[*ir.Block]bool
	blocks      []deadArgs
	functions   []deadSignature
	poisoned    []*ir.Use
	// ghosts stand for removed values while something still uses them.
	ghosts []*ir.Op

	ops, args, results int64
}

// deadArgs are the arguments of a block that go: drop[i] says so of number i.
type deadArgs struct {
	block *ir.Block
	preds []*ir.Block
	drop  []bool
}

// deadSignature is what goes of a function.
type deadSignature struct {
	fn            *ir.Op
	args, results []bool
}

// find lists what is dead, children before parents.
func (d *deadValues) find() {
	var functions []*ir.Op
	ir.WalkPost(d.run.Op, func(o *ir.Op) {
		if o == d.run.Op {
			return
		}
		for _, r := range o.Regions() {
			d.findArgs(r)
		}
		flow, branches := analysis.RegionBranch.Get(o.Def())
		switch {
		case analysis.IsCallable(o):
			functions = append(functions, o)
		case branches:
			d.findInRegions(o, flow)
		case len(o.Successors()) > 0:
			d.findInBranch(o)
		case o.Has(ir.Terminator):
		case analysis.IsCall(o):
			if fn := d.live.Callee(o); fn != nil {
				d.calls[fn] = append(d.calls[fn], o)
			}
		case d.anyDead(o) || d.live.Pure(o) && !d.live.Any(o) && !o.Has(ir.Symbol):
			d.dead = append(d.dead, o)
		}
	})
	for _, r := range d.run.Op.Regions() {
		d.findArgs(r)
	}
	for _, fn := range functions {
		d.findInFunction(fn)
	}
}

// anyDead reports whether an operand of o is dead. Only an op that never runs,
// or whose results are dead too, has such operands.
func (d *deadValues) anyDead(o *ir.Op) bool {
	for i := range o.NumOperands() {
		if !d.live.Is(o.Operand(i)) {
			return true
		}
	}
	return false
}

// findArgs lists the dead arguments in r of blocks other than the entry: those
// that are passed a dead value by some predecessor.
func (d *deadValues) findArgs(r *ir.Region) {
	if r.Empty() || r.HasOneBlock() {
		return
	}
	preds := ir.Predecessors(r)
	for b := r.First().Next(); b != nil; b = b.Next() {
		if b.NumArgs() == 0 {
			continue
		}
		args := deadArgs{b, preds[b], make([]bool, b.NumArgs())}
		if d.passesDead(args) {
			d.blocks = append(d.blocks, args)
		}
	}
}

// passesDead fills in a.drop and reports whether anything is to be dropped.
func (d *deadValues) passesDead(a deadArgs) (any bool) {
	for _, p := range a.preds {
		t := p.Last()
		if d.unreachable[p] {
			continue
		}
		if t.Def() == nil || t.Def().SuccessorOperands == nil {
			return false
		}
		for s, succ := range t.Successors() {
			if succ != a.block {
				continue
			}
			first, count := t.Def().SuccessorOperands(t, s)
			for i := range count {
				if !d.live.Is(t.Operand(first+i)) && !d.live.Is(a.block.Arg(i)) {
					a.drop[i], any = true, true
				}
			}
		}
	}
	return any
}

// findInBranch notes a branch that is steered by a dead value: it never runs.
func (d *deadValues) findInBranch(o *ir.Op) {
	if o.Def() == nil || o.Def().SuccessorOperands == nil {
		return
	}
	passed := make([]bool, o.NumOperands())
	for s := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, s)
		for i := range count {
			passed[first+i] = true
		}
	}
	for i, p := range passed {
		if !p && !d.live.Is(o.Operand(i)) {
			d.unreachable[o.Block()] = true
			return
		}
	}
}

// findInRegions lists an op with regions that nobody needs, or else what it
// and the ends of its regions pass on that nobody needs.
func (d *deadValues) findInRegions(o *ir.Op, flow *analysis.RegionFlow) {
	if d.live.Pure(o) && !d.live.Any(o) {
		d.dead = append(d.dead, o)
		return
	}
	d.findPasses(o, o, flow)
	for _, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if t := b.Last(); t != nil && t.Has(ir.Terminator) && len(t.Successors()) == 0 {
				d.findPasses(o, t, flow)
			}
		}
	}
}

func (d *deadValues) findPasses(o, from *ir.Op, flow *analysis.RegionFlow) {
	passes, _ := analysis.PassesOf(o, from, flow)
	needed := map[*ir.Use]bool{}
	for _, p := range passes {
		needed[p.Use] = needed[p.Use] || d.live.Is(p.Use.Value()) && d.live.Is(p.To)
	}
	for i := range from.NumOperands() {
		if n, passed := needed[from.OperandUse(i)]; passed && !n {
			d.poisoned = append(d.poisoned, from.OperandUse(i))
		}
	}
}

// findInFunction lists what nobody needs of the signature of a function whose
// callers are known: results that no caller needs, and arguments.
func (d *deadValues) findInFunction(fn *ir.Op) {
	body := analysis.CallableBody(fn)
	if body == nil || !d.live.CallersKnown(fn) {
		return
	}
	t := fn.Attr("function_type").Type()
	s := deadSignature{fn, make([]bool, len(t.Inputs())), make([]bool, len(t.Results()))}
	for i, a := range body.First().Args() {
		s.args[i] = !d.live.Is(a)
	}
	for i := range s.results {
		s.results[i] = !slices.ContainsFunc(d.calls[fn], func(call *ir.Op) bool { return d.live.Is(call.Result(i)) })
	}
	if slices.Contains(s.args, true) || slices.Contains(s.results, true) {
		d.functions = append(d.functions, s)
	}
}

// remove removes what find has listed. What still uses removed values
// afterwards never runs, and gets poison.
func (d *deadValues) remove() {
	for _, u := range d.poisoned {
		u.Set(d.poison(u.Owner(), u.Value().Type(), u.Value().Loc()))
	}
	for b := range d.unreachable {
		end := b.Last()
		d.create(d.run.Builder.Before(end), "ub.unreachable", end.Loc())
		end.Erase()
	}
	for _, a := range d.blocks {
		for i, drop := range a.drop {
			if drop {
				d.replaceByGhost(a.block.Arg(i))
				d.args++
			}
		}
	}
	for _, a := range d.blocks {
		preds := slices.DeleteFunc(a.preds, func(p *ir.Block) bool { return len(p.Successors()) == 0 })
		ir.EraseBlockArgs(a.block, preds, func(i int) bool { return a.drop[i] })
	}
	for _, s := range d.functions {
		d.cutSignature(s)
	}
	for _, o := range d.dead {
		o.Erase()
	}
	d.ops = int64(len(d.dead))
	for _, o := range append(d.dead, d.ghosts...) {
		for i := range o.NumResults() {
			for v := o.Result(i); v.HasUses(); {
				u := v.FirstUse()
				u.Set(d.poison(u.Owner(), v.Type(), v.Loc()))
			}
		}
	}
}

// create makes an op without operands.
func (d *deadValues) create(b *ir.Builder, name string, l ir.Loc, results ...*ir.Type) *ir.Op {
	st := &ir.OpState{Name: d.run.Ctx.OpName(name), Loc: l, Results: append([]*ir.Type{}, results...)}
	if def := st.Name.Def; def != nil {
		for _, a := range def.Attrs {
			st.SetAttr(a.Name, a.Default(d.run.Ctx))
		}
	}
	o, err := b.Create(st)
	if err != nil {
		panic(err) // the types of the results are given
	}
	return o
}

// poison is a poison value for use by o.
func (d *deadValues) poison(o *ir.Op, t *ir.Type, l ir.Loc) *ir.Value {
	return d.create(d.run.Builder.Before(o), "ub.poison", l, t).Result(0)
}

// replaceByGhost gives all uses of v to a stand-in.
func (d *deadValues) replaceByGhost(v *ir.Value) {
	g := d.create(d.run.Builder.AtEnd(nil), "ub.poison", v.Loc(), v.Type())
	v.ReplaceAllUsesWith(g.Result(0))
	d.ghosts = append(d.ghosts, g)
}

// cutSignature takes dead arguments and results from a function, from what it
// returns, and from all calls of it.
func (d *deadValues) cutSignature(s deadSignature) {
	c, fn := d.run.Ctx, s.fn
	t := fn.Attr("function_type").Type()
	fn.SetAttr("function_type", c.TypeAttr(c.Func(without(t.Inputs(), s.args), without(t.Results(), s.results))))
	cutAttrs(fn, s)
	body := analysis.CallableBody(fn)
	for i := len(s.args) - 1; i >= 0; i-- {
		if s.args[i] {
			d.replaceByGhost(body.First().Arg(i))
			body.First().RemoveArg(i)
			d.args++
		}
	}
	for _, dead := range s.results {
		if dead {
			d.results++
		}
	}
	for b := body.First(); b != nil; b = b.Next() {
		if t := b.Last(); t != nil && t.Has(ir.ReturnLike) && t.NumOperands() == len(s.results) {
			t.SetOperands(without(t.Operands(), s.results))
		}
	}
	for _, call := range d.calls[fn] {
		d.cutCall(call, s)
	}
}

// cutCall replaces a call by one without what is dead in the signature.
func (d *deadValues) cutCall(call *ir.Op, s deadSignature) {
	st := &ir.OpState{
		Name: call.OpName(), Loc: call.Loc(), Operands: without(call.Operands(), s.args),
		Results: append([]*ir.Type{}, without(call.ResultTypes(), s.results)...),
		Props:   call.Props(), Attrs: call.Attrs().Entries(),
	}
	n, err := d.run.Builder.Before(call).Create(st)
	if err != nil {
		panic(err) // the types of the results are given
	}
	cutAttrs(n, s)
	k := 0
	for i := range call.NumResults() {
		if s.results[i] {
			d.replaceByGhost(call.Result(i))
		} else {
			call.Result(i).ReplaceAllUsesWith(n.Result(k))
			k++
		}
	}
	call.Erase()
}

// cutAttrs takes the attributes of dead arguments and results from a function
// or call.
func cutAttrs(o *ir.Op, s deadSignature) {
	for _, list := range []struct {
		name string
		dead []bool
	}{{"arg_attrs", s.args}, {"res_attrs", s.results}} {
		a := o.Attr(list.name)
		if a == nil || len(a.Elems()) != len(list.dead) {
			continue
		}
		left := without(a.Elems(), list.dead)
		if slices.ContainsFunc(left, func(a *ir.Attr) bool { return len(a.Entries()) > 0 }) {
			o.SetAttr(list.name, o.Context().Array(left))
		} else {
			o.SetAttr(list.name, nil)
		}
	}
}

// without is list without the elements that are dead.
func without[T any](list []T, dead []bool) []T {
	var left []T
	for i, e := range list {
		if !dead[i] {
			left = append(left, e)
		}
	}
	return left
}

// canonicalize applies the patterns of canonicalize to the ops with regions that
// pass values around, and to what changes with these.
func (d *deadValues) canonicalize() (changed bool, err error) {
	set, err := canonicalPatterns(d.run.Ctx, Canonicalize.Options().(*CanonicalizeOptions))
	if err != nil {
		return false, err
	}
	for _, r := range d.run.Op.Regions() {
		var ops []*ir.Op
		for b := r.First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				ir.WalkPost(o, func(p *ir.Op) {
					if _, ok := analysis.RegionBranch.Get(p.Def()); ok {
						ops = append(ops, p)
					}
				})
			}
		}
		if len(ops) > 0 {
			changed = rewrite.GreedyOps(r, ops, d.run.Builder, set) || changed
		}
	}
	return changed, nil
}
