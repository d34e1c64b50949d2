package tegen

import (
	"math/big"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Reference computes the results of a compute point by point, where values are those from outside
// that it uses.
func Reference(c te.Compute, values map[*ir.Value]*tensor.Tensor) ([]*tensor.Tensor, error) {
	r := &reference{c: c, values: values, axes: c.All()}
	for i := range r.axes {
		if a := &r.axes[i]; a.Size != nil {
			a.Extent = values[a.Size].Int64At(0)
		}
	}
	kept := len(r.axes) - c.NumReduced()
	var shape []int
	for _, a := range r.axes[:kept] {
		shape = append(shape, int(a.Extent))
	}
	out := make([]*tensor.Tensor, c.NumResults())
	for i, v := range c.Results() {
		d, _ := interp.DTypeOf(v.Type().Elem())
		out[i] = tensor.New(d, shape...)
	}
	point, at := make([]int64, len(r.axes)), 0
	err := r.each(point, 0, kept, func() error {
		elems, err := r.element(point, kept)
		for i, x := range elems {
			size := x.DType().Size()
			copy(out[i].Bytes()[at*size:(at+1)*size], x.Bytes())
		}
		at++
		return err
	})
	return out, err
}

type reference struct {
	c      te.Compute
	values map[*ir.Value]*tensor.Tensor
	axes   []te.Axis
}

// each calls visit at all points of axes [first, last).
func (r *reference) each(point []int64, first, last int, visit func() error) error {
	if first == last {
		return visit()
	}
	a := r.axes[first]
	for i := range a.Extent {
		point[first] = a.Lower + i
		if err := r.each(point, first+1, last, visit); err != nil {
			return err
		}
	}
	return nil
}

// element is an element of each result.
func (r *reference) element(point []int64, kept int) ([]*tensor.Tensor, error) {
	if !r.c.Reduces() {
		return r.run(r.c.Body(), point, nil)
	}
	var rows [][]*tensor.Tensor
	err := r.each(point, kept, len(point), func() error {
		elems, err := r.run(r.c.Body(), point, nil)
		rows = append(rows, elems)
		return err
	})
	if err != nil {
		return nil, err
	}
	var inits []*tensor.Tensor
	for _, v := range r.c.Inits() {
		inits = append(inits, r.values[v])
	}
	if combine := r.c.Combine(); combine != nil {
		acc := inits
		for _, elems := range rows {
			if acc, err = r.run(combine, point, append(acc[:len(acc):len(acc)], elems...)); err != nil {
				return nil, err
			}
		}
		return acc, nil
	}
	var init *tensor.Tensor
	if len(inits) > 0 {
		init = inits[0]
	}
	d, _ := interp.DTypeOf(r.c.Result(0).Type().Elem())
	out := tensor.New(d)
	if r.c.Combiner() == te.Dot {
		return []*tensor.Tensor{out}, r.dot(out, rows, init)
	}
	x := column(d, rows, 0)
	run, err := kernel.ResolveReduce(r.c.Combiner(), d, x.Shape(), []int{0})
	if err != nil {
		return nil, err
	}
	run(make([]byte, kernel.ReduceWorkspace(r.c.Combiner(), d, x.Shape(), []int{0})), out, x, init)
	return []*tensor.Tensor{out}, nil
}

// column is element i of all rows.
func column(d tensor.DType, rows [][]*tensor.Tensor, i int) *tensor.Tensor {
	x := tensor.New(d, len(rows))
	for k, elems := range rows {
		copy(x.Bytes()[k*d.Size():], elems[i].Bytes())
	}
	return x
}

// dot is a contraction. One that begins with a number multiplies that by 1 first, which is exact.
func (r *reference) dot(out *tensor.Tensor, rows [][]*tensor.Tensor, init *tensor.Tensor) error {
	if init != nil {
		one := tensor.New(init.DType())
		one.SetInt64(0, 1)
		rows = append([][]*tensor.Tensor{{init, one}}, rows...)
	}
	d, _ := interp.DTypeOf(r.c.Elements()[0].Type().Elem())
	a, b := column(d, rows, 0), column(d, rows, 1)
	t := contract.Type{DType: d, Shape: a.Shape()}
	dims := contract.DotDims{LHSContract: []int{0}, RHSContract: []int{0}}
	run, err := contract.ResolveDotGeneral(dims, out.DType(), t, t)
	if err != nil {
		return err
	}
	space, err := contract.DotGeneralWorkspace(dims, out.DType(), t, t)
	if err != nil {
		return err
	}
	run(make([]byte, space(8)), out, a, b, nil)
	return nil
}

// run computes what a block yields.
func (r *reference) run(block *ir.Block, point []int64, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	values := map[*ir.Value]*tensor.Tensor{}
	for i, a := range block.Args() {
		values[a] = args[i]
	}
	of := func(v *ir.Value) *tensor.Tensor {
		if t := values[v]; t != nil {
			return t
		}
		return r.values[v]
	}
	for o := block.First(); ; o = o.Next() {
		var operands []*tensor.Tensor
		for _, v := range o.Operands() {
			operands = append(operands, of(v))
		}
		switch {
		case o == block.Last():
			return operands, nil
		case o.Name() == "te.read":
			values[o.Result(0)] = r.read(te.Read{Op: o}, operands, point)
		case o.Name() == "te.guard":
			t := tensor.New(tensor.Bool)
			if holds(o.Attr(te.GuardAttr).IntegerSet(), point) {
				t.SetInt64(0, 1)
			}
			values[o.Result(0)] = t
		case o.Name() == "te.index":
			d, _ := interp.DTypeOf(o.Result(0).Type().Elem())
			t := tensor.New(d)
			store(t, index(o.Attr(te.MapAttr).AffineMap().Results[0], point, nil))
			values[o.Result(0)] = t
		case o.Has(ir.ConstantLike):
			t, err := interp.DecodeElements(o.Context(), ir.ConstantValue(o.Result(0)))
			if err != nil {
				return nil, err
			}
			values[o.Result(0)] = t
		default:
			out, err := interp.EvaluateElement(o, operands)
			if err != nil {
				return nil, err
			}
			values[o.Result(0)] = out[0]
		}
	}
}

// read is an element of a tensor.
func (r *reference) read(o te.Read, operands []*tensor.Tensor, point []int64) *tensor.Tensor {
	x, out := operands[0], tensor.New(operands[0].DType())
	if g := o.Guard(); g != nil && !holds(g, point) || x.Len() == 0 {
		if o.Else() != nil {
			return operands[len(operands)-1]
		}
		return out
	}
	var syms []*big.Int
	for i := range o.Values() {
		v := operands[1+i]
		n := big.NewInt(v.Int64At(0))
		if v.DType() == tensor.U64 {
			n.SetUint64(uint64(v.Int64At(0)))
		}
		syms = append(syms, n)
	}
	at := 0
	for d, e := range o.Map().Results {
		i, last := index(e, point, syms), big.NewInt(int64(x.Shape()[d]-1))
		if i.Sign() < 0 {
			i = new(big.Int)
		}
		if i.Cmp(last) > 0 {
			i = last
		}
		at = at*x.Shape()[d] + int(i.Int64())
	}
	size := x.DType().Size()
	copy(out.Bytes(), x.Bytes()[at*size:])
	return out
}

func holds(g *ir.IntegerSet, point []int64) bool {
	for i, e := range g.Constraints {
		if v := index(e, point, nil); v.Sign() < 0 || g.Eq[i] && v.Sign() != 0 {
			return false
		}
	}
	return true
}

// index is the value of an index expression.
func index(e *ir.AffineExpr, point []int64, syms []*big.Int) *big.Int {
	switch e.Op {
	case ir.AffineConst:
		return big.NewInt(e.Value)
	case ir.AffineDim:
		return big.NewInt(point[e.Value])
	case ir.AffineSym:
		return syms[e.Value]
	}
	a, b, v := index(e.LHS, point, syms), index(e.RHS, point, syms), new(big.Int)
	switch e.Op {
	case ir.AffineAdd:
		return v.Add(a, b)
	case ir.AffineMul:
		return v.Mul(a, b)
	case ir.AffineFloorDiv: // by what is positive, as Euclid divides
		return v.Div(a, b)
	case ir.AffineCeilDiv:
		return v.Neg(v.Div(v.Neg(a), b))
	}
	return v.Mod(a, b)
}

// store wraps a whole number to the type of t.
func store(t *tensor.Tensor, n *big.Int) {
	low := new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64()
	if t.DType() == tensor.Bool {
		low &= 1
	}
	for i := range t.Bytes() {
		t.Bytes()[i] = byte(low >> (8 * i))
	}
}
