package tg

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// What fills cost.Model for several ops.

// overwrites reports whether the op may take over the storage of operand 0:
// nothing else uses it.
func overwrites(in *ir.Inference) bool {
	return len(in.Values) > 0 && in.Values[0].HasOneUse()
}

// updateCost: a copy of the operand, unless its storage can be used, in which
// updates are placed in pieces.
func updateCost(in *ir.Inference, updates *ir.Type, piece float64) cost.Work {
	w := cost.Work{Read: cost.Bytes(updates), Written: cost.Bytes(updates)}
	if !overwrites(in) {
		whole := cost.Bytes(in.Operands[0])
		w.Read, w.Written = w.Read+whole, w.Written+whole
	}
	w.Add(cost.Elements(updates), piece)
	return w
}

// branchCost: one of the regions runs.
func branchCost(in *ir.Inference) cost.Work {
	return cost.Work{Kind: cost.Control, Times: 1 / float64(max(len(in.Regions), 1))}
}
