// GoMLX writes everything in generic form, with attributes behind the operands,
// and ends functions with stablehlo.return.

// RUN: tg-opt --stablehlo-to-tg %s | tg-filecheck %s
// RUN: tg-run %s --input=2xf32=[1,2] | tg-filecheck %s --check-prefix=VALUES

// CHECK-LABEL: module @model attributes {stablehlo.num_partitions = 1 : i64, stablehlo.num_replicas = 1 : i64}
// CHECK-LABEL:   func.func private @twice(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
// CHECK-NEXT:      %0 = tg.add %arg0, %arg0 : tensor<2xf32>
// CHECK-NEXT:      return {a.b} %0, %arg0 : tensor<2xf32>, tensor<2xf32>
// CHECK-LABEL:   func.func @main
// CHECK:           tg.reduce sum
// CHECK-NEXT:      return

// VALUES: f32=6
module @model attributes {stablehlo.num_replicas = 1,  stablehlo.num_partitions = 1} {
  func.func private @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%0, %x) {a.b} : (tensor<2xf32>, tensor<2xf32>) -> ()
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<f32> {
    %0:2 = "func.call"(%x) { callee = @twice } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    %1 = "stablehlo.constant"() { value = dense<0.0> : tensor<f32> } : () -> tensor<f32>
    %2 = "stablehlo.reduce"(%0#0, %1) ({
      ^reductionFn(%lhs: tensor<f32>, %rhs: tensor<f32>) :
        %3 = "stablehlo.add"(%lhs, %rhs) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) { dimensions = array<i64: 0> } : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }
}
