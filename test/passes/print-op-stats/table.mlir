// RUN: tg-opt --print-op-stats %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-op-stats=json %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON

// CHECK:      Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT:   builtin.module , 1
// CHECK-NEXT:      func.func   , 2
// CHECK-NEXT:      func.return , 2

// JSON:      {
// JSON-NEXT:   "builtin.module" : 1,
// JSON-NEXT:   "func.func" : 2,
// JSON-NEXT:   "func.return" : 2
// JSON-NEXT: }
func.func @f() {
  return
}
func.func @g() {
  return
}
