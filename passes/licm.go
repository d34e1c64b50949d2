package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// LICM moves ops out of loops.
//
// MLIR's pass takes the loops from the inside out and moves ops by one level at
// a time. Here every op finds at once how far out it can go: to the outermost
// level that only loops separate it from and that has all it uses. Ops arrive
// in the order in which a walk leaves them behind, which is the order of MLIR's
// moves, and no op is looked at twice, however deep loops nest.
var LICM = &pipeline.Pass{
	Name:  "loop-invariant-code-motion",
	Title: "LoopInvariantCodeMotion",
	Doc: "Hoist loop invariant instructions outside of the loop. An op moves in front of a loop if it has no effects, may " +
		"run even where the loop does not run once, and uses only what is defined outside. Barriers stay.",
	Statistics: []pipeline.Statistic{{Name: "num-hoisted", Doc: "Number of operations hoisted"}},
	Run: func(r *pipeline.Run) error {
		h := &hoister{run: r, spread: map[*ir.Region]int{}}
		if hasLoop(r.Op) {
			h.walk(r.Op)
		}
		if h.hoisted == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-hoisted", h.hoisted)
		return nil
	},
}

// hasLoop reports whether there is a loop inside of root.
func hasLoop(root *ir.Op) bool {
	return ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if _, ok := analysis.Loop.Get(o.Def()); ok && o != root {
			return ir.Stop
		}
		return ir.Advance
	}) == ir.Stop
}

// hoister keeps the level of every value: how many ops are around it. Results
// have it as their number, arguments as that of their block.
type hoister struct {
	run *pipeline.Run
	// spread is the outermost level that ops of a loop's region may go to.
	spread  map[*ir.Region]int
	path    []hoistFrame // from the op that the pass runs on inwards
	hoisted int64
}

// hoistFrame is an op whose regions are being walked.
type hoistFrame struct {
	op     *ir.Op
	region int
	block  *ir.Block
	next   *ir.Op
	// used holds the levels of what ops inside use.
	used *levelHeap
	// pure and speculatable say so of the ops inside.
	pure, speculatable bool
}

func (h *hoister) walk(root *ir.Op) {
	h.enter(root)
	for len(h.path) > 0 {
		f := &h.path[len(h.path)-1]
		if f.next != nil {
			o := f.next
			f.next = o.Next()
			if o.NumRegions() > 0 {
				h.enter(o)
			} else {
				h.leave(&hoistFrame{op: o, pure: true, speculatable: true})
			}
			continue
		}
		if f.block != nil {
			f.block = f.block.Next()
		}
		for ; f.block == nil && f.region < f.op.NumRegions(); f.region++ {
			f.block = f.op.RegionAt(f.region).First()
		}
		if f.block != nil {
			f.block.SetNumber(uint32(len(h.path)))
			f.next = f.block.First()
			continue
		}
		done := *f
		if h.path = h.path[:len(h.path)-1]; len(h.path) > 0 {
			h.leave(&done)
		}
	}
}

func (h *hoister) enter(o *ir.Op) {
	level := len(h.path)
	if loop, ok := analysis.Loop.Get(o.Def()); ok && level > 0 {
		outermost := level
		if s, ok := h.spread[o.Region()]; ok {
			outermost = s
		}
		for _, r := range loop(o) {
			h.spread[r] = outermost
		}
	}
	h.path = append(h.path, hoistFrame{op: o, pure: true, speculatable: true})
}

// leave is called for every op behind those inside of it, and moves it out if
// that is possible.
func (h *hoister) leave(f *hoistFrame) {
	o, level := f.op, len(h.path)
	// What is defined inside of o is out of everybody's reach now.
	for f.used != nil && f.used.level > level {
		f.used = f.used.pop()
	}
	need := 0
	if f.used != nil {
		need = f.used.level
	}
	for i := range o.NumOperands() {
		l := h.level(o.Operand(i))
		need = max(need, l)
		f.used = f.used.push(l)
	}
	pure := o.Has(ir.Pure|ir.NoMemoryEffect) || o.Has(ir.RecursiveEffects) && f.pure
	speculatable, inside := analysis.Speculatable(o)
	speculatable = speculatable && (!inside || f.speculatable)

	target := level
	if outermost, ok := h.spread[o.Region()]; ok && !o.Has(ir.Terminator) && max(outermost, need) < level {
		if why := whyStays(o, pure, speculatable); why == "" {
			target = max(outermost, need)
		} else {
			h.run.Missed(o, "LICM", "not hoisted: %s", why)
		}
	}
	if target < level {
		h.run.Passed(o, "LICM", "hoisted out of %d loop(s)", level-target)
		o.MoveBefore(h.path[target].op)
		h.hoisted++
	} else {
		around := &h.path[level-1]
		around.pure = around.pure && pure
		around.speculatable = around.speculatable && speculatable
	}
	for i := range o.NumResults() {
		o.Result(i).SetNumber(uint32(target))
	}
	around := &h.path[target-1]
	around.used = around.used.merge(f.used)
}

// whyStays says why an op that uses nothing of the loop stays in it; empty when
// it does not.
func whyStays(o *ir.Op, pure, speculatable bool) string {
	switch {
	case o.Has(ir.Opaque):
		return "it is a barrier"
	case !pure:
		return "it has effects"
	case !speculatable:
		return "it may be undefined where the loop does not run"
	}
	return ""
}

func (h *hoister) level(v *ir.Value) int {
	if v.IsArg() {
		return int(v.Block().Number())
	}
	return int(v.Number())
}

// levelHeap is a leftist heap of levels, the largest on top; nil is empty.
type levelHeap struct {
	level, rank int
	left, right *levelHeap
}

func (a *levelHeap) push(level int) *levelHeap {
	// What is there already says as much.
	if a != nil && a.level == level {
		return a
	}
	return a.merge(&levelHeap{level: level, rank: 1})
}

func (a *levelHeap) pop() *levelHeap { return a.left.merge(a.right) }

// merge recurses at most as deep as the logarithm of the sizes.
func (a *levelHeap) merge(b *levelHeap) *levelHeap {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if a.level < b.level {
		a, b = b, a
	}
	a.right = a.right.merge(b)
	if a.left.rankOf() < a.right.rankOf() {
		a.left, a.right = a.right, a.left
	}
	a.rank = a.right.rankOf() + 1
	return a
}

func (a *levelHeap) rankOf() int {
	if a == nil {
		return 0
	}
	return a.rank
}
