package ir

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// textCase is a type or attribute and its text.
type textCase struct {
	got  fmt.Stringer
	want string
	// ours: mlir-opt does not read the text, or writes it in another way.
	ours bool
}

func typeCases(c *Context) []textCase {
	f32, i32 := c.F32(), c.I32()
	fn := c.Func([]*Type{i32, f32}, []*Type{f32})
	map1 := c.AffineMapAttr(&AffineMap{Dims: 1, Results: []*AffineExpr{add(dim(0), konst(1))}})
	var many []*Type
	for range 17 {
		many = append(many, c.Bool())
	}
	return []textCase{
		{got: i32, want: "i32"},
		{got: c.Bool(), want: "i1"},
		{got: c.Int(4, Signed), want: "si4"},
		{got: c.Int(7, Unsigned), want: "ui7"},
		{got: c.Int(0, Signless), want: "i0"},
		{got: c.Int(16777215, Signless), want: "i16777215"},
		{got: c.Index(), want: "index"},
		{got: c.None(), want: "none"},
		{got: c.Float("f8E4M3B11FNUZ"), want: "f8E4M3B11FNUZ"},
		{got: c.Float("tf32"), want: "tf32"},
		{got: c.Complex(f32), want: "complex<f32>"},
		{got: c.Tuple(nil), want: "tuple<>"},
		{got: c.Tuple([]*Type{i32, c.Tuple([]*Type{f32})}), want: "tuple<i32, tuple<f32>>"},
		{got: c.Tuple(many), want: "tuple<" + strings.Repeat("i1, ", 16) + "i1>"},
		{got: c.Func(nil, nil), want: "() -> ()"},
		{got: fn, want: "(i32, f32) -> f32"},
		{got: c.Func(nil, []*Type{i32, i32}), want: "() -> (i32, i32)"},
		{got: c.Func([]*Type{fn}, []*Type{fn}), want: "((i32, f32) -> f32) -> ((i32, f32) -> f32)"},
		{got: c.Tensor(nil, f32), want: "tensor<f32>"},
		{got: c.Tensor([]int64{2, Dynamic, 0}, f32), want: "tensor<2x?x0xf32>"},
		{got: c.Tensor([]int64{2}, c.Complex(f32)), want: "tensor<2xcomplex<f32>>"},
		{got: c.UnrankedTensor(f32), want: "tensor<*xf32>"},
		{got: c.TensorWithEncoding([]int64{2}, f32, c.StringAttr("x\"y")), want: `tensor<2xf32, "x\22y">`},
		{got: c.TensorWithEncoding([]int64{2}, f32, c.I64Attr(3)), want: "tensor<2xf32, 3 : i64>"},
		{got: c.TensorWithEncoding([]int64{2}, f32, c.Dict([]NamedAttr{{"a", c.Unit()}})), want: "tensor<2xf32, {a}>"},
		{got: c.TensorWithEncoding([]int64{2}, f32, map1), want: "tensor<2xf32, affine_map<(d0) -> (d0 + 1)>>"},
		{got: c.TensorWithEncoding([]int64{2}, f32, c.Unit()), want: "tensor<2xf32, unit>"},
		{got: c.Vector(nil, nil, f32), want: "vector<f32>"},
		{got: c.Vector([]int64{4}, nil, f32), want: "vector<4xf32>"},
		{got: c.Vector([]int64{2, 3, 4}, []bool{true, false, true}, f32), want: "vector<[2]x3x[4]xf32>"},
		{got: c.MemRef([]int64{2}, f32, nil, nil), want: "memref<2xf32>"},
		{got: c.MemRef([]int64{2}, f32, nil, c.I64Attr(3)), want: "memref<2xf32, 3>"},
		{got: c.MemRef([]int64{2}, f32, nil, c.IntAttr(i32, 3)), want: "memref<2xf32, 3 : i32>"},
		{got: c.MemRef([]int64{2}, f32, nil, c.StringAttr("s")), want: `memref<2xf32, "s">`},
		{got: c.MemRef([]int64{2}, f32, map1, c.I64Attr(1)), want: "memref<2xf32, affine_map<(d0) -> (d0 + 1)>, 1>"},
		{got: c.MemRef([]int64{Dynamic, 2}, f32, c.StridedLayout([]int64{Dynamic, 1}, Dynamic), nil),
			want: "memref<?x2xf32, strided<[?, 1], offset: ?>>"},
		{got: c.UnrankedMemRef(f32, nil), want: "memref<*xf32>"},
		{got: c.UnrankedMemRef(f32, c.I64Attr(1)), want: "memref<*xf32, 1>"},
		{got: c.Opaque(`u.bar<1, "x">`), want: `!u.bar<1, "x">`},
		{got: c.Opaque(`u<"a>b">`), want: `!u<"a>b">`},
		{got: c.Opaque(`u.pretty`), want: `!u.pretty`},
		{got: c.Opaque(`u<name>`), want: `!u.name`, ours: true},
		{got: c.Opaque(`u<a.b_c<1 2>>`), want: `!u.a.b_c<1 2>`},
		{got: c.Opaque(`u<>`), want: `!u<>`},
		{got: c.Opaque(`u<a b>`), want: `!u<a b>`},
		{got: (*Type)(nil), want: "<<NULL TYPE>>", ours: true},
	}
}

