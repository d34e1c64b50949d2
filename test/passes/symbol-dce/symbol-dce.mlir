// RUN: tg-opt --symbol-dce %s | tg-filecheck %s

// CHECK-NOT: @unused
// CHECK-NOT: @recursive
// CHECK:     func.func private @used_by_used
// CHECK:     func.func private @used
// CHECK:     func.func @main
func.func private @unused() {
  call @used_by_unused() : () -> ()
  return
}
func.func private @used_by_unused() {
  return
}
func.func private @recursive() {
  call @recursive() : () -> ()
  return
}
func.func private @used_by_used() {
  return
}
func.func private @used() {
  call @used_by_used() : () -> ()
  return
}
func.func @main() {
  call @used() : () -> ()
  return
}
