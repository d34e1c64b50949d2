// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s
// RUN: tg-opt --assign-buffers --tg-to-stablehlo %s | tg-filecheck %s

// What is computed again is behind a barrier, so that nobody merges it with the
// first one. A plan of where values lie is gone: it was about other ops.

// CHECK-LABEL: func.func @again(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXPONENTIAL:[a-zA-Z0-9_]+]] = stablehlo.exponential %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEGATE:[a-zA-Z0-9_]+]] = stablehlo.negate %[[EXPONENTIAL]] : tensor<4xf32>
// CHECK-NEXT:    %[[OPTIMIZATION_BARRIER:[a-zA-Z0-9_]+]] = stablehlo.optimization_barrier %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXPONENTIAL_1:[a-zA-Z0-9_]+]] = stablehlo.exponential %[[OPTIMIZATION_BARRIER]] {tg.recompute = 1 : i64} : tensor<4xf32>
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = stablehlo.abs %[[EXPONENTIAL_1]] {tg.recompute = 1 : i64} : tensor<4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = stablehlo.add %[[NEGATE]], %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.exp %x {tg.recompute = 1 : i64} : tensor<4xf32>
  %3 = tg.abs %2 {tg.recompute = 1 : i64} : tensor<4xf32>
  %4 = tg.add %1, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// CHECK-LABEL: func.func @barrier(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
// CHECK-NEXT:    %[[OPTIMIZATION_BARRIER:[a-zA-Z0-9_]+]]:2 = stablehlo.optimization_barrier %[[ARG0]], %[[ARG1]] : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:    return %[[OPTIMIZATION_BARRIER]]#0, %[[OPTIMIZATION_BARRIER]]#1 : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:  }
func.func @barrier(%x: tensor<4xf32>, %y: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %0:2 = tg.barrier %x, %y : tensor<4xf32>, tensor<i32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
}

// Blocks and what they need of a tensor stay.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXTRACTED:[a-zA-Z0-9_]+]] = tensor.extract %[[ARG0]][] : tensor<i1>
// CHECK-NEXT:    cf.cond_br %[[EXTRACTED]], ^[[BB1:[a-zA-Z0-9_]+]], ^[[BB2:[a-zA-Z0-9_]+]](%[[ARG1]] : tensor<4xf32>)
// CHECK-NEXT:  ^[[BB1]]:
// CHECK-NEXT:    %[[NEGATE:[a-zA-Z0-9_]+]] = stablehlo.negate %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    cf.br ^[[BB2]](%[[NEGATE]] : tensor<4xf32>)
// CHECK-NEXT:  ^[[BB2]](%[[VAL:[a-zA-Z0-9_]+]]: tensor<4xf32>):
// CHECK-NEXT:    return %[[VAL]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @blocks(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.item %p : tensor<i1> -> i1
  cf.cond_br %0, ^bb1, ^bb2(%x : tensor<4xf32>)
^bb1:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^bb2(%1 : tensor<4xf32>)
^bb2(%2: tensor<4xf32>):
  return %2 : tensor<4xf32>
}
