// NOTE: checks written by tg-lit update
// RUN: tg-opt --tg-to-te %s | tg-filecheck %s

// Keywords are combiners, with the order that the keyword has.
// CHECK-LABEL: func.func @keywords(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<2xf32>, tensor<2x1xf32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 2] sum [r < 3] init(%[[ARG1]]) -> tensor<2xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, r] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 1] max [r < 3] -> tensor<2x1xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, r] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_1]] : tensor<2xf32>, tensor<2x1xf32>
// CHECK-NEXT:  }
func.func @keywords(%x: tensor<2x3xf32>, %i: tensor<f32>) -> (tensor<2xf32>, tensor<2x1xf32>) {
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = tg.reduce max %x dims [1] keep_dims : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0, %1 : tensor<2xf32>, tensor<2x1xf32>
}

// A mean is rounded once.
// CHECK-LABEL: func.func @mean(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf16>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<f16>) -> tensor<2xf16> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [] -> tensor<f32> {
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[ARG1]] : (tensor<f16>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[CONVERT]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 2] sum [r < 3] init(%[[COMPUTE]]) -> tensor<2xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, r] : tensor<2x3xf16>
// CHECK-NEXT:      %[[CONVERT_1:[a-zA-Z0-9_]+]] = tg.convert %[[READ]] : (tensor<f16>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[CONVERT_1]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 2] -> tensor<2xf16> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [i] : tensor<2xf32>
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[READ_1]], %[[CST]] : tensor<f32>
// CHECK-NEXT:      %[[CONVERT_2:[a-zA-Z0-9_]+]] = tg.convert %[[DIV]] : (tensor<f32>) -> tensor<f16>
// CHECK-NEXT:      te.yield %[[CONVERT_2]] : tensor<f16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_2]] : tensor<2xf16>
// CHECK-NEXT:  }
func.func @mean(%x: tensor<2x3xf16>, %i: tensor<f16>) -> tensor<2xf16> {
  %0 = tg.reduce mean %x init %i dims [1] : (tensor<2x3xf16>, tensor<f16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// A position goes with the value of the element there.
// CHECK-LABEL: func.func @position(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xi8>) -> (tensor<i32>, tensor<i64>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]]:2 = te.compute [] reduce [r < 2, s < 3] init(%[[CST]], %[[CST_1]]) -> tensor<f32>, tensor<i32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [r, s] : tensor<2x3xf32>
// CHECK-NEXT:      %[[INDEX:[a-zA-Z0-9_]+]] = te.index r * 3 + s : tensor<i32>
// CHECK-NEXT:      te.yield %[[READ]], %[[INDEX]] : tensor<f32>, tensor<i32>
// CHECK-NEXT:    } with (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG5:[a-zA-Z0-9_]+]]: tensor<i32>) {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG4]], %[[ARG2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare ne %[[ARG4]], %[[ARG4]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      %[[COMPARE_2:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG2]], %[[ARG2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      %[[AND:[a-zA-Z0-9_]+]] = tg.and %[[COMPARE_1]], %[[COMPARE_2]] : tensor<i1>
// CHECK-NEXT:      %[[OR:[a-zA-Z0-9_]+]] = tg.or %[[COMPARE]], %[[AND]] : tensor<i1>
// CHECK-NEXT:      %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[OR]], %[[ARG4]], %[[ARG2]] : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:      %[[SELECT_1:[a-zA-Z0-9_]+]] = tg.select %[[OR]], %[[ARG5]], %[[ARG3]] : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT:      te.yield %[[SELECT]], %[[SELECT_1]] : tensor<f32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<127> : tensor<i8>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]]:2 = te.compute [] reduce [r < 4] init(%[[CST_2]], %[[CST_3]]) -> tensor<i8>, tensor<i64> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r] : tensor<4xi8>
// CHECK-NEXT:      %[[INDEX_1:[a-zA-Z0-9_]+]] = te.index r : tensor<i64>
// CHECK-NEXT:      te.yield %[[READ_1]], %[[INDEX_1]] : tensor<i8>, tensor<i64>
// CHECK-NEXT:    } with (%[[ARG2_1:[a-zA-Z0-9_]+]]: tensor<i8>, %[[ARG3_1:[a-zA-Z0-9_]+]]: tensor<i64>, %[[ARG4_1:[a-zA-Z0-9_]+]]: tensor<i8>, %[[ARG5_1:[a-zA-Z0-9_]+]]: tensor<i64>) {
// CHECK-NEXT:      %[[COMPARE_3:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG4_1]], %[[ARG2_1]] : (tensor<i8>, tensor<i8>) -> tensor<i1>
// CHECK-NEXT:      %[[SELECT_2:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE_3]], %[[ARG4_1]], %[[ARG2_1]] : (tensor<i1>, tensor<i8>, tensor<i8>) -> tensor<i8>
// CHECK-NEXT:      %[[SELECT_3:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE_3]], %[[ARG5_1]], %[[ARG3_1]] : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK-NEXT:      te.yield %[[SELECT_2]], %[[SELECT_3]] : tensor<i8>, tensor<i64>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]]#1, %[[COMPUTE_1]]#1 : tensor<i32>, tensor<i64>
// CHECK-NEXT:  }
func.func @position(%x: tensor<2x3xf32>, %y: tensor<4xi8>) -> (tensor<i32>, tensor<i64>) {
  %0 = tg.reduce argmax %x dims [0, 1] element_type i32 : (tensor<2x3xf32>) -> tensor<i32>
  %1 = tg.reduce argmin %y dims [0] : (tensor<4xi8>) -> tensor<i64>
  return %0, %1 : tensor<i32>, tensor<i64>
}

// CHECK-LABEL: func.func @region(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<2x3xi32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG3:[a-zA-Z0-9_]+]]: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]]:2 = te.compute [i < 2] reduce [r < 3] init(%[[ARG2]], %[[ARG3]]) -> tensor<2xf32>, tensor<2xi32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, r] : tensor<2x3xf32>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i, r] : tensor<2x3xi32>
// CHECK-NEXT:      te.yield %[[READ]], %[[READ_1]] : tensor<f32>, tensor<i32>
// CHECK-NEXT:    } with (%[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>, %{{[a-zA-Z0-9_]+}}: tensor<i32>, %[[ARG6:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG7:[a-zA-Z0-9_]+]]: tensor<i32>) {
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG6]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB]], %[[ARG7]] : tensor<f32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]]#0, %[[COMPUTE]]#1 : tensor<2xf32>, tensor<2xi32>
// CHECK-NEXT:  }
func.func @region(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>, %i: tensor<f32>, %k: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = tg.reduce %x, %y init %i, %k dims [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) with (%a: tensor<f32>, %b: tensor<i32>, %e: tensor<f32>, %f: tensor<i32>) {
    %1 = tg.sub %e, %a : tensor<f32>
    tg.yield %1, %f : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// Scans and windows are sequential, which a region says. What is behind the element changes nothing.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<2x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<3xbf16>) -> (tensor<2x3xf32>, tensor<3xbf16>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 2, j < 3] reduce [r < 3] init(%[[CST]]) -> tensor<2x3xf32> {
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, -r + 2] if (-j - r + 1 >= 0) else %[[CST_1]] : tensor<2x3xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    } with (%[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MAX]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 3] reduce [r < 3] init(%[[CST_2]]) -> tensor<3xf32> {
// CHECK-NEXT:      %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<bf16>
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [r] if (i - r >= 0) else %[[CST_3]] : tensor<3xbf16>
// CHECK-NEXT:      %[[CONVERT:[a-zA-Z0-9_]+]] = tg.convert %[[READ_1]] : (tensor<bf16>) -> tensor<f32>
// CHECK-NEXT:      te.yield %[[CONVERT]] : tensor<f32>
// CHECK-NEXT:    } with (%[[ARG2_1:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG3_1:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2_1]], %[[ARG3_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 3] -> tensor<3xbf16> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [i] : tensor<3xf32>
// CHECK-NEXT:      %[[CONVERT_1:[a-zA-Z0-9_]+]] = tg.convert %[[READ_2]] : (tensor<f32>) -> tensor<bf16>
// CHECK-NEXT:      te.yield %[[CONVERT_1]] : tensor<bf16>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_2]] : tensor<2x3xf32>, tensor<3xbf16>
// CHECK-NEXT:  }
func.func @scan(%x: tensor<2x3xf32>, %y: tensor<3xbf16>) -> (tensor<2x3xf32>, tensor<3xbf16>) {
  %0 = tg.cumulate max %x dim 1 exclusive reverse : tensor<2x3xf32>
  %1 = tg.cumulate sum %y dim 0 : tensor<3xbf16>
  return %0, %1 : tensor<2x3xf32>, tensor<3xbf16>
}

// CHECK-LABEL: func.func @window(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<1x4x4x3xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<8xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<f32>) -> (tensor<1x2x2x3xf32>, tensor<7xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 1, j < 2, k < 2, l < 3] reduce [r < 1, s < 3, t < 3, u < 1] init(%[[CST]]) -> tensor<1x2x2x3xf32> {
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [0, j * 2 + s, k * 2 + t, l] if (j * -2 - s + 3 >= 0, k * -2 - t + 3 >= 0) else %[[CST_1]] : tensor<1x4x4x3xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    } with (%[[ARG3:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG4:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[MAX:[a-zA-Z0-9_]+]] = tg.max %[[ARG3]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[MAX]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 7] reduce [r < 2] init(%[[ARG2]]) -> tensor<7xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG1]] [i + r] : tensor<8xf32>
// CHECK-NEXT:      te.yield %[[READ_1]] : tensor<f32>
// CHECK-NEXT:    } with (%[[ARG3_1:[a-zA-Z0-9_]+]]: tensor<f32>, %[[ARG4_1:[a-zA-Z0-9_]+]]: tensor<f32>) {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3_1]], %[[ARG4_1]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_2:[a-zA-Z0-9_]+]] = te.compute [i < 7] -> tensor<7xf32> {
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE_1]] [i] : tensor<7xf32>
// CHECK-NEXT:      %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:      %[[DIV:[a-zA-Z0-9_]+]] = tg.div %[[READ_2]], %[[CST_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[DIV]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]], %[[COMPUTE_2]] : tensor<1x2x2x3xf32>, tensor<7xf32>
// CHECK-NEXT:  }
func.func @window(%x: tensor<1x4x4x3xf32>, %y: tensor<8xf32>, %i: tensor<f32>) -> (tensor<1x2x2x3xf32>, tensor<7xf32>) {
  %0 = tg.reduce_window max %x window [1, 3, 3, 1] strides [1, 2, 2, 1] pads [0:0, 0:1, 0:1, 0:0] : (tensor<1x4x4x3xf32>) -> tensor<1x2x2x3xf32>
  %1 = tg.reduce_window mean %y init %i window [2] : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return %0, %1 : tensor<1x2x2x3xf32>, tensor<7xf32>
}

