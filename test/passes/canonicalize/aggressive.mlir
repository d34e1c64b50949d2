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

// What is not the same stays apart.
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

// An argument that is given one value from everywhere is that value.
// CHECK-LABEL: func.func @one_value
// CHECK:       ^bb3:
// CHECK-NEXT:    return %arg1
// NORMAL-LABEL: func.func @one_value
// NORMAL:       ^bb3(%[[A:.*]]: tensor<4xf32>):
// NORMAL-NEXT:    return %[[A]]
func.func @one_value(%p: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  check.expect_eq %y, %x : tensor<4xf32>
  cf.br ^bb3(%x : tensor<4xf32>)
^bb2:
  check.expect_eq %x, %y : tensor<4xf32>
  cf.br ^bb3(%x : tensor<4xf32>)
^bb3(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}

// So is one that a loop hands on unchanged.
// CHECK-LABEL: func.func @unchanged
// CHECK:         cf.br ^bb1(%arg0 : tensor<i32>)
// CHECK-NEXT:  ^bb1(%{{.*}}: tensor<i32>):
// CHECK-NEXT:    check.expect_eq %arg1, %arg1
func.func @unchanged(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^bb1(%n, %x : tensor<i32>, tensor<4xf32>)
^bb1(%i: tensor<i32>, %a: tensor<4xf32>):
  check.expect_eq %a, %a : tensor<4xf32>
  %j = tg.shr %i, %one : tensor<i32>
  %2 = tg.compare gt %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tg.item %2 : tensor<i1> -> i1
  cf.cond_br %p, ^bb1(%j, %a : tensor<i32>, tensor<4xf32>), ^bb2
^bb2:
  return %a : tensor<4xf32>
}
