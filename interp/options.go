package interp

import (
	"context"
	"time"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Options of a run. The zero value is right for most.
type Options struct {
	// Context ends the run early; nil for never.
	Context context.Context
	// MaxDepth bounds nested calls; 0 means 10000.
	MaxDepth int
	// MaxBytes bounds the heap of the process: an op whose results do not fit
	// is an error. 0 means no bound.
	MaxBytes int
	// MaxSteps bounds the blocks that are executed, rounds of loops among them. 0
	// means no bound.
	MaxSteps int
	// Results are tensors, of the types of the results and by their numbers, in which a run by a
	// plan makes the results that it makes in a place of their own; where there is none, it takes
	// new storage. One that is an input, too, is given up by the caller: the result is made there
	// if nothing reads the input any more then, and else in new storage.
	Results []*tensor.Tensor
	// Seed is what random numbers follow from that programs draw.
	Seed uint64
	// Times collects the time of every op.
	Times bool
	// Events is how many executions of ops are kept, one by one, at most.
	Events int
	// NoPlan takes storage from a pool, value by value, where a plan could be made.
	NoPlan bool
	// Poison overwrites storage by the plan when what is in it is needed no more.
	Poison bool
	// Stepped runs the ops of regions one by one where they could run as a program
	// over single elements, to compare.
	Stepped bool
}

// Result of a run.
type Result struct {
	// Outputs may share storage with inputs and constants.
	Outputs []*tensor.Tensor
	// Checks in the order they ran.
	Checks []Check
	// Fallbacks are the ops that were executed in another way than they are meant
	// to be, in the order in which they first were.
	Fallbacks []Fallback
	// PeakBytes is the most storage that the run took at once for intermediate
	// values, results, workspace and the state of loops.
	PeakBytes int
	// PackedBytes is what the module keeps, from run to run, of other forms of constants and of
	// arguments that are the same in every run.
	PackedBytes int
	// Unplanned says why the run did not go by a plan; nil if it did, or was asked
	// not to.
	Unplanned error
	// Times per op, the most expensive first, if asked for.
	Times []OpTime
	// Events are the first executions of ops, as many as are asked for, in the order in which they
	// ended, and MoreEvents is how many there were besides.
	Events     []Event
	MoreEvents int
	// Reductions are the forms of reductions that were executed (kernel.ReduceForm), each once and
	// in alphabetical order, if times are asked for.
	Reductions []string
}

// Executed is how many ops have run, each as often as it did. It needs
// Options.Times.
func (r *Result) Executed() (ops int) {
	for _, t := range r.Times {
		ops += t.Count
	}
	return ops
}

// OpTime is the time one op took over all its executions. Self leaves out what
// ops in its regions and in functions it calls took, but for those of a region that
// runs as one program: they are counted, and their time is that of the op around them.
type OpTime struct {
	Op          *ir.Op
	Count       int
	Total, Self time.Duration
}

// Event is one execution of an op: Start is when it began, from the begin of the run. Those of
// regions and of functions that it calls lie inside of it.
type Event struct {
	Op              *ir.Op
	Start, Duration time.Duration
}

// Fallback is an op whose Step has one, the first if it has several in the run.
type Fallback struct {
	Op  *ir.Op
	Why string
}

// Check is the outcome of one check op.
type Check struct {
	Op     *ir.Op
	Passed bool
	// Detail says what was expected, what came, and where it was worst.
	Detail string
}
