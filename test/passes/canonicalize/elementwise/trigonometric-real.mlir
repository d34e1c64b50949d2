// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s
// RUN: tg-opt --canonicalize="fp=fast" --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=sin_asin | Remark="applied sin-asin to
// CHECK-LABEL: func.func @sin_asin(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sin_asin(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.asin %arg0 : tensor<4xf32>
  %1 = tg.sin %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cos_acos | Remark="applied cos-acos to
// CHECK-LABEL: func.func @cos_acos(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cos_acos(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.acos %arg0 : tensor<4xf32>
  %1 = tg.cos %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=tan_atan | Remark="applied tan-atan to
// CHECK-LABEL: func.func @tan_atan(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tan_atan(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.atan %arg0 : tensor<4xf32>
  %1 = tg.tan %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=sinh_asinh | Remark="applied sinh-asinh to
// CHECK-LABEL: func.func @sinh_asinh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sinh_asinh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.asinh %arg0 : tensor<4xf32>
  %1 = tg.sinh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=asinh_sinh | Remark="applied asinh-sinh to
// CHECK-LABEL: func.func @asinh_sinh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @asinh_sinh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sinh %arg0 : tensor<4xf32>
  %1 = tg.asinh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=cosh_acosh | Remark="applied cosh-acosh to
// CHECK-LABEL: func.func @cosh_acosh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cosh_acosh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.acosh %arg0 : tensor<4xf32>
  %1 = tg.cosh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_atanh | Remark="applied tanh-atanh to
// CHECK-LABEL: func.func @tanh_atanh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_atanh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.atanh %arg0 : tensor<4xf32>
  %1 = tg.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=erf_erf_inv | Remark="applied erf-erf-inv to
// CHECK-LABEL: func.func @erf_erf_inv(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @erf_erf_inv(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.erf_inv %arg0 : tensor<4xf32>
  %1 = tg.erf %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=tan_quotient | Remark="applied tan-quotient to
// CHECK-LABEL: func.func @tan_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TAN:[a-zA-Z0-9_]+]] = tg.tan %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[TAN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tan_quotient(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sin %arg0 : tensor<4xf32>
  %1 = tg.cos %arg0 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_quotient | Remark="applied tanh-quotient to
// CHECK-LABEL: func.func @tanh_quotient(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[TANH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_quotient(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sinh %arg0 : tensor<4xf32>
  %1 = tg.cosh %arg0 : tensor<4xf32>
  %2 = tg.div %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=tan_times_cos | Remark="applied tan-times-cos to
// CHECK-LABEL: func.func @tan_times_cos(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SIN:[a-zA-Z0-9_]+]] = tg.sin %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SIN]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tan_times_cos(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.tan %arg0 : tensor<4xf32>
  %1 = tg.cos %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_times_cosh | Remark="applied tanh-times-cosh to
// CHECK-LABEL: func.func @tanh_times_cosh(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SINH:[a-zA-Z0-9_]+]] = tg.sinh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SINH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_times_cosh(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.tanh %arg0 : tensor<4xf32>
  %1 = tg.cosh %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// RULE-DAG: Function=pythagoras | Remark="applied pythagoras to
// CHECK-LABEL: func.func @pythagoras(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @pythagoras(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sin %arg0 : tensor<4xf32>
  %1 = tg.sin %arg0 : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  %3 = tg.cos %arg0 : tensor<4xf32>
  %4 = tg.cos %arg0 : tensor<4xf32>
  %5 = tg.mul %3, %4 : tensor<4xf32>
  %6 = tg.add %2, %5 : tensor<4xf32>
  return %6 : tensor<4xf32>
}

// RULE-DAG: Function=sinh_of_exp | Remark="applied sinh-of-exp to
// CHECK-LABEL: func.func @sinh_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[SINH:[a-zA-Z0-9_]+]] = tg.sinh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[SINH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @sinh_of_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.neg %arg0 : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  %3 = tg.sub %0, %2 : tensor<4xf32>
  %cst = tg.constant dense<5.000000e-01> : tensor<f32>
  %4 = tg.mul %3, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// RULE-DAG: Function=cosh_of_exp | Remark="applied cosh-of-exp to
// CHECK-LABEL: func.func @cosh_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[COSH:[a-zA-Z0-9_]+]] = tg.cosh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[COSH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @cosh_of_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.neg %arg0 : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  %3 = tg.add %0, %2 : tensor<4xf32>
  %cst = tg.constant dense<5.000000e-01> : tensor<f32>
  %4 = tg.mul %3, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// RULE-DAG: Function=tanh_of_exp | Remark="applied tanh-of-exp to
// CHECK-LABEL: func.func @tanh_of_exp(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TANH:[a-zA-Z0-9_]+]] = tg.tanh %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[TANH]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @tanh_of_exp(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %arg0 : tensor<4xf32>
  %1 = tg.neg %arg0 : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  %3 = tg.sub %0, %2 : tensor<4xf32>
  %4 = tg.exp %arg0 : tensor<4xf32>
  %5 = tg.neg %arg0 : tensor<4xf32>
  %6 = tg.exp %5 : tensor<4xf32>
  %7 = tg.add %4, %6 : tensor<4xf32>
  %8 = tg.div %3, %7 : tensor<4xf32>
  return %8 : tensor<4xf32>
}
