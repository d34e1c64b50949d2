// RUN: tg-opt --sccp --remarks-filter=SCCP --mlir-pass-statistics %s 2>&1 | tg-filecheck %s

func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 3 : i32
  // CHECK: [[@LINE+1]]:8: remark: {{.*}}result 0 is always 6 : i32
  %1 = arith.addi %0, %0 : i32
  %2 = arith.muli %x, %1 : i32
  return %2 : i32
}
// CHECK: num-replaced
