// RUN: tg-opt --assign-buffers %s -o %t
// RUN: tg-filecheck %s --input-file=%t
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 %s > %t.new
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 %t | diff %t.new -

// The states change places, so that they are put aside: the stage is the second pair.
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %lo = arith.constant 0 : index
  %hi = arith.constant 3 : index
  %one = arith.constant 1 : index
  // CHECK: scf.for
  %r:2 = scf.for %i = %lo to %hi step %one iter_args(%u = %x, %v = %y) -> (tensor<64xf32>, tensor<64xf32>) {
    %n = tg.add %u, %v : tensor<64xf32>
    scf.yield %v, %n : tensor<64xf32>, tensor<64xf32>
  }
  // CHECK: tg.workspace = array<i64: -1, 0, [[#]], 512>}
  %s = tg.sub %r#0, %r#1 : tensor<64xf32>
  return %s : tensor<64xf32>
}
