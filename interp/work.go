package interp

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// Work bounds what is executed, by counting and never by the clock: the same
// program ends in the same place on every machine, with any number of workers.
// It is counted in steps, each about what a processor does in a nanosecond. A
// nil Work bounds nothing.
//
// Every step of a program goes through Step.execute, which takes what it is
// about to do; what cannot be known beforehand, its kernel takes as it goes on
// (Frame.Spend). What is too much is not begun.
type Work struct{ left atomic.Int64 }

// StepsPerSecond is how many steps a second of work has.
const StepsPerSecond = 1e9

// NewWork allows so many steps.
func NewWork(steps int) *Work {
	w := &Work{}
	w.left.Store(int64(max(0, steps)))
	return w
}

// Left is how many steps are left; less than 0 when more have been asked for
// than there were, and nothing runs any more.
func (w *Work) Left() int { return int(w.left.Load()) }

// ErrWork is the error of what would take more work than is allowed.
var ErrWork = errors.New("takes too much time")

// Spend takes steps from what is left, or fails when that is not enough. Several
// goroutines may: whether one of them fails depends on the sum only.
func (w *Work) Spend(steps int) error {
	if w == nil {
		return nil
	}
	for {
		left := w.left.Load()
		if int64(steps) > left {
			w.left.Store(-1)
			return ErrWork
		}
		if w.left.CompareAndSwap(left, left-int64(steps)) {
			return nil
		}
	}
}

// Spend takes work that a kernel finds as it goes on, beyond what Step.Work says.
func (f *Frame) Spend(steps int) error {
	if f.limits == nil {
		return nil
	}
	return f.limits.Work.Spend(steps)
}

// perInstruction is what each instruction takes besides its work, and the block
// that it is in.
const perInstruction = 100

// execute runs s, of an op with that storage: all kernels are called here. What
// it takes is counted first; where no result has an element, there is nothing to
// compute.
func (s *Step) execute(f *Frame, storage *analysis.Storage, out, in []*tensor.Tensor) error {
	if f.limits != nil {
		work := 0
		for _, t := range slices.Concat(in, out) {
			if t != nil { // results that the kernel allocates are missing as yet
				work += t.Len()
			}
		}
		if err := f.limits.Work.Spend(addWork(work, s.Work)); err != nil {
			return err
		}
	}
	if !storage.Handed && len(out) > 0 && empty(out) {
		return nil
	}
	if f.planned == nil {
		give, err := f.takeWorkspace(storage)
		if err != nil {
			return err
		}
		defer give()
	}
	return s.Run(f, out, in)
}

// takeWorkspace takes the workspace of a step from the pool; what runs inside of the
// step has its own. give restores the one before it.
func (f *Frame) takeWorkspace(storage *analysis.Storage) (give func(), err error) {
	outer := f.workspace
	f.workspace = nil
	if storage.Workspace == nil {
		return func() { f.workspace = outer }, nil
	}
	size := storage.Workspace(parallel.Workers())
	b, err := f.pool.get(size)
	if err != nil {
		f.workspace = outer
		return nil, err
	}
	f.workspace = b.data[:size]
	return func() {
		f.pool.release(b)
		f.workspace = outer
	}, nil
}

// Workspace is the storage that the running step may use besides operands and
// results: as many bytes as the slot analysis.StorageOf says for the number of
// workers, aligned to tensor.Alignment. Their content is arbitrary. It is nil
// where the slot asks for none.
func (f *Frame) Workspace() []byte { return f.workspace }

func empty(ts []*tensor.Tensor) bool {
	for _, t := range ts {
		if t.Len() > 0 {
			return false
		}
	}
	return true
}

// WorkOf is the product of its arguments, none of which is negative, or the
// largest number if that is too large to count.
func WorkOf(factors ...int) int {
	return shapes.Saturated(factors...)
}

// addWork is a + b, or the largest number.
func addWork(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}
