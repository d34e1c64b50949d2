package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var whilePatterns = []*rewrite.Pattern{
	{
		Name: "while-false", Root: While,
		Doc: "A loop whose condition is known to be false leaves its state alone.",
		Why: "It looks into the region of the condition.",
		Example: example("%n: tensor<i32>, %x: tensor<4xf32>", "tensor<4xf32>",
			"%f = tg.constant dense<false> : tensor<i1>",
			"%0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {",
			"  tg.yield %f : tensor<i1>",
			"} do {",
			"  %2 = tg.neg %v : tensor<4xf32>",
			"  tg.yield %i, %2 : tensor<i32>, tensor<4xf32>",
			"}",
			"return %0#1 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			c, cond := o.Context(), o.RegionAt(0).First()
			more := ir.ConstantValue(cond.Last().Operand(0))
			if !isSplatOf(more, elementBytes(c, c.Bool(), 0)) || !haveTypesOf(o.Operands(), stateOf(o)) {
				return false
			}
			inits := o.Operands()
			none := collectedNothing(r, o)
			if none == nil {
				return false
			}
			r.InlineBlock(cond, o, inits) // what it does, it does once
			r.ReplaceOp(o, append(inits, none...)...)
			return true
		}},
	{
		Name: "while-invariant-state", Root: While,
		Doc: "State that every round hands on, or sets to its first value, is that value: inside of the loop, and behind one that is known to end.",
		Why: "It looks at what a region yields, and changes what it uses.",
		Example: example("%n: tensor<i32>, %x: tensor<4xf32>", "tensor<4xf32>, tensor<4xf32>",
			"%one = tg.constant dense<1> : tensor<i32>",
			"%nine = tg.constant dense<9> : tensor<i32>",
			"%0:3 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> cond {",
			"  %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>",
			"  tg.yield %1 : tensor<i1>",
			"} do {",
			"  %1 = tg.sub %i, %one : tensor<i32>",
			"  %2 = tg.mul %v, %w : tensor<4xf32>",
			"  tg.yield %1, %2, %w : tensor<i32>, tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>"),
		Apply: replaceInvariantState,
	},
	{
		Name: "while-unused-state", Root: While,
		Doc: "State goes that neither a result nor the condition needs, and so does what is collected and not read.",
		Why: "It changes the state of a loop, and with it two regions.",
		Example: example("%n: tensor<i32>, %x: tensor<4xf32>", "tensor<i32>",
			"%one = tg.constant dense<1> : tensor<i32>",
			"%nine = tg.constant dense<9> : tensor<i32>",
			"%0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {",
			"  %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>",
			"  tg.yield %1 : tensor<i1>",
			"} do {",
			"  %1 = tg.shr_logical %i, %one : tensor<i32>",
			"  %2 = tg.mul %v, %v : tensor<4xf32>",
			"  tg.yield %1, %2 : tensor<i32>, tensor<4xf32>",
			"}",
			"return %0#0 : tensor<i32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			if dropCollected(r, o) {
				return true
			}
			if !slices.ContainsFunc(stateOf(o), func(v *ir.Value) bool { return !v.HasUses() }) {
				return false
			}
			needed := neededState(o)
			return dropState(r, o, func(i int) bool { return !needed[i] })
		}},
	{
		Name: "while-equal-state", Root: While,
		Doc: "Of two parts of the state that begin and go on alike one is enough, and of two results that collect one value.",
		Why: "It compares what regions yield.",
		Example: example("%n: tensor<i32>, %x: tensor<4xf32>", "tensor<4xf32>, tensor<4xf32>",
			"%one = tg.constant dense<1> : tensor<i32>",
			"%nine = tg.constant dense<9> : tensor<i32>",
			"%0:3 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> cond {",
			"  %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>",
			"  tg.yield %1 : tensor<i1>",
			"} do {",
			"  %1 = tg.shr_logical %i, %one : tensor<i32>",
			"  %2 = tg.mul %v, %w : tensor<4xf32>",
			"  tg.yield %1, %2, %2 : tensor<i32>, tensor<4xf32>, tensor<4xf32>",
			"}",
			"return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>"),
		Apply: mergeEqualState,
	},
	{
		Name: "while-few-rounds", Root: While,
		Doc: "A loop that counts a few rounds of a few ops is these ops, once for each round.",
		Why: "It copies a region, once for each round.",
		Example: example("%x: tensor<4xf32>", "tensor<i32>, tensor<4xf32>",
			"%zero = tg.constant dense<0> : tensor<i32>",
			"%one = tg.constant dense<1> : tensor<i32>",
			"%three = tg.constant dense<3> : tensor<i32>",
			"%0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> cond {",
			"  %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>",
			"  tg.yield %1 : tensor<i1>",
			"} do {",
			"  %1 = tg.add %i, %one : tensor<i32>",
			"  %2 = tg.mul %v, %v : tensor<4xf32>",
			"  tg.yield %1, %2 : tensor<i32>, tensor<4xf32>",
			"}",
			"return %0#0, %0#1 : tensor<i32>, tensor<4xf32>"),
		Apply: unroll,
	},
}

