// RUN: tg-opt %s --differentiate="func=f wrt=w" --stash-report="func=f.vjp stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=COMPUTE
// RUN: tg-opt %s --differentiate="func=f wrt=w" --stash-report="func=f.vjp stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=TIME
// RUN: tg-opt %s --differentiate="func=f wrt=w" --stash-report="func=f.vjp stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=BYTES

// Dropout: the state of the generator for the fewest bytes, never the mask.
// COMPUTE: bytes fate time value
// COMPUTE-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// COMPUTE-NEXT: 16384 stash - %keep : tensor<64x256xi1>, computing again is arithmetic
// COMPUTE-EMPTY:

// TIME: bytes fate time value
// TIME-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// TIME-NEXT: 16384 stash - %keep : tensor<64x256xi1>, keeping is cheaper than computing
// TIME-EMPTY:

// BYTES: bytes fate time value
// BYTES-NEXT: 65536 stash - %x : tensor<64x256xf32>, an argument
// BYTES-NEXT: 16 stash - %state : tensor<2xui64>, an argument
// BYTES-NEXT: 65536 again {{[0-9.]+ [num]?s}} %bits : tensor<64x256xui32>, fewer bytes are kept
// BYTES-NEXT: 16384 again {{[0-9.]+ [num]?s}} %keep : tensor<64x256xi1>, fewer bytes are kept
// BYTES-EMPTY:
func.func @f(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %state: tensor<2xui64>) -> tensor<64x256xf32> {
  %half = tg.constant dense<2147483648> : tensor<ui32>
  %two = tg.constant dense<2.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %h = tg.matmul %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %next, %bits = tg.rng_bit_generator three_fry %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64x256xui32>)
  %keep = tg.compare lt %bits, %half : (tensor<64x256xui32>, tensor<ui32>) -> tensor<64x256xi1>
  %scaled = tg.mul %h, %two : (tensor<64x256xf32>, tensor<f32>) -> tensor<64x256xf32>
  %y = tg.select %keep, %scaled, %zero : (tensor<64x256xi1>, tensor<64x256xf32>, tensor<f32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
