package livebytes

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Times predicts how long ops take.
type Times struct {
	model  *Model
	kinds  []float64 // seconds; 0 for free ones
	blocks []float64 // how often they run
	// Total is the seconds of all ops, free ones included.
	Total float64
}

// Times predicts how long the ops of the function take on a machine, but for calls:
// their callees may be changing. What is free does not count.
func (m *Model) Times(machine *cost.Machine, free func(o *ir.Op) bool) *Times {
	t := &Times{m, make([]float64, len(m.kinds)), make([]float64, len(m.blocks)), 0}
	counts := make([]float64, len(m.kinds)) // how often ops of that kind run
	for i := range m.blocks {               // those around come first
		t.blocks[i] = 1
		if op := m.blocks[i].region.op; op >= 0 {
			t.blocks[i] = t.blocks[m.blockOf[op]] * cost.WorkOf(ir.InferenceOf(m.Ops[op])).Times
		}
	}
	for p, k := range m.kindOf {
		if k >= 0 {
			counts[k] += t.blocks[m.blockOf[p]]
		}
	}
	for i := range m.kinds {
		if k := &m.kinds[i]; !k.call && !k.runs {
			seconds := machine.Op(k.op)
			if t.Total += float64(seconds * counts[i]); !free(k.op) {
				t.kinds[i] = seconds
			}
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
