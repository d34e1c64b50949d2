// RUN: tg-opt '--differentiate=func=both mode=reverse' %s | tg-filecheck %s --check-prefix=BOTH
// RUN: tg-opt '--differentiate=func=extents mode=reverse' %s | tg-filecheck %s --check-prefix=EXTENTS
// RUN: tg-opt '--differentiate=func=open mode=reverse' %s | tg-filecheck %s --check-prefix=OPEN
// RUN: tg-opt '--differentiate=func=both mode=reverse' %s | tg-run --entry=both.vjp --inputs=random:1 --stats - 2>&1 | tg-filecheck %s --check-prefix=STATS

// Each of the two has a kernel of its own, that of any shapes whose axes merge to as many and begin
// alike.
// STATS: {{^}}reductions: {{ *}}2 kernels, sum.f32.010, sum.f32.101{{$}}

// The gradient of an operand that was broadcast is the sum along the axes that it was stretched
// along. Neighbouring axes of one kind are merged first: 00100 to 010, 11001 to 101.
// BOTH-LABEL: func.func @both.vjp(
// BOTH-SAME: %[[G:[a-z0-9]+]]: tensor<2x2x2x2x2xf32>) ->
// BOTH: %[[X:[a-z0-9_]+]] = tg.reshape %[[G]] : (tensor<2x2x2x2x2xf32>) -> tensor<4x2x4xf32>
// BOTH-NEXT: %[[SX:[a-z0-9_]+]] = tg.reduce sum %[[X]] dims [1] : (tensor<4x2x4xf32>) -> tensor<4x4xf32>
// BOTH-NEXT: %[[DX:[a-z0-9_]+]] = tg.reshape %[[SX]] : (tensor<4x4xf32>) -> tensor<2x2x1x2x2xf32>
// BOTH-NEXT: %[[Y:[a-z0-9_]+]] = tg.reshape %[[G]] : (tensor<2x2x2x2x2xf32>) -> tensor<4x4x2xf32>
// BOTH-NEXT: %[[SY:[a-z0-9_]+]] = tg.reduce sum %[[Y]] dims [0, 2] : (tensor<4x4x2xf32>) -> tensor<4xf32>
// BOTH-NEXT: %[[DY:[a-z0-9_]+]] = tg.reshape %[[SY]] : (tensor<4xf32>) -> tensor<1x1x2x2x1xf32>
// BOTH-NEXT: return %{{.*}}, %[[DX]], %[[DY]]
func.func @both(%x: tensor<2x2x1x2x2xf32>, %y: tensor<1x1x2x2x1xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tg.add %x, %y : (tensor<2x2x1x2x2xf32>, tensor<1x1x2x2x1xf32>) -> tensor<2x2x2x2x2xf32>
  return %0 : tensor<2x2x2x2x2xf32>
}

// Axes that are missing, of extent 1 in both, and without elements.
// EXTENTS-LABEL: func.func @extents.vjp(
// EXTENTS: tg.reshape %{{.*}} : (tensor<8x1x5xf32>) -> tensor<8x5xf32>
// EXTENTS-NEXT: tg.reduce sum %{{.*}} dims [0] : (tensor<8x5xf32>) -> tensor<5xf32>
// EXTENTS-NEXT: tg.reshape %{{.*}} : (tensor<8x1x5xf32>) -> tensor<40xf32>
// EXTENTS-NEXT: tg.reduce sum %{{.*}} dims [0] : (tensor<40xf32>) -> tensor<f32>
// EXTENTS: tg.reduce sum %{{.*}} dims [0] : (tensor<0x3xf32>) -> tensor<3xf32>
// EXTENTS-NEXT: tg.reshape %{{.*}} : (tensor<3xf32>) -> tensor<1x3xf32>
func.func @extents(%a: tensor<5xf32>, %b: tensor<8x1x5xf32>, %c: tensor<f32>, %d: tensor<1x3xf32>, %e: tensor<0x3xf32>) -> (tensor<8x1x5xf32>, tensor<8x1x5xf32>, tensor<0x3xf32>) {
  %0 = tg.add %d, %e : (tensor<1x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %1 = tg.add %c, %b : (tensor<f32>, tensor<8x1x5xf32>) -> tensor<8x1x5xf32>
  %2 = tg.add %a, %b : (tensor<5xf32>, tensor<8x1x5xf32>) -> tensor<8x1x5xf32>
  return %1, %2, %0 : tensor<8x1x5xf32>, tensor<8x1x5xf32>, tensor<0x3xf32>
}

// An axis of which only the run knows whether it was stretched becomes two, one of which has extent
// 1 then.
// OPEN-LABEL: func.func @open.vjp(
// OPEN-SAME: %[[X:[a-z0-9]+]]: tensor<?x4xf32>{{[^,)]*}}, %{{[a-z0-9]+}}: tensor<?x4xf32>{{[^,)]*}}, %[[G:[a-z0-9]+]]: tensor<?x4xf32>) ->
// OPEN: %[[KEPT:[a-z0-9_]+]] = tg.dim %[[X]] dim 0
// OPEN: %[[STRETCHED:[a-z0-9_]+]] = tg.compare eq %[[KEPT]], %[[ONE:[a-z0-9_]+]] :
// OPEN: %[[ALL:[a-z0-9_]+]] = tg.dim %[[G]] dim 0
// OPEN: tg.select %[[STRETCHED]], %[[ALL]], %[[ONE]] :
// OPEN: tg.dynamic_reshape %[[G]], %{{.*}} -> tensor<?x?x4xf32>
// OPEN-NEXT: tg.reduce sum %{{.*}} dims [1] : (tensor<?x?x4xf32>) -> tensor<?x4xf32>
// OPEN-NEXT: tg.shape_of %[[X]]
// OPEN-NEXT: tg.dynamic_reshape
func.func @open(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tg.add %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
