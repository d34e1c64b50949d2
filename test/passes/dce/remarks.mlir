// RUN: tg-opt --dce --remarks-filter=DCE %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

// CHECK: [[@LINE+1]]:1: remark: [Passed] dce | Category:DCE | Function=f | Remark="removed 1 unreachable blocks of 'func.func'"
func.func @f(%a: i32) -> i32 {
  // CHECK: [[@LINE+1]]:8: remark: [Passed] dce | Category:DCE | Function=f | Remark="removed 'arith.addi', whose results nobody needs"
  %d = arith.addi %a, %a : i32
  cf.br ^bb2(%a : i32)
^bb1(%b: i32):
  cf.br ^bb1(%b : i32)
^bb2(%c: i32):
  return %a : i32
}
// CHECK: remark: [Passed] dce | Category:DCE | Remark="removed 1 block arguments that nobody needs"
