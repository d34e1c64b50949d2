// RUN: show %S/1 %s | FileCheck %s
// The first line of the program.
func.func @f() {
  return
}
