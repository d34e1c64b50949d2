// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// CHECK-LABEL: func.func @reduce_max_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_max_of_neg(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_min_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_min_of_neg(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_max_of_neg_integers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xi32>) -> tensor<6xi32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<6x4xi32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[NEG]] dims [1] : (tensor<6x4xi32>) -> tensor<6xi32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xi32>
// CHECK-NEXT:  }
func.func @reduce_max_of_neg_integers(%x: tensor<6x4xi32>) -> tensor<6xi32> {
  %0 = tg.neg %x : tensor<6x4xi32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xi32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}

// CHECK-LABEL: func.func @reduce_argmax_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xi64> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce argmin %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xi64>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xi64>
// CHECK-NEXT:  }
func.func @reduce_argmax_of_neg(%x: tensor<6x4xf32>) -> tensor<6xi64> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce argmax %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xi64>
  return %1 : tensor<6xi64>
}

// CHECK-LABEL: func.func @reduce_argmin_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xi64> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce argmax %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xi64>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xi64>
// CHECK-NEXT:  }
func.func @reduce_argmin_of_neg(%x: tensor<6x4xf32>) -> tensor<6xi64> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce argmin %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xi64>
  return %1 : tensor<6xi64>
}

// STRICT-LABEL: func.func @reduce_sum_of_neg(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[NEG]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_sum_of_neg(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[NEG]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_sum_of_neg(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_mean_of_neg(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[NEG]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_mean_of_neg(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[NEG]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_mean_of_neg(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.neg %x : tensor<6x4xf32>
  %1 = tg.reduce mean %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_and_of_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xi1>) -> tensor<6xi1> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce or %[[ARG0]] dims [1] : (tensor<6x4xi1>) -> tensor<6xi1>
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[REDUCE]] : tensor<6xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<6xi1>
// CHECK-NEXT:  }
func.func @reduce_and_of_not(%x: tensor<6x4xi1>) -> tensor<6xi1> {
  %0 = tg.not %x : tensor<6x4xi1>
  %1 = tg.reduce and %0 dims [1] : (tensor<6x4xi1>) -> tensor<6xi1>
  return %1 : tensor<6xi1>
}

// CHECK-LABEL: func.func @reduce_or_of_not(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xi1>) -> tensor<6xi1> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce and %[[ARG0]] dims [1] : (tensor<6x4xi1>) -> tensor<6xi1>
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[REDUCE]] : tensor<6xi1>
// CHECK-NEXT:    return %[[NOT]] : tensor<6xi1>
// CHECK-NEXT:  }
func.func @reduce_or_of_not(%x: tensor<6x4xi1>) -> tensor<6xi1> {
  %0 = tg.not %x : tensor<6x4xi1>
  %1 = tg.reduce or %0 dims [1] : (tensor<6x4xi1>) -> tensor<6xi1>
  return %1 : tensor<6xi1>
}

// STRICT-LABEL: func.func @reduce_sum_of_scaled(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_sum_of_scaled(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[ARG1]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[MUL]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_sum_of_scaled(%x: tensor<6x4xf32>, %c: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.mul %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_sum_of_quotients(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[DIV]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_sum_of_quotients(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[ARG1]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[DIV]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_sum_of_quotients(%x: tensor<6x4xf32>, %c: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.div %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_mean_of_scaled(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG1]] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[MUL]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_mean_of_scaled(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[ARG1]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[MUL]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_mean_of_scaled(%x: tensor<6x4xf32>, %c: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.mul %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %1 = tg.reduce mean %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_mean_of_quotients(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[ARG0]], %[[ARG1]] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[DIV]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_mean_of_quotients(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[REDUCE]], %[[ARG1]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[DIV]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_mean_of_quotients(%x: tensor<6x4xf32>, %c: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.div %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %1 = tg.reduce mean %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_max_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_max_of_relu(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.relu %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_max_of_relu6(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[RELU6]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_max_of_relu6(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.relu6 %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_max_of_floor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6x1xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] keep_dims : (tensor<6x4xf32>) -> tensor<6x1xf32>
// CHECK-NEXT:    %[[FLOOR:[a-zA-Z0-9_]+]] = tg.floor %[[REDUCE]] : tensor<6x1xf32>
// CHECK-NEXT:    return %[[FLOOR]] : tensor<6x1xf32>
// CHECK-NEXT:  }
func.func @reduce_max_of_floor(%x: tensor<6x4xf32>) -> tensor<6x1xf32> {
  %0 = tg.floor %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] keep_dims : (tensor<6x4xf32>) -> tensor<6x1xf32>
  return %1 : tensor<6x1xf32>
}

