package opt

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// malformed inputs: the message that the first line of standard error must
// have behind the file name.
var malformed = []struct {
	name string
	text string
	want string
}{
	// Lexical.
	{"unterminated string", "module attributes {x.a = \"abc} {\n}\n", `1:33: error: expected '"' in string literal`},
	{"bad escape", "module attributes {x.a = \"a\\qb\"} {}", `1:28: error: unknown escape in string literal`},
	{"stray byte", "module {\n  $\n}\n", `2:3: error: unexpected character`},
	{"non-ASCII outside of strings", "module {\n  é\n}\n", `2:3: error: unexpected character`},
	{"bare percent", "func.func @f() {\n  % = tg.constant dense<1> : tensor<i32>\n  return\n}\n", `2:3: error: invalid SSA name`},
	{"unterminated symbol", "func.func @\"f() {\n", `1:18: error: expected '"' in string literal`},
	{"NUL byte", "module {\n\x00\n}\n", `2:1: error: unexpected character`},
	// Syntax.
	{"empty op name", "\"\"() : () -> ()", `1:1: error: empty operation name is invalid`},
	{"missing colon", "func.func @f(%a: tensor<f32>) {\n  %0 = \"tg.neg\"(%a) (tensor<f32>) -> tensor<f32>\n  return\n}\n", `2:22: error: expected '{' to begin a region, or ':' in front of the type of the operation`},
	{"missing arrow", "func.func @f(%a: tensor<f32>) {\n  %0 = \"tg.neg\"(%a) : (tensor<f32>) tensor<f32>\n  return\n}\n", `2:36: error: expected '->' in function type`},
	{"missing closing brace", "func.func @f() {\n  return\n", `2:9: error: expected operation name in quotes; the '{' at 1:16 has no '}'`},
	{"too many closing braces", "func.func @f() {\n  return\n}\n}\n", `3:2: error: expected operation name in quotes; this '}' has no '{' before it`},
	{"truncated in an op", "func.func @f(%a: tensor<4xf32>) {\n  %0 = tg.add %a,", `2:18: error: expected SSA operand`},
	{"truncated in a type", "func.func @f(%a: tensor<4x", `1:27: error: expected non-function type`},
	{"truncated in a constant", "func.func @f() {\n  %0 = tg.constant dense<[1.0, 2.0", `2:35: error: expected ']'`},
	{"two types for one argument", "func.func @f(%a: tensor<f32> tensor<f32>) {\n  return\n}\n", `1:29: error: expected ')'`},
	{"attribute without value", "module attributes {x.a = } {}", `1:25: error: expected attribute value`},
	{"attribute twice", "module attributes {x.a = 1, x.a = 2} {}", `1:29: error: duplicate key 'x.a' in dictionary attribute`},
	{"comma at the end of operands", "func.func @f(%a: tensor<f32>) {\n  %0 = tg.add %a, : tensor<f32>\n  return\n}\n", `2:18: error: expected SSA operand`},
	// Names.
	{"undefined value", "func.func @f() -> tensor<f32> {\n  return %x : tensor<f32>\n}\n", `2:10: error: use of undeclared SSA value name`},
	{"undefined value of a pack", "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n  %0 = tg.neg %a : tensor<f32>\n  return %0#1 : tensor<f32>\n}\n", `3:10: error: reference to invalid result number`},
	{"value defined twice", "func.func @f(%a: tensor<f32>) {\n  %0 = tg.neg %a : tensor<f32>\n  %0 = tg.neg %a : tensor<f32>\n  return\n}\n", `3:3: error: redefinition of SSA value '%0'`},
	{"argument defined twice", "func.func @f(%a: tensor<f32>, %a: tensor<f32>) {\n  return\n}\n", `1:31: error: region entry argument '%a' is already in use`},
	{"undefined block", "func.func @f() {\n  cf.br ^nowhere\n}\n", `2:9: error: reference to an undefined block`},
	{"block defined twice", "func.func @f() {\n  cf.br ^a\n^a:\n  return\n^a:\n  return\n}\n", `5:1: error: redefinition of block '^a'`},
	{"undefined alias", "func.func @f(%a: !missing) {\n  return\n}\n", `1:26: error: undefined symbol alias id 'missing'`},
	{"function defined twice", "func.func @f() {\n  return\n}\nfunc.func @f() {\n  return\n}\n", `4:1: error: redefinition of symbol named 'f'`},
	{"undefined callee", "func.func @f() {\n  call @g() : () -> ()\n  return\n}\n", `2:3: error: 'func.call' op 'g' does not reference a valid function`},
	{"unknown op", "func.func @f(%a: tensor<f32>) {\n  %0 = tg.ad %a, %a : tensor<f32>\n  return\n}\n", `2:8: error: custom op 'tg.ad' is unknown; did you mean 'tg.add'?`},
	{"unknown dialect", "func.func @f() {\n  foo.bar\n  return\n}\n", "2:3: error: Dialect `foo' not found for custom op 'foo.bar' "},
	{"unregistered op", "func.func @f() {\n  \"foo.bar\"() : () -> ()\n  return\n}\n", `2:12: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used`},
	{"number of results", "func.func @f(%a: tensor<f32>) {\n  %0, %1 = tg.neg %a : tensor<f32>\n  return\n}\n", `2:12: error: 'tg.neg' op requires one result, but has 2`},
	// Types.
	{"use with another type", "func.func @f(%a: tensor<4xf32>) {\n  %0 = \"tg.neg\"(%a) : (tensor<5xf32>) -> tensor<5xf32>\n  return\n}\n", `2:17: error: use of value '%a' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'`},
	{"return of another type", "func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {\n  return %a : tensor<4xf32>\n}\n", `2:3: error: type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<5xf32>') in function @f`},
	{"shapes that do not broadcast", "func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {\n  %0 = tg.add %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>\n  return\n}\n", `2:8: error: 'tg.add' op operands do not broadcast: dimension 0 of operand #0 ('tensor<4xf32>') is 4, dimension 0 of operand #1 ('tensor<5xf32>') is 5; extents must be equal, or one of them 1`},
	{"element types that differ", "func.func @f(%a: tensor<4xf32>, %b: tensor<4xi32>) {\n  %0 = tg.add %a, %b : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>\n  return\n}\n", `2:8: error: 'tg.add' op operands must have one element type, but operand #0 is 'tensor<4xf32>' and operand #1 is 'tensor<4xi32>'; convert one of them`},
	{"inner dimensions that differ", "func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {\n  %0 = tg.matmul %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>\n  return\n}\n", `2:8: error: 'tg.matmul' op inner dimensions differ: dimension 1 of lhs ('tensor<2x3xf32>') is 3, dimension 0 of rhs ('tensor<4x5xf32>') is 4`},
	{"wrong result shape", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.transpose %a permutation [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>\n  return\n}\n", `2:8: error: 'tg.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'`},
	{"no permutation", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.transpose %a permutation [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>\n  return\n}\n", `2:8: error: 'tg.transpose' op permutation entry 0 appears twice`},
	{"reshape to another size", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>\n  return\n}\n", `2:8: error: 'tg.reshape' op keeps the number of elements, but 'tensor<2x3xf32>' has 6 and 'tensor<7xf32>' has 7`},
	{"slice out of bounds", "func.func @f(%a: tensor<4xf32>) {\n  %0 = tg.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>\n  return\n}\n", `2:8: error: 'tg.slice' op range 0:5 of dimension 0 ends beyond extent 4 of 'tensor<4xf32>'`},
	{"negative dimension", "func.func @f(%a: tensor<-4xf32>) {\n  return\n}\n", `1:25: error: expected non-function type; an extent cannot be negative`},
	{"unknown element type", "func.func @f(%a: tensor<4xf33>) {\n  return\n}\n", `1:27: error: expected non-function type; there is no type 'f33'`},
	{"element count overflows", "func.func @f() {\n  %0 = tg.constant dense<[1.0]> : tensor<4294967296x4294967296x4xf32>\n  return\n}\n", `2:20: error: the number of elements of type 'tensor<4294967296x4294967296x4xf32>' overflows`},
	{"extent overflows", "func.func @f(%a: tensor<99999999999999999999xf32>) {\n  return\n}\n", `1:25: error: invalid dimension`},
	// Attributes.
	{"hex of the wrong length", "func.func @f() {\n  %0 = tg.constant dense<\"0x00000000000000\"> : tensor<2xf32>\n  return\n}\n", `2:20: error: elements hex data size is invalid for provided type: 'tensor<2xf32>'; the string holds 7 bytes`},
	{"bad hex digit", "func.func @f() {\n  %0 = tg.constant dense<\"0x0000000G\"> : tensor<1xf32>\n  return\n}\n", "2:26: error: expected string containing hex digits starting with `0x`"},
	{"too few elements", "func.func @f() {\n  %0 = tg.constant dense<[1.0, 2.0, 3.0]> : tensor<4xf32>\n  return\n}\n", `2:20: error: inferred shape of elements literal ([3]) does not match type ([4])`},
	{"ragged elements", "func.func @f() {\n  %0 = tg.constant dense<[[1.0, 2.0], [3.0]]> : tensor<2x2xf32>\n  return\n}\n", `2:44: error: tensor literal is invalid; ranks are not consistent between elements`},
	{"integer out of range", "module attributes {x.a = 256 : i8} {}", `1:26: error: integer constant out of range for attribute`},
	{"integer for a float", "module attributes {x.a = 1 : f32} {}", `1:26: error: unexpected decimal integer literal for a floating point value`},
	{"missing attribute", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = \"tg.transpose\"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return\n}\n", `2:8: error: 'tg.transpose' op requires attribute 'permutation'`},
	{"attribute of the wrong kind", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = \"tg.transpose\"(%a) <{permutation = \"x\"}> : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return\n}\n", `2:8: error: 'tg.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute`},
	{"unknown keyword", "func.func @f(%a: tensor<f32>) {\n  %0 = tg.compare less %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  return\n}\n", `2:19: error: custom op 'tg.compare' unknown comparison (lt|le|eq|ne|ge|gt) 'less'; did you mean 'le'?`},
	// Structure.
	{"no terminator", "func.func @f(%a: tensor<f32>) {\n  %0 = tg.neg %a : tensor<f32>\n}\n", `2:8: error: block with no terminator, has 'tg.neg'`},
	{"use before definition", "func.func @f(%a: tensor<f32>) {\n  %1 = tg.neg %0 : tensor<f32>\n  %0 = tg.neg %a : tensor<f32>\n  return\n}\n", `2:8: error: operand #0 does not dominate this use`},
	{"branch with the wrong types", "func.func @f(%a: tensor<f32>) {\n  cf.br ^b(%a : tensor<f32>)\n^b(%x: tensor<f64>):\n  return\n}\n", `2:3: error: type mismatch for bb argument #0 of successor #0: passes 'tensor<f32>' but the block takes 'tensor<f64>'`},
	{"values from outside of a function", "func.func @f(%a: tensor<f32>) {\n  func.func @g() {\n    %0 = tg.neg %a : tensor<f32>\n    return\n  }\n  return\n}\n", `2:3: error: 'func.func' op symbol's parent must have the SymbolTable trait, which 'func.func' has not`},
	// More ops with shapes.
	{"concatenation along the wrong dimension", "func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) {\n  %0 = tg.concat %a, %b dim 0 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<4x3xf32>\n  return\n}\n", `2:8: error: 'tg.concat' op operands may differ in dimension 0 only, but dimension 1 is 3 in operand #0 ('tensor<2x3xf32>') and 5 in operand #1 ('tensor<2x5xf32>')`},
	{"reduced dimension that is not there", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.reduce sum %a dims [2] : (tensor<2x3xf32>) -> tensor<2xf32>\n  return\n}\n", `2:8: error: 'tg.reduce' op dims entry 2 is not one of the 2 dimensions of 'tensor<2x3xf32>'`},
	{"unknown reducer", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.reduce summ %a dims [1] : (tensor<2x3xf32>) -> tensor<2xf32>\n  return\n}\n", `2:18: error: custom op 'tg.reduce' unknown reduction (sum|prod|max|min|and|or|xor|mean|argmax|argmin) 'summ'; did you mean 'sum'?`},
	{"misspelt clause", "func.func @f(%a: tensor<2x3xf32>) {\n  %0 = tg.transpose %a permutaton [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return\n}\n", `2:24: error: custom op 'tg.transpose' expected 'permutation', but found 'permutaton'`},
	{"channels that differ", "func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x4x16xf32>) {\n  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x8x8x3xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>\n  return\n}\n", `2:8: error: 'tg.conv' op kernel 'tensor<3x3x4x16xf32>' must have 3 input features (dimension 2), one for each of input 'tensor<1x8x8x3xf32>' in a group, but has 4`},
	{"sizes that do not add up", "func.func @f(%a: tensor<2x8xf32>) {\n  %0:2 = tg.split %a dim 1 sizes [3, 6] : (tensor<2x8xf32>) -> (tensor<2x3xf32>, tensor<2x6xf32>)\n  return\n}\n", `2:10: error: 'tg.split' op sizes add up to 9, but dimension 1 of 'tensor<2x8xf32>' has extent 8`},
	{"predicate of another type", "func.func @f(%p: tensor<i32>) {\n  tg.if %p {\n    tg.yield\n  } else {\n    tg.yield\n  }\n  return\n}\n", `2:9: error: use of value '%p' expects different type than prior uses: 'tensor<i1>' vs 'tensor<i32>'`},
	{"branch that yields another type", "func.func @f(%p: tensor<i1>, %x: tensor<f32>) {\n  %0 = tg.if %p -> (tensor<f32>) {\n    tg.yield %p : tensor<i1>\n  } else {\n    tg.yield %x : tensor<f32>\n  }\n  return\n}\n", `2:8: error: 'tg.if' op inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<f32>'`},
	{"loop with a condition that is no truth value", "func.func @f(%i: tensor<i32>) {\n  %0 = tg.while (%a = %i) : tensor<i32> cond {\n    tg.yield %a : tensor<i32>\n  } do {\n    tg.yield %a : tensor<i32>\n  }\n  return\n}\n", `2:8: error: 'tg.while' op region #0 must yield (tensor<i1>), but yields (tensor<i32>)`},
	{"float op on integers", "func.func @f(%a: tensor<4xi32>) {\n  %0 = tg.exp %a : tensor<4xi32>\n  return\n}\n", `2:8: error: 'tg.exp' op operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<4xi32>'`},
	{"bits of floats", "func.func @f(%a: tensor<4xf32>) {\n  %0 = tg.and %a, %a : tensor<4xf32>\n  return\n}\n", `2:8: error: 'tg.and' op operand #0 must be ranked tensor of i1, integer or index values, but got 'tensor<4xf32>'`},
	{"op on a scalar that is no tensor", "func.func @f(%a: f32) {\n  %0 = tg.neg %a : f32\n  return\n}\n", `2:8: error: 'tg.neg' op operand #0 must be ranked tensor of integer, index, floating-point or complex values, but got 'f32'`},
	{"number of operands", "func.func @f(%a: tensor<f32>) {\n  %0 = \"tg.add\"(%a) : (tensor<f32>) -> tensor<f32>\n  return\n}\n", `2:8: error: 'tg.add' op expected 2 operands, but found 1`},
	{"generic op of a known dialect", "func.func @f(%a: tensor<f32>) {\n  %0 = \"tg.nge\"(%a) : (tensor<f32>) -> tensor<f32>\n  return\n}\n", `2:8: error: unregistered operation 'tg.nge' found in dialect ('tg') that does not allow unknown operations; did you mean 'tg.neg'?`},
	{"op without its dialect", "func.func @f(%a: tensor<f32>) {\n  %0 = neg %a : tensor<f32>\n  return\n}\n", `2:8: error: custom op 'neg' is unknown (tried 'func.neg' as well)`},
	{"dialect misspelt", "func.func @f(%a: tensor<f32>) {\n  %0 = stableho.negate %a : tensor<f32>\n  return\n}\n", "2:8: error: Dialect `stableho' not found for custom op 'stableho.negate' ; did you mean 'stablehlo'?"},
	{"StableHLO operands of two types", "func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {\n  %0 = \"stablehlo.add\"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>\n  return\n}\n", `2:8: error: 'stablehlo.add' op requires operands of one type, but got 'tensor<4xf32>' and 'tensor<5xf32>'`},
	{"contracted dimensions that differ", "func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {\n  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>\n  return\n}\n", `2:8: error: 'stablehlo.dot_general' op cannot pair dimension 1 of 'tensor<2x3xf32>' with dimension 0 of 'tensor<4x5xf32>': they have 3 and 4 elements`},
	{"unknown precision", "func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {\n  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHER, HIGH] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>\n  return\n}\n", `2:81: error: custom op 'stablehlo.dot_general' expected one of DEFAULT, HIGH, HIGHEST, but got 'HIGHER'; did you mean 'HIGH'?`},
	{"check of different shapes", "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n  check.expect_eq %a, %b : tensor<2xf32>, tensor<3xf32>\n  return\n}\n", `2:23: error: use of value '%b' expects different type than prior uses: 'tensor<2xf32>' vs 'tensor<3xf32>'`},
	// Functions and calls.
	{"callee misspelt", "func.func private @layer() {\n  return\n}\nfunc.func @main() {\n  call @layre() : () -> ()\n  return\n}\n", `5:3: error: 'func.call' op 'layre' does not reference a valid function; did you mean 'layer'?`},
	{"call with too few operands", "func.func @g(%a: tensor<f32>) {\n  return\n}\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}\n", `5:3: error: 'func.call' op incorrect number of operands for callee: @g takes 1, but gets 0`},
	{"call with another type", "func.func @g(%a: tensor<f32>) {\n  return\n}\nfunc.func @f(%b: tensor<f64>) {\n  call @g(%b) : (tensor<f64>) -> ()\n  return\n}\n", `5:3: error: 'func.call' op operand type mismatch: expected operand type 'tensor<f32>', but provided 'tensor<f64>' for operand number 0`},
	{"declaration that is public", "func.func @f(tensor<f32>)\n", `1:1: error: 'func.func' op symbol declaration cannot have public visibility`},
	{"function without a name", "func.func (%a: tensor<f32>) {\n  return\n}\n", `1:11: error: custom op 'func.func' expected valid '@'-identifier for symbol name`},
	{"too few values returned", "func.func @f(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n  return %a : tensor<f32>\n}\n", `2:3: error: 'func.return' op has 1 operands, but enclosing function (@f) returns 2`},
	{"terminator in the middle", "func.func @f(%a: tensor<f32>) {\n  return\n  %0 = tg.neg %a : tensor<f32>\n}\n", `3:5: error: expected ':'`},
	{"return outside of a function", "module {\n  func.return\n}\n", `2:3: error: 'func.return' op expects parent op 'func.func'`},
	{"empty block", "func.func @f() {\n^a:\n^b:\n  return\n}\n", `1:1: error: empty block: expect at least a terminator in region #0`},
	{"condition that is no i1", "func.func @f(%a: i32) {\n  cf.cond_br %a, ^b, ^b\n^b:\n  return\n}\n", `2:14: error: use of value '%a' expects different type than prior uses: 'i1' vs 'i32'`},
	// Line ends, columns and long lines.
	{"carriage returns", "func.func @f(%a: tensor<f32>) {\r\n  %0 = tg.ad %a, %a : tensor<f32>\r\n  return\r\n}\r\n", `2:8: error: custom op 'tg.ad' is unknown; did you mean 'tg.add'?`},
	{"no end of line", "func.func @f() { return %x : tensor<f32> }", `1:25: error: use of undeclared SSA value name`},
	{"behind a tab", "func.func @f(%a: tensor<f32>) {\n\t\ttg.ad %a\n}\n", `2:3: error: custom op 'tg.ad' is unknown; did you mean 'tg.add'?`},
	{"behind a character of two bytes", "module attributes {x.a = \"é\", x.b = } {}\n", `1:37: error: expected attribute value`},
	{"end in a comment", "func.func @f() { // and then", `1:17: error: expected operation name in quotes; the '{' at 1:16 has no '}'`},
	{"byte order mark", "\ufeffmodule {}\n", `1:1: error: unexpected character: the text starts with the byte order mark of UTF-8 (EF BB BF); save it without one`},
	{"UTF-16, little-endian", "\xff\xfem\x00o\x00", `1:1: error: unexpected character: the text is UTF-16, little-endian (it starts with the byte order mark FF FE); save it as UTF-8`},
	{"UTF-16, big-endian, no mark", "\x00m\x00o\x00d", `1:1: error: unexpected character: the text is UTF-16, big-endian (every second byte is zero); save it as UTF-8`},
	{"control characters", "module {\n  \x1b[31m\n}\n", `2:3: error: unexpected character`},
	{"a name of a megabyte", "func.func @f(%a: tensor<f32>) {\n  %0 = tg." + strings.Repeat("a", 1<<20) + " %a : tensor<f32>\n  return\n}\n",
		"2:8: error: custom op 'tg." + strings.Repeat("a", 1486) + "..." + strings.Repeat("a", 488) + "' is unknown"},
	{"far along a line of a megabyte", "module attributes {x.a = \"" + strings.Repeat("a", 1<<20) + "\", x.b = } {}\n", `1:1048611: error: expected attribute value`},
	// Depth.
	{"10,000 nested tuples", "func.func @f(%a: " + strings.Repeat("tuple<", 10000) + "f32" + strings.Repeat(">", 10000) + ") {\n  return\n}\n", `1:6024: error: types and attributes nest deeper than the limit of 1000`},
	{"10,000 nested arrays", "module attributes {x.a = " + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + "} {}", `1:1027: error: types and attributes nest deeper than the limit of 1000`},
	{"10,000 open brackets", "module attributes {x.a = " + strings.Repeat("[", 10000), `1:1027: error: types and attributes nest deeper than the limit of 1000`},
	{"10,000 nested constants", "func.func @f() {\n  %0 = tg.constant dense<" + strings.Repeat("[", 10000) + "1" + strings.Repeat("]", 10000) + "> : tensor<1xi32>\n  return\n}\n", `2:1026: error: types and attributes nest deeper than the limit of 1000`},
}

var located = regexp.MustCompile(`^[^:]+:[0-9]+:[0-9]+: error: .`)

func TestMalformedInput(t *testing.T) {
	for _, tt := range malformed {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "in.mlir")
			if err := os.WriteFile(file, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "out.mlir")
			for _, args := range [][]string{{file}, {"-o", out, "--cse", file}, {"--mlir-print-op-generic", file}} {
				var stdout, stderr bytes.Buffer
				if code := tgOpt(args, strings.NewReader(""), &stdout, &stderr); code != 1 {
					t.Errorf("%v: exit status %d, want 1", args, code)
				}
				if stdout.Len() > 0 {
					t.Errorf("%v: wrote %q to standard output", args, stdout.String())
				}
				lines := strings.Split(stderr.String(), "\n")
				if !located.MatchString(lines[0]) {
					t.Fatalf("first line %q has no position", lines[0])
				}
				if got := strings.TrimPrefix(lines[0], file+":"); got != tt.want {
					t.Errorf("got  %.300s\nwant %.300s", got, tt.want)
				}
				if len(lines) < 3 || strings.TrimLeft(lines[2], " ") != "^" {
					t.Errorf("no source line with a caret follows:\n%s", stderr.String())
				}
				if stderr.Len() > 4000 {
					t.Errorf("the message has %d bytes", stderr.Len())
				}
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 1 {
				t.Errorf("files left behind: %v %v", left, err)
			}
		})
	}
}
