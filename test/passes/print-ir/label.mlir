// RUN: tg-opt --pass-pipeline='builtin.module(print-ir{label=before},func.func(print-ir),symbol-privatize,print-ir{label="after all"})' %s -o %t 2>&1 | tg-filecheck %s

// CHECK:      // -----// IR Dump before //----- //
// CHECK-NEXT: module {
// CHECK:      // -----// IR Dump //----- //
// CHECK-NEXT: func.func @f() {
// CHECK:      // -----// IR Dump //----- //
// CHECK-NEXT: func.func @g() {
// CHECK:      // -----// IR Dump after all //----- //
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @f() {
func.func @f() {
  return
}
func.func @g() {
  return
}
