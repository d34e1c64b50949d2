// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile" %s | tg-filecheck %s

// Parallel 1x1 convolutions, with biases of their own.
// CHECK-LABEL: func.func @parallel(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1x3x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x1x3x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<5xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x4x4x5xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 3 : (tensor<1x1x3x2xf32>, tensor<1x1x3x5xf32>) -> tensor<1x1x3x7xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG3]], %[[ARG4]] dim 0 : (tensor<2xf32>, tensor<5xf32>) -> tensor<7xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CONCAT]] bias %[[CONCAT_1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] activation relu : (tensor<1x4x4x3xf32>, tensor<1x1x3x7xf32>, tensor<7xf32>) -> tensor<1x4x4x7xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[CONV]] dim 3 sizes [2, 5] : (tensor<1x4x4x7xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x4x4x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<1x4x4x2xf32>, tensor<1x4x4x5xf32>
// CHECK-NEXT:  }
func.func @parallel(%x: tensor<1x4x4x3xf32>, %w: tensor<1x1x3x2xf32>, %u: tensor<1x1x3x5xf32>, %b: tensor<2xf32>, %c: tensor<5xf32>)
    -> (tensor<1x4x4x2xf32>, tensor<1x4x4x5xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] activation relu : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tg.conv %x, %u bias %c layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] activation relu : (tensor<1x4x4x3xf32>, tensor<1x1x3x5xf32>, tensor<5xf32>) -> tensor<1x4x4x5xf32>
  return %0, %1 : tensor<1x4x4x2xf32>, tensor<1x4x4x5xf32>
}

// Features in front: the results lie one behind the other.
// CHECK-LABEL: func.func @features_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3x4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3x3x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<5x3x3x3xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x1x1xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<5x1x1xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x5x4x4xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG2]] dim 0 : (tensor<2x3x3x3xf32>, tensor<5x3x3x3xf32>) -> tensor<7x3x3x3xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG3]], %[[ARG4]] dim 0 : (tensor<2x1x1xf32>, tensor<5x1x1xf32>) -> tensor<7x1x1xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[CONCAT]] bias %[[CONCAT_1]] layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] : (tensor<1x3x4x4xf32>, tensor<7x3x3x3xf32>, tensor<7x1x1xf32>) -> tensor<1x7x4x4xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[CONV]] dim 1 sizes [2, 5] : (tensor<1x7x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x5x4x4xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<1x2x4x4xf32>, tensor<1x5x4x4xf32>
// CHECK-NEXT:  }
func.func @features_first(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x3x3xf32>, %u: tensor<5x3x3x3xf32>, %b: tensor<2x1x1xf32>, %c: tensor<5x1x1xf32>)
    -> (tensor<1x2x4x4xf32>, tensor<1x5x4x4xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] : (tensor<1x3x4x4xf32>, tensor<2x3x3x3xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = tg.conv %x, %u bias %c layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] pads [1:1, 1:1] : (tensor<1x3x4x4xf32>, tensor<5x3x3x3xf32>, tensor<5x1x1xf32>) -> tensor<1x5x4x4xf32>
  return %0, %1 : tensor<1x2x4x4xf32>, tensor<1x5x4x4xf32>
}

// One kernel on two images.
// CHECK-LABEL: func.func @images(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x4x4x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x1x3x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<2x4x4x2xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 0 : (tensor<1x4x4x3xf32>, tensor<2x4x4x3xf32>) -> tensor<3x4x4x3xf32>
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[CONCAT]], %[[ARG2]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<3x4x4x3xf32>, tensor<1x1x3x2xf32>) -> tensor<3x4x4x2xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[CONV]] dim 0 sizes [1, 2] : (tensor<3x4x4x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<2x4x4x2xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1 : tensor<1x4x4x2xf32>, tensor<2x4x4x2xf32>
// CHECK-NEXT:  }
func.func @images(%x: tensor<1x4x4x3xf32>, %y: tensor<2x4x4x3xf32>, %w: tensor<1x1x3x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<2x4x4x2xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tg.conv %y, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<2x4x4x3xf32>, tensor<1x1x3x2xf32>) -> tensor<2x4x4x2xf32>
  return %0, %1 : tensor<1x4x4x2xf32>, tensor<2x4x4x2xf32>
}

// Other windows, other strides, and groups stay apart.
// CHECK-LABEL: func.func @geometry(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x1x4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<3x3x4x2xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<1x1x2x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
// CHECK-NEXT:    %[[CONV:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:    %[[CONV_1:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG2]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x4x4x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:    %[[CONV_2:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG1]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>) -> tensor<1x2x2x2xf32>
// CHECK-NEXT:    %[[CONV_3:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[ARG3]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x4x4x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG3]] : tensor<1x1x2x2xf32>
// CHECK-NEXT:    %[[CONV_4:[a-zA-Z0-9_]+]] = tg.conv %[[ARG0]], %[[NEG]] layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x4x4x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:    return %[[CONV]], %[[CONV_1]], %[[CONV_2]], %[[CONV_3]], %[[CONV_4]] : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
// CHECK-NEXT:  }
func.func @geometry(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x4x2xf32>, %u: tensor<3x3x4x2xf32>, %g: tensor<1x1x2x2xf32>)
    -> (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tg.conv %x, %u layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, 1:1] : (tensor<1x4x4x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x4x4x2xf32>
  %2 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>) -> tensor<1x2x2x2xf32>
  %3 = tg.conv %x, %g layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x4x4x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %n = tg.neg %g : tensor<1x1x2x2xf32>
  %4 = tg.conv %x, %n layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x4x4x4xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  return %0, %1, %2, %3, %4 : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
}
