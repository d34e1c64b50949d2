// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// Padding that removes elements is a slice.
// CHECK-LABEL: func.func @pad_negative(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<7xf32> {
// CHECK-NEXT:    %[[SLICE:[a-zA-Z0-9_]+]] = tg.slice %[[ARG0]] [2:8] : (tensor<8xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[SLICE]], %[[ARG1]] low [0] high [1] : (tensor<6xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<7xf32>
// CHECK-NEXT:  }
func.func @pad_negative(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<7xf32> {
  %0 = tg.pad %x, %v low [-2] high [1] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Two paddings with one value are one.
// CHECK-LABEL: func.func @pad_pad(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<20xf32> {
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[ARG1]] low [2] high [3] interior [1] : (tensor<8xf32>, tensor<f32>) -> tensor<20xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<20xf32>
// CHECK-NEXT:  }
func.func @pad_pad(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<20xf32> {
  %0 = tg.pad %x, %v low [2] high [1] interior [1] : (tensor<8xf32>, tensor<f32>) -> tensor<18xf32>
  %1 = tg.pad %0, %v low [0] high [2] : (tensor<18xf32>, tensor<f32>) -> tensor<20xf32>
  return %1 : tensor<20xf32>
}

// Padding around no elements repeats the value.
// CHECK-LABEL: func.func @pad_of_empty(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<0x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<2x3xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG1]] dims [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<2x3xf32>
// CHECK-NEXT:  }
func.func @pad_of_empty(%x: tensor<0x3xf32>, %v: tensor<f32>) -> tensor<2x3xf32> {
  %0 = tg.pad %x, %v low [1, 0] high [1, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Between fewer than two elements there is nothing to pad.
// CHECK-LABEL: func.func @pad_interior_of_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<1x4xf32> {
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[ARG1]] low [0, 1] high [0, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x4xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<1x4xf32>
// CHECK-NEXT:  }
func.func @pad_interior_of_one(%x: tensor<1x3xf32>, %v: tensor<f32>) -> tensor<1x4xf32> {
  %0 = tg.pad %x, %v low [0, 1] high [0, 0] interior [2, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// A list that says what its absence means is as good as none.
// CHECK-LABEL: func.func @pad_interior_of_nothing(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<2x6xf32> {
// CHECK-NEXT:    %[[PAD:[a-zA-Z0-9_]+]] = tg.pad %[[ARG0]], %[[ARG1]] low [0, 3] high [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x6xf32>
// CHECK-NEXT:    return %[[PAD]] : tensor<2x6xf32>
// CHECK-NEXT:  }
func.func @pad_interior_of_nothing(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2x6xf32> {
  %0 = tg.pad %x, %v low [0, 1] high [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = tg.pad %0, %v low [0, 2] high [0, 0] interior [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x6xf32>
  return %1 : tensor<2x6xf32>
}

// What is padded with its own value is that value.
// CHECK-LABEL: func.func @pad_with_own(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>) -> tensor<6x6xf32> {
// CHECK-NEXT:    %[[BROADCAST:[a-zA-Z0-9_]+]] = tg.broadcast %[[ARG0]] dims [] : (tensor<f32>) -> tensor<6x6xf32>
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<6x6xf32>
// CHECK-NEXT:  }
func.func @pad_with_own(%s: tensor<f32>) -> tensor<6x6xf32> {
  %0 = tg.broadcast %s dims [] : (tensor<f32>) -> tensor<4x3xf32>
  %1 = tg.pad %0, %s low [1, 0] high [1, 1] interior [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
