// RUN: tg-opt --refine-shapes %s | tg-filecheck %s

// What nobody needs goes, with an op of regions all that is in them, and it does not matter that
// ops in there were to be looked at, too.

// CHECK-LABEL: func.func @main(
// CHECK-NOT:     tg.if
// CHECK-NOT:     tg.sub
// CHECK:         return
func.func @main(%x: tensor<2x3xf64>) {
  %p = tg.constant dense<false> : tensor<i1>
  %0 = tg.if %p -> (tensor<2x3xui8>) {
    %mask = tg.constant dense<false> : tensor<2x3xi1>
    %1 = tg.select %mask, %x, %x : (tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %2 = tg.compare lt %1, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c = tg.constant dense<0> : tensor<2x3xui8>
    tg.yield %c : tensor<2x3xui8>
  } else {
    %c = tg.constant dense<0> : tensor<2x3xui8>
    tg.yield %c : tensor<2x3xui8>
  }
  %w = tg.constant dense<0> : tensor<3x2xui8>
  %3 = tg.conv %0, %w layout [n, c] x [i, o] -> [n, c] pads [] : (tensor<2x3xui8>, tensor<3x2xui8>) -> tensor<2x2xui8>
  %4 = tg.sub %3, %3 : tensor<2x2xui8>
  return
}
