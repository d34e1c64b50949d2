// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=9KiB %s | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=1.2x %s | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=min %s | tg-filecheck %s --check-prefix=APART
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=12KiB %s | tg-filecheck %s --check-prefix=MERGED
// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5\ budget=1.5x %s | tg-filecheck %s --check-prefix=MERGED
// RUN: not tg-opt --cse=memory-aware\ budget=-1 %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --cse=memory-aware\ budget=0.8 %s 2>&1 | tg-filecheck %s --check-prefix=UNIT
// RUN: not tg-opt --cse=memory-aware\ budget=0x %s 2>&1 | tg-filecheck %s --check-prefix=ZERO
// RUN: not tg-opt --cse=memory-aware\ budget=9999999999TiB %s 2>&1 | tg-filecheck %s --check-prefix=LARGE

// Budgets are those of rematerialize; a part is of the peak without merging, which is
// 8 KiB here, and 12 KiB with it.
// APART-COUNT-2: = tg.exp
// MERGED-COUNT-1: = tg.exp
// MERGED-NOT: = tg.exp
// MERGED: return
// NEGATIVE: 'budget' must be a size such as 512MiB, a part of the peak such as 0.8x, or min, but is '-1'
// UNIT: 'budget' must be a size such as 512MiB, a part of the peak such as 0.8x, or min, but is '0.8'; a part of the peak ends with x: '0.8x'
// ZERO: 'budget' must be a part of the peak above 0, but is '0x'
// LARGE: 'budget' must be a size such as 512MiB, a part of the peak such as 0.8x, or min, but is '9999999999TiB'
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
