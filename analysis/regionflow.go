package analysis

import "github.com/tg-opt/tg/ir"

// RegionFlow says how control and values go between an op, its regions and
// its results: MLIR's RegionBranchOpInterface. It is what analyses know of
// structured control flow; ops that fill it also mark the terminators of their
// regions ReturnLike, or give those the slot Passes.
type RegionFlow struct {
	// Successors lists where control may go from the op itself (from is nil) or
	// from the end of one of its regions. consts[i] is the constant that operand i
	// of the op, or of the region's terminator, is known to be, or nil; consts
	// itself may be nil.
	Successors func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []RegionSuccessor
	// Entry is the window of the op's operands that it passes to successor to;
	// nil when it passes none to any.
	Entry func(o *ir.Op, to RegionSuccessor) (first, count int)
	// Same, if set, is the argument that v, a result of the op or an argument of
	// one of its regions that control flow passes nothing for, always equals; nil
	// when there is none.
	Same func(o *ir.Op, v *ir.Value) *ir.Value
	// Gathers, if set, is the operand of the end of a region of which v, a result that control
	// flow passes nothing for, holds what it was each time that the region ran; nil when there is
	// none.
	Gathers func(o *ir.Op, v *ir.Value) *ir.Use
	// Runs bounds how often region i runs each time that the op does; at most
	// is -1 when there is no bound.
	Runs func(o *ir.Op, i int, consts []*ir.Attr) (atLeast, atMost int)
}

// RegionSuccessor is a place that control may go to: a region, or the op's end
// when Region is nil. Inputs are the values that it is passed there: entry
// arguments or results of the op.
type RegionSuccessor struct {
	Region *ir.Region
	Inputs []*ir.Value
}

// RegionBranch is filled by ops with RegionFlow.
var RegionBranch = ir.NewSlot[*RegionFlow]("region branch")

// Passes is filled by terminators that hand over less than all of their
// operands: the window that goes to the successor, in the op around it. A
// ReturnLike terminator without it passes all operands everywhere.
var Passes = ir.NewSlot[func(t *ir.Op, to RegionSuccessor) (first, count int)]("passes")

// PassedBy is the window of the operands of t, the end of a region of an op
// with RegionFlow, that goes to successor to; ok is false when that is unknown.
func PassedBy(t *ir.Op, to RegionSuccessor) (first, count int, ok bool) {
	if window, has := Passes.Get(t.Def()); has {
		first, count = window(t, to)
		return first, count, true
	}
	return 0, t.NumOperands(), t.Has(ir.ReturnLike)
}

// Loop is filled by ops that run regions repeatedly, one after the other: it
// lists them. MLIR's LoopLikeOpInterface.
var Loop = ir.NewSlot[func(o *ir.Op) []*ir.Region]("loop")

// Taken is filled by branches whose operands may say which successor they go
// to: it returns the one that the operands' constants, nil for those unknown,
// leave; ok is false when they leave several.
var Taken = ir.NewSlot[func(o *ir.Op, consts []*ir.Attr) (successor int, ok bool)]("successor taken")
