package opgen

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Reference computes the results of an op as its documentation says, element by element and with no
// thought of speed. The operands are small whole numbers. It is false for an instance that it does
// not speak of.
type Reference func(o *ir.Op, in, out []*tensor.Tensor) bool

// ReferenceOf is filled by ops, neither elementwise nor in the tables of test/complete, whose
// kernel is to be compared with a reference on random instances.
var ReferenceOf = ir.NewSlot[Reference]("reference")
