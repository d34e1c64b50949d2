package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// outline is the structure of ops: names, and operands, results, arguments and
// blocks as numbers in the order of the text, so that equal outlines are equal
// IR. What lies outside of all given ops goes by its address.
func outline(ops ...*Op) string {
	o := outliner{values: map[*Value]string{}, blocks: map[*Block]string{}}
	for _, op := range ops {
		o.number(op)
	}
	for _, op := range ops {
		o.op(op, "")
	}
	return o.b.String()
}

type outliner struct {
	b      strings.Builder
	values map[*Value]string
	blocks map[*Block]string
}

func (l *outliner) number(root *Op) {
	Walk(root, func(o *Op) WalkAction {
		for _, v := range o.Results() {
			l.values[v] = fmt.Sprintf("%%%d", len(l.values))
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				l.blocks[b] = fmt.Sprintf("^%d", len(l.blocks))
				for _, a := range b.Args() {
					l.values[a] = fmt.Sprintf("%%%d", len(l.values))
				}
			}
		}
		return Advance
	})
}

func (l *outliner) value(v *Value) string {
	if n := l.values[v]; n != "" {
		return n
	}
	return fmt.Sprintf("%p", v)
}

func (l *outliner) op(o *Op, indent string) {
	l.b.WriteString(indent)
	for _, v := range o.Results() {
		fmt.Fprintf(&l.b, "%s: %s ", l.value(v), v.Type())
	}
	l.b.WriteString(o.Name())
	for _, v := range o.Operands() {
		l.b.WriteString(" " + l.value(v))
	}
	for _, s := range o.Successors() {
		if n := l.blocks[s]; n != "" {
			l.b.WriteString(" " + n)
		} else {
			fmt.Fprintf(&l.b, " %p", s)
		}
	}
	if o.Props() != nil || o.Attrs() != nil {
		fmt.Fprintf(&l.b, " %v %v", o.Props(), o.Attrs())
	}
	fmt.Fprintf(&l.b, " loc %d\n", o.Loc())
	for _, r := range o.Regions() {
		fmt.Fprintf(&l.b, "%s region\n", indent)
		for b := r.First(); b != nil; b = b.Next() {
			fmt.Fprintf(&l.b, "%s %s", indent, l.blocks[b])
			for _, a := range b.Args() {
				fmt.Fprintf(&l.b, " %s: %s loc %d", l.value(a), a.Type(), a.Loc())
			}
			l.b.WriteString("\n")
			for p := b.First(); p != nil; p = p.Next() {
				l.op(p, indent+"  ")
			}
		}
	}
}

