// Package shape defines the ops of MLIR's `shape` dialect that exporters write around
// programs whose extents only the run knows, and says what they become: shapes are
// lists of extents, sizes are indices, and a witness is a truth that a cf.assert has
// checked.
package shape

import (
	"github.com/tg-opt/tg/ir"
)

// Dialect is `shape`.
var Dialect = ir.NewDialect("shape", "Shapes, sizes, and what must hold of them, as exporters write them around programs whose extents only the run knows.").
	Lacking(ir.OpMembers)

// The types of shapes, of one extent, and of what has been made sure.
var (
	ShapeType   = &ir.TypeDef{Name: "shape.shape", Doc: "A shape, of any rank."}
	SizeType    = &ir.TypeDef{Name: "shape.size", Doc: "One extent."}
	WitnessType = &ir.TypeDef{Name: "shape.witness", Doc: "What a constraint gives that has been checked."}
)

func init() { Dialect.Types = []*ir.TypeDef{ShapeType, SizeType, WitnessType} }

func isExtents(t *ir.Type) bool { return t.IsRankedTensor() && t.Rank() == 1 && t.Elem().IsIndex() }

// The constraints of operands and results.
var (
	shapeOrExtents = ir.TypeConstraint{
		Desc: "shape or extent tensor",
		Ok:   func(t *ir.Type) bool { return t.Def() == ShapeType || isExtents(t) },
	}
	extents     = ir.TypeConstraint{Desc: "1D tensor of index values", Ok: isExtents}
	sizeOrIndex = ir.TypeConstraint{
		Desc: "size or index",
		Ok:   func(t *ir.Type) bool { return t.Def() == SizeType || t.IsIndex() },
	}
	onlyShape   = only(ShapeType, "shape")
	onlySize    = only(SizeType, "size")
	onlyWitness = only(WitnessType, "witness")
	intExtents  = ir.TypeConstraint{
		Desc: "1D tensor of integer or index values",
		Ok: func(t *ir.Type) bool {
			return t.IsRankedTensor() && t.Rank() == 1 && (t.Elem().IsInteger() || t.Elem().IsIndex())
		},
	}
)

func only(d *ir.TypeDef, desc string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Desc: desc,
		Ok:   func(t *ir.Type) bool { return t.Def() == d },
		Only: func(c *ir.Context) *ir.Type { return c.DialectType(d) },
	}
}

// fixed infers a result that is always of one type.
func fixed(t func(c *ir.Context) *ir.Type) func(*ir.Inference) ([]*ir.Type, error) {
	return func(in *ir.Inference) ([]*ir.Type, error) { return []*ir.Type{t(in.Ctx)}, nil }
}

// example is a function that returns %0.
func example(args, body, result string) string {
	return "func.func @f(" + args + ") -> " + result + " {\n  " + body + "\n  return %0 : " + result + "\n}"
}
