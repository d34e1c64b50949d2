// RUN: not tg-opt --pass-pipeline='builtin.module(assign-buffers,canonicalize)' %s 2>&1 | tg-filecheck %s
// RUN: tg-opt --pass-pipeline='builtin.module(canonicalize,assign-buffers)' %s | tg-filecheck %s --check-prefix=LAST

// Passes that change ops make a plan stale; so it is made last.
// LAST: tg.arena = 0 : i64
func.func @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'tg.exp' op result #0 does not lie in the arena, so its offset must be -1, but is {{.*}} stale; remove 'tg.arena' from the function and run `assign-buffers` again
  %0 = tg.exp %x : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<8x8xf32>
  %3 = tg.neg %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
