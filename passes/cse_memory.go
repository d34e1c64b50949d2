package passes

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// CSEOptions are the options of the pass `cse`.
type CSEOptions struct {
	MemoryAware     bool    `opt:"memory-aware" extra:"true" doc:"Leave ops apart that compute the same where merging them would raise the peak of memory above 'budget', and computing it again is cheap"`
	MaxRecompute    float64 `opt:"max-recompute" extra:"true" doc:"With memory-aware: which part of the time of a function, as predicted, may be spent on what is left apart; splats, iotas, broadcasts and views count nothing"`
	Budget          string  `opt:"budget" extra:"true" doc:"With memory-aware: the peak that is fine, such as 512MiB; that without merging if empty"`
	MergeRecomputed bool    `opt:"merge-recomputed" extra:"true" doc:"Merge also what rematerialize computes again on purpose, which its attribute tg.recompute prevents"`

	budget int64 // 0 for the peak without merging
}

func (o *CSEOptions) bind() (err error) {
	if o.MaxRecompute < 0 || math.IsNaN(o.MaxRecompute) {
		return fmt.Errorf("'max-recompute' must be a part of the time, such as 0.01, but is %v", o.MaxRecompute)
	}
	if o.Budget == "" {
		return nil
	}
	if o.budget, err = units.ParseBytes(o.Budget); err != nil || o.budget == 0 {
		return fmt.Errorf("'budget' must be a size above 0, such as 512MiB, but is '%s'", o.Budget)
	}
	return nil
}

// recompute is the attribute of what rematerialize computes again.
const recompute = "tg.recompute"

// unmark takes the marks off copies. What it returns puts them back on those that
// nothing was merged into; others are gone or are no copies any more.
func unmark(root *ir.Op, merged map[*ir.Op]bool) (restore func()) {
	type mark struct {
		op    *ir.Op
		value *ir.Attr
	}
	var marks []mark
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if a := o.Attrs().Get(recompute); a != nil {
			o.SetAttr(recompute, nil)
			marks = append(marks, mark{o, a})
		}
		return ir.Advance
	})
	return func() {
		for _, m := range marks {
			if m.op.Block() != nil && !merged[m.op] {
				m.op.SetAttr(recompute, m.value)
			}
		}
	}
}

// memoryAware decides which of the ops that were merged are better left apart.
type memoryAware struct {
	*cse
	opt       *CSEOptions
	functions []*ir.Op
	twins     map[*ir.Op][]*twin // by function
	before    map[*ir.Op]int64   // the peak of a function without merging; -1 if it cannot be planned
	machine   *cost.Machine
}

// twin is an op that was merged with an earlier one of its block.
type twin struct {
	op, first *ir.Op
	uses      []twinUse // that the op had
	anchor    *ir.Op    // what comes after it

	at, own, last int   // points: of the op, the last use of first alone, that of the op
	size          int64 // of the results
	seconds       float64
	cheap         bool
}

type twinUse struct {
	owner         *ir.Op
	index, result int
}

func newMemoryAware(c *cse, opt *CSEOptions) *memoryAware {
	return &memoryAware{cse: c, opt: opt, twins: map[*ir.Op][]*twin{}, before: map[*ir.Op]int64{}, machine: cost.CPU()}
}

// frame plans a function; what it calls outside of the op that the pass works on
// may be changing.
func (m *memoryAware) frame(fn *ir.Op) *lifetimes.Frame {
	f, err := lifetimes.NewPlanner(lifetimes.Options{Within: m.run.Op}).Frame(fn)
	if err != nil {
		return nil
	}
	return f
}

// note remembers that o is going to be merged with first.
func (m *memoryAware) note(o, first *ir.Op) {
	fn := o.Block().Parent()
	if o.Block() != first.Block() || fn == nil || analysis.CallableBody(fn) == nil || !fn.RegionAt(0).HasOneBlock() {
		return
	}
	if _, known := m.before[fn]; !known {
		m.functions, m.before[fn] = append(m.functions, fn), -1
		if f := m.frame(fn); f != nil {
			m.before[fn] = f.Peak
		}
	}
	t := &twin{op: o, first: first}
	for i, v := range o.Results() {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			t.uses = append(t.uses, twinUse{u.Owner(), u.Index(), i})
		}
	}
	m.twins[fn] = append(m.twins[fn], t)
}

