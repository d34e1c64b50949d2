// Package tensorop defines the few ops of MLIR's `tensor` dialect that
// exporters mix with StableHLO.
package tensorop

import "github.com/tg-opt/tg/ir"

// Dialect is `tensor`.
var Dialect = ir.NewDialect("tensor", "Access to tensor elements.").
	Lacking(ir.OpMembers)
