// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=cos_neg | Remark="applied cos-neg to
// CHECK-LABEL: func.func @cos_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COS:[a-zA-Z0-9_]+]] = tg.cos %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[COS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cos_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.cos %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cos_abs | Remark="applied cos-abs to
// CHECK-LABEL: func.func @cos_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COS:[a-zA-Z0-9_]+]] = tg.cos %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[COS]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cos_abs(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.cos %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cosh_neg | Remark="applied cosh-neg to
// CHECK-LABEL: func.func @cosh_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COSH:[a-zA-Z0-9_]+]] = tg.cosh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[COSH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cosh_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.cosh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cosh_abs | Remark="applied cosh-abs to
// CHECK-LABEL: func.func @cosh_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COSH:[a-zA-Z0-9_]+]] = tg.cosh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[COSH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cosh_abs(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.cosh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sin_neg | Remark="applied sin-neg to
// CHECK-LABEL: func.func @sin_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIN:[a-zA-Z0-9_]+]] = tg.sin %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[SIN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sin_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.sin %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=tan_neg | Remark="applied tan-neg to
// CHECK-LABEL: func.func @tan_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TAN:[a-zA-Z0-9_]+]] = tg.tan %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[TAN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tan_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.tan %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=asin_neg | Remark="applied asin-neg to
// CHECK-LABEL: func.func @asin_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ASIN:[a-zA-Z0-9_]+]] = tg.asin %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ASIN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @asin_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.asin %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=atan_neg | Remark="applied atan-neg to
// CHECK-LABEL: func.func @atan_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ATAN:[a-zA-Z0-9_]+]] = tg.atan %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ATAN]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @atan_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.atan %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sinh_neg | Remark="applied sinh-neg to
// CHECK-LABEL: func.func @sinh_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SINH:[a-zA-Z0-9_]+]] = tg.sinh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[SINH]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sinh_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.sinh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_neg | Remark="applied tanh-neg to
// CHECK-LABEL: func.func @tanh_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[TANH]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=asinh_neg | Remark="applied asinh-neg to
// CHECK-LABEL: func.func @asinh_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ASINH:[a-zA-Z0-9_]+]] = tg.asinh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ASINH]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @asinh_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.asinh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=atanh_neg | Remark="applied atanh-neg to
// CHECK-LABEL: func.func @atanh_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ATANH:[a-zA-Z0-9_]+]] = tg.atanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ATANH]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @atanh_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.atanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=erf_neg | Remark="applied erf-neg to
// CHECK-LABEL: func.func @erf_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[ERF:[a-zA-Z0-9_]+]] = tg.erf %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ERF]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @erf_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.erf %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cbrt_neg | Remark="applied cbrt-neg to
// CHECK-LABEL: func.func @cbrt_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CBRT:[a-zA-Z0-9_]+]] = tg.cbrt %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[CBRT]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cbrt_neg(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.cbrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
