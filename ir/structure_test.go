package ir

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// blockNames are the ops and arguments of the blocks of r, from front to back
// and, as a check of the links, from back to front.
func blockNames(t *testing.T, r *Region) string {
	t.Helper()
	var there, back []string
	for b := r.First(); b != nil; b = b.Next() {
		if b.Region() != r {
			t.Error("a block does not know its region")
		}
		var fore, aft []string
		for o := b.First(); o != nil; o = o.Next() {
			if o.Block() != b {
				t.Error("an op does not know its block")
			}
			fore = append(fore, o.Name()[2:])
		}
		for o := b.Last(); o != nil; o = o.Prev() {
			aft = append(aft, o.Name()[2:])
		}
		slices.Reverse(aft)
		if !slices.Equal(fore, aft) {
			t.Errorf("forwards %v, backwards %v", fore, aft)
		}
		there = append(there, strings.Join(fore, " "))
	}
	for b := r.Last(); b != nil; b = b.Prev() {
		var fore []string
		for o := b.First(); o != nil; o = o.Next() {
			fore = append(fore, o.Name()[2:])
		}
		back = append(back, strings.Join(fore, " "))
	}
	slices.Reverse(back)
	if !slices.Equal(there, back) {
		t.Errorf("forwards %q, backwards %q", there, back)
	}
	return strings.Join(there, " | ")
}

func TestBlocks(t *testing.T) {
	c := NewContext()
	ops := func(names string) *Block {
		b := &Block{}
		for _, n := range strings.Fields(names) {
			b.Append(free(t, c, "u."+n, nil))
		}
		return b
	}
	op := func(r *Region, name string) *Op {
		for b := r.First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				if o.Name() == "u."+name {
					return o
				}
			}
		}
		t.Fatalf("no op %s", name)
		return nil
	}
	region := func(blocks ...*Block) *Region {
		r := &Region{}
		for _, b := range blocks {
			r.Append(b)
		}
		return r
	}
	for _, tt := range []struct {
		name string
		edit func(r *Region)
		want string
	}{
		{"nothing", func(*Region) {}, "a b c | d"},
		{"split in the middle", func(r *Region) { r.First().SplitBefore(op(r, "b")) }, "a | b c | d"},
		{"split at the start", func(r *Region) { r.First().SplitBefore(op(r, "a")) }, " | a b c | d"},
		{"split at the end", func(r *Region) { r.First().SplitBefore(nil) }, "a b c |  | d"},
		{"split the last block", func(r *Region) { r.Last().SplitBefore(op(r, "d")) }, "a b c |  | d"},
		{"insert a block in the middle", func(r *Region) { r.InsertAfter(ops("x"), r.First()) }, "a b c | x | d"},
		{"insert a block at the end", func(r *Region) { r.InsertAfter(ops("x"), r.Last()) }, "a b c | d | x"},
		{"take a body", func(r *Region) { r.TakeBody(region(ops("x"), ops("y z"))) }, "a b c | d | x | y z"},
		{"take an empty body", func(r *Region) { r.TakeBody(&Region{}) }, "a b c | d"},
		{"detach the first block", func(r *Region) { r.First().Detach() }, "d"},
		{"detach all blocks", func(r *Region) { r.First().Detach(); r.First().Detach() }, ""},
		{"detach twice", func(r *Region) { b := r.Last(); b.Detach(); b.Detach() }, "a b c"},
		{"move an op to the front", func(r *Region) { op(r, "c").MoveBefore(op(r, "a")) }, "c a b | d"},
		{"move an op to another block", func(r *Region) { op(r, "a").MoveBefore(op(r, "d")) }, "b c | a d"},
		{"erase ops", func(r *Region) { op(r, "a").Erase(); op(r, "c").Erase(); op(r, "d").Erase() }, "b | "},
		{"erase a block", func(r *Region) { r.First().Erase() }, "d"},
	} {
		r := region(ops("a b c"), ops("d"))
		tt.edit(r)
		if got := blockNames(t, r); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	from := region(ops("a"), ops("b"))
	to := &Region{}
	if to.TakeBody(from); !from.Empty() || from.Last() != nil || blockNames(t, to) != "a | b" {
		t.Error("taking a body leaves something behind")
	}
}

