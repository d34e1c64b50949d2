package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// DotGeneral is the general dot product.
var DotGeneral = Dialect.NewOp("stablehlo.dot_general")

func init() {
	DotGeneral.Define(ir.OpDef{
		Doc: "Sums of products over the contracting dimensions. The result has the batching dimensions, then the other dimensions of lhs, then those of rhs.",
		Example: `func.func @f(%x: tensor<7x3x4xf32>, %y: tensor<7x4xf32>) -> tensor<7x3xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xf32>, tensor<7x4xf32>) -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "dot_dimension_numbers", Is: dotDims.Is},
			{Name: "precision_config", Is: precision.List(), Optional: true},
			{Name: "algorithm", Is: dotAlgorithm.Is, Optional: true},
		},
		Traits: ir.Pure,
		// The form is not a format: one attribute is spelled in two places.
		Parse:  parseDotGeneral,
		Print:  printDotGeneral,
		Verify: verifyDotGeneral,
		Slots: ir.Slots{
			twin(tg.DotGeneral, dotAttrs, dotAttrsBack),
			likeWith(tg.DotGeneral, dotCostAttrs),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return contract(c, o, dotNumbersOf(o.Attr("dot_dimension_numbers")), o.Operand(0).Type(), o.Operand(1).Type())
			}),
		},
	})
}

func verifyDotGeneral(o *ir.Op) error {
	shape, err := dotNumbersOf(o.Attr("dot_dimension_numbers")).shape(o.Operand(0).Type(), o.Operand(1).Type())
	if err != nil {
		return err
	}
	if err := checkPrecision(o); err != nil {
		return err
	}
	if err := checkAlgorithm(o); err != nil {
		return err
	}
	return checkResultShape(o, shape)
}

// checkAlgorithm checks that an algorithm is one of floats in at least one part each, and that no
// precision is asked for beside it, which would say otherwise.
func checkAlgorithm(o *ir.Op) error {
	a := o.Attr("algorithm")
	if a == nil {
		return nil
	}
	for _, name := range []string{"lhs_precision_type", "rhs_precision_type", "accumulation_type"} {
		if t := a.Get(name).Type(); !t.IsFloat() && !t.IsInteger() {
			return fmt.Errorf("requires %s of the algorithm to be a type of numbers, but it is '%s'", name, t)
		}
	}
	for _, name := range []string{"lhs_component_count", "rhs_component_count", "num_primitive_operations"} {
		if n := a.Get(name).Int(); n < 1 {
			return fmt.Errorf("requires %s of the algorithm to be at least 1, but it is %d", name, n)
		}
	}
	for _, p := range precisions(o) {
		if w := word(p); w != "DEFAULT" {
			return fmt.Errorf("requires the precision DEFAULT next to an algorithm, but got %s", w)
		}
	}
	return nil
}

// ---- text

func parseDotGeneral(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	lhs := p.Operand()
	p.Expect(",")
	rhs := p.Operand()
	p.Expect(",")
	params := dotDims.zero(c)
	if p.Try("batching_dims") {
		params[0].Value, params[1].Value = parsePair(p)
		p.Expect(",")
	}
	p.Expect("contracting_dims")
	params[2].Value, params[3].Value = parsePair(p)
	st.SetAttr("dot_dimension_numbers", c.DialectAttr(dotDims.def, params...))
	for p.Try(",") {
		switch {
		case p.Try("precision"):
			p.Expect("=")
			st.SetAttr("precision_config", precision.List().Parse(p))
		case p.Try("algorithm"):
			p.Expect("=")
			st.SetAttr("algorithm", dotAlgorithm.Is.Parse(p))
		default:
			pos := p.Pos()
			p.Fail(pos, "expected 'precision' or 'algorithm', but got '%s'", p.Keyword())
		}
	}
	finish(p, st, lhs, rhs)
}

// parsePair reads `= [i, ...] x [i, ...]`.
func parsePair(p ir.OpParser) (lhs, rhs *ir.Attr) {
	p.Expect("=")
	lhs = ir.IsInts.Parse(p)
	p.Expect("x")
	return lhs, ir.IsInts.Parse(p)
}

func printDotGeneral(p ir.OpPrinter, o *ir.Op) {
	n := dotNumbersOf(o.Attr("dot_dimension_numbers"))
	p.Str(" ")
	p.Operands(o.Operands())
	if len(n.lhsBatching) > 0 || len(n.rhsBatching) > 0 {
		p.Str(", batching_dims = ")
		printPair(p, n.lhsBatching, n.rhsBatching)
	}
	p.Str(", contracting_dims = ")
	printPair(p, n.lhsContracting, n.rhsContracting)
	if a := o.Attr("precision_config"); a != nil {
		p.Str(", precision = ")
		precision.List().Print(p, a)
	}
	if a := o.Attr("algorithm"); a != nil {
		p.Str(", algorithm = ")
		dotAlgorithm.Is.Print(p, a)
	}
	printTail(p, o, "dot_dimension_numbers", "precision_config", "algorithm")
}

func printPair(p ir.OpPrinter, lhs, rhs []int64) {
	p.Ints(lhs)
	p.Str(" x ")
	p.Ints(rhs)
}

// ---- dimensions

// dotNumbers is which dimensions of a dot product play which part.
type dotNumbers struct {
	lhsBatching, rhsBatching, lhsContracting, rhsContracting []int64
}

func dotNumbersOf(a *ir.Attr) dotNumbers {
	return dotNumbers{
		a.Get("lhs_batching_dimensions").Ints(), a.Get("rhs_batching_dimensions").Ints(),
		a.Get("lhs_contracting_dimensions").Ints(), a.Get("rhs_contracting_dimensions").Ints(),
	}
}

// shape is the shape of the product of tensors of types lhs and rhs.
func (n dotNumbers) shape(lhs, rhs *ir.Type) ([]int64, error) {
	for _, pair := range []struct {
		what string
		l, r []int64
	}{{"batching", n.lhsBatching, n.rhsBatching}, {"contracting", n.lhsContracting, n.rhsContracting}} {
		if len(pair.l) != len(pair.r) {
			return nil, fmt.Errorf("requires as many %s dimensions of lhs as of rhs, but got %d and %d", pair.what, len(pair.l), len(pair.r))
		}
	}
	lhsDims := slices.Concat(n.lhsBatching, n.lhsContracting)
	rhsDims := slices.Concat(n.rhsBatching, n.rhsContracting)
	if err := checkDims("the batching and contracting dimensions of lhs", lhsDims, lhs.Rank()); err != nil {
		return nil, err
	}
	if err := checkDims("the batching and contracting dimensions of rhs", rhsDims, rhs.Rank()); err != nil {
		return nil, err
	}
	for i, l := range lhsDims {
		if r := rhsDims[i]; !fits(lhs.Shape()[l], rhs.Shape()[r]) {
			return nil, fmt.Errorf("cannot pair dimension %d of '%s' with dimension %d of '%s': they have %d and %d elements", l, lhs, r, rhs, lhs.Shape()[l], rhs.Shape()[r])
		}
	}
	var shape []int64
	for i, l := range n.lhsBatching {
		d := lhs.Shape()[l]
		if d == ir.Dynamic {
			d = rhs.Shape()[n.rhsBatching[i]]
		}
		shape = append(shape, d)
	}
	shape = append(shape, without(lhs.Shape(), lhsDims)...)
	return append(shape, without(rhs.Shape(), rhsDims)...), nil
}

// isMatmul reports whether the product is NumPy's: the batching dimensions
// come first in both, and what is left of lhs ends with the contracted
// dimension, of rhs begins with it. Without batching, one of them may be a
// vector, and a matrix or vector as rhs meets any number of leading dimensions
// of lhs.
func (n dotNumbers) isMatmul(lhs, rhs *ir.Type) bool {
	b := len(n.lhsBatching)
	leading := shapes.Dims[int64](0, b)
	if len(n.lhsContracting) != 1 || !slices.Equal(n.lhsBatching, leading) || !slices.Equal(n.rhsBatching, leading) {
		return false
	}
	if b == 0 && rhs.Rank() > 2 || b > 0 && (lhs.Rank() != b+2 || rhs.Rank() != b+2) {
		return false
	}
	return n.lhsContracting[0] == int64(lhs.Rank()-1) && n.rhsContracting[0] == int64(b)
}

// ---- conversion

// contract makes a contraction in tg. The order of summation depends on the
// contracted extent alone, so which op it becomes does not change a bit.
func contract(c *convert.Rewriter, o *ir.Op, n dotNumbers, lhs, rhs *ir.Type) error {
	to := tg.DotGeneral
	attrs := []ir.NamedAttr{
		ints(c.Ctx, "lhs_batching", n.lhsBatching), ints(c.Ctx, "rhs_batching", n.rhsBatching),
		ints(c.Ctx, "lhs_contracting", n.lhsContracting), ints(c.Ctx, "rhs_contracting", n.rhsContracting),
	}
	if n.isMatmul(lhs, rhs) {
		to, attrs = tg.MatMul, nil
	}
	return c.Replace(o, to, c.Operands(o), append(attrs, elementType(c.Ctx, o, lhs, rhs)...)...)
}

// elementType is the attribute of a contraction whose result has another
// element type than its operands.
func elementType(c *ir.Context, o *ir.Op, lhs, rhs *ir.Type) []ir.NamedAttr {
	e := o.Result(0).Type().Elem()
	if lhs.Elem() == e && rhs.Elem() == e {
		return nil
	}
	return []ir.NamedAttr{{Name: "element_type", Value: c.TypeAttr(e)}}
}

// ProductShape is the shape of a general dot product: an error if such dimensions
// cannot be paired.
func ProductShape(lhs, rhs *ir.Type, lhsBatching, rhsBatching, lhsContracting, rhsContracting []int64) ([]int64, error) {
	return dotNumbers{lhsBatching, rhsBatching, lhsContracting, rhsContracting}.shape(lhs, rhs)
}
