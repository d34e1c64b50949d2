// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="region-simplify=disabled" %s | tg-filecheck %s --check-prefix=KEEP

// The way not taken goes, and the block that is left has one predecessor.
// CHECK-LABEL: func.func @constant_condition
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    return %[[E]]
// KEEP-LABEL:  func.func @constant_condition
// KEEP:          cf.br ^bb1
// KEEP-NEXT:   ^bb1:
func.func @constant_condition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
^bb2:
  return %x : tensor<4xf32>
}

// The condition of a tensor constant is a constant, too.
// CHECK-LABEL: func.func @constant_item
// CHECK-NEXT:    return %arg1
func.func @constant_item(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %t = tg.constant dense<false> : tensor<i1>
  %p = tg.item %t : tensor<i1> -> i1
  cf.cond_br %p, ^bb1(%x : tensor<4xf32>), ^bb1(%y : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @same_target
// CHECK-NEXT:    return %arg1
func.func @same_target(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1(%x : tensor<4xf32>), ^bb1(%x : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// The same block, but not the same values: they are chosen before, unless
// another branch passes values, too.
// CHECK-LABEL: func.func @other_values
// CHECK-NEXT:    %[[S:.*]] = arith.select %arg0, %arg1, %arg2 : tensor<4xf32>
// CHECK-NEXT:    return %[[S]]
func.func @other_values(%p: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1(%x : tensor<4xf32>), ^bb1(%y : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// Blocks that only branch on are passed by, and what they pass comes along.
// CHECK-LABEL: func.func @through
// CHECK-NEXT:    cf.cond_br %arg0, ^bb2(%arg1, %arg2 : tensor<4xf32>, tensor<4xf32>), ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    check.expect_eq %arg1, %arg2
// CHECK-NEXT:    cf.br ^bb2(%arg2, %arg2 : tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:  ^bb2(%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>):
// CHECK-NEXT:    %[[S:.*]] = tg.sub %[[A]], %[[B]]
// CHECK-NEXT:    return %[[S]]
func.func @through(%p: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1(%y, %x : tensor<4xf32>, tensor<4xf32>), ^bb2
^bb1(%a: tensor<4xf32>, %b: tensor<4xf32>):
  cf.br ^bb3(%b, %a : tensor<4xf32>, tensor<4xf32>)
^bb2:
  check.expect_eq %x, %y : tensor<4xf32>
  cf.br ^bb3(%y, %y : tensor<4xf32>, tensor<4xf32>)
^bb3(%c: tensor<4xf32>, %d: tensor<4xf32>):
  %0 = tg.sub %c, %d : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Blocks that branch to each other for ever do so for ever.
// CHECK-LABEL: func.func @endless
// CHECK-NEXT:    cf.br ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    cf.br ^bb1
func.func @endless() {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}

// CHECK-LABEL: func.func @switch
// CHECK-NEXT:    return %arg1
func.func @switch(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant -1 : i8
  cf.switch %c : i8, [
    default: ^bb1(%x : tensor<4xf32>),
    255: ^bb1(%y : tensor<4xf32>),
    1: ^bb1(%z : tensor<4xf32>)
  ]
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @switch_default
// CHECK-NEXT:    return %arg0
func.func @switch_default(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 7 : i32
  cf.switch %c : i32, [
    default: ^bb1(%x : tensor<4xf32>),
    1: ^bb1(%y : tensor<4xf32>)
  ]
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// An assertion that holds goes; one that does not hold stays.
// CHECK-LABEL: func.func @assert
// CHECK-NOT:     "holds"
// CHECK:         cf.assert %{{.*}}, "fails"
func.func @assert() {
  %true = arith.constant true
  %false = arith.constant false
  cf.assert %true, "holds"
  cf.assert %false, "fails"
  return
}

// An argument of a loop that only feeds itself goes without dce.
// CHECK-LABEL: func.func @loop_argument
// CHECK:         cf.br ^bb1(%arg0 : tensor<i32>)
// KEEP-LABEL:  func.func @loop_argument
// KEEP:          cf.br ^bb1(%arg0, %arg1 : tensor<i32>, tensor<4xf32>)
func.func @loop_argument(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<i32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^bb1(%n, %x : tensor<i32>, tensor<4xf32>)
^bb1(%i: tensor<i32>, %a: tensor<4xf32>):
  %j = tg.shr %i, %one : tensor<i32>
  %1 = tg.exp %a : tensor<4xf32>
  %2 = tg.compare gt %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tg.item %2 : tensor<i1> -> i1
  cf.cond_br %p, ^bb1(%j, %1 : tensor<i32>, tensor<4xf32>), ^bb2
^bb2:
  return %i : tensor<i32>
}
