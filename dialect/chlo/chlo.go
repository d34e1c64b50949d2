// Package chlo defines the ops of CHLO, the client dialect of StableHLO, that
// exporters leave in portable programs: functions that StableHLO itself spells
// out. Each says what it becomes in tg.
//
// Ops whose only peculiarity is the function they compute are lines of a table
// (elementwise.go); every other op is one file.
package chlo

import "github.com/tg-opt/tg/ir"

// Dialect is `chlo`.
var Dialect = ir.NewDialect("chlo", "Functions of tensors that StableHLO spells out in smaller ops.").
	Lacking(ir.OpMembers | ir.PropMembers | ir.AttrMembers)
