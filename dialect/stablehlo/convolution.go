package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Convolution is the convolution of any rank, dilation and grouping.
var Convolution = Dialect.NewOp("stablehlo.convolution")

func init() {
	Convolution.Define(ir.OpDef{
		Doc: "Dot products of the kernel rhs with windows of lhs. lhs is dilated and padded first; feature groups split the input features, batch groups the batch.",
		Example: `func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "window_strides", Is: ir.IsInts, Optional: true},
			{Name: "padding", Is: ir.IsIntMatrix, Optional: true},
			{Name: "lhs_dilation", Is: ir.IsInts, Optional: true},
			{Name: "rhs_dilation", Is: ir.IsInts, Optional: true},
			{Name: "window_reversal", Is: ir.IsBools, Optional: true},
			{Name: "dimension_numbers", Is: isConvDims},
			{Name: "feature_group_count", Is: ir.IsI64},
			{Name: "batch_group_count", Is: ir.IsI64},
			{Name: "precision_config", Is: precision.List(), Optional: true},
		},
		Traits: ir.Pure,
		// The form is not a format: dimension numbers and windows are a notation of their own.
		Parse:  parseConvolution,
		Print:  printConvolution,
		Verify: verifyConvolution,
		Slots: ir.Slots{
			likeWith(tg.Conv, convolutionCostAttrs),
			convert.ToTG.Of(convolutionToTG),
		},
	})
}

// window is how a convolution walks over its input, with the defaults of what
// is missing filled in.
type window struct {
	strides, low, high, lhsDilation, rhsDilation []int64
}

func windowOf(attr func(name string) *ir.Attr, rank int) window {
	w := window{
		strides: slices.Repeat([]int64{1}, rank), low: make([]int64, rank), high: make([]int64, rank),
		lhsDilation: slices.Repeat([]int64{1}, rank), rhsDilation: slices.Repeat([]int64{1}, rank),
	}
	for name, list := range map[string]*[]int64{"window_strides": &w.strides, "lhs_dilation": &w.lhsDilation, "rhs_dilation": &w.rhsDilation} {
		if given := attr(name).Ints(); len(given) > 0 { // else it is as if it were missing
			*list = given
		}
	}
	for i, v := range attr("padding").Ints() {
		if i%2 == 0 {
			w.low[i/2] = v
		} else {
			w.high[i/2] = v
		}
	}
	return w
}

// ---- text

func parseConvolution(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	p.Expect("(")
	lhs := p.Operand()
	p.Expect(",")
	rhs := p.Operand()
	for _, s := range []string{")", "dim_numbers", "="} {
		p.Expect(s)
	}
	st.SetAttr("dimension_numbers", isConvDims.Parse(p))
	for _, s := range []string{",", "window", "=", "{"} {
		p.Expect(s)
	}
	names := map[string]string{"stride": "window_strides", "pad": "padding", "lhs_dilate": "lhs_dilation", "rhs_dilate": "rhs_dilation", "reverse": "window_reversal"}
	for !p.Try("}") {
		pos := p.Pos()
		name, known := names[p.Keyword()]
		switch {
		case !known:
			p.Fail(pos, "expected one of stride, pad, lhs_dilate, rhs_dilate, reverse")
		case st.Attr(name) != nil:
			p.Fail(pos, "'%s' is given twice", name)
		}
		p.Expect("=")
		switch name {
		case "padding":
			st.SetAttr(name, parsePads(p))
		case "window_reversal":
			st.SetAttr(name, c.IntArray(c.Bool(), parseFlags(p)))
		default:
			st.SetAttr(name, ir.IsInts.Parse(p))
		}
		if !p.Try(",") {
			p.Expect("}")
			break
		}
	}
	finish(p, st, lhs, rhs)
}

// parsePads reads `[[low, high], ...]`.
func parsePads(p ir.OpParser) *ir.Attr {
	c := p.Context()
	var flat []int64
	for p.Expect("["); !p.Try("]"); {
		if flat != nil {
			p.Expect(",")
		}
		pos := p.Pos()
		pair := p.Ints()
		if len(pair) != 2 {
			p.Fail(pos, "expected a pair of low and high padding")
		}
		flat = append(flat, pair...)
	}
	t := c.Tensor([]int64{int64(len(flat) / 2), 2}, c.I64())
	return c.Dense(t, c.I64Array(flat).Raw())
}

// parseFlags reads a list of booleans, which may be numbers.
func parseFlags(p ir.OpParser) []int64 {
	var flags []int64
	for p.Expect("["); !p.Try("]"); {
		if flags != nil {
			p.Expect(",")
		}
		if p.PeekInt() {
			flags = append(flags, p.Int())
		} else {
			flags = append(flags, ir.IsBool.Parse(p).Int())
		}
	}
	return flags
}

func printConvolution(p ir.OpPrinter, o *ir.Op) {
	p.Str("(")
	p.Operands(o.Operands())
	p.Str(") dim_numbers = ")
	printConvDims(p, o.Attr("dimension_numbers"))
	p.Str(", window = {")
	n := 0
	item := func(attr, keyword string, print func(*ir.Attr)) {
		a := o.Attr(attr)
		if a == nil {
			return
		}
		if n++; n > 1 {
			p.Str(", ")
		}
		p.Str(keyword + " = ")
		print(a)
	}
	list := func(a *ir.Attr) { p.Ints(a.Ints()) }
	item("window_strides", "stride", list)
	item("padding", "pad", func(a *ir.Attr) {
		p.Str("[")
		v := a.Ints()
		for i := 0; i < len(v); i += 2 {
			if i > 0 {
				p.Str(", ")
			}
			p.Ints(v[i : i+2])
		}
		p.Str("]")
	})
	item("lhs_dilation", "lhs_dilate", list)
	item("rhs_dilation", "rhs_dilate", list)
	item("window_reversal", "reverse", func(a *ir.Attr) {
		p.Str("[")
		for i, v := range a.Ints() {
			if i > 0 {
				p.Str(", ")
			}
			ir.IsBool.Print(p, o.Context().BoolAttr(v != 0))
		}
		p.Str("]")
	})
	p.Str("}")
	printTail(p, o, "dimension_numbers", "window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal")
}

// ---- verification

func verifyConvolution(o *ir.Op) error {
	shape, err := verifyWindow(o, checkLen)
	if err != nil {
		return err
	}
	return checkResultShape(o, shape)
}

// verifyWindow checks all but the shape of the result, and returns what that must be.
// length says how long lists must be that have an entry for each spatial dimension.
func verifyWindow(o *ir.Op, length func(what string, list []int64, rank int) error) ([]int64, error) {
	lhs, rhs := o.Operand(0).Type(), o.Operand(1).Type()
	rank := lhs.Rank() - 2
	if rank < 0 || rhs.Rank() != lhs.Rank() || o.Result(0).Type().Rank() != lhs.Rank() {
		return nil, fmt.Errorf("requires tensors of one rank of at least 2, but got '%s' and '%s' for a result '%s'", lhs, rhs, o.Result(0).Type())
	}
	a := o.Attr("dimension_numbers")
	for i, t := range []*ir.Type{lhs, rhs, o.Result(0).Type()} {
		if err := convParts[i].check(a, t); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"window_strides", "lhs_dilation", "rhs_dilation"} {
		list := o.Attr(name).Ints()
		if len(list) == 0 {
			continue // it is as if it were missing
		}
		if err := length(name, list, rank); err != nil {
			return nil, err
		}
		if err := checkPositive(name, list); err != nil {
			return nil, err
		}
	}
	if pad := o.Attr("padding"); pad != nil && len(pad.Ints()) > 0 && !slices.Equal(pad.Type().Shape(), []int64{int64(rank), 2}) {
		return nil, fmt.Errorf("requires padding to have the shape %dx2, but its type is '%s'", rank, pad.Type())
	}
	if reversal := o.Attr("window_reversal").Ints(); len(reversal) > 0 && len(reversal) != rank {
		return nil, checkLen("window_reversal", reversal, rank)
	}
	if err := checkPrecision(o); err != nil {
		return nil, err
	}
	return convShape(o.Attr, lhs, rhs)
}

// convShape is the shape of the result of a convolution with such attributes.
func convShape(attr func(name string) *ir.Attr, lhs, rhs *ir.Type) ([]int64, error) {
	a, w := attr("dimension_numbers"), windowOf(attr, lhs.Rank()-2)
	dim := func(t *ir.Type, field string) int64 { return t.Shape()[a.Get(field).Int()] }
	features, batches := attr("feature_group_count").Int(), attr("batch_group_count").Int()
	if features < 1 || batches < 1 || features > 1 && batches > 1 {
		return nil, fmt.Errorf("requires positive group counts of which one is 1, but got %d feature groups and %d batch groups", features, batches)
	}
	batch, in := dim(lhs, "input_batch_dimension"), dim(lhs, "input_feature_dimension")
	kernelIn, out := dim(rhs, "kernel_input_feature_dimension"), dim(rhs, "kernel_output_feature_dimension")
	if in != ir.Dynamic && in%features != 0 || out != ir.Dynamic && out%(features*batches) != 0 || batch != ir.Dynamic && batch%batches != 0 {
		return nil, fmt.Errorf("requires group counts that divide the input features %d, the output features %d and the batch %d, but got %d feature groups and %d batch groups",
			in, out, batch, features, batches)
	}
	if in != ir.Dynamic && kernelIn != ir.Dynamic && in/features != kernelIn {
		return nil, fmt.Errorf("requires a kernel for %d input features, but it is for %d", in/features, kernelIn)
	}
	shape := make([]int64, lhs.Rank())
	if batch != ir.Dynamic {
		batch /= batches
	}
	shape[a.Get("output_batch_dimension").Int()] = batch
	shape[a.Get("output_feature_dimension").Int()] = out
	inDims, kernelDims, outDims := a.Get("input_spatial_dimensions").Ints(), a.Get("kernel_spatial_dimensions").Ints(), a.Get("output_spatial_dimensions").Ints()
	for i, d := range outDims {
		var err error
		shape[d], err = positions(lhs.Shape()[inDims[i]], rhs.Shape()[kernelDims[i]], w.strides[i], w.lhsDilation[i], w.rhsDilation[i], w.low[i], w.high[i])
		if err != nil {
			return nil, fmt.Errorf("%w in dimension %d of '%s'", err, inDims[i], lhs)
		}
	}
	return shape, nil
}

// dilated is the extent of n elements with d-1 holes between neighbours.
func dilated(n, d int64) int64 {
	if n == 0 {
		return 0
	}
	return (n-1)*d + 1
}
