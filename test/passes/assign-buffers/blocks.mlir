// RUN: tg-opt --assign-buffers %s -o %t
// RUN: tg-filecheck %s --input-file=%t
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 --input=i1=true %s > %t.new
// RUN: tg-run --input=64xf32=1 --input=64xf32=3 --input=i1=true %t | diff %t.new -

// Arguments of blocks have storage of their own, but for those of the first block.
// CHECK: tg.arena = 768 : i64, tg.arguments = array<i64: -1, -1, -1, {{[0-9]+, [0-9]+, [0-9]+}}>
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
