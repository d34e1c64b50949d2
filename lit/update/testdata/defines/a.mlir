# RUN: cat %S/1 | FileCheck %s -D$TYPE=f32 -DN=4 --enable-var-scope
# RUN: cat %S/2 | FileCheck %s -D$TYPE=f64 -DN=4 --implicit-check-not=error
func.func @f() { return }