func attrCases(c *Context) []textCase {
	f32, f64, i32 := c.F32(), c.F64(), c.I32()
	big1, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	str := c.StringAttr
	return []textCase{
		{got: c.Unit(), want: "unit"},
		{got: c.I64Attr(1), want: "1 : i64"},
		{got: c.IntAttr(i32, -7), want: "-7 : i32"},
		{got: c.IntAttr(c.Index(), 1), want: "1 : index"},
		{got: c.BoolAttr(true), want: "true"},
		{got: c.BoolAttr(false), want: "false"},
		{got: c.IntAttr(c.Int(1, Unsigned), 1), want: "1 : ui1"},
		{got: c.IntAttr(c.Int(8, Signless), 255), want: "-1 : i8"},
		{got: c.IntAttr(c.Int(8, Unsigned), 255), want: "255 : ui8"},
		{got: c.IntAttr(c.Int(64, Unsigned), -1), want: "18446744073709551615 : ui64"},
		{got: c.I64Attr(math.MinInt64), want: "-9223372036854775808 : i64"},
		{got: c.BigIntAttr(c.Int(128, Signless), big1), want: "123456789012345678901234567890 : i128"},
		{got: c.BigIntAttr(c.Int(128, Signless), big.NewInt(-1)), want: "-1 : i128"},
		{got: c.FloatAttr(f64, 1), want: "1.000000e+00 : f64"},
		{got: c.FloatAttr(f32, 0.42), want: "4.200000e-01 : f32"},
		{got: c.FloatAttr(f32, math.NaN()), want: "0x7FC00000 : f32"},
		{got: str("a\"\\\n\t\x00\x7f\xffé~ "), want: `"a\22\\\0A\09\00\7F\FF\C3\A9~ "`},
		{got: c.TypedStringAttr("s", i32), want: `"s" : i32`},
		{got: c.TypedStringAttr("s", c.None()), want: `"s"`, ours: true},
		{got: c.Array(nil), want: "[]"},
		{got: c.Array([]*Attr{
			c.BoolAttr(true), c.I64Attr(1), c.IntAttr(i32, 1), c.FloatAttr(f64, 2), c.FloatAttr(f32, 2), c.FloatAttr(f64, math.Inf(1)), c.IntAttr(c.Index(), 3),
			c.Unit(), str("x"), c.Array([]*Attr{c.I64Attr(2)}), c.Dict([]NamedAttr{{"a", c.I64Attr(1)}}), c.TypeAttr(i32),
		}), want: `[true, 1, 1 : i32, 2.000000e+00, 2.000000e+00 : f32, 0x7FF0000000000000 : f64, 3 : index, unit, "x", [2], {a = 1 : i64}, i32]`},
		{got: c.Dict(nil), want: "{}"},
		{got: c.Dict([]NamedAttr{
			{"x.y.z", c.I64Attr(1)}, {"b", c.Unit()}, {"a b", c.Unit()}, {"1a", c.Unit()}, {"a$b", c.Unit()}, {"a-b", c.Unit()}, {"_x", c.Unit()}, {"true", c.Unit()}, {"e\xc3", c.Unit()},
		}), want: `{"1a", _x, "a b", a$b, "a-b", b, "e\C3", true, x.y.z = 1 : i64}`},
		{got: c.TypeAttr(c.Func(nil, nil)), want: "() -> ()"},
		{got: c.Symbol("f"), want: "@f"},
		{got: c.Symbol("a", "b", "c d"), want: `@a::@b::@"c d"`},
		{got: c.Symbol("1x"), want: `@"1x"`},
		{got: c.Symbol("a$b.c"), want: `@a$b.c`},
		{got: c.I64Array(nil), want: "array<i64>"},
		{got: c.I64Array([]int64{1, -2}), want: "array<i64: 1, -2>"},
		{got: c.IntArray(c.Bool(), []int64{1, 0}), want: "array<i1: true, false>"},
		{got: c.IntArray(c.Int(8, Unsigned), []int64{255}), want: "array<ui8: 255>"},
		{got: c.DenseArray(f32, []byte{0, 0, 128, 63, 0, 0, 0x80, 0x7f}), want: "array<f32: 1.000000e+00, 0x7F800000>"},
		{got: c.ResourceAttr("k", c.Tensor([]int64{2}, i32)), want: "dense_resource<k> : tensor<2xi32>"},
		{got: c.ResourceAttr("a b", c.Tensor([]int64{2}, i32)), want: `dense_resource<"a b"> : tensor<2xi32>`},
		{got: c.StridedLayout(nil, 0), want: "strided<[]>"},
		{got: c.StridedLayout([]int64{1, Dynamic}, Dynamic), want: "strided<[1, ?], offset: ?>"},
		{got: c.StridedLayout([]int64{-1}, -2), want: "strided<[-1], offset: -2>"},
		{got: c.Distinct(0, str("x")), want: `distinct[0]<"x">`},
		{got: c.Distinct(0, nil), want: "distinct[0]<>"},
		{got: c.OpaqueAttr("u.x<nested [] {} <> ->>", nil), want: "#u.x<nested [] {} <> ->>"},
		{got: c.OpaqueAttr("u<{a}>", nil), want: "#u<{a}>"},
		{got: c.OpaqueAttr("u.x", i32), want: "#u.x : i32"},
		{got: (*Attr)(nil), want: "<<NULL ATTRIBUTE>>", ours: true},
	}
}

