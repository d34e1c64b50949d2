// RUN: tg-opt --pass-pipeline='builtin.module(composite-fixed-point-pass{name=Clean pipeline=func.func(cse,canonicalize),symbol-dce})' --dump-pass-pipeline --mlir-print-ir-before-all %s 2>&1 | tg-filecheck %s
// RUN: tg-opt '--composite-fixed-point-pass=name=Flip pipeline=snapshot-op-locations{filename=%t.snap},strip-debuginfo max-iterations=1' %s 2>&1 | tg-filecheck %s --check-prefix=WARN
// RUN: not tg-opt --composite-fixed-point-pass=pipeline=csse %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt '--composite-fixed-point-pass=pipeline=func.func(cse' %s 2>&1 | tg-filecheck %s --check-prefix=PAREN
// RUN: not tg-opt '--composite-fixed-point-pass=pipeline=cse max-iterations=0' %s 2>&1 | tg-filecheck %s --check-prefix=ROUNDS
// RUN: not tg-opt '--composite-fixed-point-pass=pipeline=func.funk(cse)' %s 2>&1 | tg-filecheck %s --check-prefix=ANCHOR

// CHECK: composite-fixed-point-pass{max-iterations=10 name=Clean pipeline=func.func(cse,canonicalize{{.*}}),symbol-dce}
// CHECK: IR Dump Before Clean (composite-fixed-point-pass)
// CHECK: IR Dump Before CSE (cse)
// CHECK: IR Dump Before Canonicalizer (canonicalize)
// CHECK: IR Dump Before SymbolDCE (symbol-dce)
// CHECK: IR Dump Before CSE (cse)
// CHECK: IR Dump Before SymbolDCE (symbol-dce)

// WARN: warning: Composite pass "Flip"+ didn't converge in 1 iterations
// NAME: error: 'csse' does not refer to a registered pass or pass pipeline{{.*}}cse
// PAREN: error: missing closing ')' while processing pass options
// ROUNDS: Invalid maxIterations value: 0
// ANCHOR: func.funk
func.func private @unused() {
  return
}
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
