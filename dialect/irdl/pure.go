package irdl

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// pure is the attribute of irdl.operation that says that the op has no effect but its results:
// passes may move, merge and remove it, and rules may make it.
const pure = "tg.pure"

// checkPure fails if the attribute says anything.
func checkPure(o *ir.Op) error {
	if a := o.Attr(pure); a != nil && !a.Is(ir.UnitAttr) {
		return fmt.Errorf("attribute '%s' has no value, but is %s", pure, a)
	}
	return nil
}

// declarePure tells def what passes and rules want to know of an op that they may merge and make:
// its attributes, without which equal ops are not equal, how many operands and results it has, and
// of which types the results are, as far as definitions of ops can say that.
func (b *body) declarePure(def *ir.OpDef) {
	def.Traits |= ir.Pure
	if len(b.regions) == 0 {
		def.Regions = nil
	}
	for _, a := range b.attrs {
		def.Attrs = append(def.Attrs, ir.AttrArg{Name: a.name, Is: ir.AttrConstraint{Desc: "what the op's definition asks for", Ok: func(v *ir.Attr) bool {
			return v != nil && newChecking(b.constraints).satisfies(a.variable, v)
		}}})
	}
	operands, ok := declared(b.operandNames, b.operandCounts)
	if !ok {
		return
	}
	def.Operands = operands
	if slices.ContainsFunc(b.resultCounts, func(count string) bool { return count != single }) {
		return
	}
	def.Results, _ = declared(b.resultNames, b.resultCounts)
	for _, v := range b.results {
		if _, ok := b.constraints[v].(exactly); !ok && b.operandLike(v) < 0 {
			return
		}
	}
	def.Infer = b.infer
}

// declared are operands or results as definitions of ops have them: at most the last of them stands
// for any number.
func declared(names, counts []string) (args []ir.ArgDef, ok bool) {
	for i, name := range names {
		arg := ir.Arg(name, ir.AnyType)
		if counts[i] != single {
			if i < len(names)-1 {
				return nil, false
			}
			arg.Count = ir.Any
			if counts[i] == optional {
				arg.Count = ir.AtMostOne
			}
		}
		args = append(args, arg.Own())
	}
	return args, true
}

// operandLike is the first operand that stands for one value and is of the type that the variable
// stands for, or -1.
func (b *body) operandLike(variable int) int {
	for i, v := range b.operands {
		if v == variable && b.operandCounts[i] == single {
			return i
		}
	}
	return -1
}

// infer is what the types of the results follow from: that of an operand, or the only one allowed.
func (b *body) infer(in *ir.Inference) ([]*ir.Type, error) {
	types := make([]*ir.Type, len(b.results))
	for i, v := range b.results {
		if k := b.operandLike(v); k >= 0 {
			types[i] = in.Operands[k]
		} else if is := b.constraints[v].(exactly); is.attr.Is(ir.TypeAttr) {
			types[i] = is.attr.Type()
		} else {
			return nil, fmt.Errorf("result #%d must be %s, which is no type", i, is.attr)
		}
	}
	return types, nil
}
