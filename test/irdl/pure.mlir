// Ops that a file declares pure are merged, removed and rewritten like those that come with tg; what
// tells them apart are their attributes.
//
// RUN: split-file %s %t
// RUN: tg-opt --irdl-file=%t/d.irdl.mlir --cse --dce %t/in.mlir | tg-filecheck %s
// RUN: tg-opt --irdl-file=%t/d.irdl.mlir --canonicalize=rules=%t/my.rules %t/in.mlir | tg-filecheck %s --check-prefix=RULES
// RUN: not tg-opt --irdl-file=%t/d.irdl.mlir --canonicalize=rules=%t/wrong.rules %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=WRONG
// RUN: not tg-opt --irdl-file=%t/d.irdl.mlir --check-rules=%t/my.rules 2>&1 | tg-filecheck %s --check-prefix=TEST
// RUN: not tg-opt %t/value.mlir 2>&1 | tg-filecheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @merged
// CHECK-NEXT:    %[[F:.*]] = "d.f"(%arg0) <{k = 1 : i64}>
// CHECK-NEXT:    %[[G:.*]] = "d.f"(%arg0) <{k = 2 : i64}>
// CHECK-NEXT:    return %[[F]], %[[F]], %[[G]]

// CHECK-LABEL: func.func @effects
// CHECK-NEXT:    "d.effect"(%arg0)
// CHECK-NEXT:    "d.effect"(%arg0)
// CHECK-NEXT:    return

// RULES-LABEL: func.func @rewritten
// RULES-NEXT:    %[[A:.*]] = "d.f"(%arg0) <{k = 3 : i64}>
// RULES-NEXT:    %[[B:.*]] = "d.flag"(%[[A]]) : (tensor<4xf32>) -> i1
// RULES-NEXT:    return %[[B]]

// WRONG: wrong.rules:1:13: error: op 'd.f' takes 1 operands, but is given 2
// WRONG: wrong.rules:2:16: error: there is no op 'd.flog'; did you mean 'd.flag'?
// TEST: error: rule 'twice' [exact]: cannot be tested: op 'd.f' cannot be executed
// VALUE: error: 'irdl.operation' op attribute 'tg.pure' has no value, but is 1 : i64

//--- d.irdl.mlir
irdl.dialect @d {
  irdl.operation @f attributes {tg.pure} {
    %t = irdl.any
    %k = irdl.base "#builtin.integer"
    irdl.operands(x: %t)
    irdl.results(y: %t)
    irdl.attributes {"k" = %k}
  }
  irdl.operation @flag attributes {tg.pure} {
    %t = irdl.any
    %b = irdl.is i1
    irdl.operands(x: %t)
    irdl.results(y: %b)
  }
  irdl.operation @not_flag attributes {tg.pure} {
    %t = irdl.any
    %b = irdl.is i1
    irdl.operands(x: %t)
    irdl.results(y: %b)
  }
  irdl.operation @effect {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
}
//--- in.mlir
func.func @merged(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "d.f"(%x) {k = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "d.f"(%x) {k = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "d.f"(%x) {k = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "d.f"(%x) {k = 3 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func @effects(%x: tensor<4xf32>) {
  %0 = "d.effect"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "d.effect"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @rewritten(%x: tensor<4xf32>) -> i1 {
  %0 = "d.f"(%x) {k = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "d.f"(%0) {k = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "d.not_flag"(%1) : (tensor<4xf32>) -> i1
  return %2 : i1
}
//--- my.rules
rule twice: d.f(d.f(?x) {k = ?k}) {k = ?l} => d.f(?x) {k = ?k + ?l} [exact]
rule flag: d.not_flag(?x) => d.flag(?x) [exact]
//--- wrong.rules
rule arity: d.f(?x, ?y) {*} => ?x [exact]
rule spelling: d.flog(?x) => ?x [exact]
//--- value.mlir
irdl.dialect @d {
  irdl.operation @f attributes {tg.pure = 1} {
  }
}
