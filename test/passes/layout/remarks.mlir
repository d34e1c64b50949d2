// RUN: tg-opt --layout=machine=%S/Inputs/test.profile --remarks-filter=Layout --mlir-pass-statistics %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

func.func @operand(%x: tensor<2x3x5x4xf32>, %w: tensor<2x2x3x6xf32>) -> tensor<2x4x3x6xf32> {
  %0 = tg.transpose %x permutation [0, 2, 3, 1] : (tensor<2x3x5x4xf32>) -> tensor<2x5x4x3xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Passed] layout | Category:Layout | Function=operand | Remark="moved 1 convolution(s) and 1 other op(s) to another order of dimensions: {{.*}} us instead of {{.*}} us, with 0 value(s) rearranged where orders meet"
  %1 = tg.conv %0, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x5x4x3xf32>, tensor<2x2x3x6xf32>) -> tensor<2x4x3x6xf32>
  return %1 : tensor<2x4x3x6xf32>
}

func.func @result(%x: tensor<2x3x5x7xf32>, %w: tensor<2x3x3x6xf32>) -> tensor<2x6x4x5xf32> {
  // CHECK: [[@LINE+1]]:8: remark: [Passed] layout | Category:Layout | Function=result | Remark="moved 1 convolution(s) and 1 other op(s) to another order of dimensions: {{.*}} us instead of {{.*}} us, with 0 value(s) rearranged where orders meet"
  %0 = tg.conv %x, %w layout [n, c, h, w] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x3x5x7xf32>, tensor<2x3x3x6xf32>) -> tensor<2x4x5x6xf32>
  %1 = tg.transpose %0 permutation [0, 3, 1, 2] : (tensor<2x4x5x6xf32>) -> tensor<2x6x4x5xf32>
  return %1 : tensor<2x6x4x5xf32>
}

// A depthwise convolution gains less than two transposes take.
func.func @missed(%x: tensor<1x3x2x4xf32>) -> tensor<1x3x2x4xf32> {
  %w = tg.constant dense<0.5> : tensor<3x1x1x1xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Missed] layout | Category:Layout | Function=missed | Remark="left 1 op(s) in their order of dimensions: in others they would take {{.*}} us instead of {{.*}} us, and rearranging values more than that saves"
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] groups 3 : (tensor<1x3x2x4xf32>, tensor<3x1x1x1xf32>) -> tensor<1x3x2x4xf32>
  return %0 : tensor<1x3x2x4xf32>
}

func.func @kernel(%x: tensor<1x2x3x3xf32>) -> tensor<1x3x2x3xf32> {
  %w = tg.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]], [[[5.0], [6.0]], [[7.0], [8.0]]], [[[9.0], [10.0]], [[11.0], [12.0]]]]> : tensor<3x2x2x1xf32>
  // CHECK: [[@LINE+2]]:8: remark: [Missed] layout | Category:Layout | Function=kernel | Remark="left 1 op(s) in their order of dimensions: in others they would take {{.*}} us instead of {{.*}} us, and rearranging values more than that saves"
  // CHECK: [[@LINE+1]]:8: remark: [Passed] layout | Category:Layout | Function=kernel | Remark="brought the kernel of 'tg.conv' into the order of its use"
  %0 = tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] : (tensor<1x2x3x3xf32>, tensor<3x2x2x1xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// CHECK: (S) 0 num-conversions
// CHECK: (S) 1 num-kernels
// CHECK: (S) 2 num-left
// CHECK: (S) 5 num-moved
