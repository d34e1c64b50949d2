// A step that makes the program worse is taken if a better one comes of it,
// within the tolerance and the lookahead.
//
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --substitute="%S/search.rules shipped=false" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast lookahead=0" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast max-candidates=1" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast time-budget=0" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast" --remarks-filter=Substitute %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK
// RUN: tg-opt --substitute="%S/search.rules shipped=false tolerance=4 fp=fast" --mlir-pass-statistics %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT

// Draws find it, too, if there are enough of them; the same seed draws the same.
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000 fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000 seed=18446744073709551615 fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1 fp=fast" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000 fp=fast time-budget=0" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000" %s | tg-filecheck %s --check-prefix=STRICT
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000 fp=fast" --remarks-filter=Substitute %s -o %t 2>&1 | tg-filecheck %s --check-prefix=REMARK
// RUN: tg-opt --substitute="%S/search.rules shipped=false random=1000 fp=fast" --mlir-pass-statistics %s -o %t 2>&1 | tg-filecheck %s --check-prefix=DRAWN
// DRAWN-DAG: (S) {{[1-9][0-9]*}} num-drawn
// DRAWN-DAG: (S) 3 num-substituted
// DRAWN-DAG: (S) 3 num-windows

// CHECK-LABEL: func.func @detour
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    return %[[E]]
// STRICT-LABEL: func.func @detour
// STRICT:         tg.abs
// REMARK: remark: [Passed] substitute | Category:Substitute | Function=detour | Remark="replaced 2 ops by 1, {{.*}} s by {{.*}} s as predicted, with abs-is-root, root-of-exp"
// COUNT-DAG: (S) 3 num-substituted
// COUNT-DAG: (S) 3 num-windows
func.func @detour(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.abs %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Equal subgraphs are searched once.
// CHECK-LABEL: func.func @again
// CHECK-NOT:     tg.abs
// CHECK:         return
func.func @again(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.abs %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Nothing better comes of this one.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT:    %[[A:.*]] = tg.abs %arg0
// CHECK-NEXT:    return %[[A]]
func.func @stays(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.abs %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// What is used elsewhere stays, and what comes of it is used there.
// CHECK-LABEL: func.func @shared
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    return %[[E]], %[[E]]
func.func @shared(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = tg.exp %x : tensor<64x64xf32>
  %1 = tg.abs %0 : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
