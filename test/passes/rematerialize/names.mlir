// What the user wants to be computed once is: values by the names of their locations, ops by theirs.
// RUN: tg-opt --rematerialize=budget=min %s | tg-filecheck %s --check-prefix=AGAIN
// RUN: tg-opt --rematerialize='budget=min keep=t' %s | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --rematerialize='budget=min never={tg.neg,tg.exp}' %s | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --rematerialize='budget=min only={tg.neg,tg.reduce}' %s | tg-filecheck %s --check-prefix=SAME
// RUN: tg-opt --rematerialize='budget=min only=t' %s | tg-filecheck %s --check-prefix=AGAIN
// The name of a view stands for what it is a view of.
// RUN: tg-opt --rematerialize='budget=min keep=view' %s | tg-filecheck %s --check-prefix=SAME
// A name that nothing has is told of.
// RUN: tg-opt --rematerialize='budget=min keep=u never=tg.log only={t,tg.sqrt,v}' --remarks-filter=rematerialize %s 2>&1 | tg-filecheck %s --check-prefix=UNKNOWN
// RUN: not tg-opt --rematerialize=keep=tg.exp %s 2>&1 | tg-filecheck %s --check-prefix=OP
// RUN: not tg-opt --rematerialize=never=tg.exq %s 2>&1 | tg-filecheck %s --check-prefix=NEAR
// RUN: not tg-opt --rematerialize=never=t %s 2>&1 | tg-filecheck %s --check-prefix=LOCATION

// AGAIN: tg.exp
// AGAIN: tg.reduce
// AGAIN: tg.exp {{.*}}tg.recompute = 1
// SAME: tg.exp
// SAME-NOT: tg.recompute
// SAME: return
// UNKNOWN-DAG: Remark="'keep' names 'u', but nothing has a location of that name"
// UNKNOWN-DAG: Remark="'never' names 'tg.log', but there is no such op here"
// UNKNOWN-DAG: Remark="'only' names 'tg.sqrt', but there is no such op here, nor a location of that name"
// UNKNOWN-DAG: Remark="'only' names 'v', but there is no such op here, nor a location of that name"
// OP: 'keep' has names of locations, but 'tg.exp' is an op; ops are what 'never' is for
// NEAR: 'never' names 'tg.exq', but there is no such op; did you mean 'tg.exp'?
// LOCATION: 'never' has names of ops, such as tg.matmul, but 't' is none; names of locations are what 'keep' is for
func.func @main(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<32x32xf32> {
  %t = tg.exp %x : tensor<1024xf32> loc("t")
  %v = tg.reshape %t : (tensor<1024xf32>) -> tensor<32x32xf32> loc("view")
  %a = tg.add %t, %y : tensor<1024xf32>
  %b = tg.broadcast %a dims [1] : (tensor<1024xf32>) -> tensor<16x1024xf32>
  %c = tg.transpose %b permutation [1, 0] : (tensor<16x1024xf32>) -> tensor<1024x16xf32>
  %d = tg.transpose %c permutation [1, 0] : (tensor<1024x16xf32>) -> tensor<16x1024xf32>
  %s = tg.reduce sum %d dims [0] : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %w = tg.reshape %s : (tensor<1024xf32>) -> tensor<32x32xf32>
  %r = tg.mul %w, %v : tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
