// RUN: tg-opt --assign-buffers %s -o %t
// RUN: tg-filecheck %s --input-file=%t
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 --input=i1=true %s > %t.new
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 --input=i1=true %t | diff %t.new -

// Arguments of blocks lie in the arena, but for those of the first block; %w where %s
// is, and that where %u was.
// CHECK: tg.arena = 512 : i64, tg.arguments = array<i64: -1, -1, -1, [[U:[0-9]+]], {{[0-9]+}}, [[U]]>
// CHECK: tg.add {{.*}} {tg.offsets = array<i64: [[U]]>}
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>, %p: tensor<i1>) -> tensor<64xf32> {
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^a(%x, %y : tensor<64xf32>, tensor<64xf32>), ^b(%y : tensor<64xf32>)
^a(%u: tensor<64xf32>, %v: tensor<64xf32>):
  %s = tg.add %u, %v : tensor<64xf32>
  cf.br ^b(%s : tensor<64xf32>)
^b(%w: tensor<64xf32>):
  %r = tg.exp %w : tensor<64xf32>
  %t = tg.mul %r, %w : tensor<64xf32>
  return %t : tensor<64xf32>
}
