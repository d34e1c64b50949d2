// RUN: tg-opt --print-memory="curve=1,0.98,0.95,0.5" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-memory="json curve=0.98,0.95" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON
// RUN: tg-opt --print-memory="curve=0.98 machine=gpu order=free moves=1000 seed=3" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=FREE
// The program stays as it is.
// RUN: tg-opt %s | diff - %t
// RUN: not tg-opt --print-memory="curve=0.9,x" %s 2>&1 | tg-filecheck %s --check-prefix=WORD
// RUN: not tg-opt --print-memory="curve=0.9,0" %s 2>&1 | tg-filecheck %s --check-prefix=ZERO
// RUN: not tg-opt --print-memory="curve=-0.5" %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --print-memory="curve=1.01" %s 2>&1 | tg-filecheck %s --check-prefix=WHOLE
// RUN: not tg-opt --print-memory="moves=-1" %s 2>&1 | tg-filecheck %s --check-prefix=MOVES

// What rematerialize does within parts of the peak: it says what that costs, and what is known of
// a budget that it does not meet.

// CHECK-LABEL: @ends
// CHECK:       what a budget costs, by `rematerialize`, as predicted on machine 'cpu'
// CHECK-NEXT:  budget bytes taken added time % ops again
// CHECK-NEXT:  1x 139264 139264 0 ns 0.00 0
// CHECK-NEXT:  0.98x 136479 135168 {{[0-9.]+}} ns {{[0-9.]+}} 1
// CHECK-NEXT:  0.95x 132301 none found: the least is 135168, and nothing takes less than 131072
// CHECK-NEXT:  0.5x 69632 below the floor: 'tg.transpose' {{.*}}curve.mlir:[[@LINE+32]]:8 needs 131072 with all that it reads
// CHECK-LABEL: @blocks
// CHECK:       what a budget costs
// CHECK-NEXT:  not tried: function @blocks has several blocks
// CHECK-LABEL: @dynamic
// CHECK-NOT:   what a budget costs
// CHECK-LABEL: @empty
// CHECK:       1x 0 0 0 ns 0.00 0
// CHECK:       0.5x 0 0 0 ns 0.00 0
// JSON:        "curve": {
// JSON-NEXT:   "total": 139264,
// JSON-NEXT:   "floor": 131072,
// JSON-NEXT:   "floor_op": {
// JSON-NEXT:   "op": "tg.transpose",
// JSON:        "budget": "0.98x",
// JSON-NEXT:   "bytes": 136479,
// JSON-NEXT:   "met": true,
// JSON-NEXT:   "total": 135168,
// JSON-NEXT:   "added_seconds": {{[0-9.e-]+}},
// JSON-NEXT:   "added_percent": {{[0-9.]+}},
// JSON-NEXT:   "recomputed": 1
// JSON:        "budget": "0.95x",
// JSON-NEXT:   "bytes": 132301,
// JSON-NEXT:   "met": false,
// JSON:        "untried": "function @blocks has several blocks
// FREE:        what a budget costs, by `rematerialize`, as predicted on machine 'gpu'
// FREE-NEXT:   budget
// FREE-NEXT:   0.98x 136479
func.func @ends(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %t = tg.exp %x : tensor<1024xf32>
  %a = tg.add %t, %y : tensor<1024xf32>
  %b = tg.broadcast %a dims [1] : (tensor<1024xf32>) -> tensor<16x1024xf32>
  %c = tg.transpose %b permutation [1, 0] : (tensor<16x1024xf32>) -> tensor<1024x16xf32>
  %d = tg.transpose %c permutation [1, 0] : (tensor<1024x16xf32>) -> tensor<16x1024xf32>
  %s = tg.reduce sum %d dims [0] : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %r = tg.mul %s, %t : tensor<1024xf32>
  return %r : tensor<1024xf32>
}

func.func @blocks(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %t = tg.exp %x : tensor<1024xf32>
  cf.br ^next
^next:
  %r = tg.add %t, %x : tensor<1024xf32>
  return %r : tensor<1024xf32>
}

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

func.func @empty() {
  return
}

// WORD:     --print-memory:1:1: error: 'curve' must be parts of the peak, such as 0.9,0.8, but has 'x'
// ZERO:     --print-memory:1:1: error: 'curve' must be parts of the peak above 0 and up to 1, but has '0'
// NEGATIVE: 'curve' must be parts of the peak above 0 and up to 1, but has '-0.5'
// WHOLE:    'curve' must be parts of the peak above 0 and up to 1, but has '1.01'
// MOVES:    'moves' must not be negative, but is -1
