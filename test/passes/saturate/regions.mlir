// Blocks, loops and branches are saturated each by itself, the innermost first; what has effects stays
// in its order, and ops with several results are one.
//
// RUN: tg-opt --saturate=fusions=false %s | tg-filecheck %s
//
// CHECK-LABEL: func.func @blocks
// CHECK:         tg.relu
// CHECK:         cf.cond_br
// CHECK:         tg.matmul {{.*}} activation relu
// CHECK-NEXT:    cf.br
// CHECK-LABEL: func.func @loop
// CHECK:         scf.for
// CHECK:           tg.relu
// CHECK-NEXT:      scf.yield
// CHECK-LABEL: func.func @branch
// CHECK:         tg.if
// CHECK:           tg.relu
// CHECK-NEXT:      tg.yield
// CHECK-LABEL: func.func @effects
// CHECK:         call @f(
// CHECK:         %[[R:.*]] = tg.relu
// CHECK:         call @g(%[[R]])
// CHECK:         call @f(
// CHECK-LABEL: func.func @several
// CHECK:         %[[T:.*]]:2 = tg.sort
// CHECK-NOT:     tg.sort
// CHECK:         %[[U:.*]] = tg.relu %[[T]]#0
// CHECK:         return %[[U]], %[[T]]#1
func.func @blocks(%c: i1, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = tg.constant dense<0.0> : tensor<4x4xf32>
  %0 = tg.max %x, %zero : tensor<4x4xf32>
  cf.cond_br %c, ^then, ^else(%0 : tensor<4x4xf32>)
^then:
  %1 = tg.matmul %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = tg.max %1, %zero : tensor<4x4xf32>
  cf.br ^else(%2 : tensor<4x4xf32>)
^else(%r: tensor<4x4xf32>):
  return %r : tensor<4x4xf32>
}
func.func @loop(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %a = arith.constant 0 : index
  %b = arith.constant 1 : index
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %0 = scf.for %i = %a to %n step %b iter_args(%s = %x) -> (tensor<4xf32>) {
    %1 = tg.max %s, %zero : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  %0 = tg.if %c -> (tensor<4xf32>) {
    %1 = tg.max %x, %zero : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func private @f(tensor<4xf32>)
func.func private @g(tensor<4xf32>)
func.func @effects(%x: tensor<4xf32>) {
  %zero = tg.constant dense<0.0> : tensor<4xf32>
  call @f(%x) : (tensor<4xf32>) -> ()
  %0 = tg.max %x, %zero : tensor<4xf32>
  call @g(%0) : (tensor<4xf32>) -> ()
  call @f(%x) : (tensor<4xf32>) -> ()
  return
}
func.func @several(%x: tensor<8xf32>, %y: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %zero = tg.constant dense<0.0> : tensor<8xf32>
  %0:2 = tg.sort ascending %x, %y dim 0 : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %1:2 = tg.sort ascending %x, %y dim 0 : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %2 = tg.max %0#0, %zero : tensor<8xf32>
  return %2, %1#1 : tensor<8xf32>, tensor<8xi32>
}
