// RUN: tg-opt %s --stash-report="func=argument stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=ARGUMENT-COMPUTE
// RUN: tg-opt %s --stash-report="func=argument stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=ARGUMENT-TIME
// RUN: tg-opt %s --stash-report="func=argument stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=ARGUMENT-BYTES
// RUN: tg-opt %s --stash-report="func=convolved stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=CONVOLVED-COMPUTE
// RUN: tg-opt %s --stash-report="func=convolved stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=CONVOLVED-TIME
// RUN: tg-opt %s --stash-report="func=convolved stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=CONVOLVED-BYTES

// Batch norm, with the backward pass as people write it: of an argument, and of what a convolution computes. Values that are handed over and are no arguments have 524352 bytes, 128, 128, and then 524352 each.
// ARGUMENT-COMPUTE: bytes fate time value
// ARGUMENT-COMPUTE-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// ARGUMENT-COMPUTE-NEXT: 64 stash - %inv : tensor<16xf32>, computing again is arithmetic
// ARGUMENT-COMPUTE-NEXT: 524288 stash - %xhat : tensor<8x16x32x32xf32>, computing again is arithmetic
// ARGUMENT-COMPUTE-EMPTY:

// ARGUMENT-TIME: bytes fate time value
// ARGUMENT-TIME-NEXT: 524288 stash - %X : tensor<8x16x32x32xf32>, an argument
// ARGUMENT-TIME-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// ARGUMENT-TIME-NEXT: 64 stash - %m : tensor<16x1x1xf32>, keeping is cheaper than computing
// ARGUMENT-TIME-NEXT: 524288 again {{[0-9.]+ [num]?s}} %centred : tensor<8x16x32x32xf32>, computing is cheaper than keeping
// ARGUMENT-TIME-NEXT: 64 stash - %inv : tensor<16xf32>, keeping is cheaper than computing
// ARGUMENT-TIME-NEXT: 64 again {{[0-9.]+ [num]?s}} %i : tensor<16x1x1xf32>, costs no arithmetic
// ARGUMENT-TIME-NEXT: 524288 again {{[0-9.]+ [num]?s}} %xhat : tensor<8x16x32x32xf32>, computing is cheaper than keeping
// ARGUMENT-TIME-EMPTY:

// ARGUMENT-BYTES: bytes fate time value
// ARGUMENT-BYTES-NEXT: 524288 stash - %X : tensor<8x16x32x32xf32>, an argument
// ARGUMENT-BYTES-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// ARGUMENT-BYTES-NEXT: 64 stash - %m : tensor<16x1x1xf32>, the fewest bytes
// ARGUMENT-BYTES-NEXT: 524288 again {{[0-9.]+ [num]?s}} %centred : tensor<8x16x32x32xf32>, fewer bytes are kept
// ARGUMENT-BYTES-NEXT: 64 stash - %inv : tensor<16xf32>, the fewest bytes
// ARGUMENT-BYTES-NEXT: 64 again {{[0-9.]+ [num]?s}} %i : tensor<16x1x1xf32>, costs no arithmetic
// ARGUMENT-BYTES-NEXT: 524288 again {{[0-9.]+ [num]?s}} %xhat : tensor<8x16x32x32xf32>, fewer bytes are kept
// ARGUMENT-BYTES-EMPTY:

// CONVOLVED-COMPUTE: bytes fate time value
// CONVOLVED-COMPUTE-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// CONVOLVED-COMPUTE-NEXT: 64 stash - %inv : tensor<16xf32>, computing again is arithmetic
// CONVOLVED-COMPUTE-NEXT: 524288 stash - %xhat : tensor<8x16x32x32xf32>, computing again is arithmetic
// CONVOLVED-COMPUTE-EMPTY:

// CONVOLVED-TIME: bytes fate time value
// CONVOLVED-TIME-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// CONVOLVED-TIME-NEXT: 64 stash - %inv : tensor<16xf32>, keeping is cheaper than computing
// CONVOLVED-TIME-NEXT: 524288 stash - %xhat : tensor<8x16x32x32xf32>, keeping is cheaper than computing
// CONVOLVED-TIME-EMPTY:

