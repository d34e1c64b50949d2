package tg

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What the patterns of this dialect have in common.
//
// Movements have one direction each, so that no two patterns undo each other.
// A slice, and whatever else drops elements, rises towards what makes its
// operand, because that is less to compute. A reverse, a transpose, a reshape or
// a broadcast sinks towards users through ops that work element by element:
// there it meets its inverse, a reduction or contraction that absorbs it, or an
// op that repeats elements by itself. From the operands to the users the order
// is therefore: slice, elementwise, reverse, transpose, reshape, broadcast.

// example is a module of one function for the example of a pattern.
func example(args, results string, lines ...string) string {
	return "func.func @f(" + args + ") -> (" + results + ") {\n  " + strings.Join(lines, "\n  ") + "\n}\n"
}

// allStatic reports whether the operands and results of o are tensors whose
// extents are all known.
func allStatic(o *ir.Op) bool {
	for i := range o.NumOperands() {
		if !staticTensor(o.Operand(i).Type()) {
			return false
		}
	}
	for i := range o.NumResults() {
		if !staticTensor(o.Result(i).Type()) {
			return false
		}
	}
	return true
}

func staticTensor(t *ir.Type) bool { return t.IsRankedTensor() && t.IsStatic() }

// elements is the number of elements of a static tensor; as good as infinite
// when it cannot be counted.
func elements(t *ir.Type) int64 {
	n, ok := t.NumElements()
	if !ok {
		return 1 << 62
	}
	return n
}

func intsAttr(c *ir.Context, name string, list []int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: c.I64Array(list)}
}

// others lists the dimensions below rank that are not in dims, in order.
func others(rank int, dims []int64) []int64 {
	var out []int64
	for d := range int64(rank) {
		if !slices.Contains(dims, d) {
			out = append(out, d)
		}
	}
	return out
}

// notOne lists the dimensions whose extent is not 1.
func notOne(shape []int64) []int64 {
	var out []int64
	for d, n := range shape {
		if n != 1 {
			out = append(out, int64(d))
		}
	}
	return out
}

// anyNot reports whether an entry differs from n.
func anyNot(list []int64, n int64) bool {
	return slices.ContainsFunc(list, func(m int64) bool { return m != n })
}

// increasing reports whether each entry is greater than the one before.
func increasing(list []int64) bool {
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// replaceWith replaces the only result of o by v, which must have its type.
func replaceWith(r *rewrite.Rewriter, o *ir.Op, v *ir.Value) bool {
	r.ReplaceOp(o, v)
	return true
}

// reshaped is v in another static shape: v itself if it has that shape.
func reshaped(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, shape []int64) *ir.Value {
	t := r.Ctx.WithShape(v.Type(), shape)
	if t == v.Type() {
		return v
	}
	return r.OpWithTypes(Reshape, o.Loc(), types(t), []*ir.Value{v}).Result(0)
}

// transposed is v with its dimensions permuted: v itself under the identity.
func transposed(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, permutation []int64) *ir.Value {
	if shapes.Identity(permutation) {
		return v
	}
	t := r.Ctx.WithShape(v.Type(), shapes.Pick(v.Type().Shape(), permutation))
	return r.OpWithTypes(Transpose, o.Loc(), types(t), []*ir.Value{v}, intsAttr(r.Ctx, "permutation", permutation)).Result(0)
}

// stretched is v broadcast to a shape along which its dimensions lie at dims.
func stretched(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, shape, dims []int64) *ir.Value {
	t := r.Ctx.WithShape(v.Type(), shape)
	if t == v.Type() && shapes.Identity(dims) {
		return v
	}
	return r.OpWithTypes(Broadcast, o.Loc(), types(t), []*ir.Value{v}, intsAttr(r.Ctx, "dims", dims)).Result(0)
}

// box is what a slice cuts out.
type box struct{ starts, limits, strides []int64 }

func boxOf(o *ir.Op) box {
	return box{o.Attr("starts").Ints(), o.Attr("limits").Ints(), o.Attr("strides").Ints()}
}

// wholeBox is all of a shape.
func wholeBox(shape []int64) box {
	return box{make([]int64, len(shape)), slices.Clone(shape), slices.Repeat([]int64{1}, len(shape))}
}

func (b box) set(d int, start, limit, stride int64) {
	b.starts[d], b.limits[d], b.strides[d] = start, limit, stride
}

func (b box) copy() box {
	return box{slices.Clone(b.starts), slices.Clone(b.limits), slices.Clone(b.strides)}
}

// extent is how many elements b has along dimension d.
func (b box) extent(d int) int64 {
	if b.limits[d] <= b.starts[d] {
		return 0
	}
	return (b.limits[d]-b.starts[d]-1)/b.strides[d] + 1
}

func (b box) shape() []int64 {
	shape := make([]int64, len(b.starts))
	for d := range shape {
		shape[d] = b.extent(d)
	}
	return shape
}

// isWhole reports whether b is all of a shape.
func (b box) isWhole(shape []int64) bool { return slices.Equal(b.shape(), shape) }

// sliced is the box b of v: v itself if that is all of it.
func sliced(r *rewrite.Rewriter, o *ir.Op, v *ir.Value, b box) *ir.Value {
	if b.isWhole(v.Type().Shape()) {
		return v
	}
	t := r.Ctx.WithShape(v.Type(), b.shape())
	return r.OpWithTypes(Slice, o.Loc(), types(t), []*ir.Value{v},
		intsAttr(r.Ctx, "starts", b.starts), intsAttr(r.Ctx, "limits", b.limits), intsAttr(r.Ctx, "strides", b.strides)).Result(0)
}

// constantOf makes the constant value of type t in front of o.
func constantOf(r *rewrite.Rewriter, o *ir.Op, value *ir.Attr, t *ir.Type) *ir.Value {
	return r.OpWithTypes(Constant, o.Loc(), types(t), nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

// splatOf is the constant attribute of v if that is a splat, or has one
// element, else nil.
func splatOf(v *ir.Value) *ir.Attr {
	if a := ir.ConstantValue(v); a.Is(ir.DenseAttr) && a.IsSplat() && a.Type().IsRankedTensor() && len(a.Raw()) > 0 {
		return a
	}
	return nil
}

// producer is the op of kind def that makes v, if v is used once; else nil.
func producer(v *ir.Value, def *ir.OpDef) *ir.Op {
	if o := v.Def(); o.Is(def) && v.HasOneUse() {
		return o
	}
	return nil
}

func permutationOf(o *ir.Op) []int64 { return o.Attr("permutation").Ints() }
func dimsOf(o *ir.Op) []int64        { return o.Attr("dims").Ints() }
