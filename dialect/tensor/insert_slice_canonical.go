package tensorop

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

func insertPatterns(root *ir.OpDef) []*rewrite.Pattern {
	return []*rewrite.Pattern{
		{Name: "InsertSliceOpConstantArgumentFolder", Root: root, Apply: foldInsertedIndices},
		{Name: "InsertSliceOpCastFolder", Root: root, Apply: insertUncast},
		{Name: "InsertSliceOpSourceCastInserter", Root: root, Apply: castInserted},
	}
}

// replaceInsert replaces an insertion by one of other tensors or another slice,
// which has a value if the first one has.
func replaceInsert(r *rewrite.Rewriter, o *ir.Op, s slice, source, dest *ir.Value) {
	if o.Is(ParallelInsertSlice) {
		s.make(r, ParallelInsertSlice, o.Loc(), nil, source, dest)
		r.EraseOp(o)
		return
	}
	n := s.make(r, InsertSlice, o.Loc(), []*ir.Type{dest.Type()}, source, dest).Result(0)
	if t := o.Result(0).Type(); n.Type() != t {
		n = castTo(r, o.Loc(), t, n)
	}
	r.ReplaceOp(o, n)
}

// castSource casts what o inserts, in front of it or, among parallel insertions,
// in front of the op that holds them.
func castSource(r *rewrite.Rewriter, o *ir.Op, t *ir.Type) *ir.Value {
	if o.Is(ParallelInsertSlice) {
		r.Before(o.Parent())
		defer r.Before(o)
	}
	return castTo(r, o.Loc(), t, o.Operand(0))
}

// foldInsertedIndices moves constant operands into the attributes.
func foldInsertedIndices(r *rewrite.Rewriter, o *ir.Op) bool {
	if !hasConstantOperand(o) {
		return false
	}
	source, dest := o.Operand(0), o.Operand(1)
	s := sliceOf(o)
	kept, _ := keptDims(s.static()[1], source.Type().Shape())
	if s = s.clone(); !s.fold(dest.Type().Shape()) {
		return false
	}
	if t := withSizes(r.Ctx, source.Type(), s, kept); t != source.Type() {
		source = castSource(r, o, t)
	}
	replaceInsert(r, o, s, source, dest)
	return true
}

// insertUncast inserts what a cast was made of, or into that.
func insertUncast(r *rewrite.Rewriter, o *ir.Op) bool {
	source, dest := UncastUser(o.Operand(0)), UncastUser(o.Operand(1))
	if source == nil && dest == nil || hasConstantOperand(o) {
		return false
	}
	if source == nil {
		source = o.Operand(0)
	}
	if dest == nil {
		dest = o.Operand(1)
	}
	s := sliceOf(o).clone()
	shape := source.Type().Shape()
	kept, ok := keptDimsOfMore(s.static()[1], shape)
	if !ok {
		return false
	}
	// Extents behind the first that is not known stay as they are, as in
	// mlir-opt, which keeps all if the cast knows one of them.
	for i, dim := range kept {
		if shape[i] == ir.Dynamic {
			break
		}
		s.sizes()[dim] = Index{Const: shape[i]}
	}
	static := s.static()
	if _, fits := keptDims(static[1], shape); !fits || outside(dest.Type().Shape(), static) != nil {
		return false
	}
	replaceInsert(r, o, s, source, dest)
	return true
}

// keptDimsOfMore is keptDims for a shape that may say more than the sizes: what
// is not known of these may be any extent.
func keptDimsOfMore(sizes, shape []int64) (kept []int, ok bool) {
	for i, n := range sizes {
		at := len(kept)
		switch {
		case at < len(shape) && (shape[at] == n || n == ir.Dynamic):
			kept = append(kept, i)
		case n != 1:
			return nil, false
		}
	}
	return kept, len(kept) == len(shape)
}

// castInserted casts what is inserted to what the sizes say of it.
func castInserted(r *rewrite.Rewriter, o *ir.Op) bool {
	source, dest := o.Operand(0), o.Operand(1)
	t := source.Type()
	if t.Rank() != dest.Type().Rank() {
		return false
	}
	shape := slices.Clone(t.Shape())
	s := sliceOf(o)
	for i, x := range s.sizes() {
		if n, known := x.Known(); known {
			if n < 0 {
				return false
			}
			shape[i] = n
		}
	}
	to := r.Ctx.WithShape(t, shape)
	if to == t || !moreStatic(t, to) || joined(t.Shape(), shape) == nil {
		return false
	}
	replaceInsert(r, o, s, castSource(r, o, to), dest)
	return true
}
