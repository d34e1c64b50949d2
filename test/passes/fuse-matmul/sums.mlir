// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=sums" %s | tg-filecheck %s
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=sums fp=fast" %s | tg-filecheck %s --check-prefix=FAST

// The sum over the joined dimension rounds differently: floats are left.
// CHECK-LABEL: func.func @floats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x5xf32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xf32>) -> tensor<1x4xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<1x3xf32>, tensor<3x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : (tensor<1x5xf32>, tensor<5x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<1x4xf32>
// CHECK-NEXT:    return %[[ADD]] : tensor<1x4xf32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @floats(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x3xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xf32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<1x5xf32>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xf32>) -> tensor<1x4xf32> {
// FAST-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG2]] dim 1 : (tensor<1x3xf32>, tensor<1x5xf32>) -> tensor<1x8xf32>
// FAST-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG3]] dim 0 : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[CONCAT_1]] : (tensor<1x8xf32>, tensor<8x4xf32>) -> tensor<1x4xf32>
// FAST-NEXT:    return %[[MATMUL]] : tensor<1x4xf32>
// FAST-NEXT:  }
func.func @floats(%a: tensor<1x3xf32>, %b: tensor<3x4xf32>, %c: tensor<1x5xf32>, %d: tensor<5x4xf32>) -> tensor<1x4xf32> {
  %0 = tg.matmul %a, %b : (tensor<1x3xf32>, tensor<3x4xf32>) -> tensor<1x4xf32>
  %1 = tg.matmul %c, %d : (tensor<1x5xf32>, tensor<5x4xf32>) -> tensor<1x4xf32>
  %2 = tg.add %0, %1 : tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}

// Integers wrap: any order is right. Other terms stay.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xi8>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x5xi8>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xi8>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<2x4xi8>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<2x1xi8>,
// CHECK-SAME:      %[[ARG6:[a-zA-Z0-9_]+]]: tensor<1x4xi8>) -> tensor<2x4xi8> {
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG2]], %[[ARG5]] dim 1 : (tensor<2x3xi8>, tensor<2x5xi8>, tensor<2x1xi8>) -> tensor<2x9xi8>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG3]], %[[ARG6]] dim 0 : (tensor<3x4xi8>, tensor<5x4xi8>, tensor<1x4xi8>) -> tensor<9x4xi8>
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[CONCAT_1]] : (tensor<2x9xi8>, tensor<9x4xi8>) -> tensor<2x4xi8>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[ARG4]] : tensor<2x4xi8>
// CHECK-NEXT:    return %[[ADD]] : tensor<2x4xi8>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @integers(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi8>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xi8>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x5xi8>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xi8>,
// FAST-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<2x4xi8>,
// FAST-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<2x1xi8>,
// FAST-SAME:      %[[ARG6:[a-zA-Z0-9_]+]]: tensor<1x4xi8>) -> tensor<2x4xi8> {
// FAST-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[ARG0]], %[[ARG2]], %[[ARG5]] dim 1 : (tensor<2x3xi8>, tensor<2x5xi8>, tensor<2x1xi8>) -> tensor<2x9xi8>
// FAST-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[ARG1]], %[[ARG3]], %[[ARG6]] dim 0 : (tensor<3x4xi8>, tensor<5x4xi8>, tensor<1x4xi8>) -> tensor<9x4xi8>
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[CONCAT]], %[[CONCAT_1]] : (tensor<2x9xi8>, tensor<9x4xi8>) -> tensor<2x4xi8>
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[ARG4]] : tensor<2x4xi8>
// FAST-NEXT:    return %[[ADD]] : tensor<2x4xi8>
// FAST-NEXT:  }
func.func @integers(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<2x5xi8>, %d: tensor<5x4xi8>, %e: tensor<2x4xi8>, %f: tensor<2x1xi8>, %g: tensor<1x4xi8>) -> tensor<2x4xi8> {
  %0 = tg.matmul %a, %b : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
  %1 = tg.matmul %c, %d : (tensor<2x5xi8>, tensor<5x4xi8>) -> tensor<2x4xi8>
  %2 = tg.matmul %f, %g : (tensor<2x1xi8>, tensor<1x4xi8>) -> tensor<2x4xi8>
  %3 = tg.add %0, %e : tensor<2x4xi8>
  %4 = tg.add %1, %2 : tensor<2x4xi8>
  %5 = tg.add %3, %4 : tensor<2x4xi8>
  return %5 : tensor<2x4xi8>
}

// A product that is used elsewhere is needed for itself.
// CHECK-LABEL: func.func @used(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xi8>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x5xi8>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xi8>) -> (tensor<2x4xi8>, tensor<2x4xi8>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : (tensor<2x5xi8>, tensor<5x4xi8>) -> tensor<2x4xi8>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<2x4xi8>
// CHECK-NEXT:    return %[[MATMUL_1]], %[[ADD]] : tensor<2x4xi8>, tensor<2x4xi8>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @used(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xi8>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3x4xi8>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<2x5xi8>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x4xi8>) -> (tensor<2x4xi8>, tensor<2x4xi8>) {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : (tensor<2x5xi8>, tensor<5x4xi8>) -> tensor<2x4xi8>
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<2x4xi8>
// FAST-NEXT:    return %[[MATMUL_1]], %[[ADD]] : tensor<2x4xi8>, tensor<2x4xi8>
// FAST-NEXT:  }
func.func @used(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<2x5xi8>, %d: tensor<5x4xi8>) -> (tensor<2x4xi8>, tensor<2x4xi8>) {
  %0 = tg.matmul %a, %b : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
  %1 = tg.matmul %c, %d : (tensor<2x5xi8>, tensor<5x4xi8>) -> tensor<2x4xi8>
  %2 = tg.add %0, %1 : tensor<2x4xi8>
  return %1, %2 : tensor<2x4xi8>, tensor<2x4xi8>
}

// CHECK-LABEL: func.func @large(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<500x500xi32>) -> tensor<500x500xi32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<500x500xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : tensor<500x500xi32>
// CHECK-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<500x500xi32>
// CHECK-NEXT:    return %[[ADD]] : tensor<500x500xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @large(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<500x500xi32>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<500x500xi32>) -> tensor<500x500xi32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<500x500xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG2]], %[[ARG3]] : tensor<500x500xi32>
// FAST-NEXT:    %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[MATMUL]], %[[MATMUL_1]] : tensor<500x500xi32>
// FAST-NEXT:    return %[[ADD]] : tensor<500x500xi32>
// FAST-NEXT:  }
func.func @large(%a: tensor<500x500xi32>, %b: tensor<500x500xi32>, %c: tensor<500x500xi32>, %d: tensor<500x500xi32>) -> tensor<500x500xi32> {
  %0 = tg.matmul %a, %b : tensor<500x500xi32>
  %1 = tg.matmul %c, %d : tensor<500x500xi32>
  %2 = tg.add %0, %1 : tensor<500x500xi32>
  return %2 : tensor<500x500xi32>
}
