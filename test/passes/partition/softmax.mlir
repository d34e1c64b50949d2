// RUN: tg-opt %s --differentiate="func=f mode=grad wrt=w" --stash-report="func=f.grad stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=COMPUTE
// RUN: tg-opt %s --differentiate="func=f mode=grad wrt=w" --stash-report="func=f.grad stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=TIME
// RUN: tg-opt %s --differentiate="func=f mode=grad wrt=w" --stash-report="func=f.grad stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=BYTES

// Softmax and cross-entropy: one large tensor.
// COMPUTE: bytes fate time value
// COMPUTE-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// COMPUTE-NEXT: 128000 stash - %target : tensor<32x1000xf32>, an argument
// COMPUTE-NEXT: 128000 stash - %exp : tensor<32x1000xf32>, computing again is arithmetic
// COMPUTE-NEXT: 128 stash - %sum : tensor<32xf32>, computing again is arithmetic
// COMPUTE-EMPTY:

// TIME: bytes fate time value
// TIME-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// TIME-NEXT: 128000 stash - %target : tensor<32x1000xf32>, an argument
// TIME-NEXT: 128000 stash - %exp : tensor<32x1000xf32>, keeping is cheaper than computing
// TIME-NEXT: 128 stash - %sum : tensor<32xf32>, keeping is cheaper than computing
// TIME-EMPTY:

// BYTES: bytes fate time value
// BYTES-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// BYTES-NEXT: 128000 stash - %target : tensor<32x1000xf32>, an argument
// BYTES-NEXT: 128000 stash - %exp : tensor<32x1000xf32>, the fewest bytes
// BYTES-NEXT: 128 stash - %sum : tensor<32xf32>, the op is a 'tg.reduce', which reads more than it makes
// BYTES-EMPTY:
func.func @f(%x: tensor<32x64xf32>, %w: tensor<64x1000xf32>, %target: tensor<32x1000xf32>) -> tensor<f32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %logits = tg.matmul %x, %w : (tensor<32x64xf32>, tensor<64x1000xf32>) -> tensor<32x1000xf32>
  %most = tg.reduce max %logits dims [1] : (tensor<32x1000xf32>) -> tensor<32xf32>
  %fixed = tg.stop %most : tensor<32xf32>
  %m = tg.reshape %fixed : (tensor<32xf32>) -> tensor<32x1xf32>
  %below = tg.sub %logits, %m : (tensor<32x1000xf32>, tensor<32x1xf32>) -> tensor<32x1000xf32>
  %exp = tg.exp %below : tensor<32x1000xf32>
  %sum = tg.reduce sum %exp dims [1] : (tensor<32x1000xf32>) -> tensor<32xf32>
  %log = tg.log %sum : tensor<32xf32>
  %l = tg.reshape %log : (tensor<32xf32>) -> tensor<32x1xf32>
  %logp = tg.sub %below, %l : (tensor<32x1000xf32>, tensor<32x1xf32>) -> tensor<32x1000xf32>
  %p = tg.mul %logp, %target : tensor<32x1000xf32>
  %all = tg.reduce sum %p dims [0, 1] : (tensor<32x1000xf32>) -> tensor<f32>
  %loss = tg.neg %all : tensor<f32>
  return %loss : tensor<f32>
}
