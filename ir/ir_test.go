package ir

import (
	"errors"
	"math/big"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

var testDialect = NewDialect("test", "ops for tests")

var (
	testModule = testDialect.NewOp("test.module")
	testFunc   = testDialect.NewOp("test.func")
	testConst  = testDialect.NewOp("test.const")
	testAdd    = testDialect.NewOp("test.add")
	testSub    = testDialect.NewOp("test.sub")
	testIf     = testDialect.NewOp("test.if")
	testBr     = testDialect.NewOp("test.br")
	testRet    = testDialect.NewOp("test.return")
	testCheck  = testDialect.NewOp("test.check")
)

func init() {
	two := Args(Arg("a", AnyType), Arg("b", AnyType))
	out := Args(Arg("out", AnyType))
	testModule.Define(OpDef{Doc: "m", Regions: []RegionArg{{Name: "body"}}, Traits: SymbolTable | NoTerminator | GraphRegions | IsolatedFromAbove | SingleBlock})
	testFunc.Define(OpDef{Doc: "f", Regions: []RegionArg{{Name: "body"}}, Traits: Symbol | IsolatedFromAbove,
		Attrs: []AttrArg{{Name: "sym_name", Is: IsSymbolName}}})
	testConst.Define(OpDef{Doc: "c", Results: out, Traits: Pure | ConstantLike, Attrs: []AttrArg{{Name: "value", Is: AnyAttr}}})
	testAdd.Define(OpDef{Doc: "a", Operands: two, Results: out, Traits: Pure | Commutative | SameTypes})
	testSub.Define(OpDef{Doc: "s", Operands: two, Results: out, Traits: Pure | SameTypes})
	testIf.Define(OpDef{Doc: "i", Operands: Args(Arg("cond", I1)), Results: Args(Variadic("out", AnyType)),
		Regions: []RegionArg{{Name: "then"}, {Name: "else"}}, Traits: RecursiveEffects})
	testBr.Define(OpDef{Doc: "b", Operands: Args(Variadic("args", AnyType)), Successors: 1, Traits: Terminator | Pure,
		SuccessorOperands: func(o *Op, _ int) (int, int) { return 0, o.NumOperands() }})
	testRet.Define(OpDef{Doc: "r", Operands: Args(Variadic("args", AnyType)), Traits: Terminator | ReturnLike | Pure})
	testCheck.Define(OpDef{Doc: "k", Operands: Args(Arg("x", AnyType))})
}

// fixture is a module with one function @f whose entry block takes (f32, f32, i1).
type fixture struct {
	ctx    *Context
	b      *Builder
	module *Op
	fn     *Op
	entry  *Block
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{ctx: NewContext(testDialect)}
	f.ctx.AllowUnregistered = true
	f.b = NewBuilder(f.ctx)
	var body Region
	f.entry = &Block{}
	for _, ty := range []*Type{f.ctx.F32(), f.ctx.F32(), f.ctx.Bool()} {
		f.entry.AddArg(ty, 0)
	}
	body.Append(f.entry)
	f.fn = f.op(t, &OpState{Name: f.ctx.OpName("test.func"), Regions: []*Region{&body}, Results: []*Type{},
		Attrs: []NamedAttr{{"sym_name", f.ctx.StringAttr("f")}}})
	var top Region
	top.Append(&Block{})
	top.First().Append(f.fn)
	f.module = f.op(t, &OpState{Name: f.ctx.OpName("test.module"), Regions: []*Region{&top}, Results: []*Type{}})
	f.b.AtEnd(f.entry)
	return f
}

func (f *fixture) op(t *testing.T, st *OpState) *Op {
	t.Helper()
	o, err := f.b.Create(st)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (f *fixture) binary(d *OpDef, x, y *Value) *Op {
	return f.b.OpWithTypes(d, 0, []*Type{x.Type()}, []*Value{x, y})
}

func (f *fixture) ret(vs ...*Value) *Op { return f.b.OpWithTypes(testRet, 0, nil, vs) }

func TestUniquing(t *testing.T) {
	c := NewContext()
	types := map[string][2]*Type{
		"int":    {c.Int(7, Signed), c.Int(7, Signed)},
		"tensor": {c.Tensor([]int64{2, Dynamic}, c.F32()), c.Tensor([]int64{2, Dynamic}, c.F32())},
		"func":   {c.Func([]*Type{c.F32()}, nil), c.Func([]*Type{c.F32()}, nil)},
		"opaque": {c.Opaque("u.x<1>"), c.Opaque("u.x<1>")},
	}
	for name, p := range types {
		if p[0] != p[1] {
			t.Errorf("%s: equal types are two objects", name)
		}
	}
	if c.Func([]*Type{c.F32()}, nil) == c.Func(nil, []*Type{c.F32()}) {
		t.Error("inputs and results are mixed up")
	}
	if c.Tensor(nil, c.F32()) == c.UnrankedTensor(c.F32()) {
		t.Error("rank 0 is not unranked")
	}
	x, y := NamedAttr{"x", c.I64Attr(1)}, NamedAttr{"y", c.StringAttr("s")}
	if c.Dict([]NamedAttr{x, y}) != c.Dict([]NamedAttr{y, x}) {
		t.Error("a dictionary depends on the order of its entries")
	}
	if c.I64Attr(1) == c.IntAttr(c.I32(), 1) || c.StringAttr("1") == c.OpaqueAttr("1", nil) {
		t.Error("different attributes are one object")
	}
	full := c.Dense(c.Tensor([]int64{2}, c.I32()), []byte{1, 0, 0, 0, 1, 0, 0, 0})
	if full != c.Dense(c.Tensor([]int64{2}, c.I32()), []byte{1, 0, 0, 0}) || !full.IsSplat() {
		t.Error("equal elements are not a splat")
	}
	big1 := new(big.Int).Lsh(big.NewInt(1), 100)
	if a := c.BigIntAttr(c.Int(128, Signless), big1); a.BigInt().Cmp(big1) != 0 {
		t.Errorf("i128: got %v", a.BigInt())
	}
	if got := c.IntAttr(c.Int(8, Signless), 255).Int(); got != -1 {
		t.Errorf("255 : i8 is %d", got)
	}
	if got := c.IntAttr(c.Int(8, Unsigned), 255).Int(); got != 255 {
		t.Errorf("255 : ui8 is %d", got)
	}
}

func TestUniquingInParallel(t *testing.T) {
	c := NewContext()
	var wg sync.WaitGroup
	got := make([][]*Type, 8)
	for w := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 2000 {
				got[w] = append(got[w], c.Tensor([]int64{int64(i % 500)}, c.F32()))
			}
		}()
	}
	wg.Wait()
	for w := range got {
		for i := range got[w] {
			if got[w][i] != got[0][i] {
				t.Fatalf("worker %d made its own tensor<%dxf32>", w, i%500)
			}
		}
	}
}

