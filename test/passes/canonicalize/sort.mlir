// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// An operand that does not decide the order goes with its result, if nothing uses that.
// CHECK-LABEL: func.func @sort_unused(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xi32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 0 : tensor<4xf32>
// CHECK-NEXT:    return %[[SORT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sort_unused(%x: tensor<4xf32>, %y: tensor<4xi32>) -> tensor<4xf32> {
  %0:2 = tg.sort ascending %x, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0 : tensor<4xf32>
}

// What is sorted stays so.
// CHECK-LABEL: func.func @sort_sort(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]]:2 = tg.sort ascending %[[ARG0]], %[[ARG1]] dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
// CHECK-NEXT:    return %[[SORT]]#0, %[[SORT]]#1 : tensor<4xf32>, tensor<4xi32>
// CHECK-NEXT:  }
func.func @sort_sort(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = tg.sort ascending %x, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %1:2 = tg.sort ascending %0#0, %0#1 dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %1#0, %1#1 : tensor<4xf32>, tensor<4xi32>
}

// The order of equal elements does not show when nothing else is sorted with them.
// CHECK-LABEL: func.func @sort_of_reverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x2xf32>) -> tensor<4x2xf32> {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 0 : tensor<4x2xf32>
// CHECK-NEXT:    return %[[SORT]] : tensor<4x2xf32>
// CHECK-NEXT:  }
func.func @sort_of_reverse(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = tg.reverse %x dims [0] : tensor<4x2xf32>
  %1 = tg.sort ascending %0 dim 0 : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// A region that compares the elements of the first operand is a keyword; for floats the comparison
// must be total.
// CHECK-LABEL: func.func @sort_region_is_keyword(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort descending %[[ARG0]] dim 0 : tensor<4xf32>
// CHECK-NEXT:    return %[[SORT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sort_region_is_keyword(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sort %x dim 0 : tensor<4xf32> with (%a: tensor<f32>, %b: tensor<f32>) {
    %1 = tg.compare gt %a, %b total_order : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  }
  return %0 : tensor<4xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
