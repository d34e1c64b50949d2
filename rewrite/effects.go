package rewrite

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// effects remembers, while the worklist is worked on, why ops with regions may
// not go: an op inside that has effects of its own. When that is gone, they
// are looked at again, so that what becomes pure vanishes at once.
type effects struct {
	witness map[*ir.Op]*ir.Op
	// budget bounds the ops that are looked at in one sweep. Beyond it, an op
	// counts as impure, until the next sweep.
	budget int
}

// scansPerOp is how often an op may be looked at on average.
const scansPerOp = 16

func (e *effects) reset(ops int) {
	clear(e.witness)
	e.budget = 1024 + scansPerOp*ops
}

// inside reports whether something in o has effects.
func (e *effects) inside(o *ir.Op) bool {
	if w := e.witness[o]; w != nil && w.Block() != nil && isAround(o, w) {
		return true
	}
	var found *ir.Op
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		e.budget--
		switch {
		case p.Has(ir.Pure | ir.NoMemoryEffect):
			return ir.Skip
		case e.budget < 0 || analysis.HasOwnEffects(p):
			found = p
			return ir.Stop
		}
		return ir.Advance
	})
	if found == nil {
		return false
	}
	if e.budget < 0 {
		return true
	}
	for p := found.Parent(); p != nil; p = p.Parent() {
		e.witness[p] = found
		if p == o {
			break
		}
	}
	return true
}

// isAround reports whether o contains p; yes, if that would take long to see.
func isAround(o, p *ir.Op) bool {
	const far = 64
	for range far {
		if p = p.Parent(); p == o {
			return true
		} else if p == nil {
			return false
		}
	}
	return true
}