// decide takes back merges that raise the peak.
func (m *memoryAware) decide() {
	if len(m.functions) == 0 {
		return
	}
	gone := make(map[*ir.Op]bool, len(m.erased))
	for _, o := range m.erased {
		gone[o] = true
	}
	for _, fn := range m.functions {
		list := m.twins[fn]
		next := fn.RegionAt(0).First().Last() // backwards, so that each op is seen once
		anchors := map[*ir.Op]*ir.Op{}
		for o := next; o != nil; o = o.Prev() {
			if gone[o] {
				anchors[o] = next
			} else {
				next = o
			}
		}
		for _, t := range list {
			t.anchor = anchors[t.op]
		}
	}
	for _, o := range m.erased {
		o.Detach()
	}
	kept := map[*ir.Op]bool{}
	for _, fn := range m.functions {
		if m.before[fn] >= 0 {
			m.function(fn, kept)
		}
	}
	m.erased = slices.DeleteFunc(m.erased, func(o *ir.Op) bool { return kept[o] })
	m.merged -= int64(len(kept))
}

// points are where the ops of the block of a function begin and end.
type points struct {
	block       *ir.Block
	first, last map[*ir.Op]int
	known       map[*ir.Value][]usePoint
}

type usePoint struct {
	point int
	owner *ir.Op
}

// uses are those of a value, the last one first.
func (p *points) uses(v *ir.Value) []usePoint {
	list, known := p.known[v]
	if known {
		return list
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if point, ok := p.of(u.Owner()); ok {
			list = append(list, usePoint{point, u.Owner()})
		}
	}
	slices.SortStableFunc(list, func(a, b usePoint) int { return cmp.Compare(b.point, a.point) })
	p.known[v] = list
	return list
}

// of is the last point of the op of the block that is o, or that o is in.
func (p *points) of(o *ir.Op) (point int, ok bool) {
	for o != nil && o.Block() != p.block {
		if o.Block() == nil {
			return 0, false
		}
		o = o.Parent()
	}
	point, ok = p.last[o]
	return point, ok
}

func (m *memoryAware) function(fn *ir.Op, kept map[*ir.Op]bool) {
	frame := m.frame(fn)
	budget := m.before[fn]
	if m.opt.budget > 0 {
		budget = m.opt.budget
	}
	if frame == nil || frame.Peak <= budget {
		return
	}
	p := &points{fn.RegionAt(0).First(), map[*ir.Op]int{}, map[*ir.Op]int{}, map[*ir.Value][]usePoint{}}
	total := 0.0
	for i, o := range frame.Ops {
		if o.Block() == p.block {
			if _, seen := p.first[o]; !seen {
				p.first[o] = i
				total += m.seconds(o)
			}
			p.last[o] = i
		}
	}
	list := slices.DeleteFunc(slices.Clone(m.twins[fn]), func(t *twin) bool { return !m.measure(t, p, frame) })
	slices.SortStableFunc(list, func(a, b *twin) int { return cmp.Compare(b.gain(), a.gain()) })
	tree := memory.NewSegments(frame.Live())
	left := m.opt.MaxRecompute * total
	var chosen []*twin
	for _, t := range list {
		if tree.Max() <= budget {
			break
		}
		if !t.cheap && t.seconds > left || tree.MaxOf(t.own+1, t.at) <= budget {
			continue
		}
		was := tree.Max()
		m.separate(t, p, frame, tree, 1)
		if tree.Max() > was {
			m.separate(t, p, frame, tree, -1)
			continue
		}
		if !t.cheap {
			left -= t.seconds
		}
		chosen = append(chosen, t)
	}
	m.apply(fn, chosen, frame.Peak, kept)
}

