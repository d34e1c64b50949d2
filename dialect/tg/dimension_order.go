package tg

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// What ops look like when their values are held in other orders of dimensions.

// lists is the rule of an op whose result has the operand's order, and which has attributes that
// are lists with an entry for each dimension, or pairs of entries, or name dimensions. An optional
// list that is not there stays so. Operands of rank 0 are left alone.
func lists(names, pairs, dims []string) dimorder.Rule {
	return dimorder.Rule{
		Down: func(o *ir.Op, i int, order dimorder.Order) (dimorder.Order, bool) {
			return order, o.Operand(i).Type().Rank() > 0
		},
		Up: func(o *ir.Op, out dimorder.Order) ([]dimorder.Order, bool) {
			in := make([]dimorder.Order, o.NumOperands())
			for i := range in {
				if o.Operand(i).Type().Rank() > 0 {
					in[i] = out
				}
			}
			return in, true
		},
		Attrs: func(o *ir.Op, _ []dimorder.Order, out dimorder.Order) (attrs []ir.NamedAttr) {
			c, rank := o.Context(), o.Result(0).Type().Rank()
			for _, name := range names {
				if a := o.Attr(name); a != nil {
					attrs = append(attrs, intsAttr(c, name, dimorder.List(a.Ints(), out)))
				}
			}
			for _, name := range pairs {
				if a := o.Attr(name); a != nil {
					attrs = append(attrs, intsAttr(c, name, pairsIn(a.Ints(), out)))
				}
			}
			for _, name := range dims {
				switch a := o.Attr(name); {
				case a.Is(ir.IntegerAttr):
					attrs = append(attrs, ir.NamedAttr{Name: name, Value: c.I64Attr(out.Dims([]int64{a.Int()}, rank)[0])})
				case a != nil:
					attrs = append(attrs, intsAttr(c, name, out.Dims(a.Ints(), rank)))
				}
			}
			return attrs
		},
	}
}

// pairsIn is a list with two entries for each dimension, those of the array in the order p.
func pairsIn(list []int64, p dimorder.Order) []int64 {
	if p == nil {
		return list
	}
	out := make([]int64, 0, len(list))
	for _, d := range p {
		out = append(out, list[2*d], list[2*d+1])
	}
	return out
}

// windowOrders is the rule of reduce_window: each result adds up its window in row-major order,
// which must stay that of the window's dimensions.
func windowOrders() dimorder.Rule {
	r := lists([]string{"window", "strides", "base_dilation", "window_dilation"}, []string{"pads"}, nil)
	keeps := func(o *ir.Op, order dimorder.Order) bool {
		window := o.Attr("window").Ints()
		return o.NumRegions() == 0 && (anyOrder(keywordOf(o), o) || order.Keeps(shapes.Dims[int64](0, len(window)), window))
	}
	down, up := r.Down, r.Up
	r.Down = func(o *ir.Op, i int, order dimorder.Order) (dimorder.Order, bool) {
		out, ok := down(o, i, order)
		return out, ok && keeps(o, order)
	}
	r.Up = func(o *ir.Op, out dimorder.Order) ([]dimorder.Order, bool) {
		in, ok := up(o, out)
		return in, ok && keeps(o, out)
	}
	return r
}

// reduceOrders is the rule of reduce: the elements that make one result are numbered in row-major
// order of the reduced dimensions, and so are positions.
var reduceOrders = dimorder.Rule{
	Down: func(o *ir.Op, i int, order dimorder.Order) (dimorder.Order, bool) {
		dims := o.Attr("dims").Ints()
		if i > 0 || !reducesIn(o, order) {
			return nil, false
		}
		if o.Attr("keep_dims") != nil {
			return order, true
		}
		return order.Without(dims), true
	},
	Up: func(o *ir.Op, out dimorder.Order) ([]dimorder.Order, bool) {
		in := make([]dimorder.Order, o.NumOperands())
		if out = out.Plain(); out == nil {
			return in, o.NumRegions() == 0
		}
		in[0] = out
		return in, o.Attr("keep_dims") != nil && reducesIn(o, out)
	},
	Attrs: func(o *ir.Op, in []dimorder.Order, _ dimorder.Order) []ir.NamedAttr {
		dims := in[0].Dims(o.Attr("dims").Ints(), o.Operand(0).Type().Rank())
		slices.Sort(dims)
		return []ir.NamedAttr{intsAttr(o.Context(), "dims", dims)}
	},
}

// reducesIn reports whether a reduction combines the elements of an array in the order in which it
// combines those of the value.
func reducesIn(o *ir.Op, order dimorder.Order) bool {
	return o.NumRegions() == 0 && (anyOrder(keywordOf(o), o) || order.Keeps(o.Attr("dims").Ints(), o.Operand(0).Type().Shape()))
}

