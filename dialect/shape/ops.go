package shape

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/arith"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// The ops that make shapes, and take them apart.
var (
	Of               = Dialect.NewOp("shape.shape_of")
	NumElements      = Dialect.NewOp("shape.num_elements")
	ToExtentTensor   = Dialect.NewOp("shape.to_extent_tensor")
	FromExtents      = Dialect.NewOp("shape.from_extents")
	FromExtentTensor = Dialect.NewOp("shape.from_extent_tensor")
	Concat           = Dialect.NewOp("shape.concat")
	SplitAt          = Dialect.NewOp("shape.split_at")
	GetExtent        = Dialect.NewOp("shape.get_extent")
	Dim              = Dialect.NewOp("shape.dim")
	Rank             = Dialect.NewOp("shape.rank")
	ValueAsShape     = Dialect.NewOp("shape.value_as_shape")
	SizeToIndex      = Dialect.NewOp("shape.size_to_index")
	IndexToSize      = Dialect.NewOp("shape.index_to_size")
	Broadcast        = Dialect.NewOp("shape.broadcast")
	IsBroadcastable  = Dialect.NewOp("shape.is_broadcastable")
	ShapeEq          = Dialect.NewOp("shape.shape_eq")
)

// toResult is the form of the ops that say the types of all operands and of the result.
const toResult = "attr-dict `:` type(operands) `->` type($result)"

func same(_ *builder, in []*ir.Value) *ir.Value { return in[0] }

// plain defines an op without attributes.
func plain(d *ir.OpDef, doc, example, format string, operands, results []ir.ArgDef, more ...ir.SlotValue) {
	def := ir.OpDef{Doc: doc, Example: example, Operands: operands, Results: results, Traits: ir.Pure | ir.StatedTypes, Format: format, Slots: more}
	if format == "" {
		def.Format = "operands " + toResult
	}
	d.Define(def)
}

func arg(name string, t ir.TypeConstraint) []ir.ArgDef { return ir.Args(ir.Arg(name, t).Own()) }

