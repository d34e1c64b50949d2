package stablehlo

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// runs executes a program, plain and optimised, and compares what is printed.
func runs(t *testing.T, name, text, want string, args ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		for _, extra := range [][]string{nil, {"--optimize"}, {"--no-plan"}, {"--workers=1", "--optimize"}} {
			var out, messages strings.Builder
			status := driver.Run(append(extra, args...), strings.NewReader(text), &out, &messages)
			if got := out.String(); status != 0 || got != want {
				t.Fatalf("%v: status %d\n%s\ngot\n%swant\n%s", extra, status, messages.String(), got, want)
			}
		}
	})
}

// fails executes a program that is an error.
func fails(t *testing.T, name, text, want string, args ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		var out, messages strings.Builder
		if status := driver.Run(args, strings.NewReader(text), &out, &messages); status != 1 || !strings.Contains(messages.String(), want) || out.Len() > 0 {
			t.Fatalf("status %d, %q and the message\n%s\nwant\n%s", status, out.String(), messages.String(), want)
		}
	})
}

// mapped is a map of %x, and %y where there is one, by a body.
func mapped(args, types, params, body, result string) string {
	return "func.func @main(" + args + ") -> " + result + " {\n  %0 = \"stablehlo.map\"(" + params[:strings.Index(params, "|")] +
		") <{dimensions = array<i64: 0, 1>}> ({\n  ^bb0(" + params[strings.Index(params, "|")+1:] + "):\n" + body + "\n  }) : (" + types + ") -> " + result +
		"\n  return %0 : " + result + "\n}\n"
}

// TestMap: bodies of elementwise ops, and others.
func TestMap(t *testing.T) {
	const x, y = "--input=2x3xf32=[-1,2,3,4,-5,6]", "--input=2x3xi32=[1,2,3,4,5,6]"
	const one, two = "%x: tensor<2x3xf32>", "%x: tensor<2x3xf32>, %y: tensor<2x3xi32>"
	runs(t, "two types", mapped(two, "tensor<2x3xf32>, tensor<2x3xi32>", "%x, %y|%a: tensor<f32>, %b: tensor<i32>", `
    %c = stablehlo.convert %b : (tensor<i32>) -> tensor<f32>
    %k = stablehlo.constant dense<2.0> : tensor<f32>
    %d = stablehlo.multiply %a, %c : tensor<f32>
    %e = stablehlo.add %k, %d : tensor<f32>
    stablehlo.return %e : tensor<f32>`, "tensor<2x3xf32>"), "2x3xf32=[1 6 11][18 -23 38]\n", x, y)
	runs(t, "constant", mapped(one, "tensor<2x3xf32>", "%x|%a: tensor<f32>", `
    %k = stablehlo.constant dense<2> : tensor<i8>
    stablehlo.return %k : tensor<i8>`, "tensor<2x3xi8>"), "2x3xi8=[2 2 2][2 2 2]\n", x)
	runs(t, "argument", mapped(two, "tensor<2x3xf32>, tensor<2x3xi32>", "%x, %y|%a: tensor<f32>, %b: tensor<i32>", `
    stablehlo.return %b : tensor<i32>`, "tensor<2x3xi32>"), "2x3xi32=[1 2 3][4 5 6]\n", x, y)
	const branches = `
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare GT, %a, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = "stablehlo.if"(%p) ({
      stablehlo.return %RESULT : TYPE
    }, {
      %u = stablehlo.negate %RESULT : TYPE
      stablehlo.return %u : TYPE
    }) : (tensor<i1>) -> TYPE
    stablehlo.return %q : TYPE`
	runs(t, "branches", mapped(one, "tensor<2x3xf32>", "%x|%a: tensor<f32>", strings.NewReplacer("%RESULT", "%a", "TYPE", "tensor<f32>").Replace(branches), "tensor<2x3xf32>"),
		"2x3xf32=[1 2 3][4 5 6]\n", x)
	runs(t, "branches of another type", mapped(one, "tensor<2x3xf32>", "%x|%a: tensor<f32>",
		"    %k = stablehlo.constant dense<7> : tensor<i32>"+strings.NewReplacer("%RESULT", "%k", "TYPE", "tensor<i32>").Replace(branches), "tensor<2x3xi32>"),
		"2x3xi32=[-7 7 7][7 -7 7]\n", x)
	runs(t, "second type", mapped(two, "tensor<2x3xf32>, tensor<2x3xi32>", "%x, %y|%a: tensor<f32>, %b: tensor<i32>",
		strings.NewReplacer("%RESULT", "%b", "TYPE", "tensor<i32>").Replace(branches), "tensor<2x3xi32>"), "2x3xi32=[-1 2 3][4 -5 6]\n", x, y)
	runs(t, "nothing", strings.ReplaceAll(mapped(one, "tensor<2x3xf32>", "%x|%a: tensor<f32>", strings.NewReplacer("%RESULT", "%a", "TYPE", "tensor<f32>").Replace(branches), "tensor<2x3xf32>"), "2x3x", "0x3x"),
		"0x3xf32=[]\n", "--input=0x3xf32=[]")
	runs(t, "dynamic", strings.ReplaceAll(mapped(one, "tensor<2x3xf32>", "%x|%a: tensor<f32>", strings.NewReplacer("%RESULT", "%a", "TYPE", "tensor<f32>").Replace(branches), "tensor<2x3xf32>"), "2x3x", "?x3x"),
		"2x3xf32=[1 2 3][4 5 6]\n", x)
}