func elementsCases(c *Context) []textCase {
	i32, str := c.I32(), c.Opaque("u.str")
	ints := func(t *Type, v ...byte) *Attr { return c.Dense(t, v) }
	vec := func(elem *Type, n ...int64) *Type { return c.Tensor(n, elem) }
	i8, i4, i1 := c.Int(8, Signless), c.Int(4, Signless), c.Bool()
	i64s := func(t *Type, v ...int64) *Attr { return c.Dense(t, c.I64Array(v).Raw()) }
	half := []byte{0, 0, 128, 63, 0, 0, 0, 64}
	return []textCase{
		{got: ints(vec(i8, 2, 2), 1, 2, 3, 4), want: "dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>"},
		{got: ints(vec(i8, 1, 2, 1), 1, 2), want: "dense<[[[1], [2]]]> : tensor<1x2x1xi8>"},
		{got: ints(vec(i8, 2, 2), 7), want: "dense<7> : tensor<2x2xi8>"},
		{got: ints(vec(i8), 7), want: "dense<7> : tensor<i8>"},
		{got: ints(vec(i8, 1), 7), want: "dense<7> : tensor<1xi8>"},
		{got: ints(vec(i8, 0)), want: "dense<> : tensor<0xi8>"},
		{got: ints(vec(i8, 4, 0)), want: "dense<> : tensor<4x0xi8>"},
		{got: ints(vec(c.Int(8, Unsigned), 2), 255, 1), want: "dense<[255, 1]> : tensor<2xui8>"},
		{got: ints(vec(c.Int(8, Signed), 2), 255, 1), want: "dense<[-1, 1]> : tensor<2xsi8>"},
		{got: ints(vec(i4, 2), 0xff, 1), want: "dense<[-1, 1]> : tensor<2xi4>"},
		{got: ints(vec(i4, 2), 0x0f, 1), want: "dense<[-1, 1]> : tensor<2xi4>"},
		{got: ints(vec(i1, 3), 1, 0, 1), want: "dense<[true, false, true]> : tensor<3xi1>"},
		{got: ints(vec(i1, 3), 1), want: "dense<true> : tensor<3xi1>"},
		{got: ints(vec(c.Int(1, Unsigned), 2), 1, 0), want: "dense<[true, false]> : tensor<2xui1>"},
		{got: i64s(vec(c.I64(), 2), math.MinInt64, math.MaxInt64), want: "dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>"},
		{got: i64s(vec(c.Int(64, Unsigned), 2), -1, 2), want: "dense<[18446744073709551615, 2]> : tensor<2xui64>"},
		{got: i64s(c.Vector([]int64{2}, nil, c.Index()), 1, -2), want: "dense<[1, -2]> : vector<2xindex>"},
		{got: i64s(vec(c.Int(128, Signless), 2), 0, 1, -1, -1), want: "dense<[18446744073709551616, -1]> : tensor<2xi128>"},
		{got: i64s(vec(c.Int(128, Unsigned), 1), -1, -1), want: "dense<340282366920938463463374607431768211455> : tensor<1xui128>"},
		{got: c.Dense(vec(c.F32(), 2), half), want: "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>"},
		{got: c.Dense(vec(c.Complex(c.F32()), 3), half), want: "dense<(1.000000e+00,2.000000e+00)> : tensor<3xcomplex<f32>>"},
		{got: c.Dense(vec(c.Complex(i8), 2), []byte{1, 2, 3, 255}), want: "dense<[(1,2), (3,-1)]> : tensor<2xcomplex<i8>>"},
		{got: c.DenseStrings(vec(str, 2), []string{"a", "b\n"}), want: `dense<["a", "b\0A"]> : tensor<2x!u.str>`},
		{got: c.DenseStrings(vec(str, 2, 1), []string{"a", "b"}), want: `dense<[["a"], ["b"]]> : tensor<2x1x!u.str>`},
		{got: c.DenseStrings(vec(str, 2), []string{"a", "a"}), want: `dense<"a"> : tensor<2x!u.str>`},
		{got: c.Sparse(vec(i32, 3, 4), i64s(vec(c.I64(), 2, 2), 0, 0, 1, 2), ints(vec(i8, 2), 1, 5)),
			want: "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>"},
		{got: c.Sparse(vec(i32, 3), i64s(vec(c.I64(), 0, 1)), ints(vec(i8, 0))), want: "sparse<> : tensor<3xi32>"},
		{got: c.Sparse(vec(i32, 1), i64s(vec(c.I64(), 1, 1), 0), ints(vec(i8, 1), 5)), want: "sparse<0, 5> : tensor<1xi32>"},
	}
}

