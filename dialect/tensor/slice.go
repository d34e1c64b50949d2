package tensorop

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What the ops on slices of tensors have in common: an offset, a size and a
// stride for each dimension of the larger tensor, constants as attributes and
// others as operands. Dimensions of constant size 1 may be missing in the type
// of the smaller one.

const segments = "operandSegmentSizes"

// lists are the attributes of the constants, and what their elements are.
var lists = [3]struct{ static, what string }{
	{"static_offsets", "offset"}, {"static_sizes", "size"}, {"static_strides", "stride"},
}

// slice is what an op says of a slice: offsets, sizes and strides.
type slice [3][]Index

func (s slice) sizes() []Index { return s[1] }

// sliceAttrs are the inherent attributes of an op on slices.
func sliceAttrs() []ir.AttrArg {
	ints := ir.AttrConstraint{
		Desc: "i64 dense array attribute",
		Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(64) },
	}
	attrs := []ir.AttrArg{{Name: segments, Is: ir.AttrConstraint{
		Desc: "i32 dense array attribute",
		Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(32) },
	}}}
	for _, l := range lists {
		attrs = append(attrs, ir.AttrArg{Name: l.static, Is: ints})
	}
	return attrs
}

// sliceArgs are the operands behind the tensors.
func sliceArgs(tensors ...ir.ArgDef) []ir.ArgDef {
	for _, l := range lists {
		tensors = append(tensors, ir.Variadic(l.what+"s", ir.TypeConstraint{Desc: "variadic of index", Ok: (*ir.Type).IsIndex}))
	}
	return tensors
}

// tensorsOf is how many tensors come in front of the lists.
func tensorsOf(o *ir.Op) int {
	if o.Is(ExtractSlice) {
		return 1
	}
	return 2
}

func sliceOf(o *ir.Op) (s slice) {
	first, sizes := tensorsOf(o), o.Attr(segments).Ints()
	rest := o.Operands()[first:]
	for i, l := range lists {
		n := sizes[first+i]
		s[i] = Indices(o.Attr(l.static).Ints(), rest[:n])
		rest = rest[n:]
	}
	return s
}

// static are the constants of a slice, and ir.Dynamic for others.
func (s slice) static() (lists [3][]int64) {
	for i := range s {
		lists[i], _ = Split(s[i])
	}
	return lists
}

// clone is a copy whose lists may be changed.
func (s slice) clone() slice {
	for i := range s {
		s[i] = slices.Clone(s[i])
	}
	return s
}

// equal reports whether two slices are the same part of tensors of one shape.
func (s slice) equal(t slice) bool {
	for i := range s {
		if !slices.EqualFunc(s[i], t[i], Index.equal) {
			return false
		}
	}
	return true
}

// isWhole reports whether s is all of a tensor of that shape.
func (s slice) isWhole(shape []int64) bool {
	all := func(list []Index, want func(i int) int64) bool {
		for i, x := range list {
			if n, known := x.Known(); !known || n != want(i) {
				return false
			}
		}
		return true
	}
	return all(s[0], func(int) int64 { return 0 }) && all(s[1], func(i int) int64 { return shape[i] }) && all(s[2], func(int) int64 { return 1 })
}

// operandsAndAttrs are what an op of tensors has for s.
func (s slice) operandsAndAttrs(c *ir.Context, tensors ...*ir.Value) ([]*ir.Value, []ir.NamedAttr) {
	operands := tensors
	counts := slices.Repeat([]int64{1}, len(tensors))
	var attrs []ir.NamedAttr
	for i, l := range lists {
		static, dynamic := Split(s[i])
		operands = append(operands, dynamic...)
		counts = append(counts, int64(len(dynamic)))
		attrs = append(attrs, ir.NamedAttr{Name: l.static, Value: c.I64Array(static)})
	}
	return operands, append(attrs, ir.NamedAttr{Name: segments, Value: c.IntArray(c.I32(), counts)})
}

// make makes an op on a slice at the insertion point.
func (s slice) make(r *rewrite.Rewriter, d *ir.OpDef, l ir.Loc, results []*ir.Type, tensors ...*ir.Value) *ir.Op {
	operands, attrs := s.operandsAndAttrs(r.Ctx, tensors...)
	return r.OpWithTypes(d, l, results, operands, attrs...)
}

// fold replaces operands of the first list that has any by the constants that
// they are, and reports whether there are any and the slice is within a tensor
// of that shape.
func (s slice) fold(shape []int64) bool {
	for i := range s {
		if FoldIndices(s[i], func(n int64) bool { return n >= 0 || i == 2 }) {
			return outside(shape, s.static()) == nil
		}
	}
	return false
}

// hasConstantOperand reports whether o has an operand that is a constant index:
// patterns wait until it is gone.
func hasConstantOperand(o *ir.Op) bool {
	for i := range o.NumOperands() {
		if _, ok := constantIndex(o.Operand(i)); ok {
			return true
		}
	}
	return false
}

