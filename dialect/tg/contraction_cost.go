package tg

import (
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// matMulCost: batches of products of m x k by k x n. One matrix on the right
// multiplies all rows on the left at once.
func matMulCost(in *ir.Inference) cost.Work {
	lhs, rhs := in.Operands[0].Shape(), in.Operands[1].Shape()
	rows, cols := 1.0, 1.0
	depth := cost.Extent(lhs[len(lhs)-1])
	if len(lhs) > 1 {
		rows = cost.Extent(lhs[len(lhs)-2])
	}
	if len(rhs) > 1 {
		cols = cost.Extent(rhs[len(rhs)-1])
	}
	batches := 0.0
	if out := cost.Elements(in.Results[0]); rows*cols > 0 {
		batches = out / (rows * cols)
	}
	return withEpilogue(in, cost.Product(in, batches, rows, cols, depth))
}

func dotGeneralCost(in *ir.Inference) cost.Work {
	lhs, rhs := in.Operands[0], in.Operands[1]
	batches, depth := 1.0, 1.0
	for _, d := range in.Attr("lhs_batching").Ints() {
		batches *= cost.Extent(lhs.Shape()[d])
	}
	for _, d := range in.Attr("lhs_contracting").Ints() {
		depth *= cost.Extent(lhs.Shape()[d])
	}
	free := func(t *ir.Type) float64 {
		if batches*depth == 0 {
			return 0
		}
		return cost.Elements(t) / (batches * depth)
	}
	w := cost.Product(in, batches, free(lhs), free(rhs), depth)
	for i, side := range []string{"lhs", "rhs"} {
		t, last := in.Operands[i], int64(in.Operands[i].Rank()-1)
		switch {
		case last < 0: // a number
		case slices.Contains(in.Attr(side+"_contracting").Ints(), last):
		case slices.Contains(in.Attr(side+"_batching").Ints(), last):
			w.Singles += cost.Elements(t) // no two elements of a product are neighbours
		default:
			w.Add(cost.Elements(t), cost.Extent(t.Shape()[last]))
		}
	}
	return w
}

// convCost: one product for each group, with a row for each image and position
// and a column for each output feature. The rows are gathered from the input.
func convCost(in *ir.Inference) cost.Work {
	d, err := ParseConvLayout(in.Attr("layout").Text())
	if err != nil {
		return cost.Work{}
	}
	kernel, out := in.Operands[1], in.Results[0]
	groups := float64(in.Attr("groups").Int() * in.Attr("batch_groups").Int())
	features, outputs := cost.Extent(kernel.Shape()[d.KernelInput]), cost.Extent(kernel.Shape()[d.KernelOutput])/groups
	taps := 1.0
	for _, k := range d.KernelSpatial {
		taps *= cost.Extent(kernel.Shape()[k])
	}
	rows := 0.0
	if outputs > 0 {
		rows = cost.Elements(out) / (groups * outputs)
	}
	w := cost.Product(in, groups, rows, outputs, taps*features)
	if features == 1 && in.Attr("batch_groups").Int() == 1 {
		w.Kind, w.Rows, w.Cols, w.Depth, w.Packed = cost.Depthwise, 0, 0, 0, 0
	} else if taps > 1 {
		gathered := groups * rows * taps * features
		w.Packed += gathered * float64(ir.StorageBytes(in.Operands[0].Elem()))
		if d.InputFeature == len(d.InputSpatial)+1 {
			w.Runs = gathered / features // features are innermost
		} else {
			w.Singles = gathered
		}
	}
	return withEpilogue(in, w)
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
