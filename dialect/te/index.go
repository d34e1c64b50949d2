package tedialect

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Index is an index as an element.
var Index = Dialect.NewOp("te.index")

func init() {
	Index.Define(ir.OpDef{
		Doc: "The value of an index expression over the axes of the compute around it, as a whole number. A type that does not hold it wraps.",
		Example: `func.func @f() -> tensor<4x4xi32> {
  %0 = te.compute [i < 4, j < 4] -> tensor<4x4xi32> {
    %1 = te.index i + 2 * j : tensor<i32>
    te.yield %1 : tensor<i32>
  }
  return %0 : tensor<4x4xi32>
}`,
		Results: ir.Args(ir.Arg("element", ir.AnyTensor)),
		Attrs:   []ir.AttrArg{{Name: te.MapAttr, Is: isMap}},
		Traits:  ir.Pure | ir.StatedTypes,
		// The form is not a format: names of axes are known in it.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m := &ir.AffineMap{Dims: p.NumDims(), Results: []*ir.AffineExpr{p.IndexExpr(nil)}}
			st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.MapAttr, Value: p.Context().AffineMapAttr(m)})
			p.AttrDict(st)
			p.Expect(":")
			st.Results = []*ir.Type{p.Type()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.IndexExpr(o.Attr(te.MapAttr).AffineMap().Results[0], namesAround(o), nil)
			p.AttrDict(o, te.MapAttr)
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Verify: func(o *ir.Op) error {
			if err := verifyInside(o); err != nil {
				return err
			}
			t := o.Result(0).Type()
			if t.Rank() != 0 || !t.Elem().IsInteger() && !t.Elem().IsIndex() {
				return fmt.Errorf("must result in a whole number of rank 0, but its type is '%s'", t)
			}
			if m := o.Attr(te.MapAttr).AffineMap(); len(m.Results) != 1 || m.Syms > 0 {
				return errors.New("must have one index expression, without values")
			}
			return nil
		},
		Slots: ir.Slots{
			cost.Model.Of(nothing),
			interp.Inside.Of(true),
		},
	})
}
