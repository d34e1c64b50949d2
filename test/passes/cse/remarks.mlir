// RUN: tg-opt --cse --remarks-filter=CSE %s 2>&1 | tg-filecheck %s

func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  // CHECK: [[@LINE+1]]:8: remark: {{.*}}merged with the 'arith.addi' op at 4:8
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
