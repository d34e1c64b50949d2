package arith

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var truncFPatterns = []*rewrite.Pattern{
	truncOfInt("TruncFSIToFP", SIToFP), truncOfInt("TruncFUIToFP", UIToFP),
}

// truncOfInt converts an integer to the narrow float at once. mlir-opt does so
// always, which rounds once instead of twice; we do where the wide float holds
// every such integer, or where the op allows to fuse both.
func truncOfInt(name string, conversion *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Root: TruncF, Benefit: 2, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		inner := defining(o.Operand(0), conversion)
		if inner == nil || o.Props().Get("roundingmode") != nil {
			return false
		}
		bits := elemWidth(inner.Operand(0).Type())
		if conversion == SIToFP {
			bits-- // the least number is a power of two
		}
		wide := o.Operand(0).Type().ElemOrSelf().Format()
		exact := bits <= precision(wide) && bits <= greatestExponent(wide)
		if !exact && !allows(o, contract) {
			return false
		}
		return replacing(r, o, inner.Result(0)).become(conversion, inner.Operands())
	}}
}