func locCases(c *Context) []textCase {
	a, b, f := c.NameLoc("a", nil), c.NameLoc("b", nil), c.FileLoc(FileLine{File: "f", Line: 1, Col: 2})
	return []textCase{
		{got: c.UnknownLoc(), want: "loc(unknown)"},
		{got: f, want: `loc("f":1:2)`},
		{got: c.FileLoc(FileLine{"f", 1, 2, 1, 4}), want: `loc("f":1:2 to :4)`},
		{got: c.FileLoc(FileLine{"f", 1, 2, 3, 4}), want: `loc("f":1:2 to 3:4)`},
		{got: c.FileLoc(FileLine{"f", 1, 2, 1, 2}), want: `loc("f":1:2)`},
		{got: a, want: `loc("a")`},
		{got: c.NameLoc("a", f), want: `loc("a"("f":1:2))`},
		{got: c.NameLoc("a", c.UnknownLoc()), want: `loc("a")`},
		{got: c.CallLoc(a, c.CallLoc(b, f)), want: `loc(callsite("a" at callsite("b" at "f":1:2)))`},
		{got: c.FusedLoc([]*Attr{a, b}, nil), want: `loc(fused["a", "b"])`},
		{got: c.FusedLoc([]*Attr{a}, c.StringAttr("m")), want: `loc(fused<"m">["a"])`},
	}
}

