package lifetimes

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// The plan of a function as attributes of the text, which other programs can read,
// and people change: what is read is verified as if somebody had made it up.

// The attributes of a plan. Offsets and sizes are in bytes; an offset of -1 is that
// of what does not lie in the arena.
const (
	// ArenaAttr, of a function, is the size of its arena: `1024 : i64`. Without it the
	// function has no plan, whatever its ops say.
	ArenaAttr = "tg.arena"
	// WorkersAttr, of a function, is how many workers the plan is for.
	WorkersAttr = "tg.workers"
	// OffsetsAttr, of an op, has an offset for each result. It is -1 for what is
	// borrowed or has no bytes, and for results of the function, which are made where
	// the caller wants them. A view lies within what it is a view of. An op without
	// the attribute has no result in the arena.
	OffsetsAttr = "tg.offsets"
	// ArgumentsAttr, of an op with a region of several blocks, has an offset for each
	// argument of all of the blocks.
	ArgumentsAttr = "tg.arguments"
	// WorkspaceAttr, of an op, has pairs of an offset and a size for what it needs besides:
	// workspace, the stage of values that move to where others are, the arena of the function that
	// it calls, what the end of a region hands over, and forms of operands that no op before it
	// reads, as Extra has them. A pair `-1, 0` is for what is not needed; those at the end are left
	// out.
	WorkspaceAttr = "tg.workspace"
)

// textAttrs are all of them.
var textAttrs = []string{ArenaAttr, WorkersAttr, OffsetsAttr, ArgumentsAttr, WorkspaceAttr}

// maxTextWorkers bounds the workers of a plan in the text.
const maxTextWorkers = 1 << 16

// CheckAttr checks by itself an attribute that may be one of a plan. Whether the
// plan fits the ops is for VerifyText to say.
func CheckAttr(o *ir.Op, a ir.NamedAttr) error {
	switch a.Name {
	case ArenaAttr:
		if analysis.CallableBody(o) == nil {
			return fmt.Errorf("attribute '%s' is for functions with a body", a.Name)
		}
		if !isI64(a.Value) || a.Value.Int() < 0 {
			return fmt.Errorf("attribute '%s' must be a number of bytes, such as 1024 : i64, but is %s", a.Name, a.Value)
		}
	case WorkersAttr:
		if !isI64(a.Value) || a.Value.Int() < 1 || a.Value.Int() > maxTextWorkers {
			return fmt.Errorf("attribute '%s' must be a number from 1 to %d, such as 1 : i64, but is %s", a.Name, maxTextWorkers, a.Value)
		}
	case OffsetsAttr, ArgumentsAttr, WorkspaceAttr:
		if !isI64Array(a.Value) {
			return fmt.Errorf("attribute '%s' must be an array of bytes, such as array<i64: 0, 64>, but is %s", a.Name, a.Value)
		}
	}
	return nil
}

func isI64(a *ir.Attr) bool {
	return a.Is(ir.IntegerAttr) && a.Type().IsInteger() && a.Type().Width() == 64
}

func isI64Array(a *ir.Attr) bool {
	return a.Is(ir.DenseArrayAttr) && a.Type().IsInteger() && a.Type().Width() == 64
}

// TextWorkers is how many workers the plan in the text of a function is for; 0 if
// it has none.
func TextWorkers(fn *ir.Op) int {
	if !isI64(fn.Attrs().Get(ArenaAttr)) {
		return 0
	}
	workers := fn.Attrs().Get(WorkersAttr)
	if !isI64(workers) {
		return 1
	}
	return int(min(max(workers.Int(), 1), maxTextWorkers))
}

// RunOptions are those with which a run of so many workers plans fn: by the plan in
// the text where that is for as many or for more.
func RunOptions(fn *ir.Op, workers int) Options {
	return Options{Workers: max(workers, TextWorkers(fn)), Text: true}
}

// AsRun plans functions as a run of so many workers does.
func AsRun(workers int) func(fn *ir.Op) (*Frame, error) {
	planners := map[int]*Planner{}
	return func(fn *ir.Op) (*Frame, error) {
		o := RunOptions(fn, workers)
		if planners[o.Workers] == nil {
			planners[o.Workers] = NewPlanner(o)
		}
		return planners[o.Workers].Frame(fn)
	}
}

