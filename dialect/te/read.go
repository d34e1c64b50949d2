package tedialect

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Read is an element of a tensor.
var Read = Dialect.NewOp("te.read")

func init() {
	Read.Define(ir.OpDef{
		Doc: "The element of a tensor at index expressions over the axes of the compute around it: sums of axes with factors, and `floordiv` and `mod` by constants. " +
			"An index may be a value, a whole number computed in the body, whose type is stated behind that of the tensor; an index with a value in it is clamped to the dimension, as that of tg.gather. " +
			"With `if` the tensor is read only where the conditions hold; elsewhere the result is the value behind `else`, or zero. " +
			"An index must be inside of its dimension for all values of the axes for which the conditions hold, which the verifier proves. One that only a run knows, along an axis or a dimension of unknown extent, is clamped, too, " +
			"and a tensor that turns out to have no elements reads as the value elsewhere.",
		Example: `func.func @f(%x: tensor<8xf32>, %i: tensor<4xi32>, %t: tensor<10x4xf32>) -> (tensor<9xf32>, tensor<4x4xf32>) {
  %0 = te.compute [i < 9] -> tensor<9xf32> {
    %2 = te.read %x [i - 1] if (i - 1 >= 0) : tensor<8xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < 4, j < 4] -> tensor<4x4xf32> {
    %2 = te.read %i [i] : tensor<4xi32>
    %3 = te.read %t [%2, 3 - j] : tensor<10x4xf32>, tensor<i32>
    te.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<9xf32>, tensor<4x4xf32>
}`,
		Operands: ir.Args(ir.Arg("tensor", ir.AnyTensor), ir.Variadic("rest", ir.AnyType)),
		Results:  ir.Args(ir.Arg("element", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: te.MapAttr, Is: isMap}, {Name: te.GuardAttr, Is: isSet, Optional: true}},
		Traits:   ir.Pure,
		// The form is not a format: names of axes are known in it.
		Parse: parseRead,
		Print: printRead,
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return []*ir.Type{in.Ctx.Tensor(nil, in.Operands[0].Elem())}, nil
		},
		Verify: verifyRead,
		Slots: ir.Slots{
			cost.Model.Of(nothing),
			interp.Inside.Of(true),
		},
	})
}

// parseRead reads `%x [i - 1, %row] if (i - 1 >= 0) else %y : types`.
func parseRead(p ir.OpParser, st *ir.OpState) {
	x := p.Operand()
	var values []ir.UnresolvedOperand
	value := func(v ir.UnresolvedOperand) int {
		for i, w := range values {
			if w.Name == v.Name && w.Num == v.Num {
				return i
			}
		}
		values = append(values, v)
		return len(values) - 1
	}
	var at []*ir.AffineExpr
	p.Expect("[")
	for !p.Peek("]") {
		if len(at) > 0 {
			p.Expect(",")
		}
		at = append(at, p.IndexExpr(value))
	}
	p.Expect("]")
	dims := p.NumDims()
	var otherwise *ir.UnresolvedOperand
	if p.Try("if") {
		st.Attrs = append(st.Attrs, ir.NamedAttr{Name: te.GuardAttr, Value: p.Context().IntegerSetAttr(parseGuard(p, dims))})
		if p.Try("else") {
			v := p.Operand()
			otherwise = &v
		}
	}
	p.AttrDict(st)
	p.Expect(":")
	pos := p.Pos()
	types := p.Types()
	if !types[0].IsRankedTensor() {
		p.Fail(pos, "expected a ranked tensor, but got '%s'", types[0])
	}
	elem := p.Context().Tensor(nil, types[0].Elem())
	st.Operands = append(st.Operands, p.Resolve(x, types[0]))
	resolved := p.ResolveAll(values, types[1:], pos)
	// What simplification removed from all of the expressions is no operand: 0 * %i.
	used := symbolsOf(at)
	syms := make([]*ir.AffineExpr, len(values))
	for i, k := range used {
		syms[k] = affine.Sym(i)
		st.Operands = append(st.Operands, resolved[k])
	}
	for i, e := range at {
		at[i] = affine.Substitute(e, nil, syms)
	}
	st.Attrs = append(st.Attrs, ir.NamedAttr{
		Name: te.MapAttr, Value: p.Context().AffineMapAttr(&ir.AffineMap{Dims: dims, Syms: len(used), Results: at}),
	})
	if otherwise != nil {
		st.Operands = append(st.Operands, p.Resolve(*otherwise, elem))
	}
	st.Results = []*ir.Type{elem}
}

