package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// A contraction may end with an epilogue: the addition of a bias, then an
// activation, with the same roundings as separate ops.

var activation = ir.AttrArg{
	Name: "activation", Optional: true,
	Is: ir.OneOf("activation", "relu", "relu6", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu"),
}

// elementType is the element type of a contraction's result, where it is not
// that of the operands.
var elementType = ir.AttrArg{Name: "element_type", Is: isElementType, Optional: true}

const epilogueDoc = "Then `bias`, which must broadcast to the result, is added, and `activation` applied, each rounded like an op of its own. "

const contractionDoc = "Complex numbers have neither; they are summed by their parts, as contractions of twice the length. f16 and bf16 accumulate in f32 and round once; `element_type` is the result's where it is not that of the operands."

// contractionElem is the element type of the contraction of operands 0 and 1.
func contractionElem(in *ir.Inference) (*ir.Type, error) {
	lhs, rhs := in.Operands[0].Elem(), in.Operands[1].Elem()
	given := in.Attr("element_type")
	switch {
	case given != nil && !plainTensor.Ok(in.Ctx.Tensor(nil, given.Type())):
		return nil, fmt.Errorf("element_type must be i1, integer, index, floating-point or complex, but is '%s'", given.Type())
	case lhs.IsComplex() != rhs.IsComplex() || given != nil && given.Type().IsComplex() != lhs.IsComplex():
		return nil, fmt.Errorf("complex numbers go with complex numbers only, but operands and result have element types '%s', '%s' and '%s'", lhs, rhs, elementOr(given, lhs))
	case given != nil:
		return given.Type(), nil
	case lhs != rhs:
		return nil, fmt.Errorf("operands have element types '%s' and '%s': state the result's as 'element_type'", lhs, rhs)
	}
	return lhs, nil
}

// elementOr is an element type that is given, or another one.
func elementOr(given *ir.Attr, elem *ir.Type) *ir.Type {
	if given == nil {
		return elem
	}
	return given.Type()
}

// checkEpilogue fails unless the bias, operand 2 if there is one, and the
// activation fit the result.
func checkEpilogue(in *ir.Inference, result *ir.Type) error {
	if a := in.Attr("activation"); a != nil && !result.Elem().IsFloat() && (a.Text() != "relu" && a.Text() != "relu6" || result.Elem().IsBool() || result.Elem().IsComplex()) {
		return fmt.Errorf("activation %s is not defined for '%s'", a.Text(), result.Elem())
	}
	if len(in.Operands) < 3 {
		return nil
	}
	bias := in.Operands[2]
	if result.Elem().IsComplex() {
		return fmt.Errorf("a contraction of complex numbers has no bias, but is given '%s'; add it to the result", bias)
	}
	if bias.Elem() != result.Elem() {
		return fmt.Errorf("bias must have the element type of the result, but they are '%s' and '%s'", bias, result)
	}
	lead := result.Rank() - bias.Rank()
	if lead < 0 {
		return fmt.Errorf("bias '%s' has more dimensions than the result '%s'", bias, result)
	}
	for d, n := range bias.Shape() {
		if m := result.Shape()[lead+d]; n != 1 && n != m && n != ir.Dynamic && m != ir.Dynamic {
			return fmt.Errorf("bias '%s' does not broadcast to the result '%s': dimension %d is %d, but must be %d or 1", bias, result, d, n, m)
		}
	}
	return nil
}

func contractType(s interp.Spec) contract.Type {
	return contract.Type{DType: s.DType, Shape: s.Shape}
}

// withEpilogue adds the bias and the activation of a contraction.
func withEpilogue(in *ir.Inference, w cost.Work) cost.Work {
	n := cost.Elements(in.Results[0])
	if len(in.Operands) > 2 {
		w.Epilogue.Simple += n
	}
	if a := in.Attr("activation"); a != nil {
		switch a.Text() {
		case "relu", "relu6":
			w.Epilogue.Simple += n
		default:
			w.Epilogue.Calls, w.Call = n, a.Text()
		}
	}
	return w
}

// withBias is the number of operands of a contraction.
func withBias(g *opgen.Generator, first []*ir.Type) int {
	if !first[0].Elem().IsComplex() && g.Chance(1, 4) {
		return 3
	}
	return 2
}

// biasOf is a type that broadcasts to the result of an op on two operands.
func biasOf(g *opgen.Generator, def *ir.OpDef, before []*ir.Type) *ir.Type {
	_, results, ok := g.Op(def, before)
	if !ok || results[0].Elem().IsComplex() {
		return nil
	}
	s := results[0].Shape()
	s = slices.Clone(s[g.IntN(len(s)+1):])
	for i := range s {
		if g.Chance(1, 3) {
			s[i] = 1
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

func epilogueAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{}
	switch e := in[0].Elem(); {
	case g.Chance(1, 2) || e.IsBool() || e.IsComplex():
	case e.IsFloat():
		a["activation"] = g.Word("relu", "relu6", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu")
	default:
		a["activation"] = g.Word("relu", "relu6")
	}
	if in[0].Elem().IsComplex() {
		return a
	}
	if in[0].Elem() != in[1].Elem() || len(in) == 2 && g.Chance(1, 6) {
		a["element_type"] = g.Ctx.TypeAttr(opgen.Pick(g, []*ir.Type{in[0].Elem(), g.Ctx.F32(), g.Ctx.I32()}))
	}
	return a
}

// epilogued writes the bias and the activation of a contraction as ops of their own.
func epilogued(w *convert.Writer, o *ir.Op, x []*ir.Value, product *ir.Value) *ir.Value {
	if len(x) > 2 {
		product = w.As(Add, nil, []*ir.Value{product, x[2]})
	}
	a := o.Attr("activation")
	if a == nil {
		return product
	}
	def, attrs := activationOp(w.Ctx, a.Text())
	return w.As(def, nil, []*ir.Value{product}, attrs...)
}

// activationOp is the op that an activation is, with its attributes.
func activationOp(c *ir.Context, name string) (*ir.OpDef, []ir.NamedAttr) {
	if name == "gelu_tanh" {
		return Gelu, []ir.NamedAttr{{Name: "approximate", Value: c.StringAttr("tanh")}}
	}
	return c.LookupOp("tg." + name), nil
}
