// What is computed of a reduction across rows, and is no larger, is computed in its fusion when all rows have been seen: the
// gradient of an operand that was broadcast, added to what there is of it, is one kernel.
//
// RUN: tg-opt --differentiate="func=scale wrt=w req=add" --optimize %s | tg-filecheck %s --check-prefix=ADD
// RUN: tg-opt --differentiate="func=scale wrt=w req=write" --optimize %s | tg-filecheck %s --check-prefix=WRITE
// RUN: tg-opt --fuse-elementwise %s | tg-filecheck %s
// RUN: tg-opt --fuse-elementwise --remarks-filter-missed=FuseElementwise %s -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=REMARK

// ADD-LABEL: func.func @scale.vjp(
// ADD-SAME: %[[OLD:[a-z0-9]+]]: tensor<64xf32>) ->
// ADD-NEXT: %[[ALL:.*]]:2 = tg.fusion ({{.*}}%[[SO_FAR:[a-z0-9]+]] = %[[OLD]])
// ADD-NEXT: %[[Y:.*]] = tg.mul
// ADD-NEXT: %[[TEMP:.*]] = tg.mul
// ADD-NEXT: %[[SUM:.*]] = tg.reduce sum %[[TEMP]] dims [0]
// ADD-NEXT: %[[GRADIENT:.*]] = tg.add %[[SO_FAR]], %[[SUM]]
// ADD-NEXT: tg.yield %[[Y]], %[[GRADIENT]]
// ADD-NEXT: }
// ADD-NEXT: return %[[ALL]]#0, %[[ALL]]#1
// WRITE-LABEL: func.func @scale.vjp(
// WRITE: %[[TEMP:.*]] = tg.mul %{{.*}} : tensor<512x64xf32>
// WRITE-NEXT: %[[SUM:.*]] = tg.reduce sum %[[TEMP]] dims [0]
// WRITE-NEXT: tg.yield %{{.*}}, %[[SUM]]
func.func @scale(%x: tensor<512x64xf32>, %w: tensor<64xf32>) -> tensor<512x64xf32> {
  %0 = tg.mul %x, %w : (tensor<512x64xf32>, tensor<64xf32>) -> tensor<512x64xf32>
  return %0 : tensor<512x64xf32>
}

// A step of a training: the parameter in the place of the gradient. Reshapes go with it.
// CHECK-LABEL: func.func @step(
// CHECK-NEXT: %[[W:.*]] = tg.fusion
// CHECK: tg.mul
// CHECK-NEXT: tg.reduce sum
// CHECK-NEXT: tg.reshape
// CHECK-NEXT: tg.constant
// CHECK-NEXT: tg.mul
// CHECK-NEXT: tg.sub
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[W]]
func.func @step(%x: tensor<512x64xf32>, %g: tensor<512x64xf32>, %w: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %rate = tg.constant dense<0.1> : tensor<f32>
  %0 = tg.mul %x, %g : tensor<512x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<512x64xf32>) -> tensor<64xf32>
  %2 = tg.reshape %1 : (tensor<64xf32>) -> tensor<1x64xf32>
  %3 = tg.mul %rate, %2 : (tensor<f32>, tensor<1x64xf32>) -> tensor<1x64xf32>
  %4 = tg.sub %w, %3 : tensor<1x64xf32>
  return %4 : tensor<1x64xf32>
}

// A reduction that cannot be cut into rows takes nothing, but is followed.
// CHECK-LABEL: func.func @whole(
// CHECK-NEXT: %[[P:.*]] = tg.mul
// CHECK-NEXT: tg.fusion (%[[A:[^=]*]] = %[[P]], %[[OLD:[^=]*]] = %{{.*}})
// CHECK-NEXT: %[[S:.*]] = tg.reduce sum %[[A]] dims [0, 2]
// CHECK-NEXT: tg.add %[[OLD]], %[[S]]
func.func @whole(%x: tensor<8x4x9000xf32>, %g: tensor<8x4x9000xf32>, %old: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %x, %g : tensor<8x4x9000xf32>
  %1 = tg.reduce sum %0 dims [0, 2] : (tensor<8x4x9000xf32>) -> tensor<4xf32>
  %2 = tg.add %old, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What is larger than the sums is another pass over the rows, and so is what reads rows beside them.
// CHECK-LABEL: func.func @larger(
// CHECK: tg.reduce sum
// CHECK-NEXT: tg.yield
// CHECK-NEXT: }
// CHECK-NEXT: tg.div
// REMARK: behind-rows.mlir:[[#@LINE+4]]:8: remark: {{.*}}it is complete only when all rows have been seen
func.func @larger(%x: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %0 = tg.exp %x : tensor<512x64xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<512x64xf32>) -> tensor<64xf32>
  %2 = tg.div %0, %1 : (tensor<512x64xf32>, tensor<64xf32>) -> tensor<512x64xf32>
  return %2 : tensor<512x64xf32>
}
