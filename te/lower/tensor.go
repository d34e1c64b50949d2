package lower

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// none is the axis of a dimension of extent 1.
const none = -1

// tensor is a value whose dimensions lie along axes, each once and over all of it.
type tensor struct {
	v    *ir.Value
	dims []int
}

// isScalar reports whether t depends on no axis, and is of rank 0.
func (t tensor) isScalar() bool { return t.v.Type().Rank() == 0 }

// has reports whether t depends on an axis.
func (t tensor) has(axis int) bool { return slices.Contains(t.dims, axis) }

// place orders tensors: which axis is at which of n places.
type place struct {
	axes []int       // at each place
	pos  map[int]int // of each axis
}

func places(axes []int) place {
	p := place{axes, map[int]int{}}
	for i, axis := range axes {
		p.pos[axis] = i
	}
	return p
}

// sorted reports whether the dimensions are in the order of the places.
func (p place) sorted(dims []int) bool {
	last := -1
	for _, axis := range dims {
		if axis == none {
			continue
		}
		if p.pos[axis] < last {
			return false
		}
		last = p.pos[axis]
	}
	return true
}

// fits reports whether t, behind dimensions of extent 1, has each dimension at its place.
func (p place) fits(dims []int) bool {
	k := len(p.axes) - len(dims)
	for i, axis := range dims {
		if axis != none && (k+i < 0 || p.axes[k+i] != axis) {
			return false
		}
	}
	return k >= 0
}

// arrange is how the dimensions of t are permuted to be in the order of the places, those of
// extent 1 where axes are missing.
func (p place) arrange(dims []int) []int64 {
	var units, order []int64
	at := map[int]int64{}
	for i, axis := range dims {
		if axis == none {
			units = append(units, int64(i))
		} else {
			at[axis] = int64(i)
		}
	}
	left := len(at)
	for k := len(p.axes) - 1; k >= 0 && left > 0; k-- {
		if i, ok := at[p.axes[k]]; ok {
			order = append(order, i)
			left--
		} else if n := len(units); n > 0 {
			order, units = append(order, units[n-1]), units[:n-1]
		}
	}
	for n := len(units); n > 0; n-- {
		order = append(order, units[n-1])
	}
	slices.Reverse(order)
	return order
}

// op makes an op of tg with one result.
func (a *attempt) op(name string, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return a.b.OpWithTypes(a.c.Context().LookupOp(name), a.c.Loc(), []*ir.Type{t}, operands, attrs...).Result(0)
}

func (a *attempt) ints(name string, v []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: a.b.Ctx.I64Array(v)}
}

func (a *attempt) word(name, text string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: a.b.Ctx.StringAttr(text)}
}

// typed is the type of a tensor of a shape with elements as those of v.
func (a *attempt) typed(v *ir.Value, shape []int64) *ir.Type {
	return a.b.Ctx.Tensor(shape, v.Type().Elem())
}

// madeBy is the op of a name that made v here; nil where none did.
func (a *attempt) madeBy(v *ir.Value, name string) *ir.Op {
	if o := v.Def(); o != nil && o.Block() == a.block && o.Name() == name {
		return o
	}
	return nil
}

// reshape gives v a shape. That of a reshaped value is that of the value.
func (a *attempt) reshape(v *ir.Value, shape []int64) *ir.Value {
	if o := a.madeBy(v, "tg.reshape"); o != nil {
		v = o.Operand(0)
	}
	if slices.Equal(v.Type().Shape(), shape) {
		return v
	}
	return a.op("tg.reshape", a.typed(v, shape), []*ir.Value{v})
}

// transpose permutes dimensions.
func (a *attempt) transpose(t tensor, permutation []int64) tensor {
	var shape []int64
	var dims []int
	same := true
	for i, p := range permutation {
		shape, dims = append(shape, t.v.Type().Shape()[p]), append(dims, t.dims[p])
		same = same && int(p) == i
	}
	if same {
		return t
	}
	return tensor{a.op("tg.transpose", a.typed(t.v, shape), []*ir.Value{t.v}, a.ints("permutation", permutation)), dims}
}

// aligned is t with its dimensions at their places, the leading ones of extent 1 left out, so that
// it broadcasts against others.
func (a *attempt) aligned(t tensor, p place) tensor {
	if p.fits(t.dims) {
		return t
	}
	if !p.sorted(t.dims) {
		if t = a.transpose(t, p.arrange(t.dims)); p.fits(t.dims) {
			return t
		}
	}
	var shape []int64
	var dims []int
	for _, axis := range p.axes {
		switch {
		case t.has(axis):
			shape, dims = append(shape, a.extents[axis]), append(dims, axis)
		case len(shape) > 0:
			shape, dims = append(shape, 1), append(dims, none)
		}
	}
	return tensor{a.reshape(t.v, shape), dims}
}

// spread is t with exactly the dimensions of places, repeated along those that it lacks, as a
// tensor of the given shape: that of the axes, with 1 wherever an axis has extent 1.
func (a *attempt) spread(t tensor, p place) tensor {
	shape := make([]int64, len(p.axes))
	missing := false
	for i, axis := range p.axes {
		shape[i] = a.extents[axis]
		missing = missing || shape[i] != 1 && !t.has(axis)
	}
	if o := a.madeBy(t.v, "tg.iota"); o != nil && missing && len(t.dims) == 1 {
		dim := ir.NamedAttr{Name: "dim", Value: a.b.Ctx.I64Attr(int64(p.pos[t.dims[0]]))}
		return tensor{a.op("tg.iota", a.typed(t.v, shape), nil, dim), p.axes}
	}
	if !missing {
		if !p.sorted(t.dims) {
			t = a.transpose(t, p.arrange(t.dims))
		}
		return tensor{a.reshape(t.v, shape), p.axes}
	}
	if len(t.dims) > len(shape) || a.madeBy(t.v, "tg.reshape") != nil {
		t = a.squeezed(t)
	}
	dims := make([]int64, len(t.dims))
	used := make([]bool, len(shape))
	for i, axis := range t.dims {
		if axis != none {
			dims[i] = int64(p.pos[axis])
			used[dims[i]] = true
		}
	}
	for i, axis := range t.dims {
		if axis == none {
			dims[i] = int64(unused(used, i, dims))
			used[dims[i]] = true
		}
	}
	return tensor{a.op("tg.broadcast", a.typed(t.v, shape), []*ir.Value{t.v}, a.ints("dims", dims)), p.axes}
}

// unused is a dimension for one of extent 1, if possible behind that of the dimension before.
func unused(used []bool, i int, dims []int64) int {
	from := 0
	if i > 0 {
		from = int(dims[i-1])
	}
	if k := slices.Index(used[from:], false); k >= 0 {
		return from + k
	}
	return slices.Index(used, false)
}

// squeezed is t without dimensions of extent 1.
func (a *attempt) squeezed(t tensor) tensor {
	var shape []int64
	var dims []int
	for i, axis := range t.dims {
		if axis != none {
			shape, dims = append(shape, t.v.Type().Shape()[i]), append(dims, axis)
		}
	}
	return tensor{a.reshape(t.v, shape), dims}
}

// result is t as a result of the compute.
func (a *attempt) result(t tensor, typ *ir.Type) *ir.Value {
	axes := make([]int, a.domain.results)
	for i := range axes {
		axes[i] = i
	}
	if v := a.spread(t, places(axes)).v; v.Type() == typ {
		return v
	} else {
		return a.reshape(v, typ.Shape())
	}
}
