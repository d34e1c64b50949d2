// RUN: tg-run %s --input=2x3xf32=[[1,2,3],[4,5,6]] --input=3xf32=[1,1,2] | tg-filecheck %s
// RUN: tg-run %s --input=2x3xf32=[[1,2,3],[4,5,6]] --input=3xf32=[1,1,2] --no-plan --workers=1 | tg-filecheck %s
// RUN: tg-run %s --entry=rows --input=index=2 --input=4xf32=[1,2,3,4] | tg-filecheck --check-prefix=ROWS %s
// RUN: not tg-run %s --entry=rows --input=index=-1 --input=4xf32=[1,2,3,4] 2>&1 | tg-filecheck --check-prefix=NEGATIVE %s

// The sum reads what the first compute has made, mirrored and transposed.
// CHECK: 3x2xf32=[1 4][1 4][0 3]
// CHECK-NEXT: 2xf32=11 2
func.func @main(%x: tensor<2x3xf32>, %e: tensor<3xf32>) -> (tensor<3x2xf32>, tensor<2xf32>) {
  %0 = te.compute [k in -2..1, b < 2] -> tensor<3x2xf32> {
    %2 = te.read %x [b, -k] : tensor<2x3xf32>
    %3 = te.read %e [-k] : tensor<3xf32>
    %4 = tg.sub %2, %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %1 = te.compute [b < 2] sum [c < 3] -> tensor<2xf32> {
    %2 = te.read %0 [2 - c, 1 - b] : tensor<3x2xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<3x2xf32>, tensor<2xf32>
}

// ROWS: 2x3xf32=[0 1 2][2 3 4]
// NEGATIVE: error: 'te.compute' op axis 'i' cannot have -1 values
func.func @rows(%n: index, %x: tensor<4xf32>) -> tensor<?x3xf32> {
  %0 = te.compute [i < %n, j < 3] -> tensor<?x3xf32> {
    %1 = te.read %x [2 * i + j - 1] if (2 * i + j >= 1) : tensor<4xf32>
    te.yield %1 : tensor<f32>
  }
  return %0 : tensor<?x3xf32>
}
