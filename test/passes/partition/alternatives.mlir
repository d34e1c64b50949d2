// RUN: tg-opt %s --stash-report="func=operand stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=OPERAND
// RUN: tg-opt %s --partition="func=operand stash=bytes" | tg-filecheck %s
// RUN: tg-opt %s --stash-report="func=result stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=RESULT
// RUN: tg-opt %s --stash-report="func=bounds stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=BOUNDS
// RUN: tg-opt %s --stash-report="func=beside stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=BESIDE

// The mask is the same of what a rectifier reads and of what it makes, which the next product's
// gradient needs anyway: the operand dies.
// OPERAND: bytes fate time value
// OPERAND-NEXT: stash - %w : tensor<64x8xf32>, an argument
// OPERAND-NEXT: stash - %act : tensor<16x64xf32>,
// OPERAND-EMPTY:
// CHECK-LABEL: func.func @operand.bwd(
// CHECK-SAME:      %{{[^:]*}}: tensor<64x8xf32> {tg.name = "w", tg.stash = "argument 2"}, %[[ACT:[a-zA-Z0-9_]+]]: tensor<16x64xf32> {tg.name = "{{[a-z]+}}", tg.stash = "value 0"},
// CHECK: tg.compare gt %[[ACT]], %{{[^:]*}} : (tensor<16x64xf32>, tensor<f32>) -> tensor<16x64xi1>
func.func @operand(%x: tensor<16x32xf32>, %v: tensor<32x64xf32>, %w: tensor<64x8xf32>, %g: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x64xf32>, tensor<64x8xf32>) {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %pre = tg.matmul %x, %v : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %act = tg.max %pre, %zero : (tensor<16x64xf32>, tensor<f32>) -> tensor<16x64xf32>
  %y = tg.matmul %act, %w : (tensor<16x64xf32>, tensor<64x8xf32>) -> tensor<16x8xf32>
  %mask = tg.compare gt %pre, %zero : (tensor<16x64xf32>, tensor<f32>) -> tensor<16x64xi1>
  %wt = tg.transpose %w permutation [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %da = tg.matmul %g, %wt : (tensor<16x8xf32>, tensor<8x64xf32>) -> tensor<16x64xf32>
  %dx = tg.select %mask, %da, %zero : (tensor<16x64xi1>, tensor<16x64xf32>, tensor<f32>) -> tensor<16x64xf32>
  %at = tg.transpose %act permutation [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
  %dw = tg.matmul %at, %g : (tensor<64x16xf32>, tensor<16x8xf32>) -> tensor<64x8xf32>
  return %y, %dx, %dw : tensor<16x8xf32>, tensor<16x64xf32>, tensor<64x8xf32>
}

// Of an argument, which the caller holds, the mask is made without the rectifier.
// RESULT: bytes fate time value
// RESULT-NEXT: 4096 stash - %x : tensor<1024xf32>, an argument
// RESULT-EMPTY:
func.func @result(%x: tensor<1024xf32>, %g: tensor<1024xf32>) -> (tensor<f32>, tensor<1024xf32>) {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %r = tg.relu %x : tensor<1024xf32>
  %y = tg.reduce sum %r dims [0] : (tensor<1024xf32>) -> tensor<f32>
  %mask = tg.compare gt %r, %zero : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xi1>
  %d = tg.select %mask, %g, %zero : (tensor<1024xi1>, tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %y, %d : tensor<f32>, tensor<1024xf32>
}

// Both comparisons of a clamp go together.
// BOUNDS: bytes fate time value
// BOUNDS-NEXT: 4096 stash - %x : tensor<1024xf32>, an argument
// BOUNDS-EMPTY:
func.func @bounds(%x: tensor<1024xf32>, %g: tensor<1024xf32>) -> (tensor<f32>, tensor<1024xf32>) {
  %low = tg.constant dense<-1.0> : tensor<f32>
  %high = tg.constant dense<2.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %r = tg.clamp %low, %x, %high : (tensor<f32>, tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %y = tg.reduce sum %r dims [0] : (tensor<1024xf32>) -> tensor<f32>
  %a = tg.compare gt %r, %low : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xi1>
  %b = tg.compare gt %high, %r : (tensor<f32>, tensor<1024xf32>) -> tensor<1024xi1>
  %mask = tg.and %a, %b : tensor<1024xi1>
  %d = tg.select %mask, %g, %zero : (tensor<1024xi1>, tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %y, %d : tensor<f32>, tensor<1024xf32>
}

// Below the bound both differ, and the result is what is read.
// BESIDE: bytes fate time value
// BESIDE-NEXT: 4096 stash - %r : tensor<1024xf32>,
// BESIDE-EMPTY:
func.func @beside(%x: tensor<1024xf32>, %g: tensor<1024xf32>) -> (tensor<f32>, tensor<1024xf32>) {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %r = tg.relu %x : tensor<1024xf32>
  %y = tg.reduce sum %r dims [0] : (tensor<1024xf32>) -> tensor<f32>
  %mask = tg.compare ge %r, %zero : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xi1>
  %d = tg.select %mask, %g, %zero : (tensor<1024xi1>, tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %y, %d : tensor<f32>, tensor<1024xf32>
}