// unary is a function of %x by one op.
func unary(from, op, to string) string {
	return "func.func @main(%x: " + from + ") -> " + to + " {\n  %0 = " + op + "\n  return %0 : " + to + "\n}\n"
}

func TestEinsum(t *testing.T) {
	const x, cube = "--input=2x3xf32=[1,2,3,4,5,6]", "--input=2x2x3xf32=[1,2,3,4,5,6,7,8,9,10,11,12]"
	einsum := func(config, result string) string {
		return "func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x2x3xf32>) -> " + result + " {\n  %0 = stablehlo.einsum %x, %y, config = \"" + config +
			"\" : (tensor<2x3xf32>, tensor<2x2x3xf32>) -> " + result + "\n  return %0 : " + result + "\n}\n"
	}
	for _, test := range []struct{ config, result, want string }{
		{"ab,cdb->cda", "tensor<2x2x2xf32>", "2x2x2xf32=[[14 32][32 77]][[50 122][68 167]]\n"},
		{"ab,cab->c", "tensor<2xf32>", "2xf32=91 217\n"},
		{"ab,aab->a", "tensor<2xf32>", "2xf32=14 167\n"},
		{"ab,cde->ce", "tensor<2x3xf32>", "2x3xf32=[105 147 189][357 399 441]\n"},
		{"ab,...b->...a", "tensor<2x2x2xf32>", "2x2x2xf32=[[14 32][32 77]][[50 122][68 167]]\n"},
		{"...,c...->c...", "tensor<2x2x3xf32>", "2x2x3xf32=[[1 4 9][16 25 36]][[7 16 27][40 55 72]]\n"},
		{" ab , cab -> b ", "tensor<3xf32>", "3xf32=64 100 144\n"},
	} {
		runs(t, test.config, einsum(test.config, test.result), test.want, x, cube)
	}
	for _, test := range []struct{ config, result, want string }{
		{"ab->ba", "tensor<3x2xf32>", "3x2xf32=[1 4][2 5][3 6]\n"},
		{"ab->", "tensor<f32>", "f32=21\n"},
		{"a...->...", "tensor<3xf32>", "3xf32=5 7 9\n"},
		{"...->...", "tensor<2x3xf32>", "2x3xf32=[1 2 3][4 5 6]\n"},
	} {
		runs(t, test.config, unary("tensor<2x3xf32>", "stablehlo.unary_einsum %x, config = \""+test.config+"\" : (tensor<2x3xf32>) -> "+test.result, test.result), test.want, x)
	}
	runs(t, "diagonal", unary("tensor<2x2x3xf32>", `stablehlo.unary_einsum %x, config = "aab->ba" : (tensor<2x2x3xf32>) -> tensor<3x2xf32>`, "tensor<3x2xf32>"),
		"3x2xf32=[1 10][2 11][3 12]\n", cube)
	runs(t, "space diagonal", unary("tensor<2x2x2xi32>", `stablehlo.unary_einsum %x, config = "aaa->a" : (tensor<2x2x2xi32>) -> tensor<2xi32>`, "tensor<2xi32>"),
		"2xi32=1 8\n", "--input=2x2x2xi32=[1,2,3,4,5,6,7,8]")
	runs(t, "empty diagonal", unary("tensor<0x0xi32>", `stablehlo.unary_einsum %x, config = "aa->a" : (tensor<0x0xi32>) -> tensor<0xi32>`, "tensor<0xi32>"),
		"0xi32=[]\n", "--input=0x0xi32=[]")
	runs(t, "broadcast", unary("tensor<3xi8>", "stablehlo.broadcast %x, sizes = [2, 0] : (tensor<3xi8>) -> tensor<2x0x3xi8>", "tensor<2x0x3xi8>"), "2x0x3xi8=[]\n", "--input=3xi8=1")
	runs(t, "broadcast scalar", unary("tensor<i8>", "stablehlo.broadcast %x, sizes = [1, 2] : (tensor<i8>) -> tensor<1x2xi8>", "tensor<1x2xi8>"), "1x2xi8=[4 4]\n", "--input=i8=4")
}

