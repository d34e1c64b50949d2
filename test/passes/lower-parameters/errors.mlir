// RUN: tg-run %s --entry=make --output=@%t.npz
// RUN: tg-opt "--lower-parameters=from=%t.npz func=good" %s | tg-filecheck %s
// RUN: not tg-opt "--lower-parameters=from=%t.npz func=shape" %s 2>&1 | tg-filecheck --check-prefix=SHAPE %s
// RUN: not tg-opt "--lower-parameters=from=%t.npz func=none" %s 2>&1 | tg-filecheck --check-prefix=NONE %s
// RUN: not tg-opt "--lower-parameters=from=%t.absent.npz func=good" %s 2>&1 | tg-filecheck --check-prefix=ABSENT %s
// RUN: not tg-opt --lower-parameters=func=good %s 2>&1 | tg-filecheck --check-prefix=FROM %s

// CHECK-LABEL: func.func @good(%arg0: tensor<2xf32>)
// CHECK-NEXT:    %[[W:.*]] = tg.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    tg.add %[[W]], %arg0 : tensor<2xf32>
// CHECK-LABEL: func.func @caller(%arg0: tensor<2xf32>)
// CHECK-NEXT:    call @good(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// SHAPE: error: lower-parameters: {{.*}}.npz: 'w' is a tensor<2xf32>, but argument %w of function @shape is a tensor<3xf32>
// NONE: error: lower-parameters: {{.*}}.npz has none of the arguments of function @none: it holds other, w
// ABSENT: error: lower-parameters: cannot open '{{.*}}.absent.npz': No such file or directory
// FROM: error: lower-parameters: the option 'from' must name the file that the values are read from, such as from=weights.npz
func.func @make() -> (tensor<2xf32> {tg.name = "w"}, tensor<i32> {tg.name = "other"}) {
  %0 = tg.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = tg.constant dense<7> : tensor<i32>
  return %0, %1 : tensor<2xf32>, tensor<i32>
}
func.func @good(%w: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tg.add %w, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @good(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @shape(%w: tensor<3xf32>) -> tensor<3xf32> {
  return %w : tensor<3xf32>
}
func.func @none(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
