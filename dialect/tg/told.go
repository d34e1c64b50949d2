package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What ops have in common whose result has a shape that operands tell
// (analysis.ToldBy).

// extentList is the constraint of an operand that lists integers.
var extentList = ir.TypeConstraint{
	Desc: "1D tensor of integer or index values",
	Ok: func(t *ir.Type) bool {
		return t.IsRankedTensor() && t.Rank() == 1 && isWholeNumber(t.Elem()) && t.Elem().Width() <= 64
	},
}

// toldSlots are the slots of an op whose result operands tell the shape of, with
// what else it fills.
func toldSlots(d *ir.OpDef, told *analysis.Told, more ...ir.SlotValue) ir.Slots {
	return append(ir.Slots{
		analysis.ToldBy.Of(told),
		analysis.StorageOf.Of(analysis.OwnStorage),
		interp.Kernel.Of(interp.ToldKernel),
		convert.Writes(toldWriters[d]),
		rewrite.Patterns.Of([]*rewrite.Pattern{toldPattern(d)}),
	}, more...)
}

// toldPattern replaces an op by what it is of constant numbers. Numbers of which
// there is no such op are left for the run to report.
func toldPattern(d *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{
		Name: "told-constants", Root: d,
		Doc: "An op whose operands tell the shape of its result is one of a fixed shape where they are constants.",
		Why: "It makes attributes of the elements of operands.",
		Example: example("%x: tensor<6xf32>", "tensor<?x3xf32>",
			"%shape = tg.constant dense<[2, 3]> : tensor<2xi64>",
			"%0 = tg.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x3xf32>",
			"return %0 : tensor<?x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			v, ok := Static(r.Builder, o, o.Operands())
			if ok {
				r.ReplaceOp(o, v)
			}
			return ok
		},
	}
}

// Static makes in the place where b inserts what o, an op that fills the slot
// analysis.ToldBy, is of the constants that tell its shape, as a value of its type;
// ok is false where they are none, or there is no such op. The operands stand for
// those of o.
func Static(b *ir.Builder, o *ir.Op, operands []*ir.Value) (v *ir.Value, ok bool) {
	told, ok := analysis.ToldBy.Get(o.Def())
	if !ok {
		return nil, false
	}
	numbers, known := told.ConstantNumbers(o)
	if !known {
		return nil, false
	}
	s, err := told.Static(ir.InferenceOf(o), numbers)
	if err != nil {
		return nil, false
	}
	made, err := s.Create(b, o.Loc(), operands[:told.Numbers])
	if err != nil {
		return nil, false
	}
	v = made.Result(0)
	if t := o.Result(0).Type(); v.Type() != t {
		v = b.OpWithTypes(Cast, o.Loc(), types(t), []*ir.Value{v}).Result(0)
	}
	return v, true
}

// extents checks numbers that are to be the shape of a tensor of type t.
func extents(numbers []int64, t *ir.Type) ([]int64, error) {
	if len(numbers) != t.Rank() {
		return nil, fmt.Errorf("is told %d extents, but its result '%s' has %d dimensions", len(numbers), t, t.Rank())
	}
	for d, n := range numbers {
		if n < 0 {
			return nil, fmt.Errorf("is told that dimension %d has the extent %d, which must not be negative", d, n)
		}
	}
	if _, fits := shapes.Count(numbers); !fits {
		return nil, fmt.Errorf("is told the shape %s, which has more elements than can be counted", listText(numbers))
	}
	return numbers, nil
}

// checkNumbers fails unless an operand lists n numbers, as far as its type tells.
func checkNumbers(in *ir.Inference, operand int, n int) error {
	if t := in.Operands[operand]; t.Shape()[0] != ir.Dynamic && t.Shape()[0] != int64(n) {
		return fmt.Errorf("operand '%s' must have %d numbers, one for each dimension, but is '%s'", in.Def.Operands[operand].Name, n, t)
	}
	return nil
}

// toldOperand are the operands of an op of which those from first on tell the shape;
// of says those before it, nil for any. How many numbers they are follows from what
// the result is.
func toldOperand(first int, of func(*opgen.Generator, int, []*ir.Type) *ir.Type) func(*opgen.Generator, int, []*ir.Type) *ir.Type {
	return func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
		switch {
		case i > first:
			return before[first]
		case i == first:
			return g.Ctx.Tensor([]int64{ir.Dynamic}, opgen.Pick(g, []*ir.Type{g.Ctx.I32(), g.Ctx.I64()}))
		case of != nil:
			return of(g, i, before)
		}
		return g.Any()
	}
}

// toldShape are the numbers of an op that is told the shape of its result.
func toldShape(_ *opgen.Generator, o *ir.Op) [][]int64 { return [][]int64{o.Result(0).Type().Shape()} }
