package parser_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// malformed pairs a text with what Render says about it, without the echoed
// lines: `line:col: message`, notes on lines of their own.
var malformed = []struct{ text, want string }{
	// ---- lexical
	{"`", "1:1: unexpected character"},
	{"é", "1:1: unexpected character"},
	{`"a.b"() : () -> () ;`, "1:20: unexpected character"},
	{"\x00", "1:1: unexpected character"},
	{`%é = "a.b"() : () -> i32`, "1:1: invalid SSA name"},
	{`"a.b"(%) : () -> ()`, "1:7: invalid SSA name"},
	{"\"a.b\"() ({ ^", "1:12: invalid block name"},
	{`"a.b"() {a = "x`, `1:16: expected '"' in string literal`},
	{"\"a.b\"() {a = \"x\n\"} : () -> ()", `1:16: expected '"' in string literal`},
	{`"a.b"() {a = "x\q"} : () -> ()`, "1:16: unknown escape in string literal"},
	{`"a.b"() {a = "x\4`, "1:16: unknown escape in string literal"},
	{`"a.b"() {a = @} : () -> ()`, "1:15: @ identifier expected to start with letter or '_'"},
	{`"a.b"() {a = @1} : () -> ()`, "1:15: @ identifier expected to start with letter or '_'"},
	{`"a.b"() {a = @""} : () -> ()`, "1:15: expected non-empty symbol name"},
	{`"a.b"() {a = @a::b} : () -> ()`, "1:18: expected nested symbol reference identifier"},
	// ---- ops
	{"}", "1:1: expected operation name in quotes; this '}' has no '{' before it"},
	{"module {\n}\n\n}\n", "2:2: expected operation name in quotes; this '}' has no '{' before it"},
	{"\"a.b\"() : () -> i32\n{", "1:20: expected operation name in quotes"},
	{"^bb0:", "1:1: expected operation name in quotes"},
	{`"" () : () -> ()`, "1:1: empty operation name is invalid"},
	{"\"a\x00b\"() : () -> ()", "1:1: null character not allowed in operation name"},
	{`"a.b"`, "1:6: expected '(' to start operand list"},
	{`"a.b"(%x : i32) -> i32`, "1:9: expected ')' to end operand list"},
	{`"a.b"(x)`, "1:7: expected ')' to end operand list"},
	{`"a.b"()`, "1:8: expected ':' followed by operation type"},
	{`"a.b"() : i32`, "1:11: expected function type"},
	{`"a.b"() : () i32`, "1:13: expected '->' in function type"},
	{"\"a.b\"() : () ->\n\"c.d\"() : () -> ()", "1:16: expected non-function type"},
	{"\"a.b\"() : ()  // comment\n\n// more\n", "1:13: expected '->' in function type"},
	{`"a.b"() <{} : () -> ()`, "1:12: expected '>' to close properties"},
	{`"a.b"()[] : () -> ()`, "1:9: expected list element"},
	{`"a.b"() ( ) : () -> ()`, "1:10: expected '{' to begin a region, or ':' in front of the type of the operation"},
	{`"a.b"() ({ } : () -> ()`, "1:13: expected ')' to end region list"},
	{"\"a.b\"() ({\n\n", "1:11: expected operation name in quotes; the '{' at 1:10 has no '}'"},
	{`%0 "a.b"() : () -> i32`, "1:3: expected '=' after SSA name"},
	{`%0, = "a.b"() : () -> i32`, "1:4: expected valid ssa identifier"},
	{`%0:x = "a.b"() : () -> i32`, "1:4: expected integer number of results"},
	{`%0:0 = "a.b"() : () -> i32`, "1:4: expected named operation to have at least 1 result"},
	{`%0:9999999999 = "a.b"() : () -> i32`, "1:1: operation defines 1 results but was provided 9999999999 to bind"},
	{`%0 = "a.b"() : () -> ()`, "1:1: cannot name an operation with no results"},
	{`%0:2 = "a.b"() : () -> i32`, "1:1: operation defines 1 results but was provided 2 to bind"},
	{`%0 = "t.bare"() : () -> (i1, i2)`, "1:1: operation defines 2 results but was provided 1 to bind"},
	// ---- values
	{`"a.b"(%0, %1) : (i32) -> ()`, "1:17: expected 2 operand types but had 1"},
	{"\"a.b\"(%zz) : (i32) -> ()\n\"a.b\"(%yy) : (i32) -> ()", "1:7: use of undeclared SSA value name"},
	{"%0 = \"a.b\"() : () -> i32\n\"a.b\"(%0#1) : (i32) -> ()", "2:7: reference to invalid result number"},
	{"\"a.b\"(%0#1) : (i32) -> ()\n%0 = \"a.b\"() : () -> i32", "1:7: use of undeclared SSA value name"},
	{"%0 = t.loop(%k = %k : index) {}", "1:13: region entry argument '%k' is already in use\n1:18: previously referenced here"},
	{`"a.b"(%0#99999999999) : (i32) -> ()`, "1:9: invalid SSA value result number"},
	{"%0 = \"a.b\"() : () -> i32\n%0 = \"a.b\"() : () -> i32", "2:1: redefinition of SSA value '%0'\n1:1: previously defined here"},
	{"%x = \"a.b\"() : () -> i32\nfunc.func @f() {\n %x = \"a.b\"() : () -> i32\n return }", "3:2: redefinition of SSA value '%x'\n1:1: previously defined here"},
	{`"a.b"() ({ ^bb0(%x: i32, %x: i32): }) : () -> ()`, "1:26: redefinition of SSA value '%x'\n1:17: previously defined here"},
	{"%b = \"a.b\"() : () -> i32\n\"a.b\"(%b) : (f32) -> ()", "2:7: use of value '%b' expects different type than prior uses: 'f32' vs 'i32'\n1:1: prior use here"},
	{"\"a.b\"(%0) : (i32) -> ()\n\"a.b\"(%0) : (f32) -> ()", "2:7: use of value '%0' expects different type than prior uses: 'f32' vs 'i32'\n1:7: prior use here"},
	{"\"a.b\"(%0) : (i32) -> ()\n%0 = \"a.b\"() : () -> f32", "2:1: definition of SSA value '%0#0' has type 'f32'\n1:7: previously used here with type 'i32'"},
	{`"a.b"() ({ ^bb0(%y : i32): }, { "c.d"(%y) : (i32) -> () }) : () -> ()`, "1:39: use of undeclared SSA value name"},
	// ---- blocks
	{`"a.b"()[^bb0] : () -> ()`, "1:9: reference to an undefined block"},
	{"\"a.b\"() ({\n^a:\n \"a.br\"()[^c, ^b] : () -> ()\n}) : () -> ()", "3:11: reference to an undefined block"},
	{`"a.b"() ({ ^bb0: ^bb0: }) : () -> ()`, "1:18: redefinition of block '^bb0'"},
	{`"a.b"() ({ ^bb0(%x: i32) }) : () -> ()`, "1:25: expected ':' after block name"},
	{`"a.b"() ({ ^bb0(%x i32): }) : () -> ()`, "1:19: expected ':' and type for SSA operand"},
	{`"a.b"() ({ ^bb0(%x: i32 %y: i32): }) : () -> ()`, "1:24: expected ')' or ',' in block argument list"},
	// ---- custom forms
	{"t.ad %a, %b : i32", "1:1: custom op 't.ad' is unknown; did you mean 't.add'?"},
	{"xx", "1:1: custom op 'xx' is unknown (tried 'builtin.xx' as well)"},
	{"tt.add", "1:1: Dialect `tt' not found for custom op 'tt.add' ; did you mean 't'?\n1:1: Available dialects: builtin, func, t"},
	{"t.box { fom }", "1:9: custom op 'fom' is unknown (tried 't.fom' as well); did you mean 't.form'?"},
	{"t.regions { return }", "1:13: Dialect `' not found for custom op 'return'  (tried '.return' as well); did you mean 'func.return'?\n1:13: Available dialects: builtin, func, t"},
	{"t.bare", "1:1: custom op 't.bare' has no custom assembly form"},
	{"%0 = t.add %a : i32", "1:14: expected ','"},
	{"%0 = t.add %a, %b i32", "1:18: expected ':'"},
	{"%0 = t.add %a, %b : (i32) -> i32", "1:16: custom op 't.add' number of operands and types do not match: got 2 operands and 1 types"},
	{"%0, %1 = t.form sum %a dims [] : i8 -> i8", "1:1: operation defines 1 results but was provided 2 to bind"},
	{"%0 = t.form summ %a", "1:13: custom op 't.form' unknown kind (sum|prod) 'summ'; did you mean 'sum'?"},
	{"%0 = t.form sum %a dims [1, x]", "1:29: custom op 't.form' expected integer value"},
	{"%0 = t.form sum %a dims [99999999999999999999]", "1:26: custom op 't.form' integer value too large"},
	{"%0 = t.form sum %a dims [] {kind = \"prod\"} : i8 -> i8", "1:28: attribute 'kind' occurs more than once in the attribute list"},
	{"t.sized (%a) () : () ()", "1:20: expected non-function type"},
	{"%i = \"u.i\"() : () -> index\n%0 = t.infer %i : index", "2:6: 't.infer' op requires attribute 'width'"},
	{"%i = \"u.i\"() : () -> index\n%0 = t.infer %i {width = 99} : index", "2:6: 't.infer' op has no type of width 99"},
	{"%i = \"u.i\"() : () -> i8\n%0 = t.infer %i {width = 9} : i8", "2:6: 't.infer' op operand #0 must be index, but got 'i8'"},
	{"t.hook fail", "1:8: custom op 't.hook' fails on purpose"},
	{"t.hook symbol a", "1:15: custom op 't.hook' expected valid '@'-identifier for symbol name"},
	{"t.hook string a", "1:14: custom op 't.hook' expected string"},
	{"t.hook 1", "1:7: custom op 't.hook' expected valid keyword"},
	{"t.hook func i1", "1:13: custom op 't.hook' invalid kind of type specified: expected builtin.function, but found 'i1'"},
	{"t.hook args %a: i1 %a: i1 { }", "1:20: region entry argument '%a' is already in use\n1:13: previously referenced here"},
	{"t.hook args %a: i1 {\n^bb0: }", "2:1: invalid block name in region with named arguments"},
	{"t.hook args %a: i1 loc(#l) { }", "1:24: operation location alias was never defined"},
	// ---- attributes
	{`"a.b"() {a = } : () -> ()`, "1:13: expected attribute value"},
	{`"a.b"() {a = dnese<1> : tensor<1xi8>} : () -> ()`, "1:13: expected attribute value; did you mean 'dense'?"},
	{`"a.b"() {a = [1, ]} : () -> ()`, "1:17: expected attribute value"},
	{`"a.b"() {a = [1 2]} : () -> ()`, "1:16: expected ',' or ']'"},
	{`"a.b"() {1 = 1} : () -> ()`, "1:10: expected attribute name"},
	{`"a.b"() {"" = 1} : () -> ()`, "1:10: expected valid attribute name"},
	{`"a.b"() {a = 1, a = 2} : () -> ()`, "1:17: duplicate key 'a' in dictionary attribute"},
	{`"a.b"() {a = 1`, "1:15: expected '}' in attribute dictionary"},
	{`"a.b"() {a = 1e5} : () -> ()`, "1:15: expected '}' in attribute dictionary"},
	{`"a.b"() {a = -"x"} : () -> ()`, "1:15: expected constant integer or floating point value"},
	{`"a.b"() {a = 256 : i8} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = -129 : i8} : () -> ()`, "1:15: integer constant out of range for attribute"},
	{`"a.b"() {a = 128 : si8} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = -0 : i32} : () -> ()`, "1:15: integer constant out of range for attribute"},
	{`"a.b"() {a = 18446744073709551616} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = 9223372036854775808 : index} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = 0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i128} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = 1 : i0} : () -> ()`, "1:14: integer constant out of range for attribute"},
	{`"a.b"() {a = -1 : ui8} : () -> ()`, "1:15: negative integer literal not valid for unsigned integer type"},
	{`"a.b"() {a = 1 : tensor<i32>} : () -> ()`, "1:14: integer literal not valid for specified type"},
	{`"a.b"() {a = 1 : f32} : () -> ()`, "1:14: unexpected decimal integer literal for a floating point value\n1:14: add a trailing dot to make the literal a float"},
	{`"a.b"() {a = -0x1 : f32} : () -> ()`, "1:15: hexadecimal float literal should not have a leading minus"},
	{`"a.b"() {a = 0x1FFFFFFFF : f32} : () -> ()`, "1:14: hexadecimal float constant out of range for type"},
	{`"a.b"() {a = 1.0 : i32} : () -> ()`, "1:23: floating point value not valid for specified type"},
	{`"a.b"() {a = distinct[0]<unit>, b = distinct[0]<1>} : () -> ()`, "1:37: referenced attribute does not match previous definition: unit"},
	{`"a.b"() {a = strided<[1, x]>} : () -> ()`, "1:26: expected a 64-bit signed integer or '?'"},
	{`"a.b"() {a = array<i7: 1>} : () -> ()`, "1:20: element type bitwidth must be a multiple of 8"},
	{`"a.b"() {a = array<i8: 300>} : () -> ()`, "1:27: integer constant out of range"},
	{`"a.b"() {a = array<i8: 1.0>} : () -> ()`, "1:24: expected integer literal"},
	{`"a.b"() {a = array<index: 1>} : () -> ()`, "1:20: expected integer or float type, got: 'index'"},
	{`"a.b"() {a = dense_resource<x> : i8} : () -> ()`, "1:32: `dense_resource` expected a shaped type"},
	{`"a.b"() {a = #t.dim<[]>} : () -> ()`, "1:17: unknown attribute `dim` in dialect `t`"},
	{`"a.b"() {a = #t.dimz<[]>} : () -> ()`, "1:17: unknown attribute `dimz` in dialect `t`; did you mean 'dims'?"},
	{`"a.b"() {a = #t.dims<[1, 2, 3, 4]>} : () -> ()`, "1:14: at most 3 dims, but got 4"},
	{`"a.b"() {a = #t<enum A B>} : () -> ()`, "1:23: expected '>'"},
	{`"a.b"() {a = #t<1>} : () -> ()`, "1:17: expected valid keyword"},
	{`"a.b"() {a = #t.raw<(>} : () -> ()`, "1:21: unbalanced '(' character in pretty dialect name"},
	{`"a.b"() {a = #u.x<[)>} : () -> ()`, "1:18: unbalanced '[' character in pretty dialect name"},
	{`"a.b"() {a = #u.x<a`, "1:18: unbalanced '<' character in pretty dialect name"},
	// ---- elements
	{`"a.b"() {a = dense 1} : () -> ()`, "1:19: expected '<' after 'dense'"},
	{`"a.b"() {a = dense<[1, 2] : tensor<2xi32>} : () -> ()`, "1:26: expected '>'"},
	{`"a.b"() {a = dense<[1, 2]> tensor<2xi32>} : () -> ()`, "1:27: expected ':'"},
	{`"a.b"() {a = dense<[1, 2`, "1:25: expected ']'"},
	{`"a.b"() {a = dense<[1 2]> : tensor<2xi32>} : () -> ()`, "1:22: expected ']'"},
	{`"a.b"() {a = dense<[1, x]> : tensor<2xi32>} : () -> ()`, "1:24: expected element literal of primitive type"},
	{`"a.b"() {a = dense<[1,2,3]> : tensor<4xi32>} : () -> ()`, "1:14: inferred shape of elements literal ([3]) does not match type ([4])"},
	{`"a.b"() {a = dense<[[1],[2]]> : tensor<2xi32>} : () -> ()`, "1:14: inferred shape of elements literal ([2, 1]) does not match type ([2])"},
	{`"a.b"() {a = dense<[]> : tensor<2x0xi32>} : () -> ()`, "1:14: inferred shape of elements literal ([0]) does not match type ([2, 0])"},
	{`"a.b"() {a = dense<[[1,2],[3]]> : tensor<2x2xi32>} : () -> ()`, "1:30: tensor literal is invalid; ranks are not consistent between elements"},
	{`"a.b"() {a = dense<[1,[3]]> : tensor<2x2xi32>} : () -> ()`, "1:26: tensor literal is invalid; ranks are not consistent between elements"},
	{`"a.b"() {a = dense<[[],1]> : tensor<2x2xi32>} : () -> ()`, "1:25: tensor literal is invalid; ranks are not consistent between elements"},
	{`"a.b"() {a = dense<> : tensor<2xf32>} : () -> ()`, "1:14: parsed zero elements, but type ('tensor<2xf32>') expected at least 1"},
	{`"a.b"() {a = dense<1> : tensor<?xi32>} : () -> ()`, "1:14: elements literal type must have static shape"},
	{`"a.b"() {a = dense<1> : i32} : () -> ()`, "1:14: elements literal must be a shaped type"},
	{`"a.b"() {a = dense<1> : tensor<9223372036854775807x2xi32>} : () -> ()`, "1:14: the number of elements of type 'tensor<9223372036854775807x2xi32>' overflows"},
	{`"a.b"() {a = dense<300> : tensor<2xi8>} : () -> ()`, "1:20: integer constant out of range for type"},
	{`"a.b"() {a = dense<-1> : tensor<2xui8>} : () -> ()`, "1:21: expected unsigned integer elements, but parsed negative value"},
	{`"a.b"() {a = dense<true> : tensor<2xi8>} : () -> ()`, "1:20: expected i1 type for 'true' or 'false' values"},
	{`"a.b"() {a = dense<1.0> : tensor<1xindex>} : () -> ()`, "1:20: expected integer elements, but parsed floating-point"},
	{`"a.b"() {a = dense<[1,1.0]> : tensor<2xf32>} : () -> ()`, "1:21: unexpected decimal integer literal for a floating point value\n1:21: add a trailing dot to make the literal a float"},
	{`"a.b"() {a = dense<["a", "b"]> : tensor<2xi8>} : () -> ()`, "1:21: integer constant out of range for type; a string is no number"},
	{`"a.b"() {a = dense<(1, 2)> : tensor<2xi8>} : () -> ()`, "1:20: expected integer elements, but parsed a complex number"},
	{`"a.b"() {a = dense<1> : tensor<2xcomplex<i8>>} : () -> ()`, "1:14: parsed 1 elements, but type ('complex<i8>') expected 2 elements"},
	{`"a.b"() {a = dense<1> : tensor<2x!u.t>} : () -> ()`, "1:14: expected string token, got 1; the element type is '!u.t'"},
	{`"a.b"() {a = dense<"0x12"> : tensor<2xf32>} : () -> ()`, "1:14: elements hex data size is invalid for provided type: 'tensor<2xf32>'; the string holds 1 bytes"},
	{`"a.b"() {a = dense<"0x123"> : tensor<2xf32>} : () -> ()`, "1:20: expected string containing hex digits starting with `0x`"},
	{`"a.b"() {a = dense<"12"> : tensor<2xi8>} : () -> ()`, "1:20: expected string containing hex digits starting with `0x`"},
	{`"a.b"() {a = dense<"0x0102"> : tensor<9223372036854775807xi8>} : () -> ()`, "1:14: elements hex data size is invalid for provided type: 'tensor<9223372036854775807xi8>'; the string holds 2 bytes"},
	{`"a.b"() {a = sparse<[[0,0],[1,5]], [1,2]> : tensor<3x4xi32>} : () -> ()`, "1:14: sparse index #1 is not contained within the value shape, with index=[1, 5], and type='tensor<3x4xi32>'"},
	{`"a.b"() {a = sparse<2, 1> : tensor<4x2xi32>} : () -> ()`, "1:14: sparse index #0 is not contained within the value shape, with index=[2, 2], and type='tensor<4x2xi32>'"},
	{`"a.b"() {a = array<f32: x>} : () -> ()`, "1:25: expected floating point literal"},
	{`"a.b"() {a = #$.x} : () -> ()`, `1:17: invalid dialect namespace '"$"'`},
	{`"a.b"() : () -> memref<4xf32, 1, affine_map<(d0) -> (d0 + 1)>>`, "1:62: expected memory space to be last in memref type"},
	{`"a.b"() : () -> memref<*xf32, strided<[2]>>`, "1:43: cannot have affine map for unranked memref type"},
	{`"a.b"() : () -> memref<4xf32, i8>`, "1:17: unsupported memory space Attribute"},
	{"t.hook operands %a, %b : i8", "1:8: custom op 't.hook' number of operands and types do not match: got 2 operands and 1 types"},
	{`"a.b"() {a = affine_map<(d0) -> (d0 + )>} : () -> ()`, "1:39: missing right operand of binary operator"},
	{`"a.b"() {a = affine_map<(d0) -> (- )>} : () -> ()`, "1:36: expected affine expression"},
	{`"a.b"() {a = sparse<[[0, 1]], [1, 2]> : tensor<3xi32>} : () -> ()`, "1:14: expected shape ([3]); inferred shape of indices literal ([1, 2]); inferred shape of values literal ([2])"},
	// ---- types
	{`"a.b"() : () -> foo`, "1:16: expected non-function type; there is no type 'foo'"},
	{`"a.b"() : () -> tensr<4xf32>`, "1:16: expected non-function type; did you mean 'tensor'?"},
	{`"a.b"() : () -> tensor<4x>`, "1:26: expected non-function type"},
	{`"a.b"() : () -> tensor<4i32>`, "1:25: expected 'x' in dimension list"},
	{`"a.b"() : () -> tensor<-4xi32>`, "1:24: expected non-function type; an extent cannot be negative"},
	{`"a.b"() : () -> tensor<4xf32`, "1:29: expected '>' in tensor type"},
	{`"a.b"() : () -> tensor<99999999999999999999xi32>`, "1:24: invalid dimension"},
	{`"a.b"() : () -> tensor<4xnone>`, "1:26: invalid tensor element type"},
	{`"a.b"() : () -> tensor<*xf32, 1>`, "1:32: cannot apply encoding to unranked tensor"},
	{`"a.b"() : () -> i99999999`, "1:17: integer bitwidth is limited to 16777215 bits"},
	{`"a.b"() : () -> i99999999999999999`, "1:17: invalid integer width"},
	{`"a.b"() : () -> vector<0xi32>`, "1:17: vector types must have positive constant sizes but got 0"},
	{`"a.b"() : () -> vector<?xi32>`, "1:24: expected non-function type"},
	{`"a.b"() : () -> complex<index>`, "1:25: invalid element type for complex"},
	{`"a.b"() : () -> memref<4xf32, 1, 2>`, "1:35: multiple memory spaces specified in memref type"},
	{`"a.b"() : () -> memref<4xf32, strided<[1, 2]>>`, "1:17: expected the number of strides to match the rank"},
	{`"a.b"() : () -> memref<4xf32, affine_map<(d0, d1) -> (d0)>>`, "1:17: memref layout mismatch between rank and affine map: 1 != 2"},
	{`"a.b"() : () -> !t.of<none>`, "1:17: a type of none makes no sense"},
	{`"a.b"() : () -> !t.off<i8>`, "1:20: unknown type `off` in dialect `t`"},
	// ---- affine
	{`"a.b"() {a = affine_map<(d0) -> (d1)>} : () -> ()`, "1:34: use of undeclared identifier"},
	{`"a.b"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()`, "1:30: redefinition of identifier 'd0'"},
	{`"a.b"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()`, "1:37: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"},
	{`"a.b"() {a = affine_map<(d0) -> (d0 floordiv d0)>} : () -> ()`, "1:37: non-affine expression: right operand of floordiv has to be either a constant or symbolic"},
	{`"a.b"() {a = affine_map<(d0) -> (d0 d0)>} : () -> ()`, "1:36: expected ')' in affine map range"},
	{`"a.b"() {a = affine_map<(d0) -> (99999999999999999999)>} : () -> ()`, "1:34: constant too large for index"},
	{`"a.b"() {a = affine_map<(d0) : (d0 == 0)>} : () -> ()`, "1:25: expected AffineMap, but got IntegerSet"},
	{`"a.b"() {a = affine_set<(d0) : (d0)>} : () -> ()`, "1:35: expected '== affine-expr' or '>= affine-expr' at end of affine constraint"},
	// ---- aliases and locations
	{"\"a.b\"() {x = #a} : () -> ()\n#a = 1", "1:16: undefined symbol alias id 'a'"},
	{"#a = 1\n#a = 2", "2:1: redefinition of attribute alias id 'a'"},
	{"#a.b = 2", "1:1: attribute names with a '.' are reserved for dialect-defined names"},
	{"!t = i32\n!t = i64", "2:1: redefinition of type alias id 't'"},
	{`"a.b"() : () -> !q`, "1:19: undefined symbol alias id 'q'"},
	{`"a.b"() : () -> () loc(#l)`, "1:24: operation location alias was never defined"},
	{"\"a.b\"() : () -> () loc(#l)\n#l = 1", "1:24: expected location, but found '1 : i64'"},
	{`"a.b"() : () -> () loc("a"`, "1:27: expected ')' in location"},
	{`"a.b"() : () -> () loc(foo)`, "1:24: expected location instance"},
	{`"a.b"() : () -> () loc("x":1:2 to 4)`, "1:36: expected either integer or `:` post `to` in FileLineColRange"},
	{`"a.b"() : () -> () loc(callsite("a" "b"))`, "1:36: expected 'at' in callsite location"},
	// ---- resources
	{"{-# foo: 1 #-}", "1:5: unknown key 'foo' in file metadata dictionary"},
	{`{-# dialect_resources: { builtin: { foo: 1 } } #-}`, "1:42: expected hex string blob for key 'foo'"},
	{`{-# dialect_resources: { builtin: { foo: "0x04" } } #-}`, "1:42: expected hex string blob for key 'foo' to encode alignment in first 4 bytes"},
	{`{-# dialect_resources: { builtin: { foo: "0x03000000" } } #-}`, "1:42: expected hex string blob for key 'foo' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3"},
	{`{-# dialect_resources: { builtin: { foo: "0x04000000" }`, "1:56: expected ',' or '}'"},
}

