package ir

import (
	"slices"
	"strings"
	"testing"
)

// free makes an op that belongs to no block.
func free(t *testing.T, c *Context, name string, operands []*Value, results ...*Type) *Op {
	t.Helper()
	o, err := NewBuilder(c).Create(&OpState{Name: c.OpName(name), Operands: operands, Results: append([]*Type{}, results...)})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// body makes a region of one block with the given ops.
func body(ops ...*Op) *Region {
	r := &Region{}
	r.Append(&Block{})
	for _, o := range ops {
		r.First().Append(o)
	}
	return r
}

// TestVerifyWithoutBlocks verifies IR that is still being put together.
func TestVerifyWithoutBlocks(t *testing.T) {
	c := NewContext(testDialect)
	f32 := c.F32()
	source := free(t, c, "u.source", nil, f32)
	x := source.Result(0)
	nest := func(name string, used *Value) *Op {
		st := &OpState{Name: c.OpName(name), Results: []*Type{}}
		switch name {
		case "test.if":
			st.Operands = []*Value{free(t, c, "u.source", nil, c.Bool()).Result(0)}
			st.Regions = []*Region{body(free(t, c, "test.return", []*Value{used})), body(free(t, c, "test.return", nil))}
		case "test.func":
			st.Attrs = []NamedAttr{{"sym_name", c.StringAttr("f")}}
			st.Regions = []*Region{body(free(t, c, "test.return", []*Value{used}))}
		}
		o, err := NewBuilder(c).Create(st)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	self := free(t, c, "test.add", []*Value{x, x}, f32)
	self.SetOperand(1, self.Result(0))
	elsewhere := body(free(t, c, "u.source", nil, f32)).First().First()
	unowned := body(free(t, c, "test.check", []*Value{x})).First().First()
	dropped := free(t, c, "test.add", []*Value{x, x}, f32)
	dropped.DropAllReferences()
	jump, err := NewBuilder(c).Create(&OpState{Name: c.OpName("u.jump"), Results: []*Type{}, Successors: []*Block{{}}})
	if err != nil {
		t.Fatal(err)
	}
	jump.DropAllReferences()
	for _, tt := range []struct {
		name string
		root *Op
		want string
	}{
		{"an operand without a block", free(t, c, "test.add", []*Value{x, x}, f32), ""},
		{"an operand in a block", free(t, c, "test.check", []*Value{elsewhere.Result(0)}), "operand #0 does not dominate this use"},
		{"an argument of a block without a region", free(t, c, "test.check", []*Value{(&Block{}).AddArg(f32, 0)}), "operation's operand is unlinked"},
		{"a region without an op", unowned, "operation's operand is unlinked"},
		{"its own result", self, "operand #1 does not dominate this use"},
		{"used inside", nest("test.if", x), "operation's operand is unlinked"},
		{"used inside of an isolated region", nest("test.func", x), "operation's operand is unlinked"},
		{"no operand", dropped, "'test.add' op operand #0 is no value"},
		{"no successor", jump, "'u.jump' op successor #0 is no block"},
	} {
		err := Verify(tt.root)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestSegments(t *testing.T) {
	c := NewContext(testDialect)
	one, maybe, many := Arg("a", AnyType), Optional("b", AnyType), Variadic("c", AnyType)
	sized := func(a *Attr) *Op {
		o := free(t, c, "u.sized", nil)
		if a != nil {
			o.SetAttr("operandSegmentSizes", a)
		}
		return o
	}
	list := func(v ...int64) *Attr { return c.IntArray(c.I32(), v) }
	none := sized(nil)
	tests := []struct {
		name  string
		op    *Op
		args  []ArgDef
		n     int
		sized bool
		want  []int
		err   string
	}{
		{"nothing", none, nil, 0, false, []int{}, ""},
		{"nothing wanted", none, nil, 1, false, nil, "requires zero operands, but has 1"},
		{"one", none, Args(one), 1, false, []int{1}, ""},
		{"one missing", none, Args(one), 0, false, nil, "requires a single operand, but has 0"},
		{"optional there", none, Args(one, maybe), 2, false, []int{1, 1}, ""},
		{"optional missing", none, Args(maybe, one), 1, false, []int{0, 1}, ""},
		{"optional twice", none, Args(one, maybe), 3, false, nil, "operand group starting at #1 requires 0 or 1 element, but found 2"},
		{"variadic in the middle", none, Args(one, many, one), 5, false, []int{1, 3, 1}, ""},
		{"variadic empty", none, Args(one, many, one), 2, false, []int{1, 0, 1}, ""},
		{"too few for the fixed", none, Args(one, many, one), 1, false, nil, "expected 2 or more operands, but found 1"},
		{"sizes", sized(list(1, 0, 2)), Args(one, maybe, many), 3, true, []int{1, 0, 2}, ""},
		{"sizes of the other spelling", sized(c.Dense(c.Tensor([]int64{3}, c.I32()), []byte{1, 0, 0, 0})), Args(one, maybe, many), 3, true, []int{1, 1, 1}, ""},
		{"no sizes", none, Args(one, many), 1, true, nil, "operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'"},
		{"too many sizes", sized(list(1, 1, 1)), Args(one, many), 3, true, nil, "must have 2 elements, but got 3"},
		{"not a list", sized(c.StringAttr("1, 1")), Args(one, many), 2, true, nil, "must have 2 elements, but got 0"},
		{"a list without end", sized(c.Dense(c.Tensor([]int64{1 << 40}, c.I32()), []byte{1, 0, 0, 0})), Args(one, many), 2, true, nil, "must have 2 elements, but got 0"},
		{"negative", sized(list(1, -1)), Args(one, many), 0, true, nil, "cannot have negative elements"},
		{"one is two", sized(list(0, 2)), Args(many, one), 2, true, nil, "operand group starting at #0 requires 1 element, but found 2"},
		{"one is none", sized(list(3, 0)), Args(many, one), 3, true, nil, "operand group starting at #3 requires 1 element, but found 0"},
		{"optional is two", sized(list(2, 0)), Args(maybe, many), 2, true, nil, "operand group starting at #0 requires 0 or 1 element, but found 2"},
		{"sum", sized(list(1, 3)), Args(one, many), 3, true, nil, "operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'"},
	}
	for _, tt := range tests {
		got, err := Segments(tt.op, tt.args, tt.n, tt.sized, "operand")
		switch {
		case tt.err == "" && (err != nil || !slices.Equal(got, tt.want)):
			t.Errorf("%s: got %v, %v; want %v", tt.name, got, err, tt.want)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
		}
	}
}

func TestCompatible(t *testing.T) {
	c := NewContext()
	f32, tensor := c.F32(), func(shape ...int64) *Type { return c.Tensor(shape, c.F32()) }
	encoded := c.TensorWithEncoding([]int64{2}, f32, c.StringAttr("e"))
	for _, tt := range []struct {
		a, b *Type
		want bool
	}{
		{f32, f32, true},
		{f32, c.F64(), false},
		{f32, tensor(), false},
		{tensor(), tensor(), true},
		{tensor(2), tensor(2), true},
		{tensor(2), tensor(3), false},
		{tensor(2), tensor(Dynamic), true},
		{tensor(Dynamic, 3), tensor(2, Dynamic), true},
		{tensor(Dynamic, 3), tensor(2, 4), false},
		{tensor(1), tensor(), false},
		{tensor(1, 2), tensor(2), false},
		{tensor(2), c.UnrankedTensor(f32), true},
		{c.UnrankedTensor(f32), c.UnrankedTensor(f32), true},
		{c.UnrankedTensor(f32), c.UnrankedTensor(c.F64()), false},
		{tensor(2), c.Tensor([]int64{2}, c.F64()), false},
		{tensor(2), encoded, true},
		{c.Vector([]int64{2}, nil, f32), tensor(2), false},
		{c.Int(32, Signless), c.Int(32, Signed), false},
	} {
		if Compatible(tt.a, tt.b) != tt.want || Compatible(tt.b, tt.a) != tt.want {
			t.Errorf("%s and %s: want %v", tt.a, tt.b, tt.want)
		}
	}
}