// symbolsOf are the symbols in expressions, in the order in which their text names them.
func symbolsOf(list []*ir.AffineExpr) (syms []int) {
	var visit func(e *ir.AffineExpr)
	visit = func(e *ir.AffineExpr) {
		switch {
		case e.Op == ir.AffineSym:
			if i := int(e.Value); !slices.Contains(syms, i) {
				syms = append(syms, i)
			}
		case e.LHS != nil:
			visit(e.LHS)
			visit(e.RHS)
		}
	}
	for _, e := range list {
		visit(e)
	}
	return syms
}

// parseGuard reads `(i >= 1, i < 4)`.
func parseGuard(p ir.OpParser, dims int) *ir.IntegerSet {
	s := &ir.IntegerSet{Dims: dims}
	p.Expect("(")
	for len(s.Constraints) == 0 || p.Try(",") {
		e, eq := p.IndexConstraint(nil)
		s.Constraints, s.Eq = append(s.Constraints, e), append(s.Eq, eq)
	}
	p.Expect(")")
	return s
}

func printRead(p ir.OpPrinter, o *ir.Op) {
	r := te.Read{Op: o}
	names, values := namesAround(o), r.Values()
	p.Str(" ")
	p.Operand(r.Tensor())
	p.Str(" [")
	for i, e := range r.Map().Results {
		if i > 0 {
			p.Str(", ")
		}
		p.IndexExpr(e, names, func(i int64) { p.Operand(values[i]) })
	}
	p.Str("]")
	if g := r.Guard(); g != nil {
		p.Str(" if ")
		printGuard(p, g, names)
		if v := r.Else(); v != nil {
			p.Str(" else ")
			p.Operand(v)
		}
	}
	p.AttrDict(o, te.MapAttr, te.GuardAttr)
	p.Str(" : ")
	p.Type(r.Tensor().Type())
	var named []*ir.Value
	for _, i := range symbolsOf(r.Map().Results) {
		if v := values[i]; !slices.Contains(named, v) {
			named = append(named, v)
			p.Str(", ")
			p.Type(v.Type())
		}
	}
}

func printGuard(p ir.OpPrinter, g *ir.IntegerSet, names []string) {
	p.Str("(")
	for i, e := range g.Constraints {
		if i > 0 {
			p.Str(", ")
		}
		p.IndexConstraint(e, g.Eq[i], names, nil)
	}
	p.Str(")")
}

// namesAround are the names of the axes of the compute that holds o; nil outside of one.
func namesAround(o *ir.Op) []string {
	if c, ok := te.EnclosingCompute(o); ok && isNames.Ok(c.Attr(te.AxesAttr)) {
		return c.Names()
	}
	return nil
}

// verifyRead checks what does not depend on the compute around.
func verifyRead(o *ir.Op) error {
	if err := verifyInside(o); err != nil {
		return err
	}
	r := te.Read{Op: o}
	t, m := r.Tensor().Type(), r.Map()
	if r.Tensor().Block() == o.Block() {
		return errors.New("must read a tensor from outside of the compute, but this is an element in it")
	}
	if len(m.Results) != t.Rank() {
		return fmt.Errorf("needs an index for each of the %d dimensions of '%s', but has %d", t.Rank(), t, len(m.Results))
	}
	if g := r.Guard(); g != nil && g.Syms > 0 {
		return errors.New("must have conditions without values")
	}
	rest := o.NumOperands() - 1 - m.Syms
	switch {
	case rest < 0:
		return fmt.Errorf("has %d values for the %d of its index expressions", o.NumOperands()-1, m.Syms)
	case rest > 1 || rest == 1 && r.Guard() == nil:
		return fmt.Errorf("has operands behind its indices that nothing uses: a value for elsewhere stands next to a guard")
	}
	for i, v := range r.Values() {
		if t := v.Type(); !t.IsIndex() && !(t.IsRankedTensor() && t.Rank() == 0 && (t.Elem().IsInteger() || t.Elem().IsIndex())) {
			return fmt.Errorf("index #%d must be a tensor of rank 0 of whole numbers, or of type index, but is '%s'", i, t)
		}
	}
	if v := r.Else(); v != nil && v.Type() != o.Result(0).Type() {
		return fmt.Errorf("must read the type '%s' elsewhere, but that is '%s'", o.Result(0).Type(), v.Type())
	}
	return nil
}
