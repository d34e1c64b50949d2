// What is computed has the bits of a run, whatever the type, and one NaN; what a run would
// refuse stays, and so does what the interpreter has no type for.
//
// RUN: tg-opt --fold %s | tg-filecheck %s
// RUN: tg-opt --fold --remarks-filter-missed=Fold %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: func.func @floats
// CHECK-NEXT:    tg.constant dense<[-1.000000e+00, 0x7FC00000, 0.000000e+00, -0.000000e+00, 0xFF800000, -1.401300e-45]> : tensor<6xf32>
// CHECK-NEXT:    tg.constant dense<[-9.183550e-41, 0.000000e+00]> : tensor<2xbf16>
// CHECK-NEXT:    tg.constant dense<[0.000000e+00, 0x7E00, 0x7C00]> : tensor<3xf16>
// CHECK-NEXT:    return
func.func @floats() -> (tensor<6xf32>, tensor<2xbf16>, tensor<3xf16>) {
  %0 = tg.constant dense<[1.0, 0x7FC12345, -0.0, 0.0, 0x7F800000, 1.0e-45]> : tensor<6xf32>
  %1 = tg.neg %0 : tensor<6xf32>
  %2 = tg.constant dense<[1.0e-40, -0.0]> : tensor<2xbf16>
  %3 = tg.neg %2 : tensor<2xbf16>
  %4 = tg.constant dense<[6.0e-8, 0x7E00, 30000.0]> : tensor<3xf16>
  %5 = tg.mul %4, %4 : tensor<3xf16>
  return %1, %3, %5 : tensor<6xf32>, tensor<2xbf16>, tensor<3xf16>
}

// CHECK-LABEL: func.func @integers
// CHECK-NEXT:    tg.constant dense<[254, 2]> : tensor<2xui8>
// CHECK-NEXT:    tg.constant dense<[-128, 127]> : tensor<2xi8>
// CHECK-NEXT:    tg.constant dense<[-1, -2147483648]> : tensor<2xi32>
// CHECK-NEXT:    tg.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT:    return
func.func @integers() -> (tensor<2xui8>, tensor<2xi8>, tensor<2xi32>, tensor<2xi1>) {
  %0 = tg.constant dense<[255, 1]> : tensor<2xui8>
  %1 = tg.add %0, %0 : tensor<2xui8>
  %2 = tg.constant dense<[-128, -127]> : tensor<2xi8>
  %3 = tg.neg %2 : tensor<2xi8>
  %4 = tg.constant dense<[1, -2147483648]> : tensor<2xi32>
  %5 = tg.constant dense<[0, -1]> : tensor<2xi32>
  %6 = tg.div %4, %5 : tensor<2xi32>
  %7 = tg.constant dense<[true, false]> : tensor<2xi1>
  %8 = tg.not %7 : tensor<2xi1>
  return %1, %3, %6, %8 : tensor<2xui8>, tensor<2xi8>, tensor<2xi32>, tensor<2xi1>
}

// CHECK-LABEL: func.func @scalars
// CHECK-NEXT:    %[[C:.*]] = arith.constant -5 : i32
// CHECK-NEXT:    return %[[C]]
func.func @scalars() -> i32 {
  %0 = arith.constant 3 : i32
  %1 = arith.constant 8 : i32
  %p = arith.constant false
  %2 = scf.if %p -> (i32) {
    scf.yield %0 : i32
  } else {
    %3 = arith.subi %0, %1 : i32
    scf.yield %3 : i32
  }
  return %2 : i32
}

// CHECK-LABEL: func.func @left
// CHECK:         arith.divsi
// CHECK:         tg.add
// CHECK:         tg.iota
// CHECK:         return
func.func @left() -> (i32, tensor<2xi4>, tensor<1099511627776xi32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=left | Remark="left 'arith.divsi': 'arith.divsi' op division by zero"
  %0 = arith.divsi %one, %zero : i32
  %1 = tg.constant dense<[7, -8]> : tensor<2xi4>
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=left | Remark="left 'tg.add': no value of type 'tensor<2xi4>' can be computed"
  %2 = tg.add %1, %1 : tensor<2xi4>
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=left | Remark="left 'tg.iota': a value takes more than max-bytes=268435456"
  %3 = tg.iota dim 0 : tensor<1099511627776xi32>
  return %0, %2, %3 : i32, tensor<2xi4>, tensor<1099511627776xi32>
}
