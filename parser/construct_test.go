package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

var typeTexts = []struct{ text, want string }{
	{"i1", ""}, {"i0", ""}, {"i007", "i7"}, {"si8", ""}, {"ui64", ""}, {"i16777215", ""},
	{"index", ""}, {"none", ""}, {"f16", ""}, {"bf16", ""}, {"tf32", ""}, {"f80", ""}, {"f128", ""},
	{"f8E4M3B11FNUZ", ""}, {"f4E2M1FN", ""}, {"f6E3M2FN", ""}, {"f8E8M0FNU", ""},
	{"tensor<f32>", ""}, {"tensor<0x4xf32>", ""}, {"tensor<?x4x?xi8>", ""}, {"tensor<*xf32>", ""},
	{"tensor< 4 x ? x\n i32 >", "tensor<4x?xi32>"}, {"tensor<4x i1>", "tensor<4xi1>"},
	{`tensor<4xf32, "e">`, ""}, {"tensor<4xf32, {a = 1 : i64}>", ""}, {"tensor<4xf32, #u.x<1>>", ""},
	{"tensor<2x!u.t<a>>", ""}, {"tensor<2xcomplex<f32>>", ""}, {"tensor<2xvector<4xf32>>", ""},
	{"tensor<9223372036854775807x9223372036854775807xi8>", ""},
	{"vector<i32>", ""}, {"vector<4x[8]xindex>", ""}, {"vector<[1]xf32>", ""},
	{"complex<i3>", ""}, {"complex<f64>", ""}, {"tuple<>", ""}, {"tuple<i32, tuple<f32>>", ""},
	{"memref<4x?xf32>", ""}, {"memref<*xf32, 3>", ""}, {"memref<*xf32, 0>", "memref<*xf32>"},
	{"memref<4xf32, affine_map<(d0) -> (d0)>>", "memref<4xf32>"},
	{"memref<4xf32, affine_map<(i) -> (i + 1)>, 0 : i32>", "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>"},
	{`memref<4x2xf32, strided<[?, 1], offset: ?>, "x">`, ""}, {"memref<4xf32, {a}>", ""},
	{"() -> ()", ""}, {"(i32) -> f32", ""}, {"(i32) -> (f32)", "(i32) -> f32"}, {"() -> (i1, i2)", ""},
	{"((i32) -> i32) -> ((i32) -> i32)", ""}, {"(tensor<4xf32>, (i8) -> ()) -> none", ""},
	{"!u.t", ""}, {"!u<t>", "!u.t"}, {"!u<t<a>>", "!u.t<a>"}, {`!u<"a>b">`, ""}, {"!u.t<[] {} () -> <>>", ""},
	{"!u<a b>", ""}, {"!u.x-y", "!u<x-y>"}, {"!u.1", "!u<1>"}, {"!u<x<a> b>", ""}, {"!u.", "!u<>"},
	{`!u<x<"\"">>`, `!u.x<"\"">`}, {"!u.t<é>", ""},
	{"!t.token", ""}, {"!t<token>", "!t.token"}, {"!t.of<tensor<4xf32>>", ""}, {"!t<of<i8>>", "!t.of<i8>"},
	{"tensor<4x// a comment >\nf32>", "tensor<4xf32>"},
}

