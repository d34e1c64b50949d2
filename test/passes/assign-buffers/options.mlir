// RUN: tg-opt --assign-buffers=capacity=512 %s | tg-filecheck %s
// RUN: not tg-opt --assign-buffers=capacity=511 %s 2>&1 | tg-filecheck %s --check-prefix=CAPACITY
// RUN: not tg-opt --assign-buffers=capacity=0 %s 2>&1 | tg-filecheck %s --check-prefix=ZERO
// RUN: not tg-opt --assign-buffers=capacity=99999999999999999999 %s 2>&1 | tg-filecheck %s --check-prefix=BEYOND
// RUN: not tg-opt --assign-buffers=time=0 %s 2>&1 | tg-filecheck %s --check-prefix=TIME
// RUN: not tg-opt --assign-buffers=work=-1 %s 2>&1 | tg-filecheck %s --check-prefix=WORK
// RUN: not tg-opt --assign-buffers=workers=0 %s 2>&1 | tg-filecheck %s --check-prefix=WORKERS
// RUN: tg-opt --assign-buffers=time=1s %s | tg-filecheck %s
// RUN: tg-opt --pass-pipeline='builtin.module(func.func(cse),assign-buffers)' %s | tg-filecheck %s --check-prefix=ONE

// CHECK: tg.arena = 512
// CAPACITY: options.mlir:[[@LINE+7]]:1: error: function @f does not fit into the capacity of 511 bytes: no arena is smaller than 512, and the smallest found has 512
// ZERO: 'capacity' must be a size above 0, such as 1MiB, but is '0'
// BEYOND: 'capacity' must be a size above 0, such as 1MiB, but is '99999999999999999999'
// TIME: 'time' must be a duration above 0, such as 10s or 500ms, but is '0'
// WORK: 'work' must not be negative, but is -1
// WORKERS: 'workers' must be from 1 to 65536, but is 0
// ONE: tg.arena = 256
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.exp %x : tensor<8x8xf32>
  %1 = tg.exp %x : tensor<8x8xf32>
  %2 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  %3 = tg.transpose %1 permutation [1, 0] : tensor<8x8xf32>
  %4 = tg.add %2, %3 : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
