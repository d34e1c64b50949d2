// Contractions compute in halves or bytes where that is asked for, and pays, and what this brings
// is measured. Values stay in halves from one contraction to the next.
//
// RUN: tg-opt --saturate="precision=bf16 machine=%S/Inputs/halves.profile fusions=false" %s -o %t.bf16 2>&1 | tg-filecheck %s --check-prefix=ERROR '-D$T=bf16'
// RUN: tg-filecheck %s --input-file=%t.bf16 --check-prefix=HALF '-D$T=bf16'
// RUN: tg-opt --saturate="precision=f16 machine=%S/Inputs/halves.profile fusions=false" %s -o %t.f16 2>&1 | tg-filecheck %s --check-prefix=ERROR '-D$T=f16'
// RUN: tg-filecheck %s --input-file=%t.f16 --check-prefix=HALF '-D$T=f16'
// RUN: tg-opt --saturate="precision=int8 machine=%S/Inputs/halves.profile fusions=false" %s -o %t.int8 2>&1 | tg-filecheck %s --check-prefix=BYTES
// RUN: tg-filecheck %s --input-file=%t.int8 --check-prefix=INT8
// RUN: tg-opt --saturate="fp=fast machine=%S/Inputs/halves.profile" %s 2>&1 | tg-filecheck %s --check-prefix=FULL --implicit-check-not=remark --implicit-check-not=f16 --implicit-check-not=i8
// RUN: tg-opt --saturate="precision=bf16 machine=%S/Inputs/halves.profile" --mlir-pass-statistics %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT
// RUN: tg-opt --saturate="precision=bf16 machine=%S/Inputs/halves.profile" --remarks-filter=Saturated %s -o %t 2>&1 | tg-filecheck %s --check-prefix=FREE
// RUN: not tg-opt --saturate="precision=f8" %s 2>&1 | tg-filecheck %s --check-prefix=BAD

// ERROR:  precision.mlir:{{[0-9]+}}:1: remark: precision=[[$T]]: on 4 generated inputs of @mlp the result is off by 0 at most, 0 relative to its element, and 0 in norm
// ERROR:  remark: precision=[[$T]]: the error of @open is not known: only a run knows the extents of 'tensor<?xf32>'
// ERROR:  remark: precision=[[$T]]: on 4 generated inputs of @conv the result is off by 0.0{{[0-9]+}} at most, {{[0-9.]+}} relative to its element, and 0.00{{[0-9]+}} in norm
// COUNT:  2 num-measured
// Large weights, too, are converted when they are folded, which costs nothing in the e-graph either.
// FREE:   Function=mlp | {{.*}} before and [[$COST:[0-9.]+ [a-z]+]] after; extracted [[$COST]], the least by proof
// BAD:    precision
// FULL-LABEL: @mlp

// HALF-LABEL:  func.func @mlp
// HALF:          tg.dot_general {{.*}} contracting [1] x [0] activation relu : (tensor<64x256x[[$T]]>, tensor<256x1024x[[$T]]>) -> tensor<64x1024x[[$T]]>
// HALF:          tg.dot_general {{.*}} contracting [1] x [0] activation tanh element_type f32 : (tensor<64x1024x[[$T]]>, tensor<1024x512x[[$T]]>) -> tensor<64x512xf32>
// BYTES:  remark: precision=int8: on 4 generated inputs of @mlp the result is off by
// BYTES:  remark: precision=int8: on 4 generated inputs of @conv the result is off by 0.{{[0-9]+}} at most
// INT8-LABEL:  func.func @mlp
// INT8:          tg.dot_general %arg0, %arg1 contracting [1] x [0] activation relu : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
// INT8:          tg.reduce max {{.*}} dims [0, 1] : (tensor<64x1024xf32>) -> tensor<f32>
// INT8:          tg.matmul {{.*}} element_type i32 : (tensor<64x1024xi8>, tensor<1024x512xi8>) -> tensor<64x512xi32>
func.func @mlp(%x: tensor<64x256xf32>, %v: tensor<256x1024xf32>) -> tensor<64x512xf32> {
  %w = tg.constant dense<0.5> : tensor<1024x512xf32>
  %0 = tg.matmul %x, %v : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
  %1 = tg.relu %0 : tensor<64x1024xf32>
  %2 = tg.matmul %1, %w : (tensor<64x1024xf32>, tensor<1024x512xf32>) -> tensor<64x512xf32>
  %3 = tg.tanh %2 : tensor<64x512xf32>
  return %3 : tensor<64x512xf32>
}

// Weights that are no constants stay what they are.
// HALF-LABEL:  func.func @open
// HALF:          tg.matmul {{.*}} element_type f32
// INT8-LABEL:  func.func @open
// INT8-NOT:      i8
func.func @open(%x: tensor<64x256xf32>, %v: tensor<256x1024xf32>, %y: tensor<?xf32>) -> (tensor<64x1024xf32>, tensor<?xf32>) {
  %0 = tg.matmul %x, %v : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
  return %0, %y : tensor<64x1024xf32>, tensor<?xf32>
}

// HALF-LABEL:  func.func @conv
// HALF:          tg.conv {{.*}} element_type f32 : (tensor<4x16x16x64x[[$T]]>, tensor<3x3x64x128x[[$T]]>) -> tensor<4x16x16x128xf32>
// INT8-LABEL:  func.func @conv
// INT8:          tg.conv {{.*}} element_type i32 : (tensor<4x16x16x64xi8>, tensor<3x3x64x128xi8>) -> tensor<4x16x16x128xi32>
func.func @conv(%x: tensor<4x16x16x64xf32>) -> tensor<4x16x16x128xf32> {
  %w = tg.constant dense<0.25> : tensor<3x3x64x128xf32>
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<4x16x16x64xf32>, tensor<3x3x64x128xf32>) -> tensor<4x16x16x128xf32>
  return %0 : tensor<4x16x16x128xf32>
}