// CONVOLVED-BYTES: bytes fate time value
// CONVOLVED-BYTES-NEXT: 64 stash - %gamma : tensor<16xf32>, an argument
// CONVOLVED-BYTES-NEXT: 64 stash - %inv : tensor<16xf32>, the fewest bytes
// CONVOLVED-BYTES-NEXT: 524288 stash - %xhat : tensor<8x16x32x32xf32>, the fewest bytes
// CONVOLVED-BYTES-EMPTY:
func.func @argument(%X: tensor<8x16x32x32xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>, %dY: tensor<8x16x32x32xf32>) -> (tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) {
  %n = tg.constant dense<8192.0> : tensor<f32>
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %sum = tg.reduce sum %X dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %mean = tg.div %sum, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %m = tg.reshape %mean : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %centred = tg.sub %X, %m : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %square = tg.mul %centred, %centred : tensor<8x16x32x32xf32>
  %squares = tg.reduce sum %square dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %var = tg.div %squares, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %above = tg.add %var, %eps : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %inv = tg.rsqrt %above : tensor<16xf32>
  %i = tg.reshape %inv : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %xhat = tg.mul %centred, %i : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %g = tg.reshape %gamma : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %b = tg.reshape %beta : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %scaled = tg.mul %xhat, %g : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %Y = tg.add %scaled, %b : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %dbeta = tg.reduce sum %dY dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %p = tg.mul %dY, %xhat : tensor<8x16x32x32xf32>
  %dgamma = tg.reduce sum %p dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %mb = tg.div %dbeta, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %mg = tg.div %dgamma, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %mb3 = tg.reshape %mb : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %mg3 = tg.reshape %mg : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %q = tg.mul %xhat, %mg3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %r = tg.sub %dY, %mb3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %s = tg.sub %r, %q : tensor<8x16x32x32xf32>
  %gi = tg.mul %inv, %gamma : tensor<16xf32>
  %gi3 = tg.reshape %gi : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %dX = tg.mul %s, %gi3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  return %Y, %dX, %dgamma, %dbeta : tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>
}
func.func @convolved(%image: tensor<8x16x32x32xf32>, %kernel: tensor<3x3x16x16xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>, %dY: tensor<8x16x32x32xf32>) -> (tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>) {
  %X = tg.conv %image, %kernel layout [n, c, h, w] x [h, w, i, o] -> [n, c, h, w] pads [1:1, 1:1] : (tensor<8x16x32x32xf32>, tensor<3x3x16x16xf32>) -> tensor<8x16x32x32xf32>
  %n = tg.constant dense<8192.0> : tensor<f32>
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %sum = tg.reduce sum %X dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %mean = tg.div %sum, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %m = tg.reshape %mean : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %centred = tg.sub %X, %m : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %square = tg.mul %centred, %centred : tensor<8x16x32x32xf32>
  %squares = tg.reduce sum %square dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %var = tg.div %squares, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %above = tg.add %var, %eps : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %inv = tg.rsqrt %above : tensor<16xf32>
  %i = tg.reshape %inv : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %xhat = tg.mul %centred, %i : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %g = tg.reshape %gamma : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %b = tg.reshape %beta : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %scaled = tg.mul %xhat, %g : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %Y = tg.add %scaled, %b : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %dbeta = tg.reduce sum %dY dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %p = tg.mul %dY, %xhat : tensor<8x16x32x32xf32>
  %dgamma = tg.reduce sum %p dims [0, 2, 3] : (tensor<8x16x32x32xf32>) -> tensor<16xf32>
  %mb = tg.div %dbeta, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %mg = tg.div %dgamma, %n : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %mb3 = tg.reshape %mb : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %mg3 = tg.reshape %mg : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %q = tg.mul %xhat, %mg3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %r = tg.sub %dY, %mb3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %s = tg.sub %r, %q : tensor<8x16x32x32xf32>
  %gi = tg.mul %inv, %gamma : tensor<16xf32>
  %gi3 = tg.reshape %gi : (tensor<16xf32>) -> tensor<16x1x1xf32>
  %dX = tg.mul %s, %gi3 : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  return %Y, %dX, %dgamma, %dbeta : tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32>, tensor<16xf32>, tensor<16xf32>
}
