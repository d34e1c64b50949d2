// Package builtin defines the ops that every MLIR file may use: the module and
// the cast that stands between two type systems.
package builtin

import "github.com/tg-opt/tg/ir"

// Dialect is `builtin`.
var Dialect = ir.NewDialect("builtin", "Modules, and casts between type systems. Types and attributes without a dialect prefix are builtin too.")
