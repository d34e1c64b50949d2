package cf

import (
	"bytes"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var switchPatterns = []*rewrite.Pattern{
	{Name: "SimplifySwitchWithOnlyDefault", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if len(o.Successors()) > 1 {
			return false
		}
		toBr(r, o, targetOf(o, 0))
		return true
	}},
	{Name: "DropSwitchCasesThatMatchDefault", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		def, cases := switchTargets(o)
		return keepCases(r, o, def, cases, func(c switchCase) bool { return !c.equal(def) })
	}},
	{Name: "SimplifyConstSwitchValue", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a := ir.ConstantValue(o.Operand(0))
		if !a.Is(ir.IntegerAttr) {
			return false
		}
		takeCase(r, o, appendElement(nil, a))
		return true
	}},
	{Name: "SimplifyPassThroughSwitch", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		def, cases := switchTargets(o)
		changed := false
		for i := range cases {
			t, ok := collapse(r, cases[i].target)
			cases[i].target, changed = t, changed || ok
		}
		def, ok := collapse(r, def)
		if !ok && !changed {
			return false
		}
		newSwitch(r, o, def, cases)
		return true
	}},
	{Name: "SimplifySwitchFromSwitchOnSameCondition", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		p := switchBefore(o)
		if p == nil || p.Successors()[0] == o.Block() {
			return false
		}
		_, cases := switchTargets(p)
		for _, c := range cases {
			if c.block == o.Block() {
				takeCase(r, o, c.value)
				return true
			}
		}
		return false
	}},
	{Name: "SimplifySwitchFromDefaultSwitchOnSameCondition", Root: Switch, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		p := switchBefore(o)
		if p == nil || p.Successors()[0] != o.Block() {
			return false
		}
		_, known := switchTargets(p)
		impossible := map[string]bool{}
		for _, c := range known {
			impossible[string(c.value)] = true
		}
		def, cases := switchTargets(o)
		return keepCases(r, o, def, cases, func(c switchCase) bool { return !impossible[string(c.value)] })
	}},
}

// switchCase is one case of a switch; its value is stored as in a dense
// attribute, and there is one way to store a value.
type switchCase struct {
	value []byte
	target
}

// switchTargets lists where a switch goes.
func switchTargets(o *ir.Op) (def target, cases []switchCase) {
	n := len(o.Successors()) - 1
	if n == 0 {
		return targetOf(o, 0), nil
	}
	operands, sizes := o.Operands()[1:], o.Attr("operandSegmentSizes").Ints()
	def = target{o.Successors()[0], operands[:sizes[1]]}
	operands = operands[sizes[1]:]
	values := o.Attr("case_values")
	width := values.Type().Elem().Width()
	raw, size := values.Raw(), ir.StorageBytes(values.Type().Elem())
	for i, count := range o.Attr("case_operand_segments").Ints() {
		at := i * size
		if values.IsSplat() {
			at = 0
		}
		value := bytes.Clone(raw[at : at+size])
		trim(value, width)
		cases = append(cases, switchCase{value, target{o.Successors()[i+1], operands[:count]}})
		operands = operands[count:]
	}
	return def, cases
}

// trim clears what a stored integer has above its bits.
func trim(raw []byte, width int) {
	if width%8 != 0 {
		raw[width/8] &= 1<<(width%8) - 1
	}
	for i := (width + 7) / 8; i < len(raw); i++ {
		raw[i] = 0
	}
}

// switchBefore is the switch on the same flag that alone leads to the block of
// o, or nil.
func switchBefore(o *ir.Op) *ir.Op {
	p := o.Block().SinglePredecessor()
	if p == nil || !p.Last().Is(Switch) || p.Last().Operand(0) != o.Operand(0) {
		return nil
	}
	return p.Last()
}

// takeCase replaces o by a branch to where it goes for a value of the flag.
func takeCase(r *rewrite.Rewriter, o *ir.Op, value []byte) {
	trim(value, o.Operand(0).Type().Width())
	t, cases := switchTargets(o)
	for _, c := range cases {
		if bytes.Equal(c.value, value) {
			t = c.target
			break
		}
	}
	toBr(r, o, t)
}

// keepCases drops the cases for which keep answers false and reports whether
// there were any.
func keepCases(r *rewrite.Rewriter, o *ir.Op, def target, cases []switchCase, keep func(switchCase) bool) bool {
	kept := make([]switchCase, 0, len(cases))
	for _, c := range cases {
		if keep(c) {
			kept = append(kept, c)
		}
	}
	if len(kept) == len(cases) {
		return false
	}
	newSwitch(r, o, def, kept)
	return true
}

// newSwitch replaces o by a switch on the same flag.
func newSwitch(r *rewrite.Rewriter, o *ir.Op, def target, cases []switchCase) {
	st := &ir.OpState{
		Name: o.OpName(), Operands: append([]*ir.Value{o.Operand(0)}, def.values...), Successors: []*ir.Block{def.block},
	}
	var raw []byte
	sizes, total := make([]int, len(cases)), 0
	for i, c := range cases {
		raw = append(raw, c.value...)
		st.Operands = append(st.Operands, c.values...)
		st.Successors = append(st.Successors, c.block)
		sizes[i] = len(c.values)
		total += len(c.values)
	}
	if len(cases) > 0 {
		st.SetAttr("case_values", denseCases(r.Ctx, o.Operand(0).Type(), len(cases), raw))
	}
	st.SetAttr("case_operand_segments", segments(r.Ctx, sizes...))
	st.SetAttr("operandSegmentSizes", segments(r.Ctx, 1, len(def.values), total))
	r.Before(o)
	replaceBranch(r, o, st)
}

// denseCases is the attribute of n stored case values.
func denseCases(c *ir.Context, t *ir.Type, n int, raw []byte) *ir.Attr {
	return c.Dense(c.Vector([]int64{int64(n)}, nil, t), raw)
}
