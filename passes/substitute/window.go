package substitute

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/schedule"
)

const (
	// fewUses is how many users of a value are looked at: neighbours by way of a
	// value that everybody uses have little to do with each other.
	fewUses = 4
	// pathLimit bounds the search for a way out of a window and back into it.
	pathLimit = 256
)

// window is a part of a block that may be replaced as a whole: pure ops, in the
// order of the block, without a path from one of them to another by way of ops
// outside.
type window struct {
	ops    []*ir.Op
	member map[*ir.Op]bool
	// whole is the ops with the constants that they use, which stay where they
	// are if others use them, too.
	whole graph
}

// windows makes windows of one block.
type windows struct {
	block  *ir.Block
	purity *analysis.Purity
	limit  int
	done   map[*ir.Op]bool // need not be looked at any more
	// place is where an op stood at first. What has come since has the last place
	// of what it replaced, and is in no window yet.
	place map[*ir.Op]int
	fresh map[*ir.Op]bool
}

func newWindows(b *ir.Block, purity *analysis.Purity, limit int) *windows {
	g := &windows{block: b, purity: purity, limit: limit, done: map[*ir.Op]bool{}, place: map[*ir.Op]int{}, fresh: map[*ir.Op]bool{}}
	for o := b.First(); o != nil; o = o.Next() {
		g.place[o] = len(g.place)
	}
	return g
}

// around is the window of at most so many ops that are nearest to seed, or nil
// if seed cannot be part of one.
func (g *windows) around(seed *ir.Op) *window {
	if !g.movable(seed) {
		return nil
	}
	for limit := g.limit; limit > 0; limit /= 2 {
		w := g.gather(seed, limit)
		if g.convex(w) && g.quiet(w) {
			w.complete()
			return w
		}
	}
	return nil
}

// movable reports whether o can be part of a window.
func (g *windows) movable(o *ir.Op) bool {
	return o != nil && o.Block() == g.block && !g.fresh[o] && o.Def() != nil && o.NumRegions() == 0 && o.NumResults() > 0 &&
		!o.Has(ir.Terminator|ir.Opaque) && len(o.Successors()) == 0 && g.purity.Pure(o)
}

// gather collects ops around seed, the nearest first, going from ops to the
// definitions of what they use and to the users of what they define.
func (g *windows) gather(seed *ir.Op, limit int) *window {
	w := &window{member: map[*ir.Op]bool{seed: true}, ops: []*ir.Op{seed}}
	add := func(o *ir.Op) {
		if g.movable(o) && !o.Has(ir.ConstantLike) && !w.member[o] && len(w.ops) < limit {
			w.member[o] = true
			w.ops = append(w.ops, o)
		}
	}
	for i := 0; i < len(w.ops) && len(w.ops) < limit; i++ {
		o := w.ops[i]
		for k := range o.NumOperands() {
			add(o.Operand(k).Def())
			eachOfFew(o.Operand(k), add) // ops that share an operand
		}
		for k := range o.NumResults() {
			eachOfFew(o.Result(k), add)
		}
	}
	slices.SortFunc(w.ops, func(a, b *ir.Op) int { return g.place[a] - g.place[b] })
	return w
}

// eachOfFew visits the users of v if there are few.
func eachOfFew(v *ir.Value, visit func(*ir.Op)) {
	n := 0
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if n++; n > fewUses {
			return
		}
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		visit(u.Owner())
	}
}

// convex reports whether no path leads from w to w by way of ops outside of it,
// as far as a bounded search shows. Paths go back to front, and no further than
// the first op of the window.
func (g *windows) convex(w *window) bool {
	first := g.place[w.ops[0]]
	seen := map[*ir.Op]bool{}
	var stack []*ir.Op
	look := func(o *ir.Op) (ok bool) {
		return eachUsed(o, func(v *ir.Value) bool {
			d := inBlock(v.Def(), g.block)
			switch {
			case d == nil || seen[d] || d.Has(ir.ConstantLike):
				return true
			case w.member[d]:
				return w.member[o]
			case g.place[d] < first:
				return true
			}
			seen[d] = true
			stack = append(stack, d)
			return len(seen) <= pathLimit
		})
	}
	for _, o := range w.ops {
		if !look(o) {
			return false
		}
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !look(o) {
			return false
		}
	}
	return true
}

// inBlock is the op of b that holds o, or is it; nil if there is none.
func inBlock(o *ir.Op, b *ir.Block) *ir.Op {
	for o != nil && o.Block() != b {
		o = o.Parent()
	}
	return o
}

// eachUsed visits what o and the ops inside of it use, until visit says no.
func eachUsed(o *ir.Op, visit func(*ir.Value) bool) bool {
	return ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for i := range p.NumOperands() {
			if !visit(p.Operand(i)) {
				return ir.Stop
			}
		}
		return ir.Advance
	}) != ir.Stop
}

// quiet reports whether nothing between the ops of w has an effect: then the
// order of effects survives whatever order definitions and uses ask for.
func (g *windows) quiet(w *window) bool {
	n := 0
	for o := w.ops[0]; o != w.ops[len(w.ops)-1]; o = o.Next() {
		if n++; n > 16*pathLimit || !g.purity.Pure(o) {
			return false
		}
	}
	return true
}

// complete finds the constants, the inputs and the outputs.
func (w *window) complete() {
	known := map[*ir.Value]bool{}
	g := &w.whole
	for _, o := range w.ops {
		for i := range o.NumOperands() {
			v := o.Operand(i)
			d := v.Def()
			switch {
			case known[v] || w.member[d]:
				continue
			case d != nil && d.Has(ir.ConstantLike):
				g.ops = append(g.ops, d)
			default:
				g.inputs = append(g.inputs, v)
			}
			known[v] = true
		}
		g.ops = append(g.ops, o)
	}
	for _, o := range w.ops {
		for i := range o.NumResults() {
			outside := 0
			for u := o.Result(i).FirstUse(); u != nil && outside < 2; u = u.Next() {
				if !w.member[u.Owner()] {
					outside++
					g.outputs = append(g.outputs, o.Result(i))
				}
			}
		}
	}
}

// splice puts the ops of s in the place of w.
func (g *windows) splice(w *window, s *state, b *ir.Builder) {
	values := map[*ir.Value]*ir.Value{}
	for i, v := range w.whole.inputs {
		values[s.inputs[i]] = v
	}
	b.Before(w.ops[0])
	last := g.place[w.ops[len(w.ops)-1]]
	for _, o := range s.ops {
		made := b.Clone(o, values)
		g.place[made], g.fresh[made] = last, true
	}
	for i, v := range w.whole.outputs {
		v.ReplaceAllUsesWith(values[s.outputs[i]])
	}
	for _, o := range slices.Backward(w.ops) {
		g.done[o] = true
		o.Erase()
	}
}

// markDone says that the ops of w, which stays, need not be looked at again, apart
// from those at its border, whose neighbours it did not see.
func (g *windows) markDone(w *window) {
	for _, o := range w.ops {
		inner := true
		for i := range o.NumOperands() {
			if d := o.Operand(i).Def(); d != nil && g.movable(d) && !d.Has(ir.ConstantLike) && !w.member[d] {
				inner = false
			}
		}
		g.done[o] = inner
	}
}

// finish brings the block into an order in which definitions come before uses.
func (g *windows) finish() {
	if len(g.fresh) > 0 {
		schedule.Sort(g.block, g.purity)
	}
}
