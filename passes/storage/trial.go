package storage

import (
	"fmt"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
)

// trial is a copy of a module, on which passes are tried.
type trial struct {
	builder   *ir.Builder
	functions []*ir.Op          // of the module itself, those with bodies
	copies    map[*ir.Op]*ir.Op // of these
}

func newTrial(root *ir.Op) *trial {
	t := &trial{builder: ir.NewBuilder(root.Context()), functions: cost.Callables(root), copies: map[*ir.Op]*ir.Op{}}
	for i, c := range cost.Callables(t.builder.Clone(root, map[*ir.Value]*ir.Value{})) {
		t.copies[t.functions[i]] = c
	}
	return t
}

// mostWork is how many ops a report looks at to reorder functions: each of their
// blocks takes a look at all of a function. That is about a second.
const mostWork = 50_000

// Reorderings says for a report what `schedule-memory{moves=0}` would save in the
// functions of root, which stays as it is. Functions with too many ops and blocks
// keep their order. The error of a function is the one of its plan.
func Reorderings(root *ir.Op, workers int) func(fn *ir.Op) (*memoryreport.Reordering, error) {
	options := &ScheduleMemoryOptions{Workers: int64(workers)}
	var t *trial
	var untried map[*ir.Op]string
	var before map[*ir.Op]int64
	after := lifetimes.NewPlanner(lifetimes.Options{Workers: workers})
	return func(fn *ir.Op) (*memoryreport.Reordering, error) {
		if untried == nil {
			untried = tooLarge(root)
		}
		if why := untried[fn]; why != "" {
			return &memoryreport.Reordering{Untried: why}, nil
		}
		if t == nil {
			t = newTrial(root)
			before = t.totals(options.Workers)
			if err := t.reorder(options, untried); err != nil {
				return nil, err
			}
		}
		frame, err := after.Frame(t.copies[fn])
		if err != nil {
			return nil, err
		}
		return &memoryreport.Reordering{Saved: max(0, before[fn]-frame.Total())}, nil
	}
}

// tooLarge says why functions of root keep their order, those of them that do.
func tooLarge(root *ir.Op) map[*ir.Op]string {
	why, work := map[*ir.Op]string{}, 0
	for _, fn := range cost.Callables(root) {
		ops, blocks := 0, len(blocksOf(fn))
		ir.Walk(fn, func(*ir.Op) ir.WalkAction { ops++; return ir.Advance })
		if work+ops*blocks > mostWork {
			why[fn] = fmt.Sprintf("%d ops in %s would take long", ops, units.Counted(blocks, "block"))
			continue
		}
		work += ops * blocks
	}
	return why
}

// totals are what the functions of the module take that can be planned.
func (t *trial) totals(workers int64) map[*ir.Op]int64 {
	planner := lifetimes.NewPlanner(lifetimes.Options{Workers: int(workers)})
	totals := map[*ir.Op]int64{}
	for _, fn := range t.functions {
		if frame, err := planner.Frame(t.copies[fn]); err == nil {
			totals[fn] = frame.Total()
		}
	}
	return totals
}

// reorder reorders the functions that can be planned, but for those of the module
// that are to keep their order.
func (t *trial) reorder(options *ScheduleMemoryOptions, keep map[*ir.Op]string) error {
	for _, fn := range t.functions {
		if keep[fn] != "" {
			continue
		}
		frame, err := frameOf(t.copies[fn], options.Workers)
		if err != nil {
			continue // it is not planned
		}
		if _, _, err := reorder(t.builder, options, frame.Func, frame); err != nil {
			return err
		}
	}
	return nil
}
