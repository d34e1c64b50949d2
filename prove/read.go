package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expand"
)

// reader makes nodes of what the values of a block are, at index expressions. It reads the blocks
// of one side for all samples of extents at once: those of the first say what there is, the others
// which numbers it has.
type reader struct {
	t      *table
	lift   *lifting
	values map[*ir.Value][]*ir.Value
	ops    map[*ir.Op][]*ir.Op
	args   map[*ir.Value]int
	made   map[elementKey]*node
	end    *ir.Op
	err    error
}

// elementKey is an element of a value.
type elementKey struct {
	v  *ir.Value
	at string
}

func keyOf(idx []poly) string {
	var b strings.Builder
	for _, p := range idx {
		b.WriteString(p.key())
		b.WriteByte(' ')
	}
	return b.String()
}

// maxWork is how many regions are looked at, and how many nodes there are, before a proof is given
// up.
const maxWork = 50_000

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// newReader expands the ops of copies of the blocks of one side.
func newReader(t *table, lift *lifting, blocks []*ir.Block) *reader {
	r := &reader{t: t, lift: lift, values: map[*ir.Value][]*ir.Value{}, ops: map[*ir.Op][]*ir.Op{}, args: map[*ir.Value]int{}, made: map[elementKey]*node{}}
	copies := make([]*ir.Block, len(blocks))
	for i, block := range blocks {
		b := ir.NewBuilder(block.Last().Context())
		copies[i] = b.CloneRegion(block.Region(), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{}).First()
		for o := copies[i].First(); o != nil; {
			next := o.Next()
			if e, ok := te.Expand.Get(o.Def()); ok && e.Make != nil {
				expand.Op(b, o, nil)
			}
			o = next
		}
	}
	for i, v := range copies[0].Args() {
		r.args[v] = i
	}
	r.end = copies[0].Last()
	r.pair(copies)
	return r
}

// pair notes which values and ops of the samples correspond.
func (r *reader) pair(blocks []*ir.Block) {
	first := blocks[0]
	for i, v := range first.Args() {
		for _, b := range blocks {
			if b.NumArgs() != first.NumArgs() {
				r.fail("blocks have different numbers of arguments at different extents")
				return
			}
			r.values[v] = append(r.values[v], b.Arg(i))
		}
	}
	list := make([]*ir.Op, len(blocks))
	for i, b := range blocks {
		list[i] = b.First()
	}
	for list[0] != nil {
		r.pairOps(slices.Clone(list))
		if r.err != nil {
			return
		}
		for i, o := range list {
			list[i] = o.Next()
		}
	}
	for _, o := range list {
		if o != nil {
			r.fail("there are more ops at some extents than at others")
		}
	}
}

func (r *reader) pairOps(list []*ir.Op) {
	first := list[0]
	for _, o := range list {
		if o == nil || o.Name() != first.Name() || o.NumOperands() != first.NumOperands() || o.NumResults() != first.NumResults() || o.NumRegions() != first.NumRegions() {
			r.fail("'%s' is another op at other extents, or makes other computes there", first.Name())
			return
		}
	}
	for i, v := range first.Operands() {
		for k, o := range list {
			if same := r.values[v]; same != nil && same[k] != o.Operand(i) {
				r.fail("'%s' has other operands at other extents", first.Name())
				return
			}
		}
	}
	r.ops[first] = list
	for i, v := range first.Results() {
		for _, o := range list {
			r.values[v] = append(r.values[v], o.Result(i))
		}
	}
	for i := range first.NumRegions() {
		var blocks []*ir.Block
		for _, o := range list {
			if !o.RegionAt(i).HasOneBlock() {
				r.fail("'%s' has a region that is not one block", o.Name())
				return
			}
			blocks = append(blocks, o.RegionAt(i).First())
		}
		r.pair(blocks)
	}
}

// extents are those of a tensor.
func (r *reader) extents(v *ir.Value) []poly {
	siblings := r.values[v]
	out := make([]poly, v.Type().Rank())
	for d := range out {
		out[d] = r.numbers(siblings, func(w *ir.Value) int64 { return w.Type().Shape()[d] })
	}
	return out
}

// numbers lifts a number that each sample has.
func (r *reader) numbers(list []*ir.Value, of func(*ir.Value) int64) poly {
	numbers := make([]int64, len(list))
	for i, v := range list {
		numbers[i] = of(v)
	}
	return r.lifted(numbers)
}

func (r *reader) lifted(numbers []int64) poly {
	rationals := make([]*big.Rat, len(numbers))
	for i, v := range numbers {
		rationals[i] = big.NewRat(v, 1)
	}
	p, err := r.lift.of(rationals)
	if err != nil {
		r.fail("%w", err)
	}
	return p
}

