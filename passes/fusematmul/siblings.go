package fusematmul

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// joint says along which dimensions contractions that share operand `shared` are
// joined: dimension dim of operand `joined` is dimension result of the result.
type joint struct{ shared, joined, dim, result int }

// jointOf finds the joint of contractions like o that share an operand; ok is
// false where they cannot be joined.
func jointOf(o *ir.Op, shared int) (j joint, ok bool) {
	if j = (joint{shared: shared, joined: 1 - shared}); !isContraction(o) {
		return j, false
	}
	t, result := o.Operand(j.joined).Type(), o.Result(0).Type()
	switch {
	case o.Is(tg.MatMul):
		if j.dim, j.result = t.Rank()-1, result.Rank()-1; shared == 1 {
			// Any dimension but the last; the first one if the other operand does
			// not run in step with it, for then the pieces are side by side.
			if j.dim = t.Rank() - 2; o.Operand(1).Type().Rank() <= 2 {
				j.dim = 0
			}
			j.result = j.dim + result.Rank() - t.Rank()
			if o.Operand(1).Type().Rank() == 1 {
				j.result = j.dim
			}
		}
		return j, t.Rank() >= 2
	case o.Is(tg.DotGeneral):
		left, right := dotDimsOf(o)
		mine := []dotDims{left, right}[j.joined]
		free := mine.free(t.Rank())
		if len(free) == 0 {
			return j, false
		}
		j.dim, j.result = free[0], len(left.batching)
		if shared == 0 {
			j.result += len(left.free(o.Operand(0).Type().Rank()))
		}
		return j, true
	case o.Is(tg.Conv):
		// Features that fall into groups would have to be shuffled.
		d, err := tg.ParseConvLayout(o.Attr("layout").Text())
		if err != nil || o.Attr("groups").Int() != 1 || o.Attr("batch_groups").Int() != 1 {
			return j, false
		}
		if j.dim, j.result = d.KernelOutput, d.OutputFeature; shared == 1 {
			j.dim, j.result = d.InputBatch, d.OutputBatch
		}
		return j, true
	}
	return j, false
}

// sibling is a contraction that may be merged with others of its kind.
type sibling struct {
	op    *ir.Op
	joint joint
	// other is the operand that is joined; bias is joined as well, along biasDim,
	// or nil. In place of a bias there may be one number for all elements, which
	// changes nothing where there is no bias at all.
	other, bias *ir.Value
	biasDim     int
	number      []byte
	unbiased    bool
	// shared is a bias that is added to all alike, or nil.
	shared *ir.Value
}

// siblingKey is equal for contractions that differ in what is joined only.
type siblingKey struct {
	def        *ir.OpDef
	joint      joint
	shared     *ir.Value
	sharedBias *ir.Value
	// Types have extent 0 where they are joined; props are without activation.
	other, bias, result *ir.Type
	props               *ir.Attr
}

// siblingOf describes o; ok is false where it cannot be merged.
func (f *fuser) siblingOf(o *ir.Op, shared int) (s sibling, k siblingKey, ok bool) {
	j, ok := jointOf(o, shared)
	if !ok || !o.Operand(j.joined).Type().IsStatic() {
		return s, k, false
	}
	c := f.run.Ctx
	s = sibling{op: o, joint: j, other: o.Operand(j.joined)}
	result := o.Result(0).Type()
	k = siblingKey{
		def: o.Def(), joint: j, shared: o.Operand(shared),
		other: withExtent(c, s.other.Type(), j.dim, 0), result: withExtent(c, result, j.result, 0), props: withoutActivation(o),
	}
	return f.withBias(s, k)
}

// withBias completes s and k by the bias.
func (f *fuser) withBias(s sibling, k siblingKey) (sibling, siblingKey, bool) {
	c, result, at := f.run.Ctx, s.op.Result(0).Type(), s.joint.result
	// What a bias by column, row or feature usually is.
	usual := c.Tensor(append([]int64{0}, slices.Repeat([]int64{1}, result.Rank()-at-1)...), result.Elem())
	if s.op.NumOperands() == 2 {
		s.number, s.unbiased = neutralOfAdd(result.Elem()), true
		if s.number != nil {
			k.bias = usual
		}
		return s, k, true
	}
	bias := s.op.Operand(2)
	d := at - (result.Rank() - bias.Type().Rank())
	n, static := bias.Type().NumElements()
	switch {
	case n == 1 && static && ir.ConstantValue(bias).Is(ir.DenseAttr):
		s.number, k.bias = ir.ConstantValue(bias).Raw(), usual
	case d < 0 || bias.Type().Shape()[d] == 1 && result.Shape()[at] != 1:
		s.shared, k.sharedBias = bias, bias
	case !bias.Type().IsStatic():
		return s, k, false
	default:
		s.bias, s.biasDim = bias, d
		k.bias = withExtent(c, bias.Type(), d, 0)
	}
	return s, k, true
}

