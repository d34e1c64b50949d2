// RUN: tg-opt --canonicalize="max-iterations=0" %s | tg-filecheck %s --check-prefix=NONE
// RUN: tg-opt --canonicalize="max-num-rewrites=0" %s | tg-filecheck %s --check-prefix=NONE
// RUN: tg-opt --canonicalize="max-num-rewrites=1 max-iterations=1" %s | tg-filecheck %s --check-prefix=ONE
// RUN: tg-opt --canonicalize="max-num-rewrites=1 max-iterations=-1" %s | tg-filecheck %s --check-prefix=ALL
// RUN: tg-opt --canonicalize="top-down=false" %s | tg-filecheck %s --check-prefix=ALL
// RUN: tg-opt --canonicalize="disable-patterns=sub-neg,add-neg" %s | tg-filecheck %s --check-prefix=DISABLED
// RUN: tg-opt --canonicalize="enable-patterns=sub-neg" %s | tg-filecheck %s --check-prefix=ENABLED
// RUN: not tg-opt --canonicalize="max-num-rewrites=1 max-iterations=1 test-convergence" %s 2>&1 | tg-filecheck %s --check-prefix=CONVERGENCE
// RUN: tg-opt --canonicalize="max-iterations=3 test-convergence" %s | tg-filecheck %s --check-prefix=ALL
// RUN: not tg-opt --canonicalize="disable-patterns=sub-nag" %s 2>&1 | tg-filecheck %s --check-prefix=UNKNOWN
// RUN: not tg-opt --canonicalize="region-simplify=never" %s 2>&1 | tg-filecheck %s --check-prefix=VALUE
// RUN: not tg-opt --canonicalize="max-iteration=3" %s 2>&1 | tg-filecheck %s --check-prefix=OPTION

// NONE-LABEL: func.func @f
// NONE-COUNT-2: tg.neg
// NONE-NEXT:    tg.sub
// NONE-NEXT:    tg.add

// ONE-LABEL: func.func @f
// ONE-NEXT:    tg.neg %arg2
// ONE-NEXT:    tg.add
// ONE-NEXT:    tg.add
// ONE-NEXT:    return

// ALL-LABEL: func.func @f
// ALL-NEXT:    %[[A:.*]] = tg.add %arg0, %arg1
// ALL-NEXT:    %[[S:.*]] = tg.sub %[[A]], %arg2
// ALL-NEXT:    return %[[S]]

// DISABLED-LABEL: func.func @f
// DISABLED:         tg.neg
// DISABLED:         tg.neg
// DISABLED:         tg.sub
// DISABLED:         tg.add

// ENABLED-LABEL: func.func @f
// ENABLED:         %[[N:.*]] = tg.neg %arg2
// ENABLED:         %[[A:.*]] = tg.add %arg0, %arg1
// ENABLED:         tg.add %[[A]], %[[N]]

// CONVERGENCE: error: 'builtin.module' op canonicalization did not converge within max-iterations=1 and max-num-rewrites=1
// UNKNOWN:     error: canonicalize: there is no pattern or rule 'sub-nag'; did you mean 'sub-neg'?
// VALUE:       region-simplify
// VALUE-SAME:  never
// OPTION:      no such option max-iteration of pass 'canonicalize'; did you mean 'max-iterations'?
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %y : tensor<4xf32>
  %1 = tg.neg %z : tensor<4xf32>
  %2 = tg.sub %x, %0 : tensor<4xf32>
  %3 = tg.add %2, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
