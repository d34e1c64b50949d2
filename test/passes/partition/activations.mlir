// RUN: tg-opt %s --differentiate="func=gelu" --stash-report="func=gelu.vjp stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=GELU-COMPUTE
// RUN: tg-opt %s --differentiate="func=gelu" --stash-report="func=gelu.vjp stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=GELU-TIME
// RUN: tg-opt %s --differentiate="func=gelu" --stash-report="func=gelu.vjp stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=GELU-BYTES
// RUN: tg-opt %s --differentiate="func=silu" --stash-report="func=silu.vjp stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=SILU-COMPUTE
// RUN: tg-opt %s --differentiate="func=silu" --stash-report="func=silu.vjp stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=SILU-TIME
// RUN: tg-opt %s --differentiate="func=silu" --stash-report="func=silu.vjp stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=SILU-BYTES
// RUN: tg-opt %s --differentiate="func=tanh" --stash-report="func=tanh.vjp stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=TANH-COMPUTE
// RUN: tg-opt %s --differentiate="func=tanh" --stash-report="func=tanh.vjp stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=TANH-TIME
// RUN: tg-opt %s --differentiate="func=tanh" --stash-report="func=tanh.vjp stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=TANH-BYTES

// Functions between products: what the next product reads, and what the derivative does.
// GELU-COMPUTE: bytes fate time value
// GELU-COMPUTE-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// GELU-COMPUTE-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// GELU-COMPUTE-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// GELU-COMPUTE-NEXT: 65536 stash - %pre : tensor<64x256xf32>, computing again is arithmetic
// GELU-COMPUTE-NEXT: 65536 stash - %act : tensor<64x256xf32>, computing again is arithmetic
// GELU-COMPUTE-EMPTY:

// GELU-TIME: bytes fate time value
// GELU-TIME-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// GELU-TIME-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// GELU-TIME-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// GELU-TIME-NEXT: 65536 stash - %pre : tensor<64x256xf32>, keeping is cheaper than computing
// GELU-TIME-NEXT: 65536 stash - %act : tensor<64x256xf32>, keeping is cheaper than computing
// GELU-TIME-EMPTY:

// GELU-BYTES: bytes fate time value
// GELU-BYTES-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// GELU-BYTES-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// GELU-BYTES-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// GELU-BYTES-NEXT: 65536 stash - %pre : tensor<64x256xf32>, the op is a 'tg.matmul', which reads more than it makes
// GELU-BYTES-NEXT: 65536 again {{[0-9.]+ [num]?s}} %act : tensor<64x256xf32>, fewer bytes are kept
// GELU-BYTES-EMPTY:

// SILU-COMPUTE: bytes fate time value
// SILU-COMPUTE-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// SILU-COMPUTE-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// SILU-COMPUTE-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// SILU-COMPUTE-NEXT: 65536 stash - %pre : tensor<64x256xf32>, computing again is arithmetic
// SILU-COMPUTE-NEXT: 65536 stash - %act : tensor<64x256xf32>, computing again is arithmetic
// SILU-COMPUTE-EMPTY:

// SILU-TIME: bytes fate time value
// SILU-TIME-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// SILU-TIME-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// SILU-TIME-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// SILU-TIME-NEXT: 65536 stash - %pre : tensor<64x256xf32>, keeping is cheaper than computing
// SILU-TIME-NEXT: 65536 stash - %act : tensor<64x256xf32>, keeping is cheaper than computing
// SILU-TIME-EMPTY:

// SILU-BYTES: bytes fate time value
// SILU-BYTES-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// SILU-BYTES-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// SILU-BYTES-NEXT: 65536 stash - %v : tensor<256x64xf32>, an argument
// SILU-BYTES-NEXT: 65536 stash - %pre : tensor<64x256xf32>, the op is a 'tg.matmul', which reads more than it makes
// SILU-BYTES-NEXT: 65536 again {{[0-9.]+ [num]?s}} %act : tensor<64x256xf32>, fewer bytes are kept
// SILU-BYTES-EMPTY:

// TANH-COMPUTE: bytes fate time value
// TANH-COMPUTE-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// TANH-COMPUTE-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// TANH-COMPUTE-NEXT: 65536 stash - %act : tensor<64x256xf32>, computing again is arithmetic
// TANH-COMPUTE-EMPTY:

// TANH-TIME: bytes fate time value
// TANH-TIME-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// TANH-TIME-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// TANH-TIME-NEXT: 65536 stash - %act : tensor<64x256xf32>, keeping is cheaper than computing
// TANH-TIME-EMPTY:

// TANH-BYTES: bytes fate time value
// TANH-BYTES-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// TANH-BYTES-NEXT: 262144 stash - %w : tensor<256x256xf32>, an argument
// TANH-BYTES-NEXT: 65536 stash - %act : tensor<64x256xf32>, the fewest bytes
// TANH-BYTES-EMPTY:
func.func @gelu(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %pre = tg.matmul %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %act = tg.gelu %pre : tensor<64x256xf32>
  %y = tg.matmul %act, %v : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
func.func @silu(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %pre = tg.matmul %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %act = tg.silu %pre : tensor<64x256xf32>
  %y = tg.matmul %act, %v : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
func.func @tanh(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>) -> tensor<64xf32> {
  %pre = tg.matmul %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %act = tg.tanh %pre : tensor<64x256xf32>
  %y = tg.reduce sum %act dims [1] : (tensor<64x256xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
