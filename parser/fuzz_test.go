package parser_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

// seeds are texts that between them use every construct.
var seeds = []string{
	`#a = affine_map<(d0)[s0] -> (d0 floordiv 2 + s0, d0 mod 3)>
!t = tensor<4x?xf32, {a = "x"}>
%0:2 = "a.b"() <{p = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>}> ({
^bb0(%x: !t loc("l"), %y: memref<4xf32, strided<[1], offset: ?>, 3 : i32>):
  "a.br"(%x)[^bb1] : (!t) -> () loc(#l)
^bb1:
  "a.c"(%z#1) : (i32) -> ()
}, {}) {k = #a, u, f = 0x7FC00000 : f32, s = affine_set<(d0) : (d0 - 1 >= 0)>} : () -> (i32, complex<f64>) loc(fused<"m">["a", "b":1:2])
%z:2 = "a.d"() {v = dense<"0x0102"> : tensor<2xi8>, w = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, x = #u<a b>, y = !u.t<[]>} : () -> (i8, i32)
#l = loc(callsite("a" at "b"("f":1:2 to 3:4)))
{-# dialect_resources: {builtin: {k: "0x0400000001"}}, external_resources: {t: {a: true, b: "c"}} #-}`,
	`module @m attributes {a.b = array<i64: 1, 2>} {
  func.func private @f(%a: i32 {x.y = 1 : i8}, %b: tensor<*xf32>) -> (i32 {x.z}, f32) attributes {n.o = distinct[0]<1>} {
    %0 = t.add %a, %a : i32
    %1 = t.form sum %0 dims [1] keep label "l" with %0 : i32 {d = [unit, @s::@"t u"]} : i32 -> f32
    return %0, %1 : i32, f32
  }
}`,
	`%i = "u.i"() : () -> index
t.sized (%i) (%i, %i) : (index) (index, index)
%0 = t.loop(%k = %i : index) { many %k : index } attributes {a}
t.box { t.regions {}, {} }
%1 = t.infer %i {width = 7} : index
t.hook operands %i : index
t.hook args %a : i8 { }
"t.bare"() {a = #t<enum X>, b = #t.dims<[1]>, c = #t.raw<<>>, d = !t.of<i8>, e = !t.token} : () -> ()`,
	`"a.b"() {a = dense<["x", "y"]> : tensor<2x!u.s>, b = sparse<[[0, 1]], 5.> : tensor<3x4xf32>, c = dense_resource<k> : tensor<4xi1>, d = strided<[?, 1]>, e = -1 : i128, f = 1.5 : f80, g = array<i1: true>, h = "\00" : i8, i = (i8) -> (i8, i8), j = vector<[4]x2xf32>} : () -> ()`,
}

// FuzzParse checks that no input makes the parser panic, and that what parses
// means the same after printing and parsing again.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, c := range malformed {
		f.Add([]byte(c.text))
	}
	f.Fuzz(roundTrip)
}

func roundTrip(t *testing.T, src []byte) {
	first, ok := printed(t, src)
	if !ok {
		return
	}
	ctx := newContext()
	op, err := parser.Parse(ctx, []byte(first), parser.Options{})
	if err != nil {
		t.Fatalf("%q prints as\n%s\nwhich does not parse: %s", src, first, ctx.Render(ir.AsDiag(err, 0)))
	}
	second := printer.OpString(op, roundTripForm)
	if second != first {
		t.Fatalf("%q\n-first print +second\n%s", src, cmp.Diff(first, second))
	}
}

var roundTripForm = printer.Options{Generic: true, AssumeVerified: true, DebugInfo: true}

func printed(t *testing.T, src []byte) (text string, ok bool) {
	ctx := newContext()
	op, err := parser.Parse(ctx, src, parser.Options{Filename: "in"})
	if err != nil {
		if ctx.Render(ir.AsDiag(err, 0)) == "" {
			t.Fatalf("%q fails without a message", src)
		}
		return "", false
	}
	return printer.OpString(op, roundTripForm), true
}

// TestSeeds checks that the seeds parse at all.
func TestSeeds(t *testing.T) {
	for _, s := range seeds {
		if _, ok := printed(t, []byte(s)); !ok {
			ctx := newContext()
			_, err := parser.Parse(ctx, []byte(s), parser.Options{Filename: "in"})
			t.Errorf("%s\n%s", s, ctx.Render(ir.AsDiag(err, 0)))
		}
		roundTrip(t, []byte(s))
	}
}

// TestPrefixes parses every prefix of the seeds, as a truncated file would be:
// each is an error or a shorter program, never a panic.
func TestPrefixes(t *testing.T) {
	for _, s := range seeds {
		for n := range len(s) {
			printed(t, []byte(s[:n]))
		}
	}
}
