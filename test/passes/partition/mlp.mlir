// RUN: tg-opt %s --differentiate="func=f wrt=w1,b1,w2,w3" --stash-report="func=f.vjp stash=compute" -o %t 2>&1 | tg-filecheck %s --check-prefix=COMPUTE
// RUN: tg-opt %s --differentiate="func=f wrt=w1,b1,w2,w3" --stash-report="func=f.vjp stash=time" -o %t 2>&1 | tg-filecheck %s --check-prefix=TIME
// RUN: tg-opt %s --differentiate="func=f wrt=w1,b1,w2,w3" --stash-report="func=f.vjp stash=bytes" -o %t 2>&1 | tg-filecheck %s --check-prefix=BYTES

// Of each layer the activation, which the next product's gradient reads, and no mask.
// COMPUTE: bytes fate time value
// COMPUTE-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// COMPUTE-NEXT: 65536 stash - %w2 : tensor<128x128xf32>, an argument
// COMPUTE-NEXT: 8192 stash - %w3 : tensor<128x16xf32>, an argument
// COMPUTE-NEXT: 16384 stash - %h1 : tensor<32x128xf32>, computing again is arithmetic
// COMPUTE-NEXT: 16384 stash - %h2 : tensor<32x128xf32>, computing again is arithmetic
// COMPUTE-EMPTY:

// TIME: bytes fate time value
// TIME-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// TIME-NEXT: 65536 stash - %w2 : tensor<128x128xf32>, an argument
// TIME-NEXT: 8192 stash - %w3 : tensor<128x16xf32>, an argument
// TIME-NEXT: 16384 stash - %h1 : tensor<32x128xf32>, keeping is cheaper than computing
// TIME-NEXT: 16384 stash - %h2 : tensor<32x128xf32>, keeping is cheaper than computing
// TIME-EMPTY:

// BYTES: bytes fate time value
// BYTES-NEXT: 8192 stash - %x : tensor<32x64xf32>, an argument
// BYTES-NEXT: 65536 stash - %w2 : tensor<128x128xf32>, an argument
// BYTES-NEXT: 8192 stash - %w3 : tensor<128x16xf32>, an argument
// BYTES-NEXT: 16384 stash - %h1 : tensor<32x128xf32>, the fewest bytes
// BYTES-NEXT: 16384 stash - %h2 : tensor<32x128xf32>, the fewest bytes
// BYTES-EMPTY:
func.func @f(%x: tensor<32x64xf32>, %w1: tensor<64x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x128xf32>, %w3: tensor<128x16xf32>) -> tensor<32x16xf32> {
  %0 = tg.matmul %x, %w1 : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
  %pre1 = tg.add %0, %b1 : (tensor<32x128xf32>, tensor<128xf32>) -> tensor<32x128xf32>
  %h1 = tg.relu %pre1 : tensor<32x128xf32>
  %pre2 = tg.matmul %h1, %w2 : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
  %h2 = tg.relu %pre2 : tensor<32x128xf32>
  %y = tg.matmul %h2, %w3 : (tensor<32x128xf32>, tensor<128x16xf32>) -> tensor<32x16xf32>
  return %y : tensor<32x16xf32>
}