// TestRandom: what is drawn follows from the seed, the order of the draws, and nothing
// else; the states of generators are those of XLA.
func TestRandom(t *testing.T) {
	const two = `func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %n = stablehlo.constant dense<3> : tensor<1xi64>
  %dead = stablehlo.rng %a, %b, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  %1 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
`
	runs(t, "seed 0", two, "3xf32=0.9396581 0.51550996 0.85070026\n3xf32=0.7129273 0.465765 0.13515684\n", "--input=f32=0", "--input=f32=1")
	runs(t, "seed 0 is the default", two, "3xf32=0.9396581 0.51550996 0.85070026\n3xf32=0.7129273 0.465765 0.13515684\n", "--input=f32=0", "--input=f32=1", "--seed=0")
	generate := func(algorithm, state, bits string) string {
		return "func.func @main(%x: " + state + ") -> (" + state + ", " + bits + ") {\n  %0:2 = stablehlo.rng_bit_generator %x, algorithm = " + algorithm +
			" : (" + state + ") -> (" + state + ", " + bits + ")\n  return %0#0, %0#1 : " + state + ", " + bits + "\n}\n"
	}
	// The words are those that Random123 publishes for a counter and a key of zeros.
	runs(t, "philox", generate("PHILOX", "tensor<3xui64>", "tensor<5xui32>"), "3xui64=0 2 0\n5xui32=1713891541 3781805453 3159862348 2600524760 4175744164\n", "--input=3xui64=0")
	runs(t, "wide", generate("PHILOX", "tensor<2xui64>", "tensor<2x1xui64>"), "2xui64=0 1\n2x1xui64=[16242730742183356629][11169168799798111308]\n", "--input=2xui64=0")
	runs(t, "narrow", generate("PHILOX", "tensor<4xui32>", "tensor<3xi16>"), "4xui32=0 0 1 0\n3xi16=-5931 -14963 -21428\n", "--input=4xui32=0")
	runs(t, "float", generate("PHILOX", "tensor<16xui8>", "tensor<1xf32>"), "16xui8=0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0\n1xf32=1.9823255e+23\n", "--input=16xui8=0")
	runs(t, "carry", generate("DEFAULT", "tensor<3xui64>", "tensor<0xui8>"), "3xui64=1 18446744073709551615 5\n0xui8=[]\n", "--input=3xui64=[1,18446744073709551615,5]")
	runs(t, "carry of a counter", generate("DEFAULT", "tensor<3xi64>", "tensor<1xui8>"), "3xi64=1 0 6\n1xui8=168\n", "--input=3xi64=[1,-1,5]")
	runs(t, "threefry", generate("DEFAULT", "tensor<2xui64>", "tensor<1xui64>"), "2xui64=0 1\n1xui64=11077253088097075545\n", "--input=2xui64=0")
}

