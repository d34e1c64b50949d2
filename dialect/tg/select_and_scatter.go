package tg

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// SelectAndScatter combines a source into the elements that a sliding window selects.
var SelectAndScatter = Dialect.NewOp("tg.select_and_scatter")

var (
	selectKind  = ir.OneOf("selection", "ge", "gt", "le", "lt", "max", "min")
	combineKind = ir.OneOf("combiner", "add", "mul", "min", "max", "and", "or")
)

// combined are what the combiners take.
var combined = map[string]ir.TypeConstraint{"add": plainTensor, "mul": plainTensor, "min": orderedTensor, "max": orderedTensor, "and": bitsTensor, "or": bitsTensor}

func init() {
	attrs := []ir.AttrArg{{Name: "select", Is: selectKind, Optional: true}, {Name: "scatter", Is: combineKind, Optional: true}, {Name: "window", Is: ir.IsInts}}
	for _, l := range windowLists {
		if l.name == "strides" || l.name == "pads" {
			attrs = append(attrs, optionalList(l.name, l.is, l.usual, l.length))
		}
	}
	SelectAndScatter.Define(ir.OpDef{
		Doc: "The derivative of pooling: a window slides over the operand and selects one element at each position, into which the element of the source there is combined. " +
			"All elements of the result begin as `init`. `window` is the extent along each dimension, `strides` its step, `pads` how far it goes beyond the operand; what lies there is not selected. " +
			"The window goes over its elements in row-major order: one that is selected stays so if it is ge, gt, le or lt, as IEEE 754 has it, in comparison with the next, which else takes its place. " +
			"max and min are ge and le but for a NaN, which stays, and takes the place of what is none: they select the element that reductions by these words find first. " +
			"Elements of the source are combined in row-major order, each rounded. " +
			"Without keywords a region takes the selected element and the next and yields whether the first stays, and a second one takes an element of the source and the one of the result and yields what to store.",
		Example: `func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %0 = tg.select_and_scatter ge add %x, %s init %i window [2, 2] strides [2, 2] : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  %1 = tg.select_and_scatter %x, %s init %i window [3, 4] pads [0:0, 0:0] : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32> with {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = tg.compare eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  }, {
  ^bb0(%e: tensor<f32>, %c: tensor<f32>):
    %3 = tg.sub %c, %e : tensor<f32>
    tg.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", plainTensor).Own(), ir.Arg("source", plainTensor).In("source"), ir.Arg("init", plainTensor).In("source")),
		Results:  ir.Args(ir.Arg("output", plainTensor).In("source")),
		Attrs:    attrs,
		Regions:  []ir.RegionArg{{Name: "bodies", Variadic: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Format: "($select^)? ($scatter^)? $operand `,` $source `init` $init `window` $window " + clauses("strides", "pads") +
			"attr-dict `:` same-type (`with` $bodies^)?",
		Infer:         inferSelectAndScatter,
		VerifyRegions: verifySelectAndScatter,
		Slots: ir.Slots{
			autodiff.Derivative.Of(selectAndScatterRule),
			dimorder.Of.Of(dimorder.Fixed("it adds in row-major order")),
			te.Expand.Of(te.Opaque("it writes at positions that the run tells")),
			opgen.FormsOf.Of(opgen.NoForms("positions depend on values")),
			opgen.InstanceOf.Of(selectAndScatterInstance),
			convert.WritesAll(writeSelectAndScatter),
			opgen.ReferenceOf.Of(selectAndScatterReference),
			cost.Timed.Of(selectAndScatterTiming),
			cost.Model.Of(selectAndScatterCost),
			analysis.StorageOf.Of(selectAndScatterStorage),
			interp.Kernel.Of(selectAndScatterKernel),
		},
	})
}

func inferSelectAndScatter(in *ir.Inference) ([]*ir.Type, error) {
	selection, combiner := in.Attr("select"), in.Attr("scatter")
	switch keywords, regions := selection != nil && combiner != nil, len(in.Regions); {
	case (selection == nil) != (combiner == nil):
		return nil, fmt.Errorf("needs both 'select' and 'scatter', or none")
	case keywords && regions > 0:
		return nil, fmt.Errorf("has keywords and regions: only either can say what is selected and how it combines")
	case !keywords && regions != 2:
		return nil, fmt.Errorf("needs keywords, or two regions, but has %d", regions)
	}
	operand, source, init := in.Operands[0], in.Operands[1], in.Operands[2]
	if want := in.Ctx.Tensor(nil, source.Elem()); init != want {
		return nil, fmt.Errorf("init must be '%s', but is '%s'", want, init)
	}
	if combiner != nil {
		if !orderedTensor.Ok(operand) {
			return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", selection.Text(), orderedTensor.Desc, operand)
		}
		if c := combined[combiner.Text()]; !c.Ok(source) {
			return nil, fmt.Errorf("the source of %s must be %s, but is '%s'", combiner.Text(), c.Desc, source)
		}
	}
	shape, err := windowedShape(in, operand)
	if err != nil {
		return nil, err
	}
	if want := in.Ctx.Tensor(shape, source.Elem()); !ir.Compatible(want, source) {
		return nil, fmt.Errorf("the source must be '%s', an element for each position of the window, but is '%s'", want, source)
	}
	return types(in.Ctx.WithElem(operand, source.Elem())), nil
}

func verifySelectAndScatter(o *ir.Op) error {
	if o.NumRegions() == 0 {
		return nil
	}
	c := o.Context()
	scalars := scalarTypes(c, o.OperandTypes())
	if err := checkRegion(o, 0, types(scalars[0], scalars[0]), types(c.Tensor(nil, c.Bool()))); err != nil {
		return err
	}
	return checkRegion(o, 1, types(scalars[1], scalars[1]), types(scalars[1]))
}

// selectAndScatterStorage: the places that a keyword selects are kept until all
// are known.
func selectAndScatterStorage(in *ir.Inference) analysis.Storage {
	if in.Attr("select") == nil {
		return analysis.Storage{}
	}
	n := shapes.Product(toInts(in.Operands[1].Shape()))
	return analysis.Storage{Workspace: func(int) int { return shapes.Saturated(n, 8) }}
}

func selectAndScatterKernel(s *interp.Site) (interp.Step, error) {
	rank := len(s.In[0].Shape)
	ones := slices.Repeat([]int{1}, rank)
	window := kernel.WindowDims{
		Size: intsOf(s, "window"), Strides: toInts(fullList(s.Op.Attr("strides"), rank, 1)), BaseDilations: ones, WindowDilations: ones,
		Padding: pairs(fullList(s.Op.Attr("pads"), 2*rank, 0)),
	}
	work := interp.WorkOf(shapes.Product(s.In[1].Shape), 2, shapes.Saturated(window.Size...))
	if selection := s.Op.Attr("select"); selection != nil {
		run, err := kernel.ResolveSelectAndScatter(selection.Text(), s.Op.Attr("scatter").Text(), s.In[0].DType, s.In[1].DType, s.In[0].Shape, s.In[1].Shape, window)
		return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			w := f.Workspace()
			run(out[0], in[0], in[1], in[2], unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(w))), len(w)/8))
			return nil
		}}, err
	}
	sites, err := kernel.ResolveWindowSites(s.In[0].Shape, window)
	w := selectingBodies{selection: s.Bodies[0], combination: s.Bodies[1], sites: sites}
	return interp.Step{Work: work, Run: w.run}, err
}

// selectingBodies selects and combines by regions.
type selectingBodies struct {
	selection, combination *interp.Body
	sites                  *kernel.WindowSites
}

func (w *selectingBodies) run(f *interp.Frame, out, in []*tensor.Tensor) error {
	selection, combination := w.selection.Scalars(f), w.combination.Scalars(f)
	defer selection.Close()
	defer combination.Close()
	for i := range out[0].Len() {
		opgen.CopyElement(out[0], i, in[2], 0)
	}
	for at := range in[1].Len() {
		place, err := w.selected(selection, in[0], at)
		if err != nil {
			return err
		}
		if place < 0 {
			continue
		}
		combination.Load(0, in[1], at)
		combination.Load(1, out[0], place)
		if err := combination.Run(); err != nil {
			return err
		}
		combination.Store(0, out[0], place)
	}
	return nil
}

// selected is the element that the window selects at a position, or -1.
func (w *selectingBodies) selected(selection *interp.Scalars, operand *tensor.Tensor, at int) (int, error) {
	best := -1
	for element := range w.sites.At(at) {
		if element < 0 {
			continue
		}
		if best >= 0 {
			selection.Load(0, operand, best)
			selection.Load(1, operand, element)
			if err := selection.Run(); err != nil {
				return 0, err
			}
			if selection.True() {
				continue
			}
		}
		best = element
	}
	return best, nil
}

// selectAndScatterReference is slow and plain, for the keywords: it asks of each
// position of the window whether that lies in the operand.
func selectAndScatterReference(o *ir.Op, in, out []*tensor.Tensor) bool {
	shape, source := in[0].Shape(), in[1].Shape()
	window, strides, pads := o.Attr("window").Ints(), fullList(o.Attr("strides"), len(shape), 1), fullList(o.Attr("pads"), 2*len(shape), 0)
	for i := range out[0].Len() {
		opgen.CopyElement(out[0], i, in[2], 0)
	}
	keeps := map[string]func(a, b float64) bool{
		"ge": func(a, b float64) bool { return a >= b }, "gt": func(a, b float64) bool { return a > b },
		"le": func(a, b float64) bool { return a <= b }, "lt": func(a, b float64) bool { return a < b },
		"max": func(a, b float64) bool { return a >= b || a != a }, "min": func(a, b float64) bool { return a <= b || a != a },
	}[o.Attr("select").Text()]
	for at := range in[1].Len() {
		best := -1
		for k := range shapes.Product(toInts(window)) {
			element, inside := 0, true
			for d, rest, within, stride := len(shape)-1, at, k, 1; d >= 0; d-- {
				i := rest%source[d]*int(strides[d]) + within%int(window[d]) - int(pads[2*d])
				inside = inside && i >= 0 && i < shape[d]
				element += i * stride
				rest, within, stride = rest/source[d], within/int(window[d]), stride*shape[d]
			}
			if inside && (best < 0 || !keeps(numberAt(in[0], best), numberAt(in[0], element))) {
				best = element
			}
		}
		if best < 0 {
			continue
		}
		switch a, b := numberAt(in[1], at), numberAt(out[0], best); o.Attr("scatter").Text() {
		case "add":
			setNumber(out[0], best, a+b)
		case "mul":
			setNumber(out[0], best, a*b)
		case "min":
			setNumber(out[0], best, min(a, b))
		case "max":
			setNumber(out[0], best, max(a, b))
		default:
			return false
		}
	}
	return true
}

// numberAt is element i of a tensor of f64 or i64, as references are given.
func numberAt(t *tensor.Tensor, i int) float64 {
	if t.DType() == tensor.F64 {
		return tensor.Data[float64](t)[i]
	}
	return float64(tensor.Data[int64](t)[i])
}

func setNumber(t *tensor.Tensor, i int, v float64) {
	if t.DType() == tensor.F64 {
		tensor.Data[float64](t)[i] = v
		return
	}
	tensor.Data[int64](t)[i] = int64(v)
}

// selectAndScatterTiming is what calibration measures.
var selectAndScatterTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32", "2xf32", "f32"}, Op: "tg.select_and_scatter ge add %a0, %a1 init %a2 window [2] strides [2] : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>"},
}

func selectAndScatterCost(in *ir.Inference) cost.Work {
	positions := cost.Elements(in.Operands[1])
	for d, n := range in.Attr("window").Ints() {
		positions *= min(float64(n), max(1, cost.Extent(in.Operands[0].Shape()[d])))
	}
	if in.Attr("select") == nil {
		return cost.Body(in, positions)
	}
	w := cost.Work{Kind: cost.Simple, Elem: in.Operands[0].Elem(), Flops: positions, Read: cost.Bytes(in.Operands...), Written: cost.Bytes(in.Results...)}
	w.Add(positions, 1)
	return w
}

// mostWindow is how much less than the operand sources of instances have along a dimension at
// most: large windows take long.
const mostWindow = 12

// selectAndScatterInstance says what random instances look like: of the extents of
// the operand and the source the window follows.
var selectAndScatterInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
		switch i {
		case 0:
			return g.Ranked(0)
		case 1:
			shape := slices.Clone(before[0].Shape())
			for d, n := range shape {
				if n > 0 {
					shape[d] = max(1+g.Int64N(n), n-mostWindow)
				}
			}
			return g.Ctx.Tensor(shape, before[0].Elem())
		}
		return g.Ctx.Tensor(nil, before[1].Elem())
	},
	Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
		n, source := in[0].Shape(), in[1].Shape()
		if len(n) != len(source) {
			return nil
		}
		window, strides, pads := make([]int64, len(n)), make([]int64, len(n)), make([]int64, 2*len(n))
		for d := range n {
			window[d], strides[d] = 1, 1
			if source[d] < 1 || source[d] > n[d] { // nothing, or a source that is given
				continue
			}
			strides[d] = 1 + g.Int64N(n[d]/source[d])
			window[d] = n[d] - (source[d]-1)*strides[d]
			pads[2*d+g.IntN(2)] = g.Int64N(2)
			window[d] += pads[2*d] + pads[2*d+1]
		}
		return opgen.Attrs{
			"select": g.Word("ge", "gt", "le", "lt", "max", "min"), "scatter": g.Word("add", "mul", "min", "max", "and", "or"),
			"window": g.Ints(window), "strides": g.Ints(strides), "pads": g.Ints(pads),
		}
	},
}
