// Options that ask for what there is not: one error each, and nothing is written.
//
// RUN: not tg-opt --differentiate="fnc=f" %s 2>&1 | tg-filecheck %s --check-prefix=OPTION
// RUN: not tg-opt --differentiate="func=f mode=revers" %s 2>&1 | tg-filecheck %s --check-prefix=MODE
// RUN: not tg-opt --differentiate="func=f convention=jaxx" %s 2>&1 | tg-filecheck %s --check-prefix=CONVENTION
// RUN: not tg-opt --differentiate="func=f req=write,ad" %s 2>&1 | tg-filecheck %s --check-prefix=WORD
// RUN: not tg-opt --differentiate="func=f req=write,add,null" %s 2>&1 | tg-filecheck %s --check-prefix=WORDS
// RUN: not tg-opt --differentiate="func=f req=null" %s 2>&1 | tg-filecheck %s --check-prefix=NOTHING
// RUN: not tg-opt --differentiate="func=f mode=forward req=add" %s 2>&1 | tg-filecheck %s --check-prefix=TANGENTS
// RUN: not tg-opt --differentiate="func=f wrt=b,2" %s 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: not tg-opt --differentiate="func=f of=0,0" %s 2>&1 | tg-filecheck %s --check-prefix=RESULTTWICE
// RUN: not tg-opt --differentiate="func=f of=2" %s 2>&1 | tg-filecheck %s --check-prefix=RESULT
// RUN: not tg-opt --differentiate="func=f wrt=-1" %s 2>&1 | tg-filecheck %s --check-prefix=NEGATIVE
// RUN: not tg-opt --differentiate="func=f as=g" %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt --differentiate="func=f mode=split as=@g" %s 2>&1 | tg-filecheck %s --check-prefix=PARTS
// RUN: not tg-opt --differentiate="wrt=b" %s 2>&1 | tg-filecheck %s --check-prefix=WHOSE
// RUN: not tg-opt --differentiate="func=f loops=perod" %s 2>&1 | tg-filecheck %s --check-prefix=LOOPS
// RUN: not tg-opt --differentiate="func=f loops=period" %s 2>&1 | tg-filecheck %s --check-prefix=PERIOD
// RUN: not tg-opt --differentiate="func=f loops=auto budget=much" %s 2>&1 | tg-filecheck %s --check-prefix=BUDGET
// RUN: not tg-opt --differentiate="func=f machine=cp" %s 2>&1 | tg-filecheck %s --check-prefix=MACHINE

// OPTION: error: <Pass-Options-Parser>: no such option fnc of pass 'differentiate'; did you mean 'func'?
// MODE: error: <Pass-Options-Parser>: option 'mode' of pass 'differentiate': 'revers' is none of forward, reverse, split, grad; did you mean 'reverse'?
// CONVENTION: error: <Pass-Options-Parser>: option 'convention' of pass 'differentiate': 'jaxx' is none of least-norm, jax, enzyme; did you mean 'jax'?
// WORD: error: <Pass-Options-Parser>: option 'req' of pass 'differentiate': 'ad' is none of write, add, null; did you mean 'add'?
// WORDS: wrong-option.mlir:[[#@LINE+15]]:1: error: 'req' has 3 words, but @f is differentiated by 2 arguments
// NOTHING: wrong-option.mlir:[[#@LINE+14]]:1: error: 'req' leaves no gradient to compute
// TANGENTS: wrong-option.mlir:[[#@LINE+13]]:1: error: 'req' is about gradients, which mode=forward does not make
// TWICE: wrong-option.mlir:[[#@LINE+12]]:1: error: @f has one argument #2, but it is given twice
// RESULTTWICE: wrong-option.mlir:[[#@LINE+11]]:1: error: @f has one result #0, but it is given twice
// RESULT: wrong-option.mlir:[[#@LINE+10]]:1: error: @f has no result #2 to differentiate: it has 1
// NEGATIVE: wrong-option.mlir:[[#@LINE+9]]:1: error: @f has no argument #-1 to differentiate: it has 3
// NAME: wrong-option.mlir:[[#@LINE+8]]:1: error: the derivative of @f cannot be called @g, which there is already: give it another name
// PARTS: wrong-option.mlir:[[#@LINE+7]]:1: error: the derivative of @f cannot be called @g.bwd, which there is already: give it another name
// WHOSE: error: {{.*}}option 'wrt' is about a function, which the option 'func' must name
// LOOPS: error: {{.*}}option 'loops' must be tape, none, sqrt, period N, binomial N or auto, but is 'perod'
// PERIOD: error: {{.*}}option 'loops' period needs a number of at least 1, as in 'period 8', but has ''
// BUDGET: error: {{.*}}option 'budget': 'much' is not a size such as 8GiB, 500M or 1000000
// MACHINE: error: {{.*}}there is no machine 'cp', only cpu, gpu and files of profiles; did you mean 'cpu'?

func.func @f(%n: tensor<4xi32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.mul %w, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @g() {
  return
}
func.func @g.bwd() {
  return
}
