// What reads bits reads every NaN as the positive quiet one, whichever way a program is executed:
// as it is written, optimised, and with its constants folded. StableHLO's sort, total order and
// bitcast, and ops of CHLO, of NaNs that the text writes with a sign and payload.
//
// RUN: tg-run %s | tg-filecheck %s
// RUN: tg-run --optimize %s | tg-filecheck %s
// RUN: tg-run --pass-pipeline=canonicalize %s | tg-filecheck %s
// RUN: tg-run --pass-pipeline=fold %s | tg-filecheck %s

// A constant keeps its bits where nothing but a movement is computed.
// RUN: tg-opt --stablehlo-to-tg --fold --canonicalize %s | tg-filecheck %s --check-prefix=TEXT

// TEXT-DAG:   tg.constant dense<[0xFFC12345, -2.000000e+00, 0x7F800001]> : tensor<3xf32>
// TEXT-DAG:   tg.constant dense<[0x7E00, -2.000000e+00, 0x7E00]> : tensor<3xf16>

// CHECK:      3xf32=nan -2 nan
// CHECK-NEXT: 3xi32=2143289344 -1073741824 2143289344
// CHECK-NEXT: 3xi32=2143289344 1073741824 2143289344
// CHECK-NEXT: 3xf16=nan -2 nan
// CHECK-NEXT: 3xi16=32256 -16384 32256
// CHECK-NEXT: 3xi1=false true false
// CHECK-NEXT: 3xf32=-2 nan nan
// CHECK-NEXT: 3xi32=-1073741824 2143289344 2143289344
// CHECK-NEXT: 3xi32=0 2 1
// CHECK-NEXT: 3xi32=2143289344 -1073741825 2143289344
// CHECK-NEXT: 2xi32=2143289344 7
func.func @main() -> (tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xf16>, tensor<3xi16>, tensor<3xi1>, tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[0xFFC12345, -2.0, 0x7F800001]> : tensor<3xf32>
  %0 = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3xi32>
  %minus = stablehlo.negate %x : tensor<3xf32>
  %1 = stablehlo.bitcast_convert %minus : (tensor<3xf32>) -> tensor<3xi32>
  %half = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xf16>
  %2 = stablehlo.bitcast_convert %half : (tensor<3xf16>) -> tensor<3xi16>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %3 = stablehlo.compare LT, %x, %zero, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %4 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  %5 = stablehlo.bitcast_convert %4 : (tensor<3xf32>) -> tensor<3xi32>
  %top, %at = chlo.top_k(%x, k = 3) : tensor<3xf32> -> (tensor<3xf32>, tensor<3xi32>)
  %next = chlo.next_after %x, %zero : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  %6 = stablehlo.bitcast_convert %next : (tensor<3xf32>) -> tensor<3xi32>
  %bits = stablehlo.constant dense<[-1, 7]> : tensor<2xi32>
  %7 = stablehlo.bitcast_convert %bits : (tensor<2xi32>) -> tensor<2xf32>
  %8 = stablehlo.bitcast_convert %7 : (tensor<2xf32>) -> tensor<2xi32>
  return %x, %0, %1, %half, %2, %3, %4, %5, %at, %6, %8 : tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xf16>, tensor<3xi16>, tensor<3xi1>, tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>
}
