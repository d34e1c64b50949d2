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
