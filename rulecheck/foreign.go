package rulecheck

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Rules may speak of ops of any dialect. Those that the interpreter has a kernel
// for are executed as they are, those that are converted to tg after their
// conversion, op by op.

// dialectsOf are those that programs of a rule need.
func dialectsOf(rule *rule.Rule) []*ir.Dialect {
	list := []*ir.Dialect{builtin.Dialect, fn.Dialect, tg.Dialect}
	for _, def := range slices.Concat(rule.Ops(), rule.Made()) {
		if !slices.Contains(list, def.Dialect()) {
			list = append(list, def.Dialect())
		}
	}
	if isForeign(rule) { // constants that are no tensors
		for _, d := range []*ir.Dialect{arith.Dialect, ub.Dialect} {
			if !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	return list
}

// isForeign reports whether a rule speaks of another dialect than tg.
func isForeign(rule *rule.Rule) bool {
	return slices.ContainsFunc(slices.Concat(rule.Ops(), rule.Made()), func(d *ir.OpDef) bool { return d.Dialect() != tg.Dialect })
}

// untestable says why a rule cannot be tested by execution; it is empty if it
// can.
func untestable(rule *rule.Rule) string {
	for _, def := range slices.Concat(rule.Ops(), rule.Made()) {
		if !executable(def) {
			return fmt.Sprintf("cannot be tested: op '%s' cannot be executed, as it has neither a kernel nor a conversion to tg", def.Name())
		}
	}
	for _, def := range rule.Ops() {
		if why := opgen.Unknown(def); why != "" {
			return fmt.Sprintf("cannot be tested: no instance of op '%s' can be made: %s", def.Name(), why)
		}
	}
	return ""
}

func executable(def *ir.OpDef) bool {
	if inside, _ := interp.Inside.Get(def); inside {
		return false
	}
	return interp.Runs(def) || converts(def) || def.Has(ir.ConstantLike)
}

func converts(def *ir.OpDef) bool {
	_, ok := convert.ToTG.Get(def)
	return ok
}

// constantOp makes a constant: an op of the dialect of its user if that has one,
// else of tg, which takes scalars from arith, or from a tensor if arith has none of
// that type. There is none of a single complex number, of which there is no attribute.
func constantOp(b *ir.Builder, user *ir.OpDef, a *ir.Attr, t *ir.Type) *ir.Value {
	if a == nil {
		return nil
	}
	for _, d := range []*ir.Dialect{user.Dialect(), tg.Dialect} {
		if d.Constant == nil {
			continue
		}
		if o := d.Constant(b, a, t, 0); o != nil {
			return o.Result(0)
		}
	}
	if t.IsShaped() {
		return nil
	}
	x, err := interp.DecodeElements(b.Ctx, a)
	if err != nil {
		return nil
	}
	whole := b.Ctx.Tensor(nil, t)
	c := b.OpWithTypes(tg.Constant, 0, []*ir.Type{whole}, nil, ir.NamedAttr{Name: "value", Value: interp.EncodeElements(b.Ctx, whole, x)})
	return b.OpWithTypes(tg.Item, 0, []*ir.Type{t}, []*ir.Value{c.Result(0)}).Result(0)
}

// executeConverted runs what an op is converted to.
func executeConverted(o *ir.Op, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	block := &ir.Block{}
	region := &ir.Region{}
	region.Append(block)
	copies := map[*ir.Value]*ir.Value{}
	for i := range o.NumOperands() {
		if v := o.Operand(i); copies[v] == nil {
			copies[v] = block.AddArg(v.Type(), 0)
		}
	}
	inputs := make([]*tensor.Tensor, block.NumArgs())
	for i := range o.NumOperands() {
		inputs[copies[o.Operand(i)].Index()] = operands[i]
	}
	b := ir.NewBuilder(o.Context()).AtEnd(block)
	n := b.Clone(o, copies)
	b.AtEnd(block).OpWithTypes(fn.Return, 0, nil, n.Results())
	noSymbols := func(*ir.Attr) *ir.Op { return nil }
	converted, err := convert.Body(b, region, convert.Surroundings{Symbol: noSymbols, Keeps: func(o *ir.Op) bool { return interp.Runs(o.Def()) }})
	if err != nil {
		return nil, err
	}
	t, err := evaluate(converted.First(), inputs)
	if err != nil {
		return nil, err
	}
	return t.outputs, nil
}
