// RUN: tg-opt --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope %s | tg-filecheck %s

// CHECK:      func.func @f(%arg0: i32 loc(unknown)) -> i32 {
// CHECK-NEXT:   return %arg0 : i32 loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @f(%x: i32 loc("x.py":1:2)) -> i32 {
  return %x : i32 loc("y.py":3:4)
}
