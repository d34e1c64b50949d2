package storage

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/pipeline"
)

// ScheduleMemoryOptions are the options of the pass `schedule-memory`.
type ScheduleMemoryOptions struct {
	Moves   int64  `opt:"moves" doc:"Try so many changes of the order for each block; 0 for the lists alone"`
	Seed    uint64 `opt:"seed" doc:"Where the random search begins"`
	Workers int64  `opt:"workers" doc:"How many workers the workspace is for"`
}

// ScheduleMemory reorders blocks so that less is live at once.
var ScheduleMemory = &pipeline.Pass{
	Name:  "schedule-memory",
	Title: "ScheduleMemory",
	On:    "builtin.module", // what a function needs, its callees do
	Doc: "Reorder the ops of each block for the least memory, without computing anything again. The order among ops with effects " +
		"stays. A block keeps its order where no other takes less memory once it is placed.",
	Options: func() any { return &ScheduleMemoryOptions{Moves: 1_000_000, Workers: 1} },
	Statistics: []pipeline.Statistic{
		{Name: "num-blocks", Doc: "Number of blocks that were reordered"},
	},
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*ScheduleMemoryOptions)
		if opt.Moves < 0 {
			return fmt.Errorf("'moves' must not be negative, but is %d", opt.Moves)
		}
		if opt.Workers < 1 {
			return fmt.Errorf("'workers' must be at least 1, but is %d", opt.Workers)
		}
		return nil
	},
	Run: func(r *pipeline.Run) error {
		return eachFunction(r, func(fn *ir.Op) (bool, error) {
			return scheduleFunction(r, r.Options.(*ScheduleMemoryOptions), fn)
		})
	},
}

func scheduleFunction(r *pipeline.Run, opt *ScheduleMemoryOptions, fn *ir.Op) (changed bool, err error) {
	frame, err := frameOf(fn, opt.Workers)
	if err != nil { // no promise is broken
		r.Missed(fn, "schedule-memory", "function @%s keeps its order: %s", ir.SymbolName(fn), ir.AsDiag(err, fn.Loc()).Message)
		return false, nil
	}
	after, count, err := reorder(r.Builder, opt, fn, frame)
	if err != nil || count == 0 {
		return false, err
	}
	r.Count("num-blocks", count)
	r.Passed(fn, "schedule-memory", "function @%s takes %s instead of %s, live at once %s instead of %s",
		ir.SymbolName(fn), units.Bytes(after.Total()), units.Bytes(frame.Total()), units.Bytes(after.Peak), units.Bytes(frame.Peak))
	return true, nil
}

// reorder reorders the blocks of a function, and counts those that have changed. It
// returns the frame of the function as it is then.
func reorder(builder *ir.Builder, opt *ScheduleMemoryOptions, fn *ir.Op, frame *lifetimes.Frame) (after *lifetimes.Frame, count int64, err error) {
	// Inner blocks come first: what they need, the ops around them do.
	for _, b := range blocksOf(fn) {
		after, err := reorderBlock(builder, opt, fn, b, frame)
		if err != nil {
			return nil, 0, err
		}
		if after != frame {
			frame, count = after, count+1
		}
	}
	return frame, count, nil
}

// blocksOf lists the blocks in a function whose ops run one by one and that have
// more than two, inner ones first.
func blocksOf(fn *ir.Op) []*ir.Block {
	var list []*ir.Block
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o != fn && runsWhole(o) {
			return ir.Skip
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				if first := b.First(); first != nil && first.Next() != b.Last() && b.Last() != first {
					list = append(list, b)
				}
			}
		}
		return ir.Advance
	})
	for i, k := 0, len(list)-1; i < k; i, k = i+1, k-1 {
		list[i], list[k] = list[k], list[i]
	}
	return list
}

// runsWhole reports whether an op reads its regions and runs none of their ops.
func runsWhole(o *ir.Op) bool {
	fill, ok := analysis.StorageOf.Get(o.Def())
	return ok && o.NumRegions() > 0 && fill(ir.InferenceOf(o)).Whole
}

// reorderBlock reorders a block if that helps the function. It returns the frame
// of the function as it is then.
func reorderBlock(builder *ir.Builder, opt *ScheduleMemoryOptions, fn *ir.Op, b *ir.Block, frame *lifetimes.Frame) (*lifetimes.Frame, error) {
	g := newBlock(b, frame, cost.CPU(), analysis.NewPurity())
	profile, err := g.graph.Simulate(g.graph.Initial())
	if err != nil {
		return nil, err
	}
	found := memory.Reorder(g.graph, memory.ReorderOptions{Moves: opt.Moves, Seed: opt.Seed})
	if found.Peak >= profile.Peak {
		return frame, nil
	}
	undo := g.apply(builder, found.Schedule, nil)
	after, err := frameOf(fn, opt.Workers)
	if err != nil {
		return nil, err
	}
	if after.Total() > frame.Total() || after.Total() == frame.Total() && after.Peak >= frame.Peak {
		undo()
		return frame, nil
	}
	return after, nil
}
