// Package tedialect defines the dialect `te`, in which tensors are functions of indices. What
// passes read and make of its ops is in package te.
package tedialect

import "github.com/tg-opt/tg/ir"

// Dialect is `te`.
var Dialect = ir.NewDialect("te", "Tensors as functions of indices: computes, whose bodies read elements at affine functions of axes and combine them by ops of tg on single elements.")
