package autodiff

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// StashAttr is an attribute of results of a forward part, and of arguments of a backward one: which
// value it is. Both have the same text.
const StashAttr = "tg.stash"

// What the names of the parts of a function end with.
const (
	aheadEnding  = ".fwd"
	behindEnding = ".bwd"
)

// longestChain is how many functions, each called by the one before, hand on what their backward
// parts need. The next one runs its forward part again, from its arguments: else each link of a
// long chain would hand on what all links below need.
const longestChain = 32

// height is how many functions the longest chain of calls below a function has, itself included.
// Those that call themselves, which have no derivative and need none where they are called, count
// once.
func (e *engine) height(fn *ir.Op) int {
	for stack := []*ir.Op{fn}; len(stack) > 0; {
		f := stack[len(stack)-1]
		if e.heights[f] > 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		height, deeper := 1, false
		e.heights[f] = 0 // begun
		for _, callee := range e.callees(f) {
			known, begun := e.heights[callee]
			height = max(height, known+1)
			if !begun {
				stack, deeper = append(stack, callee), true
			}
		}
		if !deeper {
			e.heights[f] = height
		}
	}
	return e.heights[fn]
}

// callees are the functions that a function calls, each once.
func (e *engine) callees(fn *ir.Op) (list []*ir.Op) {
	if known, ok := e.calls[fn]; ok {
		return known
	}
	seen := map[*ir.Op]bool{fn: true}
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if callee := e.called(o); callee != nil && !seen[callee] {
			seen[callee] = true
			list = append(list, callee)
		}
		return ir.Advance
	})
	e.calls[fn] = list
	return list
}

// splitFunction makes @f.fwd and @f.bwd as somebody asked for them.
func (e *engine) splitFunction(fn *ir.Op, r Request) (*derived, error) {
	s, err := e.apart(fn, r, false)
	if err != nil {
		return nil, err
	}
	return &derived{fn: e.symbol(s.forward), backward: e.symbol(s.backward)}, nil
}

// split makes the parts of a function for calls.
func (e *engine) split(call, fn *ir.Op, args, results string) (*split, error) {
	key := variant{fn: fn, args: args, results: results, strong: e.strong}
	if s, ok := e.splits[key]; ok {
		if s == nil {
			return nil, e.recursion(call, fn)
		}
		return s, nil
	}
	e.splits[key] = nil
	r := Request{Mode: Split, Wrt: ones(args), Of: ones(results)}
	var s *split
	var err error
	switch c := e.customOf(fn); {
	case c != nil && c.vjp != nil:
		s, err = e.customVJP(fn, c, r)
	case c != nil && c.jvp != nil:
		s, err = e.transposedJVP(fn, c, r)
	default:
		s, err = e.apart(fn, r, true)
	}
	if err != nil {
		return nil, err
	}
	e.splits[key] = s
	return s, nil
}

// apart makes the forward and the backward part of a function. Between parts that calls call,
// cotangents pair as rules have it, and arguments without a gradient are left out.
func (e *engine) apart(fn *ir.Op, r Request, internal bool) (*split, error) {
	ahead, block := e.copied(fn, named(r, fn, aheadEnding))
	if !internal {
		e.nameArguments(fn, ahead)
	}
	args := block.NumArgs()
	j, given, err := e.seeded(block, r, internal)
	if err != nil {
		return nil, err
	}
	s := &split{}
	outputs := s.outputs(j, fn, r, internal)
	if len(s.gradients) == 0 && internal {
		e.discard(ahead, fn)
		s.forward = ir.SymbolName(fn)
		return s, nil
	}
	isSeed := map[*ir.Value]bool{}
	for _, a := range given {
		isSeed[a] = true
	}
	l := limits{free: func(v *ir.Value) bool { return isSeed[v] }, argsOnly: internal && (e.height(fn)%longestChain == 0 || fn.Attrs().Get(CheckpointAttr) != nil)}
	saved, again := j.cut(outputs, l)
	behind, back := e.emptied(fn, named(r, fn, behindEnding), false)
	names, stashes := s.stashes(j, saved, back, internal)
	values := map[*ir.Value]*ir.Value{}
	for k, v := range saved {
		values[v] = back.Arg(k)
	}
	for _, a := range given {
		values[a] = back.AddArg(a.Type(), a.Loc())
	}
	j.detach(back, values, again)
	s.finish(j, r, outputs, values, back, internal)
	for n := block.NumArgs(); n > args; n-- {
		block.RemoveArg(n - 1)
	}
	e.sign(ahead, nil, stashes)
	e.sign(behind, names, nil)
	s.forward, s.backward = ir.SymbolName(ahead), ir.SymbolName(behind)
	if internal {
		private(ahead)
		private(behind)
		if len(s.extra) == 0 {
			e.discard(ahead, fn) // it does what the function does
			s.forward = ir.SymbolName(fn)
		}
	}
	return s, nil
}

