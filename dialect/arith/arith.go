// Package arith defines the constants of MLIR's arithmetic dialect, which
// exporters mix with StableHLO.
package arith

import "github.com/tg-opt/tg/ir"

// Dialect is `arith`.
var Dialect = ir.NewDialect("arith", "Constants of scalar, vector and tensor types.")

func init() {
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		if value.Type() != t {
			return nil
		}
		return b.OpWithTypes(Constant, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
	}
}
