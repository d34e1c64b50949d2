// RUN: tg-opt --loop-invariant-code-motion --remarks-filter=LICM --mlir-pass-statistics %s 2>&1 | tg-filecheck %s

func.func @f(%n: index, %x: i32) {
  scf.for %i = %n to %n step %n {
    // CHECK: [[@LINE+1]]:10: remark: {{.*}}hoisted out of 1 loop(s)
    %0 = arith.addi %x, %x : i32
    // CHECK: [[@LINE+1]]:10: remark: {{.*}}not hoisted: it may be undefined where the loop does not run
    %1 = arith.divsi %0, %x : i32
    func.call @use(%1) : (i32) -> ()
  }
  return
}
func.func private @use(i32)
// CHECK: 1 num-hoisted
