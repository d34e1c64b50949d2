package arith

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// intOp is what tells apart the ops of two integers of one type that give a
// third.
type intOp struct {
	doc    string
	traits ir.Trait
	flag   *flag // nil for none
	fold   func(o *ir.Op, consts []*ir.Attr) []ir.Folded
	// fast is the kernel of package interp/kernel that computes the same for
	// whole bytes; empty for none. calc computes everything; it reports what is
	// undefined.
	fast       string
	calc       func(a, b num) (num, error)
	patterns   []*rewrite.Pattern
	speculate  func(o *ir.Op) bool
	resultName func(o *ir.Op, i int) string
}

const binaryExample = `func.func @f(%x: i32, %y: i32, %z: tensor<?x4xi8>) -> (i32, tensor<?x4xi8>) {
  %0 = NAME %x, %y : i32
  %1 = NAME %z, %z : tensor<?x4xi8>
  return %0, %1 : i32, tensor<?x4xi8>
}`

func (b intOp) define(d *ir.OpDef) {
	d.Define(ir.OpDef{
		Doc:      b.doc,
		Example:  strings.ReplaceAll(binaryExample, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("lhs", signlessInt), ir.Arg("rhs", signlessInt)),
		Results:  ir.Args(ir.Arg("result", signlessInt)),
		Attrs:    b.flag.attrs(),
		Traits:   b.traits | ir.SameTypes | ir.Elementwise,
		// The form is not a format: flags are attributes without a dictionary.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.Results = parseBinary(p, st, b.flag).Alone()
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printBinary(p, o, b.flag)
			p.Type(o.Result(0).Type())
		},
		Infer:        inferSame,
		Verify:       verifySame,
		Fold:         b.fold,
		Speculatable: b.speculate,
		ResultName:   b.resultName,
		Slots: ir.Slots{
			rewrite.Patterns.Of(b.patterns),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) { return binaryStep(s, b.fast, b.calc) }),
		},
	})
}

// total makes a function that is defined everywhere one that an intOp takes.
func total(f func(a, b num) num) func(a, b num) (num, error) {
	return func(a, b num) (num, error) { return f(a, b), nil }
}
