package tg

import (
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// matMulCost: batches of products of m x k by k x n. One matrix on the right
// multiplies the rows of all batches at once, one row on the left the columns.
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
	switch {
	case batches <= 1:
	case oneMatrix(rhs):
		rows, batches = rows*batches, 1
	case oneMatrix(lhs) && rows == 1:
		cols, batches = cols*batches, 1
	}
	return withEpilogue(in, cost.Product(in, batches, rows, cols, depth))
}

// oneMatrix reports whether an operand of a matrix product is the same in all
// batches.
func oneMatrix(shape []int64) bool {
	for _, n := range shape[:max(0, len(shape)-2)] {
		if n != 1 {
			return false
		}
	}
	return true
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
	} else {
		gathered := groups * rows * taps * features
		if taps > 1 {
			w.Packed += gathered * float64(ir.StorageBytes(in.Operands[0].Elem()))
		}
		run, ok := gatheredRun(d, features, out)
		switch {
		case !ok:
			w.Singles = gathered
		case taps > 1:
			w.Runs = gathered / run
		}
		if !kernelInOrder(d, kernel.Shape()) {
			w.Singles += cost.Elements(kernel)
		}
	}
	return withEpilogue(in, w)
}

// gatheredRun is how many elements that lie side by side in the input become
// neighbours when a convolution gathers it: along the features, or along the last
// spatial dimension if the output has that innermost. ok is false where there
// are none.
func gatheredRun(d contract.ConvDims, features float64, out *ir.Type) (run float64, ok bool) {
	innermost := len(d.InputSpatial) + 1
	if n := len(d.InputSpatial); n > 0 && d.OutputSpatial[n-1] == innermost {
		return cost.Extent(out.Shape()[innermost]), d.InputSpatial[n-1] == innermost
	}
	return features, d.InputFeature == innermost
}

// kernelInOrder reports whether the elements of a kernel that are used together
// lie side by side: those of all output features, or else those that one of them
// adds up, in that order.
func kernelInOrder(d contract.ConvDims, shape []int64) bool {
	if d.KernelOutput == len(shape)-1 {
		return true
	}
	last := -1
	for _, dim := range append(append([]int{d.KernelOutput}, d.KernelSpatial...), d.KernelInput) {
		if shape[dim] == 1 {
			continue
		}
		if dim < last {
			return false
		}
		last = dim
	}
	return true
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
