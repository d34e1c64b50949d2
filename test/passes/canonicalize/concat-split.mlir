// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Operands without elements are left out of a concat.
// CHECK-LABEL: func.func @concat_empty_operand(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<0x3xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> tensor<3x3xf32> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG2]] dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT:    return %[[CONCAT]] : tensor<3x3xf32>
// CHECK-NEXT:  }
func.func @concat_empty_operand(%x: tensor<2x3xf32>, %y: tensor<0x3xf32>, %z: tensor<1x3xf32>) -> tensor<3x3xf32> {
  %0 = tg.concat %x, %y, %z dim 0 : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// A concat that only a concat along the same dimension uses becomes part of it.
// CHECK-LABEL: func.func @concat_concat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]], %[[ARG0]] dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[CONCAT]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @concat_concat(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> tensor<5x3xf32> {
  %0 = tg.concat %x, %y dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  %1 = tg.concat %0, %x dim 0 : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// Neighbouring operands that are adjacent slices or pieces of one tensor become one slice.
// CHECK-LABEL: func.func @concat_of_slices(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x3xf32>) -> tensor<6x3xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [1:7, 0:3] : (tensor<8x3xf32>) -> tensor<6x3xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<6x3xf32>
// CHECK-NEXT:  }
func.func @concat_of_slices(%x: tensor<8x3xf32>) -> tensor<6x3xf32> {
  %0 = tg.slice %x [1:4, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>
  %1 = tg.slice %x [4:7, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>
  %2 = tg.concat %0, %1 dim 0 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<6x3xf32>
  return %2 : tensor<6x3xf32>
}

// Neighbouring operands that are splats of one value become one splat.
// CHECK-LABEL: func.func @concat_of_splats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [0, 0] high [3, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @concat_of_splats(%x: tensor<2x3xf32>) -> tensor<5x3xf32> {
  %c = tg.constant dense<1.0> : tensor<2x3xf32>
  %d = tg.constant dense<1.0> : tensor<1x3xf32>
  %0 = tg.concat %x, %c, %d dim 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// A concat of one tensor of extent 1 with itself is a broadcast.
// CHECK-LABEL: func.func @concat_of_one_value(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> tensor<3x3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3x3xf32>
// CHECK-NEXT:  }
func.func @concat_of_one_value(%x: tensor<1x3xf32>) -> tensor<3x3xf32> {
  %0 = tg.concat %x, %x, %x dim 0 : (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// A concat of broadcasts of one tensor along a dimension in which they repeat it is a broadcast.
// CHECK-LABEL: func.func @concat_of_broadcasts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> tensor<5x3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<5x3xf32>
// CHECK-NEXT:  }
func.func @concat_of_broadcasts(%x: tensor<3xf32>) -> tensor<5x3xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %2 = tg.concat %0, %1 dim 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  return %2 : tensor<5x3xf32>
}

// A concat of what is transposed alike is the transpose of a concat.
// CHECK-LABEL: func.func @concat_of_transposes(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x4xf32>) -> tensor<7x2xf32> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[CONCAT]] permutation [1, 0] : (tensor<2x7xf32>) -> tensor<7x2xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<7x2xf32>
// CHECK-NEXT:  }
func.func @concat_of_transposes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<7x2xf32> {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.transpose %y permutation [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %2 = tg.concat %0, %1 dim 0 : (tensor<3x2xf32>, tensor<4x2xf32>) -> tensor<7x2xf32>
  return %2 : tensor<7x2xf32>
}

// A split that cuts a concat between its operands gives these back.
// CHECK-LABEL: func.func @split_of_concat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG0]] dim 0 : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT:    return %[[ARG0]], %[[CONCAT]] : tensor<2x3xf32>, tensor<3x3xf32>
// CHECK-NEXT:  }
func.func @split_of_concat(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>) {
  %0 = tg.concat %x, %y, %x dim 0 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %1:2 = tg.split %0 dim 0 sizes [2, 3] : (tensor<5x3xf32>) -> (tensor<2x3xf32>, tensor<3x3xf32>)
  return %1#0, %1#1 : tensor<2x3xf32>, tensor<3x3xf32>
}

// A split of which at most half of the results are used is that many slices.
// CHECK-LABEL: func.func @split_unused(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:5, 0:3] : (tensor<5x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @split_unused(%x: tensor<5x3xf32>) -> tensor<2x3xf32> {
  %0:2 = tg.split %x dim 0 sizes [3, 2] : (tensor<5x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>)
  return %0#1 : tensor<2x3xf32>
}

// A split of a piece that nothing else uses becomes part of the split that made the piece.
// CHECK-LABEL: func.func @split_split(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<5x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:3 = tg.split %[[ARG0]] dim 0 sizes [1, 2, 2] : (tensor<5x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT]]#2 : tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @split_split(%x: tensor<5x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0:2 = tg.split %x dim 0 sizes [3, 2] : (tensor<5x3xf32>) -> (tensor<3x3xf32>, tensor<2x3xf32>)
  %1:2 = tg.split %0#0 dim 0 sizes [1, 2] : (tensor<3x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>)
  return %1#0, %1#1, %0#1 : tensor<1x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The pieces of a broadcast along a dimension in which it repeats its operand are broadcasts.
// CHECK-LABEL: func.func @split_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[RESHAPE]], %[[BROADCAST]] : tensor<1x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @split_of_broadcast(%x: tensor<3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>) {
  %0 = tg.broadcast %x dims [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %1:2 = tg.split %0 dim 0 sizes [1, 2] : (tensor<3x3xf32>) -> (tensor<1x3xf32>, tensor<2x3xf32>)
  return %1#0, %1#1 : tensor<1x3xf32>, tensor<2x3xf32>
}

// A number beside one tensor is padding, on one side or on both; beside several it stays.
// CHECK-LABEL: func.func @concat_with_splats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> (tensor<4x8xf32>, tensor<5x6xf32>, tensor<9x6xf32>, tensor<7x6xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e+00> : tensor<1x6xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<2x6xf32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST_3]] low [0, 0] high [0, 2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[PAD_1:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST_3]] low [1, 0] high [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x6xf32>
// CHECK-NEXT:    %[[PAD_2:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [2, 0] high [3, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
// CHECK-NEXT:    %[[CONCAT_3:[a-zA-Z0-9_]+]] = tg.concat %[[CST_1]], %[[ARG0]], %[[CST_2]] dim 0 : (tensor<1x6xf32>, tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<7x6xf32>
// CHECK-NEXT:    return %[[PAD]], %[[PAD_1]], %[[PAD_2]], %[[CONCAT_3]] : tensor<4x8xf32>, tensor<5x6xf32>, tensor<9x6xf32>, tensor<7x6xf32>
// CHECK-NEXT:  }
func.func @concat_with_splats(%x: tensor<4x6xf32>) -> (tensor<4x8xf32>, tensor<5x6xf32>, tensor<9x6xf32>, tensor<7x6xf32>) {
  %a = tg.constant dense<2.5> : tensor<4x2xf32>
  %b = tg.constant dense<2.5> : tensor<1x6xf32>
  %z = tg.constant dense<0.0> : tensor<2x6xf32>
  %y = tg.constant dense<0.0> : tensor<3x6xf32>
  %0 = tg.concat %x, %a dim 1 : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  %1 = tg.concat %b, %x dim 0 : (tensor<1x6xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
  %2 = tg.concat %z, %x, %y dim 0 : (tensor<2x6xf32>, tensor<4x6xf32>, tensor<3x6xf32>) -> tensor<9x6xf32>
  %3 = tg.concat %b, %x, %z dim 0 : (tensor<1x6xf32>, tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<7x6xf32>
  return %0, %1, %2, %3 : tensor<4x8xf32>, tensor<5x6xf32>, tensor<9x6xf32>, tensor<7x6xf32>
}

// CHECK-LABEL: func.func @concat_between_splats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x6xf32>) -> tensor<6x6xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [1, 0] high [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6x6xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<6x6xf32>
// CHECK-NEXT:  }
func.func @concat_between_splats(%x: tensor<4x6xf32>) -> tensor<6x6xf32> {
  %b = tg.constant dense<2.5> : tensor<1x6xf32>
  %0 = tg.concat %b, %x, %b dim 0 : (tensor<1x6xf32>, tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
