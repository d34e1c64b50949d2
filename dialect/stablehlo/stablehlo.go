// Package stablehlo defines the ops and attributes of StableHLO, the exchange
// dialect that JAX, PyTorch/XLA and others write, and says of every op what it
// becomes in tg.
//
// Ops whose only peculiarity is the function they compute are lines of a table
// (unary.go, binary.go); every other op is one file. Attributes are lists of
// words or fields (enums.go, dimension_numbers.go). The facts are those of the
// StableHLO specification, https://openxla.org/stablehlo/spec.
package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `stablehlo`.
var Dialect = ir.NewDialect("stablehlo", "Portable tensor programs as machine learning frameworks export them.").
	Lacking(ir.OpMembers | ir.PropMembers | ir.TypeMembers | ir.AttrMembers)

func init() { Dialect.Types = append(Dialect.Types, convert.Token) }

// isToken is the constraint of an operand or result that orders effects.
var isToken = ir.TypeConstraint{Desc: "token", Ok: func(t *ir.Type) bool { return t.Def() == convert.Token }}

// isTuple is the constraint of a tuple.
var isTuple = ir.TypeConstraint{Desc: "tuple", Ok: func(t *ir.Type) bool { return t.Kind() == ir.TupleType }}

// anyValue is the constraint of what regions, branches and tuples hand on.
var anyValue = ir.TypeConstraint{
	Desc: "ranked tensor of any type values, a tuple or a token",
	Ok:   func(t *ir.Type) bool { return ir.AnyTensor.Ok(t) || isTuple.Ok(t) || isToken.Ok(t) },
}