// An op that takes the regions of another one has their blocks, and what its own used has one user
// less.
func TestTakeRegions(t *testing.T) {
	c := NewContext()
	b := NewBuilder(c)
	create := func(name string, operands []*Value, results []*Type, regions ...*Region) *Op {
		o, err := b.Create(&OpState{Name: c.OpName(name), Operands: operands, Results: results, Regions: regions})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	outside := create("test.outside", nil, []*Type{c.Float("f32")}).Result(0)
	body := func(names ...string) *Region {
		r := &Region{}
		for _, name := range names {
			block := &Block{}
			r.Append(block)
			b.AtEnd(block)
			first := create(name, []*Value{outside}, []*Type{c.Float("f32")})
			create(name, []*Value{first.Result(0)}, []*Type{})
		}
		b.AtEnd(nil)
		return r
	}
	to := create("test.holder", nil, []*Type{}, body("t.a", "t.b"), body())
	from := create("test.holder", nil, []*Type{}, body("t.c"), body("t.d", "t.e"))
	to.TakeRegions(from)
	if x, y := blockNames(t, to.RegionAt(0)), blockNames(t, to.RegionAt(1)); x != "c c" || y != "d d | e e" {
		t.Errorf("it has %q and %q", x, y)
	}
	if !from.RegionAt(0).Empty() || !from.RegionAt(1).Empty() {
		t.Error("the other op has kept a block")
	}
	users := 0
	for u := outside.FirstUse(); u != nil; u = u.Next() {
		users++
	}
	if users != 3 {
		t.Errorf("the value from outside has %d users", users)
	}
}

// The order of ops must be right after any edit, whenever it is asked for.
func TestIsBefore(t *testing.T) {
	c := NewContext()
	rng := rand.New(rand.NewPCG(1, 2))
	b := &Block{}
	var order []*Op
	for range 500 {
		switch k := rng.IntN(4); {
		case k == 0 && len(order) > 0:
			i := rng.IntN(len(order))
			order[i].Erase()
			order = slices.Delete(order, i, i+1)
		case k == 1 && len(order) > 1:
			i, j := rng.IntN(len(order)), rng.IntN(len(order))
			if i == j {
				continue
			}
			o, p := order[i], order[j]
			o.MoveBefore(p)
			order = slices.Delete(order, i, i+1)
			order = slices.Insert(order, slices.Index(order, p), o)
		default:
			o, i := free(t, c, "u.op", nil), rng.IntN(len(order)+1)
			if i == len(order) {
				b.Append(o)
			} else {
				b.InsertBefore(o, order[i])
			}
			order = slices.Insert(order, i, o)
		}
		if len(order) > 0 && rng.IntN(3) == 0 {
			i, j := rng.IntN(len(order)), rng.IntN(len(order))
			if got := order[i].IsBefore(order[j]); got != (i < j) {
				t.Fatalf("op %d before op %d: %v", i, j, got)
			}
		}
	}
}

func TestSymbols(t *testing.T) {
	c := NewContext(testDialect)
	table := func(name string, ops ...*Op) *Op {
		st := &OpState{Name: c.OpName("test.module"), Results: []*Type{}, Regions: []*Region{body(ops...)}}
		if name != "" {
			st.Attrs = []NamedAttr{{"sym_name", c.StringAttr(name)}}
		}
		o, err := NewBuilder(c).Create(st)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	symbol := func(name string) *Op {
		o := free(t, c, "u.symbol", nil)
		o.SetAttr("sym_name", c.StringAttr(name))
		return o
	}
	user := free(t, c, "u.user", nil)
	deepest := symbol("deepest")
	near, far := symbol("both"), symbol("both")
	only := symbol("only")
	level2 := table("level2", deepest)
	hidden, seen := free(t, c, "u.hidden", nil), free(t, c, "u.seen", nil)
	nest := func(regions ...*Region) *Op {
		o, err := NewBuilder(c).Create(&OpState{Name: c.OpName("u.nest"), Results: []*Type{}, Regions: regions})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	oneRegion, twoRegions := nest(body(hidden)), nest(body(seen), body())
	level1 := table("level1", near, level2, user, oneRegion, twoRegions)
	root := table("", far, only, level1, free(t, c, "u.nameless", nil))
	for _, tt := range []struct {
		from *Op
		ref  *Attr
		want *Op
	}{
		{user, c.Symbol("both"), near},
		{root, c.Symbol("both"), far},
		{only, c.Symbol("both"), far},
		{user, c.Symbol("only"), nil}, // further out
		{hidden, c.Symbol("both"), nil},
		{seen, c.Symbol("both"), near},
		{user, c.Symbol("level2"), level2},
		{user, c.Symbol("level2", "deepest"), deepest},
		{root, c.Symbol("level1", "level2", "deepest"), deepest},
		{user, c.Symbol("level1", "level2", "deepest"), nil}, // further out
		{root, c.Symbol("level1", "level2"), level2},
		{user, c.Symbol("deepest"), nil},        // further in
		{user, c.Symbol("level2", "only"), nil}, // outside of the nested table
		{user, c.Symbol("only", "x"), nil},      // no table
		{root, c.Symbol("gone"), nil},
		{free(t, c, "u.lost", nil), c.Symbol("only"), nil}, // no table around it
	} {
		if got := LookupSymbol(tt.from, tt.ref); got != tt.want {
			t.Errorf("%s from %s: got %v, want %v", tt.ref, tt.from.Name(), got, tt.want)
		}
	}
	m := Symbols(root)
	if len(m) != 3 || m["both"] != far || m["only"] != only || m["level1"] != level1 {
		t.Errorf("the symbols of the root are %v", m)
	}
	if got := SymbolVisibility(only); got != "public" {
		t.Errorf("without a visibility: %s", got)
	}
	if only.SetAttr("sym_visibility", c.StringAttr("private")); SymbolVisibility(only) != "private" {
		t.Error("a private symbol is not private")
	}
	var refs []string
	WalkSymbolRefs(c.Dict([]NamedAttr{
		{"a", c.Array([]*Attr{c.Symbol("x"), c.I64Attr(1), c.Array([]*Attr{c.Symbol("y", "z")})})}, {"b", c.Symbol("w")},
	}), func(a *Attr) { refs = append(refs, a.String()) })
	if want := []string{"@x", "@y::@z", "@w"}; !slices.Equal(refs, want) {
		t.Errorf("got %v, want %v", refs, want)
	}
}

func TestInts(t *testing.T) {
	c := NewContext()
	dense := func(elem *Type, n int64, raw ...byte) *Attr { return c.Dense(c.Tensor([]int64{n}, elem), raw) }
	i16, ui16 := c.Int(16, Signless), c.Int(16, Unsigned)
	for _, tt := range []struct {
		a    *Attr
		want []int64
	}{
		{nil, nil},
		{c.I64Array([]int64{1, -2, 1<<63 - 1, -1 << 63}), []int64{1, -2, 1<<63 - 1, -1 << 63}},
		{c.I64Array(nil), []int64{}},
		{c.IntArray(i16, []int64{1, -2}), []int64{1, -2}},
		{c.DenseArray(c.Bool(), []byte{1, 0}), []int64{1, 0}},
		{dense(i16, 2, 1, 0, 0xfe, 0xff), []int64{1, -2}},
		{dense(ui16, 2, 1, 0, 0xfe, 0xff), []int64{1, 0xfffe}},
		{dense(c.Int(8, Signed), 2, 1, 0x80), []int64{1, -128}},
		{dense(c.Int(24, Signless), 2, 1, 0, 0, 0xff, 0xff, 0xff), []int64{1, -1}},
		{dense(c.Index(), 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), []int64{-1}},
		{dense(c.Bool(), 2, 1, 0), []int64{1, 0}},
		{dense(i16, 3, 7, 0), []int64{7, 7, 7}}, // a splat
		{dense(c.Bool(), 3, 1), []int64{1, 1, 1}},
		{dense(i16, 0), []int64{}},
		{dense(i16, 1<<20, 7, 0), slices.Repeat([]int64{7}, 1<<20)},
		{dense(i16, 1<<20+1, 7, 0), nil},
		{dense(i16, 1<<50, 7, 0), nil},
		{dense(c.F32(), 1, 0, 0, 0, 0), nil},
		{dense(c.Int(128, Signless), 1, make([]byte, 16)...), nil},
		{c.Array([]*Attr{c.I64Attr(1), c.BoolAttr(false), c.IntAttr(i16, -3)}), []int64{1, 0, -3}},
		{c.Array([]*Attr{c.I64Attr(1), c.StringAttr("2")}), nil},
		{c.Array(nil), []int64{}},
		{c.I64Attr(1), nil},
		{c.StringAttr("1"), nil},
	} {
		if got := tt.a.Ints(); !slices.Equal(got, tt.want) || (got == nil) != (tt.want == nil) {
			t.Errorf("%v: got %d numbers %v, want %d", tt.a, len(got), got[:min(len(got), 10)], len(tt.want))
		}
	}
	for _, tt := range []struct {
		is   AttrConstraint
		a    *Attr
		want bool
	}{
		{IsInts, c.I64Array([]int64{1}), true},
		{IsInts, dense(c.I64(), 3, 1, 0, 0, 0, 0, 0, 0, 0), true},
		{IsInts, dense(c.I64(), 1<<40, 1, 0, 0, 0, 0, 0, 0, 0), false},
		{IsInts, dense(c.I32(), 3, 1, 0, 0, 0), false},
		{IsInts, c.Dense(c.Tensor([]int64{1, 1}, c.I64()), make([]byte, 8)), false},
		{IsInts, c.Array([]*Attr{c.I64Attr(1)}), false},
		{IsBools, dense(c.Bool(), 1<<40, 1), false},
		{IsIntMatrix, c.Dense(c.Tensor([]int64{2, 2}, c.I64()), make([]byte, 8)), true},
		{IsIntMatrix, c.Dense(c.Tensor([]int64{1 << 30, 2}, c.I64()), make([]byte, 8)), false},
	} {
		if got := tt.is.Ok(tt.a); got != tt.want {
			t.Errorf("%s: %v is %v, want %v", tt.is.Desc, tt.a, got, tt.want)
		}
	}
}

// The order of ops stays right while ops are put between others, moved and
// taken away, with and without room for a new place.
func TestOrderUnderInsertion(t *testing.T) {
	c := NewContext()
	b := NewBuilder(c)
	block := &Block{}
	make := func() *Op {
		o, err := b.Create(&OpState{Name: c.OpName("t.op")})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	var want []*Op
	random := uint32(1)
	for i := range 3000 {
		random = random*1664525 + 1013904223
		o := make()
		at := int(random>>8) % (len(want) + 1)
		if i%3 > 0 {
			at = min(7, len(want)) // crowd one place
		}
		if at == len(want) {
			block.Append(o)
		} else {
			block.InsertBefore(o, want[at])
		}
		want = slices.Insert(want, at, o)
		if i%5 == 0 {
			want[0].Detach()
			want = want[1:]
		}
		for k := max(1, at-3); k < min(at+4, len(want)); k++ {
			if !want[k-1].IsBefore(want[k]) || want[k].IsBefore(want[k-1]) {
				t.Fatalf("after %d insertions, op %d is not before op %d", i+1, k-1, k)
			}
		}
	}
}
