package analysis

import "github.com/tg-opt/tg/ir"

// Callee is filled by ops that call a function: it returns the symbol of the
// function, whose parameters the operands match and whose results the results.
var Callee = ir.NewSlot[func(o *ir.Op) *ir.Attr]("callee")
