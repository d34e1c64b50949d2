; RUN: cat %S/1 | FileCheck %s --match-full-lines --strict-whitespace
func.func @f(%x: i32) { return }