// seeded differentiates the block of a copy of a function, with arguments for the cotangents of
// results behind its own, which are returned, too.
func (e *engine) seeded(block *ir.Block, r Request, internal bool) (*joint, []*ir.Value, error) {
	end, args := block.Last(), block.NumArgs()
	m := e.maker(ir.NewBuilder(e.ctx))
	m.block, m.active = block, varied{}
	seeds := make([]*ir.Value, end.NumOperands())
	for _, i := range r.Of {
		seeds[i] = block.AddArg(end.Operand(i).Type(), end.Operand(i).Loc())
	}
	given := append([]*ir.Value{}, block.Args()[args:]...)
	if !internal {
		m.AtEnd(block)
		for _, i := range r.Of {
			seeds[i] = m.conjugate(seeds[i])
		}
	}
	wrt := set(r.Wrt)
	j, err := m.joint(block, seeds, func(i int) bool { return wrt[i] }, false)
	return j, given, err
}

// outputs are the cotangents of arguments, and zeros for those that nothing leads to, which calls
// have no need of.
func (s *split) outputs(j *joint, fn *ir.Op, r Request, internal bool) (outputs []*ir.Value) {
	for _, i := range r.Wrt {
		ct := j.cotangents[j.block.Arg(i)]
		if ct == nil && internal {
			continue
		}
		if ct == nil {
			j.e.remark(fn, fmt.Sprintf("gradient of argument #%d is zero: no path", i))
			j.AtEnd(j.block)
			j.Loc = j.end.Loc()
			ct = j.ZerosLike(j.block.Arg(i))
		}
		s.gradients = append(s.gradients, i)
		outputs = append(outputs, ct)
	}
	return outputs
}

// finish makes the backward part return the gradients.
func (s *split) finish(j *joint, r Request, outputs []*ir.Value, values map[*ir.Value]*ir.Value, back *ir.Block, internal bool) {
	j.AtEnd(back)
	j.Loc = j.end.Loc()
	for k, i := range s.gradients {
		if w := values[outputs[k]]; w != nil {
			outputs[k] = w
		}
		if !internal {
			outputs[k] = j.conjugate(outputs[k])
		}
		if r.Add != nil && r.Add[k] {
			a := j.block.Arg(i)
			outputs[k] = j.Add(back.AddArg(a.Type(), a.Loc()), outputs[k])
		}
	}
	j.Builder.OpWithTypes(j.end.Def(), j.end.Loc(), nil, outputs)
}

// stashes makes the arguments of the backward part for what is handed over, and the results of the
// forward part, and names both where somebody but calls may read that.
func (s *split) stashes(j *joint, saved []*ir.Value, back *ir.Block, internal bool) (args, results map[int]ir.NamedAttr) {
	args, results = map[int]ir.NamedAttr{}, map[int]ir.NamedAttr{}
	name := func(of map[int]ir.NamedAttr, i int, what string, index int) {
		if !internal {
			of[i] = ir.NamedAttr{Name: StashAttr, Value: j.Ctx.StringAttr(fmt.Sprintf("%s %d", what, index))}
		}
	}
	yields := append([]*ir.Value{}, j.end.Operands()...)
	n := len(yields)
	own := map[*ir.Value]int{}
	for i, v := range yields {
		if _, known := own[v]; !known {
			own[v] = i
		}
	}
	for k, v := range saved {
		back.AddArg(v.Type(), v.Loc())
		at, isResult := own[v]
		switch {
		case v.IsArg():
			s.stash = append(s.stash, stashed{Index: v.Index()})
			name(args, k, "argument", v.Index())
		case isResult:
			s.stash = append(s.stash, stashed{Result: true, Index: at})
			name(args, k, "result", at)
		default:
			s.stash = append(s.stash, stashed{Result: true, Index: len(yields)})
			name(args, k, "value", len(yields)-n)
			name(results, len(yields), "value", len(yields)-n)
			yields = append(yields, v)
			s.extra = append(s.extra, v.Type())
		}
	}
	j.end.SetOperands(yields)
	return args, results
}
