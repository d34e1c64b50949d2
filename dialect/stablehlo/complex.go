package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Complex, Real and Imag make complex numbers of their parts and take them
// apart.
var (
	Complex = Dialect.NewOp("stablehlo.complex")
	Real    = Dialect.NewOp("stablehlo.real")
	Imag    = Dialect.NewOp("stablehlo.imag")
)

func init() {
	Complex.Define(ir.OpDef{
		Doc: "The complex numbers with the real parts lhs and the imaginary parts rhs.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensorLike), ir.Arg("rhs", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).Own()),
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: the type of the result says those of the operands.
		Parse: parseComplex,
		Print: printComplex,
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t, err := sameOperands(in)
			if err != nil {
				return nil, err
			}
			if e := t.Elem(); !e.IsFloat() || e.Width() != 32 && e.Width() != 64 {
				return nil, fmt.Errorf("requires parts of type f32 or f64, but got '%s'", t)
			}
			return in.Ctx.WithElem(t, in.Ctx.Complex(t.Elem())), nil
		}),
		Slots: ir.Slots{
			becomes(tg.Complex),
			like(tg.Complex),
		},
	})
	Real.Define(part("real", "The real parts of complex numbers; real numbers as they are.", func(c *convert.Rewriter, o *ir.Op) error {
		if o.Operand(0).Type().Elem().IsComplex() {
			return c.Replace(o, tg.Real, c.Operands(o))
		}
		return tg.ReplaceWith(c, o, c.Value(o.Operand(0)))
	}))
	Imag.Define(part("imag", "The imaginary parts of complex numbers, and of real numbers 0.", func(c *convert.Rewriter, o *ir.Op) error {
		t := o.Result(0).Type()
		if o.Operand(0).Type().Elem().IsComplex() {
			return c.Replace(o, tg.Imag, c.Operands(o))
		}
		if t.IsStatic() {
			return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: zeroOf(c.Ctx, t)})
		}
		// The operand tells the shape: both branches of the choice are 0.
		yes := c.OpWithTypes(tg.Constant, o.Loc(), []*ir.Type{c.Ctx.Tensor(nil, c.Ctx.Bool())}, nil,
			ir.NamedAttr{Name: "value", Value: c.Ctx.Dense(c.Ctx.Tensor(nil, c.Ctx.Bool()), []byte{1})}).Result(0)
		scalar := c.Ctx.Tensor(nil, t.Elem())
		zero := c.OpWithTypes(tg.Constant, o.Loc(), []*ir.Type{scalar}, nil, ir.NamedAttr{Name: "value", Value: zeroOf(c.Ctx, scalar)}).Result(0)
		return c.Replace(o, tg.Select, []*ir.Value{yes, zero, c.Value(o.Operand(0))})
	}))
}

// zeroOf is a splat of 0.
func zeroOf(c *ir.Context, t *ir.Type) *ir.Attr {
	return c.Dense(t, make([]byte, ir.StorageBytes(t.Elem())))
}

// part is the definition of an op that takes a part of numbers.
func part(name, doc string, toTG func(*convert.Rewriter, *ir.Op) error) ir.OpDef {
	return ir.OpDef{
		Doc: doc,
		Example: "func.func @f(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {\n" +
			"  %0 = stablehlo." + name + " %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>\n" +
			"  return %0 : tensor<4xf32>\n}",
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).Own()),
		Traits:   ir.Pure | ir.Elementwise,
		Format:   "$operand attr-dict `:` same-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t := in.Operands[0]
			switch e := t.Elem(); {
			case e.IsComplex():
				return in.Ctx.WithElem(t, e.Elem()), nil
			case !e.IsFloat():
				return nil, fmt.Errorf("requires floating-point or complex numbers, but got '%s'", t)
			}
			return t, nil
		}),
		Slots: ir.Slots{convert.ToTG.Of(toTG)},
	}
}

// parseComplex reads two operands and the type of the result, which says that
// of the operands, or the function type.
func parseComplex(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	names := p.Operands()
	p.AttrDict(st)
	p.Expect(":")
	if p.Peek("(") {
		sig := p.FuncType()
		st.Operands, st.Results = p.ResolveAll(names, sig.Inputs(), pos), sig.Results()
		return
	}
	at := p.Pos()
	t := p.Type()
	if !t.IsTensor() || !t.Elem().IsComplex() {
		p.Fail(at, "expected a tensor of complex numbers, but got '%s'", t)
	}
	real := p.Context().WithElem(t, t.Elem().Elem())
	st.Operands, st.Results = p.ResolveAll(names, []*ir.Type{real, real}, pos), []*ir.Type{t}
}

func printComplex(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operands(o.Operands())
	p.AttrDict(o)
	p.Str(" : ")
	t := o.Result(0).Type()
	real := o.Context().WithElem(t, t.Elem().Elem())
	if o.Operand(0).Type() == real && o.Operand(1).Type() == real {
		p.Type(t)
	} else {
		p.FuncType(o.OperandTypes(), o.ResultTypes())
	}
}
