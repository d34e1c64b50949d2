package tg

import (
	"fmt"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
)

// What elementwise ops are over a finite field, where the rules of real numbers hold without
// rounding (field.Of). The families name a function for each op.

// outOfPairs is the meaning of ops on complex numbers.
var outOfPairs = field.None("complex numbers are pairs of elements")

// opaque is a function of which nothing is known, another one for each type of operands.
func opaque(name string) field.Meaning {
	return field.Meaning{Make: func(o *ir.Op) field.Function {
		return field.Opaque(fmt.Sprint(name, " of ", o.Operand(0).Type().Elem()))
	}}
}

// opaqueByAttributes is an opaque function for each combination of attributes.
func opaqueByAttributes(o *ir.Op) field.Function {
	return field.Opaque(fmt.Sprint(o.Name(), " ", o.Props()))
}

// comparisonInField compares by the sign of the difference; of the order of all bits nothing is
// known.
func comparisonInField(o *ir.Op) field.Function {
	if o.Attr("total_order") != nil || o.Operand(0).Type().Elem().IsComplex() {
		return opaqueByAttributes(o)
	}
	direction := o.Attr("direction").Text()
	return field.Binary(func(x, y field.Element) field.Element {
		if x == field.Undefined || y == field.Undefined {
			return field.Undefined
		}
		switch direction {
		case "eq":
			return field.Truth(x == y)
		case "ne":
			return field.Truth(x != y)
		case "lt":
			return field.Truth(field.Less(x, y))
		case "gt":
			return field.Truth(field.Less(y, x))
		case "le":
			return field.Truth(!field.Less(y, x))
		}
		return field.Truth(!field.Less(x, y))
	})
}

// conversionInField keeps numbers, as far as they are of the type.
func conversionInField(o *ir.Op) field.Function {
	from, to := o.Operand(0).Type().Elem(), o.Result(0).Type().Elem()
	switch {
	case from.IsComplex() || to.IsComplex():
		return nil
	case to.IsBool() && !from.IsBool():
		return field.Unary(func(x field.Element) field.Element {
			if x == field.Undefined {
				return x
			}
			return field.Truth(x != 0)
		})
	case to.IsFloat() || from.IsBool():
		return field.Unary(func(x field.Element) field.Element { return x })
	}
	return field.Opaque(fmt.Sprintf("convert %v to %v", from, to))
}

// inField computes what the ops of the formula do.
func (f *formula) inField(o *ir.Op) field.Function {
	d, ok := interp.DTypeOf(o.Operand(0).Type().Elem())
	if !ok {
		return nil
	}
	body, err := f.body(d)
	if err != nil {
		return nil
	}
	return valueInField(body.result)
}

// valueInField computes a value on single elements from the arguments of its block.
func valueInField(v *ir.Value) field.Function {
	if v.IsArg() {
		return func(x []field.Element) field.Element { return x[v.Index()] }
	}
	if a := ir.ConstantValue(v); a != nil {
		x, err := interp.DecodeElements(v.Def().Context(), a)
		if err != nil || x.DType().IsComplex() {
			return nil
		}
		return field.Constant(field.FromFloat(x.Float64At(0)))
	}
	o := v.Def()
	m, ok := field.Of.Get(o.Def())
	if !ok || m.Make == nil {
		return nil
	}
	apply, args := m.Make(o), make([]field.Function, o.NumOperands())
	for i := range args {
		if args[i] = valueInField(o.Operand(i)); args[i] == nil || apply == nil {
			return nil
		}
	}
	return func(x []field.Element) field.Element {
		y := make([]field.Element, len(args))
		for i, a := range args {
			y[i] = a(x)
		}
		return apply(y)
	}
}
