package scf

import (
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The canonicalization patterns have mlir-opt's names and come in its order,
// which shows in the text.

// constant makes an i1 constant at the insertion point.
func constant(r *rewrite.Rewriter, l ir.Loc, v bool) *ir.Value {
	return r.OpWithTypes(arith.Constant, l, []*ir.Type{r.Ctx.Bool()}, nil, ir.NamedAttr{Name: "value", Value: r.Ctx.BoolAttr(v)}).Result(0)
}

// boolConst is the value of a constant of type i1.
func boolConst(v *ir.Value) (holds, known bool) {
	if a := ir.ConstantValue(v); a.Is(ir.IntegerAttr) && a.Type().IsBool() {
		return a.Int() != 0, true
	}
	return false, false
}

// negated is what v is the opposite of, or nil.
func negated(v *ir.Value) *ir.Value {
	if not := v.Def(); not.Is(arith.XOrI) && isTrue(not.Operand(1)) {
		return not.Operand(0)
	}
	return nil
}

func isTrue(v *ir.Value) bool {
	holds, known := boolConst(v)
	return known && holds
}

// withRegions makes an op with that many empty regions at the insertion point.
func withRegions(r *rewrite.Rewriter, d *ir.OpDef, l ir.Loc, results []*ir.Type, operands []*ir.Value, regions int) *ir.Op {
	if results == nil {
		results = []*ir.Type{}
	}
	st := &ir.OpState{Name: r.Ctx.OpName(d.Name()), Loc: l, Operands: operands, Results: results}
	for range regions {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	o, err := r.Create(st)
	if err != nil {
		panic(err) // the result types are stated
	}
	return o
}

// takeRegions moves the bodies of all regions of from to o.
func takeRegions(o, from *ir.Op) {
	for i, region := range from.Regions() {
		o.RegionAt(i).TakeBody(region)
	}
}

// yield makes an scf.yield at the end of b.
func yield(r *rewrite.Rewriter, b *ir.Block, l ir.Loc, values []*ir.Value) {
	r.AtEnd(b).OpWithTypes(Yield, l, nil, values)
}

// replaceYield makes a yield of values come in the place of t, the end of b.
func replaceYield(r *rewrite.Rewriter, t *ir.Op, values []*ir.Value) {
	yield(r, t.Block(), t.Loc(), values)
	r.EraseOp(t)
}

// isOnlyEnd reports whether a region is a block with nothing but its end.
func isOnlyEnd(region *ir.Region) bool {
	return region.HasOneBlock() && region.First().First() == region.First().Last()
}

// nest answers which region of some ops something is inside of. It remembers
// what it met, so that many questions cost the regions between.
type nest map[*ir.Region]*ir.Region

// nestOf is the nest of ops that are directly in one region. What is asked
// about is inside of region around, which is not inside of them.
func nestOf(around *ir.Region, ops ...*ir.Op) nest {
	n := nest{around: nil}
	for _, o := range ops {
		n[o.Region()] = nil
		for _, r := range o.Regions() {
			n[r] = r
		}
	}
	return n
}

// regionOf is the region of one of the ops that r is or is inside of, or nil.
func (n nest) regionOf(r *ir.Region) *ir.Region {
	const near = 4
	p, steps := r, 0
	inside, known := n[p]
	for !known {
		p = p.Parent().Region()
		inside, known = n[p]
		steps++
	}
	if steps > near {
		for q := r; q != p; q = q.Parent().Region() {
			n[q] = inside
		}
	}
	return inside
}
