// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=batches" %s | tg-filecheck %s

// Heads that were taken apart run in one batch, and nothing is copied.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x2x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<3x4x2xf32>) -> tensor<12x2xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<3x2x5xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}}:3 = tg.split %[[RESHAPE]] dim 0 sizes [4, 4, 4] : (tensor<12x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
// CHECK-NEXT:    %{{[a-zA-Z0-9_]+}}:3 = tg.split %[[RESHAPE_1]] dim 0 sizes [2, 2, 2] : (tensor<6x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4x2xf32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<3x4x5xf32>) -> tensor<12x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:3 = tg.split %[[RESHAPE_2]] dim 0 sizes [4, 4, 4] : (tensor<12x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT]]#2 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
// CHECK-NEXT:  }
func.func @heads(%q: tensor<3x4x2xf32>, %k: tensor<3x2x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %a = tg.reshape %q : (tensor<3x4x2xf32>) -> tensor<12x2xf32>
  %b = tg.reshape %k : (tensor<3x2x5xf32>) -> tensor<6x5xf32>
  %0:3 = tg.split %a dim 0 sizes [4, 4, 4] : (tensor<12x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
  %1:3 = tg.split %b dim 0 sizes [2, 2, 2] : (tensor<6x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
  %2 = tg.matmul %0#0, %1#0 : (tensor<4x2xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  %3 = tg.matmul %0#1, %1#1 : (tensor<4x2xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  %4 = tg.matmul %0#2, %1#2 : (tensor<4x2xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  return %2, %3, %4 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

// Broadcast batches, constant biases and one that is a number.
// CHECK-LABEL: func.func @biases(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4x2xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x4x2xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<2x5xf32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>) {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 0 : (tensor<6x4x2xf32>, tensor<6x4x2xf32>) -> tensor<12x4x2xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT]] : (tensor<12x4x2xf32>) -> tensor<2x6x4x2xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG2]], %[[ARG3]] dim 0 : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[CONCAT_1]] : (tensor<4x5xf32>) -> tensor<2x1x2x5xf32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant
// CHECK-SAME{LITERAL}:       dense<[[[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00]]], [[[6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00, 0.000000e+00]]]]> : tensor<2x1x1x5xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[RESHAPE]], %[[RESHAPE_1]] bias %[[CST]] activation tanh : (tensor<2x6x4x2xf32>, tensor<2x1x2x5xf32>, tensor<2x1x1x5xf32>) -> tensor<2x6x4x5xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<2x6x4x5xf32>) -> tensor<12x4x5xf32>
// CHECK-NEXT:    %[[SPLIT:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_2]] dim 0 sizes [6, 6] : (tensor<12x4x5xf32>) -> (tensor<6x4x5xf32>, tensor<6x4x5xf32>)
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[RESHAPE]], %[[RESHAPE_1]] bias %[[ARG4]] : (tensor<2x6x4x2xf32>, tensor<2x1x2x5xf32>, tensor<f32>) -> tensor<2x6x4x5xf32>
// CHECK-NEXT:    %[[RESHAPE_3:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL_1]] : (tensor<2x6x4x5xf32>) -> tensor<12x4x5xf32>
// CHECK-NEXT:    %[[SPLIT_1:[a-zA-Z0-9_]+]]:2 = tg.split %[[RESHAPE_3]] dim 0 sizes [6, 6] : (tensor<12x4x5xf32>) -> (tensor<6x4x5xf32>, tensor<6x4x5xf32>)
// CHECK-NEXT:    return %[[SPLIT]]#0, %[[SPLIT]]#1, %[[SPLIT_1]]#0, %[[SPLIT_1]]#1 : tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>
// CHECK-NEXT:  }
func.func @biases(%x: tensor<6x4x2xf32>, %y: tensor<6x4x2xf32>, %w: tensor<2x5xf32>, %u: tensor<2x5xf32>, %s: tensor<f32>)
    -> (tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>) {
  %b = tg.constant dense<[1., 2., 3., 4., 5.]> : tensor<5xf32>
  %c = tg.constant dense<[6., 7., 8., 9., 0.]> : tensor<5xf32>
  %0 = tg.matmul %x, %w bias %b activation tanh : (tensor<6x4x2xf32>, tensor<2x5xf32>, tensor<5xf32>) -> tensor<6x4x5xf32>
  %1 = tg.matmul %y, %u bias %c activation tanh : (tensor<6x4x2xf32>, tensor<2x5xf32>, tensor<5xf32>) -> tensor<6x4x5xf32>
  %2 = tg.matmul %x, %w bias %s : (tensor<6x4x2xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<6x4x5xf32>
  %3 = tg.matmul %y, %u bias %s : (tensor<6x4x2xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<6x4x5xf32>
  return %0, %1, %2, %3 : tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>, tensor<6x4x5xf32>
}

// Copying large operands together costs more than a call saves.
// CHECK-LABEL: func.func @large(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<300x300xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<300x300xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<300x300xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<300x300xf32>) -> (tensor<300x300xf32>, tensor<300x300xf32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<300x300xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : tensor<300x300xf32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<300x300xf32>, tensor<300x300xf32>
// CHECK-NEXT:  }
func.func @large(%a: tensor<300x300xf32>, %b: tensor<300x300xf32>, %c: tensor<300x300xf32>, %d: tensor<300x300xf32>)
    -> (tensor<300x300xf32>, tensor<300x300xf32>) {
  %0 = tg.matmul %a, %b : tensor<300x300xf32>
  %1 = tg.matmul %c, %d : tensor<300x300xf32>
  return %0, %1 : tensor<300x300xf32>, tensor<300x300xf32>
}

// CHECK-LABEL: func.func @feeds(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL]], %[[ARG0]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @feeds(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %a, %b : tensor<4x4xf32>
  %1 = tg.matmul %0, %a : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
