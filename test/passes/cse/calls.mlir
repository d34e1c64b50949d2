// RUN: tg-opt --cse %s | tg-filecheck %s
// RUN: tg-opt --cse=calls=false %s | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt '--pass-pipeline=builtin.module(func.func(cse))' %s | tg-filecheck %s --check-prefix=APART

// Calls of a function without effects, of one that calls such a function, and of functions that call
// each other. One that nobody uses goes.
// CHECK-LABEL: func.func @equal(
// CHECK-NEXT: %[[A:.*]] = call @pure(%arg0)
// CHECK-NEXT: %[[B:.*]] = call @outer(%[[A]])
// CHECK-NEXT: %[[C:.*]] = call @even(%[[B]])
// CHECK-NEXT: return %[[C]], %[[C]] :
// APART-LABEL: func.func @equal(
// APART-COUNT-3: call @pure(
// APART-COUNT-2: call @outer(
// APART-COUNT-2: call @even(
func.func @equal(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = call @pure(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @pure(%x) : (tensor<f32>) -> tensor<f32>
  %2 = call @pure(%1) : (tensor<f32>) -> tensor<f32>
  %3 = call @outer(%0) : (tensor<f32>) -> tensor<f32>
  %4 = call @outer(%1) : (tensor<f32>) -> tensor<f32>
  %5 = call @even(%3) : (tensor<f32>) -> tensor<f32>
  %6 = call @even(%4) : (tensor<f32>) -> tensor<f32>
  return %5, %6 : tensor<f32>, tensor<f32>
}

// What has effects, calls what has, or what is not known, and what recomputes behind a barrier.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-2: call @loud(
// CHECK-COUNT-2: call @caller(
// CHECK-COUNT-2: call @odd_and_loud(
// CHECK-COUNT-2: call @declared(
// CHECK-COUNT-2: call @barrier(
// CHECK: return
func.func @apart(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @loud(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @loud(%x) : (tensor<f32>) -> tensor<f32>
  %2 = call @caller(%x) : (tensor<f32>) -> tensor<f32>
  %3 = call @caller(%x) : (tensor<f32>) -> tensor<f32>
  %4 = call @odd_and_loud(%x) : (tensor<f32>) -> tensor<f32>
  %5 = call @odd_and_loud(%x) : (tensor<f32>) -> tensor<f32>
  %6 = call @declared(%x) : (tensor<f32>) -> tensor<f32>
  %7 = call @declared(%x) : (tensor<f32>) -> tensor<f32>
  %8 = call @barrier(%x) : (tensor<f32>) -> tensor<f32>
  %9 = call @barrier(%x) : (tensor<f32>) -> tensor<f32>
  %10 = tg.add %8, %9 : tensor<f32>
  return %10 : tensor<f32>
}

func.func private @pure(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.tanh %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @outer(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @pure(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @even(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @odd(%x: tensor<f32>) -> tensor<f32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %one = tg.constant dense<1.0> : tensor<f32>
  %more = tg.compare gt %x, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = tg.if %more -> (tensor<f32>) {
    %1 = tg.sub %x, %one : tensor<f32>
    %2 = func.call @even(%1) : (tensor<f32>) -> tensor<f32>
    tg.yield %2 : tensor<f32>
  } else {
    tg.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}
func.func private @loud(%x: tensor<f32>) -> tensor<f32> {
  check.expect_eq %x, %x : tensor<f32>
  return %x : tensor<f32>
}
func.func private @caller(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @loud(%x) : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}
func.func private @odd_and_loud(%x: tensor<f32>) -> tensor<f32> attributes {no_inline} {
  %0 = call @back(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @back(%x: tensor<f32>) -> tensor<f32> attributes {no_inline} {
  %0 = call @odd_and_loud(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @loud(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @declared(%x: tensor<f32>) -> tensor<f32>
func.func private @barrier(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.barrier %x : tensor<f32>
  return %0 : tensor<f32>
}