// ---- text

// parseSlice reads `[offsets] [sizes] [strides]` into st, behind its tensors.
func parseSlice(p ir.OpParser, st *ir.OpState, tensors int) (operands []ir.UnresolvedOperand) {
	counts := slices.Repeat([]int64{1}, tensors)
	for _, l := range lists {
		dynamic, static := ParseIndexList(p, "[", "]")
		operands = append(operands, dynamic...)
		counts = append(counts, int64(len(dynamic)))
		st.SetAttr(l.static, p.Context().I64Array(static))
	}
	st.SetAttr(segments, p.Context().IntArray(p.Context().I32(), counts))
	return operands
}

func resolveIndices(p ir.OpParser, st *ir.OpState, operands []ir.UnresolvedOperand) {
	for _, x := range operands {
		st.Operands = append(st.Operands, p.Resolve(x, p.Context().Index()))
	}
}

func printSlice(p ir.OpPrinter, o *ir.Op) {
	for i, list := range sliceOf(o) {
		if i > 0 {
			p.Str(" ")
		}
		_, dynamic := Split(list)
		PrintIndexList(p, "[", "]", dynamic, o.Attr(lists[i].static).Ints())
	}
	p.AttrDict(o, segments, lists[0].static, lists[1].static, lists[2].static)
}

// ---- verification

// verifyLists fails unless the lists of o fit a tensor of type t.
func verifyLists(o *ir.Op, t *ir.Type) error {
	sizes := o.Attr(segments).Ints()[tensorsOf(o):]
	for i, l := range lists {
		static, dynamic := o.Attr(l.static).Ints(), 0
		for _, n := range static {
			if n == ir.Dynamic {
				dynamic++
			}
		}
		if int(sizes[i]) != dynamic {
			return o.Errorf("expected the number of '%ss' to match the number of dynamic entries in '%s' (%d vs %d)", l.what, l.static, sizes[i], dynamic)
		}
	}
	counts := [3]int{}
	for i, l := range lists {
		counts[i] = len(o.Attr(l.static).Ints())
	}
	switch {
	case counts[0] != counts[1]:
		return o.Errorf("expected mixed offsets rank to match mixed sizes rank (%d vs %d) so the rank of the result type is well-formed.", counts[0], counts[1])
	case counts[1] != counts[2]:
		return o.Errorf("expected mixed sizes rank to match mixed strides rank (%d vs %d) so the rank of the result type is well-formed.", counts[1], counts[2])
	}
	for i, l := range lists {
		if counts[i] != t.Rank() {
			return o.Errorf("expected %d %s values, got %d", t.Rank(), l.what, counts[i])
		}
	}
	for i, l := range lists[:2] {
		for _, n := range o.Attr(lists[i].static).Ints() {
			if n < 0 && n != ir.Dynamic {
				return o.Errorf("expected %ss to be non-negative, but got %d", l.what, n)
			}
		}
	}
	return nil
}

// verifySlice fails unless part is the type of the slice of a tensor of type
// whole that o is about, or that without some dimensions of size 1.
func verifySlice(o *ir.Op, whole, part *ir.Type) error {
	if err := verifyLists(o, whole); err != nil {
		return err
	}
	static := sliceOf(o).static()
	t := o.Context().WithShape(whole, static[1])
	_, fits := keptDims(static[1], part.Shape())
	switch {
	case part.Rank() > t.Rank():
		return o.Errorf("expected rank to be smaller or equal to the other rank. ")
	case !fits:
		return o.Errorf("expected type to be '%s' or a rank-reduced version. (size mismatch) ", t)
	case part.Elem() != t.Elem():
		return o.Errorf("expected element type to be '%s'", t.Elem())
	}
	if err := outside(whole.Shape(), static); err != nil {
		return o.Errorf("%s", err)
	}
	return nil
}

// keptDims tells which dimensions of a slice its type has, when it lacks some
// of size 1.
func keptDims(sizes, shape []int64) (kept []int, ok bool) {
	for i, n := range sizes {
		switch {
		case len(kept) < len(shape) && shape[len(kept)] == n:
			kept = append(kept, i)
		case n != 1:
			return nil, false
		}
	}
	return kept, len(kept) == len(shape)
}

// outside says where a slice of a tensor of that shape runs out of it, as far
// as that is known.
func outside(shape []int64, static [3][]int64) error {
	for i, n := range shape {
		offset, size, stride := static[0][i], static[1][i], static[2][i]
		if n == ir.Dynamic || offset == ir.Dynamic {
			continue
		}
		if offset >= n {
			return fmt.Errorf("offset %d is out-of-bounds: %d >= %d", i, offset, n)
		}
		if size == ir.Dynamic || stride == ir.Dynamic {
			continue
		}
		if last := offset + (size-1)*stride; last >= n {
			return fmt.Errorf("slice along dimension %d runs out-of-bounds: %d >= %d", i, last, n)
		}
	}
	return nil
}
