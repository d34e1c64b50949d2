// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize=fp=fast %s | tg-filecheck %s
// RUN: tg-opt --canonicalize %s | tg-filecheck %s --check-prefix=STRICT

// Reductions of what is scaled, repeated or in another order.

// A factor that is the same along what is summed.
// CHECK-LABEL: func.func @rows_sum(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<4x1xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[RESHAPE]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @rows_sum(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @rows_sum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> (tensor<4xf32>) {
  %v1 = tg.mul %arg0, %arg1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rows_mean(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG1]] : (tensor<4x1xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[RESHAPE]] : tensor<4xf32>
// CHECK-NEXT:    return %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @rows_mean(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x1xf32>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @rows_mean(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> (tensor<4xf32>) {
  %v1 = tg.mul %arg0, %arg1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce mean %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @columns(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<1x8xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] keep_dims : (tensor<4x8xf32>) -> tensor<1x8xf32>
// CHECK-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[ARG1]] : (tensor<1x8xf32>, tensor<8xf32>) -> tensor<1x8xf32>
// CHECK-NEXT:    return %[[DIV]] : tensor<1x8xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @columns(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<1x8xf32> {
// STRICT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[DIV]] dims [0] keep_dims : (tensor<4x8xf32>) -> tensor<1x8xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<1x8xf32>
// STRICT-NEXT:  }
func.func @columns(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> (tensor<1x8xf32>) {
  %v1 = tg.div %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [0] keep_dims : (tensor<4x8xf32>) -> tensor<1x8xf32>
  return %v2 : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<f32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG1]] dims [0, 1] : (tensor<4x8xf32>) -> tensor<f32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[MUL]] : tensor<f32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @scalar(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<f32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [0, 1] : (tensor<4x8xf32>) -> tensor<f32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<f32>
// STRICT-NEXT:  }
func.func @scalar(%arg0: tensor<f32>, %arg1: tensor<4x8xf32>) -> (tensor<f32>) {
  %v1 = tg.mul %arg0, %arg1 : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [0, 1] : (tensor<4x8xf32>) -> tensor<f32>
  return %v2 : tensor<f32>
}

// Not what differs along it.
// CHECK-LABEL: func.func @along(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @along(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @along(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> (tensor<4xf32>) {
  %v1 = tg.mul %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

// Sums of integers wrap.
// CHECK-LABEL: func.func @whole_numbers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xi8>) -> tensor<8xi8> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<4x8xi8>) -> tensor<8xi8>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[ARG1]] : tensor<8xi8>
// CHECK-NEXT:    return %[[MUL]] : tensor<8xi8>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @whole_numbers(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi8>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xi8>) -> tensor<8xi8> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<4x8xi8>) -> tensor<8xi8>
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[ARG1]] : tensor<8xi8>
// STRICT-NEXT:    return %[[MUL]] : tensor<8xi8>
// STRICT-NEXT:  }
func.func @whole_numbers(%arg0: tensor<4x8xi8>, %arg1: tensor<8xi8>) -> (tensor<8xi8>) {
  %v1 = tg.mul %arg0, %arg1 : (tensor<4x8xi8>, tensor<8xi8>) -> tensor<4x8xi8>
  %v2 = tg.reduce sum %v1 dims [0] : (tensor<4x8xi8>) -> tensor<8xi8>
  return %v2 : tensor<8xi8>
}

