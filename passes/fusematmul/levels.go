package fusematmul

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Ops of one block may become one op if none needs the result of another. To
// ask that for every pair would cost too much; levels answer it for all at once.
//
// A level is a number for each op that may be merged, higher than those of all
// such ops that it depends on. Two ops of one level are independent. What is
// more, any number of sets may be merged at the same time, each of ops of one
// level: every way through the merged program still climbs, so there is no
// cycle. Finding levels and putting the block back in order are linear.

// dependences knows what keeps ops of a function from changing places, besides
// values.
type dependences struct {
	purity *analysis.Purity
	// captures holds the ops with regions that use values from outside of them.
	captures map[*ir.Op]bool
}

func newDependences(root *ir.Op) *dependences {
	d := &dependences{analysis.NewPurity(), map[*ir.Op]bool{}}
	// depth counts the regions around a block; outermost is the least depth of
	// those whose values an op with regions uses inside.
	outermost := map[*ir.Op]uint32{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.NumRegions() > 0 {
			depth := uint32(1)
			if o != root {
				depth = o.Block().Number() + 1
			}
			outermost[o] = depth
			for _, r := range o.Regions() {
				for b := r.First(); b != nil; b = b.Next() {
					b.SetNumber(depth)
				}
			}
		}
		return ir.Advance
	})
	ir.WalkPost(root, func(o *ir.Op) {
		if o == root {
			return
		}
		p := o.Parent()
		if o.NumRegions() > 0 {
			d.captures[o] = outermost[o] <= o.Block().Number()
			outermost[p] = min(outermost[p], outermost[o])
		}
		for i := range o.NumOperands() {
			outermost[p] = min(outermost[p], o.Operand(i).Block().Number())
		}
	})
	return d
}

// barrier reports whether o must stay behind all that is in front of it.
func (d *dependences) barrier(o *ir.Op) bool {
	return d.captures[o] || o.Has(ir.Terminator) || !d.purity.Pure(o)
}

// noLimit is a level above all others.
const noLimit = math.MaxInt32

// levels are those of the ops of one block.
type levels struct {
	ops []*ir.Op
	// of is the level of a candidate or a barrier; of any other op the highest of
	// those it depends on.
	of []int32
}

// number makes the results of every op of b bear its position, and lists the ops.
func number(b *ir.Block) []*ir.Op {
	var ops []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		for i := range o.NumResults() {
			o.Result(i).SetNumber(uint32(len(ops)))
		}
		ops = append(ops, o)
	}
	return ops
}

// levelsOf gives levels to the ops of b. set says which set of candidates op i
// belongs to, negative for none. An op that nobody waits for takes a later level
// than it could where that is the level of another op of its set.
func levelsOf(b *ir.Block, d *dependences, ops []*ir.Op, set []int) *levels {
	l := &levels{ops: ops, of: make([]int32, len(ops))}
	barrier := make([]bool, len(ops))
	highest := int32(0)
	for i, o := range ops {
		level := int32(0)
		for k := range o.NumOperands() {
			if v := o.Operand(k); v.Def() != nil && v.Block() == b {
				level = max(level, l.of[v.Number()])
			}
		}
		if barrier[i] = d.barrier(o); barrier[i] {
			level = max(level, highest)
		}
		if barrier[i] || set[i] >= 0 {
			level++
		}
		l.of[i] = level
		highest = max(highest, level)
	}
	l.sink(b, barrier, set)
	return l
}

// sink moves candidates to the levels of their sets where nothing forbids it. It
// goes from the back, so that the levels of all users are final.
func (l *levels) sink(b *ir.Block, barrier []bool, set []int) {
	limit := make([]int32, len(l.ops)) // the highest level that op i may have
	for i := range limit {
		limit[i] = noLimit
	}
	last := map[int]int32{}
	behind := int32(noLimit) // set by the barriers behind
	for i := len(l.ops) - 1; i >= 0; i-- {
		limit[i] = min(limit[i], behind)
		if s := set[i]; s >= 0 && !barrier[i] {
			if to, ok := last[s]; ok && l.of[i] <= to && to <= limit[i] {
				l.of[i] = to
			} else {
				last[s] = l.of[i]
			}
		}
		above := limit[i]
		if barrier[i] || set[i] >= 0 {
			above = l.of[i] - 1
		}
		if barrier[i] {
			behind = min(behind, above)
		}
		o := l.ops[i]
		for k := range o.NumOperands() {
			if v := o.Operand(k); v.Def() != nil && v.Block() == b {
				at := v.Number()
				limit[at] = min(limit[at], above)
			}
		}
	}
}

// restoreOrder puts what an op uses in front of it again, and moves nothing
// else. There must be an order; barriers keep theirs if merged ops were of one
// level.
func restoreOrder(b *ir.Block) {
	ops := number(b)
	var (
		order []*ir.Op
		begun = make([]bool, len(ops))
		next  = make([]int, len(ops)) // operand of op i that comes next
		stack []int
	)
	for first := range ops {
		if begun[first] {
			continue
		}
		begun[first] = true
		for stack = append(stack, first); len(stack) > 0; {
			i := stack[len(stack)-1]
			if o := ops[i]; next[i] < o.NumOperands() {
				v := o.Operand(next[i])
				next[i]++
				if v.Def() != nil && v.Block() == b && !begun[v.Number()] {
					begun[v.Number()] = true
					stack = append(stack, int(v.Number()))
				}
				continue
			}
			order = append(order, ops[i])
			stack = stack[:len(stack)-1]
		}
	}
	changed := false
	for i, o := range order {
		changed = changed || o != ops[i]
	}
	if !changed {
		return
	}
	for _, o := range order {
		o.Detach()
		b.Append(o)
	}
}
