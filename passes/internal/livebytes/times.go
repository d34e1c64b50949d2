package livebytes

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Times predicts how long ops take.
type Times struct {
	model  *Model
	kinds  []float64 // seconds
	blocks []float64 // how often they run
}

// Times predicts how long the ops of the function take on a machine, but for calls:
// their callees may be changing.
func (m *Model) Times(machine *cost.Machine) *Times {
	t := &Times{m, make([]float64, len(m.kinds)), make([]float64, len(m.blocks))}
	for i := range m.kinds {
		if k := &m.kinds[i]; !k.call && (k.op.NumRegions() == 0 || k.whole) {
			t.kinds[i] = machine.Op(k.op)
		}
	}
	for i := range m.blocks { // those around come first
		t.blocks[i] = 1
		if op := m.blocks[i].region.op; op >= 0 {
			t.blocks[i] = t.blocks[m.blockOf[op]] * cost.WorkOf(ir.InferenceOf(m.Ops[op])).Times
		}
	}
	return t
}

// Of is the seconds that the op at a point takes, as often as it runs.
func (t *Times) Of(p int32) float64 {
	if k := t.model.kindOf[p]; k >= 0 {
		return t.kinds[k] * t.blocks[t.model.blockOf[p]]
	}
	return 0
}

// Total is the seconds of all ops.
func (t *Times) Total() (sum float64) {
	for p := range t.model.Ops {
		sum += t.Of(int32(p))
	}
	return sum
}
