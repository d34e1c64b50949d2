// RUN: tg-opt --canonicalize %s | tg-filecheck %s

// Two comparisons of the same values are one, or known. x < y or x > y is not
// x != y for floats, of which one may be NaN.
// CHECK-LABEL: func.func @relations
// CHECK-NEXT:    %[[FALSE:.*]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:    %[[LT:.*]] = tg.compare lt %arg0, %arg1
// CHECK-NEXT:    %[[GT:.*]] = tg.compare gt %arg0, %arg1
// CHECK-NEXT:    %[[LE:.*]] = tg.compare le %arg0, %arg1
// CHECK-NEXT:    %[[OR:.*]] = tg.or %[[LT]], %[[GT]]
// CHECK-NEXT:    return %[[FALSE]], %[[LE]], %[[OR]]
func.func @relations(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %lt = tg.compare lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %gt = tg.compare gt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %eq = tg.compare eq %y, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = tg.and %lt, %gt : tensor<4xi1>
  %1 = tg.or %lt, %eq : tensor<4xi1>
  %2 = tg.or %lt, %gt : tensor<4xi1>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Of integers it is.
// CHECK-LABEL: func.func @integer_relations
// CHECK-NEXT:    %[[NE:.*]] = tg.compare ne %arg0, %arg1
// CHECK-NEXT:    return %[[NE]]
func.func @integer_relations(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %lt = tg.compare lt %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %gt = tg.compare lt %y, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %0 = tg.or %lt, %gt : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// A choice between results of one op is that op on a choice.
// CHECK-LABEL: func.func @equal_ops
// CHECK-NEXT:    %[[S:.*]] = tg.select %arg0, %arg1, %arg2
// CHECK-NEXT:    %[[D:.*]] = tg.div %[[S]], %arg3
// CHECK-NEXT:    return %[[D]]
func.func @equal_ops(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.div %x, %z : tensor<4xf32>
  %1 = tg.div %y, %z : tensor<4xf32>
  %2 = tg.select %p, %0, %1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Not if there would be more to compute: the choice is larger than its sides.
// CHECK-LABEL: func.func @small_sides
// CHECK:         tg.exp %arg1
// CHECK:         tg.exp %arg2
// CHECK:         tg.select
func.func @small_sides(%p: tensor<4xi1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<f32>
  %1 = tg.exp %y : tensor<f32>
  %2 = tg.select %p, %0, %1 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Splats are computed: the ops that meet here are those of the kernels.
// CHECK-LABEL: func.func @splats
// CHECK-DAG:     %[[S:.*]] = tg.constant dense<7> : tensor<4xi32>
// CHECK-DAG:     %[[E:.*]] = tg.constant dense<2.71828175> : tensor<f32>
// CHECK:         return %[[S]], %[[E]]
func.func @splats() -> (tensor<4xi32>, tensor<f32>) {
  %a = tg.constant dense<3> : tensor<4xi32>
  %b = tg.constant dense<4> : tensor<i32>
  %c = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.add %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = tg.exp %c : tensor<f32>
  return %0, %1 : tensor<4xi32>, tensor<f32>
}
