// Activations in the forms that frameworks give them, and that canonicalize makes
// of them, become the epilogue of the convolution in front of them.
//
// RUN: tg-opt --canonicalize --substitute %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --optimize %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize=fp=finite --substitute=fp=finite %s | tg-filecheck %s --check-prefixes=CHECK,FINITE
// RUN: tg-opt --canonicalize --substitute=random=3000 %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize=fp=fast --substitute=fp=fast %s | tg-filecheck %s --check-prefixes=CHECK,FINITE,FAST
// RUN: tg-opt --canonicalize=fp=fast --substitute="fp=fast random=3000 seed=1" %s | tg-filecheck %s --check-prefixes=CHECK,FINITE,FAST

// CHECK-LABEL: func.func @relu_max_splat
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @relu_max_splat(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<1x8x8x16xf32>
  %r = tg.max %0, %z : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu_maxl_chan
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @relu_maxl_chan(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<16xf32>
  %r = tg.max %z, %0 : (tensor<16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu_bcast
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @relu_bcast(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %k = tg.constant dense<0.0> : tensor<f32>
  %z = tg.broadcast %k dims [] : (tensor<f32>) -> tensor<1x8x8x16xf32>
  %r = tg.max %0, %z : tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu_clampinf_splat
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @relu_clampinf_splat(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<1x8x8x16xf32>
  %s = tg.constant dense<0x7F800000> : tensor<1x8x8x16xf32>
  %r = tg.clamp %z, %0, %s : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu6_maxmin_ones
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu6 :
// CHECK-NEXT:    return %[[C]]
func.func @relu6_maxmin_ones(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<1x1x1x16xf32>
  %s = tg.constant dense<6.0> : tensor<1x1x1x16xf32>
  %m = tg.min %s, %0 : (tensor<1x1x1x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %r = tg.max %z, %m : (tensor<1x1x1x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu6_clamp_splat
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu6 :
// CHECK-NEXT:    return %[[C]]
func.func @relu6_clamp_splat(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<1x8x8x16xf32>
  %s = tg.constant dense<6.0> : tensor<1x8x8x16xf32>
  %r = tg.clamp %z, %0, %s : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @relu6_bcast
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu6 :
// CHECK-NEXT:    return %[[C]]
func.func @relu6_bcast(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %k = tg.constant dense<0.0> : tensor<f32>
  %l = tg.constant dense<6.0> : tensor<f32>
  %z = tg.broadcast %k dims [] : (tensor<f32>) -> tensor<1x8x8x16xf32>
  %s = tg.broadcast %l dims [] : (tensor<f32>) -> tensor<1x8x8x16xf32>
  %m = tg.max %0, %z : tensor<1x8x8x16xf32>
  %r = tg.min %m, %s : tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @op_gelu
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation gelu :
// CHECK-NEXT:    return %[[C]]
func.func @op_gelu(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %r = tg.gelu %0 : tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @op_sigmoid
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation sigmoid :
// CHECK-NEXT:    return %[[C]]
func.func @op_sigmoid(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %r = tg.sigmoid %0 : tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @bias_clamp
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 bias %arg2 layout {{.*}} activation relu6 :
// CHECK-NEXT:    return %[[C]]
func.func @bias_clamp(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<f32>
  %s = tg.constant dense<6.0> : tensor<f32>
  %q = tg.add %0, %bias : (tensor<1x8x8x16xf32>, tensor<16xf32>) -> tensor<1x8x8x16xf32>
  %r = tg.clamp %z, %q, %s : (tensor<f32>, tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @transposed_relu
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @transposed_relu(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %r0 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<1x8x8x16xf32>) -> tensor<1x16x8x8xf32>
  %r1 = tg.relu %r0 : tensor<1x16x8x8xf32>
  %r = tg.transpose %r1 permutation [0, 2, 3, 1] : (tensor<1x16x8x8xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @reshaped_relu
// CHECK-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// CHECK-NEXT:    return %[[C]]
func.func @reshaped_relu(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %r0 = tg.reshape %0 : (tensor<1x8x8x16xf32>) -> tensor<1024xf32>
  %r1 = tg.relu %r0 : tensor<1024xf32>
  %r = tg.reshape %r1 : (tensor<1024xf32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// A NaN is no positive number, and would become 0.
// CHECK-LABEL:  func.func @relu_select
// STRICT:         tg.select
// FINITE-NEXT:    %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation relu :
// FINITE-NEXT:    return %[[C]]
func.func @relu_select(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %z = tg.constant dense<0.0> : tensor<f32>
  %p = tg.compare gt %0, %z : (tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x8x8x16xi1>
  %r = tg.select %p, %0, %z : (tensor<1x8x8x16xi1>, tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// The steps of the sigmoid round, those of silu do not.
// CHECK-LABEL: func.func @silu
// STRICT:        tg.sigmoid
// FAST-NEXT:     %[[C:.*]] = tg.conv %arg0, %arg1 layout {{.*}} activation silu :
// FAST-NEXT:     return %[[C]]
func.func @silu(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %s = tg.sigmoid %0 : tensor<1x8x8x16xf32>
  %r = tg.mul %0, %s : tensor<1x8x8x16xf32>
  return %r : tensor<1x8x8x16xf32>
}

// What else uses the convolution needs it without the activation.
// CHECK-LABEL: func.func @shared
// CHECK:         tg.conv
// CHECK:         tg.relu
func.func @shared(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %r = tg.relu %0 : tensor<1x8x8x16xf32>
  return %0, %r : tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>
}
