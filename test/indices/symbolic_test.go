package indices_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// element is what an element of a tensor is computed by: a hash of the expression of elements of
// the arguments that it is, or a whole number.
type element struct {
	hash  uint64
	whole bool
	v     int64
}

func hashOf(parts ...any) element {
	h := fnv.New64a()
	fmt.Fprint(h, parts...)
	return element{hash: h.Sum64()}
}

func whole(v int64) element { return element{whole: true, v: v} }

// symbolic evaluates the computes of a function on expressions. It panics where a read without a
// value in its indices is out of bounds.
type symbolic struct {
	values map[*ir.Value][]element
}

// results are the elements of the results of a function whose other ops are constants.
func results(fn *ir.Op) [][]element {
	s := &symbolic{map[*ir.Value][]element{}}
	block := fn.RegionAt(0).First()
	for i, a := range block.Args() {
		for k := range shapes.Product(a.Type().Shape()) {
			if a.Type().Elem().IsInteger() {
				s.values[a] = append(s.values[a], whole((k*7+int64(i))%11-2))
			} else {
				s.values[a] = append(s.values[a], hashOf("argument", i, k))
			}
		}
	}
	for o := block.First(); ; o = o.Next() {
		switch c, ok := te.AsCompute(o); {
		case ok:
			s.compute(c)
		case o.Has(ir.Terminator):
			var list [][]element
			for _, v := range o.Operands() {
				list = append(list, s.values[v])
			}
			return list
		default:
			e := scalar(o, nil)
			s.values[o.Result(0)] = slices.Repeat([]element{e}, int(shapes.Product(o.Result(0).Type().Shape())))
		}
	}
}

// points calls f with each point of axes in row-major order, which it may not keep.
func points(axes []te.Axis, f func(at []int64)) {
	at := make([]int64, len(axes))
	for i, a := range axes {
		if at[i] = a.Lower; a.Extent == 0 {
			return
		}
	}
	for {
		f(at)
		d := len(axes) - 1
		for ; d >= 0; d-- {
			if at[d]++; at[d] < axes[d].Lower+axes[d].Extent {
				break
			}
			at[d] = axes[d].Lower
		}
		if d < 0 {
			return
		}
	}
}

func (s *symbolic) compute(c te.Compute) {
	points(c.Axes(), func(outer []int64) {
		if !c.Reduces() {
			for i, e := range s.body(c, outer) {
				s.values[c.Result(i)] = append(s.values[c.Result(i)], e)
			}
			return
		}
		var all []string
		points(c.Reduced(), func(inner []int64) {
			all = append(all, fmt.Sprint(s.body(c, slices.Concat(outer, inner))))
		})
		if c.Combiner() == "max" || c.Combiner() == "min" {
			slices.Sort(all)
		}
		for i, v := range c.Results() {
			s.values[v] = append(s.values[v], hashOf("reduction", c.Combiner(), i, all))
		}
	})
}

// body are the elements that a body yields at a point.
func (s *symbolic) body(c te.Compute, at []int64) []element {
	local := map[*ir.Value]element{}
	value := func(v *ir.Value) element {
		if e, ok := local[v]; ok {
			return e
		}
		return s.values[v][0]
	}
	for o := c.Body().First(); ; o = o.Next() {
		var args []element
		r, reads := te.AsRead(o)
		for i, v := range o.Operands() {
			if i > 0 || !reads {
				args = append(args, value(v))
			}
		}
		switch {
		case o.Has(ir.Terminator):
			return args
		case reads:
			local[o.Result(0)] = s.read(r, at, args)
		case o.Name() == "te.index":
			v, ok := affine.Evaluate(o.Attr(te.MapAttr).AffineMap().Results[0], at, nil)
			if !ok {
				panic("an index has no value")
			}
			local[o.Result(0)] = whole(v)
		case o.Name() == "te.guard":
			local[o.Result(0)] = whole(truth(holds(o.Attr(te.GuardAttr).IntegerSet(), at)))
		default:
			local[o.Result(0)] = scalar(o, args)
		}
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func holds(s *ir.IntegerSet, at []int64) bool {
	for i, e := range s.Constraints {
		v, ok := affine.Evaluate(e, at, nil)
		if !ok {
			panic("a guard has no value")
		}
		if v < 0 || s.Eq[i] && v != 0 {
			return false
		}
	}
	return true
}

func (s *symbolic) read(r te.Read, at []int64, args []element) element {
	t, m := r.Tensor().Type(), r.Map()
	if g := r.Guard(); g != nil && !holds(g, at) {
		if m.Syms < len(args) {
			return args[m.Syms]
		}
		return zeroOf(t.Elem())
	}
	values := make([]int64, m.Syms)
	for i := range values {
		if !args[i].whole {
			panic("an index is no number")
		}
		values[i] = args[i].v
	}
	k := int64(0)
	for d, e := range m.Results {
		v, ok := affine.Evaluate(e, at, values)
		n := t.Shape()[d]
		for i := range values {
			if affine.UsesSym(e, int64(i)) {
				v = min(max(v, 0), n-1)
			}
		}
		if !ok || v < 0 || v >= n {
			panic(fmt.Sprintf("index %d is outside of dimension %d of %s", v, d, t))
		}
		k = k*n + v
	}
	return s.values[r.Tensor()][k]
}

func zeroOf(t *ir.Type) element {
	if t.IsInteger() {
		return whole(0)
	}
	return hashOf("zero")
}

// scalar is the result of an op on elements.
func scalar(o *ir.Op, args []element) element {
	name := o.Name()
	if v := o.Attr("value"); name == "tg.constant" {
		switch {
		case v.Type().Elem().IsInteger():
			var n int64
			for i, b := range v.Raw() {
				n |= int64(b) << (8 * i)
			}
			shift := 64 - 8*len(v.Raw())
			return whole(n << shift >> shift)
		case !slices.ContainsFunc(v.Raw(), func(b byte) bool { return b != 0 }):
			return zeroOf(v.Type().Elem())
		}
		return hashOf("constant", v.Raw())
	}
	switch {
	case name == "tg.select" && args[0].v != 0:
		return args[1]
	case name == "tg.select":
		return args[2]
	case slices.ContainsFunc(args, func(e element) bool { return !e.whole }), !o.Result(0).Type().Elem().IsInteger():
		return hashOf(name, o.Props(), args)
	}
	switch strings.TrimPrefix(name, "tg.") {
	case "add":
		return whole(args[0].v + args[1].v)
	case "mul":
		return whole(args[0].v * args[1].v)
	case "sub":
		return whole(args[0].v - args[1].v)
	case "clamp":
		return whole(min(max(args[0].v, args[1].v), args[2].v))
	}
	panic("no meaning for " + name)
}
