// Package scf defines structured control flow: conditions and loops whose
// bodies are regions.
package scf

import "github.com/tg-opt/tg/ir"

// Dialect is `scf`.
var Dialect = ir.NewDialect("scf", "Structured control flow: conditions and loops whose bodies are regions.")
