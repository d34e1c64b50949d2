// Package arith defines MLIR's arithmetic dialect: operations on integers and
// floats, on scalars and elementwise on vectors and tensors.
package arith

import (
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `arith`.
var Dialect = ir.NewDialect("arith", "Arithmetic on integers and floats, and elementwise on vectors and tensors of them.")

func init() {
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		elem := t.ElemOrSelf()
		switch {
		case ub.IsPoison(value):
			return ub.Dialect.Constant(b, value, t, l)
		case value.Type() != t || !isValue(value) || elem.IsInteger() && elem.Signedness() != ir.Signless:
			return nil
		}
		return b.OpWithTypes(Constant, l, t.Alone(), nil, ir.NamedAttr{Name: "value", Value: value})
	}
}
