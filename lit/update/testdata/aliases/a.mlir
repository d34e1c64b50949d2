// RUN: cat %S/1 | FileCheck %s
#map = affine_map<(d0) -> (d0)>
func.func @f(%x: memref<4xf32, #map>) { return }
// -----
func.func @g(%x: i32) { return }
