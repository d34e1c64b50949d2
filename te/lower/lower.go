// Package lower writes computes of the index level as ops of tg.
//
// A read becomes views of its tensor, an op of the body one on tensors over the axes that it
// depends on, whose shapes broadcast, an index iota arithmetic, a condition a mask, and a reduction
// the op that means it: `tg.reduce`, a contraction, a window, a cumulative sum. In which order the
// axes are dimensions is tried out: that of the results and those of the tensors that are read; the
// one that takes the fewest ops stays.
//
// What is an op by more than its shapes, such as a convolution, is guessed and then proven: the
// guess is made, expanded by the slot te.Expand, and compared with the compute. So are several
// computes that are one op: from a reduction it looks ahead to the compute that alone reads it.
package lower

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Options say what is written how.
type Options struct {
	// MaxConstant is up to how many elements a table of indices or conditions is a constant.
	MaxConstant int64
}

// maxPoints is how many values of an axis are looked at, one by one.
const maxPoints = 1 << 20

// Compute makes ops in front of c that compute what it does, and returns what stands for its
// results, or nil and why it stays what it is.
func Compute(b *ir.Builder, c te.Compute, o Options) (results []*ir.Value, why string) {
	d, why := domainOf(c)
	if why != "" {
		return nil, why
	}
	var best *attempt
	for _, way := range d.ways() {
		a := d.attempt(way.order, o)
		a.gathers = way.gathers
		results := a.run()
		switch {
		case results == nil:
			if why == "" {
				why = a.why
			}
			a.discard()
			continue
		case best != nil && best.prune(best.results) <= a.prune(results):
			a.discard()
			continue
		case best != nil:
			best.discard()
		}
		a.results, best = results, a
	}
	if best == nil {
		return nil, why
	}
	best.prune(best.results)
	best.moveBefore(c.Op, b)
	return best.results, ""
}

// moveBefore puts what was made in front of o.
func (a *attempt) moveBefore(o *ir.Op, b *ir.Builder) {
	for p := a.block.First(); p != nil; {
		next := p.Next()
		p.MoveBefore(o)
		if b.Created != nil {
			b.Created(p)
		}
		p = next
	}
}

// domain is a compute whose axes begin at 0.
type domain struct {
	c       te.Compute
	axes    []te.Axis
	extents []int64
	results int // how many axes, the first ones, are those of the results
	space   affine.Space
	bases   []*ir.AffineExpr // what stands for each axis: one of extent 1 is its only value
}

// domainOf is the domain of c, or why that cannot be written in tg.
func domainOf(c te.Compute) (d *domain, why string) {
	d = &domain{c: c, axes: c.All(), results: c.NumAxes() - c.NumReduced()}
	for i, a := range d.axes {
		if a.Extent == ir.Dynamic {
			return nil, fmt.Sprintf("only a run knows the extent of axis '%s'", a.Name)
		}
		d.extents = append(d.extents, a.Extent)
		base := affine.Const(a.Lower)
		if a.Extent != 1 {
			base = affine.Add(affine.Dim(i), base)
		}
		d.bases = append(d.bases, base)
	}
	d.space = affine.Extents(d.extents...)
	return d, ""
}

// simplified is an expression of the compute over axes from 0 on.
func (d *domain) simplified(e *ir.AffineExpr) *ir.AffineExpr {
	e, _ = d.space.Simplify(affine.Substitute(e, d.bases, nil))
	return e
}

func (d *domain) reduced() []int { return shapes.Dims(d.results, len(d.axes)-d.results) }

// isEmpty reports whether there is no point.
func (d *domain) isEmpty() bool { return slices.Contains(d.extents, 0) }

// way is a way to write a compute that is tried.
type way struct {
	order   []int
	gathers bool // what is at positions of the run is gathered, not sliced, even where it could be
}

func (d *domain) ways() (list []way) {
	values := false
	for o := d.c.Body().First(); o != nil; o = o.Next() {
		r, ok := te.AsRead(o)
		values = values || ok && len(r.Values()) > 0
	}
	for _, order := range d.orders() {
		if list = append(list, way{order: order}); values {
			list = append(list, way{order, true})
		}
	}
	return list
}

// maxOrders is how many orders of axes are tried.
const maxOrders = 4

