// Files of rules of the user's, next to the shipped ones.

// RUN: tg-opt --canonicalize="rules=%S/user.rules" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="rules=%S/user.rules,%S/cyclic.rules disable-patterns=to-sine" %s | tg-filecheck %s --check-prefix=TWO
// RUN: tg-opt --canonicalize="rules=%S/user.rules rule-sets=angles" %s | tg-filecheck %s --check-prefix=ANGLES
// RUN: not tg-opt --canonicalize="rules=%S/user.rules rule-sets=angle" %s 2>&1 | tg-filecheck %s --check-prefix=SET
// RUN: not tg-opt --canonicalize="rules=%S/user.rules,%S/user.rules" %s 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: not tg-opt --canonicalize="rules=%S/taken.rules" %s 2>&1 | tg-filecheck %s --check-prefix=TAKEN
// RUN: not tg-opt --canonicalize="rules=%S/marked.rules" %s 2>&1 | tg-filecheck %s --check-prefix=MARKED --strict-whitespace
// RUN: not tg-opt --canonicalize="rules=%S/grows.rules" %s 2>&1 | tg-filecheck %s --check-prefix=GROWS
// RUN: not tg-opt --canonicalize="rules=%S/cyclic.rules" %s 2>&1 | tg-filecheck %s --check-prefix=CYCLE
// RUN: not tg-opt --canonicalize="rules=%S/broken.rules" %s 2>&1 | tg-filecheck %s --check-prefix=BROKEN
// RUN: not tg-opt --substitute=%S/broken.rules %s 2>&1 | tg-filecheck %s --check-prefix=BROKEN
// RUN: not tg-opt --check-rules=%S/broken.rules 2>&1 | tg-filecheck %s --check-prefix=BROKEN
// RUN: not tg-opt --canonicalize="rules=%S/broken.rules" %s 2>/dev/null | count 0
// RUN: not tg-opt --canonicalize="rules=%S/cyclic.rules" %s 2>/dev/null | count 0
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
// TWICE:      user.rules:4:1: error: rule 'my-sine' is defined twice: first at {{.*}}user.rules:4:1
// TWICE-NEXT: rule my-sine: sin(neg(?x)) => neg(sin(?x)) [exact]
// TAKEN:      taken.rules:2:1: error: there is a rule 'sub-neg' already: it comes with tg
// TAKEN-NEXT: rule sub-neg:
// GROWS:      grows.rules:4:1: error: canonicalize: rule 'my-growth' applies to what comes of it without end (at {{.*}}grows.rules:4:1)
// GROWS-NEXT: rule my-growth: sin(?x) => cos(sin(abs(?x))) [exact]
// MARKED:     {{.*}}marked.rules:1:14: error: there is no op 'ng'; did you mean 'neg'?
// MARKED-NEXT:rule my-bad: ng(?x) => ?x [exact]
// MARKED-NEXT:             ^
// MARKED-NEXT:{{.*}}marked.rules:5:6: error: there is no op 'ng'; did you mean 'neg'?
// MARKED-NEXT:  => ng(sin(?x)) [exact]
// MARKED-NEXT:     ^
// CYCLE: error: canonicalize: rules 'to-cosine', 'to-sine' rewrite each other without end (at {{.*}}cyclic.rules:2:1, {{.*}}cyclic.rules:1:1)
// BROKEN:      broken.rules:1:9: error: there is no op 'sn'; did you mean 'sin'?
// BROKEN-NEXT: rule a: sn(?x) => ?x [exact]
// BROKEN-NEXT: {{^        \^}}
// BROKEN-NEXT: broken.rules:2:24: error: ?y does not occur on the left side; did you mean '?x'?
// BROKEN-NEXT: rule b:
// BROKEN-NEXT: {{^                       \^}}
// BROKEN-NEXT: broken.rules:3:9: error: op 'sub' takes 2 operands, but is given 1
// BROKEN-NEXT: rule c:
// BROKEN-NEXT: {{^        \^}}
// BROKEN-NEXT: broken.rules:4:38: error: attribute 'permutation' of op 'transpose' is a list of integers, but this is a string
// BROKEN-NEXT: rule d:
// BROKEN-NEXT: {{^                                     \^}}
// BROKEN-NEXT: broken.rules:5:25: error: rule 'e' applies to what it makes, and so never ends
// BROKEN-NEXT: rule e:
// BROKEN-NEXT: {{^                        \^}}
// BROKEN-NEXT: broken.rules:6:27: error: expected ')', but here is '['
// BROKEN-NEXT: rule f:
// BROKEN-NEXT: {{^                          \^}}
// MISSING: error: cannot read the rules in '{{.*}}missing.rules': No such file or directory

func.func @f(%x: tensor<4xf32>, %i: i32) -> (tensor<4xf32>, i32, tensor<4xf32>) {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.sin %0 : tensor<4xf32>
  %c = arith.constant 2 : i32
  %2 = arith.muli %i, %c : i32
  %3 = tg.add %x, %1 : tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, i32, tensor<4xf32>
}