// at is the element of a value at index expressions.
func (r *reader) at(v *ir.Value, idx []poly) *node {
	elem := v.Type().ElemOrSelf()
	if r.err != nil || len(r.made) > maxWork {
		r.fail("there are more than %d expressions", maxWork)
		return r.t.intern(node{kind: constant, typ: elem})
	}
	key := elementKey{v, keyOf(idx)}
	if n := r.made[key]; n != nil {
		return n
	}
	var n *node
	switch arg, isArg := r.args[v]; {
	case isArg:
		n = r.t.intern(node{kind: read, typ: elem, tensor: r.t.tensor(fmt.Sprintf("arg%d", arg)), at: idx})
	case v.Def() == nil:
		r.fail("a value comes from outside of the block")
		n = r.t.intern(node{kind: constant, typ: elem})
	default:
		n = r.result(v, idx)
	}
	r.made[key] = n
	return n
}

// result is an element of the result of an op.
func (r *reader) result(v *ir.Value, idx []poly) *node {
	o, elem := v.Def(), v.Type().ElemOrSelf()
	if n := r.splat(v); n != nil {
		return n
	}
	if c, ok := te.AsCompute(o); ok {
		return r.compute(c, slices.Index(o.Results(), v), idx)
	}
	return r.t.intern(node{kind: read, typ: elem, tensor: r.opaque(o, slices.Index(o.Results(), v)), at: idx})
}

// opaque is the number of a tensor that an op makes of which nothing is known but that it makes
// equal results of equal operands.
func (r *reader) opaque(o *ir.Op, result int) int {
	if !o.Has(ir.Pure) || o.NumRegions() > 0 {
		r.fail("'%s' has effects, or regions that are not looked into", o.Name())
		return 0
	}
	name := fmt.Sprintf("%s#%d(", o.Name(), result)
	for _, s := range r.ops[o] {
		if s.Props() != o.Props() || s.Attrs() != o.Attrs() {
			r.fail("'%s' has other attributes at other extents", o.Name())
		}
	}
	for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
		name += fmt.Sprintf("%s=%s ", a.Name, a.Value)
	}
	for _, v := range o.Operands() {
		if !v.Type().IsRankedTensor() {
			r.fail("'%s' has an operand that is no tensor", o.Name())
			return 0
		}
		extents := r.extents(v)
		idx := make([]poly, len(extents))
		for d := range idx {
			idx[d] = r.t.place(d).poly()
			name += "[" + extents[d].key() + "]"
		}
		name += fmt.Sprintf("%d ", r.at(v, idx).id)
	}
	return r.t.tensor(name + ") " + o.Result(result).Type().ElemOrSelf().String())
}

// compute is an element of a result of a compute.
func (r *reader) compute(c te.Compute, result int, idx []poly) *node {
	axes, free := c.All(), len(c.Axes())
	env := make([]poly, len(axes))
	var bound []variable
	var extents []poly
	for i, a := range axes {
		lower := r.axis(c, i, func(a te.Axis) int64 { return a.Lower })
		if a.Extent == ir.Dynamic {
			r.fail("an extent is known to the run only")
			return r.t.intern(node{kind: constant})
		}
		if i < free {
			env[i] = idx[i].add(lower)
			continue
		}
		v := r.t.fresh(axis, a.Name)
		bound, extents = append(bound, v), append(extents, r.axis(c, i, func(a te.Axis) int64 { return a.Extent }))
		env[i] = v.poly().add(lower)
	}
	b := &bodyReader{reader: r, env: env, nodes: map[*ir.Value]*node{}}
	elements := b.block(c.Body())
	if !c.Reduces() {
		return elements[result]
	}
	n := node{
		kind: fold, typ: c.Result(result).Type().Elem(), op: c.Combiner(), bound: bound, extents: extents, args: elements,
		elements: len(elements), inits: len(c.Inits()), result: result,
	}
	for _, v := range c.Inits() {
		n.args = append(n.args, r.at(v, nil))
	}
	if block := c.Combine(); block != nil {
		for i, a := range block.Args() {
			b.nodes[a] = r.t.intern(node{kind: argument, typ: a.Type().ElemOrSelf(), result: i})
		}
		n.args = append(n.args, b.block(block)...)
	}
	return r.t.intern(n)
}

func (r *reader) axis(c te.Compute, i int, of func(te.Axis) int64) poly {
	var numbers []int64
	for _, o := range r.ops[c.Op] {
		numbers = append(numbers, of(te.Compute{Op: o}.All()[i]))
	}
	return r.lifted(numbers)
}

