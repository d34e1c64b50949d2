// NOTE: checks written by tg-lit update
// RUN: cat %S/1 | FileCheck %s

// CHECK-LABEL: func.func @first() {
// CHECK: old
func.func @first() { return }

// The checks of this one are special.
// CHECKS-OFF
// CHECK-LABEL: @second
// CHECK: tg.neg
func.func @second() { return }

  // Indented, and in another order than the output.
  func.func @third() {
    // CHECK: inside
    return // CHECK: behind
  }

func.func @moved() { return }
func.func @fourth() { return }

// CHECK: at the end
