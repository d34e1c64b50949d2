// Package chlo defines the ops of CHLO, the client dialect of StableHLO, that
// exporters leave in portable programs: functions that StableHLO itself spells
// out, and ops whose operands broadcast. Each says what it becomes in tg.
//
// Ops whose only peculiarity is the function they compute are lines of a table
// (elementwise.go, broadcast.go); every other op is one file.
package chlo

import (
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `chlo`.
var Dialect = ir.NewDialect("chlo", "Functions of tensors that StableHLO spells out in smaller ops.").
	Lacking(ir.OpMembers | ir.PropMembers | ir.AttrMembers)

// The attributes of its own.
var (
	comparisonDirection = stablehlo.NewEnum(Dialect, "comparison_direction", "How two elements are compared.", "EQ", "NE", "GE", "GT", "LE", "LT")
	comparisonType      = stablehlo.NewEnum(Dialect, "comparison_type", "By which order two elements are compared.", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")
	precision           = stablehlo.NewEnum(Dialect, "precision", "How exact a contraction is asked to be.", "DEFAULT", "HIGH", "HIGHEST")
	raggedDims          = stablehlo.NewDimensions(Dialect, "ragged_dot", "The dimensions of a product of which one dimension is in groups.",
		"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions",
		"lhs_ragged_dimensions", "rhs_group_dimensions")
)

// The element classes of the ops.
var (
	floats   = stablehlo.TensorOf("floating-point", (*ir.Type).IsFloat)
	numbers  = stablehlo.TensorOf("floating-point or complex", func(e *ir.Type) bool { return e.IsFloat() || e.IsComplex() })
	integers = stablehlo.TensorOf("integer", func(e *ir.Type) bool { return e.IsInteger() && !e.IsBool() })
	bits     = stablehlo.TensorOf("i1 or integer", (*ir.Type).IsInteger)
	truths   = stablehlo.TensorOf("i1", (*ir.Type).IsBool)
)
