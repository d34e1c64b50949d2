// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile" %s -o %t 2>&1 | tg-filecheck %s

// What is in a region has a line of its own, and says how often it runs: as many
// times as a counted loop counts, 10 times in another loop, half in a branch,
// once for each element of a reduction.

// CHECK-LABEL: @counted
// CHECK:           7 {{.*}} tg.neg
// CHECK-LABEL: @unknown
// CHECK:          10 {{.*}} tg.neg
// CHECK-LABEL: @branch
// CHECK:         0.5 {{.*}} tg.neg
// CHECK-LABEL: @body
// CHECK:          40 {{.*}} tg.mul
func.func @counted(%x: tensor<4xf32>) -> tensor<4xf32> {
  %from = tg.constant dense<0> : tensor<i32>
  %to = tg.constant dense<7> : tensor<i32>
  %step = tg.constant dense<1> : tensor<i32>
  %0:2 = tg.while (%i = %from, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare lt %i, %to : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %step : tensor<i32>
    %2 = tg.neg %v : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
func.func @unknown(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = tg.while (%v = %x) : tensor<4xf32> cond {
    tg.yield %p : tensor<i1>
  } do {
    %1 = tg.neg %v : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func @branch(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func @body(%x: tensor<4x10xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = tg.reduce %x init %i dims [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %1 = tg.mul %a, %e : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}
