// What random programs have found, as small as it gets.
//
// RUN: tg-opt --canonicalize=max-iterations=-1 %s | tg-filecheck %s

// What is known of the first result of an op says nothing about its second: this
// one is NaN.
// CHECK-LABEL: func.func @second_result
// CHECK:         tg.compare le %{{.*}}#1
func.func @second_result(%p: tensor<2x3xi1>, %x: tensor<2x3xf32>) -> (tensor<3xi1>, tensor<3xi1>) {
  %false = tg.constant dense<false> : tensor<i1>
  %nan = tg.constant dense<0x7FC00000> : tensor<f32>
  %one = tg.constant dense<1.0> : tensor<3xf32>
  %0:2 = tg.reduce %p, %x init %false, %nan dims [0] : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<i1>, tensor<f32>) -> (tensor<3xi1>, tensor<3xf32>) with (%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i1>, %d: tensor<f32>) {
    %s = tg.add %b, %d : tensor<f32>
    %t = tg.select %a, %d, %s : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    tg.yield %a, %t : tensor<i1>, tensor<f32>
  }
  %1 = tg.compare ge %one, %0#1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %1, %0#0 : tensor<3xi1>, tensor<3xi1>
}

// Indices without coordinates name as many boxes as there are places for them.
// CHECK-LABEL: func.func @boxes_without_coordinates
// CHECK:         tg.gather
func.func @boxes_without_coordinates(%x: tensor<5xf16>) -> tensor<2x5xf16> {
  %i = tg.constant dense<> : tensor<2x0xi64>
  %0 = tg.gather %x, %i offset_dims [1] index_vector_dim 1 slice_sizes [5] : (tensor<5xf16>, tensor<2x0xi64>) -> tensor<2x5xf16>
  return %0 : tensor<2x5xf16>
}

// CHECK-LABEL: func.func @box_without_coordinates
// CHECK-NEXT:    return %arg0
func.func @box_without_coordinates(%x: tensor<5xf16>) -> tensor<5xf16> {
  %i = tg.constant dense<> : tensor<0xi64>
  %0 = tg.gather %x, %i offset_dims [0] index_vector_dim 0 slice_sizes [5] : (tensor<5xf16>, tensor<0xi64>) -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// A bias that is not of the channels alone keeps a convolution from being a
// product, and positions whose dimensions are apart a gather from being a slice.
// To find that out late left ops behind, whose removal was a reason to try again,
// without end.
// CHECK-LABEL: func.func @bias_of_pixels
// CHECK:         tg.conv
func.func @bias_of_pixels(%x: tensor<2x0x3xbf16>) -> tensor<2x1x3xbf16> {
  %w = tg.constant dense<> : tensor<1x0x1xbf16>
  %b = tg.constant dense<[2.0, -1.0, 88.0]> : tensor<3xbf16>
  %0 = tg.conv %x, %w bias %b layout [n, c, w] x [o, i, w] -> [n, c, w] kernel_dilation [2] : (tensor<2x0x3xbf16>, tensor<1x0x1xbf16>, tensor<3xbf16>) -> tensor<2x1x3xbf16>
  return %0 : tensor<2x1x3xbf16>
}

// CHECK-LABEL: func.func @positions_apart
// CHECK:         tg.gather
func.func @positions_apart(%x: tensor<5x2xf32>) -> tensor<2x2x2xf32> {
  %i = tg.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 2 slice_sizes [1, 2] : (tensor<5x2xf32>, tensor<2x2xi32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}

// The mean of one element is that element, also of -0.
// CHECK-LABEL: func.func @sum_of_one
// CHECK-NOT:     tg.reduce
// CHECK:         return
func.func @sum_of_one(%x: tensor<bf16>) -> tensor<2x1xbf16> {
  %0 = tg.broadcast %x dims [] : (tensor<bf16>) -> tensor<2x1xbf16>
  %1 = tg.reduce mean %0 dims [1] keep_dims : tensor<2x1xbf16>
  return %1 : tensor<2x1xbf16>
}