// seconds is how long an op takes; a call, whose callee may be changing, no time.
func (m *memoryAware) seconds(o *ir.Op) float64 {
	if analysis.IsCall(o) || o.NumRegions() > 0 {
		return 0
	}
	return m.machine.Op(o)
}

// gain is bytes times length saved per second.
func (t *twin) gain() float64 {
	return float64(t.size) * float64(t.at-t.own) / max(t.seconds, 1e-12)
}

// measure finds what separating a twin would change; false if that is nothing.
func (m *memoryAware) measure(t *twin, p *points, f *lifetimes.Frame) bool {
	at, ok := p.first[t.anchor]
	if !ok {
		return false
	}
	t.at, t.own, t.last = at, p.last[t.first], at
	mine := map[*ir.Op]bool{}
	for _, u := range t.uses {
		if point, ok := p.of(u.owner); ok {
			t.last = max(t.last, point)
			mine[u.owner] = true
		}
	}
	for _, v := range t.first.Results() {
		place := f.Place(v)
		if place.Buffer == lifetimes.Borrowed {
			continue
		}
		t.size += lifetimes.Rounded(f.Buffers[place.Buffer].Size)
		for _, u := range p.uses(v) {
			if !mine[u.owner] {
				t.own = max(t.own, u.point)
				break
			}
		}
	}
	t.seconds, t.cheap = m.seconds(t.op), cheap(t.op)
	if t.cheap {
		t.seconds = 0
	}
	return len(mine) > 0 && t.size > 0 && t.own+1 < t.at
}

// cheap reports whether an op costs next to nothing, whatever its size is.
func cheap(o *ir.Op) bool {
	if o.Has(ir.ConstantLike) || o.Name() == "tg.iota" || o.Name() == "tg.broadcast" {
		return true
	}
	fill, ok := analysis.StorageOf.Get(o.Def())
	return ok && fill(ir.InferenceOf(o)).Views != nil
}

// separate changes what is live as leaving a twin apart does, or takes that back:
// nothing is kept in between, but operands may have to be.
func (m *memoryAware) separate(t *twin, p *points, f *lifetimes.Frame, tree *memory.Segments, sign int64) {
	tree.Add(t.own+1, t.at, -sign*t.size)
	for _, v := range t.op.Operands() {
		place := f.Place(v)
		if place.Buffer == lifetimes.Borrowed {
			continue
		}
		last := int(f.Buffers[place.Buffer].Upper)
		if uses := p.uses(v); len(uses) > 0 {
			last = uses[0].point
		}
		tree.Add(last+1, t.at+1, sign*lifetimes.Rounded(f.Buffers[place.Buffer].Size))
	}
}

// apply takes the merges back, unless that turns out to help nothing.
func (m *memoryAware) apply(fn *ir.Op, chosen []*twin, peak int64, kept map[*ir.Op]bool) {
	if len(chosen) == 0 {
		return
	}
	separated := map[*twin]bool{}
	for _, t := range chosen {
		separated[t] = true
	}
	for _, t := range m.twins[fn] { // in the order of the text
		if !separated[t] {
			continue
		}
		t.op.MoveBefore(t.anchor)
		for _, u := range t.uses {
			u.owner.SetOperand(u.index, t.op.Result(u.result))
		}
	}
	after := m.frame(fn)
	if after == nil || after.Peak >= peak {
		for _, t := range chosen {
			for i, v := range t.op.Results() {
				v.ReplaceAllUsesWith(t.first.Result(i))
			}
			t.op.Detach()
		}
		return
	}
	for _, t := range chosen {
		kept[t.op] = true
		m.run.Missed(t.op, "CSE", "left apart from the '%s' op at %s: merging raises the peak of function @%s from %s to %s, computing it again takes %s",
			t.first.Name(), lineOf(m.run.Ctx, t.first), ir.SymbolName(fn), units.Bytes(after.Peak), units.Bytes(peak), units.Time.Text(t.seconds*1e9))
	}
}
