// The call of a function with constants is computed, also of one that calls
// itself, if the function does nothing else and the pass sees it as a whole.
//
// RUN: tg-opt --fold %s | tg-filecheck %s
// RUN: tg-opt --fold --remarks-filter=Fold %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: tg-opt --pass-pipeline="builtin.module(func.func(fold))" %s | tg-filecheck %s --check-prefix=ALONE
// RUN: tg-opt --fold="max-bytes=8" %s | tg-filecheck %s --check-prefix=SMALL

func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @factorial(%n: tensor<i32>) -> tensor<i32> {
  %one = tg.constant dense<1> : tensor<i32>
  %p = tg.compare le %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = tg.if %p -> (tensor<i32>) {
    tg.yield %one : tensor<i32>
  } else {
    %m = tg.sub %n, %one : tensor<i32>
    %f = func.call @factorial(%m) : (tensor<i32>) -> tensor<i32>
    %q = tg.mul %n, %f : tensor<i32>
    tg.yield %q : tensor<i32>
  }
  return %r : tensor<i32>
}

func.func private @checked(%x: tensor<i32>) -> tensor<i32> {
  check.expect_eq %x, %x : tensor<i32>
  return %x : tensor<i32>
}

func.func private @calls_checked(%x: tensor<i32>) -> tensor<i32> {
  %0 = func.call @checked(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func private @endless(%n: tensor<i32>) -> tensor<i32> {
  %0 = func.call @endless(%n) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func private @outside(tensor<i32>) -> tensor<i32>

// Nor is a barrier looked through.
func.func private @hidden(%x: tensor<i32>) -> tensor<i32> {
  %0 = tg.barrier %x : tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @computed
// CHECK-NEXT:    %[[A:.*]] = tg.constant dense<[1.000000e+00, 4.000000e+00, 9.000000e+00, 1.600000e+01]> : tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = tg.constant dense<120> : tensor<i32>
// CHECK-NEXT:    return %[[A]], %[[B]]
// ALONE-LABEL: func.func @computed
// ALONE:         call @square
// ALONE:         call @factorial
// SMALL-LABEL: func.func @computed
// SMALL:         call @square
// SMALL:         dense<120>
func.func @computed() -> (tensor<4xf32>, tensor<i32>) {
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=computed | Remark="computed 'func.call'"
  %0 = call @square(%c) : (tensor<4xf32>) -> tensor<4xf32>
  %five = tg.constant dense<5> : tensor<i32>
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=computed | Remark="computed 'func.call'"
  %1 = call @factorial(%five) : (tensor<i32>) -> tensor<i32>
  return %0, %1 : tensor<4xf32>, tensor<i32>
}

// A loop may call one, too.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT:    %[[C:.*]] = tg.constant dense<[0x7F800000, 1.000000e+00, 0.000000e+00, 0x7F800000]> : tensor<4xf32>
// CHECK-NEXT:    return %[[C]]
func.func @loop() -> tensor<4xf32> {
  %c = tg.constant dense<[2.0, 1.0, 0.5, -3.0]> : tensor<4xf32>
  %from = arith.constant 0 : index
  %to = arith.constant 9 : index
  %step = arith.constant 1 : index
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Passed] fold | Category:Fold | Function=loop | Remark="computed 'scf.for'"
  %0 = scf.for %i = %from to %to step %step iter_args(%x = %c) -> (tensor<4xf32>) {
    %1 = func.call @square(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @left
// CHECK:         call @checked
// CHECK:         call @calls_checked
// CHECK:         call @endless
// CHECK:         call @outside
// CHECK:         call @hidden
// CHECK:         return
func.func @left() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %five = tg.constant dense<5> : tensor<i32>
  %0 = call @checked(%five) : (tensor<i32>) -> tensor<i32>
  %1 = call @calls_checked(%five) : (tensor<i32>) -> tensor<i32>
  // REMARK-DAG: [[@LINE+1]]:8: remark: [Missed] fold | Category:Fold | Function=left | Remark="left 'func.call': 'func.call' op calls @endless more than 1000 levels deep"
  %2 = call @endless(%five) : (tensor<i32>) -> tensor<i32>
  %3 = call @outside(%five) : (tensor<i32>) -> tensor<i32>
  %4 = call @hidden(%five) : (tensor<i32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