func dim(i int64) *AffineExpr   { return &AffineExpr{Op: AffineDim, Value: i} }
func sym(i int64) *AffineExpr   { return &AffineExpr{Op: AffineSym, Value: i} }
func konst(v int64) *AffineExpr { return &AffineExpr{Op: AffineConst, Value: v} }
func bin(op AffineOp, l, r *AffineExpr) *AffineExpr {
	return &AffineExpr{Op: op, LHS: l, RHS: r}
}
func add(l, r *AffineExpr) *AffineExpr { return bin(AffineAdd, l, r) }
func mul(l, r *AffineExpr) *AffineExpr { return bin(AffineMul, l, r) }

func affineCases(c *Context) []textCase {
	d0, d1 := dim(0), dim(1)
	var cases []textCase
	for _, e := range []struct {
		expr *AffineExpr
		want string
	}{
		{konst(-3), "-3"},
		{konst(math.MinInt64), "-9223372036854775807 - 1"},
		{add(d0, konst(math.MinInt64)), "d0 - 9223372036854775807 - 1"},
		{add(d0, mul(d1, konst(math.MinInt64))), "d0 + d1 * (-9223372036854775807 - 1)"},
		{bin(AffineMod, mul(d1, konst(math.MinInt64)), konst(3)), "(d1 * (-9223372036854775807 - 1)) mod 3"},
		{add(d0, sym(0)), "d0 + s0"},
		{add(d0, konst(-1)), "d0 - 1"},
		{add(mul(d1, konst(2)), mul(d0, konst(-1))), "d1 * 2 - d0"},
		{mul(d0, konst(-1)), "-d0"},
		{bin(AffineFloorDiv, mul(d0, konst(-1)), konst(2)), "(-d0) floordiv 2"},
		{mul(bin(AffineMod, d0, konst(3)), konst(-1)), "-(d0 mod 3)"},
		{mul(add(d0, d1), konst(-1)), "-(d0 + d1)"},
		{add(d0, mul(add(d1, konst(-3)), konst(-1))), "d0 - (d1 - 3)"},
		{add(d0, mul(add(d1, konst(1)), konst(-2))), "d0 - (d1 + 1) * 2"},
		{add(d1, mul(bin(AffineFloorDiv, d0, konst(2)), konst(-1))), "d1 - d0 floordiv 2"},
		{add(d0, mul(bin(AffineMod, d0, konst(2)), konst(-2))), "d0 - (d0 mod 2) * 2"},
		{mul(add(d0, konst(1)), konst(3)), "(d0 + 1) * 3"},
		{bin(AffineMod, bin(AffineMod, d0, konst(2)), konst(3)), "(d0 mod 2) mod 3"},
		{add(bin(AffineCeilDiv, d0, konst(3)), konst(1)), "d0 ceildiv 3 + 1"},
		{add(add(d0, d1), konst(1)), "d0 + d1 + 1"},
		{add(mul(d0, konst(3)), bin(AffineMod, d1, konst(2))), "d0 * 3 + d1 mod 2"},
	} {
		cases = append(cases, textCase{
			got:  c.AffineMapAttr(&AffineMap{2, 1, []*AffineExpr{e.expr}}),
			want: "affine_map<(d0, d1)[s0] -> (" + e.want + ")>",
			// mlir-opt writes the least number in digits, which it does not read.
			ours: strings.Contains(e.want, "9223372036854775807"),
		})
	}
	return append(cases,
		textCase{got: c.AffineMapAttr(&AffineMap{}), want: "affine_map<() -> ()>"},
		textCase{got: c.AffineMapAttr(&AffineMap{2, 0, []*AffineExpr{d1, d0}}), want: "affine_map<(d0, d1) -> (d1, d0)>"},
		textCase{got: c.AffineMapAttr(&AffineMap{0, 1, []*AffineExpr{sym(0)}}), want: "affine_map<()[s0] -> (s0)>"},
		textCase{got: c.IntegerSetAttr(&IntegerSet{1, 1, []*AffineExpr{d0, add(mul(d0, konst(-1)), sym(0))}, []bool{false, true}}),
			want: "affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 == 0)>"},
		textCase{got: c.IntegerSetAttr(&IntegerSet{0, 0, []*AffineExpr{konst(1)}, []bool{true}}), want: "affine_set<() : (1 == 0)>"},
	)
}