func init() {
	result := func(t ir.TypeConstraint) []ir.ArgDef { return arg("result", t) }
	plain(Of, "The shape of a tensor.", example("%x: tensor<?x3xf32>", "%0 = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>", "tensor<2xindex>"), "",
		arg("arg", ir.AnyTensor), result(shapeOrExtents), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			return b.make(tg.ShapeOf, b.list(int64(in[0].Type().Rank())), in)
		}))
	plain(NumElements, "The number of elements of a tensor of that shape.", example("%s: tensor<2xindex>", "%0 = shape.num_elements %s : tensor<2xindex> -> index", "index"), "",
		arg("shape", shapeOrExtents), result(sizeOrIndex), becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.product(in[0]) }))
	plain(ToExtentTensor, "The extents of a shape.", example("%s: tensor<?xindex>", "%0 = shape.to_extent_tensor %s : tensor<?xindex> -> tensor<3xindex>", "tensor<3xindex>"), "",
		arg("input", shapeOrExtents), result(extents), becomes(same))
	plain(FromExtents, "The shape of the given extents.", "func.func @f(%i: index, %j: index) {\n  %0 = shape.from_extents %i, %j : index, index\n  return\n}",
		"operands attr-dict `:` type(operands)", ir.Args(ir.Variadic("extents", sizeOrIndex)), result(onlyShape), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			return b.make(tensorop.FromElements, b.list(int64(len(in))), in)
		}))
	FromExtents.Infer = fixed(onlyShape.Only)
	FromExtents.Traits &^= ir.StatedTypes
	plain(FromExtentTensor, "The shape of the extents that a tensor has.", "func.func @f(%s: tensor<2xindex>) {\n  %0 = shape.from_extent_tensor %s : tensor<2xindex>\n  return\n}",
		"operands attr-dict `:` type(operands)", arg("input", extents), result(onlyShape), becomes(same))
	FromExtentTensor.Infer = fixed(onlyShape.Only)
	FromExtentTensor.Traits &^= ir.StatedTypes
	plain(Concat, "The extents of one shape behind those of another.",
		example("%a: tensor<2xindex>, %b: tensor<1xindex>", "%0 = shape.concat %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>", "tensor<3xindex>"), "",
		ir.Args(ir.Arg("lhs", shapeOrExtents), ir.Arg("rhs", shapeOrExtents)), result(shapeOrExtents), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			n := int64(ir.Dynamic)
			if length(in[0]) != n && length(in[1]) != n {
				n = length(in[0]) + length(in[1])
			}
			return b.make(tg.Concat, b.list(n), in, ir.NamedAttr{Name: "dim", Value: b.Ctx.I64Attr(0)})
		}))
	SplitAt.Define(ir.OpDef{
		Doc: "The first extents of a shape, as many as the index says, and the others; a negative index counts from the end.",
		Example: `func.func @f(%s: tensor<3xindex>) -> (tensor<?xindex>, tensor<?xindex>) {
  %c1 = arith.constant 1 : index
  %head, %tail = "shape.split_at"(%s, %c1) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %head, %tail : tensor<?xindex>, tensor<?xindex>
}`,
		Operands:   ir.Args(ir.Arg("operand", shapeOrExtents), ir.Arg("index", sizeOrIndex).Own()),
		Results:    ir.Args(ir.Arg("head", shapeOrExtents), ir.Arg("tail", shapeOrExtents)),
		Traits:     ir.Pure | ir.StatedTypes,
		ResultName: func(_ *ir.Op, i int) string { return []string{"head", "tail"}[i] },
		Slots:      ir.Slots{convert.ToTG.Of(splitAt)},
	})
	plain(GetExtent, "One extent of a shape.", example("%s: tensor<3xindex>, %i: index", "%0 = shape.get_extent %s, %i : tensor<3xindex>, index -> index", "index"), "",
		ir.Args(ir.Arg("shape", shapeOrExtents), ir.Arg("dim", sizeOrIndex)), result(sizeOrIndex),
		becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.extent(in[0], in[1]) }))
	plain(Dim, "One extent of a tensor.", example("%x: tensor<?x3xf32>, %i: index", "%0 = shape.dim %x, %i : tensor<?x3xf32>, index -> index", "index"), "",
		ir.Args(ir.Arg("value", ir.AnyTensor), ir.Arg("index", sizeOrIndex)), result(sizeOrIndex), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			return b.make(tensorop.Dim, b.Ctx.Index(), in)
		}))
	plain(Rank, "The number of extents of a shape.", example("%s: tensor<?xindex>", "%0 = shape.rank %s : tensor<?xindex> -> index", "index"), "",
		arg("shape", shapeOrExtents), result(sizeOrIndex), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			zero := b.index(0)
			return b.make(tensorop.Dim, b.Ctx.Index(), []*ir.Value{in[0], zero})
		}))
	plain(ValueAsShape, "The shape that a list of integers is.", "func.func @f(%s: tensor<2xindex>) {\n  %0 = shape.value_as_shape %s : tensor<2xindex> -> !shape.shape\n  return\n}", "",
		arg("arg", intExtents), result(shapeOrExtents), becomes(func(b *builder, in []*ir.Value) *ir.Value {
			if in[0].Type().Elem().IsIndex() {
				return in[0]
			}
			return b.make(arith.IndexCast, b.list(length(in[0])), in)
		}))
	plain(SizeToIndex, "The index that a size is.", example("%i: index", "%0 = shape.size_to_index %i : index", "index"), "operands attr-dict `:` type(operands)",
		arg("arg", sizeOrIndex), result(ir.IndexOnly), becomes(same))
	SizeToIndex.Infer = fixed((*ir.Context).Index)
	SizeToIndex.Traits &^= ir.StatedTypes
	plain(IndexToSize, "The size that an index is.", "func.func @f(%i: index) {\n  %0 = shape.index_to_size %i\n  return\n}", "$arg attr-dict",
		arg("arg", ir.IndexOnly), result(onlySize), becomes(same))
	IndexToSize.Infer = fixed(onlySize.Only)
	IndexToSize.Traits &^= ir.StatedTypes
	defineComparisons()
}

