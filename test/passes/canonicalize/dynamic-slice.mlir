// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A dynamic slice whose starts are constants is a slice.
// CHECK-LABEL: func.func @dynamic_slice_constant(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [6:8, 0:4] : (tensor<8x12xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[SLICE]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_constant(%x: tensor<8x12xf32>) -> tensor<2x4xf32> {
  %i = tg.constant dense<7> : tensor<i32>
  %j = tg.constant dense<-1> : tensor<i32>
  %0 = tg.dynamic_slice %x, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Along a dimension that is shown whole, every start means 0.
// CHECK-LABEL: func.func @dynamic_slice_whole_dims(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>) -> tensor<2x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG1]], %[[CST]] sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_SLICE]] : tensor<2x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_whole_dims(%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x12xf32> {
  %0 = tg.dynamic_slice %x, %i, %j sizes [2, 12] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// A dynamic slice of what only it uses of an elementwise op is that op on dynamic slices, if these
// are less than what was computed.
// CHECK-LABEL: func.func @dynamic_slice_of_elementwise(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<2x4xf32> {
// CHECK-NEXT:    %[[DYNAMIC_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_slice %[[ARG0]], %[[ARG2]], %[[ARG3]] sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[DYNAMIC_SLICE]], %[[ARG1]] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[SUB]] : tensor<2x4xf32>
// CHECK-NEXT:  }
func.func @dynamic_slice_of_elementwise(%x: tensor<8x12xf32>, %s: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xf32> {
  %0 = tg.sub %x, %s : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x12xf32>
  %1 = tg.dynamic_slice %0, %i, %j sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Along a dimension that is replaced whole, every start means 0.
// CHECK-LABEL: func.func @dynamic_update_slice_whole_dims(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x12xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x12xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i32>) -> tensor<8x12xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:[a-zA-Z0-9_]+]] = tg.dynamic_update_slice %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[CST]] : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
// CHECK-NEXT:    return %[[DYNAMIC_UPDATE_SLICE]] : tensor<8x12xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_slice_whole_dims(%x: tensor<8x12xf32>, %u: tensor<2x12xf32>, %i: tensor<i32>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<2x12xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// An update of a splat at a constant position is the update, padded.
// CHECK-LABEL: func.func @dynamic_update_slice_of_splat(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[CST]] low [3] high [3] : (tensor<2xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<8xf32>
// CHECK-NEXT:  }
func.func @dynamic_update_slice_of_splat(%u: tensor<2xf32>) -> tensor<8xf32> {
  %i = tg.constant dense<3> : tensor<i32>
  %c = tg.constant dense<1.0> : tensor<8xf32>
  %0 = tg.dynamic_update_slice %c, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
