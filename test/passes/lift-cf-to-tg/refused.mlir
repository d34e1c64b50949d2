// RUN: split-file %s %t
// RUN: not tg-opt --lift-cf-to-tg %t/type.mlir 2>&1 | tg-filecheck %s --check-prefix=TYPE
// RUN: not tg-opt --lift-cf-to-tg %t/never.mlir 2>&1 | tg-filecheck %s --check-prefix=NEVER
// RUN: not tg-opt --lift-cf-to-tg --allow-unregistered-dialect %t/branch.mlir 2>&1 | tg-filecheck %s --check-prefix=BRANCH
// RUN: not tg-opt --lift-cf-to-tg --allow-unregistered-dialect %t/ends.mlir 2>&1 | tg-filecheck %s --check-prefix=ENDS
// RUN: tg-opt --lift-cf-to-tg=if-possible --remarks-filter-missed=lift-cf-to-tg %t/type.mlir 2>%t/remarks | tg-filecheck %s --check-prefix=LEFT
// RUN: tg-filecheck %s --check-prefix=REMARK --input-file=%t/remarks
// RUN: not tg-opt --differentiate=func=f %t/blocks.mlir 2>&1 | tg-filecheck %s --check-prefix=FIRST

// TYPE: type.mlir:4:4: error: a value of type 'tensor<*xf32>' is needed behind a choice or a loop that it is computed in, but those of tg hand on tensors with ranks and scalars only
// LEFT: cf.cond_br
// REMARK: remark: {{.*}}branches stay: a value of type 'tensor<*xf32>' is needed behind a choice
// NEVER: never.mlir:2:3: error: 'scf.execute_region' op never comes to an end: no branch leads to one
// BRANCH: branch.mlir:4:3: error: 'test.branch' op is no branch that can be lifted: use cf.br, cf.cond_br and cf.switch
// ENDS: ends.mlir:4:3: error: 'func.return' op ends its region in another way than 'func.return' does
// ENDS: ends.mlir:6:3: note: the other end is here
// FIRST: blocks.mlir:2:3: error: @f has no derivative: it branches between 2 blocks; run --lift-cf-to-tg first, which makes them tg.if, tg.case and tg.while

//--- type.mlir
func.func @f(%c: i1, %x: tensor<*xf32>, %y: tensor<*xf32>) -> tensor<*xf32> {
  cf.cond_br %c, ^a(%x : tensor<*xf32>), ^a(%y : tensor<*xf32>)
// The argument is what is needed.
^a(%0: tensor<*xf32>):
  return %0 : tensor<*xf32>
}
//--- never.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  scf.execute_region {
    cf.br ^a(%x : tensor<4xf32>)
  ^a(%0: tensor<4xf32>):
    %1 = tg.neg %0 : tensor<4xf32>
    cf.br ^a(%1 : tensor<4xf32>)
  }
  return %x : tensor<4xf32>
}
//--- blocks.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^a
^a:
  return %x : tensor<4xf32>
}
//--- branch.mlir
func.func @f(%c: i1) {
  cf.br ^a
^a:
  "test.branch"()[^a, ^b] : () -> ()
^b:
  return
}
//--- ends.mlir
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return {attribute}
}
