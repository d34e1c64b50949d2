// RUN: tg-opt '--differentiate=func=tanh mode=reverse' --cse %s | tg-filecheck %s --check-prefix=TANH
// RUN: tg-opt '--differentiate=func=twice mode=reverse' --cse %s | tg-filecheck %s --check-prefix=REVERSE
// RUN: tg-opt '--differentiate=func=twice mode=forward' --cse %s | tg-filecheck %s --check-prefix=FORWARD
// RUN: tg-opt '--differentiate=func=recomputed mode=reverse' --cse %s | tg-filecheck %s --check-prefix=RECOMPUTED

// What the derivative has in common with the program is computed once after cse.

// TANH-LABEL: func.func @tanh.vjp(
// TANH-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {tg.name = "x"}, %[[G:[a-z0-9]+]]: tensor<4xf32>) ->
// TANH-NEXT: %[[Y:.*]] = tg.tanh %[[X]]
// TANH-NOT: tg.tanh
// TANH: %[[LESS:.*]] = tg.sub %{{.*}}, %[[Y]]
// TANH-NEXT: %[[MORE:.*]] = tg.add %{{.*}}, %[[Y]]
// TANH-NEXT: %[[SLOPE:.*]] = tg.mul %[[LESS]], %[[MORE]]
// TANH-NEXT: %[[DX:.*]] = tg.mul %[[SLOPE]], %[[G]]
// TANH-NEXT: return %[[Y]], %[[DX]]
func.func @tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A gradient that somebody wrote, with a tanh of its own, beside the program: one tanh.
// RECOMPUTED-LABEL: func.func @recomputed.vjp(
// RECOMPUTED-COUNT-1: tg.tanh
// RECOMPUTED-NOT: tg.tanh
// RECOMPUTED: return
func.func @recomputed(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = tg.tanh %x : tensor<4xf32>
  %one = tg.constant dense<1.0> : tensor<4xf32>
  %again = tg.tanh %x : tensor<4xf32>
  %square = tg.mul %again, %again : tensor<4xf32>
  %slope = tg.sub %one, %square : tensor<4xf32>
  %dx = tg.mul %slope, %dy : tensor<4xf32>
  return %y, %dx : tensor<4xf32>, tensor<4xf32>
}

// Two equal calls become one, and so do their forward parts and, where the cotangents are equal,
// their backward parts.
// REVERSE-LABEL: func.func @twice.vjp(
// REVERSE-SAME: %[[X:[a-z0-9]+]]: tensor<16x16xf32> {tg.name = "x"}, %[[G:[a-z0-9]+]]: tensor<16x16xf32>) ->
// REVERSE-NEXT: %[[Y:.*]]:2 = call @layer.fwd(%[[X]])
// REVERSE-NEXT: %[[SUM:.*]] = tg.add %[[Y]]#0, %[[Y]]#0
// REVERSE-NEXT: %[[D:.*]] = call @layer.bwd(%[[X]], %[[Y]]#1, %[[G]])
// REVERSE-NEXT: %[[DX:.*]] = tg.add %[[D]], %[[D]]
// REVERSE-NEXT: return %[[SUM]], %[[DX]]
// FORWARD-LABEL: func.func @twice.jvp(
// FORWARD-SAME: %[[X:[a-z0-9]+]]: tensor<16x16xf32> {tg.name = "x"}, %[[T:[a-z0-9]+]]: tensor<16x16xf32>) ->
// FORWARD-NEXT: %[[Y:.*]]:2 = call @layer.jvp(%[[X]], %[[T]])
// FORWARD-NEXT: tg.add %[[Y]]#0, %[[Y]]#0
// FORWARD-NEXT: tg.add %[[Y]]#1, %[[Y]]#1
// FORWARD-NEXT: return
func.func @twice(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = call @layer(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = call @layer(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = tg.add %0, %1 : tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}
func.func private @layer(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tg.matmul %x, %x : tensor<16x16xf32>
  %1 = tg.sin %0 : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