// CHECK-LABEL: func.func @reduce_max_of_ceil(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[CEIL:[a-zA-Z0-9_]+]] = tg.ceil %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[CEIL]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_max_of_ceil(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.ceil %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_max_of_exp(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[EXP]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_max_of_exp(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[EXP]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_max_of_exp(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.exp %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_min_of_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[RELU]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_min_of_relu(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.relu %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_min_of_relu6(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[RELU6:[a-zA-Z0-9_]+]] = tg.relu6 %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[RELU6]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_min_of_relu6(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.relu6 %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @reduce_min_of_floor(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6x1xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] keep_dims : (tensor<6x4xf32>) -> tensor<6x1xf32>
// CHECK-NEXT:    %[[FLOOR:[a-zA-Z0-9_]+]] = tg.floor %[[REDUCE]] : tensor<6x1xf32>
// CHECK-NEXT:    return %[[FLOOR]] : tensor<6x1xf32>
// CHECK-NEXT:  }
func.func @reduce_min_of_floor(%x: tensor<6x4xf32>) -> tensor<6x1xf32> {
  %0 = tg.floor %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] keep_dims : (tensor<6x4xf32>) -> tensor<6x1xf32>
  return %1 : tensor<6x1xf32>
}

// CHECK-LABEL: func.func @reduce_min_of_ceil(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[CEIL:[a-zA-Z0-9_]+]] = tg.ceil %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:    return %[[CEIL]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_min_of_ceil(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.ceil %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_min_of_exp(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[EXP]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_min_of_exp(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[EXP]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_min_of_exp(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.exp %x : tensor<6x4xf32>
  %1 = tg.reduce min %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_max_of_sigmoid(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[SIGMOID]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_max_of_sigmoid(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[SIGMOID:[a-zA-Z0-9_]+]] = tg.sigmoid %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[SIGMOID]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_max_of_sigmoid(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.sigmoid %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_max_of_tanh(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[TANH]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_max_of_tanh(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[TANH]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_max_of_tanh(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.tanh %x : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_product_of_exp(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<6x4xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce prod %[[EXP]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_product_of_exp(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:    return %[[EXP]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_product_of_exp(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.exp %x : tensor<6x4xf32>
  %1 = tg.reduce prod %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// STRICT-LABEL: func.func @reduce_sum_of_rows(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MATMUL]] dims [0] : (tensor<3x5xf32>) -> tensor<5xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_sum_of_rows(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<5xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<3x4xf32>) -> tensor<4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[REDUCE]], %[[ARG1]] : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<5xf32>
// FAST-NEXT:  }
func.func @reduce_sum_of_rows(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>) -> tensor<5xf32> {
  %0 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<3x5xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// STRICT-LABEL: func.func @reduce_sum_of_columns(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<3xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MATMUL]] dims [1] : (tensor<3x5xf32>) -> tensor<3xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_sum_of_columns(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<3xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG1]] dims [1] : (tensor<4x5xf32>) -> tensor<4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[REDUCE]] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<3xf32>
// FAST-NEXT:  }
func.func @reduce_sum_of_columns(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>) -> tensor<3xf32> {
  %0 = tg.matmul %x, %w : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<3x5xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Sums over rows and columns of products in batches.
// STRICT-LABEL: func.func @sum_of_batched_rows(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7x3x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<7x5xf32> {
// STRICT-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<7x3x4xf32>, tensor<4x5xf32>) -> tensor<7x3x5xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MATMUL]] dims [1] : (tensor<7x3x5xf32>) -> tensor<7x5xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<7x5xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @sum_of_batched_rows(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<7x3x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x5xf32>) -> tensor<7x5xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] keep_dims : (tensor<7x3x4xf32>) -> tensor<7x1x4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[REDUCE]], %[[ARG1]] : (tensor<7x1x4xf32>, tensor<4x5xf32>) -> tensor<7x1x5xf32>
// FAST-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[MATMUL]] : (tensor<7x1x5xf32>) -> tensor<7x5xf32>
// FAST-NEXT:    return %[[RESHAPE]] : tensor<7x5xf32>
// FAST-NEXT:  }
func.func @sum_of_batched_rows(%x: tensor<7x3x4xf32>, %w: tensor<4x5xf32>) -> tensor<7x5xf32> {
  %0 = tg.matmul %x, %w : (tensor<7x3x4xf32>, tensor<4x5xf32>) -> tensor<7x3x5xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<7x3x5xf32>) -> tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}

// CHECK-LABEL: func.func @sum_of_batched_columns(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x4xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<7x4x5xi32>) -> tensor<7x3x1xi32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG1]] dims [2] keep_dims : (tensor<7x4x5xi32>) -> tensor<7x4x1xi32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[REDUCE]] : (tensor<3x4xi32>, tensor<7x4x1xi32>) -> tensor<7x3x1xi32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<7x3x1xi32>
// CHECK-NEXT:  }
func.func @sum_of_batched_columns(%x: tensor<3x4xi32>, %w: tensor<7x4x5xi32>) -> tensor<7x3x1xi32> {
  %0 = tg.matmul %x, %w : (tensor<3x4xi32>, tensor<7x4x5xi32>) -> tensor<7x3x5xi32>
  %1 = tg.reduce sum %0 dims [2] keep_dims : (tensor<7x3x5xi32>) -> tensor<7x3x1xi32>
  return %1 : tensor<7x3x1xi32>
}
