// RUN: tg-opt --refine-shapes %s | tg-filecheck %s

// The state of a loop is what it is at first.
// CHECK-LABEL: func.func @loop
// CHECK-SAME:    -> tensor<4xf32>
// CHECK:         stablehlo.while({{.*}}) : tensor<i32>, tensor<4xf32>
// CHECK:         stablehlo.negate {{.*}} : tensor<4xf32>
func.func @loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %x0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0:2 = stablehlo.while(%i = %n, %v = %x0) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %i, %c : tensor<i32>
    %2 = stablehlo.negate %v : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// A result is what all branches agree on.
// CHECK-LABEL: func.func @branch
// CHECK-SAME:    -> (tensor<2x3xf32>, tensor<?x3xf32>)
func.func @branch(%p: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %x0 = tensor.cast %x : tensor<2x3xf32> to tensor<?x?xf32>
  %y0 = tensor.cast %y : tensor<4x3xf32> to tensor<?x?xf32>
  %0:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x0, %x0 : tensor<?x?xf32>, tensor<?x?xf32>
  }, {
    stablehlo.return %x0, %y0 : tensor<?x?xf32>, tensor<?x?xf32>
  }) : (tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @calls
// CHECK-SAME:    -> (tensor<5x6xf32>, tensor<3xf32>)
// CHECK-NOT:     shape_refinement_operand_wrapper
func.func @calls(%x: tensor<3xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %s = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  %0 = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %t = stablehlo.constant dense<3> : tensor<1xi64>
  %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %t) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @contractions
// CHECK-SAME:    -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2x3xf64>)
func.func @contractions(%x: tensor<2x3xf32>, %w: tensor<3x5xf32>) -> (tensor<?x5xf32>, tensor<?xf32>, tensor<?x3xf64>) {
  %x0 = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %0 = stablehlo.dot_general %x0, %w, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.convert %x0 : (tensor<?x3xf32>) -> tensor<?x3xf64>
  return %0, %1, %2 : tensor<?x5xf32>, tensor<?xf32>, tensor<?x3xf64>
}
