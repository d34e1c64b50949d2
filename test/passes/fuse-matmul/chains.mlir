// NOTE: checks written by tg-lit update
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=chains" %s | tg-filecheck %s
// RUN: tg-opt --fuse-matmul="machine=%S/Inputs/test.profile forms=chains fp=fast" %s | tg-filecheck %s --check-prefix=FAST

// Two matrices and a vector: from the right.
// CHECK-LABEL: func.func @vector(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xf32>) -> tensor<30x1xf32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<30x30xf32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL]], %[[ARG2]] : (tensor<30x30xf32>, tensor<30x1xf32>) -> tensor<30x1xf32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<30x1xf32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @vector(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xf32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xf32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xf32>) -> tensor<30x1xf32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<30x30xf32>, tensor<30x1xf32>) -> tensor<30x1xf32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x30xf32>, tensor<30x1xf32>) -> tensor<30x1xf32>
// FAST-NEXT:    return %[[MATMUL_1]] : tensor<30x1xf32>
// FAST-NEXT:  }
func.func @vector(%a: tensor<30x30xf32>, %b: tensor<30x30xf32>, %v: tensor<30x1xf32>) -> tensor<30x1xf32> {
  %0 = tg.matmul %a, %b : tensor<30x30xf32>
  %1 = tg.matmul %0, %v : (tensor<30x30xf32>, tensor<30x1xf32>) -> tensor<30x1xf32>
  return %1 : tensor<30x1xf32>
}

// Integers wrap, so that any order is exact.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> tensor<30x1xi32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<30x1xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @integers(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> tensor<30x1xi32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// FAST-NEXT:    return %[[MATMUL_1]] : tensor<30x1xi32>
// FAST-NEXT:  }
func.func @integers(%a: tensor<30x30xi32>, %b: tensor<30x30xi32>, %v: tensor<30x1xi32>) -> tensor<30x1xi32> {
  %0 = tg.matmul %a, %b : tensor<30x30xi32>
  %1 = tg.matmul %0, %v : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
  return %1 : tensor<30x1xi32>
}

// The example of Cormen et al.: ((0 (1 2)) ((3 4) 5)).
// CHECK-LABEL: func.func @cormen(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x35xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<35x15xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<15x5xi32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x10xi32>,
// CHECK-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<10x20xi32>,
// CHECK-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<20x25xi32>) -> tensor<30x25xi32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<35x15xi32>, tensor<15x5xi32>) -> tensor<35x5xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x35xi32>, tensor<35x5xi32>) -> tensor<30x5xi32>
// CHECK-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG3]], %[[ARG4]] : (tensor<5x10xi32>, tensor<10x20xi32>) -> tensor<5x20xi32>
// CHECK-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL_2]], %[[ARG5]] : (tensor<5x20xi32>, tensor<20x25xi32>) -> tensor<5x25xi32>
// CHECK-NEXT:    %[[MATMUL_4:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL_1]], %[[MATMUL_3]] : (tensor<30x5xi32>, tensor<5x25xi32>) -> tensor<30x25xi32>
// CHECK-NEXT:    return %[[MATMUL_4]] : tensor<30x25xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @cormen(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x35xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<35x15xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<15x5xi32>,
// FAST-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<5x10xi32>,
// FAST-SAME:      %[[ARG4:[a-zA-Z0-9_]+]]: tensor<10x20xi32>,
// FAST-SAME:      %[[ARG5:[a-zA-Z0-9_]+]]: tensor<20x25xi32>) -> tensor<30x25xi32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<35x15xi32>, tensor<15x5xi32>) -> tensor<35x5xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x35xi32>, tensor<35x5xi32>) -> tensor<30x5xi32>
// FAST-NEXT:    %[[MATMUL_2:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG3]], %[[ARG4]] : (tensor<5x10xi32>, tensor<10x20xi32>) -> tensor<5x20xi32>
// FAST-NEXT:    %[[MATMUL_3:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL_2]], %[[ARG5]] : (tensor<5x20xi32>, tensor<20x25xi32>) -> tensor<5x25xi32>
// FAST-NEXT:    %[[MATMUL_4:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL_1]], %[[MATMUL_3]] : (tensor<30x5xi32>, tensor<5x25xi32>) -> tensor<30x25xi32>
// FAST-NEXT:    return %[[MATMUL_4]] : tensor<30x25xi32>
// FAST-NEXT:  }
func.func @cormen(%a: tensor<30x35xi32>, %b: tensor<35x15xi32>, %c: tensor<15x5xi32>, %d: tensor<5x10xi32>, %e: tensor<10x20xi32>, %f: tensor<20x25xi32>) -> tensor<30x25xi32> {
  %0 = tg.matmul %a, %b : (tensor<30x35xi32>, tensor<35x15xi32>) -> tensor<30x15xi32>
  %1 = tg.matmul %0, %c : (tensor<30x15xi32>, tensor<15x5xi32>) -> tensor<30x5xi32>
  %2 = tg.matmul %1, %d : (tensor<30x5xi32>, tensor<5x10xi32>) -> tensor<30x10xi32>
  %3 = tg.matmul %2, %e : (tensor<30x10xi32>, tensor<10x20xi32>) -> tensor<30x20xi32>
  %4 = tg.matmul %3, %f : (tensor<30x20xi32>, tensor<20x25xi32>) -> tensor<30x25xi32>
  return %4 : tensor<30x25xi32>
}

