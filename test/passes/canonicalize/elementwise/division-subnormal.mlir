// A division by a power of two becomes a product where the type has the reciprocal: a subnormal one is exact, too, one that overflows is none.

// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-run %s --entry=f64 --input=4xf64=1.0e-310,5.0e-324,2.5e-323,-0.0 | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --canonicalize %s | tg-run - --entry=f64 --input=4xf64=1.0e-310,5.0e-324,2.5e-323,-0.0 | tg-filecheck %s --check-prefix=SAME

// SAME:      4xf64=0.017976931348623104 8.881784197001252e-16 4.440892098500626e-15 -0
// SAME-NEXT: 4xf64=0.008988465674311552 4.440892098500626e-16 2.220446049250313e-15 -0
// SAME-NEXT: 4xf64=5e-311 0 1e-323 -0
// SAME-NEXT: 4xf64=0 0 0 -0

// CHECK-LABEL: func.func @f64(
// CHECK-DAG:     %[[TINY:.*]] = tg.constant dense<5.5626846462680035E-309> : tensor<f64>
// CHECK:         tg.div %arg0, %[[TINY]]
// CHECK-NEXT:    tg.mul %arg0
// CHECK-NEXT:    tg.mul %arg0
// CHECK-NEXT:    tg.mul %arg0
func.func @f64(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %a = tg.constant dense<0x0004000000000000> : tensor<f64>
  %b = tg.constant dense<0x0008000000000000> : tensor<f64>
  %c = tg.constant dense<2.0> : tensor<f64>
  %d = tg.constant dense<0x7FE0000000000000> : tensor<f64>
  %0 = tg.div %x, %a : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %1 = tg.div %x, %b : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %2 = tg.div %x, %c : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %3 = tg.div %x, %d : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %0, %1, %2, %3 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @f32(
// CHECK:         tg.div %arg0
// CHECK-NEXT:    tg.mul %arg0
func.func @f32(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.constant dense<0x00200000> : tensor<f32>
  %b = tg.constant dense<0x00400000> : tensor<f32>
  %0 = tg.div %x, %a : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.div %x, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @f16(
// CHECK:         tg.div %arg0
// CHECK-NEXT:    tg.mul %arg0
func.func @f16(%x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %a = tg.constant dense<0x0100> : tensor<f16>
  %b = tg.constant dense<0x0200> : tensor<f16>
  %0 = tg.div %x, %a : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %1 = tg.div %x, %b : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}

// CHECK-LABEL: func.func @bf16(
// CHECK:         tg.div %arg0
// CHECK-NEXT:    tg.mul %arg0
func.func @bf16(%x: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %a = tg.constant dense<0x0020> : tensor<bf16>
  %b = tg.constant dense<0x0040> : tensor<bf16>
  %0 = tg.div %x, %a : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = tg.div %x, %b : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xbf16>
}
