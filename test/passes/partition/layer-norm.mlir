// RUN: tg-opt %s --stash-report="func=step stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=STEP-COMPUTE
// RUN: tg-opt %s --stash-report="func=step stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=STEP-TIME
// RUN: tg-opt %s --stash-report="func=step stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=STEP-BYTES

// Layer norm of what a product computes: xhat and rstd.
// STEP-COMPUTE: bytes fate time value
// STEP-COMPUTE-NEXT: 512 stash - %gamma : tensor<128xf32>, an argument
// STEP-COMPUTE-NEXT: 256 stash - %rstd : tensor<64x1xf32>, computing again is arithmetic
// STEP-COMPUTE-NEXT: 32768 stash - %xhat : tensor<64x128xf32>, computing again is arithmetic
// STEP-COMPUTE-EMPTY:

// STEP-TIME: bytes fate time value
// STEP-TIME-NEXT: 512 stash - %gamma : tensor<128xf32>, an argument
// STEP-TIME-NEXT: 256 stash - %rstd : tensor<64x1xf32>, keeping is cheaper than computing
// STEP-TIME-NEXT: 32768 stash - %xhat : tensor<64x128xf32>, keeping is cheaper than computing
// STEP-TIME-EMPTY:

// STEP-BYTES: bytes fate time value
// STEP-BYTES-NEXT: 512 stash - %gamma : tensor<128xf32>, an argument
// STEP-BYTES-NEXT: 256 stash - %rstd : tensor<64x1xf32>, the fewest bytes
// STEP-BYTES-NEXT: 32768 stash - %xhat : tensor<64x128xf32>, the fewest bytes
// STEP-BYTES-EMPTY:
func.func @step(%h: tensor<64x256xf32>, %w: tensor<256x128xf32>, %gamma: tensor<128xf32>, %beta: tensor<128xf32>, %dY: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %n = tg.constant dense<128.0> : tensor<f32>
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %X = tg.matmul %h, %w : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  %sum = tg.reduce sum %X dims [1] : (tensor<64x128xf32>) -> tensor<64xf32>
  %mean = tg.div %sum, %n : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %m = tg.reshape %mean : (tensor<64xf32>) -> tensor<64x1xf32>
  %centred = tg.sub %X, %m : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32>
  %square = tg.mul %centred, %centred : tensor<64x128xf32>
  %squares = tg.reduce sum %square dims [1] : (tensor<64x128xf32>) -> tensor<64xf32>
  %var = tg.div %squares, %n : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %above = tg.add %var, %eps : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %root = tg.rsqrt %above : tensor<64xf32>
  %rstd = tg.reshape %root : (tensor<64xf32>) -> tensor<64x1xf32>
  %xhat = tg.mul %centred, %rstd : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32>
  %scaled = tg.mul %xhat, %gamma : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %Y = tg.add %scaled, %beta : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %dbeta = tg.reduce sum %dY dims [0] : (tensor<64x128xf32>) -> tensor<128xf32>
  %p = tg.mul %dY, %xhat : tensor<64x128xf32>
  %dgamma = tg.reduce sum %p dims [0] : (tensor<64x128xf32>) -> tensor<128xf32>
  %dhat = tg.mul %dY, %gamma : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %a = tg.reduce sum %dhat dims [1] : (tensor<64x128xf32>) -> tensor<64xf32>
  %ma = tg.div %a, %n : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %ma2 = tg.reshape %ma : (tensor<64xf32>) -> tensor<64x1xf32>
  %hx = tg.mul %dhat, %xhat : tensor<64x128xf32>
  %b = tg.reduce sum %hx dims [1] : (tensor<64x128xf32>) -> tensor<64xf32>
  %mb = tg.div %b, %n : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %mb2 = tg.reshape %mb : (tensor<64xf32>) -> tensor<64x1xf32>
  %q = tg.mul %xhat, %mb2 : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32>
  %r = tg.sub %dhat, %ma2 : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32>
  %s = tg.sub %r, %q : tensor<64x128xf32>
  %dX = tg.mul %s, %rstd : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x128xf32>
  return %Y, %dX, %dgamma, %dbeta : tensor<64x128xf32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128xf32>
}
