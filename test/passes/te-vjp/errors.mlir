// RUN: not tg-opt --te-vjp %s 2>&1 | tg-filecheck %s --check-prefix=NONE
// RUN: not tg-opt --te-vjp=func=nobody %s 2>&1 | tg-filecheck %s --check-prefix=NOBODY
// RUN: not tg-opt --te-vjp=func=bits %s 2>&1 | tg-filecheck %s --check-prefix=BITS

// NONE: error: option 'func' must name the function to differentiate
// NOBODY: error: {{.*}}nobody
// BITS: errors.mlir:[[@LINE+5]]:{{[0-9]+}}: error: 'tg.bitcast' has no derivative: numbers are no function of bits
// BITS: note: it varies with
func.func @bits(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = te.compute [a < 4] -> tensor<4xf32> {
    %1 = te.read %x [a] : tensor<4xf32>
    %2 = tg.bitcast %1 : (tensor<f32>) -> tensor<i32>
    %3 = tg.bitcast %2 : (tensor<i32>) -> tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}
