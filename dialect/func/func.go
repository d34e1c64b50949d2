// Package fn defines functions and calls, the dialect `func`. (The word func
// is taken in Go.)
package fn

import "github.com/tg-opt/tg/ir"

// Dialect is `func`.
var Dialect = ir.NewDialect("func", "Functions, returns and calls.")