// TestTuplesAndTokens: they go wherever values go, and leave no trace.
func TestTuplesAndTokens(t *testing.T) {
	runs(t, "everywhere", tuples, "i32=0\n2xf32=8 8\n", "--input=2xf32=1", "--input=i1=true")
	runs(t, "arguments", `func.func @main(%x: tuple<tensor<i32>, tuple<>, !stablehlo.token, tensor<i1>>) -> (tensor<i1>, !stablehlo.token, tuple<tensor<i32>>) {
  %0 = stablehlo.get_tuple_element %x[3] : (tuple<tensor<i32>, tuple<>, !stablehlo.token, tensor<i1>>) -> tensor<i1>
  %1 = stablehlo.get_tuple_element %x[2] : (tuple<tensor<i32>, tuple<>, !stablehlo.token, tensor<i1>>) -> !stablehlo.token
  %2 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<i32>, tuple<>, !stablehlo.token, tensor<i1>>) -> tensor<i32>
  %3 = stablehlo.tuple %2 : tuple<tensor<i32>>
  return %0, %1, %3 : tensor<i1>, !stablehlo.token, tuple<tensor<i32>>
}
`, "i1=true\ni32=7\n", "--input=i32=7", "--input=i1=true")
	fails(t, "conditional jump", `func.func @main(%p: i1, %x: tuple<tensor<i32>, tensor<i32>>) {
  cf.cond_br %p, ^bb1(%x : tuple<tensor<i32>, tensor<i32>>), ^bb1(%x : tuple<tensor<i32>, tensor<i32>>)
^bb1(%y: tuple<tensor<i32>, tensor<i32>>):
  return
}
`, "<stdin>:2:3: error: 'cf.cond_br' op cannot be converted to tg: it passes a tuple or a token on", "--input=i1=true", "--input=i32=1", "--input=i32=1")
}

const tuples = `func.func private @g(%t: !stablehlo.token, %x: tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>> {jax.x = 1}) -> (tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token {a.b}) {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>) -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>) -> tuple<tensor<i32>, !stablehlo.token>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
  %3 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<i32>, !stablehlo.token>) -> !stablehlo.token
  %4 = stablehlo.after_all %3, %t : !stablehlo.token
  %5 = stablehlo.tuple %2, %0 : tuple<tensor<i32>, tensor<2xf32>>
  return %5, %4 : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
}
func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) -> tuple<tensor<i32>, tensor<2xf32>> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %0 = stablehlo.tuple %c, %t : tuple<tensor<i32>, !stablehlo.token>
  %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>
  %r:2 = call @g(%t, %1) : (!stablehlo.token, tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>) -> (tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token)
  %b:2 = stablehlo.optimization_barrier %r#0, %r#1 : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
  %2:2 = "stablehlo.if"(%p) ({
    stablehlo.return %b#0, %b#1 : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
  }, {
    stablehlo.return %r#0, %t : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
  }) : (tensor<i1>) -> (tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token)
  %w:2 = stablehlo.while(%a = %2#0, %k = %2#1) : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
  cond {
    %i = stablehlo.get_tuple_element %a[0] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %q = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %i = stablehlo.get_tuple_element %a[0] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<i32>
    %v = stablehlo.get_tuple_element %a[1] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<2xf32>
    %z = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.subtract %i, %z : tensor<i32>
    %u = stablehlo.add %v, %v : tensor<2xf32>
    %n = stablehlo.tuple %j, %u : tuple<tensor<i32>, tensor<2xf32>>
    stablehlo.return %n, %k : tuple<tensor<i32>, tensor<2xf32>>, !stablehlo.token
  }
  return %w#0 : tuple<tensor<i32>, tensor<2xf32>>
}
`