func TestUseLists(t *testing.T) {
	f := newFixture(t)
	x, y := f.entry.Arg(0), f.entry.Arg(1)
	a := f.binary(testAdd, x, x)
	b := f.binary(testSub, a.Result(0), y)
	if n := len(x.Users()); n != 2 {
		t.Fatalf("x has %d uses, want 2", n)
	}
	if u := a.OperandUse(1); u.Index() != 1 || u.Owner() != a {
		t.Errorf("use knows itself as operand %d", u.Index())
	}
	x.ReplaceAllUsesWith(y)
	if x.HasUses() || a.Operand(0) != y || len(y.Users()) != 3 {
		t.Errorf("after replacing: x used %v, y has %d uses", x.HasUses(), len(y.Users()))
	}
	b.Erase()
	if a.HasUses() || len(y.Users()) != 2 {
		t.Error("erasing left a use behind")
	}
	a.SetOperands([]*Value{x})
	if a.NumOperands() != 1 || y.HasUses() || !x.HasOneUse() {
		t.Error("SetOperands left the lists wrong")
	}
}

func TestEquivalence(t *testing.T) {
	f := newFixture(t)
	x, y := f.entry.Arg(0), f.entry.Arg(1)
	add1, add2 := f.binary(testAdd, x, y), f.binary(testAdd, y, x)
	sub1, sub2 := f.binary(testSub, x, y), f.binary(testSub, y, x)
	var eq Equivalence
	if !eq.Equal(add1, add2) || eq.Hash(add1) != eq.Hash(add2) {
		t.Error("add(x, y) and add(y, x) must be equivalent")
	}
	if eq.Equal(sub1, sub2) {
		t.Error("sub(x, y) and sub(y, x) must not be equivalent")
	}
	add2.SetAttr("note", f.ctx.Unit())
	if eq.Equal(add1, add2) {
		t.Error("an attribute more must make a difference")
	}
	region := func(d *OpDef) *Op {
		ifOp := func() *Region {
			r := &Region{}
			r.Append(&Block{})
			b := NewBuilder(f.ctx).AtEnd(r.First())
			v := b.OpWithTypes(d, 0, []*Type{x.Type()}, []*Value{x, y})
			b.OpWithTypes(testRet, 0, nil, v.Results())
			return r
		}
		return f.op(t, &OpState{Name: f.ctx.OpName("test.if"), Operands: []*Value{f.entry.Arg(2)}, Results: []*Type{x.Type()},
			Regions: []*Region{ifOp(), ifOp()}})
	}
	i1, i2, i3 := region(testAdd), region(testAdd), region(testSub)
	if eq = (Equivalence{}); !eq.Equal(i1, i2) {
		t.Error("ops with equal regions must be equivalent")
	}
	if eq = (Equivalence{}); eq.Equal(i1, i3) {
		t.Error("ops with different regions must not be equivalent")
	}
	// Hashes must tell apart what differs in the values used from outside: many
	// loops of one shape would otherwise all be compared with each other.
	user := func(v *Value) *Op {
		r := &Region{}
		r.Append(&Block{})
		b := NewBuilder(f.ctx).AtEnd(r.First())
		b.OpWithTypes(testRet, 0, nil, b.OpWithTypes(testAdd, 0, []*Type{x.Type()}, []*Value{v, v}).Results())
		return f.op(t, &OpState{Name: f.ctx.OpName("test.if"), Operands: []*Value{f.entry.Arg(2)}, Results: []*Type{x.Type()}, Regions: []*Region{r}})
	}
	if first, second := user(x), user(x); eq.Hash(first) != eq.Hash(second) {
		t.Error("equal regions must have equal hashes")
	}
	if eq.Hash(user(x)) == eq.Hash(user(y)) {
		t.Error("regions that use different values should have different hashes")
	}
}