// What a fusion holds is expanded.
// CHECK-LABEL: func.func @fusion(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<8x128xf32>) -> tensor<8x128xf32> {
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 8, j < 1] max [r < 128] -> tensor<8x1xf32> {
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, r] : tensor<8x128xf32>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[COMPUTE_1:[a-zA-Z0-9_]+]] = te.compute [i < 8, j < 128] -> tensor<8x128xf32> {
// CHECK-NEXT:      %[[READ_1:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i, j] : tensor<8x128xf32>
// CHECK-NEXT:      %[[READ_2:[a-zA-Z0-9_]+]] = te.read %[[COMPUTE]] [i, 0] : tensor<8x1xf32>
// CHECK-NEXT:      %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[READ_1]], %[[READ_2]] : tensor<f32>
// CHECK-NEXT:      te.yield %[[SUB]] : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE_1]] : tensor<8x128xf32>
// CHECK-NEXT:  }
func.func @fusion(%x: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<8x128xf32>) -> tensor<8x128xf32> {
    %1 = tg.reduce max %a dims [1] keep_dims : (tensor<8x128xf32>) -> tensor<8x1xf32>
    %2 = tg.sub %a, %1 : (tensor<8x128xf32>, tensor<8x1xf32>) -> tensor<8x128xf32>
    tg.yield %2 : tensor<8x128xf32>
  }
  return %0 : tensor<8x128xf32>
}

