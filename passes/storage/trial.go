package storage

import (
	"fmt"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
)

// trial is a copy of a module, on which passes are tried.
type trial struct {
	builder   *ir.Builder
	functions []*ir.Op          // those with bodies, in the order of the text
	copies    map[*ir.Op]*ir.Op // by those of the module itself
}

func newTrial(root *ir.Op) *trial {
	t := &trial{builder: ir.NewBuilder(root.Context()), copies: map[*ir.Op]*ir.Op{}}
	t.functions = cost.Callables(t.builder.Clone(root, map[*ir.Value]*ir.Value{}))
	for i, fn := range cost.Callables(root) {
		t.copies[fn] = t.functions[i]
	}
	return t
}

// mostWork is how many ops a report looks at to reorder a function: each of its
// blocks takes a look at all of them. That is about a second.
const mostWork = 250_000

// Reorderings says for a report what `schedule-memory{moves=0}` would save in the
// functions of root, which stays as it is. Functions with too many ops and blocks
// keep their order. The error of a function is the one of its plan.
func Reorderings(root *ir.Op, workers int) func(fn *ir.Op) (*memoryreport.Reordering, error) {
	var t *trial
	before := map[*ir.Op]int64{}
	untried := map[*ir.Op]string{}
	after := lifetimes.NewPlanner(lifetimes.Options{Workers: workers})
	return func(fn *ir.Op) (*memoryreport.Reordering, error) {
		if t == nil {
			t = newTrial(root)
			if err := t.reorder(workers, before, untried); err != nil {
				return nil, err
			}
		}
		frame, err := after.Frame(t.copies[fn])
		if err != nil {
			return nil, err
		}
		return &memoryreport.Reordering{Saved: max(0, before[frame.Func]-frame.Total()), Untried: untried[frame.Func]}, nil
	}
}

// reorder reorders all functions. before becomes what they took, and untried why
// some keep their order.
func (t *trial) reorder(workers int, before map[*ir.Op]int64, untried map[*ir.Op]string) error {
	planner := lifetimes.NewPlanner(lifetimes.Options{Workers: workers})
	for _, fn := range t.functions {
		if frame, err := planner.Frame(fn); err == nil {
			before[fn] = frame.Total()
		}
	}
	options := &ScheduleMemoryOptions{Workers: int64(workers)}
	for _, fn := range t.functions {
		frame, err := frameOf(fn, options.Workers)
		if err != nil {
			continue // it is not planned
		}
		if ops, blocks := len(frame.Ops), len(blocksOf(fn)); ops*blocks > mostWork {
			untried[fn] = fmt.Sprintf("%d ops in %d blocks would take long", ops, blocks)
			continue
		}
		if _, _, err := reorder(t.builder, options, fn, frame); err != nil {
			return err
		}
	}
	return nil
}
