// RUN: tg-opt --refine-shapes --split-input-file %s | tg-filecheck %s

// What is known of arguments reaches the result of the function, through a tensor that
// is told its shape by an extent.
// CHECK-LABEL: func.func @main
// CHECK-SAME:    -> tensor<5x4xf32>
func.func @main(%x: tensor<5xf32>, %y: tensor<5x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<5xf32>) -> tensor<i32>
  %r = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %r, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // CHECK: stablehlo.constant dense<[5, 4]>
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<5x4xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<5xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.add {{.*}} : tensor<5x4xf32>
  %1 = "stablehlo.add"(%0, %y) : (tensor<?x4xf32>, tensor<5x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// A private function takes what its calls agree on; one that is not private does not.
// CHECK-LABEL: func.func @main
// CHECK:         call @agreed({{.*}}) : (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
// CHECK:         call @open({{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
func.func @main(%x: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %x0 = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %0 = call @agreed(%x0, %c) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %1 = call @agreed(%x0, %c) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %2 = call @open(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: func.func private @agreed(%arg0: tensor<3xf32>, %arg1: tensor<i32>) -> tensor<3xf32>
func.func private @agreed(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @open(%arg0: tensor<?xf32>) -> tensor<?xf32>
func.func @open(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// Calls that do not agree leave it open, and each gives what it takes.
// CHECK-LABEL: func.func @main
// CHECK:         tensor.cast {{.*}} : tensor<3xf32> to tensor<?xf32>
// CHECK:         tensor.cast {{.*}} : tensor<4xf32> to tensor<?xf32>
func.func @main(%x: tensor<3xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %x0 = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %y0 = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %0 = call @f(%x0) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @f(%y0) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: func.func private @f(%arg0: tensor<?xf32>) -> tensor<?xf32>
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
