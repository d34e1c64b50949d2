// RUN: tg-opt %s --stash-report="func=step stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=COMPUTE
// RUN: tg-opt %s --stash-report="func=step stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=TIME
// RUN: tg-opt %s --stash-report="func=step stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=BYTES

// Attention, with the backward pass as people write it: the softmax where time counts; where bytes do, the maxima and sums of the rows, and the scores are computed again.
// COMPUTE: bytes fate time value
// COMPUTE-NEXT: 131072 stash - %q : tensor<512x64xf32>, an argument
// COMPUTE-NEXT: 131072 stash - %k : tensor<64x512xf32>, an argument
// COMPUTE-NEXT: 131072 stash - %v : tensor<512x64xf32>, an argument
// COMPUTE-NEXT: 1048576 stash - %softmax : tensor<512x512xf32>, computing again is arithmetic
// COMPUTE-EMPTY:

// TIME: bytes fate time value
// TIME-NEXT: 131072 stash - %q : tensor<512x64xf32>, an argument
// TIME-NEXT: 131072 stash - %k : tensor<64x512xf32>, an argument
// TIME-NEXT: 131072 stash - %v : tensor<512x64xf32>, an argument
// TIME-NEXT: 1048576 stash - %softmax : tensor<512x512xf32>, keeping is cheaper than computing
// TIME-EMPTY:

// BYTES: bytes fate time value
// BYTES-NEXT: 131072 stash - %q : tensor<512x64xf32>, an argument
// BYTES-NEXT: 131072 stash - %k : tensor<64x512xf32>, an argument
// BYTES-NEXT: 131072 stash - %v : tensor<512x64xf32>, an argument
// BYTES-NEXT: 1048576 again {{[0-9.]+ [num]?s}} %dots : tensor<512x512xf32>, fewer bytes are kept
// BYTES-NEXT: 1048576 again {{[0-9.]+ [num]?s}} %scores : tensor<512x512xf32>, fewer bytes are kept
// BYTES-NEXT: 2048 stash - %m : tensor<512x1xf32>, the fewest bytes
// BYTES-NEXT: 1048576 again {{[0-9.]+ [num]?s}} %below : tensor<512x512xf32>, fewer bytes are kept
// BYTES-NEXT: 1048576 again {{[0-9.]+ [num]?s}} %exp : tensor<512x512xf32>, fewer bytes are kept
// BYTES-NEXT: 2048 stash - %s : tensor<512x1xf32>, the fewest bytes
// BYTES-NEXT: 1048576 again {{[0-9.]+ [num]?s}} %softmax : tensor<512x512xf32>, fewer bytes are kept
// BYTES-EMPTY:
func.func @step(%q: tensor<512x64xf32>, %k: tensor<64x512xf32>, %v: tensor<512x64xf32>, %dy: tensor<512x64xf32>) -> (tensor<512x64xf32>, tensor<512x64xf32>, tensor<64x512xf32>, tensor<512x64xf32>) {
  %scale = tg.constant dense<0.125> : tensor<f32>
  %dots = tg.matmul %q, %k : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %scores = tg.mul %dots, %scale : (tensor<512x512xf32>, tensor<f32>) -> tensor<512x512xf32>
  %most = tg.reduce max %scores dims [1] : (tensor<512x512xf32>) -> tensor<512xf32>
  %m = tg.reshape %most : (tensor<512xf32>) -> tensor<512x1xf32>
  %below = tg.sub %scores, %m : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x512xf32>
  %exp = tg.exp %below : tensor<512x512xf32>
  %sum = tg.reduce sum %exp dims [1] : (tensor<512x512xf32>) -> tensor<512xf32>
  %s = tg.reshape %sum : (tensor<512xf32>) -> tensor<512x1xf32>
  %softmax = tg.div %exp, %s : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x512xf32>
  %y = tg.matmul %softmax, %v : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  %pt = tg.transpose %softmax permutation [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %dv = tg.matmul %pt, %dy : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  %vt = tg.transpose %v permutation [1, 0] : (tensor<512x64xf32>) -> tensor<64x512xf32>
  %dp = tg.matmul %dy, %vt : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %pdp = tg.mul %dp, %softmax : tensor<512x512xf32>
  %row = tg.reduce sum %pdp dims [1] : (tensor<512x512xf32>) -> tensor<512xf32>
  %row1 = tg.reshape %row : (tensor<512xf32>) -> tensor<512x1xf32>
  %centred = tg.sub %dp, %row1 : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x512xf32>
  %ds = tg.mul %softmax, %centred : tensor<512x512xf32>
  %dd = tg.mul %ds, %scale : (tensor<512x512xf32>, tensor<f32>) -> tensor<512x512xf32>
  %kt = tg.transpose %k permutation [1, 0] : (tensor<64x512xf32>) -> tensor<512x64xf32>
  %dq = tg.matmul %dd, %kt : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  %qt = tg.transpose %q permutation [1, 0] : (tensor<512x64xf32>) -> tensor<64x512xf32>
  %dk = tg.matmul %qt, %dd : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
  return %y, %dq, %dk, %dv : tensor<512x64xf32>, tensor<512x64xf32>, tensor<64x512xf32>, tensor<512x64xf32>
}
