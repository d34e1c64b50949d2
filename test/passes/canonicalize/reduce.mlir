// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A reduction of single elements is a reshape. The sum of -0 is +0, so this is not for sums of
// floats.
// CHECK-LABEL: func.func @reduce_of_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<3xi64>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[RESHAPE]], %[[CST]] : tensor<3xf32>, tensor<3xi64>
// CHECK-NEXT:  }
func.func @reduce_of_ones(%x: tensor<3x1xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %0 = tg.reduce max %x dims [1] : (tensor<3x1xf32>) -> tensor<3xf32>
  %1 = tg.reduce argmax %x dims [1] : (tensor<3x1xf32>) -> tensor<3xi64>
  return %0, %1 : tensor<3xf32>, tensor<3xi64>
}

// A sum or mean of single elements is a reshape.
// CHECK-LABEL: func.func @sum_of_ones(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>) -> tensor<3xf32> {
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<3xf32>
// CHECK-NEXT:  }
func.func @sum_of_ones(%x: tensor<3x1xf32>) -> tensor<3xf32> {
  %0 = tg.reduce sum %x dims [1] : (tensor<3x1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A reduction of single elements that starts from a value combines that and the elements, but that
// a sum of floats takes no zero.
// STRICT-LABEL: func.func @reduce_of_ones_with_init(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<3xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_of_ones_with_init(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<3xf32> {
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3x1xf32>
// FAST-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ADD]] : (tensor<3x1xf32>) -> tensor<3xf32>
// FAST-NEXT:    return %[[RESHAPE]] : tensor<3xf32>
// FAST-NEXT:  }
func.func @reduce_of_ones_with_init(%x: tensor<3x1xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @reduce_of_ones_with_init_integers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x1xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<3xi32> {
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG0]], %[[ARG1]] : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ADD]] : (tensor<3x1xi32>) -> tensor<3xi32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<3xi32>
// CHECK-NEXT:  }
func.func @reduce_of_ones_with_init_integers(%x: tensor<3x1xi32>, %i: tensor<i32>) -> tensor<3xi32> {
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<3x1xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// A reduction starts from its neutral element without being told.
// CHECK-LABEL: func.func @reduce_neutral_init(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x2xf32>) -> tensor<3xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<3x2xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<3xf32>
// CHECK-NEXT:  }
func.func @reduce_neutral_init(%x: tensor<3x2xf32>) -> tensor<3xf32> {
  %i = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A reduction of no elements is what it starts from.
// CHECK-LABEL: func.func @reduce_of_empty(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<3x0xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [] : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<3xf32>
// CHECK-NEXT:  }
func.func @reduce_of_empty(%x: tensor<3x0xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Two reductions of one kind are one, if that kind does not mind the order.
// CHECK-LABEL: func.func @reduce_reduce(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x2x4xf32>) -> tensor<3xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1, 2] : (tensor<3x2x4xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<3xf32>
// CHECK-NEXT:  }
func.func @reduce_reduce(%x: tensor<3x2x4xf32>) -> tensor<3xf32> {
  %0 = tg.reduce max %x dims [1] : (tensor<3x2x4xf32>) -> tensor<3x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Two sums, products or means of floats are one.
// STRICT-LABEL: func.func @sum_of_sums(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x2x4xf32>) -> tensor<3xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1] : (tensor<3x2x4xf32>) -> tensor<3x4xf32>
// STRICT-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[REDUCE]] dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>
// STRICT-NEXT:    return %[[REDUCE_1]] : tensor<3xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @sum_of_sums(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x2x4xf32>) -> tensor<3xf32> {
// FAST-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce mean %[[ARG0]] dims [1, 2] : (tensor<3x2x4xf32>) -> tensor<3xf32>
// FAST-NEXT:    return %[[REDUCE_1]] : tensor<3xf32>
// FAST-NEXT:  }
func.func @sum_of_sums(%x: tensor<3x2x4xf32>) -> tensor<3xf32> {
  %0 = tg.reduce mean %x dims [1] : (tensor<3x2x4xf32>) -> tensor<3x4xf32>
  %1 = tg.reduce mean %0 dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A reduction does not need its operand transposed, if its kind does not mind the order or the
// reduced dimensions keep theirs; what is left to transpose is smaller.
// CHECK-LABEL: func.func @reduce_of_transpose(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<3x2x4xf32>) -> tensor<4x2xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [0] : (tensor<3x2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[TRANSPOSE:[a-zA-Z0-9_]+]] = tg.transpose %[[REDUCE]] permutation [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[TRANSPOSE]] : tensor<4x2xf32>
// CHECK-NEXT:  }
func.func @reduce_of_transpose(%x: tensor<3x2x4xf32>) -> tensor<4x2xf32> {
  %0 = tg.transpose %x permutation [2, 0, 1] : (tensor<3x2x4xf32>) -> tensor<4x3x2xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<4x3x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// A reshape goes behind a reduction that reduces or keeps the dimensions it splits or joins as a
// whole.
// CHECK-LABEL: func.func @reduce_of_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[REDUCE]] : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @reduce_of_reshape(%x: tensor<6x4xf32>) -> tensor<2x3xf32> {
  %0 = tg.reshape %x : (tensor<6x4xf32>) -> tensor<2x3x2x2xf32>
  %1 = tg.reduce sum %0 dims [2, 3] : (tensor<2x3x2x2xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// A reverse goes behind a reduction, which does not see it along reduced dimensions if its kind
// does not mind the order.
// CHECK-LABEL: func.func @reduce_of_reverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[REDUCE]] dims [0] : tensor<6xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_of_reverse(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %0 = tg.reverse %x dims [0, 1] : tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A reduction that does not mind repetition does not see a broadcast along the dimensions it
// reduces.
// CHECK-LABEL: func.func @reduce_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_of_broadcast(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = tg.broadcast %x dims [0] : (tensor<6xf32>) -> tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// The sum of what a broadcast repeats n times is n times the sum; the mean is the mean.
// CHECK-LABEL: func.func @sum_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6xi32>) -> tensor<6xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<4> : tensor<i32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[CST]] : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
// CHECK-NEXT:    return %[[MUL]] : tensor<6xi32>
// CHECK-NEXT:  }
func.func @sum_of_broadcast(%x: tensor<6xi32>) -> tensor<6xi32> {
  %0 = tg.broadcast %x dims [0] : (tensor<6xi32>) -> tensor<6x4xi32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x4xi32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}

// A reduction of a concat is made of those of its operands: their concat along a dimension that
// stays, or their combination along one that goes.
// CHECK-LABEL: func.func @reduce_of_concat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x2xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG1]] dims [1] : (tensor<6x2xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[REDUCE]], %[[REDUCE_1]] : tensor<6xf32>
// CHECK-NEXT:    return %[[MAX]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_of_concat(%x: tensor<6x4xf32>, %y: tensor<6x2xf32>) -> tensor<6xf32> {
  %0 = tg.concat %x, %y dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A sum or product of a concat along a reduced dimension is made of those of its operands.
// STRICT-LABEL: func.func @sum_of_concat(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x2xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG1]] dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[CONCAT]] dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @sum_of_concat(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<6x2xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG1]] dims [1] : (tensor<6x2xf32>) -> tensor<6xf32>
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[REDUCE]], %[[REDUCE_1]] : tensor<6xf32>
// FAST-NEXT:    return %[[ADD]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @sum_of_concat(%x: tensor<6x4xf32>, %y: tensor<6x2xf32>) -> tensor<6xf32> {
  %0 = tg.concat %x, %y dim 1 : (tensor<6x4xf32>, tensor<6x2xf32>) -> tensor<6x6xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Padding with the neutral element along reduced dimensions does not show, but moves the elements of
// a sum of floats to other lanes.
// STRICT-LABEL: func.func @reduce_of_pad(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// STRICT-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [0, 1] high [0, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x7xf32>
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[PAD]] dims [1] : (tensor<6x7xf32>) -> tensor<6xf32>
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_of_pad(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_of_pad(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %v = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.pad %x, %v low [0, 1] high [0, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x7xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<6x7xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @max_of_pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @max_of_pad(%x: tensor<6x4xf32>) -> tensor<6xf32> {
  %v = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.pad %x, %v low [0, 1] high [0, 2] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x7xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x7xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// The maximum of floats times, or plus, a finite constant is found before the arithmetic, which
// keeps the order, or turns it around under a negative factor: rounding is monotone.
// CHECK-LABEL: func.func @max_of_scaled(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[REDUCE]], %[[CST]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[REDUCE_1:[a-zA-Z0-9_]+]] = tg.reduce min %[[ARG0]] dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[REDUCE_1]], %[[CST_1]] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[MUL]], %[[ADD]] : tensor<6xf32>, tensor<6xf32>
// CHECK-NEXT:  }
func.func @max_of_scaled(%x: tensor<6x4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %c = tg.constant dense<-0.1> : tensor<f32>
  %0 = tg.mul %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %1 = tg.reduce max %0 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  %2 = tg.sub %x, %c : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %3 = tg.reduce min %2 dims [1] : (tensor<6x4xf32>) -> tensor<6xf32>
  return %1, %3 : tensor<6xf32>, tensor<6xf32>
}

// A region that is one op on the accumulator and the element is a keyword. Sums and products of f16
// and bf16 are not: a keyword rounds them once, a region at every step.
// CHECK-LABEL: func.func @reduce_region_is_keyword(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_region_is_keyword(%x: tensor<6x4xf32>, %i: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.reduce %x init %i dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %1 = tg.max %e, %a : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %0 : tensor<6xf32>
}

// A result of a reduction with a region goes with its accumulator, if nothing uses either.
// CHECK-LABEL: func.func @reduce_unused(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce max %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_unused(%x: tensor<6x4xf32>, %i: tensor<f32>) -> tensor<6xf32> {
  %0:2 = tg.reduce %x, %x init %i, %i dims [1] : (tensor<6x4xf32>, tensor<6x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) with (%a: tensor<f32>, %b: tensor<f32>, %e: tensor<f32>, %g: tensor<f32>) {
    %1 = tg.max %e, %a : tensor<f32>
    %2 = tg.mul %e, %b : tensor<f32>
    tg.yield %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0#0 : tensor<6xf32>
}

// A reduction of some elements whose region yields values from outside repeats these.
// CHECK-LABEL: func.func @reduce_region_is_value(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<6x4xf32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG2]] dims [] : (tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<6xf32>
// CHECK-NEXT:  }
func.func @reduce_region_is_value(%x: tensor<6x4xf32>, %i: tensor<f32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.reduce %x init %i dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32> with (%a: tensor<f32>, %e: tensor<f32>) {
    tg.yield %v : tensor<f32>
  }
  return %0 : tensor<6xf32>
}

// A region that adds floats does so in the order of the text, which a keyword does not.
// STRICT-LABEL: func.func @reduce_region_is_sum(
// STRICT-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// STRICT-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// STRICT-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32> with (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) {
// STRICT-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[ARG2]] : tensor<f32>
// STRICT-NEXT:      tg.yield %[[ADD]] : tensor<f32>
// STRICT-NEXT:    }
// STRICT-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// STRICT-NEXT:  }
// FAST-LABEL: func.func @reduce_region_is_sum(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<6x4xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6xf32> {
// FAST-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[ARG0]] init %[[ARG1]] dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
// FAST-NEXT:    return %[[REDUCE]] : tensor<6xf32>
// FAST-NEXT:  }
func.func @reduce_region_is_sum(%x: tensor<6x4xf32>, %i: tensor<f32>) -> tensor<6xf32> {
  %0 = tg.reduce %x init %i dims [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %1 = tg.add %e, %a : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %0 : tensor<6xf32>
}