// defineComparisons defines the ops that look at several shapes, which are executed as
// they are, on lists of extents.
func defineComparisons() {
	several := ir.Args(ir.Variadic("shapes", shapeOrExtents))
	Broadcast.Define(ir.OpDef{
		Doc:      "The shape that shapes broadcast to, aligned at the last dimension; it is an error where they do not.",
		Example:  example("%a: tensor<2xindex>, %b: tensor<1xindex>", "%0 = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>", "tensor<2xindex>"),
		Operands: several, Results: arg("result", shapeOrExtents), Traits: ir.Pure | ir.StatedTypes,
		Attrs:  []ir.AttrArg{{Name: "error", Is: ir.IsString, Optional: true}},
		Format: "$shapes attr-dict `:` type($shapes) `->` type($result)",
		Infer:  inferBroadcast,
		Slots: ir.Slots{
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				b, in := &builder{Rewriter: c, op: o}, c.Operands(o)
				n, t := longest(in), o.Result(0).Type()
				if !isExtents(t) {
					t = b.list(n)
				}
				c.Map(o.Result(0), b.make(Broadcast, t, in))
				return b.err
			}),
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					joined, err := broadcast(in)
					for i, n := range joined {
						out[0].SetInt64(i, n)
					}
					return err
				}}, nil
			}),
		},
	})
	truth := func(d *ir.OpDef, doc string, holds func(in []*tensor.Tensor) bool) {
		name := d.Name()
		d.Define(ir.OpDef{
			Doc: doc, Example: example("%a: tensor<2xindex>, %b: tensor<2xindex>", "%0 = "+name+" %a, %b : tensor<2xindex>, tensor<2xindex>", "i1"),
			Operands: several, Results: arg("result", ir.I1), Traits: ir.Pure, Format: "$shapes attr-dict `:` type($shapes)", Infer: fixed((*ir.Context).Bool),
			Slots: ir.Slots{
				becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.compare(d, in) }),
				cost.Model.Of(cost.Filling),
				analysis.StorageOf.Of(analysis.OwnStorage),
				interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
					return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
						if out[0].Bytes()[0] = 0; holds(in) {
							out[0].Bytes()[0] = 1
						}
						return nil
					}}, nil
				}),
			},
		})
	}
	truth(IsBroadcastable, "Whether shapes broadcast to one.", func(in []*tensor.Tensor) bool {
		_, err := broadcast(in)
		return err == nil
	})
	truth(ShapeEq, "Whether shapes are all the same.", func(in []*tensor.Tensor) bool {
		for _, t := range in {
			if !tensor.SameValues(t, in[0]) {
				return false
			}
		}
		return true
	})
}

// longest is how many extents the longest list has, or ir.Dynamic.
func longest(in []*ir.Value) (n int64) {
	for _, v := range in {
		if length(v) == ir.Dynamic {
			return ir.Dynamic
		}
		n = max(n, length(v))
	}
	return n
}

// inferBroadcast knows the number of extents where those of the operands are known.
func inferBroadcast(in *ir.Inference) ([]*ir.Type, error) {
	if len(in.Results) != 1 {
		return nil, fmt.Errorf("needs its result type stated")
	}
	n := int64(0)
	for _, t := range in.Operands {
		if !isExtents(t) || t.Shape()[0] == ir.Dynamic || !isExtents(in.Results[0]) {
			return in.Results, nil
		}
		n = max(n, t.Shape()[0])
	}
	return []*ir.Type{in.Ctx.Tensor([]int64{n}, in.Ctx.Index())}, nil
}

// broadcast joins lists of extents.
func broadcast(in []*tensor.Tensor) ([]int64, error) {
	var joined []int64
	for _, t := range in {
		for len(joined) < t.Len() {
			joined = append([]int64{1}, joined...)
		}
		for i := range t.Len() {
			at := len(joined) - t.Len() + i
			n, ok := shapes.Broadcast(joined[at], t.Int64At(i))
			if !ok {
				return nil, fmt.Errorf("has shapes that do not broadcast: %d and %d along dimension %d", joined[at], t.Int64At(i), at)
			}
			joined[at] = n
		}
	}
	return joined, nil
}