func TestMalformed(t *testing.T) {
	for _, c := range malformed {
		ctx := newContext()
		op, err := parser.Parse(ctx, []byte(c.text), parser.Options{Filename: "in"})
		if err == nil {
			t.Errorf("%s\nparsed, want %s", c.text, c.want)
			continue
		}
		if op != nil {
			t.Errorf("%s\nreturned an op with an error", c.text)
		}
		if diff := cmp.Diff(c.want, messages(ctx.Render(ir.AsDiag(err, 0)))); diff != "" {
			t.Errorf("%s\n-want +got\n%s", c.text, diff)
		}
	}
}

// messages are the lines of a rendered diagnostic that carry a message, without
// file name and severity.
func messages(rendered string) string {
	var out []string
	for _, l := range strings.Split(rendered, "\n") {
		if l, ok := strings.CutPrefix(l, "in:"); ok {
			l = strings.Replace(l, ": error: ", ": ", 1)
			out = append(out, strings.Replace(l, ": note: ", ": ", 1))
		}
	}
	return strings.Join(out, "\n")
}

// TestRendered checks a whole message with source line, caret and note.
func TestRendered(t *testing.T) {
	ctx := newContext()
	text := "func.func @f(%a: i32) {\n\t%b = \"u.x\"(%a) : (f32) -> i32\n\treturn\n}\n"
	_, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "dir/in.mlir", FirstLine: 4})
	want := `dir/in.mlir:6:13: error: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'
        %b = "u.x"(%a) : (f32) -> i32
                   ^
dir/in.mlir:5:14: note: prior use here
func.func @f(%a: i32) {
             ^
`
	if diff := cmp.Diff(want, ctx.Render(ir.AsDiag(err, 0))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestUnregistered checks what is rejected without AllowUnregistered.
func TestUnregistered(t *testing.T) {
	for text, want := range map[string]string{
		`"u.x"() : () -> ()`:                   "1:6: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used",
		`func.func private @f(!u.t)`:           "1:25: `!\"u\"<\"t\">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
		`module attributes {u.a = #u<x y>} {}`: "1:26: #\"u\"<\"x y\"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
		`{-# dialect_resources: { u: {} } #-}`: "1:26: dialect 'u' is unknown",
	} {
		ctx := ir.NewContext(builtin.Dialect, fn.Dialect)
		_, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "in"})
		if err == nil {
			t.Errorf("%s: parsed", text)
		} else if diff := cmp.Diff(want, messages(ctx.Render(ir.AsDiag(err, 0)))); diff != "" {
			t.Errorf("%s\n-want +got\n%s", text, diff)
		}
	}
	for text, want := range map[string]string{"i32 i32": "found trailing characters: 'i32'", "": "expected non-function type"} {
		if _, err := parser.ParseType(newContext(), text); err == nil || err.Error() != want {
			t.Errorf("type %q: %v, want %s", text, err, want)
		}
	}
	if _, err := parser.Parse(newContext(), []byte("module {} module {}"), parser.Options{NoImplicitModule: true}); err == nil ||
		err.Error() != "source must contain a single top-level operation, found: 2" {
		t.Errorf("two modules: %v", err)
	}
}

