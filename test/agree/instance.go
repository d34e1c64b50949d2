package agree

import (
	"slices"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// Instance is the text of a function of one op, with inputs for it; "" where there is
// none.
func Instance(g *opgen.Generator, def *ir.OpDef) (text string, inputs []*tensor.Tensor) {
	o := g.RandomOp(def)
	if o == nil || slices.ContainsFunc(o.ResultTypes(), func(t *ir.Type) bool { return !t.IsTensor() || !t.IsStatic() }) {
		return "", nil
	}
	r, body := &ir.Region{}, &ir.Block{}
	r.Append(body)
	args := make([]*ir.Value, o.NumOperands())
	for i, t := range o.OperandTypes() {
		args[i] = body.AddArg(t, 0)
		inputs = append(inputs, g.Tensor(t, opgen.Regime(g.IntN(3))))
	}
	b := ir.NewBuilder(g.Ctx).AtEnd(body)
	made := b.OpWithTypes(def, 0, o.ResultTypes(), args, o.Props().Entries()...)
	b.OpWithTypes(fn.Return, 0, nil, made.Results())
	st := &ir.OpState{Name: g.Ctx.OpName("func.func"), Regions: []*ir.Region{r}, Results: []*ir.Type{}}
	st.SetAttr("sym_name", g.Ctx.StringAttr("f"))
	st.SetAttr("function_type", g.Ctx.TypeAttr(g.Ctx.Func(o.OperandTypes(), o.ResultTypes())))
	function, err := ir.NewBuilder(g.Ctx).Create(st)
	if err != nil {
		panic(err) // it is a function whatever is in it
	}
	return printer.OpString(function, printer.Options{}), inputs
}
