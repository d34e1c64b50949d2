// RUN: tg-opt %s --stash="forward=f backward=g" | tg-filecheck %s
// RUN: tg-opt %s --stash="forward=gradients backward=gradients_g" | tg-filecheck %s --check-prefix=GRADIENTS
// RUN: tg-opt %s --stash="forward=between backward=between_g args=u=x,1=w" | tg-filecheck %s --check-prefix=BETWEEN
// RUN: tg-opt %s --stash="forward=alone backward=alone_g as=two" | tg-filecheck %s --check-prefix=ALONE

// Nothing new is handed over: the forward function is as it was, and the backward one takes Y for X.
// CHECK-LABEL: func.func @f.fwd(
// CHECK-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "X"}) -> tensor<8xf32> {
// CHECK-NEXT:    %[[Y:.*]] = tg.tanh %[[X]] : tensor<8xf32>
// CHECK-NEXT:    return %[[Y]] : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func @f.bwd(
// CHECK-SAME:      %[[Y:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "Y", tg.stash = "result 0"}, %[[G:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "dY"}) -> tensor<8xf32> {
// CHECK-NEXT:    %[[A:.*]] = tg.mul %[[Y]], %[[Y]] : tensor<8xf32>
// CHECK-NEXT:    %[[ONE:.*]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = tg.sub %[[ONE]], %[[A]] : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[C:.*]] = tg.mul %[[B]], %[[G]] : tensor<8xf32>
// CHECK-NEXT:    return %[[C]] : tensor<8xf32>
// CHECK-NEXT:  }
func.func @f(%X: tensor<8xf32>) -> tensor<8xf32> {
  %Y = tg.tanh %X : tensor<8xf32>
  return %Y : tensor<8xf32>
}
func.func @g(%X: tensor<8xf32>, %dY: tensor<8xf32>) -> tensor<8xf32> {
  %one = tg.constant dense<1.0> : tensor<f32>
  %a = tg.tanh %X : tensor<8xf32>
  %b = tg.tanh %X : tensor<8xf32>
  %c = tg.mul %a, %b : tensor<8xf32>
  %d = tg.sub %one, %c : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %e = tg.mul %d, %dY : tensor<8xf32>
  return %e : tensor<8xf32>
}

// What both gradients compute, also with operands the other way round, is computed once.
// GRADIENTS-LABEL: func.func @gradients.bwd(
// GRADIENTS: %[[COMMON:.*]] = tg.mul
// GRADIENTS-NEXT: tg.mul %[[COMMON]],
// GRADIENTS-NEXT: tg.mul %[[COMMON]],
// GRADIENTS-NEXT: return
func.func @gradients(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %x, %w : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @gradients_g(%x: tensor<8xf32>, %w: tensor<8xf32>, %s: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.mul %g, %s : tensor<8xf32>
  %1 = tg.mul %0, %w : tensor<8xf32>
  %2 = tg.mul %s, %g : tensor<8xf32>
  %3 = tg.mul %2, %x : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// What the gradients and the results have in common becomes a result of the forward function, and
// its largest part only.
// BETWEEN-LABEL: func.func @between.fwd(
// BETWEEN: %[[B:.*]] = tg.exp
// BETWEEN: %[[Y:.*]] = tg.add
// BETWEEN: return %[[Y]], %[[B]] : tensor<8xf32>, tensor<8xf32>
// BETWEEN-LABEL: func.func @between.bwd(
// BETWEEN-SAME:      %[[B:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.stash = "value 0"}, %[[G:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "g"})
// BETWEEN-NEXT:    %[[R:.*]] = tg.mul %[[B]], %[[G]]
// BETWEEN-NEXT:    return %[[R]]
func.func @between(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %x, %w : tensor<8xf32>
  %1 = tg.exp %0 : tensor<8xf32>
  %2 = tg.add %1, %w : tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func @between_g(%u: tensor<8xf32>, %v: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %v, %u : tensor<8xf32>
  %1 = tg.exp %0 : tensor<8xf32>
  %2 = tg.mul %1, %g : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// What the forward function computes twice by itself is computed once.
// ALONE-LABEL: func.func @two.fwd(
// ALONE-COUNT-1: tg.exp
// ALONE-NOT: tg.exp
// ALONE: func.func @two.bwd(
func.func @alone(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.exp %x : tensor<8xf32>
  %2 = tg.neg %1 : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func @alone_g(%x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %x, %g : tensor<8xf32>
  return %0 : tensor<8xf32>
}
