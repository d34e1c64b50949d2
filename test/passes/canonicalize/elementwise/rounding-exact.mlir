// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=floor_neg | Remark="applied floor-neg to
// CHECK-LABEL: func.func @floor_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CEIL:[a-zA-Z0-9_]+]] = tg.ceil %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[CEIL]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @floor_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.floor %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=ceil_neg | Remark="applied ceil-neg to
// CHECK-LABEL: func.func @ceil_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FLOOR:[a-zA-Z0-9_]+]] = tg.floor %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[FLOOR]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @ceil_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.ceil %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=round_even_neg | Remark="applied round-even-neg to
// CHECK-LABEL: func.func @round_even_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ROUND_EVEN:[a-zA-Z0-9_]+]] = tg.round_even %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ROUND_EVEN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @round_even_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.round_even %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=round_away_neg | Remark="applied round-away-neg to
// CHECK-LABEL: func.func @round_away_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ROUND_AWAY:[a-zA-Z0-9_]+]] = tg.round_away %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ROUND_AWAY]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @round_away_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.round_away %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sign_neg | Remark="applied sign-neg to
// CHECK-LABEL: func.func @sign_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIGN:[a-zA-Z0-9_]+]] = tg.sign %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[SIGN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sign_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.sign %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=reduce_precision_twice | Remark="applied reduce-precision-twice to
// CHECK-LABEL: func.func @reduce_precision_twice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[REDUCE_PRECISION:[a-zA-Z0-9_]+]] = tg.reduce_precision %[[ARG0]] exponent_bits 5 mantissa_bits 7 : tensor<4xf32>
// CHECK-NEXT:    return %[[REDUCE_PRECISION]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @reduce_precision_twice(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.reduce_precision %arg0 exponent_bits 5 mantissa_bits 7 : tensor<4xf32>
  %1 = tg.reduce_precision %0 exponent_bits 5 mantissa_bits 7 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
