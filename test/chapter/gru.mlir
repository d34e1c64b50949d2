// A GRU cell (Cho et al., 2014) as a framework writes it: six products, three of
// the input and three of the state, which become a batch of two, whose weights are
// joined at compile time.
//
// RUN: tg-opt --optimize %s | tg-filecheck %s
// RUN: tg-opt --print-op-stats --optimize --print-op-stats %s -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNT

// COUNT: tg.matmul {{.*}} 6
// COUNT: tg.matmul {{.*}} 1

// CHECK-LABEL:    func.func @gru
// CHECK:            tg.matmul %{{.*}}, %{{.*}} bias %{{.*}} : (tensor<2x1x4xf32>, tensor<2x4x12xf32>, tensor<2x1x12xf32>)
// CHECK-NOT:        tg.matmul
// CHECK:            return
func.func @gru(%x: tensor<1x4xf32>, %h: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %zx = tg.constant dense<[[0.75, 0.8125, -0.875, 0.8125], [-0.6875, -0.9375, -0.125, 0.5], [-0.4375, -0.625, -0.0625, -0.4375], [0.1875, 0.1875, -0.1875, 0.1875]]> : tensor<4x4xf32>
  %rx = tg.constant dense<[[-0.0625, -0.25, -0.1875, -0.3125], [0.25, -0.1875, -0.9375, 0.3125], [-0.375, 0.1875, -0.3125, -0.375], [0.875, -0.625, 0.125, 0.375]]> : tensor<4x4xf32>
  %nx = tg.constant dense<[[0.5, 0.1875, 0.5, -0.0625], [0.0625, 0.875, 0.0625, 0.375], [0.625, -0.5, -0.75, -0.625], [-0.125, -0.9375, 0.375, 0.9375]]> : tensor<4x4xf32>
  %zh = tg.constant dense<[[0.8125, 0.125, 0.875, 0.0625], [0.125, -0.375, 0.9375, -0.375], [0.9375, -0.3125, 0.3125, -0.8125], [-0.6875, -0.75, 0.5, -0.75]]> : tensor<4x4xf32>
  %rh = tg.constant dense<[[-0.125, 0.0625, -0.75, 0.875], [0.5, 0.1875, -0.9375, -0.8125], [0.375, -0.1875, -0.6875, 0.125], [-0.4375, 0.1875, -0.875, 0.3125]]> : tensor<4x4xf32>
  %nh = tg.constant dense<[[-0.5, -0.5625, 0.5, 0.5], [0.3125, 0.4375, -0.125, 0.875], [-0.6875, 0.875, 0.1875, -0.5], [0.5625, 0.125, 0.75, -0.8125]]> : tensor<4x4xf32>
  %bz = tg.constant dense<[0.3125, 0.375, 0.5625, 0.75]> : tensor<4xf32>
  %br = tg.constant dense<[0.6875, 0.3125, 0.875, 0.5]> : tensor<4xf32>
  %bn = tg.constant dense<[0.3125, 0.8125, 0.75, 0.75]> : tensor<4xf32>
  %bm = tg.constant dense<[0.3125, 0.375, 0.6875, 0.1875]> : tensor<4xf32>
  %0 = tg.matmul %x, %zx : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %1 = tg.add %0, %bz : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %2 = tg.matmul %h, %zh : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %3 = tg.add %1, %2 : tensor<1x4xf32>
  %4 = tg.sigmoid %3 : tensor<1x4xf32>
  %5 = tg.matmul %x, %rx : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %6 = tg.add %5, %br : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %7 = tg.matmul %h, %rh : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %8 = tg.add %6, %7 : tensor<1x4xf32>
  %9 = tg.sigmoid %8 : tensor<1x4xf32>
  %10 = tg.matmul %h, %nh : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %11 = tg.add %10, %bm : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %12 = tg.mul %9, %11 : tensor<1x4xf32>
  %13 = tg.matmul %x, %nx : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  %14 = tg.add %13, %bn : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %15 = tg.add %14, %12 : tensor<1x4xf32>
  %16 = tg.tanh %15 : tensor<1x4xf32>
  %17 = tg.sub %h, %16 : tensor<1x4xf32>
  %18 = tg.mul %4, %17 : tensor<1x4xf32>
  %19 = tg.add %16, %18 : tensor<1x4xf32>
  return %19 : tensor<1x4xf32>
}
