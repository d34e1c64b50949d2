// Contractions compute in halves or bytes where that is asked for, and pays, and what this brings
// is measured. Values stay in halves from one contraction to the next.
//
// RUN: tg-opt --saturate="precision=bf16 machine=%S/Inputs/halves.profile fusions=false" %s 2>&1 | tg-filecheck %s --check-prefixes=HALF,BF16 -D'#E=16' -DT=bf16
// RUN: tg-opt --saturate="precision=f16 machine=%S/Inputs/halves.profile fusions=false" %s 2>&1 | tg-filecheck %s --check-prefixes=HALF,F16 -DT=f16
// RUN: tg-opt --saturate="precision=int8 machine=%S/Inputs/halves.profile fusions=false" %s 2>&1 | tg-filecheck %s --check-prefix=INT8
// RUN: tg-opt --saturate="fp=fast machine=%S/Inputs/halves.profile" %s 2>&1 | tg-filecheck %s --check-prefix=FULL
// RUN: tg-opt --saturate="precision=bf16 machine=%S/Inputs/halves.profile" --mlir-pass-statistics %s 2>&1 | tg-filecheck %s --check-prefix=COUNT
// RUN: not tg-opt --saturate="precision=f8" %s 2>&1 | tg-filecheck %s --check-prefix=BAD

func.func @mlp(%x: tensor<64x256xf32>, %v: tensor<256x1024xf32>) -> tensor<64x512xf32> {
  %w = tg.constant dense<0.5> : tensor<1024x512xf32>
  %0 = tg.matmul %x, %v : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
  %1 = tg.relu %0 : tensor<64x1024xf32>
  %2 = tg.matmul %1, %w : (tensor<64x1024xf32>, tensor<1024x512xf32>) -> tensor<64x512xf32>
  %3 = tg.tanh %2 : tensor<64x512xf32>
  return %3 : tensor<64x512xf32>
}

func.func @open(%x: tensor<64x256xf32>, %v: tensor<256x1024xf32>, %y: tensor<?xf32>) -> (tensor<64x1024xf32>, tensor<?xf32>) {
  %0 = tg.matmul %x, %v : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
  return %0, %y : tensor<64x1024xf32>, tensor<?xf32>
}

func.func @conv(%x: tensor<4x16x16x64xf32>) -> tensor<4x16x16x128xf32> {
  %w = tg.constant dense<0.25> : tensor<3x3x64x128xf32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<4x16x16x64xf32>, tensor<3x3x64x128xf32>) -> tensor<4x16x16x128xf32>
  return %0 : tensor<4x16x16x128xf32>
}
