// Files of rules of the user's in the whole pipeline: as a flag, as pipeline text and in a reproducer.

// RUN: tg-opt --optimize=rules=%S/angles.rules %s | tg-filecheck %s
// RUN: tg-opt --pass-pipeline='builtin.module(optimize{rules=%S/angles.rules})' %s | tg-filecheck %s
// RUN: tg-opt --optimize=rules=%S/angles.rules --mlir-generate-reproducer=%t.mlir %s -o %t.out
// RUN: tg-opt --run-reproducer %t.mlir | tg-filecheck %s
// RUN: tg-opt --optimize %s | tg-filecheck %s --check-prefix=WITHOUT

// Several files; a level that fp= must allow; and a list that grows, as that of a pass does.
// RUN: tg-opt --optimize="rules=%S/angles.rules,%S/hyperbolic.rules fp=fast" %s | tg-filecheck %s --check-prefixes=CHECK,FAST
// RUN: tg-opt --optimize="rules=%S/angles.rules fp=fast rules=%S/hyperbolic.rules" %s | tg-filecheck %s --check-prefixes=CHECK,FAST
// RUN: tg-opt --pass-pipeline='builtin.module(optimize{fp=fast rules={%S/angles.rules,%S/hyperbolic.rules}})' %s | tg-filecheck %s --check-prefixes=CHECK,FAST

// Every pass that has rules gets them, and none is run when they are wrong: the errors come once, however many passes and functions there are.
// RUN: tg-opt --optimize=rules=%S/angles.rules --dump-pass-pipeline %s -o %t.out 2>&1 | tg-filecheck %s --check-prefix=TEXT
// RUN: not tg-opt --optimize=rules=%S/wrong.rules --mlir-print-ir-before-all %s > %t.err 2>&1
// RUN: tg-filecheck %s --check-prefix=WRONG --input-file=%t.err
// RUN: count 9 < %t.err
// RUN: not tg-opt --pass-pipeline='builtin.module(func.func(canonicalize{rules=%S/wrong.rules}))' %s > %t.err 2>&1
// RUN: tg-filecheck %s --check-prefix=WRONG --input-file=%t.err
// RUN: count 9 < %t.err
// RUN: not tg-opt --optimize=rules=%S/missing.rules,%S/absent.rules %s > %t.err 2>&1
// RUN: tg-filecheck %s --check-prefix=MISSING --input-file=%t.err
// RUN: count 2 < %t.err
// RUN: not tg-opt --optimize=rule=%S/angles.rules %s 2>&1 | tg-filecheck %s --check-prefix=NAME

// CHECK-LABEL: func.func @f
// CHECK:         tg.fusion ([[X:%.+]] =
// CHECK-NEXT:      [[S:%.+]] = tg.sin [[X]]
// CHECK-NEXT:      tg.abs [[S]]
// FAST:          tg.exp
// CHECK-LABEL: func.func @g

// WITHOUT-LABEL: func.func @f
// WITHOUT:         tg.abs
// WITHOUT-NEXT:    tg.sin
// WITHOUT-NEXT:    tg.abs
// WITHOUT-LABEL: func.func @g

// TEXT-COUNT-3: canonicalize{{.*}} rules={{[^ ]*}}angles.rules

// WRONG:       {{^}}{{.*}}wrong.rules:1:14: error: there is no op 'sn'; did you mean 'sin'?
// WRONG-NEXT:  {{^}}rule my-bad: sn(?x) => ?x [exact]
// WRONG-NEXT:  {{^             \^$}}
// WRONG-NEXT:  wrong.rules:2:39: error: expected ']', but here is the end of the rule
// WRONG-NEXT:  {{^}}rule my-end: neg(neg(?x)) => ?x [exact{{$}}
// WRONG-NEXT:  {{^                                      \^$}}
// WRONG-NEXT:  wrong.rules:5:26: error: expected '=>' or '<=>', but here is the end of the rule
// WRONG-NEXT:  {{^}}rule my-other: add(?x, 0){{$}}
// WRONG-NEXT:  {{^                         \^$}}

// MISSING:     error: cannot read the rules in '{{.*}}missing.rules': No such file or directory
// MISSING:     error: cannot read the rules in '{{.*}}absent.rules': No such file or directory

// NAME: no such option rule of pipeline 'optimize'; did you mean 'rules'?

func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.sin %0 : tensor<4xf32>
  %2 = tg.abs %1 : tensor<4xf32>
  %3 = tg.tanh %2 : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
