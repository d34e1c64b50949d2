// RUN: tg-opt --cse %s | tg-filecheck %s --check-prefix=PLAIN
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5 --remarks-filter=CSE %s 2>&1 | tg-filecheck %s
// RUN: tg-opt --cse=memory-aware\ max-recompute=0 %s | tg-filecheck %s --check-prefix=PLAIN
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=1MiB %s | tg-filecheck %s --check-prefix=PLAIN
// RUN: not tg-opt --cse=memory-aware\ budget=0 %s 2>&1 | tg-filecheck %s --check-prefix=BUDGET
// RUN: not tg-opt --cse=memory-aware\ max-recompute=-1 %s 2>&1 | tg-filecheck %s --check-prefix=PART

// A value is used at both ends of a chain: kept in between, it takes room; plain
// cse does not mind.
// PLAIN-COUNT-1: tg.exp
// PLAIN-NOT: tg.exp
// PLAIN: return
// CHECK: memory-aware.mlir:[[@LINE+11]]:8: remark: {{.*}}left apart from the 'tg.exp' op at [[@LINE+5]]:8: merging raises the peak of function @chain from 8 KiB to 12 KiB, computing it again takes
// CHECK-COUNT-2: = tg.exp
// BUDGET: 'budget' must be more than 0 bytes; least memory is 'min'
// PART: 'max-recompute' must be a part of the time, such as 0.01, but is -1
func.func @chain(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tg.exp %x : tensor<32x32xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.neg %1 : tensor<32x32xf32>
  %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
  %4 = tg.abs %3 : tensor<32x32xf32>
  %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
  %6 = tg.exp %x : tensor<32x32xf32>
  %7 = tg.add %5, %6 : tensor<32x32xf32>
  return %7 : tensor<32x32xf32>
}
