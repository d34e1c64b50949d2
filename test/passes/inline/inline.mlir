// RUN: tg-opt --inline=default-pipeline= %s | tg-filecheck %s
// RUN: tg-opt --inline="inlining-threshold=1" %s | tg-filecheck %s --check-prefix=SMALL

// The leaf, its caller and that one's caller become one body; the private ones
// are gone.
// CHECK-NOT:   @leaf
// CHECK-LABEL: func.func @tree
// CHECK-NEXT:    %[[A:.*]] = tg.exp %arg0
// CHECK-NEXT:    %[[B:.*]] = tg.neg %[[A]]
// CHECK-NEXT:    %[[C:.*]] = tg.exp %arg0
// CHECK-NEXT:    %[[D:.*]] = tg.neg %[[C]]
// CHECK-NEXT:    %[[R:.*]] = tg.add %[[B]], %[[D]]
// CHECK-NEXT:    return %[[R]]
// SMALL-LABEL: func.func @tree
// SMALL:         call @middle
func.func private @leaf(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @middle(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @leaf(%x) : (tensor<f32>) -> tensor<f32>
  %1 = tg.neg %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @tree(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @middle(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @middle(%x) : (tensor<f32>) -> tensor<f32>
  %2 = tg.add %0, %1 : tensor<f32>
  return %2 : tensor<f32>
}

// A callee with several blocks splits the caller's block.
// CHECK-LABEL: func.func @calls_blocks
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg1
// CHECK-NEXT:    cf.br ^bb3(%[[E]] : tensor<f32>)
// CHECK:       ^bb2:
// CHECK-NEXT:    cf.br ^bb3(%arg1 : tensor<f32>)
// CHECK:       ^bb3(%[[R:.*]]: tensor<f32>):
// CHECK-NEXT:    %[[N:.*]] = tg.neg %[[R]]
// CHECK-NEXT:    return %[[N]]
func.func private @blocks(%p: i1, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = tg.exp %x : tensor<f32>
  return %0 : tensor<f32>
^bb2:
  return %x : tensor<f32>
}
func.func @calls_blocks(%p: i1, %x: tensor<f32>) -> tensor<f32> {
  %0 = call @blocks(%p, %x) : (i1, tensor<f32>) -> tensor<f32>
  %1 = tg.neg %0 : tensor<f32>
  return %1 : tensor<f32>
}

// Recursion stays a call; so does a declaration.
// CHECK-LABEL: func.func @loop
// CHECK:         call @loop
// CHECK:         call @outside
func.func private @outside()
func.func @loop() {
  call @loop() : () -> ()
  call @outside() : () -> ()
  return
}
