// RUN: tg-opt --canonicalize-dynamism --allow-unregistered-dialect %s | tg-filecheck %s

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<3xf32>, %y: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: %[[I:.*]] = stablehlo.iota dim = 0 : tensor<2x3xi32>
  // CHECK: tensor.cast %[[I]] : tensor<2x3xi32> to tensor<?x3xi32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.dynamic_reshape %y, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // Numbers that contradict the type are for the run to report.
  // CHECK: stablehlo.dynamic_reshape
  %3 = stablehlo.dynamic_reshape %y, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  "use"(%0, %1, %2, %3) : (tensor<2x3xf32>, tensor<?x3xi32>, tensor<2x3xf32>, tensor<3x?xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @boxes
func.func @boxes(%x: tensor<4xf32>, %v: tensor<f32>, %i: tensor<2x1xi32>, %at: tensor<1xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  // CHECK: stablehlo.pad %{{.*}}, low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %0 = stablehlo.dynamic_pad %x, %v, %one, %two, %zero : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xf32>
  // CHECK: stablehlo.slice %{{.*}} [1:2] : (tensor<4xf32>) -> tensor<1xf32>
  %1 = stablehlo.real_dynamic_slice %x, %one, %two, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  // CHECK: "stablehlo.gather"{{.*}}slice_sizes = array<i64: 2>
  %2 = "stablehlo.dynamic_gather"(%x, %i, %two) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xf32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x2xf32>
  // A box of a constant size that begins anywhere.
  // CHECK: stablehlo.dynamic_slice %{{.*}}, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %end = stablehlo.add %at, %two : tensor<1xi32>
  %3 = stablehlo.real_dynamic_slice %x, %at, %end, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  "use"(%0, %1, %2, %3) : (tensor<7xf32>, tensor<1xf32>, tensor<2x2xf32>, tensor<2xf32>) -> ()
  return
}
