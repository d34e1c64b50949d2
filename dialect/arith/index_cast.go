package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The conversions between index and integers of a width.
var (
	IndexCast   = Dialect.NewOp("arith.index_cast")
	IndexCastUI = Dialect.NewOp("arith.index_castui")
)

func init() {
	indexCast{"Conversion between index and a signed integer: the value in the wider, the low bits in the narrower.", num.sext, indexCastPatterns}.define(IndexCast)
	indexCast{"Conversion between index and an unsigned integer: the value in the wider, the low bits in the narrower.", num.zext, indexCastUIPatterns}.define(IndexCastUI)
}

type indexCast struct {
	doc      string
	calc     func(a num, w int) num
	patterns []*rewrite.Pattern
}

func (x indexCast) define(d *ir.OpDef) {
	const example = `func.func @f(%x: i32, %y: tensor<?xindex>, %z: memref<4xi32>) -> (index, tensor<?xi64>, memref<4xindex>) {
  %0 = NAME %x : i32 to index
  %1 = NAME %y : tensor<?xindex> to tensor<?xi64>
  %2 = NAME %z : memref<4xi32> to memref<4xindex>
  return %0, %1, %2 : index, tensor<?xi64>, memref<4xindex>
}`
	d.Define(ir.OpDef{
		Doc:      x.doc,
		Example:  strings.ReplaceAll(example, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("in", castableInt)),
		Results:  ir.Args(ir.Arg("out", castableInt).Own()),
		Traits:   ir.Pure | ir.Elementwise | ir.StatedTypes,
		Format:   castForm,
		Infer:    inferCast,
		Verify: func(o *ir.Op) error {
			return verifyCast(o, func(a, b *ir.Type) bool { return a.IsIndex() != b.IsIndex() })
		},
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded { return foldCast(o, consts, x.calc) },
		Slots: ir.Slots{
			rewrite.Patterns.Of(x.patterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(unaryStep(x.calc)),
		},
	})
}
