// Functions are equal whatever they are called, with those that they call, themselves included. Ops
// with effects are a part of nothing else.

// RUN: tg-opt --shared-subgraphs %s | tg-filecheck %s

// What calls do belongs to them: that is in @one and @two. The others have effects.
// CHECK:      part 1: 2 ops, {{.*}}, in 2 places
// CHECK-NEXT:   fingerprint
// CHECK-NEXT:   ops         func.call, tg.exp
// CHECK:      part 2: 2 ops, {{.*}}, in 2 places
// CHECK-NEXT:   fingerprint
// CHECK-NEXT:   ops         tg.mul, tg.neg
// CHECK-NOT:  {{^}}part
// CHECK:      {{^}}functions{{$}}
// CHECK-NEXT: fingerprint
// CHECK-NEXT: [[HELP:[0-9a-f]+]]        3 {{.*}}  @help {{[^=]*}}:1{{$}}
// CHECK-NEXT: [[HELP]]        3 {{.*}}  @same  {{.*}}  equals @help
// CHECK-NEXT: [[ONE:[0-9a-f]+]]        3 {{.*}}  @one {{[^=]*}}:1{{$}}
// CHECK-NEXT: [[ONE]]        3 {{.*}}  @two  {{.*}}  equals @one
// CHECK-NEXT: [[LOOP:[0-9a-f]+]]        2 {{.*}}  @round {{[^=]*}}:1{{$}}
// CHECK-NEXT: [[LOOP]]        2 {{.*}}  @ping  {{.*}}  equals @round
// CHECK-NEXT: [[LOOP]]        2 {{.*}}  @pong  {{.*}}  equals @round
// CHECK-NEXT: [[CHECKED:[0-9a-f]+]]        3 {{.*}}  @checked {{[^=]*}}:1{{$}}
// CHECK-NEXT: [[CHECKED]]        3 {{.*}}  @also  {{.*}}  equals @checked
// CHECK-NEXT: {{[0-9a-f]+}}        3 {{.*}}  @later {{[^=]*}}:1{{$}}
func.func private @help(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.mul %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @same(%y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %y : tensor<4xf32>
  %1 = tg.mul %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @help(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @same(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @round(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @round(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @ping(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @pong(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @pong(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @ping(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @checked(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq(%0, %x) : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @also(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @two(%x) : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq(%0, %x) : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @later(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @two(%x) : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq(%x, %0) : tensor<4xf32>
  return %0 : tensor<4xf32>
}