// verifyCases build IR that the verifier refuses, or accepts where want is empty.
var verifyCases = []struct {
	name  string
	build func(t *testing.T, f *fixture)
	want  string // "" for valid
	note  string
}{
	{"valid", func(t *testing.T, f *fixture) {
		f.ret(f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0))
	}, "", ""},
	{"missing terminator", func(t *testing.T, f *fixture) {
		f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
	}, "block with no terminator, has 'test.add'", ""},
	{"empty block", func(t *testing.T, f *fixture) {}, "empty block: expect at least a terminator in region #0", ""},
	{"terminator in the middle", func(t *testing.T, f *fixture) {
		f.ret()
		f.ret()
	}, "'test.return' op must be the last operation in the parent block", ""},
	{"too few operands", func(t *testing.T, f *fixture) {
		f.b.OpWithTypes(testAdd, 0, []*Type{f.ctx.F32()}, []*Value{f.entry.Arg(0)})
		f.ret()
	}, "'test.add' op expected 2 operands, but found 1", ""},
	{"types differ", func(t *testing.T, f *fixture) {
		f.b.OpWithTypes(testAdd, 0, []*Type{f.ctx.F32()}, []*Value{f.entry.Arg(0), f.entry.Arg(2)})
		f.ret()
	}, "'test.add' op requires the same type for all operands and results", ""},
	{"constraint", func(t *testing.T, f *fixture) {
		f.op(t, &OpState{Name: f.ctx.OpName("test.if"), Operands: []*Value{f.entry.Arg(0)}, Results: []*Type{},
			Regions: []*Region{{}, {}}})
		f.ret()
	}, "'test.if' op operand #0 must be 1-bit signless integer, but got ", ""},
	{"region count", func(t *testing.T, f *fixture) {
		f.op(t, &OpState{Name: f.ctx.OpName("test.if"), Operands: []*Value{f.entry.Arg(2)}, Results: []*Type{}})
		f.ret()
	}, "'test.if' op expected 2 regions, but found 0", ""},
	{"missing attribute", func(t *testing.T, f *fixture) {
		f.b.OpWithTypes(testConst, 0, []*Type{f.ctx.F32()}, nil)
		f.ret()
	}, "'test.const' op requires attribute 'value'", ""},
	{"use before definition", func(t *testing.T, f *fixture) {
		late := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		early := f.b.Before(late).OpWithTypes(testAdd, 0, []*Type{f.ctx.F32()}, []*Value{late.Result(0), f.entry.Arg(0)})
		_ = early
		f.b.AtEnd(f.entry)
		f.ret()
	}, "operand #0 does not dominate this use", "operand defined here (op in the same block)"},
	{"op uses itself", func(t *testing.T, f *fixture) {
		o := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		o.SetOperand(1, o.Result(0))
		f.ret()
	}, "operand #1 does not dominate this use", "operand defined here (op in the same block)"},
	{"branch argument types", func(t *testing.T, f *fixture) {
		next := &Block{}
		next.AddArg(f.ctx.F64(), 0)
		f.entry.Region().Append(next)
		f.op(t, &OpState{Name: f.ctx.OpName("test.br"), Operands: []*Value{f.entry.Arg(0)}, Results: []*Type{}, Successors: []*Block{next}})
		f.b.AtEnd(next)
		f.ret()
	}, "type mismatch for bb argument #0 of successor #0", ""},
	{"branch argument count", func(t *testing.T, f *fixture) {
		next := &Block{}
		f.entry.Region().Append(next)
		f.op(t, &OpState{Name: f.ctx.OpName("test.br"), Operands: []*Value{f.entry.Arg(0)}, Results: []*Type{}, Successors: []*Block{next}})
		f.b.AtEnd(next)
		f.ret()
	}, "branch has 1 operands for successor #0, but target block has 0", ""},
	{"branch to the entry", func(t *testing.T, f *fixture) {
		f.op(t, &OpState{Name: f.ctx.OpName("test.br"), Operands: f.entry.Args(), Results: []*Type{}, Successors: []*Block{f.entry}})
	}, "entry block of region may not have predecessors", ""},
	{"sibling block does not dominate", func(t *testing.T, f *fixture) {
		a, b := &Block{}, &Block{}
		f.entry.Region().Append(a)
		f.entry.Region().Append(b)
		f.op(t, &OpState{Name: f.ctx.OpName("u.fork"), Results: []*Type{}, Successors: []*Block{a, b}})
		f.b.AtEnd(a)
		v := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		f.ret()
		f.b.AtEnd(b)
		f.ret(v.Result(0))
	}, "operand #0 does not dominate this use", "operand defined here (op in the same region)"},
	{"isolation", func(t *testing.T, f *fixture) {
		v := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		r := &Region{}
		r.Append(&Block{})
		f.op(t, &OpState{Name: f.ctx.OpName("test.module"), Results: []*Type{}, Regions: []*Region{r}})
		f.b.AtEnd(r.First())
		f.ret(v.Result(0))
		f.b.AtEnd(f.entry)
		f.ret()
	}, "'test.return' op using value defined outside the region", "required by region isolation constraints"},
	{"symbol twice", func(t *testing.T, f *fixture) {
		f.ret()
		f.b.AtEnd(f.fn.Block()).Clone(f.fn, map[*Value]*Value{})
	}, "redefinition of symbol named 'f'", "see existing symbol definition here"},
}

