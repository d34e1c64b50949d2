// Two candidates of an architecture search have a stem and a head in common; between them one has a
// convolution of 3x3 and the other a separable one. Names, lines, the order of operands that
// commute and that of independent ops differ, and do not matter.

// RUN: split-file %s %t
// RUN: tg-opt --shared-subgraphs=%S/../cost/Inputs/toy.profile %t/a.mlir %t/b.mlir | tg-filecheck %s --implicit-check-not="part "

// CHECK:      Shared parts of 2 programs, with times as predicted for machine 'toy':
// CHECK-EMPTY:
// CHECK-NEXT: part 1: 4 ops, 149 s, in 2 places; computed once it saves 149 s{{$}}
// CHECK-NEXT:   fingerprint e1c1472a76382f4106fbaeefb936af86
// CHECK-NEXT:   ops         stablehlo.add, stablehlo.broadcast_in_dim, stablehlo.convolution, stablehlo.maximum
// CHECK-NEXT:   inputs      tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<4xf32>
// CHECK-NEXT:   results     tensor<1x8x8x4xf32>
// CHECK-NEXT:   place 1     {{.*}}a.mlir:4:8 in @candidate
// CHECK-NEXT:   place 2     {{.*}}b.mlir:4:12 in @other
// CHECK-EMPTY:
// CHECK-NEXT: part 2: 3 ops, {{.*}}, in 2 places; computed once it saves
// CHECK-NEXT:   fingerprint
// CHECK-NEXT:   ops         stablehlo.dot_general, stablehlo.logistic, stablehlo.reshape
// CHECK-NEXT:   inputs      tensor<1x8x8x4xf32>, tensor<256x10xf32>
// CHECK-NEXT:   results     tensor<1x10xf32>
// CHECK-NEXT:   place 1     {{.*}}a.mlir:11:8 in @candidate
// CHECK-NEXT:   place 2     {{.*}}b.mlir:11:13 in @other
// CHECK-EMPTY:
// CHECK-NEXT: all parts together save 204 s of 661 s
// CHECK-EMPTY:
// CHECK-NEXT: functions
// CHECK-NEXT:                      fingerprint      ops         time  function
// CHECK-NEXT: {{[0-9a-f]+}}       10 {{.*}}  @candidate  {{.*}}a.mlir:2:1{{$}}
// CHECK-NEXT: {{[0-9a-f]+}}       11 {{.*}}  @other  {{.*}}b.mlir:3:1{{$}}

// The order of the files makes other first places, and the same parts.
// RUN: tg-opt --shared-subgraphs %t/b.mlir %t/a.mlir | tg-filecheck %s --check-prefix=TURNED
// RUN: tg-opt --shared-subgraphs %t/a.mlir %t/b.mlir > %t/once
// RUN: tg-opt --shared-subgraphs --workers=1 %t/a.mlir %t/b.mlir -o %t/again
// RUN: diff %t/once %t/again
// TURNED:      part 1: 4 ops
// TURNED:        place 1     {{.*}}b.mlir:4:12 in @other
// TURNED:      part 2: 3 ops

// A program equals itself, under another name and with other names in it.
// RUN: tg-opt --shared-subgraphs=%S/../cost/Inputs/toy.profile --shared-subgraphs-top=1 %t/a.mlir %t/renamed.mlir | tg-filecheck %s --check-prefix=SAME
// SAME:      part 1: 8 ops, {{.*}}, in 2 places
// SAME:        place 2     {{.*}}renamed.mlir:3:8 in @renamed
// SAME-NOT:  {{^}}part
// SAME:      functions
// SAME-NEXT: fingerprint
// SAME-NEXT: [[A:[0-9a-f]+]]       10 {{.*}}  @candidate  {{.*}}a.mlir:2:1{{$}}
// SAME-NEXT: [[A]]       10 {{.*}}  @renamed  {{.*}}renamed.mlir:1:1  equals @candidate  {{.*}}a.mlir:2:1

// RUN: tg-opt --shared-subgraphs=%S/../cost/Inputs/toy.profile --shared-subgraphs-min-ops=4 --shared-subgraphs-top=1 %t/a.mlir %t/b.mlir | tg-filecheck %s --check-prefix=FOUR --implicit-check-not="part 2"
// FOUR: part 1: 4 ops
// RUN: tg-opt --shared-subgraphs --shared-subgraphs-top=1 %t/a.mlir %t/b.mlir | tg-filecheck %s --check-prefix=TOP
// TOP:      part 1: 4 ops
// TOP:      {{^}}1 part more, saving
// RUN: tg-opt --shared-subgraphs --shared-subgraphs-min-ops=5 %t/a.mlir %t/b.mlir | tg-filecheck %s --check-prefix=FIVE
// FIVE:      none of at least 5 ops
// FIVE:      functions

