// RUN: cat %S/1 | FileCheck %s
func.func @f() { return }