// neutralOfAdd is the number of type t that can be added to any without changing
// it: -0, for +0 would change -0. It is nil for types that may lack it.
func neutralOfAdd(t *ir.Type) []byte {
	raw := make([]byte, ir.StorageBytes(t))
	if t.IsComplex() {
		return nil
	}
	if !t.IsFloat() {
		return raw
	}
	if f := t.Format(); f.Special != ir.IEEE || f.Unsigned || len(raw) < 2 {
		return nil
	}
	raw[len(raw)-1] = 0x80
	return raw
}

// fillBiases gives those of s a bias that have a number instead, unless none of
// them needs any, and returns the constants that it makes.
func (f *fuser) fillBiases(s []sibling, at *ir.Op) (made []*ir.Op) {
	if !slices.ContainsFunc(s, func(m sibling) bool { return m.bias != nil || m.number != nil && !m.unbiased }) {
		return nil
	}
	for i := range s {
		m := &s[i]
		if m.bias != nil {
			continue
		}
		result := m.op.Result(0).Type()
		shape := slices.Repeat([]int64{1}, result.Rank()-m.joint.result)
		shape[0] = result.Shape()[m.joint.result]
		t := f.run.Ctx.Tensor(shape, result.Elem())
		value := ir.NamedAttr{Name: "value", Value: f.run.Ctx.Dense(t, m.number)}
		m.bias, m.biasDim = f.run.Builder.Before(at).OpWithTypes(tg.Constant, at.Loc(), t.Alone(), nil, value).Result(0), 0
		made = append(made, m.bias.Def())
	}
	return made
}

func withExtent(c *ir.Context, t *ir.Type, dim int, extent int64) *ir.Type {
	shape := slices.Clone(t.Shape())
	shape[dim] = extent
	return c.WithShape(t, shape)
}

func withoutActivation(o *ir.Op) *ir.Attr {
	if o.Props().Get("activation") == nil {
		return o.Props()
	}
	entries := slices.DeleteFunc(slices.Clone(o.Props().Entries()), func(e ir.NamedAttr) bool { return e.Name == "activation" })
	if len(entries) == 0 {
		return nil
	}
	return o.Context().Dict(entries)
}

// siblings merges the contractions of b that have operand `shared` in common.
func (f *fuser) siblings(b *ir.Block, shared int) {
	sets := setsOf(f, b, func(o *ir.Op) (sibling, siblingKey, bool) { return f.siblingOf(o, shared) })
	f.mergeSiblings(b, newJoiner(f.run.Builder), sets)
}

// setsOf finds the sets of independent ops of b that describe gives equal keys.
func setsOf[K comparable](f *fuser, b *ir.Block, describe func(*ir.Op) (sibling, K, bool)) [][]sibling {
	ops := number(b)
	var (
		set     = make([]int, len(ops)) // that op i belongs to
		sibs    = make([]sibling, len(ops))
		numbers = map[K]int{}
		count   []int
	)
	for i, o := range ops {
		set[i] = -1
		s, k, ok := describe(o)
		if !ok {
			continue
		}
		n, ok := numbers[k]
		if !ok {
			n = len(count)
			numbers[k] = n
			count = append(count, 0)
		}
		set[i], sibs[i] = n, s
		count[n]++
	}
	for i, n := range set {
		if n >= 0 && count[n] < 2 {
			set[i] = -1
		}
	}
	return f.independent(b, ops, set, sibs)
}

// independent divides sets into those of one level, of two ops or more, in the
// order of their first ops.
func (f *fuser) independent(b *ir.Block, ops []*ir.Op, set []int, sibs []sibling) [][]sibling {
	type at struct {
		set   int
		level int32
	}
	l := levelsOf(b, f.deps, ops, set)
	numbers := map[at]int{}
	var all [][]sibling
	for i, n := range set {
		if n < 0 {
			continue
		}
		k, ok := numbers[at{n, l.of[i]}]
		if !ok {
			k = len(all)
			numbers[at{n, l.of[i]}] = k
			all = append(all, nil)
		}
		all[k] = append(all[k], sibs[i])
	}
	return slices.DeleteFunc(all, func(s []sibling) bool { return len(s) < 2 })
}

// sortSiblings brings what is joined into an order that does not depend on that
// of the ops, so that the gates of a cell are joined alike at every step and
// pieces of one tensor as they lie in it.
func sortSiblings(j *joiner, s []sibling) {
	type place struct {
		base  uint32
		first int64
		id    uint32
	}
	places := map[*ir.Value]place{}
	for _, m := range s {
		if _, ok := places[m.other]; !ok {
			p := pieceOf(m.other)
			places[m.other] = place{j.id(p.base), p.first, j.id(m.other)}
		}
	}
	slices.SortStableFunc(s, func(x, y sibling) int {
		a, b := places[x.other], places[y.other]
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.first, b.first), cmp.Compare(a.id, b.id))
	})
}