// replaceInvariantState removes the parts of the state that stay the same. Where the
// loop may go on for ever a result that is used stays, so that the loop does.
func replaceInvariantState(r *rewrite.Rewriter, o *ir.Op) bool {
	cond, body := o.RegionAt(0).First(), o.RegionAt(1).First()
	var invariant []int
	for i, a := range cond.Args() {
		if o.Operand(i).Type() == o.Result(i).Type() && handedOn(o, a) {
			invariant = append(invariant, i)
		}
	}
	if len(invariant) == 0 {
		return false
	}
	ends := whileEnds(o)
	if dropState(r, o, func(i int) bool { return slices.Contains(invariant, i) && (ends || !o.Result(i).HasUses()) }) {
		return true
	}
	changed := false
	for _, i := range invariant {
		for _, a := range []*ir.Value{cond.Arg(i), body.Arg(i)} {
			if a.HasUses() {
				r.ReplaceValue(a, o.Operand(i))
				changed = true
			}
		}
	}
	if changed {
		r.Modified(o)
	}
	return changed
}

// dropState removes the parts of the state that drop names, and puts their
// first values in the place of all later ones.
func dropState(r *rewrite.Rewriter, o *ir.Op, drop func(i int) bool) bool {
	var kept []int
	for i := range o.NumOperands() {
		if o.Operand(i).Type() != o.Result(i).Type() || !drop(i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == o.NumOperands() {
		return false
	}
	inits := make([]*ir.Value, len(kept))
	for i, k := range kept {
		inits[i] = o.Operand(k)
	}
	results := slices.Clone(kept)
	for i := o.NumOperands(); i < o.NumResults(); i++ {
		results = append(results, i)
	}
	keepOperands(r, o.RegionAt(1).First().Last(), results)
	for i := o.NumOperands() - 1; i >= 0; i-- {
		if slices.Contains(kept, i) {
			continue
		}
		r.ReplaceValue(o.Result(i), o.Operand(i))
		for _, region := range o.Regions() {
			r.ReplaceValue(region.First().Arg(i), o.Operand(i))
			region.First().RemoveArg(i)
		}
	}
	replaceKeeping(r, o, inits, results)
	return true
}

// neededState tells which parts of the state of a loop can be observed: as a
// result, in the condition, through an effect, or because such a part is
// computed from them.
func neededState(o *ir.Op) []bool {
	n := &stateNeeds{loop: o, state: make([]bool, o.NumOperands()), seen: map[*ir.Op]bool{}}
	purity := analysis.NewPurity()
	n.value(o.RegionAt(0).First().Last().Operand(0))
	for _, region := range o.Regions() {
		for p := region.First().First(); p != nil; p = p.Next() {
			if !purity.Pure(p) {
				n.op(p)
			}
		}
	}
	for i, v := range o.Results() {
		switch {
		case !v.HasUses():
		case i < o.NumOperands():
			n.part(i)
		default:
			n.value(o.RegionAt(1).First().Last().Operand(i))
		}
	}
	for len(n.work) > 0 {
		p := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		ir.Walk(p, func(q *ir.Op) ir.WalkAction {
			for _, v := range q.Operands() {
				n.value(v)
			}
			return ir.Advance
		})
	}
	return n.state
}

type stateNeeds struct {
	loop  *ir.Op
	state []bool
	seen  map[*ir.Op]bool
	work  []*ir.Op // ops directly inside of the loop
}

func (n *stateNeeds) part(i int) {
	if !n.state[i] {
		n.state[i] = true
		n.value(n.loop.RegionAt(1).First().Last().Operand(i))
	}
}

func (n *stateNeeds) op(o *ir.Op) {
	if !n.seen[o] {
		n.seen[o] = true
		n.work = append(n.work, o)
	}
}

func (n *stateNeeds) value(v *ir.Value) {
	switch {
	case v.Block().Parent() != n.loop:
	case v.IsArg():
		n.part(v.Index())
	default:
		n.op(v.Def())
	}
}