// orders are the orders of axes that are tried: that of the compute first.
func (d *domain) orders() [][]int {
	orders := [][]int{shapes.Dims(0, len(d.axes))}
	for o := d.c.Body().First(); o != nil && len(orders) < maxOrders; o = o.Next() {
		r, ok := te.AsRead(o)
		if !ok {
			continue
		}
		order := d.orderOf(r)
		if !slices.ContainsFunc(orders, func(p []int) bool { return slices.Equal(order, p) }) && d.keepsSum(order) {
			orders = append(orders, order)
		}
	}
	return orders
}

// orderOf is the order in which r has axes, behind all others.
func (d *domain) orderOf(r te.Read) []int {
	var order []int
	for _, e := range r.Map().Results {
		e = d.simplified(e)
		for i := range d.axes {
			if affine.UsesDim(e, int64(i)) && !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
	}
	var first []int
	for i := range d.axes {
		if !slices.Contains(order, i) {
			first = append(first, i)
		}
	}
	return append(first, order...)
}

// keepsSum reports whether the axes of the reduction stay in their order.
func (d *domain) keepsSum(order []int) bool {
	last := -1
	for _, i := range order {
		if i < d.results {
			continue
		}
		if i < last {
			return false
		}
		last = i
	}
	return true
}

// attempt writes a compute with its axes in one order.
type attempt struct {
	*domain
	Options
	b       *ir.Builder
	block   *ir.Block
	order   []int // the axes, in the order of dimensions
	pos     []int // where each axis is in order
	gathers bool
	values  map[*ir.Value]tensor
	views   map[viewKey]tensor
	placed  map[placedKey]tensor // what stands for a value at its places in order
	results []*ir.Value
	why     string
}

// viewKey tells reads apart.
type viewKey struct {
	tensor, otherwise *ir.Value
	at, guard         *ir.Attr
}

// attempt makes ops in a block of their own.
func (d *domain) attempt(order []int, o Options) *attempt {
	pos, _ := shapes.Inverse(order)
	block := new(ir.Block)
	return &attempt{
		domain: d, Options: o, b: ir.NewBuilder(d.c.Context()).AtEnd(block), block: block, order: order, pos: pos,
		values: map[*ir.Value]tensor{}, views: map[viewKey]tensor{}, placed: map[placedKey]tensor{},
	}
}

// refuse says why the compute stays what it is; the first reason counts.
func (a *attempt) refuse(format string, args ...any) bool {
	if a.why == "" {
		a.why = fmt.Sprintf(format, args...)
	}
	return false
}

// discard erases what was made.
func (a *attempt) discard() {
	for p := a.block.Last(); p != nil; p = a.block.Last() {
		p.Erase()
	}
}

// prune erases what the results do not need, and returns how many ops are left.
func (a *attempt) prune(results []*ir.Value) (n int) {
	for p := a.block.Last(); p != nil; {
		prev := p.Prev()
		if p.HasUses() || slices.ContainsFunc(p.Results(), func(v *ir.Value) bool { return slices.Contains(results, v) }) {
			n++
		} else {
			p.Erase()
		}
		p = prev
	}
	return n
}

// run makes what stands for the results; nil where it cannot.
func (a *attempt) run() []*ir.Value {
	if a.isEmpty() {
		return a.empty()
	}
	if values := a.special(); values != nil {
		return values
	}
	elements, ok := a.body()
	switch {
	case !ok:
		return nil
	case a.c.Combiner() == te.Dot:
		return a.dot(elements)
	case a.c.Reduces():
		return a.reduce(elements)
	}
	var results []*ir.Value
	for i, e := range elements {
		results = append(results, a.unfolded(a.result(e, a.c.Result(i).Type())))
	}
	return results
}

// body makes tensors of what the body yields.
func (a *attempt) body() (elements []tensor, ok bool) {
	end := a.c.Body().Last()
	for o := a.c.Body().First(); o != end; o = o.Next() {
		var t tensor
		switch o.Name() {
		case "te.read":
			t, ok = a.read(te.Read{Op: o})
		case "te.index":
			t, ok = a.index(o)
		case "te.guard":
			t, ok = a.mask(a.conditions(o.Attr(te.GuardAttr).IntegerSet()))
		default:
			t, ok = a.element(o)
		}
		if !ok {
			return nil, false
		}
		a.values[o.Result(0)] = t
	}
	for _, v := range end.Operands() {
		elements = append(elements, a.valueOf(v))
	}
	return elements, true
}

// valueOf is the tensor that stands for a value of the body, which may be a scalar from outside.
func (a *attempt) valueOf(v *ir.Value) tensor {
	if t, ok := a.values[v]; ok {
		return t
	}
	return tensor{v: v}
}