// nested is an op with regions, blocks that branch back and forth, uses before
// definitions and uses from outside.
func nested(t *testing.T, c *Context, outside *Value) *Op {
	t.Helper()
	b := NewBuilder(c)
	f32 := c.F32()
	make := func(name string, operands []*Value, results []*Type, regions []*Region, successors ...*Block) *Op {
		o, err := b.Create(&OpState{Name: c.OpName(name), Loc: Loc(7), Operands: operands, Results: append([]*Type{}, results...), Regions: regions, Successors: successors})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	r, inner := &Region{}, &Region{}
	head, loop, end := &Block{}, &Block{}, &Block{}
	r.Append(head)
	r.Append(end) // before the block that defines what it uses
	r.Append(loop)
	h, l := head.AddArg(f32, 3), loop.AddArg(f32, 4)
	inner.Append(&Block{})

	b.AtEnd(head)
	make("u.jump", []*Value{h, outside}, nil, nil, loop)
	b.AtEnd(loop)
	x := make("u.make", []*Value{l, h}, []*Type{f32, c.I32()}, nil)
	b.AtEnd(inner.First())
	late := make("u.use", []*Value{outside}, []*Type{f32}, nil)
	b.Before(late)
	make("u.use", []*Value{late.Result(0), x.Result(1)}, nil, nil)
	b.AtEnd(loop)
	graph := make("u.graph", []*Value{x.Result(0)}, []*Type{f32}, []*Region{inner, {}})
	graph.SetAttr("k", c.I64Attr(1))
	last := make("u.make", []*Value{l}, []*Type{f32}, nil)
	late.SetOperands([]*Value{outside, last.Result(0)}) // defined behind the op around it
	make("u.jump", []*Value{x.Result(0)}, nil, nil, loop, end)
	b.AtEnd(end)
	make("u.end", []*Value{x.Result(0), graph.Result(0)}, nil, nil)

	b.AtEnd(nil)
	return make("u.root", []*Value{outside, outside}, []*Type{f32}, []*Region{r})
}

func TestClone(t *testing.T) {
	c := NewContext()
	outside := free(t, c, "u.source", nil, c.F32()).Result(0)
	root := nested(t, c, outside)
	before := outline(root)

	block := &Block{}
	b := NewBuilder(c).AtEnd(block)
	after := b.Insert(free(t, c, "u.after", nil))
	var created []string
	b.Before(after).Created = func(o *Op) { created = append(created, o.Name()) }
	values := map[*Value]*Value{}
	n := b.Clone(root, values)
	if got := outline(n); got != before {
		t.Errorf("the copy differs:\n%s\nfrom\n%s", got, before)
	}
	if got := outline(root); got != before {
		t.Errorf("copying has changed the original:\n%s\nfrom\n%s", got, before)
	}
	if n.Block() != block || n.Next() != after || b.Insert(free(t, c, "u.more", nil)).Next() != after {
		t.Error("the copy, or what came behind it, is not where the builder was")
	}
	if values[root.Result(0)] != n.Result(0) || values[root.RegionAt(0).First().Arg(0)] != n.RegionAt(0).First().Arg(0) {
		t.Error("the map does not tell what became of results and arguments")
	}
	if want := 9; len(created) != want || created[want-1] != "u.root" {
		t.Errorf("told of %v", created)
	}
	// Nothing may be shared: erasing the copy leaves the original alone.
	n.Erase()
	if got := outline(root); got != before {
		t.Errorf("erasing the copy has changed the original:\n%s\nfrom\n%s", got, before)
	}
	if users := outside.Users(); len(users) != 4 {
		t.Errorf("the outside value has %d users, want 4", len(users))
	}
}

func TestCloneTranslates(t *testing.T) {
	c := NewContext()
	outside := free(t, c, "u.source", nil, c.F32()).Result(0)
	other := free(t, c, "u.source", nil, c.F32()).Result(0)
	root := nested(t, c, outside)
	n := NewBuilder(c).Clone(root, map[*Value]*Value{outside: other})
	want := strings.ReplaceAll(outline(root), fmt.Sprintf("%p", outside), fmt.Sprintf("%p", other))
	if got := outline(n); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A body copied into itself: what stands for the argument is a value of the
// body, of which there is a copy too.
func TestCloneRegionIntoItself(t *testing.T) {
	f := newFixture(t)
	x, y := f.entry.Arg(0), f.entry.Arg(1)
	sum := f.binary(testAdd, x, y).Result(0)
	product := f.binary(testSub, sum, x).Result(0)
	f.ret(product)
	point := f.entry.Last()
	b := f.b.Before(point)

	blocks := map[*Block]*Block{}
	r := b.CloneRegion(f.fn.RegionAt(0), map[*Value]*Value{}, blocks)
	if blocks[f.entry] != r.First() || r.First() == f.entry {
		t.Error("the map does not tell what became of the block")
	}
	if b.Insert(free(t, f.ctx, "u.here", nil)).Next() != point {
		t.Error("the insertion point has moved")
	}
	// Arguments of the copy stand for themselves unless the caller translates
	// them; here one op is copied with the first argument replaced by the sum.
	n := b.Clone(product.Def(), map[*Value]*Value{x: sum, sum: x})
	if n.Operand(0) != x || n.Operand(1) != sum {
		t.Error("swapped values are translated twice")
	}
	st := &OpState{Name: f.ctx.OpName("u.nest"), Results: []*Type{}, Regions: []*Region{body(
		free(t, f.ctx, "u.first", []*Value{x}, f.ctx.F32()),
	)}}
	region := f.op(t, st)
	first := region.RegionAt(0).First().First()
	// x becomes the result of the very op that is being copied, not of its copy.
	m := b.Clone(region, map[*Value]*Value{x: first.Result(0)})
	if got := m.RegionAt(0).First().First().Operand(0); got != first.Result(0) {
		t.Error("a translation has been translated again")
	}
}

func TestEraseBlockArgs(t *testing.T) {
	// A branch with two destinations whose operands are in segments.
	d := NewDialect("seg", "")
	br := d.NewOp("seg.br")
	window := func(o *Op, i int) (first, count int) {
		sizes := o.Attr("operandSegmentSizes").Ints()
		first = 1
		for k := range i {
			first += int(sizes[1+k])
		}
		return first, int(sizes[1+i])
	}
	br.Define(OpDef{Doc: "b", Operands: Args(Arg("flag", AnyType), Variadic("a", AnyType), Variadic("b", AnyType)), Successors: 2,
		Traits: Terminator | SizedOperands, SuccessorOperands: window,
		SetSuccessorOperands: func(o *Op, i int, values []*Value) {
			first, count := window(o, i)
			sizes := o.Attr("operandSegmentSizes").Ints()
			sizes[1+i] = int64(len(values))
			o.ReplaceOperands(first, count, values)
			o.SetAttr("operandSegmentSizes", o.Context().IntArray(o.Context().I32(), sizes))
		}})
	c := NewContext(d)
	vals := free(t, c, "u.source", nil, slices.Repeat([]*Type{c.F32()}, 6)...).Results()
	build := func(sizes []int64, operands []*Value, succ ...*Block) *Block {
		p := &Block{}
		o, err := NewBuilder(c).AtEnd(p).Create(&OpState{Name: c.OpName("seg.br"), Operands: operands, Results: []*Type{}, Successors: succ,
			Attrs: []NamedAttr{{"operandSegmentSizes", c.IntArray(c.I32(), sizes)}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := VerifyOp(o); err != nil {
			t.Fatal(err)
		}
		return p
	}
	target, other := &Block{}, &Block{}
	for range 3 {
		target.AddArg(c.F32(), 0)
	}
	other.AddArg(c.F32(), 0)
	twice := build([]int64{1, 3, 3}, []*Value{vals[0], vals[1], vals[2], vals[3], vals[4], vals[5], vals[0]}, target, target)
	second := build([]int64{1, 1, 3}, []*Value{vals[0], vals[1], vals[2], vals[3], vals[4]}, other, target)
	args := target.Args()
	kept := []*Value{args[1]}
	EraseBlockArgs(target, []*Block{twice, second}, func(i int) bool { return i != 1 })
	if !slices.Equal(target.Args(), kept) || kept[0].Index() != 0 {
		t.Errorf("%d arguments left, the first with index %d", target.NumArgs(), kept[0].Index())
	}
	for _, tt := range []struct {
		b        *Block
		operands []*Value
		sizes    []int64
	}{
		{twice, []*Value{vals[0], vals[2], vals[5]}, []int64{1, 1, 1}},
		{second, []*Value{vals[0], vals[1], vals[3]}, []int64{1, 1, 1}},
	} {
		o := tt.b.Last()
		if !slices.Equal(o.Operands(), tt.operands) {
			t.Errorf("got %d operands: %v", o.NumOperands(), o.Operands())
		}
		if got := o.Attr("operandSegmentSizes").Ints(); !slices.Equal(got, tt.sizes) {
			t.Errorf("segments %v, want %v", got, tt.sizes)
		}
		if err := VerifyOp(o); err != nil {
			t.Error(err)
		}
	}
	if vals[4].HasUses() {
		t.Error("a dropped operand is still in the use list")
	}
}
