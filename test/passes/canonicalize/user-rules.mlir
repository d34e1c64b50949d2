// Files of rules of the user's, next to the shipped ones.

// RUN: tg-opt --canonicalize="rules=%S/user.rules" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="rules=%S/user.rules,%S/cyclic.rules disable-patterns=to-sine" %s | tg-filecheck %s --check-prefix=TWO
// RUN: tg-opt --canonicalize="rules=%S/user.rules rule-sets=angles" %s | tg-filecheck %s --check-prefix=ANGLES
// RUN: not tg-opt --canonicalize="rules=%S/user.rules rule-sets=angle" %s 2>&1 | tg-filecheck %s --check-prefix=SET
// RUN: not tg-opt --canonicalize="rules=%S/user.rules,%S/user.rules" %s 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: not tg-opt --canonicalize="rules=%S/cyclic.rules" %s 2>&1 | tg-filecheck %s --check-prefix=CYCLE
// RUN: not tg-opt --canonicalize="rules=%S/broken.rules" %s 2>&1 | tg-filecheck %s --check-prefix=BROKEN
// RUN: not tg-opt --canonicalize="rules=%S/missing.rules" %s 2>&1 | tg-filecheck %s --check-prefix=MISSING

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %0 = tg.sin %arg0
// CHECK-NEXT:    %1 = tg.neg %0
// CHECK-NEXT:    %2 = arith.addi %arg1, %arg1
// CHECK-NEXT:    %3 = tg.sub %arg0, %0
// CHECK-NEXT:    return %1, %2, %3

// TWO-LABEL: func.func @f
// TWO-NEXT:    %0 = tg.cos %arg0
// TWO-NEXT:    %1 = tg.neg %0

// Without the set they are in, the shipped rules do nothing, either.
// ANGLES-LABEL: func.func @f
// ANGLES:         tg.sin %arg0
// ANGLES:         arith.muli
// ANGLES:         tg.add

// SET: error: canonicalize: there is no set of rules 'angle'; did you mean 'angles'?
// TWICE: error: canonicalize: {{.*}}user.rules:4:1: there is a rule 'my-sine' already
// CYCLE: error: canonicalize: rules 'to-cosine', 'to-sine' rewrite each other without end (at {{.*}}cyclic.rules:2:1, {{.*}}cyclic.rules:1:1)
// BROKEN:      broken.rules:1:9: error: there is no op 'sn'; did you mean 'sin'?
// BROKEN-NEXT: rule a: sn(?x) => ?x [exact]
// BROKEN:      broken.rules:2:24: error: ?y does not occur on the left side; did you mean '?x'?
// MISSING: error: cannot read the rules in '{{.*}}missing.rules': No such file or directory

func.func @f(%x: tensor<4xf32>, %i: i32) -> (tensor<4xf32>, i32, tensor<4xf32>) {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.sin %0 : tensor<4xf32>
  %c = arith.constant 2 : i32
  %2 = arith.muli %i, %c : i32
  %3 = tg.add %x, %1 : tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, i32, tensor<4xf32>
}
