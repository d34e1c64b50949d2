// Functions that each call the next one twice would become as many operations as
// two to the power of their number. A bound on what is copied keeps the rest as
// calls; what is called once is moved, and counts for nothing.
//
// RUN: tg-opt --inline="default-pipeline= max-growth=0" --mlir-pass-statistics %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT
// RUN: tg-opt --inline="default-pipeline= max-growth=0" --remarks-filter-missed=Inliner %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK
// RUN: tg-opt --inline="default-pipeline= max-growth=0" %s | tg-filecheck %s
// RUN: not tg-opt --inline="max-growth=-1" %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE

// COUNT: (S) {{[1-9][0-9]*}} num-too-large
// REMARK: Remark="@{{f[0-9]+}} is not inlined: {{[0-9]+}} operations would be copied, more than are left of max-growth=0"
// NEGATIVE: error: 'max-growth' must be at least 0, but is -1

// CHECK-LABEL: func.func @f0
// CHECK:         tg.tanh
// CHECK:         call @f
func.func @f0(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f1(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f1(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f1(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f2(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f2(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f2(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f3(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f3(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f3(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f4(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f4(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f4(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f5(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f5(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f5(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f6(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f6(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f6(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f7(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f7(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f7(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f8(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f8(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f8(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f9(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f9(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f9(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f10(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f10(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f10(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f11(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f11(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f11(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f12(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f12(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f12(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f13(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f13(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f13(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f14(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f14(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f14(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f15(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f15(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f15(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f16(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f16(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f16(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f17(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f17(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f17(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f18(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f18(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f18(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f19(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tg.tanh %0 : tensor<8xf32>
  %2 = call @f19(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f19(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @once(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @once(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.exp %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
