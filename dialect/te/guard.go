package tedialect

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Guard is whether conditions on axes hold.
var Guard = Dialect.NewOp("te.guard")

func init() {
	Guard.Define(ir.OpDef{
		Doc: "Whether all of some conditions on the axes of the compute around it hold.",
		Example: `func.func @f() -> tensor<4x4xi1> {
  %0 = te.compute [i < 4, j < 4] -> tensor<4x4xi1> {
    %1 = te.guard (j - i >= 0, i mod 2 == 0) : tensor<i1>
    te.yield %1 : tensor<i1>
  }
  return %0 : tensor<4x4xi1>
}`,
		Results: ir.Args(ir.Arg("holds", ir.AnyTensor)),
		Attrs:   []ir.AttrArg{{Name: te.GuardAttr, Is: isSet}},
		Traits:  ir.Pure,
		// The form is not a format: names of axes are known in it.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.GuardAttr, Value: p.Context().IntegerSetAttr(parseGuard(p, p.NumDims()))})
			p.AttrDict(st)
			p.Expect(":")
			st.Results = []*ir.Type{p.Type()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			printGuard(p, o.Attr(te.GuardAttr).IntegerSet(), namesAround(o))
			p.AttrDict(o, te.GuardAttr)
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return []*ir.Type{in.Ctx.Tensor(nil, in.Ctx.Bool())}, nil
		},
		Verify: func(o *ir.Op) error {
			if err := verifyInside(o); err != nil {
				return err
			}
			if t := o.Context().Tensor(nil, o.Context().Bool()); o.Result(0).Type() != t {
				return fmt.Errorf("must result in '%s', but its type is '%s'", t, o.Result(0).Type())
			}
			if o.Attr(te.GuardAttr).IntegerSet().Syms > 0 {
				return errors.New("must have conditions without values")
			}
			return nil
		},
		Slots: ir.Slots{
			cost.Model.Of(nothing),
			interp.Inside.Of(true),
		},
	})
}
