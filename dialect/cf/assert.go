package cf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Assert ends the program when a condition does not hold.
var Assert = Dialect.NewOp("cf.assert")

func init() {
	Assert.Define(ir.OpDef{
		Doc: "Check a condition at run time; when it does not hold, the program ends with the message.",
		Example: `func.func @f(%cond: i1) {
  cf.assert %cond, "expected a positive size"
  return
}`,
		Operands: ir.Args(ir.Arg("arg", ir.I1)),
		Attrs:    []ir.AttrArg{{Name: "msg", Is: ir.IsString}},
		Format:   "$arg `,` $msg attr-dict",
		Slots: ir.Slots{
			rewrite.Patterns.Of(assertPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, _, in []*tensor.Tensor) error {
					if in[0].Bytes()[0] == 0 {
						return fmt.Errorf("assertion failed: %s", s.Op.Attr("msg").Text())
					}
					return nil
				}}, nil
			}),
		},
	})
}
