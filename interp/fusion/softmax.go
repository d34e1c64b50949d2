package fusion

import (
	"slices"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// joinExpSums makes one step of three that follow each other, as those of a softmax do: what is
// subtracted from the elements of each row, their exponentials, and the sums of these.
func (b *builder) joinExpSums() {
	for i := 0; i+2 < len(b.steps); i++ {
		st, ok := b.expSums(i)
		if !ok {
			continue
		}
		b.steps = slices.Replace(b.steps, i, i+3, st)
		b.joinQuotients(i)
		b.steps = slices.DeleteFunc(b.steps, func(st step) bool { return st.kind == expandStep && b.readers(st.out) == 0 })
	}
}

// joinQuotients has step i, of exponentials and their sums, divide these by those, if that is what
// follows and nothing else reads them.
func (b *builder) joinQuotients(i int) {
	st := &b.steps[i]
	if !st.expSums.Divides() || b.slots[st.terms].kind != bufferSlot || b.slots[st.out].kind != bufferSlot {
		return
	}
	sum, mode, at := st.out, itsOne, i+1
	if at < len(b.steps) && b.steps[at].kind == expandStep && b.steps[at].args[0] == sum { // sums are written out
		sum, mode, at = b.steps[at].out, itsRow, at+1
	}
	if at == len(b.steps) || b.readers(st.out) != 1 || b.readers(sum) != 1 || b.readers(st.terms) != 1 {
		return
	}
	div := &b.steps[at]
	if div.kind != loopStep || div.blocks.Chainable != "div" || !slices.Equal(div.args, []int{st.terms, sum}) || div.modes[0] != itsRow || div.modes[1] != mode {
		return
	}
	st.divides, st.quotients = true, div.out
	b.steps = slices.Delete(b.steps, at, at+1)
}

// streamsQuotients reports whether the quotients of a step go past the caches, if they can.
func (w *worker) streamsQuotients(st *step) bool {
	s := &w.slots[st.quotients]
	if s.kind != resultSlot || w.rows*s.rowBytes() < kernel.StreamBytes {
		return false
	}
	return !slices.ContainsFunc(w.in, func(x *tensor.Tensor) bool { return sameMemory(x, w.out[st.quotients-w.operands]) })
}

// runExpSums executes such a step on n rows.
func (w *worker) runExpSums(st *step, n int) {
	m := w.memory
	if !st.divides {
		st.expSums.Run(m[st.terms], m[st.out], m[st.args[0]], m[st.args[1]], n)
		return
	}
	stream := w.streamsQuotients(st)
	st.expSums.RunQuotients(m[st.quotients], m[st.terms], m[st.out], m[st.args[0]], m[st.args[1]], n, stream)
	w.past = w.past || stream
}

// expSums is the one step of those from number i on, if they are such steps.
func (b *builder) expSums(i int) (step, bool) {
	less, exp, sum := &b.steps[i], &b.steps[i+1], &b.steps[i+2]
	switch {
	case less.kind != loopStep || less.blocks.Chainable != "sub" || exp.kind != loopStep || exp.blocks.Chainable != "exp" || exp.args[0] != less.out,
		sum.kind != reduceStep || !sum.reduction.SumsRows() || sum.args[0] != exp.out || sum.init >= 0,
		b.slots[less.out].kind != bufferSlot || b.readers(less.out) != 1:
		return step{}, false
	}
	x, one := less.args[0], less.args[1]
	if less.modes[0] != itsRow || x == one {
		return step{}, false
	}
	if less.modes[1] == itsRow { // it has been written out
		k := slices.IndexFunc(b.steps, func(st step) bool { return st.kind == expandStep && st.out == one })
		if k < 0 {
			return step{}, false
		}
		one = b.steps[k].args[0]
	} else if less.modes[1] != itsOne {
		return step{}, false
	}
	e, ok := kernel.NewExpSums(b.block, b.slots[x].rowElements)
	if !ok || b.slots[one].rowElements != 1 || b.slots[one].kind == operandSlot || b.slots[one].kind == constantSlot {
		return step{}, false
	}
	return step{kind: expSumsStep, args: []int{x, one}, init: -1, terms: exp.out, out: sum.out, expSums: e}, true
}

// readers is how many arguments of steps a slot is.
func (b *builder) readers(slot int) int {
	n := 0
	for i := range b.steps {
		for _, a := range b.steps[i].args {
			if a == slot {
				n++
			}
		}
	}
	return n
}
