package machine

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// value is a program that equals no smaller one exactly, and stands for all that do: an input, a
// number, or a form on values.
type value struct {
	application
	kind  int32   // its type
	nodes []int32 // the values with an op that it consists of, itself among them, sorted
	leaf  leaf
	computed
	prints prints
	// finite is the smallest value that is equal where nothing is special: itself, if that is none.
	finite int32
}

// leaf is an input or a number.
type leaf struct {
	input  int // -1 for a number
	number float64
}

// application is a form on values.
type application struct {
	typed int32 // -1 for a leaf
	args  [3]int32
}

// enumerator makes all programs of up to so many ops that are not equal to smaller ones, and tells
// which are.
type enumerator struct {
	*vocabulary
	ctx      context.Context
	options  *Options
	batches  [][]*tensor.Tensor // of inputs
	values   []value
	bySize   [][]int32 // of values; 0 for leaves
	exact    map[uint64][]int32
	finite   [groups]map[uint64][]int32
	known    map[application]int32 // what programs are equal to
	unkept   unkept
	parts    parts
	programs int
}

// unkept are programs of the largest size, by their prints.
type unkept struct {
	exact  map[uint64]application
	finite [groups]map[uint64]application
}

func newEnumerator(ctx context.Context, c *ir.Context, o *Options) *enumerator {
	e := &enumerator{
		vocabulary: newVocabulary(c), ctx: ctx, options: o, bySize: [][]int32{nil}, exact: map[uint64][]int32{}, known: map[application]int32{},
		unkept: unkept{exact: map[uint64]application{}},
	}
	for g := range groups {
		e.finite[g], e.unkept.finite[g] = map[uint64][]int32{}, map[uint64]application{}
	}
	elem, truth := e.kindOf(o.Elem), e.kindOf(c.Bool())
	kinds := append(slices.Repeat([]int32{elem}, o.Inputs), slices.Repeat([]int32{truth}, o.Predicates)...)
	var dtypes []tensor.DType
	for _, k := range kinds {
		dtypes = append(dtypes, e.dtypes[k])
	}
	e.batches = lanes(dtypes, o.Seed)
	addLeaf := func(k int32, l leaf) {
		e.findable(e.add(value{kind: k, application: application{typed: -1}, leaf: l, computed: e.leaf(k, l, 0)}))
	}
	for i, k := range kinds {
		addLeaf(k, leaf{input: i})
	}
	for _, k := range slices.Compact([]int32{elem, truth}) {
		for _, n := range o.Numbers {
			if has(e.dtypes[k], n) {
				addLeaf(k, leaf{-1, n})
			}
		}
	}
	return e
}

// leaf is what a leaf is in a batch.
func (e *enumerator) leaf(kind int32, l leaf, batch int) computed {
	if l.input >= 0 {
		x := e.batches[batch][l.input]
		return computed{x, specials(x)}
	}
	d := e.dtypes[kind]
	x, b := tensor.New(d, width), number(d, l.number)
	for i := range width {
		copy(element(x, i), b)
	}
	return computed{data: x}
}

// add makes a value, which nothing equals exactly so far.
func (e *enumerator) add(v value) int32 {
	n := int32(len(e.values))
	if v.typed >= 0 {
		at, _ := slices.BinarySearch(v.nodes, n)
		v.nodes = slices.Insert(v.nodes, at, n)
	} else {
		v.prints = printsOf(v.kind, &v.computed)
	}
	v.finite = n
	for len(e.bySize) <= len(v.nodes) {
		e.bySize = append(e.bySize, nil)
	}
	e.values = append(e.values, v)
	e.bySize[len(v.nodes)] = append(e.bySize[len(v.nodes)], n)
	e.exact[v.prints.exact] = append(e.exact[v.prints.exact], n)
	return n
}

// findable has a value found by its finite prints.
func (e *enumerator) findable(n int32) {
	for g, p := range e.values[n].prints.finite {
		if p != 0 {
			e.finite[g][p] = append(e.finite[g][p], n)
		}
	}
}

// grow makes the programs of so many ops, first those whose operands are as small as they get
// where nothing is special, and tells what they compute.
func (e *enumerator) grow(size int, meet func(a application, smallest bool, c computed, p prints)) error {
	e.index(size - 1)
	for _, smallest := range []bool{true, false} {
		for _, def := range e.options.Ops {
			for _, t := range e.typedForms(def) {
				err := e.evaluate(t, size-1, smallest, func(a application, c computed, p prints) {
					e.programs++
					meet(a, smallest, c, p)
				})
				if err != nil {
					return err
				}
			}
			if e.options.Progress != nil {
				e.options.Progress(Progress{Size: size, Programs: e.programs, Kept: len(e.values)})
			}
		}
	}
	return nil
}

// smallest reports whether all operands are as small as they get where nothing is special.
func (e *enumerator) smallest(args []int32) bool {
	return !slices.ContainsFunc(args, func(v int32) bool { return e.values[v].finite != v })
}

// share is how many programs a worker computes at a time.
const share = 1024

// evaluate computes a typed form on all operands that consist of so many ops together, in
// parallel, and tells what it computes in the order of the operands.
func (e *enumerator) evaluate(typed int32, ops int, smallest bool, tell func(application, computed, prints)) error {
	t := &e.typed[typed]
	workers := max(1, e.options.Workers)
	pending := make([][3]int32, 0, share*workers)
	data, marks, errs := make([]computed, cap(pending)), make([]prints, cap(pending)), make([]error, workers)
	var failed error
	flush := func() {
		if failed = e.ctx.Err(); failed != nil {
			return
		}
		var group sync.WaitGroup
		for w := range workers {
			group.Go(func() {
				for i := w * share; i < min(len(pending), (w+1)*share); i++ {
					var args [3]*computed
					for k := range t.operands {
						args[k] = &e.values[pending[i][k]].computed
					}
					if data[i], errs[w] = t.run(args); errs[w] != nil {
						return
					}
					marks[i] = printsOf(t.result, &data[i])
				}
			})
		}
		group.Wait()
		for _, err := range errs {
			if failed == nil {
				failed = err
			}
		}
		for i := range pending {
			if failed == nil {
				tell(application{typed, pending[i]}, data[i], marks[i])
			}
			data[i] = computed{}
		}
		pending = pending[:0]
	}
	e.combine(t, ops, func(args [3]int32) {
		if failed != nil || e.smallest(args[:len(t.operands)]) != smallest {
			return
		}
		if pending = append(pending, args); len(pending) == cap(pending) {
			flush()
		}
	})
	if failed == nil {
		flush()
	}
	return failed
}

// run computes a form on operands by its kernel.
func (t *typedForm) run(args [3]*computed) (c computed, err error) {
	var operands [3]*tensor.Tensor
	n := len(t.operands)
	for i, a := range args[:n] {
		operands[i] = a.data
	}
	out, err := interp.Evaluate(t.op, operands[:n], nil)
	if err != nil {
		return c, fmt.Errorf("cannot compute '%s': %w", t.op.Name(), err)
	}
	c = computed{out[0], specials(out[0])}
	for _, a := range args[:n] {
		c.special.or(&a.special)
	}
	return c, nil
}
