// RUN: tg-opt --canonicalize="region-simplify=aggressive" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="region-simplify=normal" %s | tg-filecheck %s --check-prefix=NORMAL

// Blocks that do the same become one, and then both ways are one way.
// CHECK-LABEL: func.func @equal_blocks
// CHECK-NEXT:    %[[N:.*]] = tg.neg %arg1
// CHECK-NEXT:    check.expect_eq %[[N]], %arg1
// CHECK-NEXT:    return %[[N]]
// NORMAL-LABEL: func.func @equal_blocks
// NORMAL:         cf.cond_br
func.func @equal_blocks(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = tg.neg %x : tensor<4xf32>
  check.expect_eq %0, %x : tensor<4xf32>
  cf.br ^bb3(%0 : tensor<4xf32>)
^bb2:
  %1 = tg.neg %x : tensor<4xf32>
  check.expect_eq %1, %x : tensor<4xf32>
  cf.br ^bb3(%1 : tensor<4xf32>)
^bb3(%2: tensor<4xf32>):
  return %2 : tensor<4xf32>
}

// What is not the same stays apart. (An operand may differ, but one of these
// comes from inside of the block, the other does not.)
// CHECK-LABEL: func.func @other_blocks
// CHECK:         cf.cond_br
// CHECK:         check.expect_eq %{{.*}}, %arg1
// CHECK:         check.expect_eq %{{.*}}, %{{.*}}
func.func @other_blocks(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = tg.neg %x : tensor<4xf32>
  check.expect_eq %0, %x : tensor<4xf32>
  cf.br ^bb3(%0 : tensor<4xf32>)
^bb2:
  %1 = tg.neg %x : tensor<4xf32>
  check.expect_eq %1, %1 : tensor<4xf32>
  cf.br ^bb3(%1 : tensor<4xf32>)
^bb3(%2: tensor<4xf32>):
  return %2 : tensor<4xf32>
}

// Blocks that use different values from outside are passed them.
// CHECK-LABEL: func.func @other_operands
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : tensor<4xf32>),
// CHECK-NEXT:      1: ^bb1(%arg2 : tensor<4xf32>),
// CHECK-NEXT:      2: ^bb1(%arg3 : tensor<4xf32>)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT:    check.expect_eq %[[A]], %[[A]]
// CHECK-NEXT:    return %arg1
func.func @other_operands(%s: i32, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  cf.switch %s : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb3
  ]
^bb1:
  check.expect_eq %x, %x : tensor<4xf32>
  return %x : tensor<4xf32>
^bb2:
  check.expect_eq %y, %y : tensor<4xf32>
  return %x : tensor<4xf32>
^bb3:
  check.expect_eq %z, %z : tensor<4xf32>
  return %x : tensor<4xf32>
}

// An argument that is given one value from everywhere is that value.
// CHECK-LABEL: func.func @one_value
// CHECK:       ^bb2:
// CHECK-NEXT:    return %arg1
// NORMAL-LABEL: func.func @one_value
// NORMAL:       ^bb2(%[[A:.*]]: tensor<4xf32>):
// NORMAL-NEXT:    return %[[A]]
func.func @one_value(%p: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1, ^bb2(%x : tensor<4xf32>)
^bb1:
  check.expect_eq %y, %x : tensor<4xf32>
  cf.br ^bb2(%x : tensor<4xf32>)
^bb2(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}
