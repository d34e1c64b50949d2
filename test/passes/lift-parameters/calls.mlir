// RUN: tg-opt --lift-parameters=to=%t.npz %s | tg-filecheck %s
// RUN: tg-opt --lift-parameters=to=%t.npz %s > %t.mlir
// RUN: tg-run %t.mlir --inputs=%t.npz --input=%x=1x2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s
// RUN: tg-run %s --input=%x=1x2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s
// RUN: tg-opt --lower-parameters=from=%t.npz %t.mlir | tg-filecheck --check-prefix=BACK %s
// RUN: tg-opt --lower-parameters=from=%t.npz %t.mlir | tg-run - --input=%x=1x2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s

// VALUE: 1x2xf32=[-309.75 -386.5]

// A callee is given what it needs, once for all calls; who is not reached from @main hands over constants.
// CHECK-NOT:     util.global {{.*}}layer
// CHECK-LABEL: func.func private @dense(
// CHECK-SAME:      %arg0: tensor<2x2xf32> {tg.name = "layer/kernel"}, %arg1: tensor<2xf32> {tg.name = "b0"}, %arg2: tensor<1x2xf32>)
// CHECK-NEXT:    stablehlo.dot_general %arg2, %arg0,
// CHECK-NEXT:    stablehlo.broadcast_in_dim %arg1,
// CHECK-LABEL: func.func @other(%arg0: tensor<1x2xf32>)
// CHECK-NEXT:    %[[K:.*]] = tg.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK-NEXT:    %[[B:.*]] = tg.constant dense<[2.500000e-01, 7.500000e-01]> : tensor<2xf32>
// CHECK-NEXT:    call @dense(%[[K]], %[[B]], %arg0)
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %arg0: tensor<2x2xf32> {tg.name = "layer/kernel"}, %arg1: tensor<2xf32> {tg.name = "b0"}, %arg2: tensor<1x2xf32> {tg.name = "scale"},
// CHECK-SAME:      %arg3: tensor<2x2xf32> {tg.name = "w0"}, %arg4: tensor<1x2xf32> {tg.name = "x"})
// CHECK-NEXT:    %[[Y:.*]] = call @dense(%arg0, %arg1, %arg4)
// CHECK-NEXT:    call @dense(%arg0, %arg1, %[[Y]])
// CHECK-NEXT:    stablehlo.multiply {{.*}}, %arg2
// CHECK-NEXT:    stablehlo.dot_general {{.*}}, %arg3,

// BACK-LABEL: func.func @main(%arg0: tensor<1x2xf32> {tg.name = "x"})
// BACK-COUNT-4: stablehlo.constant
util.global private @"layer/kernel" = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
func.func private @dense(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %p = util.global.address @"layer/kernel" : !util.ptr<tensor<2x2xf32>>
  %w = util.global.load.indirect %p : !util.ptr<tensor<2x2xf32>> -> tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %b = stablehlo.constant dense<[0.25, 0.75]> : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}
func.func @other(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = call @dense(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = call @dense(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = call @dense(%0) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = stablehlo.constant dense<[[1.0, -2.0]]> : tensor<1x2xf32> loc("scale")
  %2 = stablehlo.multiply %1, %c : tensor<1x2xf32>
  %r = stablehlo.constant dense_resource<k> : tensor<2x2xf32>
  %3 = stablehlo.dot_general %2, %r, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %3 : tensor<1x2xf32>
}
{-# dialect_resources: { builtin: { k: "0x040000000000803f000000400000404000008040" } } #-}
