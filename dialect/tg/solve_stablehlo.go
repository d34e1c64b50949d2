package tg

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

func writeTriangularSolve(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	s, form := systemOf(o.Attr), "NO_TRANSPOSE"
	switch {
	case s.Conjugate:
		form = "ADJOINT"
	case s.Transpose:
		form = "TRANSPOSE"
	}
	return w.Op("stablehlo.triangular_solve", o.Result(0).Type(), x, boolean(w, "left_side", s.Left), boolean(w, "lower", s.Lower),
		boolean(w, "unit_diagonal", s.Unit), w.Word("transpose_a", "transpose", form))
}

// writeCholesky writes a composite: what is in the other triangle, which is 0 here, StableHLO
// leaves open.
func writeCholesky(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	t, lower := o.Result(0).Type(), o.Attr("triangle").Text() == "lower"
	return first(w.Composite(x, func(x []*ir.Value) []*ir.Value {
		factor := w.Op("stablehlo.cholesky", t, x, boolean(w, "lower", lower))
		number := w.Ctx.WithElem(t, w.Ctx.I32())
		row := w.Op("stablehlo.iota", number, nil, w.Int("iota_dimension", int64(t.Rank()-2)))
		column := w.Op("stablehlo.iota", number, nil, w.Int("iota_dimension", int64(t.Rank()-1)))
		direction := "GE"
		if !lower {
			direction = "LE"
		}
		inside := comparison(w, direction, false, boolLike(w, t), []*ir.Value{row, column})
		return []*ir.Value{w.Op("stablehlo.select", t, []*ir.Value{inside, factor, numbersLike(w, factor, 0)})}
	}))
}

func boolean(w *convert.Writer, name string, v bool) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: w.Ctx.BoolAttr(v)}
}
