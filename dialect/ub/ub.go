// Package ub defines what stands for undefined behaviour: poison, and code that
// is never reached.
package ub

import "github.com/tg-opt/tg/ir"

// Dialect is `ub`.
var Dialect = ir.NewDialect("ub", "Undefined behaviour: poison values, and code that is never reached.")
