package scf

import (
	"slices"

	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var parallelPatterns = []*rewrite.Pattern{
	{Name: "ParallelOpSingleOrZeroIterationDimsFolder", Root: Parallel, Apply: dropParallelDims},
	{Name: "MergeNestedParallelLoops", Root: Parallel, Apply: mergeNestedParallels},
}

// roundsOfDims tells which dimensions of a loop over bounds have one round;
// none says that one has no round at all.
func roundsOfDims(bounds [3][]tensorop.Index) (once []bool, none bool) {
	once = make([]bool, len(bounds[0]))
	for i := range once {
		trips, known := tripCount(bounds[0][i], bounds[1][i], bounds[2][i], true)
		if known && trips.Sign() == 0 {
			return nil, true
		}
		once[i] = known && isOneInt(trips)
	}
	return once, false
}

// valuesAsIndices are values as indices.
func valuesAsIndices(vs []*ir.Value) []tensorop.Index {
	list := make([]tensorop.Index, len(vs))
	for i, v := range vs {
		list[i].Value = v
	}
	return list
}

// dropParallelDims removes loops without rounds, and dimensions with one.
func dropParallelDims(r *rewrite.Rewriter, o *ir.Op) bool {
	once, none := roundsOfDims([3][]tensorop.Index{
		valuesAsIndices(segment(o, 0)), valuesAsIndices(segment(o, 1)), valuesAsIndices(segment(o, 2)),
	})
	switch {
	case none:
		r.ReplaceOp(o, segment(o, 3)...)
		return true
	case !slices.Contains(once, true):
		return false
	case !slices.Contains(once, false):
		inlineParallel(r, o)
		return true
	}
	n := makeParallel(r, o, without(segment(o, 0), once), without(segment(o, 1), once), without(segment(o, 2), once), segment(o, 3))
	takeRegions(n, o)
	replaceArgs(r, n.RegionAt(0).First(), once, segment(o, 0))
	r.Renewed(opsOf(n.RegionAt(0).First()))
	r.ReplaceOp(o, n.Results()...)
	return true
}

// replaceArgs replaces the arguments of b that are to be dropped by values, and
// removes them.
func replaceArgs(r *rewrite.Rewriter, b *ir.Block, drop []bool, values []*ir.Value) {
	gone := func(i int) bool { return i < len(drop) && drop[i] }
	for i, a := range b.Args() {
		if gone(i) {
			r.ReplaceValue(a, values[i])
		}
	}
	ir.EraseBlockArgs(b, nil, gone)
}

// makeParallel makes a loop without a body in front of o, with its results.
func makeParallel(r *rewrite.Rewriter, o *ir.Op, lower, upper, step, inits []*ir.Value) *ir.Op {
	r.Before(o)
	n := withRegions(r, Parallel, o.Loc(), o.ResultTypes(), slices.Concat(lower, upper, step, inits), 1)
	setOperandSegments(n, len(lower), len(upper), len(step), len(inits))
	return n
}

// inlineParallel puts the body of a loop with one round in its place, and what
// its reductions make of that round and the initial values.
func inlineParallel(r *rewrite.Rewriter, o *ir.Op) {
	body := o.RegionAt(0).First()
	reduce := body.Last()
	results := make([]*ir.Value, reduce.NumRegions())
	for i, init := range segment(o, 3) {
		results[i] = r.InlineBlock(reduce.RegionAt(i).First(), reduce, []*ir.Value{init, reduce.Operand(i)})[0]
	}
	r.SetOperands(reduce, results)
	moved := opsOf(body)
	r.ReplaceOp(o, r.InlineBlock(body, o, segment(o, 0))...)
	r.Renewed(moved[:len(moved)-1])
}

// opsOf lists the ops of a block.
func opsOf(b *ir.Block) (list []*ir.Op) {
	for o := b.First(); o != nil; o = o.Next() {
		list = append(list, o)
	}
	return list
}

// mergeNestedParallels makes one loop of those that hold nothing but another
// one, whose bounds do not depend on where the outer ones are. All of a nest is
// merged at once: loop by loop, it would take the square of its depth.
func mergeNestedParallels(r *rewrite.Rewriter, o *ir.Op) bool {
	nest := mergeable(o)
	if len(nest) == 1 {
		return false
	}
	var bounds [3][]*ir.Value
	for _, p := range nest {
		for i := range bounds {
			bounds[i] = append(bounds[i], segment(p, i)...)
		}
	}
	n := makeParallel(r, o, bounds[0], bounds[1], bounds[2], nil)
	body := &ir.Block{}
	n.RegionAt(0).Append(body)
	for range bounds[0] {
		body.AddArg(r.Ctx.Index(), o.Loc())
	}
	args := body.Args()
	for _, p := range nest {
		inner := p.RegionAt(0).First()
		mine := args[:inner.NumArgs()]
		args = args[inner.NumArgs():]
		if p != nest[len(nest)-1] {
			for i, a := range inner.Args() {
				r.ReplaceValue(a, mine[i])
			}
			continue
		}
		r.MergeBlocks(inner, body, mine)
	}
	end := body.Last()
	r.AtEnd(body).OpWithTypes(Reduce, o.Loc(), nil, nil)
	r.EraseOp(end)
	r.EraseOp(o)
	return true
}

// mergeable lists o and the loops inside of it that can be merged with it.
func mergeable(o *ir.Op) []*ir.Op {
	nest := []*ir.Op{o}
	if len(segment(o, 3)) > 0 {
		return nest
	}
	bodies := map[*ir.Block]bool{}
	for {
		body := nest[len(nest)-1].RegionAt(0).First()
		inner := body.First()
		if !inner.Is(Parallel) || inner.Next() != body.Last() || len(segment(inner, 3)) > 0 {
			return nest
		}
		bodies[body] = true
		if slices.ContainsFunc(inner.Operands(), func(v *ir.Value) bool { return v.IsArg() && bodies[v.Block()] }) {
			return nest
		}
		nest = append(nest, inner)
	}
}
