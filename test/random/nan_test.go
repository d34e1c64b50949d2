package random

import (
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// Nothing tells one NaN from another: all float results of @main are also returned as their bits,
// sorted and compared in their total order, which are integers, and so compared without exemption.
func TestOneNaNIsSeen(t *testing.T) {
	var ran, total atomic.Int64
	each(t, 60, func(seed uint64) (string, bool) {
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			return err.Error(), false
		}
		if !showNaNs(module) {
			return "", true
		}
		total.Add(1)
		if err := ir.Verify(module); err != nil {
			return module.Context().Render(ir.AsDiag(err, 0)), false
		}
		runs := agree.Runs(module)
		if len(runs) == 0 {
			return "", true
		}
		ran.Add(1)
		for _, passes := range []string{randomPass(seed, "strict"), randomPipeline(seed, "strict"), "optimize"} {
			_, err = agree.Check(module, runs, passes)
			if err != nil {
				return report(module, passes, err, func(m *ir.Op) error {
					_, err := agree.Check(m, agree.Runs(m), passes)
					return err
				}), false
			}
		}
		return "", true
	})
	if ran.Load() < total.Load()*9/10 {
		t.Errorf("only %d of %d programs could be run", ran.Load(), total.Load())
	}
}

// showNaNs makes @main return what could tell NaNs apart of every float that it returns; it reports
// whether there is one.
func showNaNs(module *ir.Op) bool {
	main := ir.Symbols(module)["main"]
	changed := false
	ir.Walk(main, func(o *ir.Op) ir.WalkAction {
		if o.Name() != "func.return" || o.Parent() != main {
			return ir.Advance
		}
		b, c := ir.NewBuilder(module.Context()).Before(o), module.Context()
		operands := o.Operands()
		for _, v := range o.Operands() {
			t := v.Type()
			if !t.IsRankedTensor() || !t.Elem().IsFloat() || t.Elem().Width() > 64 {
				continue
			}
			bits := b.OpWithTypes(tg.Bitcast, 0, []*ir.Type{c.WithElem(t, c.Int(t.Elem().Width(), ir.Signless))}, []*ir.Value{v})
			zero := b.OpWithTypes(tg.Constant, 0, []*ir.Type{c.Tensor(nil, t.Elem())}, nil,
				ir.NamedAttr{Name: "value", Value: c.Dense(c.Tensor(nil, t.Elem()), make([]byte, ir.StorageBytes(t.Elem())))})
			less := b.Op(tg.Compare, 0, []*ir.Value{v, zero.Result(0)},
				ir.NamedAttr{Name: "direction", Value: c.StringAttr("lt")}, ir.NamedAttr{Name: "total_order", Value: c.Unit()})
			operands = append(operands, bits.Result(0), less.Result(0))
			if t.Rank() > 0 {
				sorted := b.Op(tg.Sort, 0, []*ir.Value{v},
					ir.NamedAttr{Name: "direction", Value: c.StringAttr("ascending")}, ir.NamedAttr{Name: "dim", Value: c.I64Attr(int64(t.Rank() - 1))})
				bits := b.OpWithTypes(tg.Bitcast, 0, []*ir.Type{bits.Result(0).Type()}, []*ir.Value{sorted.Result(0)})
				operands = append(operands, bits.Result(0))
			}
			changed = true
		}
		o.SetOperands(operands)
		results := o.OperandTypes()
		main.SetAttr("function_type", c.TypeAttr(c.Func(main.Attr("function_type").Type().Inputs(), results)))
		return ir.Advance
	})
	return changed
}
