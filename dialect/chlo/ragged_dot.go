package chlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// RaggedDot is the general dot product of which one dimension is in groups.
var RaggedDot = Dialect.NewOp("chlo.ragged_dot")

func init() {
	RaggedDot.Define(ir.OpDef{
		Doc: "A general dot product of which one dimension of lhs is in consecutive groups of run-time sizes. If it is neither a batching nor a contracting dimension, " +
			"the rows of a group meet a slice of rhs of their own, along the group dimension of that, and rows behind all groups are 0. If it is contracted, each group gives " +
			"a product of its own, and the result begins with a dimension for them. If it is a batching dimension, the groups make no difference. " +
			"group_sizes has a list for each index of the dimensions before, or one for all.",
		Example: `func.func @f(%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<11x7xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor), ir.Arg("group_sizes", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "ragged_dot_dimension_numbers", Is: raggedDims.Is},
			{Name: "precision_config", Is: precision.List(), Optional: true},
		},
		Traits: ir.Pure,
		Verify: func(o *ir.Op) error { _, err := raggedOf(o); return err },
		Slots: ir.Slots{
			cost.Model.Of(raggedCost),
			convert.ToTG.Of(conversion(raggedToTG)),
		},
	})
}

// mode is what part the ragged dimension plays.
type mode uint8

const (
	free mode = iota
	contracted
	batch
)

// ragged is a product of which one dimension is in groups.
type ragged struct {
	lhs, rhs, sizes                                          *ir.Type
	lhsBatching, rhsBatching, lhsContracting, rhsContracting []int64
	dim, group                                               int64 // of lhs in groups; of rhs with a slice for each, if there is one
	mode                                                     mode
	groups                                                   int64
	before                                                   []int64 // the dimensions of lhs that group_sizes may have
	out                                                      []int64 // the shape of the result
}

func listOf(numbers *ir.Attr, name string) []int64 { return numbers.Get(name).Ints() }

// raggedOf checks the op and says what it does.
func raggedOf(o *ir.Op) (ragged, error) {
	a := o.Attr("ragged_dot_dimension_numbers")
	r := ragged{
		lhs: o.Operand(0).Type(), rhs: o.Operand(1).Type(), sizes: o.Operand(2).Type(), group: -1,
		lhsBatching: listOf(a, "lhs_batching_dimensions"), rhsBatching: listOf(a, "rhs_batching_dimensions"),
		lhsContracting: listOf(a, "lhs_contracting_dimensions"), rhsContracting: listOf(a, "rhs_contracting_dimensions"),
	}
	shape, err := stablehlo.ProductShape(r.lhs, r.rhs, r.lhsBatching, r.rhsBatching, r.lhsContracting, r.rhsContracting)
	if err != nil {
		return r, err
	}
	dims := listOf(a, "lhs_ragged_dimensions")
	if len(dims) != 1 {
		return r, fmt.Errorf("requires one ragged dimension of lhs, but got %d", len(dims))
	}
	if r.dim = dims[0]; r.dim < 0 || r.dim >= int64(r.lhs.Rank()) {
		return r, fmt.Errorf("requires a ragged dimension of lhs '%s', but got %d", r.lhs, r.dim)
	}
	switch {
	case slices.Contains(r.lhsBatching, r.dim):
		r.mode, r.before = batch, r.lhsBatching[:slices.Index(r.lhsBatching, r.dim)]
	case slices.Contains(r.lhsContracting, r.dim):
		r.mode, r.before = contracted, slices.Concat(r.lhsBatching, r.lhsContracting[:slices.Index(r.lhsContracting, r.dim)])
	default:
		r.before = slices.Clone(r.lhsBatching)
		for d := range r.dim {
			if !slices.Contains(r.lhsBatching, d) && !slices.Contains(r.lhsContracting, d) {
				r.before = append(r.before, d)
			}
		}
	}
	if err := r.checkSizes(); err != nil {
		return r, err
	}
	if err := r.checkGroups(listOf(a, "rhs_group_dimensions")); err != nil {
		return r, err
	}
	r.out = r.outShape(shape)
	if t := o.Result(0).Type(); !ir.Compatible(o.Context().WithShape(t, r.out), t) {
		return r, fmt.Errorf("makes a result of type '%s', but its type is '%s'", o.Context().WithShape(t, r.out), t)
	}
	return r, nil
}

func (r *ragged) checkSizes() error {
	rank := r.sizes.Rank()
	if rank == 0 {
		return fmt.Errorf("requires group_sizes that are a list, but got '%s'", r.sizes)
	}
	r.groups = r.sizes.Shape()[rank-1]
	if rank == 1 {
		return nil
	}
	want := make([]int64, len(r.before))
	for i, d := range r.before {
		want[i] = r.lhs.Shape()[d]
	}
	fits := func(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }
	if !slices.EqualFunc(want, r.sizes.Shape()[:rank-1], fits) {
		return fmt.Errorf("requires group_sizes that are a list, or one for each index of shape %v, but got '%s'", want, r.sizes)
	}
	return nil
}

func (r *ragged) checkGroups(dims []int64) error {
	if r.mode != free {
		if len(dims) != 0 {
			return fmt.Errorf("requires no group dimension of rhs where the ragged dimension is batching or contracting, but got %d", len(dims))
		}
		return nil
	}
	if len(dims) != 1 {
		return fmt.Errorf("requires one group dimension of rhs where the ragged dimension is neither batching nor contracting, but got %d", len(dims))
	}
	r.group = dims[0]
	switch {
	case r.group < 0 || r.group >= int64(r.rhs.Rank()):
		return fmt.Errorf("requires a group dimension of rhs '%s', but got %d", r.rhs, r.group)
	case slices.Contains(r.rhsBatching, r.group) || slices.Contains(r.rhsContracting, r.group):
		return fmt.Errorf("requires a group dimension of rhs that is neither batching nor contracting, but got %d", r.group)
	}
	if n := r.rhs.Shape()[r.group]; n != r.groups && n != ir.Dynamic && r.groups != ir.Dynamic {
		return fmt.Errorf("requires a slice of rhs for each of %d groups, but dimension %d of '%s' has %d", r.groups, r.group, r.rhs, n)
	}
	return nil
}

// outShape is the shape of the result, from that of a product of all of lhs and rhs.
func (r *ragged) outShape(shape []int64) []int64 {
	switch r.mode {
	case contracted:
		return slices.Insert(slices.Clone(shape), 0, r.groups)
	case free:
		at := r.lhs.Rank() - len(r.lhsContracting) // where the dimensions of rhs begin
		for d := range r.group {
			if !slices.Contains(r.rhsBatching, d) && !slices.Contains(r.rhsContracting, d) {
				at++
			}
		}
		return slices.Delete(slices.Clone(shape), at, at+1)
	}
	return shape
}

// raggedCost is that of a product for each group, but for groups that make no difference.
func raggedCost(in *ir.Inference) cost.Work {
	a := in.Attr("ragged_dot_dimension_numbers")
	flops := 2 * cost.Elements(in.Results[0])
	for _, d := range listOf(a, "lhs_contracting_dimensions") {
		flops *= cost.Extent(in.Operands[0].Shape()[d])
	}
	if groups := in.Operands[2].Shape(); len(groups) > 0 && len(listOf(a, "rhs_group_dimensions")) > 0 {
		flops *= cost.Extent(groups[len(groups)-1])
	}
	w := cost.Elementwise(in)
	w.Flops = flops
	return w
}

// raggedToTG makes a product of all rows for each group in turn, and takes of it what belongs to
// the group.
func raggedToTG(m *maker, o *ir.Op) []*ir.Value {
	r, err := raggedOf(o)
	if err != nil {
		m.err = err
		return nil
	}
	lhs, rhs := m.Value(o.Operand(0)), m.Value(o.Operand(1))
	elem := o.Result(0).Type().Elem()
	if r.mode == batch {
		return []*ir.Value{r.product(m, lhs, rhs, r.rhsBatching, r.rhsContracting, o.Result(0).Type())}
	}
	for _, t := range []*ir.Type{r.lhs, r.rhs, r.sizes} {
		if !t.IsStatic() {
			return []*ir.Value{m.fail("the operand '%s' has dynamic dimensions", t)}
		}
	}
	out := m.Ctx.Tensor(r.out, elem)
	sizes, zero := m.Value(o.Operand(2)), m.number(m.Ctx.I64(), 0)
	along := m.dim(int64(r.sizes.Rank() - 1))
	ends := m.make(tg.Cumulate, r.sizes, []*ir.Value{sizes}, m.word("kind", "sum"), along)
	begins := m.make(tg.Cumulate, r.sizes, []*ir.Value{sizes}, m.word("kind", "sum"), along, ir.NamedAttr{Name: "exclusive", Value: m.Ctx.Unit()})
	initial := m.make(tg.Broadcast, out, []*ir.Value{m.zero(elem)}, m.ints("dims"))
	return m.repeat(r.groups, []*ir.Value{initial}, func(i *ir.Value, state []*ir.Value) []*ir.Value {
		place := func(rank int, dim int64) []*ir.Value {
			starts := slices.Repeat([]*ir.Value{zero}, rank)
			starts[dim] = i
			return starts
		}
		limits := make([]*ir.Value, 2)
		for j, v := range []*ir.Value{begins, ends} {
			rank := r.sizes.Rank()
			limits[j] = m.slice(v, int64(rank-1), place(rank, int64(rank-1)), m.Ctx.WithShape(r.sizes, r.sizes.Shape()[:rank-1]))
		}
		if r.mode == free {
			// The dimensions before the ragged one are the first ones of the result.
			dims := make([]int64, len(r.before))
			for d := range dims {
				dims[d] = int64(d)
			}
			inside := m.inGroup(limits, r.out, dims, int64(len(r.before)))
			shape := slices.Delete(slices.Clone(r.rhs.Shape()), int(r.group), int(r.group)+1)
			piece := m.slice(rhs, r.group, place(r.rhs.Rank(), r.group), m.Ctx.WithShape(r.rhs, shape))
			rows := r.product(m, lhs, piece, r.without(r.rhsBatching), r.without(r.rhsContracting), out)
			return []*ir.Value{m.make(tg.Select, out, []*ir.Value{inside, rows, state[0]})}
		}
		left := m.masked(lhs, m.inGroup(limits, r.lhs.Shape(), r.before, r.dim))
		right := m.masked(rhs, m.inGroup(limits, r.rhs.Shape(), r.partners(r.before), r.partners([]int64{r.dim})[0]))
		t := m.Ctx.Tensor(r.out[1:], elem)
		piece := m.reshape(r.product(m, left, right, r.rhsBatching, r.rhsContracting, t), slices.Insert(slices.Clone(r.out[1:]), 0, 1))
		return []*ir.Value{m.make(tg.DynamicUpdateSlice, out, append([]*ir.Value{state[0], piece}, place(len(r.out), 0)...))}
	})
}

// without are dimensions of rhs in a slice of it that lacks the group dimension.
func (r *ragged) without(dims []int64) []int64 {
	out := slices.Clone(dims)
	for i, d := range out {
		if d > r.group {
			out[i]--
		}
	}
	return out
}

// partners are the dimensions of rhs that batching and contracting dimensions of lhs go with.
func (r *ragged) partners(dims []int64) []int64 {
	lhs, rhs := slices.Concat(r.lhsBatching, r.lhsContracting), slices.Concat(r.rhsBatching, r.rhsContracting)
	out := make([]int64, len(dims))
	for i, d := range dims {
		out[i] = rhs[slices.Index(lhs, d)]
	}
	return out
}

// product is a general dot product.
func (r *ragged) product(m *maker, lhs, rhs *ir.Value, rhsBatching, rhsContracting []int64, t *ir.Type) *ir.Value {
	attrs := []ir.NamedAttr{
		m.ints("lhs_batching", r.lhsBatching...), m.ints("rhs_batching", rhsBatching...),
		m.ints("lhs_contracting", r.lhsContracting...), m.ints("rhs_contracting", rhsContracting...),
	}
	if r.lhs.Elem() != t.Elem() || r.rhs.Elem() != t.Elem() {
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: m.Ctx.TypeAttr(t.Elem())})
	}
	return m.make(tg.DotGeneral, t, []*ir.Value{lhs, rhs}, attrs...)
}

// inGroup says for each place of a shape whether its index along dim is one of the group, whose
// limits lie along the dimensions dims or are the same for all.
func (m *maker) inGroup(limits []*ir.Value, shape, dims []int64, dim int64) *ir.Value {
	if m.err != nil {
		return nil
	}
	elem := limits[0].Type().Elem()
	t, test := m.Ctx.Tensor(shape, elem), m.Ctx.Tensor(shape, m.Ctx.Bool())
	if limits[0].Type().Rank() == 0 {
		dims = nil
	}
	index := m.make(tg.Iota, t, nil, m.dim(dim))
	inside := make([]*ir.Value, 2)
	for i, direction := range []string{"ge", "lt"} {
		limit := m.make(tg.Broadcast, t, []*ir.Value{limits[i]}, m.ints("dims", dims...))
		inside[i] = m.make(tg.Compare, test, []*ir.Value{index, limit}, m.word("direction", direction))
	}
	return m.make(tg.And, test, inside)
}

// masked is v where it belongs to a group, and 0 elsewhere.
func (m *maker) masked(v, inside *ir.Value) *ir.Value {
	if m.err != nil {
		return nil
	}
	return m.make(tg.Select, v.Type(), []*ir.Value{inside, v, m.zero(v.Type().Elem())})
}
