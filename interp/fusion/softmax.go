package fusion

import (
	"slices"

	"github.com/tg-opt/tg/interp/kernel"
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
		if k := slices.IndexFunc(b.steps, func(st step) bool { return st.kind == expandStep && b.readers(st.out) == 0 }); k >= 0 {
			b.steps = slices.Delete(b.steps, k, k+1)
		}
	}
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
