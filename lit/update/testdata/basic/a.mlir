// RUN: cat %S/1 | FileCheck %s

// What this function does is written here.
func.func @body(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) {
  return
}

func.func @none() { return }
func.func private @outside(tensor<4xf32>)
func.func @gone() { return }

module @inner {
  func.func @body(%x: i32) { return }
}

memref.global "private" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
