package tg

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// speed says what an elementwise op takes.
type speed uint8

const (
	// instruction: a processor has one for it, or a few.
	instruction speed = iota
	// function: it has a speed of its own, which calibration measures.
	function
	// ofPositive is a function that is measured on positive numbers: of many others it is not
	// defined, or trivial.
	ofPositive
	// likeZeta is a function that takes what zeta does: it is trivial but at whole numbers.
	likeZeta
)

// slots are what an op without attributes tells of its speed, on operands of one type.
func (s speed) slots(def *ir.OpDef, operand ir.TypeConstraint, operands int) ir.Slots {
	if s == instruction {
		return ir.Slots{cost.Model.Of(cost.Elementwise)}
	}
	if s == likeZeta {
		return ir.Slots{cost.Model.Of(cost.Calls(Zeta.Mnemonic()))}
	}
	elem := exampleElem(operand)
	return ir.Slots{
		cost.Model.Of(cost.Calls(def.Mnemonic())),
		cost.Timed.Of(cost.TimedCalls(def, operands, elem, s == ofPositive)),
	}
}

// step adds what a function takes to the step of an elementwise op.
func (s speed) step(at *interp.Site, step interp.Step) interp.Step {
	if s != instruction {
		step.Work = interp.WorkOf(16, shapes.Product(at.Out[0].Shape))
	}
	return step
}
