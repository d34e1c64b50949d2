// What random programs have found, as small as it gets.
//
// RUN: tg-opt --canonicalize %s | tg-filecheck %s

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
    tg.yield %a, %s : tensor<i1>, tensor<f32>
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
