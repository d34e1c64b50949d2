// RUN: tg-opt --canonicalize %s | tg-filecheck %s
// RUN: tg-opt --canonicalize --remarks-filter=Canonicalizer %s 2>&1 | tg-filecheck %s --check-prefix=RULE

// RULE-DAG: Function=convert_back | Remark="applied convert-back to
// CHECK-LABEL: func.func @convert_back(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @convert_back(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.convert %arg0 : (tensor<4xf32>) -> tensor<4xf64>
  %1 = tg.convert %0 : (tensor<4xf64>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=convert_integers | Remark="applied convert-integers to
// CHECK-LABEL: func.func @convert_integers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @convert_integers(%arg0: tensor<4xi32>) -> tensor<4xf32> {
  %0 = tg.convert %arg0 : (tensor<4xi32>) -> tensor<4xi64>
  %1 = tg.convert %0 : (tensor<4xi64>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=convert_floats | Remark="applied convert-floats to
// CHECK-LABEL: func.func @convert_floats(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @convert_floats(%arg0: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tg.convert %arg0 : (tensor<4xf32>) -> tensor<4xf64>
  %1 = tg.convert %0 : (tensor<4xf64>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=convert_to_float | Remark="applied convert-to-float to
// CHECK-LABEL: func.func @convert_to_float(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @convert_to_float(%arg0: tensor<4xi32>) -> tensor<4xf32> {
  %0 = tg.convert %arg0 : (tensor<4xi32>) -> tensor<4xf64>
  %1 = tg.convert %0 : (tensor<4xf64>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// RULE-DAG: Function=convert_narrowing | Remark="applied convert-narrowing to
// CHECK-LABEL: func.func @convert_narrowing(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:    return %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @convert_narrowing(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.convert %arg0 : (tensor<4xi32>) -> tensor<4xui32>
  %1 = tg.convert %0 : (tensor<4xui32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=convert_choice | Remark="applied convert-choice to
// CHECK-LABEL: func.func @convert_choice(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi1>) -> tensor<4xi32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<5> : tensor<i32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[ARG0]], %[[CST]], %[[CST_1]] : (tensor<4xi1>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[SELECT]] : tensor<4xi32>
// CHECK-NEXT:  }
func.func @convert_choice(%arg0: tensor<4xi1>) -> tensor<4xi32> {
  %cst = tg.constant dense<3.000000e+00> : tensor<f32>
  %cst_0 = tg.constant dense<5.000000e+00> : tensor<f32>
  %0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// RULE-DAG: Function=truth_of_neg | Remark="applied truth-of-neg to
// CHECK-LABEL: func.func @truth_of_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @truth_of_neg(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.neg %arg0 : tensor<4xf32>
  %1 = tg.convert %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=truth_of_abs | Remark="applied truth-of-abs to
// CHECK-LABEL: func.func @truth_of_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @truth_of_abs(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.abs %arg0 : tensor<4xf32>
  %1 = tg.convert %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=truth_of_sign | Remark="applied truth-of-sign to
// CHECK-LABEL: func.func @truth_of_sign(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %[[CONVERT]] : tensor<4xi1>
// CHECK-NEXT:  }
func.func @truth_of_sign(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.sign %arg0 : tensor<4xf32>
  %1 = tg.convert %0 : (tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// RULE-DAG: Function=bitcast_bitcast | Remark="applied bitcast-bitcast to
// CHECK-LABEL: func.func @bitcast_bitcast(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xui32> {
// CHECK-NEXT:    %[[BITCAST:[a-zA-Z0-9_]+]] = tg.bitcast %[[ARG0]] : (tensor<4xf32>) -> tensor<4xui32>
// CHECK-NEXT:    return %[[BITCAST]] : tensor<4xui32>
// CHECK-NEXT:  }
func.func @bitcast_bitcast(%arg0: tensor<4xf32>) -> tensor<4xui32> {
  %0 = tg.bitcast %arg0 : (tensor<4xf32>) -> tensor<4xi32>
  %1 = tg.bitcast %0 : (tensor<4xi32>) -> tensor<4xui32>
  return %1 : tensor<4xui32>
}

// RULE-DAG: Function=convert_back_relu | Remark="applied convert-back-relu to
// CHECK-LABEL: func.func @convert_back_relu(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT:    %[[RELU:[a-zA-Z0-9_]+]] = tg.relu %[[ARG0]] : tensor<4xbf16>
// CHECK-NEXT:    return %[[RELU]] : tensor<4xbf16>
// CHECK-NEXT:  }
func.func @convert_back_relu(%arg0: tensor<4xbf16>) -> (tensor<4xbf16>) {
  %r1 = tg.convert %arg0  : (tensor<4xbf16>) -> tensor<4xf32>
  %r2 = tg.relu %r1 : tensor<4xf32>
  %r3 = tg.convert %r2  : (tensor<4xf32>) -> tensor<4xbf16>
  return %r3 : tensor<4xbf16>
}

// RULE-DAG: Function=convert_back_neg | Remark="applied convert-back-neg to
// CHECK-LABEL: func.func @convert_back_neg(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xbf16>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xbf16>
// CHECK-NEXT:  }
func.func @convert_back_neg(%arg0: tensor<4xbf16>) -> (tensor<4xbf16>) {
  %r1 = tg.convert %arg0  : (tensor<4xbf16>) -> tensor<4xf32>
  %r2 = tg.neg %r1 : tensor<4xf32>
  %r3 = tg.convert %r2  : (tensor<4xf32>) -> tensor<4xbf16>
  return %r3 : tensor<4xbf16>
}

// RULE-DAG: Function=convert_back_abs | Remark="applied convert-back-abs to
// CHECK-LABEL: func.func @convert_back_abs(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT:    %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG0]] : tensor<4xbf16>
// CHECK-NEXT:    return %[[ABS]] : tensor<4xbf16>
// CHECK-NEXT:  }
func.func @convert_back_abs(%arg0: tensor<4xbf16>) -> (tensor<4xbf16>) {
  %r1 = tg.convert %arg0  : (tensor<4xbf16>) -> tensor<4xf32>
  %r2 = tg.abs %r1 : tensor<4xf32>
  %r3 = tg.convert %r2  : (tensor<4xf32>) -> tensor<4xbf16>
  return %r3 : tensor<4xbf16>
}

// RULE-DAG: Function=convert_back_max | Remark="applied convert-back-max to
// CHECK-LABEL: func.func @convert_back_max(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi8>) -> tensor<4xi8> {
// CHECK-NEXT:    %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG0]], %[[ARG1]] : tensor<4xi8>
// CHECK-NEXT:    return %[[MAX]] : tensor<4xi8>
// CHECK-NEXT:  }
func.func @convert_back_max(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> (tensor<4xi8>) {
  %r1 = tg.convert %arg0  : (tensor<4xi8>) -> tensor<4xf32>
  %r2 = tg.convert %arg1  : (tensor<4xi8>) -> tensor<4xf32>
  %r3 = tg.max %r1, %r2 : tensor<4xf32>
  %r4 = tg.convert %r3  : (tensor<4xf32>) -> tensor<4xi8>
  return %r4 : tensor<4xi8>
}

// RULE-DAG: Function=convert_back_min | Remark="applied convert-back-min to
// CHECK-LABEL: func.func @convert_back_min(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xi8>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi8>) -> tensor<4xi8> {
// CHECK-NEXT:    %[[MIN:[a-zA-Z0-9_]+]] = tg.min %[[ARG0]], %[[ARG1]] : tensor<4xi8>
// CHECK-NEXT:    return %[[MIN]] : tensor<4xi8>
// CHECK-NEXT:  }
func.func @convert_back_min(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> (tensor<4xi8>) {
  %r1 = tg.convert %arg0  : (tensor<4xi8>) -> tensor<4xf32>
  %r2 = tg.convert %arg1  : (tensor<4xi8>) -> tensor<4xf32>
  %r3 = tg.min %r1, %r2 : tensor<4xf32>
  %r4 = tg.convert %r3  : (tensor<4xf32>) -> tensor<4xi8>
  return %r4 : tensor<4xi8>
}