// Between the elements of a dimension that has one lies nothing.
// CHECK-LABEL: func.func @dilated_one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4x1xi64>) -> tensor<6x2xi64> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[COMPUTE:[a-zA-Z0-9_]+]] = te.compute [i < 6, j < 2] reduce [r < 1, s < 2] init(%[[CST]]) -> tensor<6x2xi64> {
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i64>
// CHECK-NEXT:      %[[READ:[a-zA-Z0-9_]+]] = te.read %[[ARG0]] [i - 1, j + s - 1] if (i - 1 >= 0, -i + 4 >= 0, j + s - 1 == 0) else %[[CST_1]] : tensor<4x1xi64>
// CHECK-NEXT:      te.yield %[[READ]] : tensor<i64>
// CHECK-NEXT:    } with (%[[ARG1:[a-zA-Z0-9_]+]]: tensor<i64>, %[[ARG2:[a-zA-Z0-9_]+]]: tensor<i64>) {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG1]], %[[ARG2]] : tensor<i64>
// CHECK-NEXT:      te.yield %[[ADD]] : tensor<i64>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[COMPUTE]] : tensor<6x2xi64>
// CHECK-NEXT:  }
func.func @dilated_one(%x: tensor<4x1xi64>) -> tensor<6x2xi64> {
  %0 = tg.reduce_window sum %x window [1, 2] base_dilation [1, 2] pads [1:1, 1:1] : (tensor<4x1xi64>) -> tensor<6x2xi64>
  return %0 : tensor<6x2xi64>
}
