// RUN: tg-opt --print-memory %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-memory="top=1" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=TOP
// RUN: tg-opt --print-memory=json %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON

// The value at both ends of the chain is idle at the peak, and cheap to compute again. What cannot
// be planned is named, and the others are reported on all the same.

// CHECK:       Memory by the plan, for 1 worker:
// CHECK:       @recursive {{.*}}report.mlir:[[@LINE+18]]:1
// CHECK-NEXT:  not planned: 'func.call' op calls @recursive, which is recursive ({{.*}}:[[@LINE+18]]:8); a run takes storage from a pool
// CHECK:       @dynamic
// CHECK-NEXT:  not planned: 'func.func' op has a value of type 'tensor<?xf32>', whose size only a run knows ({{.*}}); a run takes storage from a pool
// CHECK:       @ends
// CHECK-NEXT:  768 KiB in all: 512 KiB of arena, 256 KiB of results beside it
// CHECK-NEXT:  768 KiB live at most
// CHECK-NEXT:  256 KiB of arguments, which are the caller's: 1 value
// CHECK:       most is live at 'tg.transpose' {{.*}}, point 2 of 5, of it
// CHECK-NEXT:  256 KiB results
// CHECK-NEXT:  512 KiB intermediates
// CHECK:       the largest there
// CHECK-NEXT:  256 KiB intermediate %0 : tensor<256x256xf32>, made by 'tg.exp' {{.*}}, last used by 'tg.add'
// CHECK:       256 KiB are idle at the peak, in 1 value: neither made nor read there
// CHECK:       the cheapest of these to compute again, as predicted on machine 'cpu'
// CHECK-NEXT:  256 KiB in {{.*}} us: %0 of 'tg.exp'
// TOP:         the largest there
// TOP:         512 KiB in 2 more
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// JSON:        "workers": 1,
// JSON:        "name": "ends",
// JSON:        "peak_live": 786432,
// JSON-NEXT:   "arena": 524288,
// JSON-NEXT:   "results_beside_arena": 262144,
// JSON-NEXT:   "total": 786432,
// JSON:        "idle_bytes": 262144,
// JSON:        "operands_gone": 0
func.func @ends(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %t = tg.exp %x : tensor<256x256xf32>
  %0 = tg.transpose %t permutation [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = tg.transpose %0 permutation [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = tg.add %1, %t : tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}