// JSON has everything, whatever the top.
// RUN: tg-opt --shared-subgraphs --shared-subgraphs-json --shared-subgraphs-top=1 %t/a.mlir %t/b.mlir | tg-filecheck %s --check-prefix=JSON
// JSON:      "machine": "cpu",
// JSON-NEXT: "programs": [
// JSON-NEXT:   "{{.*}}a.mlir",
// JSON-NEXT:   "{{.*}}b.mlir"
// JSON-NEXT: ],
// JSON-NEXT: "least_ops": 2,
// JSON-NEXT: "complete": true,
// JSON-NEXT: "seconds": {{[0-9.e-]+}},
// JSON-NEXT: "seconds_saved": {{[0-9.e-]+}},
// JSON:      "fingerprint": "{{[0-9a-f]+}}",
// JSON-NEXT: "ops": 4,
// JSON:      "places": [
// JSON-NEXT:   {
// JSON-NEXT:     "program": 0,
// JSON-NEXT:     "function": "candidate",
// JSON-NEXT:     "location": "{{.*}}a.mlir:4:8"
// JSON-NEXT:   },
// JSON:      "ops": 3,
// JSON:      "functions": [
// JSON:        "name": "candidate",

// Passes run before. An operand that is repeated commutes as well.
// RUN: tg-opt --stablehlo-to-tg --canonicalize --shared-subgraphs %t/a.mlir %t/b.mlir | tg-filecheck %s --check-prefix=TG
// TG:      ops         tg.add, tg.conv, tg.relu
//--- a.mlir
// A comment moves everything down.
func.func @candidate(%image: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %b: tensor<4xf32>, %k2: tensor<3x3x4x4xf32>, %w: tensor<256x10xf32>) -> tensor<1x10xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<1x8x8x4xf32>
  %0 = stablehlo.convolution(%image, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<4xf32>) -> tensor<1x8x8x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x8x8x4xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<1x8x8x4xf32>

  %4 = stablehlo.convolution(%3, %k2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>

  %5 = stablehlo.reshape %4 : (tensor<1x8x8x4xf32>) -> tensor<1x256xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x10xf32>) -> tensor<1x10xf32>
  %7 = stablehlo.logistic %6 : tensor<1x10xf32>
  return %7 : tensor<1x10xf32>
}
//--- b.mlir


func.func @other(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %depth: tensor<3x3x1x4xf32>, %point: tensor<1x1x4x4xf32>, %b: tensor<4xf32>, %w: tensor<256x10xf32>) -> tensor<1x10xf32> {
  %wide  = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<4xf32>) -> tensor<1x8x8x4xf32>
  %conv  = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  %null  = stablehlo.constant dense<0.0> : tensor<1x8x8x4xf32>
  %sum   = stablehlo.add %wide, %conv : tensor<1x8x8x4xf32>
  %relu  = stablehlo.maximum %null, %sum : tensor<1x8x8x4xf32>
  %apart = stablehlo.convolution(%relu, %depth) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x1x4xf32>) -> tensor<1x8x8x4xf32>
  %mixed = stablehlo.convolution(%apart, %point) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x8x4xf32>
  %flat   = stablehlo.reshape %mixed : (tensor<1x8x8x4xf32>) -> tensor<1x256xf32>
  %logits = stablehlo.dot_general %flat, %w, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x10xf32>) -> tensor<1x10xf32>
  %p      = stablehlo.logistic %logits : tensor<1x10xf32>
  return %p : tensor<1x10xf32>
}
//--- renamed.mlir
func.func @renamed(%a: tensor<1x8x8x3xf32> loc("image"), %b: tensor<3x3x3x4xf32>, %c: tensor<4xf32>, %d: tensor<3x3x4x4xf32>, %e: tensor<256x10xf32>) -> tensor<1x10xf32> {
  %bias = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<4xf32>) -> tensor<1x8x8x4xf32> loc("bias")
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  %2 = stablehlo.add %bias, %0 : tensor<1x8x8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<1x8x8x4xf32>
  %3 = stablehlo.maximum %zero, %2 : tensor<1x8x8x4xf32>
  %4 = stablehlo.convolution(%3, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x8x8x4xf32>
  %5 = stablehlo.reshape %4 : (tensor<1x8x8x4xf32>) -> tensor<1x256xf32>
  %6 = stablehlo.dot_general %5, %e, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x10xf32>) -> tensor<1x10xf32>
  %7 = stablehlo.logistic %6 : tensor<1x10xf32>
  return %7 : tensor<1x10xf32>
}
