// RUN: tg-opt --te-to-linalg %s | tg-filecheck %s

// Behind a guard an element is read only where it is there.
// CHECK-LABEL: @guarded
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<f32>
func.func @guarded(%x: tensor<8xf32>, %y: tensor<f32>) -> tensor<10xf32> {
  // CHECK: ins(%[[Y]] : tensor<f32>)
  // CHECK-NEXT: ^bb0(%[[ELSE:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[I:.*]] = linalg.index 0 : index
  // CHECK-NEXT: %[[AT:.*]] = arith.subi %[[I]], %c1
  // CHECK-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[AT]], %c0
  // CHECK: %[[HIGH:.*]] = arith.cmpi sge
  // CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[LOW]], %[[HIGH]] : i1
  // CHECK-NEXT: %[[R:.*]] = scf.if %[[BOTH]] -> (f32) {
  // CHECK-NEXT: %[[J:.*]] = arith.subi %[[I]], %c1
  // CHECK-NEXT: %[[E:.*]] = tensor.extract %[[X]][%[[J]]] : tensor<8xf32>
  // CHECK-NEXT: scf.yield %[[E]] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[ELSE]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: linalg.yield %[[R]] : f32
  %0 = te.compute [i < 10] -> tensor<10xf32> {
    %1 = te.read %x [i - 1] if (i - 1 >= 0, i <= 8) else %y : tensor<8xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<10xf32>
}

// An index with a value in it is limited to the dimension.
// CHECK-LABEL: @gather
// CHECK-SAME: %{{.*}}: tensor<4xi32>, %[[T:.*]]: tensor<10x3xf32>, %{{.*}}: tensor<4xui64>
func.func @gather(%i: tensor<4xi32>, %t: tensor<10x3xf32>, %u: tensor<4xui64>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  // CHECK: ^bb0(%[[V:.*]]: i32, %{{.*}}: f32):
  // CHECK-DAG: %[[J:.*]] = linalg.index 1 : index
  // CHECK-DAG: %[[K:.*]] = arith.index_cast %[[V]] : i32 to index
  // CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c1
  // CHECK: %[[MOST:.*]] = arith.minsi %[[NEXT]], %c9
  // CHECK: %[[LEAST:.*]] = arith.maxsi %[[MOST]], %c0
  // CHECK: tensor.extract %[[T]][%[[LEAST]], %[[J]]]
  %0 = te.compute [n < 4, j < 3] -> tensor<4x3xf32> {
    %2 = te.read %i [n] : tensor<4xi32>
    %3 = te.read %t [%2 + 1, j] : tensor<10x3xf32>, tensor<i32>
    te.yield %3 : tensor<f32>
  }
  // CHECK: arith.minui
  // CHECK: arith.index_castui
  %1 = te.compute [n < 4, j < 3] -> tensor<4x3xf32> {
    %2 = te.read %u [n] : tensor<4xui64>
    %3 = te.read %t [%2, j] : tensor<10x3xf32>, tensor<ui64>
    te.yield %3 : tensor<f32>
  }
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// Indices and conditions are numbers, too.
// CHECK-LABEL: @numbers
func.func @numbers() -> (tensor<4x4xui8>, tensor<4x4xi1>) {
  // CHECK: arith.floordivsi
  // CHECK: arith.muli
  // CHECK: arith.subi
  // CHECK: %[[I:.*]] = arith.index_cast %{{.*}} : index to i8
  // CHECK: builtin.unrealized_conversion_cast %[[I]] : i8 to ui8
  %0 = te.compute [i < 4, j in -1..3] -> tensor<4x4xui8> {
    %2 = te.index i + j mod 3 : tensor<ui8>
    te.yield %2 : tensor<ui8>
  }
  // CHECK: arith.cmpi sge
  // CHECK: arith.cmpi eq
  %1 = te.compute [i < 4, j < 4] -> tensor<4x4xi1> {
    %2 = te.guard (j - i >= 0, i mod 2 == 0) : tensor<i1>
    te.yield %2 : tensor<i1>
  }
  return %0, %1 : tensor<4x4xui8>, tensor<4x4xi1>
}

// CHECK-LABEL: @constants
func.func @constants(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xui8>, tensor<3xui8>, tensor<i32>, i32) {
  // CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: %[[C:.*]] = arith.constant dense<[1, -1]> : tensor<2xi8>
  // CHECK: ins(%[[C]] : tensor<2xi8>)
  // CHECK: builtin.unrealized_conversion_cast %{{.*}} : i8 to ui8
  // CHECK: linalg.fill ins(%{{.*}} : ui8)
  // CHECK: %[[D:.*]] = tensor.dim
  // CHECK: %[[E:.*]] = arith.index_cast %[[D]] : index to i32
  // CHECK: %[[F:.*]] = tensor.from_elements %[[E]] : tensor<i32>
  // CHECK: tensor.extract %[[F]][] : tensor<i32>
  %0 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = tg.constant dense<[1, 255]> : tensor<2xui8>
  %2 = tg.constant dense<7> : tensor<3xui8>
  %3 = tg.dim %x dim 0 : (tensor<?xf32>) -> tensor<i32>
  %4 = tg.item %3 : tensor<i32> -> i32
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xui8>, tensor<3xui8>, tensor<i32>, i32
}
