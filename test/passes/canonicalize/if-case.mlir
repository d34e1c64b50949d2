// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A choice that is known is the region that runs.
// CHECK-LABEL: func.func @if_constant(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_constant(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %t = tg.constant dense<true> : tensor<i1>
  %0 = tg.if %t -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A negated choice has its regions swapped.
// CHECK-LABEL: func.func @if_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_not(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %n = tg.not %p : tensor<i1>
  %0 = tg.if %n -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A result for which both regions yield one value from outside is that value.
// CHECK-LABEL: func.func @if_agreed_result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]], %[[ARG2]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_agreed_result(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// A result that nothing uses goes.
// CHECK-LABEL: func.func @if_unused_result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_unused_result(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %0:2 = tg.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    tg.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0 : tensor<4xf32>
}

// A choice between regions that do the same is what they do.
// CHECK-LABEL: func.func @if_equal_branches(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_equal_branches(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A choice between scalars from outside is a select.
// CHECK-LABEL: func.func @if_of_scalars(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<f32>
// CHECK-NEXT:  }
func.func @if_of_scalars(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
  %0 = tg.if %p -> (tensor<f32>) {
    tg.yield %x : tensor<f32>
  } else {
    tg.yield %y : tensor<f32>
  }
  return %0 : tensor<f32>
}

// Inside of the first region the predicate is true, inside of the second it is false.
// CHECK-LABEL: func.func @if_known_inside(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @if_known_inside(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A choice that is known is the region that runs.
// CHECK-LABEL: func.func @case_constant(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @case_constant(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = tg.constant dense<7> : tensor<i32>
  %0 = tg.case %c -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }, {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A result for which all regions yield one value from outside is that value.
// CHECK-LABEL: func.func @case_agreed_result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[CASE:[a-zA-Z0-9_]+]] = tg.case %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[CASE]], %[[ARG2]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @case_agreed_result(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = tg.case %i -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>
  }, {
    tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// A result that nothing uses goes.
// CHECK-LABEL: func.func @case_unused_result(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CASE:[a-zA-Z0-9_]+]] = tg.case %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[CASE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @case_unused_result(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %0:2 = tg.case %i -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1, %y : tensor<4xf32>, tensor<4xf32>
  }, {
    tg.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0 : tensor<4xf32>
}

// A choice between regions that all do the same is what they do.
// CHECK-LABEL: func.func @case_equal_branches(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @case_equal_branches(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = tg.case %i -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }, {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A choice by a truth value that was made a number is an if.
// CHECK-LABEL: func.func @case_of_bool(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @case_of_bool(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = tg.convert %p : (tensor<i1>) -> tensor<i32>
  %0 = tg.case %c -> (tensor<4xf32>) {
    %1 = tg.neg %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  }, {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
