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

// Of a sort of which slices read the first elements only, no others are found.
// CHECK-LABEL: func.func @first_of_sort(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x9xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x9xi32>) -> (tensor<4x3xf32>, tensor<4x1xi32>) {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]]:2 = tg.sort descending %[[ARG0]], %[[ARG1]] dim 1 equal_zeros first 3 : (tensor<4x9xf32>, tensor<4x9xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[SORT]]#1 [0:4, 1:2] : (tensor<4x3xi32>) -> tensor<4x1xi32>
// CHECK-NEXT:    return %[[SORT]]#0, %[[SLICE]] : tensor<4x3xf32>, tensor<4x1xi32>
// CHECK-NEXT:  }
func.func @first_of_sort(%x: tensor<4x9xf32>, %y: tensor<4x9xi32>) -> (tensor<4x3xf32>, tensor<4x1xi32>) {
  %0:2 = tg.sort descending %x, %y dim 1 equal_zeros : (tensor<4x9xf32>, tensor<4x9xi32>) -> (tensor<4x9xf32>, tensor<4x9xi32>)
  %1 = tg.slice %0#0 [0:4, 0:3] : (tensor<4x9xf32>) -> tensor<4x3xf32>
  %2 = tg.slice %0#1 [0:4, 1:2] : (tensor<4x9xi32>) -> tensor<4x1xi32>
  return %1, %2 : tensor<4x3xf32>, tensor<4x1xi32>
}

// Fewer are found where less is read; not where something else reads all, or nothing tells the order.
// CHECK-LABEL: func.func @first_of_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<9xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>) -> (tensor<2xf32>, tensor<9xf32>, tensor<1xf32>, tensor<1xf32>) {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 0 first 2 : (tensor<9xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[SORT_1:[a-zA-Z0-9_]+]] = tg.sort descending %[[ARG0]] dim 0 : tensor<9xf32>
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[SORT_1]] [0:1] : (tensor<9xf32>) -> tensor<1xf32>
// CHECK-NEXT:    %[[SORT_2:[a-zA-Z0-9_]+]] = tg.sort %[[ARG0]] dim 0 : tensor<9xf32> with (%{{[a-zA-Z0-9_]+}}: tensor<f32>, %{{[a-zA-Z0-9_]+}}: tensor<f32>) {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[SORT_2]] [0:1] : (tensor<9xf32>) -> tensor<1xf32>
// CHECK-NEXT:    return %[[SORT]], %[[SORT_1]], %[[SLICE]], %[[SLICE_1]] : tensor<2xf32>, tensor<9xf32>, tensor<1xf32>, tensor<1xf32>
// CHECK-NEXT:  }
func.func @first_of_first(%x: tensor<9xf32>, %p: tensor<i1>) -> (tensor<2xf32>, tensor<9xf32>, tensor<1xf32>, tensor<1xf32>) {
  %0 = tg.sort ascending %x dim 0 first 5 : (tensor<9xf32>) -> tensor<5xf32>
  %1 = tg.slice %0 [0:2] : (tensor<5xf32>) -> tensor<2xf32>
  %2 = tg.sort descending %x dim 0 : tensor<9xf32>
  %3 = tg.slice %2 [0:1] : (tensor<9xf32>) -> tensor<1xf32>
  %4 = tg.sort %x dim 0 : tensor<9xf32> with (%a: tensor<f32>, %b: tensor<f32>) {
    tg.yield %p : tensor<i1>
  }
  %5 = tg.slice %4 [0:1] : (tensor<9xf32>) -> tensor<1xf32>
  return %1, %2, %3, %5 : tensor<2xf32>, tensor<9xf32>, tensor<1xf32>, tensor<1xf32>
}

// The first ones of what is sorted already are a slice of it; what is the largest of a few is not that of all.
// CHECK-LABEL: func.func @first_of_sorted(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x9xf32>) -> (tensor<4x2xi32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 0 : tensor<4x2xi32>
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 1 first 4 : (tensor<6x9xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[SORT]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[IOTA]], %[[REDUCE]] : tensor<4x2xi32>, tensor<6xf32>
// CHECK-NEXT:  }
func.func @first_of_sorted(%x: tensor<6x9xf32>) -> (tensor<4x2xi32>, tensor<6xf32>) {
  %0 = tg.iota dim 0 : tensor<4x8xi32>
  %1 = tg.sort ascending %0 dim 1 first 2 : (tensor<4x8xi32>) -> tensor<4x2xi32>
  %2 = tg.sort ascending %x dim 1 first 4 : (tensor<6x9xf32>) -> tensor<6x4xf32>
  %3 = tg.reduce max %2 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1, %3 : tensor<4x2xi32>, tensor<6xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