// TestNesting checks that depth is limited where the parser recurses, with a
// message, and that regions may nest deep.
func TestNesting(t *testing.T) {
	const deep = 10_000
	limit := "types and attributes nest deeper than the limit of 1000"
	for _, c := range []struct{ open, inner, close string }{
		{"tuple<", "i8", ">"}, {"complex<", "f32", ">"}, {"(", "", ") -> ()"}, {"tensor<2x", "i8", ">"}, {"memref<2x", "i8", ">"}, {"!t.of<", "i8", ">"},
		{"() -> (", "i8", ")"}, {"vector<2x", "i8", ">"},
	} {
		text := strings.Repeat(c.open, deep) + c.inner + strings.Repeat(c.close, deep)
		if _, err := parser.ParseType(newContext(), text); err == nil || err.Error() != limit {
			t.Errorf("%s...: %v", c.open, err)
		}
	}
	for _, c := range []struct{ open, inner, close string }{
		{"[", "", "]"}, {"{a = ", "1", "}"}, {"distinct[0]<", "", ">"}, {"loc(callsite(", `"a"`, ` at "b"))`}, {"loc(fused<", `"a"`, `>["b"])`},
	} {
		text := strings.Repeat(c.open, deep) + c.inner + strings.Repeat(c.close, deep)
		if _, err := parser.ParseAttr(newContext(), text); err == nil || !strings.Contains(err.Error(), "limit of 1000") && !strings.HasPrefix(c.open, "loc(c") {
			t.Errorf("%s...: %v", c.open, err)
		}
	}
	for text, want := range map[string]string{
		"dense<" + strings.Repeat("[", deep) + "1" + strings.Repeat("]", deep) + "> : tensor<1xi8>": limit,
		"dense<" + strings.Repeat("[", deep): limit,
		"sparse<" + strings.Repeat("[", deep) + "1" + strings.Repeat("]", deep) + ", 1> : tensor<1xi8>": limit,
		"affine_map<() -> (" + strings.Repeat("(", deep) + "1" + strings.Repeat(")", deep) + ")>":       limit,
		"affine_map<() -> (" + strings.Repeat("-", deep) + "1)>":                                        limit,
		"affine_map<(d0) -> (d0" + strings.Repeat(" mod 7 floordiv -1", deep) + ")>":                    "affine expressions have more than 10000 operators",
		`loc(` + strings.Repeat(`"a"(`, deep) + `"b"` + strings.Repeat(")", deep) + ")":                 limit,
	} {
		if _, err := parser.ParseAttr(newContext(), text); err == nil || err.Error() != want {
			t.Errorf("%.40s...: %v", text, err)
		}
	}
	// What keeps no stack may nest as it likes.
	if _, err := parser.ParseAttr(newContext(), "#u.x<"+strings.Repeat("[", deep)+strings.Repeat("]", deep)+">"); err != nil {
		t.Errorf("brackets of an opaque attribute: %v", err)
	}
}

func TestRegionNesting(t *testing.T) {
	nest := func(n int, open, close string) []byte {
		return []byte(strings.Repeat(open, n) + strings.Repeat(close, n))
	}
	for _, c := range []struct{ open, close string }{
		{"\"a.b\"() ({\n", "}) : () -> ()\n"}, {"t.box {", "}"}, {"t.hook args {", "}"}, {"module {", "}"},
	} {
		if _, err := parser.Parse(newContext(), nest(100_000, c.open, c.close), parser.Options{}); err != nil {
			t.Errorf("100,000 x %s: %v", c.open, err)
		}
		if _, err := parser.Parse(newContext(), nest(parser.DefaultMaxDepth+2, c.open, c.close), parser.Options{}); err == nil ||
			err.Error() != "regions nest deeper than the limit of 150000" {
			t.Errorf("one too many of %s: %v", c.open, err)
		}
	}
	if _, err := parser.Parse(newContext(), nest(12, "t.box {", "}"), parser.Options{MaxDepth: 10}); err == nil {
		t.Error("MaxDepth has no effect")
	}
}
