func.func @power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.bitcast %0 : (tensor<4xf32>) -> tensor<4xi32>
  %exponent = tg.constant dense<0x7F800000> : tensor<i32>
  %2 = tg.and %1, %exponent : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %3 = tg.bitcast %2 : (tensor<4xi32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
