// RUN: tg-opt --canonicalize %s | tg-filecheck %s

// CHECK-LABEL: func.func @if_true
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    check.expect_eq %arg0, %[[E]]
// CHECK-NEXT:    return %[[E]]
func.func @if_true(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = tg.constant dense<true> : tensor<i1>
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.exp %x : tensor<4xf32>
    check.expect_eq %x, %1 : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    check.expect_eq %x, %x : tensor<4xf32>
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Nested ones are taken apart from the outside in.
// CHECK-LABEL: func.func @if_nested
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    %[[N:.*]] = tg.neg %[[E]]
// CHECK-NEXT:    return %[[N]]
func.func @if_nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = tg.constant dense<false> : tensor<i1>
  %0 = tg.if %p -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  } else {
    %1 = tg.exp %x : tensor<4xf32>
    %q = tg.not %p : tensor<i1>
    %2 = tg.if %q -> (tensor<4xf32>) {
      %3 = tg.neg %1 : tensor<4xf32>
      tg.yield %3 : tensor<4xf32>
    } else {
      tg.yield %1 : tensor<4xf32>
    }
    tg.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @if_not
// CHECK-NEXT:    %[[R:.*]] = tg.if %arg0
// CHECK-NEXT:      tg.yield %arg2
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %arg1
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]
func.func @if_not(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %q = tg.not %p : tensor<i1>
  %0 = tg.if %q -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  } else {
    tg.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Both ways agree on the first result, nobody uses the second; the third
// stays.
// CHECK-LABEL: func.func @if_results
// CHECK-NEXT:    %[[R:.*]] = tg.if %arg0 -> (tensor<4xf32>) {
// CHECK-NEXT:      tg.yield %arg1 : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %arg2 : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %arg1, %[[R]]
func.func @if_results(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %1 = tg.exp %x : tensor<4xf32>
    tg.yield %x, %1, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  } else {
    tg.yield %x, %y, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// An index out of range chooses the last region, a negative one, too.
// CHECK-LABEL: func.func @case
// CHECK-NEXT:    return %arg0, %arg2, %arg2
func.func @case(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %minus = tg.constant dense<-1> : tensor<i32>
  %many = tg.constant dense<100> : tensor<i32>
  %0 = tg.case %zero -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  }, {
    tg.yield %y : tensor<4xf32>
  }, {
    tg.yield %z : tensor<4xf32>
  }
  %1 = tg.case %minus -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  }, {
    tg.yield %z : tensor<4xf32>
  }
  %2 = tg.case %many -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  }, {
    tg.yield %z : tensor<4xf32>
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// One region is no choice.
// CHECK-LABEL: func.func @case_single
// CHECK-NEXT:    return %arg1
func.func @case_single(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.case %i -> (tensor<4xf32>) {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A loop that never runs is its operands, but what the condition does is done.
// CHECK-LABEL: func.func @while_false
// CHECK-NEXT:    check.expect_eq %arg0, %arg1
// CHECK-NEXT:    return %arg0
func.func @while_false(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %p = tg.constant dense<false> : tensor<i1>
  %0 = tg.while (%v = %x) : tensor<4xf32> cond {
    check.expect_eq %v, %y : tensor<4xf32>
    tg.yield %p : tensor<i1>
  } do {
    %1 = tg.exp %v : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Of the state, %x never changes, %b only feeds itself, and %c feeds %i. The loop
// may not end: the result that is %x stays one.
// CHECK-LABEL: func.func @while_state
// CHECK:         %[[R:.*]]:3 = tg.while (%[[I:.*]] = %arg0, %{{.*}} = %arg1, %[[C:.*]] = %arg2) : tensor<i32>, tensor<4xf32>, tensor<i32> cond {
// CHECK:           check.expect_eq %arg1, %arg1
// CHECK:         } do {
// CHECK-NEXT:      %[[OR:.*]] = tg.or %[[C]],
// CHECK-NEXT:      %[[SUB:.*]] = tg.sub %[[I]], %[[OR]]
// CHECK-NOT:       tg.exp
// CHECK:           tg.yield %[[SUB]], %arg1, %[[OR]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @while_state(%n: tensor<i32>, %x: tensor<4xf32>, %step: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:4 = tg.while (%i = %n, %a = %x, %b = %x, %c = %step) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32> cond {
    check.expect_eq %a, %a : tensor<4xf32>
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.or %c, %one : tensor<i32>
    %2 = tg.sub %i, %1 : tensor<i32>
    %3 = tg.exp %b : tensor<4xf32>
    tg.yield %2, %a, %3, %1 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>
}

// Constants gather at the start of the function, each once.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[R:.*]] = tg.if
// CHECK-NEXT:      %{{.*}} = tg.mul %arg1, %[[C]]
// CHECK:         } else {
// CHECK-NEXT:      %{{.*}} = tg.div %arg1, %[[C]]
// CHECK:         return %[[R]]
func.func @constants(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %c = tg.constant dense<3.0> : tensor<f32>
    %1 = tg.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    %c = tg.constant dense<3.0> : tensor<f32>
    %1 = tg.div %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Movements merge.
// CHECK-LABEL: func.func @movements
// CHECK-NEXT:    %[[T:.*]] = tg.transpose %arg0 permutation [2, 0, 1] : (tensor<4x5x6xf32>) -> tensor<6x4x5xf32>
// CHECK-NEXT:    %[[S:.*]] = tg.slice %arg0 [1:4:2, 2:3, 1:5] : (tensor<4x5x6xf32>) -> tensor<2x1x4xf32>
// CHECK-NEXT:    %[[B:.*]] = tg.broadcast %arg1 dims [2] : (tensor<3xf32>) -> tensor<2x7x3xf32>
// CHECK-NEXT:    %[[R:.*]] = tg.reshape %arg0 : (tensor<4x5x6xf32>) -> tensor<120xf32>
// CHECK-NEXT:    return %[[T]], %[[S]], %[[B]], %[[R]]
func.func @movements(%x: tensor<4x5x6xf32>, %y: tensor<3xf32>) -> (tensor<6x4x5xf32>, tensor<2x1x4xf32>, tensor<2x7x3xf32>, tensor<120xf32>) {
  %0 = tg.transpose %x permutation [1, 2, 0] : (tensor<4x5x6xf32>) -> tensor<5x6x4xf32>
  %1 = tg.transpose %0 permutation [1, 2, 0] : (tensor<5x6x4xf32>) -> tensor<6x4x5xf32>
  %2 = tg.slice %x [1:4, 0:5:2, 0:6] : (tensor<4x5x6xf32>) -> tensor<3x3x6xf32>
  %3 = tg.slice %2 [0:3:2, 1:2, 1:5] : (tensor<3x3x6xf32>) -> tensor<2x1x4xf32>
  %4 = tg.broadcast %y dims [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %5 = tg.broadcast %4 dims [0, 2] : (tensor<1x3xf32>) -> tensor<2x7x3xf32>
  %6 = tg.reshape %x : (tensor<4x5x6xf32>) -> tensor<20x6xf32>
  %7 = tg.reshape %6 : (tensor<20x6xf32>) -> tensor<120xf32>
  return %1, %3, %5, %7 : tensor<6x4x5xf32>, tensor<2x1x4xf32>, tensor<2x7x3xf32>, tensor<120xf32>
}