func TestVerify(t *testing.T) {
	for _, tt := range verifyCases {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			tt.build(t, f)
			err := Verify(f.module)
			if tt.want == "" {
				if err != nil {
					t.Fatalf("unexpected error: %v", err)
				}
				return
			}
			var d *Diag
			if !errors.As(err, &d) || !strings.HasPrefix(d.Message, tt.want) {
				t.Fatalf("got error %v, want %q", err, tt.want)
			}
			if tt.note != "" && (len(d.Notes) != 1 || d.Notes[0].Message != tt.note) {
				t.Errorf("got notes %v, want %q", d.Notes, tt.note)
			}
		})
	}
}

func TestNumElements(t *testing.T) {
	for _, tt := range []struct {
		shape []int64
		n     int64
		ok    bool
	}{
		{nil, 1, true},
		{[]int64{2, 3}, 6, true},
		{[]int64{1 << 40, 1 << 40, 0}, 0, true},
		{[]int64{1 << 40, 1 << 40}, 0, false},
		{[]int64{0, 1 << 40, 1 << 40}, 0, true},
		{[]int64{2, Dynamic}, 0, false},
		{[]int64{0, Dynamic}, 0, false},
		{[]int64{Dynamic, 0}, 0, false},
		{[]int64{1 << 62, 1}, 1 << 62, true},
		{[]int64{1 << 62, 2}, 0, false},
	} {
		if n, ok := NumElements(tt.shape); n != tt.n || ok != tt.ok {
			t.Errorf("%v: got %d %v, want %d %v", tt.shape, n, ok, tt.n, tt.ok)
		}
	}
}