// VerifyText verifies the plans in the text of functions inside of root, of which
// all else is valid; of others it looks at nothing. It finds anew from when to when
// each value is live: the error, an *ir.Diag, is about an op whose attributes do not
// fit it, or about two values that would use a byte at the same time.
func VerifyText(root *ir.Op, functions []*ir.Op) error {
	planners := map[int]*Planner{}
	for _, fn := range functions {
		workers := TextWorkers(fn)
		if planners[workers] == nil {
			planners[workers] = NewPlanner(Options{Workers: workers, Text: true, Within: root})
		}
		_, err := planners[workers].Frame(fn)
		var unplanned *Unplanned
		if errors.As(err, &unplanned) {
			return ir.Errorf(unplanned.Op.Loc(), "'%s' op %s: function @%s cannot have a plan; remove '%s' from it", unplanned.Op.Name(), unplanned.Why, ir.SymbolName(fn), ArenaAttr)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inside reports whether o is root or inside of it.
func inside(o, root *ir.Op) bool {
	for ; o != nil; o = o.Parent() {
		if o == root {
			return true
		}
	}
	return false
}

// calleeInText is the size of the arena of what a call calls, as the text has it.
func calleeInText(o *ir.Op) int64 {
	a := o.Attrs().Get(WorkspaceAttr)
	if !isI64Array(a) {
		return 0
	}
	if list := a.Ints(); len(list) > 5 {
		return max(list[5], 0)
	}
	return 0
}

// Write writes the frame into the text of its function, in place of any plan that
// is there.
func (f *Frame) Write() {
	EraseText(f.Func)
	c := f.Func.Context()
	f.Func.SetAttr(ArenaAttr, c.I64Attr(f.Arena))
	f.Func.SetAttr(WorkersAttr, c.I64Attr(int64(f.Workers)))
	f.each(func(o *ir.Op) {
		if list := f.arguments(o); slices.ContainsFunc(list, f.inArena) {
			o.SetAttr(ArgumentsAttr, c.I64Array(f.offsetsOf(list)))
		}
		if o == f.Func {
			return
		}
		if list := o.Results(); slices.ContainsFunc(list, func(v *ir.Value) bool { return f.Place(v).Buffer != Borrowed }) {
			o.SetAttr(OffsetsAttr, c.I64Array(f.offsetsOf(list)))
		}
		if list := f.extraBuffers(o); list != nil {
			pairs := make([]int64, 0, 2*len(list))
			for _, n := range list {
				if n < 0 || f.Offsets[n] < 0 {
					pairs = append(pairs, -1, 0)
				} else {
					pairs = append(pairs, f.Offsets[n], f.Buffers[n].Size)
				}
			}
			for len(pairs) > 0 && pairs[len(pairs)-2] < 0 {
				pairs = pairs[:len(pairs)-2]
			}
			if len(pairs) > 0 {
				o.SetAttr(WorkspaceAttr, c.I64Array(pairs))
			}
		}
	})
}

// EraseText removes the plan from the text of a function.
func EraseText(fn *ir.Op) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		for _, name := range textAttrs {
			if o.Attrs().Get(name) != nil {
				o.SetAttr(name, nil)
			}
		}
		return ir.Advance
	})
}

// each visits the function and each op in it that has a point, once.
func (f *Frame) each(visit func(*ir.Op)) {
	visit(f.Func)
	began := map[*ir.Op]bool{}
	for _, o := range f.Ops {
		if o.NumRegions() > 0 {
			if began[o] {
				continue
			}
			began[o] = true
		}
		visit(o)
	}
}

// arguments are those of all blocks of the regions of o, if one has several blocks.
func (f *Frame) arguments(o *ir.Op) (list []*ir.Value) {
	several := false
	for _, r := range o.Regions() {
		several = several || !r.Empty() && !r.HasOneBlock()
	}
	if !several {
		return nil
	}
	for _, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			list = append(list, b.Args()...)
		}
	}
	return list
}

// extraBuffers are the numbers of the buffers that o needs besides, in the order of
// WorkspaceAttr; -1 for none.
func (f *Frame) extraBuffers(o *ir.Op) []int32 {
	x, ok := f.ExtraOf(o)
	if !ok {
		return nil
	}
	list := append([]int32{x.Workspace, x.Stage, x.Callee}, x.Handover...)
	for _, form := range x.Forms {
		if f.Buffers[form.Buffer].Op == o {
			list = append(list, form.Buffer)
		}
	}
	return list
}

// inArena reports whether a value lies in the arena.
func (f *Frame) inArena(v *ir.Value) bool {
	p := f.Place(v)
	return p.Buffer != Borrowed && f.placed(p.Buffer)
}

// placed reports whether a buffer has an offset in the arena.
func (f *Frame) placed(n int32) bool { return f.Buffers[n].Class != Result && f.Buffers[n].Size > 0 }

func (f *Frame) offsetsOf(values []*ir.Value) []int64 {
	list := make([]int64, len(values))
	for i, v := range values {
		list[i] = -1
		if f.inArena(v) {
			p := f.Place(v)
			list[i] = f.Offsets[p.Buffer] + p.Offset
		}
	}
	return list
}
