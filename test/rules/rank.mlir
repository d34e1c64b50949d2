// What the rules of a file are good for in the programs of a folder, and the file sorted by that.
//
// RUN: split-file %s %t
// RUN: tg-opt --discover-rank=%t/programs %t/my.rules | tg-filecheck %s --check-prefix=TABLE
// RUN: cat %t/my.rules | tg-filecheck %s
// RUN: tg-opt --discover-rank=%t/programs --workers=1 --canonicalize=fp=fast -o %t/gpu.rules --discover-rank-machine=gpu %t/my.rules | tg-filecheck %s --check-prefix=GPU
// RUN: tg-opt --check-rules=%t/gpu.rules --check-rules-instances=10
// RUN: not tg-opt --discover-rank=%t %t/my.rules 2>&1 | tg-filecheck %s --check-prefix=BROKEN

// TABLE:      3 rules, 2 programs on cpu: 2 changes by substitute, gain {{[0-9.]+}} {{us|ns}}; {{[0-9]}} changes by saturate
// TABLE:      rule uses gain by substitute gain by saturate gain
// TABLE-NEXT: my-exp
// TABLE-NEXT: my-factor
// TABLE-NEXT: my-cosine 0
// TABLE-NEXT: all else

// CHECK:      // Of exponentials.
// CHECK-NEXT: rule my-exp:
// CHECK-NEXT:   => exp(add(?x, ?y)) [real]
// CHECK-NEXT:   origin "a notebook"
// CHECK-NEXT:   used 2 over "2 programs on cpu" gain {{[0-9.e-]+$}}
// CHECK-EMPTY:
// CHECK-NEXT: rule my-factor:
// CHECK-NEXT:   used 2 over "2 programs on cpu" gain {{[0-9.e-]+$}}
// CHECK-EMPTY:
// CHECK-NEXT: rule my-cosine: cos(neg(?x)) => cos(?x) [exact] // an even function
// CHECK-NEXT:   used 0 over "2 programs on cpu" gain 0

// GPU: 3 rules, 2 programs on gpu:

// BROKEN: broken.mlir:1:14: error:
// BROKEN: 1 of 3 programs failed; '{{.*}}my.rules' is left as it was

//--- my.rules
rule my-cosine: cos(neg(?x)) => cos(?x) [exact] // an even function
rule my-factor: add(mul(?x, ?y), mul(?x, ?z)) => mul(?x, add(?y, ?z)) [real, integers]
// Of exponentials.
rule my-exp: mul(exp(?x), exp(?y))
  => exp(add(?x, ?y)) [real]
  used 9 over "nothing" gain -1
  origin "a notebook"

//--- programs/exp.mlir
func.func @f(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.exp %y : tensor<64x64xf32>
  %2 = tg.mul %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

//--- programs/deeper/factor.mlir
func.func @g(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<64x64xf32>
  %1 = stablehlo.multiply %x, %x : tensor<64x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

//--- broken.mlir
func.func @f(
