package tg

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// A convolution by 3x3 taps may say that it is computed by Winograd's algorithm, which has fewer
// products, but other roundings (docs/numerics.md).

// algorithms are the values of the attribute, and tilesOf the results of a tile.
var (
	algorithms = []string{"winograd_2x2", "winograd_4x4"}
	tilesOf    = map[string]int{"winograd_2x2": 2, "winograd_4x4": 4}
)

// algorithm is the attribute of a convolution.
var algorithm = ir.AttrArg{Name: "algorithm", Optional: true, Is: ir.OneOf("algorithm", algorithms...)}

// tileOf is how many results along a dimension a tile has, by the algorithm; 0 for the definition.
func tileOf(a *ir.Attr) int {
	if a == nil {
		return 0
	}
	return tilesOf[a.Text()]
}

// checkAlgorithm fails for an algorithm that cannot do what a convolution is.
func checkAlgorithm(in *ir.Inference, d contract.ConvDims, result *ir.Type) error {
	a := in.Attr("algorithm")
	if a == nil {
		return nil
	}
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("algorithm %s is for f32 and 3x3 taps without strides, dilation and groups, but "+format, append([]any{a.Text()}, args...)...)
	}
	input, kernel := in.Operands[0], in.Operands[1]
	for _, t := range []*ir.Type{input, kernel, result} {
		if t.Elem() != in.Ctx.F32() {
			return refuse("there is '%s'", t)
		}
	}
	if n := len(d.KernelSpatial); n != 2 {
		return refuse("there are %d spatial dimensions", n)
	}
	for _, dim := range d.KernelSpatial {
		if kernel.Shape()[dim] != 3 {
			return refuse("the kernel is '%s'", kernel)
		}
	}
	for _, name := range []string{"strides", "input_dilation", "kernel_dilation"} {
		if list := fullList(in.Attr(name), 2, 1); !allOf(list, 1) {
			return refuse("%s is %d", name, list)
		}
	}
	for _, name := range []string{"groups", "batch_groups"} {
		if n := in.Attr(name).Int(); n != 1 {
			return refuse("%s is %d", name, n)
		}
	}
	return nil
}

// withAlgorithm gives a random convolution with these attributes an algorithm, for about every
// second one that may have any.
func withAlgorithm(c *ir.Context, in []*ir.Type, attrs opgen.Attrs) opgen.Attrs {
	d := layoutOf(attrs["layout"])
	if in[0].Rank() != 4 || len(d.KernelSpatial) != 2 || in[1].Rank() != 4 || attrs["element_type"] != nil || in[0].Elem() != c.F32() || in[0].Elem() != in[1].Elem() {
		return attrs
	}
	for _, name := range []string{"strides", "input_dilation", "kernel_dilation", "groups", "batch_groups"} {
		if attrs[name] != nil {
			return attrs
		}
	}
	extent := func(dim int) int64 { return in[1].Shape()[dim] }
	if n := extent(d.KernelOutput); extent(d.KernelSpatial[0]) == 3 && extent(d.KernelSpatial[1]) == 3 && n%3 != 0 {
		attrs["algorithm"] = c.StringAttr(algorithms[n%3-1])
	}
	return attrs
}

// winogradCost is one product for each point of a tile, with a row for each tile and a column for
// each output feature. Inputs and results are transformed, and read and written once more for that;
// so is the kernel, unless it is the same in every run.
func winogradCost(in *ir.Inference, d contract.ConvDims, tile int) cost.Work {
	kernel, out := in.Operands[1], in.Results[0]
	features, outputs := cost.Extent(kernel.Shape()[d.KernelInput]), cost.Extent(kernel.Shape()[d.KernelOutput])
	points, tiles := float64((tile+2)*(tile+2)), cost.Extent(out.Shape()[d.OutputBatch])
	for _, dim := range d.OutputSpatial {
		tiles *= math.Ceil(cost.Extent(out.Shape()[dim]) / float64(tile))
	}
	w := cost.Product(in, points, tiles, outputs, features)
	bytes := float64(ir.StorageBytes(kernel.Elem()))
	w.Packed = points * tiles * (features + outputs) * bytes
	w.Runs += float64(2 * piecesOfTransform * points * tiles) // before and after
	w.Read += float64((points - 9) * features * outputs * bytes)
	if v := in.Values; len(v) > 1 && v[1] != nil {
		if _, _, kept := analysis.Kept(v[1]); !kept {
			w.Singles += float64(2 * points * features * outputs)
		}
	}
	if d.InputFeature != 3 {
		w.Singles += float64(2 * points * tiles * features)
	}
	if d.OutputFeature != 3 {
		w.Singles += 2 * cost.Elements(out)
	}
	return w
}

// piecesOfTransform is how many pieces of a copy take as long as one of what is transformed.
const piecesOfTransform = 5

// Algorithms are those that a convolution might have, as attributes: none if it cannot have any.
func Algorithms(o *ir.Op) (list []*ir.Attr) {
	if !o.Is(Conv) || o.Attr("algorithm") != nil {
		return nil
	}
	for _, name := range algorithms {
		in := WithAlgorithm(o, o.Context().StringAttr(name))
		if checkAlgorithm(in, layoutOf(o.Attr("layout")), o.Result(0).Type()) == nil {
			list = append(list, in.Attr("algorithm"))
		}
	}
	return list
}

// WithAlgorithm is a convolution with an algorithm, for those who ask what it takes.
func WithAlgorithm(o *ir.Op, algorithm *ir.Attr) *ir.Inference {
	in := ir.InferenceOf(o)
	in.Props = o.Context().Dict(append(in.Props.Entries()[:len(in.Props.Entries()):len(in.Props.Entries())], ir.NamedAttr{Name: "algorithm", Value: algorithm}))
	return in
}