func allTextCases() []textCase {
	c := NewContext()
	var all []textCase
	for _, f := range []func(*Context) []textCase{typeCases, attrCases, elementsCases, locCases, affineCases} {
		all = append(all, f(c)...)
	}
	return all
}

func TestText(t *testing.T) {
	for _, c := range allTextCases() {
		if got := c.got.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestTextIsMLIR has mlir-opt read and write what TestText wants.
func TestTextIsMLIR(t *testing.T) {
	var lines, want []string
	for _, c := range allTextCases() {
		if !c.ours {
			lines = append(lines, fmt.Sprintf(`"t.a"() {x = %s} : () -> ()`, c.want))
			want = append(want, c.want)
		}
	}
	// A file each: distinct attributes would be numbered on.
	out := mlirOpt(t, strings.Join(lines, "\n// -----\n"), "--split-input-file", "--mlir-print-local-scope")
	var got []string
	for _, line := range strings.Split(out, "\n") {
		if _, dict, ok := strings.Cut(line, `"t.a"() `); ok {
			dict = strings.TrimSuffix(dict, " : () -> ()")
			if dict == "{x}" {
				dict = "{x = unit}"
			}
			got = append(got, dict[len("{x = "):len(dict)-1])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("mlir-opt printed %d attributes, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("mlir-opt prints %s, want %s", got[i], want[i])
		}
	}
}

func TestElementsLimits(t *testing.T) {
	c := NewContext()
	i8 := c.Int(8, Signless)
	raw := make([]byte, 101)
	for i := range raw {
		raw[i] = byte(i)
	}
	bits := make([]byte, 101)
	for i := range bits {
		bits[i] = byte(i % 3 & 1)
	}
	hundred, more := c.Dense(c.Tensor([]int64{100}, i8), raw[:100]), c.Dense(c.Tensor([]int64{101}, i8), raw)
	splat := c.Dense(c.Tensor([]int64{1000}, i8), raw[1:2])
	i4s := c.Dense(c.Tensor([]int64{3}, c.Int(4, Signless)), []byte{0xff, 0x07, 0xf8})
	i12s := c.Dense(c.Tensor([]int64{2}, c.Int(12, Signless)), []byte{1, 0xff, 2, 0x07})
	for _, test := range []struct {
		name       string
		a          *Attr
		hex, elide int
		want       string
	}{
		{"100 elements", hundred, DefaultHexLimit, -1, "dense<[0, 1, "},
		{"101 elements", more, DefaultHexLimit, -1, `dense<"0x000102030405`},
		{"never hex", more, -1, -1, "dense<[0, 1, "},
		{"hex beyond none", i4s, 0, -1, `dense<"0x0F0708"> : tensor<3xi4>`},
		{"masked", i12s, 0, -1, `dense<"0x010F0207"> : tensor<2xi12>`},
		{"bits", c.Dense(c.Tensor([]int64{101}, c.Bool()), bits), DefaultHexLimit, -1, `dense<"0x92244992244992244992244912"> : tensor<101xi1>`},
		{"two bits", c.Dense(c.Tensor([]int64{2}, c.Bool()), []byte{0, 1}), 1, -1, `dense<"0x02"> : tensor<2xi1>`},
		{"complex bits", c.Dense(c.Tensor([]int64{2}, c.Complex(c.Bool())), []byte{0, 1, 1, 1}), 1, -1, `dense<"0x00010101"> : tensor<2xcomplex<i1>>`},
		{"splat", splat, 0, 0, "dense<1> : tensor<1000xi8>"},
		{"elided", hundred, -1, 99, "dense_resource<__elided__> : tensor<100xi8>"},
		{"at the limit", hundred, -1, 100, "dense<[0, 1, "},
		{"sparse values", c.Sparse(more.Type(), hundred, more), 0, -1, "sparse<[0, 1, 2"},
		{"sparse elided", c.Sparse(more.Type(), splat, more), 0, 50, "dense_resource<__elided__> : tensor<101xi8>"},
	} {
		w := NewTextWriter()
		w.HexLimit, w.ElideLimit = test.hex, test.elide
		w.Attr(test.a)
		if got := string(w.Buf); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %.60s, want %s", test.name, got, test.want)
		}
	}
}

func TestPrettyLocs(t *testing.T) {
	c := NewContext()
	x, f := c.NameLoc("x", nil), c.FileLoc(FileLine{File: "f", Line: 1, Col: 2})
	for _, test := range []struct {
		loc  *Attr
		want string
	}{
		{c.UnknownLoc(), "[unknown]"},
		{f, "f:1:2"},
		{c.NameLoc("z", f), `"z"(f:1:2)`},
		{c.CallLoc(x, f), `"x" at f:1:2`},
		{c.CallLoc(x, c.CallLoc(f, x)), "\"x\"\n at f:1:2\n at \"x\""},
		{c.FusedLoc([]*Attr{x, f}, c.StringAttr("m")), `<"m">["x", f:1:2]`},
	} {
		w := NewTextWriter()
		w.PrettyLocs = true
		w.Loc(test.loc)
		if got := string(w.Buf); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestDefinedText covers types and attributes of registered dialects, whose
// text their definitions write.
func TestDefinedText(t *testing.T) {
	c := NewContext()
	box := &TypeDef{Name: "t.box", Print: func(p OpPrinter, params []*Attr) {
		p.Str("<")
		p.Type(params[0].Type())
		p.Str(", ")
		p.AttrWithoutType(params[1])
		p.Str(">")
	}}
	enum := &AttrDef{Name: "t.mode", Bare: true, Print: func(p OpPrinter, a *Attr) { p.Str(" " + a.Get("value").Text()) }}
	list := &AttrDef{Name: "t.list", Print: func(p OpPrinter, a *Attr) {
		p.Str("<")
		p.Ints(a.Get("v").Ints())
		p.Str(", ")
		p.FuncType([]*Type{c.I32()}, nil)
		p.Str(">")
	}}
	for _, test := range []textCase{
		{got: c.DialectType(box, c.TypeAttr(c.F32()), c.I64Attr(3)), want: "!t.box<f32, 3>"},
		{got: c.DialectType(&TypeDef{Name: "t.token"}), want: "!t.token"},
		{got: c.DialectAttr(enum, NamedAttr{"value", c.StringAttr("DEFAULT")}), want: "#t<mode DEFAULT>"},
		{got: c.DialectAttr(list, NamedAttr{"v", c.I64Array([]int64{1, 2})}), want: "#t.list<[1, 2], (i32) -> ()>"},
		{got: c.Tensor([]int64{2}, c.DialectType(box, c.TypeAttr(c.F32()), c.FloatAttr(c.F64(), 1))), want: "tensor<2x!t.box<f32, 1.000000e+00>>"},
	} {
		if got := test.got.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
