// RUN: split-file %s %t
// RUN: not tg-opt %t/budget.mlir --partition="func=step budget=1KiB form=joint" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=BUDGET
// RUN: not tg-opt %t/budget.mlir --partition="func=step budget=1KiB" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=SPLIT
// RUN: not tg-opt %t/both.mlir --partition="func=step" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=BOTH
// RUN: not tg-opt %t/loop.mlir --partition="func=step never=tg.while" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=LOOP
// RUN: tg-opt %t/loop.mlir --partition="func=step" | tg-filecheck %s --check-prefix=LOOPS
// RUN: not tg-opt %t/mark.mlir --partition="func=step" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=MARK
// RUN: not tg-opt %t/effect.mlir --partition="func=step" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=EFFECT
// RUN: not tg-opt %t/dynamic.mlir --partition="func=step stash=bytes" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=DYNAMIC
// RUN: tg-opt %t/dynamic.mlir --partition="func=said stash=bytes" | tg-filecheck %s --check-prefix=SAID
// RUN: not tg-opt %t/both.mlir --partition="func=step of=0,1" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=ALL
// RUN: not tg-opt %t/mark.mlir --partition="func=stop" 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt %t/mark.mlir --partition="func=step lambda=-1" 2>&1 | tg-filecheck %s --check-prefix=LAMBDA
// RUN: not tg-opt %t/mark.mlir --partition="func=step lambda=1 stash=bytes" 2>&1 | tg-filecheck %s --check-prefix=WHOSE
// RUN: not tg-opt %t/mark.mlir --partition="func=step never=tg.matmull" 2>&1 | tg-filecheck %s --check-prefix=NEVER
// RUN: not tg-opt %t/mark.mlir --partition="stash=bytes" 2>&1 | tg-filecheck %s --check-prefix=WHICH
// RUN: not tg-opt %t/taken.mlir --partition="func=step" --mlir-print-op-on-diagnostic=false 2>&1 | tg-filecheck %s --check-prefix=TAKEN

// BUDGET: budget.mlir:{{[0-9]+}}:{{[0-9]+}}: error: the budget of 1 KiB for @step cannot be met: {{[0-9.]+ [KM]iB}} are needed at once, by 'tg.matmul': the operand 'tensor<64x64xf32>' of 16 KiB{{.*}}the result 'tensor<64x64xf32>' of 16 KiB; the least that was found is {{[0-9.]+ KiB}}
// SPLIT: error: the budget of 1 KiB for @step cannot be met: {{.*}} are needed at once
// BOTH: both.mlir:2:8: error: 'tg.exp' op is marked 'tg.recompute', which keeps its results from being handed over, and 'tg.stash', which hands them over
// LOOP: loop.mlir:3:10: error: 'tg.while' op is marked 'tg.recompute', but must not run again: it is one of 'never'
// LOOPS: func.func @step.bwd(
// LOOPS: tg.while
// MARK: mark.mlir:2:8: error: 'tg.exp' op attribute 'tg.stash' must be "save", but is "keep"
// EFFECT: effect.mlir:3:3: error: 'tg.assert' op has effects: which pass they belong to, and how often they happen, is not for a partition to choose
// DYNAMIC: dynamic.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.{{[a-z]+}}' op whether %{{[a-z]+}} of 'tensor<{{.*}}>' is handed over depends on extents that only a run knows: state them, or mark the op 'tg.stash = "save"' or 'tg.recompute'
// SAID-LABEL: func.func @said.bwd(
// SAID-SAME: tensor<?xf32> {tg.name = "a", tg.stash = "result 0"}
// ALL: both.mlir:1:1: error: all results of @step are those of the forward pass: nothing is left for the backward pass
// NAME: error: there is no function @stop among 'step'; did you mean 'step'?
// LAMBDA: 'lambda' must be a number of seconds for a byte, such as 1e-10, or inf, but is '-1'
// WHOSE: 'lambda' is what a byte is worth in seconds, which only the objective time asks for
// NEVER: 'never' names 'tg.matmull', but there is no such op; did you mean 'tg.matmul'?
// WHICH: option 'func' must name the function that computes both passes
// TAKEN: taken.mlir:1:1: error: a part cannot be called @step.fwd, which there is already: give the parts another name

//--- budget.mlir
func.func @step(%x: tensor<64x64xf32>, %g: tensor<64x64xf32>) -> (tensor<f32>, tensor<64x64xf32>) {
  %a = tg.exp %x : tensor<64x64xf32>
  %b = tg.matmul %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = tg.reduce sum %b dims [0, 1] : (tensor<64x64xf32>) -> tensor<f32>
  %c = tg.matmul %a, %g : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y, %c : tensor<f32>, tensor<64x64xf32>
}
//--- both.mlir
func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x {tg.stash = "save", tg.recompute} : tensor<4xf32>
  %b = tg.mul %a, %g : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
//--- loop.mlir
func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %a:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> attributes {tg.recompute} cond {
    %c = tg.compare gt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %c : tensor<i1>
  } do {
    %j = tg.sub %i, %one : tensor<i32>
    %w = tg.exp %v : tensor<4xf32>
    tg.yield %j, %w : tensor<i32>, tensor<4xf32>
  }
  %y = tg.neg %a#1 : tensor<4xf32>
  %b = tg.mul %a#1, %g : tensor<4xf32>
  return %y, %b : tensor<4xf32>, tensor<4xf32>
}
//--- mark.mlir
func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x {tg.stash = "keep"} : tensor<4xf32>
  %b = tg.mul %a, %g : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
//--- effect.mlir
func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x : tensor<4xf32>
  tg.assert %p, "no" : tensor<i1>
  %b = tg.mul %a, %g : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
//--- dynamic.mlir
func.func @step(%x: tensor<64x?xf32>, %w: tensor<?x1000xf32>, %g: tensor<64x1000xf32>) -> (tensor<64xf32>, tensor<64x1000xf32>) {
  %open = tg.exp %x {tg.stash = "save"} : tensor<64x?xf32>
  %wide = tg.matmul %open, %w : (tensor<64x?xf32>, tensor<?x1000xf32>) -> tensor<64x1000xf32>
  %y = tg.reduce sum %wide dims [1] : (tensor<64x1000xf32>) -> tensor<64xf32>
  %d = tg.mul %wide, %g : tensor<64x1000xf32>
  return %y, %d : tensor<64xf32>, tensor<64x1000xf32>
}
func.func @said(%x: tensor<?xf32>, %g: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = tg.exp %x : tensor<?xf32>
  %b = tg.mul %a, %g : tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
//--- taken.mlir
func.func @step(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tg.exp %x : tensor<4xf32>
  %b = tg.mul %a, %g : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
func.func private @step.fwd(tensor<4xf32>) -> tensor<4xf32>
