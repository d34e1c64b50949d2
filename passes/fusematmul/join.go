package fusematmul

import (
	"encoding/binary"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// joiner puts tensors behind each other for merged contractions, each list of
// them once: constants at compile time, neighbouring pieces of one tensor as
// that part of it, and others by a tg.concat.
type joiner struct {
	builder *ir.Builder
	// ids number values in the order in which they are first asked for.
	ids  map[*ir.Value]uint32
	made map[string]*ir.Value
}

func newJoiner(b *ir.Builder) *joiner {
	return &joiner{b, map[*ir.Value]uint32{}, map[string]*ir.Value{}}
}

// id is a number that tells values apart, and orders them as the program does.
func (j *joiner) id(v *ir.Value) uint32 {
	id, ok := j.ids[v]
	if !ok {
		id = uint32(len(j.ids))
		j.ids[v] = id
	}
	return id
}

// key is equal for equal lists that are joined alike.
func (j *joiner) key(vs []*ir.Value, dim int, shape ...int64) string {
	raw := binary.AppendUvarint(make([]byte, 0, 4*len(vs)+8), uint64(dim))
	raw = binary.AppendUvarint(raw, uint64(len(shape)))
	for _, n := range shape {
		raw = binary.AppendVarint(raw, n)
	}
	for _, v := range vs {
		raw = binary.LittleEndian.AppendUint32(raw, j.id(v))
	}
	return string(raw)
}

// maxExpansion is how many bytes constants may grow by when they are joined: a
// splat of many elements takes those of one.
const maxExpansion = 1 << 16

// joinKind says how values come together.
type joinKind uint8

const (
	joinCopies    joinKind = iota // at run time
	joinConstants                 // at compile time
	joinViews                     // they are side by side
)

func (j *joiner) kind(vs []*ir.Value, dim int) joinKind {
	switch {
	case foldsTogether(vs):
		return joinConstants
	case sideBySide(vs, dim):
		return joinViews
	}
	return joinCopies
}

// foldsTogether reports whether all of vs are constants that may be one.
func foldsTogether(vs []*ir.Value) bool {
	var stored, result int64
	for _, v := range vs {
		a := elementsOf(v)
		if !a.Is(ir.DenseAttr) {
			return false
		}
		n, ok := v.Type().NumElements()
		if !ok {
			return false
		}
		stored += int64(len(a.Raw()))
		result += n * int64(ir.StorageBytes(v.Type().Elem()))
	}
	return result-stored <= maxExpansion
}

// elementsOf are the elements of a constant, perhaps reshaped; nil for what is
// none.
func elementsOf(v *ir.Value) *ir.Attr {
	for range maxPieceChain {
		if v.Def() == nil || !v.Def().Is(tg.Reshape) {
			break
		}
		v = v.Def().Operand(0)
	}
	return ir.ConstantValue(v)
}

// join is vs behind each other along dim, as a tensor of that shape, nil for the
// shape that follows. What it makes goes in front of op at.
func (j *joiner) join(vs []*ir.Value, dim int, shape []int64, at *ir.Op) *ir.Value {
	t := joinedType(j.builder.Ctx, vs, dim)
	if shape == nil {
		shape = t.Shape()
	}
	if len(vs) == 1 {
		return j.reshape(vs[0], shape, at)
	}
	key := j.key(vs, dim, shape...)
	if v := j.made[key]; v != nil {
		return v
	}
	j.builder.Before(at)
	var v *ir.Value
	switch j.kind(vs, dim) {
	case joinConstants:
		v = j.constant(joinRaw(vs, dim), j.builder.Ctx.WithShape(t, shape), at)
	case joinViews:
		v = j.view(vs, j.builder.Ctx.WithShape(t, shape), at)
	default:
		v = j.builder.OpWithTypes(tg.Concat, at.Loc(), t.Alone(), vs, intAttr(j.builder.Ctx, "dim", dim)).Result(0)
		v = j.reshape(v, shape, at)
	}
	j.made[key] = v
	return v
}

func (j *joiner) constant(raw []byte, t *ir.Type, at *ir.Op) *ir.Value {
	value := ir.NamedAttr{Name: "value", Value: j.builder.Ctx.DenseOf(t, raw)}
	return j.builder.OpWithTypes(tg.Constant, at.Loc(), t.Alone(), nil, value).Result(0)
}

func intAttr(c *ir.Context, name string, n int) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: c.I64Attr(int64(n))}
}

// joinedType is the type of vs behind each other along dim.
func joinedType(c *ir.Context, vs []*ir.Value, dim int) *ir.Type {
	t := vs[0].Type()
	shape := append([]int64(nil), t.Shape()...)
	for _, v := range vs[1:] {
		shape[dim] += v.Type().Shape()[dim]
	}
	return c.WithShape(t, shape)
}

