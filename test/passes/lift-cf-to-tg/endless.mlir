// NOTE: checks written by tg-lit update
// RUN: tg-opt --lift-cf-to-tg %s | tg-filecheck %s
// A function may have no end: control stays in a loop, or comes to what is said to be unreachable.
// What the function is said to return is poison then.

// CHECK-LABEL: func.func @goes_on(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i32,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<*xf32>) -> (i32, tensor<*xf32>, tensor<?xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}}:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[FROM_ELEMENTS]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<i32>, tensor<i1> cond {
// CHECK-NEXT:      tg.yield %[[ARG3]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[ARG2]] : tensor<i32> -> i32
// CHECK-NEXT:      %[[ADDI:[a-zA-Z0-9_]+]] = arith.addi %[[ITEM]], %[[ITEM]] : i32
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:      %[[FROM_ELEMENTS_1:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ADDI]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[FROM_ELEMENTS_1]], %[[CST_1]] : tensor<i32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[POISON:[a-zA-Z0-9_]+]] = ub.poison : i32
// CHECK-NEXT:    %[[POISON_1:[a-zA-Z0-9_]+]] = ub.poison : tensor<*xf32>
// CHECK-NEXT:    %[[POISON_2:[a-zA-Z0-9_]+]] = ub.poison : tensor<?xf32>
// CHECK-NEXT:    return %[[POISON]], %[[POISON_1]], %[[POISON_2]] : i32, tensor<*xf32>, tensor<?xf32>
// CHECK-NEXT:  }
func.func @goes_on(%x: i32, %u: tensor<*xf32>) -> (i32, tensor<*xf32>, tensor<?xf32>) {
  cf.br ^a(%x : i32)
^a(%0: i32):
  %1 = arith.addi %0, %0 : i32
  cf.br ^a(%1 : i32)
}

// CHECK-LABEL: func.func @stops(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1) -> tensor<2xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    tg.if %[[FROM_ELEMENTS]] {
// CHECK-NEXT:      tg.while () cond {
// CHECK-NEXT:        %[[FROM_ELEMENTS_1:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:        tg.yield %[[FROM_ELEMENTS_1]] : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        tg.yield
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:    %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[CST]] : tensor<i1> -> i1
// CHECK-NEXT:    cf.assert %[[ITEM]], "control got to what was said to be unreachable"
// CHECK-NEXT:    %[[POISON:[a-zA-Z0-9_]+]] = ub.poison : tensor<2xf32>
// CHECK-NEXT:    return %[[POISON]] : tensor<2xf32>
// CHECK-NEXT:  }
func.func @stops(%c: i1) -> tensor<2xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  cf.cond_br %c, ^a, ^b
^b:
  ub.unreachable
}

// CHECK-LABEL: func.func @two_entries(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1) {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<i32>) {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:      tg.yield %[[CST]] : tensor<i32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:      tg.yield %[[CST_1]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}}:2 = tg.while (%[[ARG1:[a-zA-Z0-9_]+]] = %[[CST_2]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[IF]]) : tensor<i1>, tensor<i32> cond {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG2]], %[[CST_3]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[IF_1:[a-zA-Z0-9_]+]]:2 = tg.if %[[COMPARE]] -> (tensor<i1>, tensor<i32>) {
// CHECK-NEXT:        %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:        %[[CST_5:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:        tg.yield %[[CST_4]], %[[CST_5]] : tensor<i1>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        tg.yield %[[ARG1]], %[[ARG2]] : tensor<i1>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[CST_6:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare eq %[[IF_1]]#1, %[[CST_6]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[IF_2:[a-zA-Z0-9_]+]]:2 = tg.if %[[COMPARE_1]] -> (tensor<i1>, tensor<i32>) {
// CHECK-NEXT:        %[[CST_7:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:        %[[CST_8:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:        tg.yield %[[CST_7]], %[[CST_8]] : tensor<i1>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        tg.yield %[[IF_1]]#0, %[[IF_1]]#1 : tensor<i1>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF_2]]#0, %[[IF_2]]#1 : tensor<i1>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @two_entries(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  cf.br ^a
}
