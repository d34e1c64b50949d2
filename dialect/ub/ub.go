// Package ub defines what stands for undefined behaviour: poison, and code that
// is never reached.
package ub

import "github.com/tg-opt/tg/ir"

// Dialect is `ub`.
var Dialect = ir.NewDialect("ub", "Undefined behaviour: poison values, and code that is never reached.")

func init() {
	Dialect.Attrs = []*ir.AttrDef{poisonAttr}
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		if !IsPoison(value) {
			return nil
		}
		return b.OpWithTypes(Poison, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
	}
}