func TestParseType(t *testing.T) {
	for _, c := range typeTexts {
		ctx := newContext()
		typ, err := parser.ParseType(ctx, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := typ.String(); got != want {
			t.Errorf("%s: got %s, want %s", c.text, got, want)
		}
	}
}

var attrTexts = []struct{ text, want string }{
	{"1", "1 : i64"}, {"-1 : i8", ""}, {"255 : i8", "-1 : i8"}, {"0xFF : i8", "-1 : i8"}, {"-0x10 : i8", "-16 : i8"},
	{"255 : ui8", ""}, {"-128 : si8", ""}, {"1 : i1", "true"}, {"-1 : i1", "true"}, {"0 : i0", "0 : i0"}, {"3 : index", ""},
	{"18446744073709551615", "-1 : i64"}, {"-9223372036854775808", "-9223372036854775808 : i64"},
	{"170141183460469231731687303715884105727 : i128", ""}, {"340282366920938463463374607431768211455 : i128", "-1 : i128"},
	{"-170141183460469231731687303715884105728 : si128", ""}, {"0x1FFFFFFFFFFFFFFFF : ui72", "36893488147419103231 : ui72"},
	{"007 : i8", "7 : i8"}, {"true", ""}, {"false", ""}, {"unit", ""},
	{"1.0", "1.000000e+00 : f64"}, {"1. : f16", "1.000000e+00 : f16"}, {"-0.0 : f32", "-0.000000e+00 : f32"}, {"1.5E+3 : bf16", "1.504000e+03 : bf16"},
	{"0x7FC00000 : f32", ""}, {"0x7F80 : bf16", ""}, {"1.0e400", "0x7FF0000000000000 : f64"}, {"0x3FFF8000000000000000 : f80", "1.000000e+00 : f80"},
	{"0x0000000000000000000000000000000000000001 : f16", "5.960460e-08 : f16"},
	{`"a"`, ""}, {`"\n\t\\\"\E9\41"`, `"\0A\09\\\22\E9A"`}, {`"a" : i32`, ""}, {`""`, ""},
	{"[]", ""}, {`[1 : i8, "a", [true]]`, ""}, {"{}", ""}, {`{b = 1 : i8, a, "c d" = unit, e.f = {}}`, `{a, b = 1 : i8, "c d", e.f = {}}`},
	{"{i32 = 1 : i8, loc = true, true}", "{i32 = 1 : i8, loc = true, true}"},
	{"@a", ""}, {`@"a"`, "@a"}, {`@a::@"b c"::@d.e$f`, ""}, {"i32", ""}, {"(i32) -> i8", ""}, {"!u.t", ""}, {"tensor<4xf32>", ""},
	{"array<i32: 1, -2>", ""}, {"array<i64>", ""}, {"array<i1: true, false>", ""}, {"array<f32: 1.0, 0x7FC00000>", "array<f32: 1.000000e+00, 0x7FC00000>"},
	{"array<i8: 0xFF>", "array<i8: -1>"}, {"array<ui8: 255>", ""},
	{"distinct[0]<>", ""}, {"distinct[1]<unit>", "distinct[1]<>"}, {"distinct[2]<1 : i32>", ""},
	{"strided<[1, ?], offset: ?>", ""}, {"strided<[]>", ""}, {"strided<[-1], offset: -3>", ""},
	{"dense_resource<k> : tensor<4xf32>", ""}, {`dense_resource<"a b"> : tensor<1xi8>`, ""},
	{"loc(unknown)", ""}, {`loc("f":1:2)`, ""}, {`loc("f":1)`, `loc("f":1:0)`}, {`loc("f":1:2 to 3:4)`, ""}, {`loc("f":1:2 to :4)`, ""}, {`loc("f":1:2 to 1:2)`, `loc("f":1:2)`},
	{`loc("n")`, ""}, {`loc("n"("f":1:2))`, ""}, {`loc(callsite("a" at "b"))`, ""}, {`loc(fused["a", "b"])`, ""},
	{`loc(fused<"m">["a"])`, ""}, {`loc(fused["a"])`, `loc("a")`}, {"loc(fused[])", "loc(unknown)"}, {`loc(fused["a", unknown, fused["b", "a"]])`, `loc(fused["a", "b"])`},
	{`loc(fused<"m">[unknown])`, ""}, {`loc(fused[fused<"m">["a"], "b"])`, ""},
	{"#u.x", ""}, {"#u.x : i32", ""}, {"#u<x>", "#u.x"}, {"#u.x<a, [] {} <> ->>", ""}, {`#u<"x">`, ""}, {"#u.x-y", "#u<x-y>"}, {"#u<x.y<z>>", "#u.x.y<z>"},
}

func TestParseAttr(t *testing.T) {
	for _, c := range attrTexts {
		ctx := newContext()
		a, err := parser.ParseAttr(ctx, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := a.String(); got != want {
			t.Errorf("%s: got %s, want %s", c.text, got, want)
		}
	}
}

var elementTexts = []struct{ text, want string }{
	{"dense<1> : tensor<2xi8>", ""}, {"dense<[1, 2]> : tensor<2xi8>", ""}, {"dense<[1, 1]> : tensor<2xi8>", "dense<1> : tensor<2xi8>"},
	{"dense<[[1, 2], [3, 4]]> : vector<2x2xi32>", ""}, {"dense<> : tensor<0xi8>", ""}, {"dense<[]> : tensor<0xi8>", "dense<> : tensor<0xi8>"},
	{"dense<[[], []]> : tensor<2x0xi8>", "dense<> : tensor<2x0xi8>"}, {"dense<3> : tensor<i8>", ""},
	{"dense<[true, false]> : tensor<2xi1>", ""}, {"dense<[1, 0]> : tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"},
	{"dense<[0xFF, 1]> : tensor<2xi8>", "dense<[-1, 1]> : tensor<2xi8>"}, {"dense<255> : tensor<1xui8>", ""},
	{"dense<[-8, 7]> : tensor<2xi4>", ""}, {"dense<[3, 15]> : tensor<2xui4>", ""}, {"dense<[1, -2]> : tensor<2xindex>", ""},
	{"dense<[-1, 18446744073709551616]> : tensor<2xi65>", "dense<[-1, -18446744073709551616]> : tensor<2xi65>"},
	{"dense<[1.0, -0.5]> : tensor<2xf32>", "dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf32>"},
	{"dense<[0x7FC00000, 0x3F800000]> : tensor<2xf32>", "dense<[0x7FC00000, 1.000000e+00]> : tensor<2xf32>"},
	{"dense<0x3FFF8000000000000000> : tensor<f80>", "dense<1.000000e+00> : tensor<f80>"},
	{"dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>", "dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>"},
	{"dense<[( 1 , -2 ), (3,4)]> : tensor<2xcomplex<i8>>", "dense<[(1,-2), (3,4)]> : tensor<2xcomplex<i8>>"},
	{`dense<["a", "\22"]> : tensor<2x!u.s>`, ""}, {`dense<"a"> : tensor<2x!u.s>`, ""}, {`dense<[["a"], ["b"]]> : tensor<2x1x!u.s>`, ""},
	{`dense<"0x0000803F"> : tensor<4xf32>`, "dense<1.000000e+00> : tensor<4xf32>"},
	{`dense<"0x0000803F000000C0"> : tensor<2xf32>`, "dense<[1.000000e+00, -2.000000e+00]> : tensor<2xf32>"},
	{`dense<"0x0F01"> : tensor<2xi4>`, "dense<[-1, 1]> : tensor<2xi4>"}, {`dense<"0x"> : tensor<0xi8>`, "dense<> : tensor<0xi8>"},
	{`dense<"0x0102"> : tensor<complex<i8>>`, "dense<(1,2)> : tensor<complex<i8>>"},
	{`dense<"0x01"> : tensor<i1>`, "dense<true> : tensor<i1>"}, {`dense<"0x05"> : tensor<3xi1>`, "dense<[true, false, true]> : tensor<3xi1>"},
	{`dense<"0x010001"> : tensor<3xi1>`, "dense<[true, false, true]> : tensor<3xi1>"}, {`dense<"0xFF"> : tensor<80xi1>`, "dense<true> : tensor<80xi1>"},
	{`dense<"0xFE03"> : tensor<10xi1>`, "dense<[false, true, true, true, true, true, true, true, true, true]> : tensor<10xi1>"},
	{"dense<[1, // one >\n 2]> : tensor<2xi8>", "dense<[1, 2]> : tensor<2xi8>"},
	{"sparse<[[0, 0], [1, 2]], [1, 2]> : tensor<3x4xi32>", ""}, {"sparse<0, 1> : tensor<3xi32>", ""}, {"sparse<> : tensor<3xi32>", ""},
	{`sparse<[[0], [2]], "0x01000200"> : tensor<3xi16>`, "sparse<[[0], [2]], [1, 2]> : tensor<3xi16>"},
	{"sparse<[[1]], (1, 2)> : tensor<3xcomplex<i8>>", "sparse<1, (1,2)> : tensor<3xcomplex<i8>>"},
	{"sparse<[], []> : tensor<3xi32>", "sparse<> : tensor<3xi32>"}, {"sparse<[[0, 1]], 5.> : tensor<3x4xf32>", "sparse<[[0, 1]], 5.000000e+00> : tensor<3x4xf32>"},
}

func TestParseElements(t *testing.T) {
	for _, c := range elementTexts {
		a, err := parser.ParseAttr(newContext(), c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := a.String(); got != want {
			t.Errorf("%s: got %s, want %s", c.text, got, want)
		}
	}
}

var affineTexts = []struct{ text, want string }{
	{"2 + d0", "d0 + 2"}, {"s0 + d0", "d0 + s0"}, {"d0 + 2 + d1 + 3", "d0 + d1 + 5"}, {"-d0", "-d0"}, {"d0 - d1", ""},
	{"d0 * 2 * 3", "d0 * 6"}, {"2 * d0", "d0 * 2"}, {"d0 + d0", "d0 * 2"}, {"d0 - d0", "0"}, {"d0 mod 4 floordiv 2", "(d0 mod 4) floordiv 2"},
	{"(d0 + 1) * 4", ""}, {"d0 * 4 mod 4", "0"}, {"d0 * 8 floordiv 4", "d0 * 2"}, {"d0 ceildiv 1", "d0"}, {"s0 * d0", "d0 * s0"},
	{"d0 + d0 floordiv 4 * -4", "d0 mod 4"}, {"d0 - (d0 floordiv s0) * s0", "d0 mod s0"}, {"d0 * 0", "0"}, {"5 mod 3", "2"}, {"-5 mod 3", "1"},
	{"-5 floordiv 3", "-2"}, {"-5 ceildiv 3", "-1"}, {"(d0 * 4 + d1) floordiv 4", "d0 + d1 floordiv 4"}, {"(d0 * 4 + d1) mod 4", "d1 mod 4"},
	{"(d0 mod 8) mod 4", "d0 mod 4"}, {"d0 - 3", ""}, {"d0 - (d1 + 2)", "d0 - (d1 + 2)"}, {"d0 * -3 + d1 * -2", "d0 * -3 - d1 * 2"},
	{"(d0 * 2) * s0", "(d0 * s0) * 2"}, {"d0 floordiv 0", ""}, {"d0 mod -1", ""}, {"9223372036854775807 + 1", ""},
}

func TestParseAffine(t *testing.T) {
	const dims = "(d0, d1)[s0] -> "
	for _, c := range affineTexts {
		ctx := newContext()
		a, err := parser.ParseAttr(ctx, "affine_map<"+dims+"("+c.text+")>")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		got := a.String()
		if want = "affine_map<" + dims + "(" + want + ")>"; got != want {
			t.Errorf("%s: got %s, want %s", c.text, got, want)
		}
		if again, err := parser.ParseAttr(ctx, got); err != nil || again != a {
			t.Errorf("%s: parsed again it is %v (%v)", got, again, err)
		}
	}
	for text, want := range map[string]string{
		"affine_set<(x, y)[n] : (x - n >= 0, y == 0)>": "affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, d1 == 0)>",
		"affine_set<(d0) : (d0 >= 1, d0 <= 5)>":        "affine_set<(d0) : (d0 - 1 >= 0, -d0 + 5 >= 0)>",
		"affine_set<() : (1 == 0)>":                    "affine_set<() : (1 == 0)>",
		"affine_set<(d0) : ()>":                        "affine_set<(d0) : (0 == 0)>",
		"affine_map<() -> ()>":                         "affine_map<() -> ()>",
		"affine_map<(mod)[] -> (mod)>":                 "affine_map<(d0) -> (d0)>",
	} {
		a, err := parser.ParseAttr(newContext(), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := a.String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestDialectAttr(t *testing.T) {
	ctx := newContext()
	parse := func(text string) *ir.Attr {
		t.Helper()
		a, err := parser.ParseAttr(ctx, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return a
	}
	if a := parse("#t<enum ONE>"); a.Get("value").Text() != "ONE" || !a.Def().Bare {
		t.Errorf("enum is %v", a)
	}
	if a := parse("#t.dims<[1, 2]>"); cmp.Diff(a.Get("dims").Ints(), []int64{1, 2}) != "" || parse("#t<dims<[1,2]>>") != a {
		t.Errorf("dims is %v", a)
	}
	if a := parse(`#t.raw<a <b> "<" [->] x>`); a.Get("text").Text() != `a <b> "<" [->] x` {
		t.Errorf("raw is %q", a.Get("text").Text())
	}
	if a := parse("[#t<enum A>, #t.dims<[]>]"); len(a.Elems()) != 2 {
		t.Errorf("array is %v", a)
	}
}

var genericTexts = map[string]struct{ text, want string }{
	"empty":          {"", "^bb0:"},
	"one op":         {`%0 = "a.b"() : () -> i32`, ""},
	"no blanks":      {`%0="a.b"():()->i32%1="a.b"(%0):(i32)->i32"a.c"():()->()`, "%0 = \"a.b\"() : () -> i32\n%1 = \"a.b\"(%0) : (i32) -> i32\n\"a.c\"() : () -> ()"},
	"CRLF, comments": {"// c\r\n\"a.b\"() // d \"\r\n : () -> ()\r\n// é", `"a.b"() : () -> ()`},
	"names": {`%a.b-c$_1, %_ = "a.b"() : () -> (i1, i2)
"a.c"(%a.b-c$_1, %_) : (i1, i2) -> ()`, `%0:2 = "a.b"() : () -> (i1, i2)
"a.c"(%0#0, %0#1) : (i1, i2) -> ()`},
	"odd names": {`%0123 = "a.b"() : () -> i32
%$, %-, %., %123 = "a.b"(%0123) : (i32) -> (i1, i2, i3, i4)
"a.c"(%-, %123, %0123) : (i2, i4, i32) -> ()`, `%0 = "a.b"() : () -> i32
%1:4 = "a.b"(%0) : (i32) -> (i1, i2, i3, i4)
"a.c"(%1#1, %1#3, %0) : (i2, i4, i32) -> ()`},
	"packs": {`%a:2, %b = "a.b"() : () -> (i1, i2, i3)
"a.c"(%a#0, %a#1, %b#0, %a, %b) : (i1, i2, i3, i1, i3) -> ()`, `%0:3 = "a.b"() : () -> (i1, i2, i3)
"a.c"(%0#0, %0#1, %0#2, %0#0, %0#2) : (i1, i2, i3, i1, i3) -> ()`},
	"forward": {`"a.c"(%p#1, %q, %q, %n) : (i2, i3, i3, i4) -> ()
%p:2 = "a.b"() : () -> (i1, i2)
%q = "a.b"(%q) : (i3) -> i3
%n = "a.b"() : () -> i4`, `"a.c"(%0#1, %1, %1, %2) : (i2, i3, i3, i4) -> ()
%0:2 = "a.b"() : () -> (i1, i2)
%1 = "a.b"(%1) : (i3) -> i3
%2 = "a.b"() : () -> i4`},
	"huge number": {`%99999999999 = "a.b"() : () -> i1
"a.c"(%99999999999) : (i1) -> ()`, `%0 = "a.b"() : () -> i1
"a.c"(%0) : (i1) -> ()`},
	"dictionaries": {`"a.b"() <{z = 1 : i8, a}> {y = 2 : i8, b} : () -> ()`, `"a.b"() <{a, z = 1 : i8}> {b, y = 2 : i8} : () -> ()`},
	"regions": {`"a.b"() ({}, {
  "a.c"() : () -> ()
}, {
^bb0(%x: i32, %y: f32):
  "a.d"(%y) : (f32) -> ()
}) {k} : () -> ()`, `"a.b"() ({
}, {
  "a.c"() : () -> ()
}, {
^bb0(%arg0: i32, %arg1: f32):
  "a.d"(%arg1) : (f32) -> ()
}) {k} : () -> ()`},
	"blocks": {`"a.b"() ({
  "a.br"(%z)[^end, ^mid] : (i32) -> ()
^mid(%x: i32):
  "a.br"()[^mid] : () -> ()
^end:
  %z = "a.c"(%x) : (i32) -> i32
}) : () -> ()`, `"a.b"() ({
  "a.br"(%1)[^bb2, ^bb1] : (i32) -> ()
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
  "a.br"()[^bb1] : () -> ()
^bb2:  // pred: ^bb0
  %1 = "a.c"(%0) : (i32) -> i32
}) : () -> ()`},
	"outer value": {`"a.b"() ({
  "a.c"(%x) : (i32) -> ()
}) : () -> ()
%x = "a.d"() : () -> i32`, `"a.b"() ({
  "a.c"(%0) : (i32) -> ()
}) : () -> ()
%0 = "a.d"() : () -> i32`},
	"sibling scopes": {`"a.b"() ({
^bb0(%x: i32):
}, {
^bb0(%x: f32):
  "a.c"(%x) : (f32) -> ()
}) : () -> ()`, `"a.b"() ({
^bb0(%arg1: i32):
}, {
^bb0(%arg0: f32):
  "a.c"(%arg0) : (f32) -> ()
}) : () -> ()`},
	"aliases": {`#a = 3 : i8
!t = tensor<4xf32>
#b = [#a]
!1 = tuple<!t>
#0 = @x
%0 = "a.b"() {a = #a, b = #b, c = #0} : () -> !1`, `%0 = "a.b"() {a = 3 : i8, b = [3 : i8], c = @x} : () -> tuple<tensor<4xf32>>`},
	"symbols as names": {`"a.b"() {true = 1 : i8, "1" = 2 : i8} : () -> ()`, `"a.b"() {"1" = 2 : i8, true = 1 : i8} : () -> ()`},
}

// TestGeneric checks ops in generic form and everything around them; want is
// the printed generic form of the module's body, the text itself when empty.
func TestGeneric(t *testing.T) {
	for name, c := range genericTexts {
		t.Run(name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.text
			}
			if diff := cmp.Diff(want, body(generic(t, c.text))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestManyOps checks that the text caches give every line its own meaning.
func TestManyOps(t *testing.T) {
	text := genericText(20_000, false)
	if diff := cmp.Diff(text, body(generic(t, text))+"\n"); diff != "" {
		t.Errorf("-want +got\n%.2000s", diff)
	}
}

// TestManyAttributes checks a dictionary that is no longer searched entry by
// entry.
func TestManyAttributes(t *testing.T) {
	var entries []string
	for i := range 100 {
		entries = append(entries, fmt.Sprintf("k%02d = %d : i8", i, i))
	}
	text := strings.Join(entries, ", ")
	a, err := parser.ParseAttr(newContext(), "{"+text+"}")
	if err != nil || a.String() != "{"+text+"}" {
		t.Errorf("got %v, %v", a, err)
	}
	for _, key := range []string{"k00", "k31", "k50", "k99"} {
		_, err := parser.ParseAttr(newContext(), "{"+text+", "+key+"}")
		if err == nil || err.Error() != "duplicate key '"+key+"' in dictionary attribute" {
			t.Errorf("%s again: %v", key, err)
		}
	}
}

// body cuts the module around printed ops away.
func body(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "  ")
	}
	return strings.Join(lines[1:len(lines)-1], "\n")
}

func TestImplicitModule(t *testing.T) {
	for _, c := range []struct {
		text, want string
		no         bool
	}{
		{"module @m {}", "m", false}, {"module @a {} module @b {}", "", false}, {`"a.b"() : () -> ()`, "", false},
		{`"builtin.module"() <{sym_name = "m"}> ({^bb0:}) : () -> ()`, "m", false},
		{`"builtin.module"() ({^bb0:}) {sym_name = "m"} : () -> ()`, "m", false},
	} {
		op, err := parser.Parse(newContext(), []byte(c.text), parser.Options{})
		if err != nil || op.Name() != "builtin.module" || ir.SymbolName(op) != c.want || op.Block() != nil {
			t.Errorf("%s: %v, %v", c.text, op, err)
		}
	}
	op, err := parser.Parse(newContext(), []byte(`"a.b"() : () -> ()`), parser.Options{NoImplicitModule: true})
	if err != nil || op.Name() != "a.b" || op.Parent() != nil {
		t.Errorf("without an implicit module: %v, %v", op, err)
	}
}

// TestDictionaries checks that a registered op finds its own attributes in
// either place.
func TestDictionaries(t *testing.T) {
	ctx := newContext()
	op, err := parser.Parse(ctx, []byte(`"t.infer"(%i) <{other = 1}> {width = 2 : i64, a.b} : (index) -> i2
%i = "u.i"() : () -> index
"t.sized"(%i) {operandSegmentSizes = array<i32: 1, 0>} : (index) -> ()
"t.infer"(%i) <{width = 3 : i64}> {width = 4 : i64} : (index) -> i3`), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for o := op.RegionAt(0).First().First(); o != nil; o = o.Next() {
		got = append(got, o.Name()+" "+attrText(o.Props())+attrText(o.Attrs()))
	}
	want := []string{
		"t.infer {width = 2 : i64}{a.b, other = 1 : i64}", "u.i --",
		"t.sized {operandSegmentSizes = array<i32: 1, 0>}-", "t.infer {width = 3 : i64}-",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func attrText(a *ir.Attr) string {
	if a == nil {
		return "-"
	}
	return a.String()
}

func TestLocations(t *testing.T) {
	ctx := newContext()
	src := `#early = loc("early")
"a.b"() ({
^bb0(%x: i32 loc("x":1:2), %y: i32, %z: i32 loc(#late)):
  "a.c"() : () -> () loc(unknown)
  "a.c"() : () -> () loc(#late)
  "a.c"() : () -> () loc(#early)
}) : () -> () loc("out"("f":3:4))
"a.d"() : () -> ()
t.loop(%i = %v : i32) {
} 
t.hook args %p: i8 loc(#late) {
}
%v = "a.e"() : () -> i32
#late = loc("late")`
	op, err := parser.Parse(ctx, []byte(src), parser.Options{Filename: "in.mlir", FirstLine: 10})
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	var got []string
	ir.Walk(op, func(o *ir.Op) ir.WalkAction {
		got = append(got, ctx.LocAttr(o.Loc()).String())
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				for _, a := range b.Args() {
					got = append(got, "  "+ctx.LocAttr(a.Loc()).String())
				}
			}
		}
		return ir.Advance
	})
	want := []string{
		`loc("in.mlir":11:1)`, `loc("out"("f":3:4))`, `  loc("x":1:2)`, `  loc("in.mlir":13:28)`, `  loc("late")`,
		"loc(unknown)", `loc("late")`, `loc("early")`, `loc("in.mlir":18:1)`, `loc("in.mlir":19:1)`, `  loc("in.mlir":19:8)`,
		`loc("in.mlir":21:1)`, `  loc("late")`, `loc("in.mlir":23:6)`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestResources(t *testing.T) {
	ctx := newContext()
	_, err := parser.Parse(ctx, []byte(`"a.b"() {v = dense_resource<k> : tensor<2xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { k: "0x04000000FF01", "a b": "0x08000000" } },
  external_resources: { tool: { on: true, off: false, text: "hi", blob: "0x0100000002" } }
#-}`), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type res struct {
		Align uint32
		Data  string
		Value string
	}
	got := map[string]res{}
	for _, r := range ctx.Resources() {
		k := r.ResourceKey
		got[k.Group+"/"+k.Section+"/"+k.Key] = res{r.Alignment, string(r.Data), attrText(r.Value)}
	}
	want := map[string]res{
		"dialect_resources/builtin/k":   {4, "\xff\x01", "-"},
		"dialect_resources/builtin/a b": {8, "", "-"},
		"external_resources/tool/on":    {0, "", "true"},
		"external_resources/tool/off":   {0, "", "false"},
		"external_resources/tool/text":  {0, "", `"hi"`},
		"external_resources/tool/blob":  {1, "\x02", "-"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

var formTexts = map[string]string{
	"%0 = t.add %i, %i : index":                                                                 `%1 = "t.add"(%0, %0) : (index, index) -> index`,
	"%0 = t.add %i, %i {a = 1 : i8} : (index, index) -> i8":                                     `%1 = "t.add"(%0, %0) {a = 1 : i8} : (index, index) -> i8`,
	"%0 = t.infer %i {width = 7 : i64} : index":                                                 `%1 = "t.infer"(%0) <{width = 7 : i64}> : (index) -> i7`,
	"%0 = t.infer %i {width = 7, x} : index":                                                    `%1 = "t.infer"(%0) <{width = 7 : i64}> {x} : (index) -> i7`,
	"%0 = t.form sum %i dims [1, -2] : index -> i8":                                             `%1 = "t.form"(%0) <{dims = array<i64: 1, -2>, kind = "sum"}> : (index) -> i8`,
	"%0 = t.form prod %i dims [] keep label \"x\" with %i, %i : index, index {a} : index -> i8": `%1 = "t.form"(%0, %0, %0) <{dims = array<i64>, keep, kind = "prod", label = "x"}> {a} : (index, index, index) -> i8`,
	"t.sized (%i, %i) () : (index, index) ()":                                                   `"t.sized"(%0, %0) <{operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> ()`,
	"t.sized () (%i) {a} : () (index)":                                                          `"t.sized"(%0) <{operandSegmentSizes = array<i32: 0, 1>}> {a} : (index) -> ()`,
	"t.many":                                                                                    `"t.many"() : () -> ()`,
	"%0:2 = t.many %i : index -> i1, i2":                                                        `%1:2 = "t.many"(%0) : (index) -> (i1, i2)`,
	"t.many %i, %i {a} : index, index":                                                          `"t.many"(%0, %0) {a} : (index, index) -> ()`,
	"%0 = t.many -> (i1) -> i2":                                                                 `%1 = "t.many"() : () -> ((i1) -> i2)`,
	"\"u.b\"() ({\n t.br ^a, ^a (%i : index)\n^a:\n t.br\n}) : () -> ()":                        "\"u.b\"() ({\n  \"t.br\"(%0)[^bb1, ^bb1] : (index) -> ()\n^bb1:  // 2 preds: ^bb0, ^bb0\n  \"t.br\"() : () -> ()\n}) : () -> ()",
	"%0 = t.loop(%k = %i : index) { many %k : index }":                                          "%1 = \"t.loop\"(%0) ({\n^bb0(%arg0: index):\n  \"t.many\"(%arg0) : (index) -> ()\n}) : (index) -> index",
	"%0 = t.loop(%k = %i : index) {} attributes {a}":                                            "%1 = \"t.loop\"(%0) ({\n^bb0(%arg0: index):\n}) {a} : (index) -> index",
	"t.box {}":                                     "\"t.box\"() ({\n^bb0:\n}) : () -> ()",
	"t.box attributes {a} { many }":                "\"t.box\"() ({\n  \"t.many\"() : () -> ()\n}) {a} : () -> ()",
	"t.regions {}, {} {a}":                         "\"t.regions\"() ({\n}, {\n}) {a} : () -> ()",
	"t.regions":                                    `"t.regions"() : () -> ()`,
	"t.hook int -0x10":                             `"t.hook"() {v = -16 : i64} : () -> ()`,
	"t.hook int -9223372036854775808":              `"t.hook"() {v = -9223372036854775808 : i64} : () -> ()`,
	`t.hook string "a\41"`:                         `"t.hook"() {v = "aA"} : () -> ()`,
	"t.hook symbol @\"x y\" {a}":                   `"t.hook"() {a, v = @"x y"} : () -> ()`,
	"t.hook typed 1.0":                             `"t.hook"() {v = 1.000000e+00 : f32} : () -> ()`,
	"t.hook types i1, (i2) -> i3":                  `"t.hook"() {t0 = i1, t1 = (i2) -> i3} : () -> ()`,
	"t.hook func () -> i1":                         `"t.hook"() {v = () -> i1} : () -> ()`,
	"t.hook operands %i, %i : index, index":        `"t.hook"(%0, %0) : (index, index) -> ()`,
	"t.hook peek ->":                               `"t.hook"() {arrow = true, int = false, minus = false, operand = false, results = -1 : i64, word = ""} : () -> ()`,
	"t.hook peek":                                  `"t.hook"() {arrow = false, int = false, minus = false, operand = false, results = -1 : i64, word = ""} : () -> ()`,
	"t.hook args %a: i1 %b: i2 { t.many %b : i2 }": "\"t.hook\"() ({\n^bb0(%arg0: i1, %arg1: i2):\n  \"t.many\"(%arg1) : (i2) -> ()\n}) : () -> ()",
}

// TestForms checks custom forms by the generic form of what they mean.
func TestForms(t *testing.T) {
	const head = "%i = \"u.i\"() : () -> index\n"
	for text, want := range formTexts {
		got := strings.TrimPrefix(body(generic(t, head+text)), "%0 = \"u.i\"() : () -> index\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n-want +got\n%s", text, diff)
		}
	}
}

// TestCustomPrints checks that custom forms print as they were read.
func TestCustomPrints(t *testing.T) {
	const text = `module {
  %0 = "u.i"() : () -> index
  %1 = t.add %0, %0 : index
  %2 = t.add %0, %1 {a = 1 : i8} : (index, index) -> i8
  %3 = t.form sum %0 dims [1, 2] keep label "l" with %0, %2 : index, i8 {b} : index -> i8
  %4 = t.form prod %0 dims [] : index -> i8
  t.sized(%0) (%1, %2) : (index) (index, i8)
  %5:2 = t.many %0 : index -> i1, i2
  %6 = t.infer %0 {width = 3 : i64} : index
  func.func private @f(i32)
  func.func @g(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
}`
	ctx := newContext()
	op, err := parser.Parse(ctx, []byte(text), parser.Options{})
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	if diff := cmp.Diff(text, printer.OpString(op, printer.Options{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