// splat is the element of a constant whose elements are all the same; nil for other values.
func (r *reader) splat(v *ir.Value) *node {
	var numbers []*big.Rat
	var bits string
	for i, s := range r.values[v] {
		a := ir.ConstantValue(s)
		if !a.Is(ir.DenseAttr) || !a.IsSplat() || len(a.Raw()) == 0 {
			return nil
		}
		if i == 0 {
			bits = string(a.Raw())
		} else if bits != string(a.Raw()) {
			bits = ""
		}
		if q := rational(v.Type().Elem(), a.Raw()); q != nil {
			numbers = append(numbers, q)
		}
	}
	elem := v.Type().Elem()
	if bits != "" {
		return r.t.bits(elem, []byte(bits))
	}
	if len(numbers) < len(r.values[v]) {
		r.fail("a constant is another one at other extents")
		return r.t.zero(elem)
	}
	p, err := r.lift.of(numbers)
	if err != nil {
		r.fail("%w", err)
	}
	return r.t.constant(node{kind: constant, typ: elem, at: []poly{p}})
}

// bodyReader reads the body of a compute.
type bodyReader struct {
	*reader
	env   []poly
	nodes map[*ir.Value]*node
}

// block reads ops, and returns what is yielded.
func (b *bodyReader) block(block *ir.Block) []*node {
	for o := block.First(); o != nil && o != block.Last(); o = o.Next() {
		var args []*node
		for i, v := range o.Operands() {
			if _, reads := te.AsRead(o); !reads || i > 0 {
				args = append(args, b.value(v))
			}
		}
		for i, v := range o.Results() {
			b.nodes[v] = b.op(o, i, v, args)
		}
	}
	var out []*node
	for _, v := range block.Last().Operands() {
		out = append(out, b.value(v))
	}
	return out
}

func (b *bodyReader) value(v *ir.Value) *node {
	if n := b.nodes[v]; n != nil {
		return n
	}
	return b.at(v, nil)
}

func (b *bodyReader) op(o *ir.Op, result int, v *ir.Value, args []*node) *node {
	elem, t := v.Type().ElemOrSelf(), b.t
	if n := b.splat(v); n != nil {
		return n
	}
	switch o.Name() {
	case "te.read":
		return b.read(te.Read{Op: o}, args)
	case "te.index":
		return t.intern(node{kind: index, typ: elem, at: []poly{b.expr(o, mapAt(0), nil)}})
	case "te.guard":
		return t.choice(b.guard(o), t.truth(elem, true), t.truth(elem, false))
	}
	for _, s := range b.ops[o] {
		if s.Props() != o.Props() || s.Attrs() != o.Attrs() {
			b.fail("'%s' has other attributes at other extents", o.Name())
		}
	}
	n := node{kind: call, typ: elem, op: o.Name(), result: result, args: args, commutes: o.Has(ir.Commutative), source: o}
	for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
		n.attrs += fmt.Sprintf("%s=%s ", a.Name, a.Value)
	}
	return t.call(n)
}

// read reads an element; an index with a value in it stays inside of the tensor.
func (b *bodyReader) read(r te.Read, args []*node) *node {
	syms := r.Map().Syms
	values := make([]poly, syms)
	for i := range values {
		values[i] = b.t.elementOf(args[i])
	}
	extents := b.extents(r.Tensor())
	idx := make([]poly, len(extents))
	for d, e := range r.Map().Results {
		idx[d] = b.expr(r.Op, mapAt(d), values)
		if usesSymbols(e) {
			idx[d] = b.t.clampedTo(idx[d], extents[d].plus(-1))
		}
	}
	n := b.at(r.Tensor(), idx)
	if r.Guard() == nil {
		return n
	}
	otherwise := b.t.zero(n.typ)
	if r.Else() != nil {
		otherwise = args[syms]
	}
	return b.t.choice(b.guard(r.Op), n, otherwise)
}

func (b *bodyReader) guard(o *ir.Op) []fact {
	set := o.Attr(te.GuardAttr).IntegerSet()
	for _, s := range b.ops[o] {
		if a := s.Attr(te.GuardAttr); a == nil || !slices.Equal(a.IntegerSet().Eq, set.Eq) {
			b.fail("'%s' has other conditions at other extents", o.Name())
			return nil
		}
	}
	facts := make([]fact, len(set.Constraints))
	for i := range facts {
		p := b.expr(o, func(o *ir.Op) *ir.AffineExpr { return o.Attr(te.GuardAttr).IntegerSet().Constraints[i] }, nil)
		facts[i] = fact{p, set.Eq[i]}
	}
	return facts
}

func mapAt(d int) func(*ir.Op) *ir.AffineExpr {
	return func(o *ir.Op) *ir.AffineExpr { return o.Attr(te.MapAttr).AffineMap().Results[d] }
}

func usesSymbols(e *ir.AffineExpr) bool {
	return e.Op == ir.AffineSym || e.LHS != nil && (usesSymbols(e.LHS) || usesSymbols(e.RHS))
}
