// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Two slices are one.
// CHECK-LABEL: func.func @slice_slice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [2:5:2, 2:7:4] : (tensor<8x12xf32>) -> tensor<2x2xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<2x2xf32>
// CHECK-NEXT:  }
func.func @slice_slice(%x: tensor<8x12xf32>) -> tensor<2x2xf32> {
  %0 = tg.slice %x [0:8:2, 2:10] : (tensor<8x12xf32>) -> tensor<4x8xf32>
  %1 = tg.slice %0 [1:3, 0:8:4] : (tensor<4x8xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// A slice of what only it uses of an elementwise op is that op on slices, if these are less than
// what was computed.
// CHECK-LABEL: func.func @slice_of_elementwise(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<12xf32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[SLICE]], %[[ARG1]] : (tensor<2x12xf32>, tensor<12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @slice_of_elementwise(%x: tensor<8x12xf32>, %y: tensor<12xf32>) -> tensor<2x12xf32> {
  %0 = tg.sub %x, %y : (tensor<8x12xf32>, tensor<12xf32>) -> tensor<8x12xf32>
  %1 = tg.slice %0 [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// A slice of a broadcast is a smaller broadcast.
// CHECK-LABEL: func.func @slice_of_broadcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>) -> tensor<4x3xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [0:8:2] : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[SLICE]] dims [0] : (tensor<4xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<4x3xf32>
// CHECK-NEXT:  }
func.func @slice_of_broadcast(%x: tensor<8xf32>) -> tensor<4x3xf32> {
  %0 = tg.broadcast %x dims [0] : (tensor<8xf32>) -> tensor<8x12xf32>
  %1 = tg.slice %0 [0:8:2, 1:4] : (tensor<8x12xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// A reverse goes behind a slice.
// CHECK-LABEL: func.func @slice_of_reverse(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:7:3, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[REVERSE:[a-zA-Z0-9_]+]] = tg.reverse %[[SLICE]] dims [0] : tensor<2x12xf32>
// CHECK-NEXT:    return %[[REVERSE]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @slice_of_reverse(%x: tensor<8x12xf32>) -> tensor<2x12xf32> {
  %0 = tg.reverse %x dims [0] : tensor<8x12xf32>
  %1 = tg.slice %0 [1:6:3, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// A reshape that adds or drops extents of 1 goes behind a slice.
// CHECK-LABEL: func.func @slice_of_reshape(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2x1x12xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[SLICE]] : (tensor<2x12xf32>) -> tensor<2x1x12xf32>
// CHECK-NEXT:    return %[[RESHAPE]] : tensor<2x1x12xf32>
// CHECK-NEXT:  }
func.func @slice_of_reshape(%x: tensor<8x12xf32>) -> tensor<2x1x12xf32> {
  %0 = tg.reshape %x : (tensor<8x12xf32>) -> tensor<8x1x12xf32>
  %1 = tg.slice %0 [3:5, 0:1, 0:12] : (tensor<8x1x12xf32>) -> tensor<2x1x12xf32>
  return %1 : tensor<2x1x12xf32>
}

// A slice that begins with the first numbers of an iota is a smaller iota.
// CHECK-LABEL: func.func @slice_of_iota() -> tensor<2x4xi32> {
// CHECK-NEXT:    %[[IOTA:[a-zA-Z0-9_]+]] = tg.iota dim 1 : tensor<2x4xi32>
// CHECK-NEXT:    return %[[IOTA]] : tensor<2x4xi32>
// CHECK-NEXT:  }
func.func @slice_of_iota() -> tensor<2x4xi32> {
  %0 = tg.iota dim 1 : tensor<8x12xi32>
  %1 = tg.slice %0 [3:5, 0:4] : (tensor<8x12xi32>) -> tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}

// A slice that touches only some operands of a concat is one of these.
// CHECK-LABEL: func.func @slice_of_concat(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4x12xf32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG1]] [1:3, 0:12] : (tensor<4x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @slice_of_concat(%x: tensor<8x12xf32>, %y: tensor<4x12xf32>) -> tensor<2x12xf32> {
  %0 = tg.concat %x, %y dim 0 : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<12x12xf32>
  %1 = tg.slice %0 [9:11, 0:12] : (tensor<12x12xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// A slice of a pad that shows nothing but the operand is a slice of that, and one that shows
// nothing of it repeats the value.
// CHECK-LABEL: func.func @slice_of_pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<2x12xf32>, tensor<1x12xf32>) {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [2:4, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [] : (tensor<f32>) -> tensor<1x12xf32>
// CHECK-NEXT:    return %[[SLICE]], %[[BROADCAST]] : tensor<2x12xf32>, tensor<1x12xf32>
// CHECK-NEXT:  }
func.func @slice_of_pad(%x: tensor<8x12xf32>, %v: tensor<f32>) -> (tensor<2x12xf32>, tensor<1x12xf32>) {
  %0 = tg.pad %x, %v low [1, 0] high [1, 0] : (tensor<8x12xf32>, tensor<f32>) -> tensor<10x12xf32>
  %1 = tg.slice %0 [3:5, 0:12] : (tensor<10x12xf32>) -> tensor<2x12xf32>
  %2 = tg.slice %0 [9:10, 0:12] : (tensor<10x12xf32>) -> tensor<1x12xf32>
  return %1, %2 : tensor<2x12xf32>, tensor<1x12xf32>
}

// A slice of what only it uses of a reduction is the reduction of a slice.
// CHECK-LABEL: func.func @slice_of_reduce(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[SLICE]] dims [1] : (tensor<2x12xf32>) -> tensor<2xf32>
// CHECK-NEXT:    return %[[REDUCE]] : tensor<2xf32>
// CHECK-NEXT:  }
func.func @slice_of_reduce(%x: tensor<8x12xf32>) -> tensor<2xf32> {
  %0 = tg.reduce sum %x dims [1] : (tensor<8x12xf32>) -> tensor<8xf32>
  %1 = tg.slice %0 [3:5] : (tensor<8xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A slice of what only it uses of a matrix product is the product of a slice of the rows and one of
// the columns.
// CHECK-LABEL: func.func @slice_of_matmul(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<12x6xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [3:5, 0:12] : (tensor<8x12xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:    %[[SLICE_1:[a-zA-Z0-9_]+]] = tg.slice %[[ARG1]] [0:12, 0:3] : (tensor<12x6xf32>) -> tensor<12x3xf32>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[SLICE]], %[[SLICE_1]] : (tensor<2x12xf32>, tensor<12x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @slice_of_matmul(%x: tensor<8x12xf32>, %y: tensor<12x6xf32>) -> tensor<2x3xf32> {
  %0 = tg.matmul %x, %y : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  %1 = tg.slice %0 [3:5, 0:3] : (tensor<8x6xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