// Batches of one factor only: they come last.
// CHECK-LABEL: func.func @batches(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x8x10xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<10x10xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<10x10xi32>) -> tensor<64x8x10xi32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : tensor<10x10xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<64x8x10xi32>, tensor<10x10xi32>) -> tensor<64x8x10xi32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<64x8x10xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @batches(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<64x8x10xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<10x10xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<10x10xi32>) -> tensor<64x8x10xi32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : tensor<10x10xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<64x8x10xi32>, tensor<10x10xi32>) -> tensor<64x8x10xi32>
// FAST-NEXT:    return %[[MATMUL_1]] : tensor<64x8x10xi32>
// FAST-NEXT:  }
func.func @batches(%x: tensor<64x8x10xi32>, %a: tensor<10x10xi32>, %b: tensor<10x10xi32>) -> tensor<64x8x10xi32> {
  %0 = tg.matmul %x, %a : (tensor<64x8x10xi32>, tensor<10x10xi32>) -> tensor<64x8x10xi32>
  %1 = tg.matmul %0, %b : (tensor<64x8x10xi32>, tensor<10x10xi32>) -> tensor<64x8x10xi32>
  return %1 : tensor<64x8x10xi32>
}

// The product in between is needed for itself; the association is the best one.
// CHECK-LABEL: func.func @used(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> (tensor<30x30xi32>, tensor<30x1xi32>) {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<30x30xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// CHECK-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<30x30xi32>, tensor<30x1xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @used(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> (tensor<30x30xi32>, tensor<30x1xi32>) {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[ARG1]] : tensor<30x30xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[MATMUL]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// FAST-NEXT:    return %[[MATMUL]], %[[MATMUL_1]] : tensor<30x30xi32>, tensor<30x1xi32>
// FAST-NEXT:  }
func.func @used(%a: tensor<30x30xi32>, %b: tensor<30x30xi32>, %v: tensor<30x1xi32>) -> (tensor<30x30xi32>, tensor<30x1xi32>) {
  %0 = tg.matmul %a, %b : tensor<30x30xi32>
  %1 = tg.matmul %0, %v : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
  return %0, %1 : tensor<30x30xi32>, tensor<30x1xi32>
}

// CHECK-LABEL: func.func @best(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> tensor<30x1xi32> {
// CHECK-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// CHECK-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// CHECK-NEXT:    return %[[MATMUL_1]] : tensor<30x1xi32>
// CHECK-NEXT:  }
// FAST-LABEL: func.func @best(
// FAST-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<30x30xi32>,
// FAST-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<30x1xi32>) -> tensor<30x1xi32> {
// FAST-NEXT:    %[[MATMUL:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG1]], %[[ARG2]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// FAST-NEXT:    %[[MATMUL_1:[a-zA-Z0-9_]+]] = tg.matmul %[[ARG0]], %[[MATMUL]] : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
// FAST-NEXT:    return %[[MATMUL_1]] : tensor<30x1xi32>
// FAST-NEXT:  }
func.func @best(%a: tensor<30x30xi32>, %b: tensor<30x30xi32>, %v: tensor<30x1xi32>) -> tensor<30x1xi32> {
  %0 = tg.matmul %b, %v : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
  %1 = tg.matmul %a, %0 : (tensor<30x30xi32>, tensor<30x1xi32>) -> tensor<30x1xi32>
  return %1 : tensor<30x1xi32>
}
