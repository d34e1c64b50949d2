// Rules of a set for engines that search are left alone by canonicalize, and may undo each other:
// no cycle of theirs is told.
//
// RUN: split-file %s %t
// RUN: tg-opt --canonicalize="rules=%t/my.rules fp=finite" %t/in.mlir | tg-filecheck %s
// RUN: tg-opt --substitute="rules=%t/my.rules fp=finite" %t/in.mlir | tg-filecheck %s --check-prefix=SEARCH
// RUN: tg-opt --check-rules=%t/my.rules --check-rules-instances=10 | tg-filecheck %s --check-prefix=RULES
// RUN: not tg-opt --check-rules=%t/greedy.rules --check-rules-instances=10 2>&1 | tg-filecheck %s --check-prefix=GREEDY
// RUN: tg-opt --explain-rule=halves --check-rules=%t/my.rules | tg-filecheck %s --check-prefix=EXPLAIN
// RUN: not tg-opt --canonicalize="rules=%t/my.rules rule-sets=mine" %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=SET

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    tg.relu
// CHECK-NEXT:    tg.neg
// CHECK-NEXT:    tg.relu
// CHECK-NEXT:    tg.sub

// SEARCH-LABEL: func.func @f
// SEARCH-NEXT:    return %arg0

// RULES: // 3 rules, no counterexample

// GREEDY: error: rules that are applied again and again, without end

// Where the line is broken depends on the name of the file.
// EXPLAIN: // set mine, at
// EXPLAIN: saturate{{$}}
// EXPLAIN: rule halves:

// SET: error: canonicalize: there is no set of rules 'mine'

//--- my.rules
set mine search
rule from-left: neg(matmul(?x, ?y)) => matmul(neg(?x), ?y) [finite] where float(?x)
rule to-left: matmul(neg(?x), ?y) => neg(matmul(?x, ?y)) [finite] where float(?x)
rule halves: sub(relu(?x), relu(neg(?x))) => ?x [finite] where float(?x)

//--- greedy.rules
set mine
rule from-left: neg(matmul(?x, ?y)) => matmul(neg(?x), ?y) [finite] where float(?x)
rule to-left: matmul(neg(?x), ?y) => neg(matmul(?x, ?y)) [finite] where float(?x)

//--- in.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.relu %x : tensor<4xf32>
  %1 = tg.neg %x : tensor<4xf32>
  %2 = tg.relu %1 : tensor<4xf32>
  %3 = tg.sub %0, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