// A broadcast that is not reduced goes behind.
// CHECK-LABEL: func.func @kept_repetition(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<8xf32>) -> tensor<f32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @kept_repetition(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<8xf32>) -> tensor<f32>
// STRICT-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[REDUCE]] dims [] : (tensor<f32>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[BROADCAST]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @kept_repetition(%arg0: tensor<8xf32>) -> (tensor<4xf32>) {
  %v1 = tg.broadcast %arg0 dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @power(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// CHECK-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[POW]] : tensor<4xi32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @power(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<8> : tensor<i32>
// STRICT-NEXT:    %[[POW:[a-zA-Z0-9_]+]] = tg.pow %[[ARG0]], %[[CST]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// STRICT-NEXT:    return %[[POW]] : tensor<4xi32>
// STRICT-NEXT:  }
func.func @power(%arg0: tensor<4xi32>) -> (tensor<4xi32>) {
  %v1 = tg.broadcast %arg0 dims [0] : (tensor<4xi32>) -> tensor<4x8xi32>
  %v2 = tg.reduce prod %v1 dims [1] : (tensor<4x8xi32>) -> tensor<4xi32>
  return %v2 : tensor<4xi32>
}

// 200 is no i8.
// CHECK-LABEL: func.func @no_such_exponent(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi8>) -> tensor<4xi8> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0] : (tensor<4xi8>) -> tensor<4x200xi8>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce prod %[[BROADCAST]] dims [1] : (tensor<4x200xi8>) -> tensor<4xi8>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<4xi8>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @no_such_exponent(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi8>) -> tensor<4xi8> {
// STRICT-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [0] : (tensor<4xi8>) -> tensor<4x200xi8>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce prod %[[BROADCAST]] dims [1] : (tensor<4x200xi8>) -> tensor<4xi8>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<4xi8>
// STRICT-NEXT:  }
func.func @no_such_exponent(%arg0: tensor<4xi8>) -> (tensor<4xi8>) {
  %v1 = tg.broadcast %arg0 dims [0] : (tensor<4xi8>) -> tensor<4x200xi8>
  %v2 = tg.reduce prod %v1 dims [1] : (tensor<4x200xi8>) -> tensor<4xi8>
  return %v2 : tensor<4xi8>
}

// Order is a matter of rounding.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<f32>) {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce prod %[[ARG1]] dims [0, 1] : (tensor<4x8xf32>) -> tensor<f32>
// CHECK-NEXT:    return %[[REDUCE]], %[[REDUCE_1]] : tensor<4xf32>, tensor<f32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @turned(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<f32>) {
// STRICT-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[ARG0]] dims [1] : tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[REVERSE]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// STRICT-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[ARG1]] permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// STRICT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce prod %[[TRANSPOSE]] dims [0, 1] : (tensor<8x4xf32>) -> tensor<f32>
// STRICT-NEXT:    return %[[REDUCE]], %[[REDUCE_1]] : tensor<4xf32>, tensor<f32>
// STRICT-NEXT:  }
func.func @turned(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %v1 = tg.reverse %arg0 dims [1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %v2 = tg.reduce sum %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  %v3 = tg.transpose %arg1 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %v4 = tg.reduce prod %v3 dims [0, 1] : (tensor<8x4xf32>) -> tensor<f32>
  return %v2, %v4 : tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @sorted_first(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @sorted_first(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @sorted_first(%arg0: tensor<4x8xf32>) -> (tensor<4xf32>) {
  %v1 = tg.sort ascending %arg0 dim 1 : tensor<4x8xf32>
  %v2 = tg.reduce max %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sorted_elsewhere(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 1 : tensor<4x8xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[SORT]] dims [0] : (tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<8xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @sorted_elsewhere(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xf32>) -> tensor<8xf32> {
// STRICT-NEXT:    %[[SORT:[a-zA-Z0-9_]+]] = tg.sort ascending %[[ARG0]] dim 1 : tensor<4x8xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[SORT]] dims [0] : (tensor<4x8xf32>) -> tensor<8xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<8xf32>
// STRICT-NEXT:  }
func.func @sorted_elsewhere(%arg0: tensor<4x8xf32>) -> (tensor<8xf32>) {
  %v1 = tg.sort ascending %arg0 dim 1 : tensor<4x8xf32>
  %v2 = tg.reduce max %v1 dims [0] : (tensor<4x8xf32>) -> tensor<8xf32>
  return %v2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @widened(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi8>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<4x8xi8>) -> tensor<4xi8>
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[REDUCE]] : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xf32>
// CHECK-NEXT:  }
// STRICT-LABEL: func.func @widened(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x8xi8>) -> tensor<4xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<4x8xi8>) -> tensor<4xi8>
// STRICT-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[REDUCE]] : (tensor<4xi8>) -> tensor<4xf32>
// STRICT-NEXT:    return %[[CONVERT]] : tensor<4xf32>
// STRICT-NEXT:  }
func.func @widened(%arg0: tensor<4x8xi8>) -> (tensor<4xf32>) {
  %v1 = tg.convert %arg0  : (tensor<4x8xi8>) -> tensor<4x8xf32>
  %v2 = tg.reduce max %v1 dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return %v2 : tensor<4xf32>
}