// joinRaw is the elements of constants behind each other along dim.
func joinRaw(vs []*ir.Value, dim int) []byte {
	size, outer := ir.StorageBytes(vs[0].Type().Elem()), shapes.Product(vs[0].Type().Shape()[:dim])
	total, rows := 0, make([]int, len(vs))
	for i, v := range vs {
		n, _ := v.Type().NumElements()
		if outer > 0 {
			rows[i] = int(n/outer) * size
		}
		total += rows[i]
	}
	raw := make([]byte, 0, int(outer)*total+ir.RawHead)
	for r := range int(outer) {
		for i, v := range vs {
			a := elementsOf(v)
			if !a.IsSplat() {
				raw = append(raw, a.Raw()[r*rows[i]:][:rows[i]]...)
				continue
			}
			for range rows[i] / size {
				raw = append(raw, a.Raw()...)
			}
		}
	}
	return raw
}

// piece is a run of elements, in row-major order, of a tensor.
type piece struct {
	base          *ir.Value
	first, length int64
}

// maxPieceChain bounds the ops that a piece is followed through.
const maxPieceChain = 8

// pieceOf finds the tensor that v is a run of elements of: v itself, unless it
// is reshaped from, sliced out of or split off another.
func pieceOf(v *ir.Value) piece {
	length, _ := v.Type().NumElements()
	p := piece{v, 0, length}
	for range maxPieceChain {
		o := p.base.Def()
		if o == nil || !v.Type().IsStatic() || !o.Is(tg.Reshape) && !o.Is(tg.Slice) && !o.Is(tg.Split) {
			break
		}
		from := o.Operand(0).Type()
		first, ok := int64(0), from.IsStatic()
		switch {
		case !ok:
		case o.Is(tg.Slice):
			first, ok = tg.SliceRun(from.Shape(), o.Result(0).Type().Shape(), o.Attr("starts").Ints(), o.Attr("strides").Ints())
		case o.Is(tg.Split):
			first, ok = splitStart(o, p.base.Index())
		}
		if !ok {
			break
		}
		p.base, p.first = o.Operand(0), p.first+first
	}
	return p
}

// splitStart is where the elements of result i of a split begin; ok is false
// unless they are one run.
func splitStart(o *ir.Op, i int) (first int64, ok bool) {
	shape, dim := o.Operand(0).Type().Shape(), int(o.Attr("dim").Int())
	if !tg.OneRun(shape, dim) {
		return 0, false
	}
	inner := shapes.Product(shape[dim+1:])
	for k := range i {
		first += o.Result(k).Type().Shape()[dim] * inner
	}
	return first, true
}

// sideBySide reports whether vs, behind each other along dim, are a run of
// elements of one tensor.
func sideBySide(vs []*ir.Value, dim int) bool {
	if !tg.OneRun(vs[0].Type().Shape(), dim) {
		return false
	}
	before := pieceOf(vs[0])
	for _, v := range vs[1:] {
		p := pieceOf(v)
		if p.base != before.base || p.first != before.first+before.length {
			return false
		}
		before = p
	}
	return true
}

// view makes the run of elements that vs are together, as a tensor of type t.
func (j *joiner) view(vs []*ir.Value, t *ir.Type, at *ir.Op) *ir.Value {
	c, p := j.builder.Ctx, pieceOf(vs[0])
	length, _ := t.NumElements()
	whole, _ := p.base.Type().NumElements()
	v := p.base
	if length < whole {
		v = j.reshape(v, []int64{whole}, at)
		list := func(name string, n int64) ir.NamedAttr {
			return ir.NamedAttr{Name: name, Value: c.I64Array([]int64{n})}
		}
		v = j.builder.Before(at).Op(tg.Slice, at.Loc(), []*ir.Value{v},
			list("starts", p.first), list("limits", p.first+length), list("strides", 1)).Result(0)
	}
	return j.reshape(v, t.Shape(), at)
}

// reshape is v with another shape: v itself if it has that, a constant of the
// same elements if it is one.
func (j *joiner) reshape(v *ir.Value, shape []int64, at *ir.Op) *ir.Value {
	t := j.builder.Ctx.WithShape(v.Type(), shape)
	if t == v.Type() {
		return v
	}
	j.builder.Before(at)
	if a := elementsOf(v); a.Is(ir.DenseAttr) {
		return j.constant(append(make([]byte, 0, len(a.Raw())+ir.RawHead), a.Raw()...), t, at)
	}
	return j.builder.OpWithTypes(tg.Reshape, at.Loc(), t.Alone(), []*ir.Value{v}).Result(0)
}

// splits cuts v along dim into pieces of these types.
func (j *joiner) splits(v *ir.Value, dim int, types []*ir.Type, at *ir.Op) []*ir.Value {
	sizes := make([]int64, len(types))
	for i, t := range types {
		sizes[i] = t.Shape()[dim]
	}
	c := j.builder.Ctx
	return j.builder.Before(at).OpWithTypes(tg.Split, at.Loc(), types, []*ir.Value{v}, intAttr(c, "dim", dim),
		ir.NamedAttr{Name: "sizes", Value: c.I64Array(sizes)}).Results()
}
