// RUN: tg-opt --print-memory %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-memory=json %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON
// The program stays as it is.
// RUN: tg-opt %s | diff - %t
// What the report says is what the pass does.
// RUN: tg-opt --pass-pipeline='builtin.module(schedule-memory{moves=0},print-memory)' %s -o %t 2>&1 | tg-filecheck %s --check-prefix=AFTER
// RUN: tg-run --memory-report --workers=1 --input=1024xf32=1 --input=1024xf32=1 --elide=1 %s 2>&1 | tg-filecheck %s --check-prefix=REPORT

// Both large values need not be there at once.

// CHECK:       132 KiB in all
// CHECK:       what would help
// CHECK-NEXT:  60 KiB less by another order alone, as `schedule-memory{moves=0}` finds it
// REPORT:      60 KiB less by another order alone
// JSON:        "reordering": {
// JSON-NEXT:   "saved": 61440
// JSON-NEXT:   }
// AFTER:       72 KiB in all
// AFTER:       0 B less by another order alone
func.func @main(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %a = tg.broadcast %x dims [1] : (tensor<1024xf32>) -> tensor<16x1024xf32>
  %b = tg.broadcast %y dims [1] : (tensor<1024xf32>) -> tensor<16x1024xf32>
  %c = tg.reduce sum %a dims [0] : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %d = tg.reduce max %b dims [0] : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %r = tg.add %c, %d : tensor<1024xf32>
  return %r : tensor<1024xf32>
}
