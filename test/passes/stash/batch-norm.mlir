// RUN: tg-opt %s --stash="forward=f backward=g" --remarks-filter=partition 2>%t | tg-filecheck %s
// RUN: tg-filecheck %s --check-prefix=REMARK --input-file=%t

// The gradient of batch norm by gamma computes xhat again, with another name of everything: it
// becomes a second result of the forward function, and an argument of the backward one.
// CHECK-LABEL: func.func @f.fwd(
// CHECK: %[[CENTRED:.*]] = tg.sub %{{.*}} : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
// CHECK: %[[XHAT:.*]] = tg.div %[[CENTRED]],
// CHECK: %[[SCALED:.*]] = tg.mul %{{.*}}, %[[XHAT]] :
// CHECK-NEXT: %[[Y:.*]] = tg.add %[[SCALED]],
// CHECK-NEXT: return %[[Y]], %[[XHAT]] : tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32>
// CHECK-LABEL: func.func @f.bwd(
// CHECK-SAME:      %[[XHAT:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32> {tg.stash = "value 0"}, %[[G:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32> {tg.name = "dY"}) -> tensor<16xf32> {
// CHECK-NEXT:    %[[P:.*]] = tg.mul %[[G]], %[[XHAT]] : tensor<8x16x32x32xf32>
// CHECK-NEXT:    %[[R:.*]] = tg.reduce sum %[[P]] dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
// CHECK-NEXT:    return %[[R]] : tensor<16xf32>

// REMARK: Remark="computed once instead of twice: 16 x (add, sqrt), 131072 x (sub, div)"
func.func @f(%X: tensor<8x16x32x32xf32>, %E: tensor<16x1x1xf32>, %V: tensor<16x1x1xf32>, %gamma: tensor<16x1x1xf32>, %beta: tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %0 = tg.sub %X, %E : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %1 = tg.add %V, %eps : (tensor<16x1x1xf32>, tensor<f32>) -> tensor<16x1x1xf32>
  %2 = tg.sqrt %1 : tensor<16x1x1xf32>
  %3 = tg.div %0, %2 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %4 = tg.mul %gamma, %3 : (tensor<16x1x1xf32>, tensor<8x16x32x32xf32>) -> tensor<8x16x32x32xf32>
  %5 = tg.add %4, %beta : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  return %5 : tensor<8x16x32x32xf32>
}
func.func @g(%X: tensor<8x16x32x32xf32>, %E: tensor<16x1x1xf32>, %V: tensor<16x1x1xf32>, %dY: tensor<8x16x32x32xf32>) -> tensor<16xf32> {
  %e = tg.constant dense<1.0e-5> : tensor<f32>
  %a = tg.add %e, %V : (tensor<f32>, tensor<16x1x1xf32>) -> tensor<16x1x1xf32>
  %b = tg.sqrt %a : tensor<16x1x1xf32>
  %c = tg.sub %X, %E : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %d = tg.div %c, %b : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %h = tg.mul %dY, %d : tensor<8x16x32x32xf32>
  %r = tg.reduce sum %h dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
