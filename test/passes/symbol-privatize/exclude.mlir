// RUN: tg-opt --symbol-privatize=exclude=main,other %s | tg-filecheck %s
// RUN: not tg-opt --symbol-privatize=exlude=main %s 2>&1 | tg-filecheck %s --check-prefix=OPTION

// OPTION: error: <Pass-Options-Parser>: no such option exlude

// CHECK-LABEL: func.func private @helper()
// CHECK-LABEL: func.func @main()
// CHECK-LABEL: func.func nested @other()
// CHECK:       module @inner attributes {sym_visibility = "private"} {
// CHECK-LABEL: func.func @deep()
func.func @helper() {
  return
}
func.func @main() {
  return
}
func.func nested @other() {
  return
}
module @inner {
  func.func @deep() {
    return
  }
}
