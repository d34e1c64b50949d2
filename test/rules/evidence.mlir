// Why a rule is believed is shown where rules are checked and explained, and takes the place of no
// check. Whoever names a rule that is not there, or reasons in a circle, is told.
//
// RUN: split-file %s %t
// RUN: tg-opt --check-rules=%t/right.rules --check-rules-instances=10 | tg-filecheck %s
// RUN: tg-opt --explain-rule=my-signs --check-rules=%t/right.rules | tg-filecheck %s --check-prefix=EXPLAIN
// RUN: not tg-opt --check-rules=%t/wrong.rules --check-rules-instances=10 2>&1 | tg-filecheck %s --check-prefix=WRONG
// RUN: not tg-opt --canonicalize=rules=%t/proofs.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=PROOFS
// RUN: not tg-opt --saturate=%t/proofs.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=PROOFS
// RUN: not tg-opt --substitute=%t/half.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=HALF
// RUN: tg-opt --substitute=rules=%t/half.rules,%t/right.rules %t/in.mlir | tg-filecheck %s --check-prefix=BOTH

// CHECK:      // my-signs [exact]: proved by mul-neg, mul-neg-neg; tested by 2 trials over 2^61-1, which a wrong
// CHECK-NEXT: // rule passes with a probability of at most 1.7e-36; origin: a notebook; used in 3 changes of 2
// CHECK-NEXT: // programs on cpu, gain 1.25 us
// CHECK-NEXT: // both-ways [exact]: proved by definition
// CHECK-NEXT: // 4 rules, no counterexample

// EXPLAIN:      //   rule my-signs: mul(neg(?x), mul(neg(?y), ?z)) => mul(?x, mul(?y, ?z)) [exact]
// EXPLAIN-NEXT: //     where not complex(?x)
// EXPLAIN-NEXT: //
// EXPLAIN-NEXT: // It keeps every bit and is always applied.
// EXPLAIN-NEXT: //
// EXPLAIN-NEXT: // Its file says why: proved by mul-neg, mul-neg-neg; tested by 2 trials

// WRONG: wrong.rules:1:1: error: rule 'wrong' [exact]: result 0, element
// WRONG: wrong.rules:1:1: note: it is said to be right: proved by inspection

// PROOFS: proofs.rules:2:13: error: there is no rule 'mul-neg-nag' in the files that are read together, and none that comes with tg; did you mean 'mul-neg-neg'?
// PROOFS: proofs.rules:5:56: error: a proof in a circle proves nothing: 'b' by 'c' by 'b'
// PROOFS: proofs.rules:6:56: error: a rule does not prove itself

// HALF: half.rules:1:59: error: there is no rule 'my-signs'

// BOTH: func.func @f

//--- right.rules
rule my-signs: mul(neg(?x), mul(neg(?y), ?z)) => mul(?x, mul(?y, ?z)) [exact]
  where not complex(?x)
  proved by mul-neg, mul-neg-neg
  tested 2 over "2^61-1" bound 1.7e-36 // of degree 3
  origin "a notebook"
  used 3 over "2 programs on cpu" gain 1.25e-6
rule both-ways: relu6(?x) <=> clamp(0, ?x, 6) [exact] where not bool(root) proved "by definition"
rule silent: abs(abs(abs(?x))) => abs(?x) [exact]

//--- wrong.rules
rule wrong: sub(?x, ?x) => 0 [exact] proved "by inspection"

//--- proofs.rules
rule a: neg(neg(?x)) => ?x [exact]
  proved by mul-neg-nag
rule twice: neg(neg(neg(?x))) => neg(?x) [exact] proved by a
rule b: abs(neg(neg(?x))) => abs(?x) [exact] proved by c
rule c: exp(neg(neg(?x))) => exp(?x) [exact] proved by b
rule d: sin(neg(neg(?x))) => sin(?x) [exact] proved by d

//--- half.rules
rule half: cos(neg(neg(?x))) => cos(?x) [exact] proved by my-signs

//--- in.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
