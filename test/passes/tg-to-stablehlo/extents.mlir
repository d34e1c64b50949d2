// What has extents that only the run knows is told them, as numbers that are computed of those of
// the operand. Bits of complex numbers are those of their parts.

// RUN: tg-opt --tg-to-stablehlo %s | tg-filecheck %s
// RUN: tg-run %s --entry=reshape --input=3x4xf32=[[1,2,3,4][5,6,7,8][9,10,11,12]] > %t.reshape
// RUN: tg-opt --tg-to-stablehlo %s | tg-run --entry=reshape --input=3x4xf32=[[1,2,3,4][5,6,7,8][9,10,11,12]] | diff %t.reshape -
// RUN: tg-run %s --entry=broadcast --input=3x1xf32=[1,2,3] > %t.broadcast
// RUN: tg-opt --tg-to-stablehlo %s | tg-run --entry=broadcast --input=3x1xf32=[1,2,3] | diff %t.broadcast -
// RUN: tg-run %s --entry=words '--input=2xcomplex<f32>=[(1,-2),(nan,0)]' > %t.words
// RUN: tg-opt --tg-to-stablehlo %s | tg-run --entry=words '--input=2xcomplex<f32>=[(1,-2),(nan,0)]' | diff %t.words -
// RUN: tg-run %s --entry=numbers --input=2x16xui8=[0,0,128,63,0,0,0,64,9,8,7,6,5,4,3,2,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] --input=2xui64=[4611686019492741120,7] --input=2x2xui64=[1,2,3,4] > %t.numbers
// RUN: tg-opt --tg-to-stablehlo %s | tg-run --entry=numbers --input=2x16xui8=[0,0,128,63,0,0,0,64,9,8,7,6,5,4,3,2,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] --input=2xui64=[4611686019492741120,7] --input=2x2xui64=[1,2,3,4] | diff %t.numbers -

// CHECK-LABEL: func.func @reshape(
// CHECK: %[[COUNT:.*]] = stablehlo.multiply
// CHECK: %[[ROWS:.*]] = stablehlo.divide %[[COUNT]],
// CHECK: %[[FIRST:.*]] = stablehlo.reshape %[[ROWS]] : (tensor<i64>) -> tensor<1xi64>
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate %[[FIRST]],
// CHECK: stablehlo.dynamic_reshape %{{.*}}, %[[SHAPE]] : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x2xf32>
// CHECK: %[[ALL:.*]] = stablehlo.multiply
// CHECK: %[[LIST:.*]] = stablehlo.reshape %[[ALL]]
// CHECK: stablehlo.dynamic_reshape %{{.*}}, %[[LIST]] : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
func.func @reshape(%x: tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?xf32>) {
  %0 = tg.reshape %x : (tensor<?x4xf32>) -> tensor<?x2xf32>
  %1 = tg.reshape %x : (tensor<?x4xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @broadcast(
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<2x?x4xf32>
func.func @broadcast(%x: tensor<?x1xf32>) -> tensor<2x?x4xf32> {
  %0 = tg.broadcast %x dims [1, 2] : (tensor<?x1xf32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// CHECK-LABEL: func.func @words(
// CHECK: stablehlo.real
// CHECK: stablehlo.imag
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x2xf32>) -> tensor<2xi64>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x2xf32>) -> tensor<2x2xi32>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x2xf32>) -> tensor<2x2x4xi8>
func.func @words(%x: tensor<2xcomplex<f32>>) -> (tensor<2xi64>, tensor<2x2xi32>, tensor<2x8xi8>) {
  %0 = tg.bitcast %x : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  %1 = tg.bitcast %x : (tensor<2xcomplex<f32>>) -> tensor<2x2xi32>
  %2 = tg.bitcast %x : (tensor<2xcomplex<f32>>) -> tensor<2x8xi8>
  return %0, %1, %2 : tensor<2xi64>, tensor<2x2xi32>, tensor<2x8xi8>
}

// CHECK-LABEL: func.func @numbers(
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x2x8xui8>) -> tensor<2x2xf64>
// CHECK: stablehlo.complex
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2xui64>) -> tensor<2x2xf32>
// CHECK: stablehlo.complex
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x2xui64>) -> tensor<2x2xf64>
// CHECK: stablehlo.complex
func.func @numbers(%x: tensor<2x16xui8>, %y: tensor<2xui64>, %z: tensor<2x2xui64>) -> (tensor<2xcomplex<f64>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>) {
  %0 = tg.bitcast %x : (tensor<2x16xui8>) -> tensor<2xcomplex<f64>>
  %1 = tg.bitcast %y : (tensor<2xui64>) -> tensor<2xcomplex<f32>>
  %2 = tg.bitcast %z : (tensor<2x2xui64>) -> tensor<2xcomplex<f64>>
  return %0, %1, %2 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>
}
