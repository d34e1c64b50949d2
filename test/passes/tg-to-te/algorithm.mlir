// RUN: tg-opt --tg-to-te --remarks-filter-missed=TGToTE %s -o /dev/null 2>&1 | tg-filecheck %s --implicit-check-not=remark:

func.func @f(%x: tensor<1x9x9x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32> {
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.conv': its algorithm rounds otherwise than a convolution does
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] algorithm winograd_4x4 : (tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x7x7x8xf32>
  return %0 : tensor<1x7x7x8xf32>
}
