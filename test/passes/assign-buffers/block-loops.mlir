// RUN: tg-opt --assign-buffers %s -o %t
// RUN: tg-filecheck %s --input-file=%t
// RUN: tg-run --entry=state --input=64xf32=1 %s > %t.new
// RUN: tg-run --entry=state --input=64xf32=1 %t | diff %t.new -
// RUN: tg-run --entry=swap --input=64xf32=1 --input=64xf32=3 %s > %t.swap
// RUN: tg-run --entry=swap --input=64xf32=1 --input=64xf32=3 %t | diff %t.swap -

// The state of a loop of blocks is one buffer: the argument, what follows it, what it
// begins with, and what is left, which is made where the caller wants it.
// CHECK-LABEL: @state
// CHECK-SAME: tg.arena = 128 : i64, tg.arguments = array<i64: -1, [[I:[0-9]+]], -1, -1>
// CHECK: tg.exp {{.*}} {tg.offsets = array<i64: -1>} : tensor<64xf32>
// CHECK: arith.subi {{.*}} {tg.offsets = array<i64: [[I]]>}
// CHECK: tg.neg {{.*}} {tg.offsets = array<i64: -1>} : tensor<64xf32>
// CHECK-NOT: tg.workspace
func.func @state(%x: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %begin = tg.exp %x : tensor<64xf32>
  cf.br ^loop(%five, %begin : i32, tensor<64xf32>)
^loop(%i: i32, %s: tensor<64xf32>):
  %next = arith.subi %i, %one : i32
  %more = arith.cmpi sgt, %next, %zero : i32
  %t = tg.neg %s : tensor<64xf32>
  cf.cond_br %more, ^loop(%next, %t : i32, tensor<64xf32>), ^end(%t : tensor<64xf32>)
^end(%r: tensor<64xf32>):
  return %r : tensor<64xf32>
}

// Values that change places are live at once: they go over the stage. One of them is
// where the result is to go.
// CHECK-LABEL: @swap
// CHECK-SAME: tg.arena = 896 : i64, tg.arguments = array<i64: -1, -1, {{[0-9]+}}, -1, {{[0-9]+}}>
// CHECK: cf.cond_br {{.*}} {tg.workspace = array<i64: -1, 0, {{[0-9]+}}, 512>}
func.func @swap(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  cf.br ^loop(%five, %x, %y : i32, tensor<64xf32>, tensor<64xf32>)
^loop(%i: i32, %a: tensor<64xf32>, %b: tensor<64xf32>):
  %next = arith.subi %i, %one : i32
  %more = arith.cmpi sgt, %next, %zero : i32
  cf.cond_br %more, ^loop(%next, %b, %a : i32, tensor<64xf32>, tensor<64xf32>), ^end
^end:
  %r = tg.sub %a, %b : tensor<64xf32>
  return %r : tensor<64xf32>
}
