// RUN: tg-opt %s --partition="func=step" | tg-filecheck %s
// RUN: tg-opt %s --partition="func=step as=other" | tg-filecheck %s --check-prefix=NAMED
// RUN: tg-opt %s --partition="func=deep form=joint lambda=inf" --canonicalize --cse | tg-filecheck %s --check-prefix=JOINT
// RUN: tg-opt %s --partition="func=deep form=joint lambda=inf" --tg-to-stablehlo | tg-filecheck %s --check-prefix=STABLEHLO
// RUN: tg-opt %s --partition="func=step form=joint as=new" | tg-filecheck %s --check-prefix=NEW
// RUN: tg-opt %s --differentiate="func=inside" --partition="func=inside.vjp" | tg-filecheck %s --check-prefix=INSIDE

// Three evaluations of tanh become one, and the backward pass has none: it is handed the result.
// CHECK-LABEL: func.func @step.fwd(
// CHECK-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "x"}) -> tensor<8xf32> {
// CHECK-NEXT:    %[[Y:.*]] = tg.tanh %[[X]] : tensor<8xf32>
// CHECK-NEXT:    return %[[Y]] : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func @step.bwd(
// CHECK-SAME:      %[[Y:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "y", tg.stash = "result 0"}, %[[G:[a-zA-Z0-9_]+]]: tensor<8xf32> {tg.name = "dy"}) -> tensor<8xf32> {
// CHECK-NEXT:    %[[A:.*]] = tg.mul %[[Y]], %[[Y]] : tensor<8xf32>
// CHECK-NEXT:    %[[ONE:.*]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = tg.sub %[[ONE]], %[[A]] : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[C:.*]] = tg.mul %[[B]], %[[G]] : tensor<8xf32>
// CHECK-NEXT:    return %[[C]] : tensor<8xf32>
// CHECK-NEXT:  }

// NAMED: func.func @other.fwd(
// NAMED: func.func @other.bwd(

// What is computed again in one function is behind a barrier, which no pass sees through.
// JOINT-LABEL: func.func @deep(
// JOINT-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<8xf32>, %[[G:[a-zA-Z0-9_]+]]: tensor<8xf32>)
// JOINT-NEXT:    %[[A:.*]] = tg.tanh %[[X]] : tensor<8xf32>
// JOINT-NEXT:    %[[B:.*]] = tg.exp %[[A]] : tensor<8xf32>
// JOINT-NEXT:    %[[Y:.*]] = tg.reduce sum %[[B]]
// JOINT-NEXT:    %[[APART:.*]] = tg.barrier %[[X]] : tensor<8xf32>
// JOINT-NEXT:    %[[A1:.*]] = tg.tanh %[[APART]] : tensor<8xf32>
// JOINT-NEXT:    %[[B1:.*]] = tg.exp %[[A1]] : tensor<8xf32>
// JOINT-NEXT:    %[[C:.*]] = tg.mul %[[B1]], %[[G]] : tensor<8xf32>
// JOINT-NEXT:    %[[D:.*]] = tg.mul %[[C]], %[[A1]] : tensor<8xf32>
// JOINT-NEXT:    return %[[Y]], %[[D]]

// STABLEHLO-LABEL: func.func @deep(
// STABLEHLO-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// STABLEHLO: stablehlo.tanh %[[X]] :
// STABLEHLO: %[[APART:.*]] = stablehlo.optimization_barrier %[[X]] : tensor<8xf32>
// STABLEHLO-NEXT: stablehlo.tanh %[[APART]] :

// NEW: func.func @new(
// NEW: func.func @deep(

// Inside of a net one value as large as the result is handed over, and the operand dies.
// INSIDE-LABEL: func.func @inside.fwd(
// INSIDE: %[[PRE:.*]] = tg.matmul
// INSIDE-NEXT: %[[Y:.*]] = tg.tanh %[[PRE]]
// INSIDE: return %{{.*}}, %[[Y]] : tensor<8xf32>, tensor<8x8xf32>
// INSIDE-LABEL: func.func @inside.bwd(
// INSIDE-SAME: %{{[a-zA-Z0-9_]+}}: tensor<8x8xf32> {tg.name = "act", tg.stash = "value 0"}
// INSIDE-NOT: tg.tanh
// INSIDE: return
func.func @step(%x: tensor<8xf32>, %dy: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %y = tg.tanh %x : tensor<8xf32>
  %a = tg.tanh %x : tensor<8xf32>
  %b = tg.tanh %x : tensor<8xf32>
  %c = tg.mul %a, %b : tensor<8xf32>
  %d = tg.sub %one, %c : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %e = tg.mul %d, %dy : tensor<8xf32>
  return %y, %e : tensor<8xf32>, tensor<8xf32>
}
func.func @deep(%x: tensor<8xf32>, %dy: tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>) {
  %a = tg.tanh %x : tensor<8xf32>
  %b = tg.exp %a : tensor<8xf32>
  %y = tg.reduce sum %b dims [0] : (tensor<8xf32>) -> tensor<f32>
  %c = tg.mul %b, %dy : tensor<8xf32>
  %d = tg.mul %c, %a : tensor<8xf32>
  return %y, %d : tensor<f32>, tensor<8xf32>
}
func.func @inside(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8xf32> {
  %pre = tg.matmul %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %act = tg.tanh %pre : tensor<8x8xf32>
  %y = tg.reduce sum %act dims [1] : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
