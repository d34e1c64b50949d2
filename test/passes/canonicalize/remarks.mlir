// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:
// RUN: tg-opt --canonicalize=max-iterations=1 --remarks-filter-missed=.* %s 2>&1 | tg-filecheck %s --check-prefix=ONE --implicit-check-not=remark:
// RUN: tg-opt --canonicalize=max-num-rewrites=0 --remarks-filter-missed=.* %s 2>&1 | tg-filecheck %s --check-prefix=NONE --implicit-check-not=remark:

// ONE: remark: [Missed] canonicalize | Category:Canonicalizer | Remark="max-iterations=1 ended the work before nothing changed any more"
// NONE: remark: [Missed] canonicalize | Category:Canonicalizer | Remark="max-num-rewrites=0 ended 1 of the sweeps"

// The remarks come in the order in which things are done.
// CHECK: [[@LINE+9]]:8: remark: [Passed] canonicalize | Category:Canonicalizer | Function=f | Remark="moved the constants of 'arith.addi' to the right"
// CHECK: [[@LINE+9]]:8: remark: {{.*}} | Function=f | Remark="applied AddIAddConstant to 'arith.addi'"
// CHECK: [[@LINE+7]]:8: remark: {{.*}} | Function=f | Remark="removed 'arith.addi', which nothing uses"
// CHECK: [[@LINE+5]]:8: remark: {{.*}} | Function=f | Remark="removed 'arith.constant', which nothing uses"
// CHECK: [[@LINE+8]]:8: remark: {{.*}} | Function=f | Remark="folded 'arith.subi'"
// CHECK: [[@LINE+6]]:8: remark: {{.*}} | Function=f | Remark="removed 'arith.constant', which nothing uses"
func.func @f(%x: i32) -> (i32, i32) {
  // This one is gone when the second addition no longer uses it.
  %c = arith.constant 1 : i32
  %s = arith.addi %c, %x : i32
  %t = arith.addi %s, %c : i32
  %z = arith.constant 0 : i32
  %u = arith.subi %x, %z : i32
  return %t, %u : i32, i32
}
