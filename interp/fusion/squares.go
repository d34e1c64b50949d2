package fusion

import "slices"

// joinSquares has reductions of rows square what they read, where nothing else reads the squares,
// as in the variance of a row.
func (b *builder) joinSquares() {
	if b.block == 0 {
		return // without machine code for it they are better made before
	}
	for i := 0; i < len(b.steps); i++ {
		st := &b.steps[i]
		if st.kind != loopStep || st.blocks.Chainable != "mul" || st.args[0] != st.args[1] || st.modes[0] != itsRow || st.modes[1] != itsRow {
			continue
		}
		if b.slots[st.out].kind != bufferSlot || b.readers(st.out) != 1 {
			continue
		}
		k := slices.IndexFunc(b.steps, func(s step) bool { return s.kind == reduceStep && s.args[0] == st.out })
		if k < 0 {
			continue
		}
		squares, ok := b.steps[k].reduction.OfSquares()
		if !ok {
			continue
		}
		b.steps[k].args[0], b.steps[k].reduction = st.args[0], squares
		b.steps = slices.Delete(b.steps, i, i+1)
		i--
	}
}