// convOrders is the rule of a convolution, whose layout says what each dimension is. Its sums go by
// the order in which that names the spatial dimensions.
var convOrders = dimorder.Rule{
	Free: true,
	Attrs: func(o *ir.Op, in []dimorder.Order, out dimorder.Order) []ir.NamedAttr {
		d, rank := layoutOf(o.Attr("layout")), o.Result(0).Type().Rank()
		to := func(p dimorder.Order) func(dims ...*int) {
			inverse := p.Inverse(rank)
			return func(dims ...*int) {
				for _, d := range dims {
					*d = int(inverse[*d])
				}
			}
		}
		input, kernel, output := to(in[0]), to(in[1]), to(out)
		d.InputSpatial, d.KernelSpatial, d.OutputSpatial = slices.Clone(d.InputSpatial), slices.Clone(d.KernelSpatial), slices.Clone(d.OutputSpatial)
		input(&d.InputBatch, &d.InputFeature)
		kernel(&d.KernelInput, &d.KernelOutput)
		output(&d.OutputBatch, &d.OutputFeature)
		for i := range d.InputSpatial {
			input(&d.InputSpatial[i])
			kernel(&d.KernelSpatial[i])
			output(&d.OutputSpatial[i])
		}
		return []ir.NamedAttr{{Name: "layout", Value: o.Context().StringAttr(FormatConvLayout(d))}}
	},
}

// ConvOrders are the orders in which arrays of a convolution have images first, and features last
// or before positions, and in which its kernel is read.
type ConvOrders struct {
	InputLast, InputFirst, OutputLast, OutputFirst dimorder.Order
	// KernelLast has output features innermost, KernelFirst outermost; both have positions before
	// input features.
	KernelLast, KernelFirst dimorder.Order
}

// ConvOrdersOf are the orders for a layout.
func ConvOrdersOf(layout *ir.Attr) ConvOrders {
	d := layoutOf(layout)
	order := func(lists ...[]int) dimorder.Order {
		p := dimorder.Order{}
		for _, d := range slices.Concat(lists...) {
			p = append(p, int64(d))
		}
		return p.Plain()
	}
	one := func(d int) []int { return []int{d} }
	return ConvOrders{
		InputLast:   order(one(d.InputBatch), d.InputSpatial, one(d.InputFeature)),
		InputFirst:  order(one(d.InputBatch), one(d.InputFeature), d.InputSpatial),
		OutputLast:  order(one(d.OutputBatch), d.OutputSpatial, one(d.OutputFeature)),
		OutputFirst: order(one(d.OutputBatch), one(d.OutputFeature), d.OutputSpatial),
		KernelLast:  order(d.KernelSpatial, one(d.KernelInput), one(d.KernelOutput)),
		KernelFirst: order(one(d.KernelOutput), d.KernelSpatial, one(d.KernelInput)),
	}
}

// transposeOrders is the rule of a transpose, which vanishes between the right orders.
var transposeOrders = dimorder.Rule{
	Free: true,
	Down: func(o *ir.Op, _ int, order dimorder.Order) (dimorder.Order, bool) {
		p := dimorder.Order(permutationOf(o))
		return dimorder.Order(shapes.Pick(p.Inverse(len(p)), order.Full(len(p)))).Plain(), true
	},
	Up: func(o *ir.Op, out dimorder.Order) ([]dimorder.Order, bool) {
		p := permutationOf(o)
		return []dimorder.Order{dimorder.Order(shapes.Pick(p, out.Full(len(p)))).Plain()}, true
	},
	Attrs: func(o *ir.Op, in []dimorder.Order, out dimorder.Order) []ir.NamedAttr {
		p := permutationOf(o)
		return []ir.NamedAttr{intsAttr(o.Context(), "permutation", shapes.Pick(in[0].Inverse(len(p)), shapes.Pick(p, out.Full(len(p)))))}
	},
}

// broadcastOrders is the rule of a broadcast, which says along which dimension of the result each
// of the operand's lies.
var broadcastOrders = dimorder.Rule{
	Free: true,
	Attrs: func(o *ir.Op, in []dimorder.Order, out dimorder.Order) []ir.NamedAttr {
		dims := out.Dims(o.Attr("dims").Ints(), o.Result(0).Type().Rank())
		return []ir.NamedAttr{intsAttr(o.Context(), "dims", dimorder.List(dims, in[0]))}
	},
}

// iotaOrders is the rule of what counts along one dimension.
var iotaOrders = dimorder.Rule{
	Free: true,
	Attrs: func(o *ir.Op, _ []dimorder.Order, out dimorder.Order) []ir.NamedAttr {
		return []ir.NamedAttr{{Name: "dim", Value: o.Context().I64Attr(out.Dims([]int64{o.Attr("dim").Int()}, o.Result(0).Type().Rank())[0])}}
	},
}