func TestRenderPointsAtTheSource(t *testing.T) {
	c := NewContext()
	s, err := c.AddSource("f.mlir", []byte("first\n\tx = y\nlast"), 0)
	if err != nil {
		t.Fatal(err)
	}
	got := c.Render(Errorf(s.Loc(9), "bad %s", "thing").WithNote(s.Loc(0), "see here"))
	want := "f.mlir:2:4: error: bad thing\n        x = y\n          ^\nf.mlir:1:1: note: see here\nfirst\n^\n"
	if got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	// At the very end of the text, and in the second source.
	s2, err := c.AddSource("g.mlir", []byte("a\nbc"), 10)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Render(Errorf(s2.Loc(4), "end")); got != "g.mlir:12:3: error: end\nbc\n  ^\n" {
		t.Errorf("got %q", got)
	}
	if got := c.Render(Errorf(s.Loc(17), "end")); !strings.HasPrefix(got, "f.mlir:3:5: error: end\n") {
		t.Errorf("got %q", got)
	}
}

// TestRenderIsFitForATerminal checks what stands under the caret when a line
// has characters of several bytes or none that can be shown, and that nothing
// long comes out.
func TestRenderIsFitForATerminal(t *testing.T) {
	long := strings.Repeat("é", 1000)
	const half = maxEcho / 4 // of what is shown, in letters of two bytes
	for _, tt := range []struct {
		line   string
		offset int
		want   string
	}{
		{"\"é\" = x", 7, "f:1:8: error: bad\n\"é\" = x\n      ^\n"},
		{"a\x00\x1b[31m\xff\u0085b", 10, "f:1:11: error: bad\na\uFFFD\uFFFD[31m\uFFFD\uFFFDb\n         ^\n"},
		{"a\tb\tc", 2, "f:1:3: error: bad\na       b       c\n        ^\n"},
		{"a\tb\tc", 3, "f:1:4: error: bad\na       b       c\n         ^^^^^^^\n"},
		{"a\r", 1, "f:1:2: error: bad\na\n ^\n"},
		{long + "x" + long, 2000, "f:1:2001: error: bad\n..." + strings.Repeat("é", half) + "x" + strings.Repeat("é", half) + "...\n" + strings.Repeat(" ", 3+half) + "^\n"},
		{"x" + long, 1999, "f:1:2000: error: bad\n..." + strings.Repeat("é", half+1) + "\n" + strings.Repeat(" ", 3+half) + "^\n"},
	} {
		c := NewContext()
		s, err := c.AddSource("f", []byte(tt.line), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Render(Errorf(s.Loc(tt.offset), "bad")); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
	c := NewContext()
	if got, want := c.Render(Errorf(0, "bad \x1b[0m\nname")), "<unknown>:0: error: bad \uFFFD[0m\nname\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got := c.Render(Errorf(0, "'%s' is bad", strings.Repeat("é", 1<<20)))
	if len(got) > maxMessage+50 || !strings.HasPrefix(got, "<unknown>:0: error: 'éé") || !strings.HasSuffix(got, "é' is bad\n") || !utf8.ValidString(got) {
		t.Errorf("got %d bytes: %q", len(got), got)
	}
}

func TestDeepNestsNeedNoStack(t *testing.T) {
	c := NewContext()
	name := c.OpName("u.nest")
	var a Arena
	inner := a.NewOp(&OpState{Name: name}, nil, nil)
	const depth = 200000
	for range depth {
		r, b := a.NewRegion(), a.NewBlock()
		r.Append(b)
		b.Append(inner)
		inner = a.NewOp(&OpState{Name: name, Regions: []*Region{r}}, nil, nil)
	}
	pre, post := 0, 0
	Walk(inner, func(*Op) WalkAction { pre++; return Advance })
	WalkPost(inner, func(*Op) { post++ })
	if pre != depth+1 || post != depth+1 {
		t.Errorf("visited %d and %d of %d ops", pre, post, depth+1)
	}
	var all []*Op
	Walk(inner, func(o *Op) WalkAction { all = append(all, o); return Advance })
	inner.Erase()
	for _, o := range all {
		if o.Block() != nil || o.NumRegions() > 0 && o.RegionAt(0).First().First() != nil {
			t.Fatal("what is erased leads to what was in it, and keeps it in memory")
		}
	}
}
