// RUN: cat %S/1 | FileCheck %s

// CHECK-LABEL: @by_hand
// CHECK: return
func.func @by_hand() { return }

// CHECKS-BEGIN --no-next
// CHECK-LABEL: func.func @by_hand() {
// CHECK: old
// CHECKS-END
