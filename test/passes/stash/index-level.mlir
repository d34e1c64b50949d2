// RUN: tg-opt %s --stash="forward=norm backward=norm_g objective=compute" | tg-filecheck %s --check-prefix=NORM
// RUN: tg-opt %s --stash="forward=train backward=train_g objective=compute" | tg-filecheck %s --check-prefix=TRAIN
// RUN: tg-opt %s --stash="forward=tanh backward=tanh_g objective=compute" | tg-filecheck %s --check-prefix=TANH
// RUN: tg-opt %s --stash="forward=norm backward=other_g as=other objective=compute" | tg-filecheck %s --check-prefix=OTHER
// RUN: tg-opt %s --stash="forward=norm backward=norm_g objective=compute" --remarks-filter=partition -o %t 2>&1 | tg-filecheck %s --check-prefix=SAVING

// SAVING: 512 KiB, is handed over: computing again is arithmetic, which saves 131,072 x (div, sub), 16 x (add, sqrt)

// NORM-LABEL: func.func @norm.fwd(
// NORM-SAME: {{.*}}) -> (tensor<8x16x32x32xf32>, tensor<8x16x32x32xf32> {tg.stash = "value 0"}) {
// NORM: %[[XHAT:.*]] = tg.div
// NORM: return %{{.*}}, %[[XHAT]] :
// NORM-LABEL: func.func @norm.bwd(
// NORM-SAME: %[[XHAT:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32> {tg.stash = "value 0"}, %[[DY:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32> {tg.name = "dY"}) -> tensor<16xf32> {
// NORM-NEXT: %[[MUL:.*]] = tg.mul %[[DY]], %[[XHAT]] : tensor<8x16x32x32xf32>
// NORM-NEXT: %[[SUM:.*]] = tg.reduce sum %[[MUL]] dims [0, 2, 3]
// NORM-NEXT: return %[[SUM]] : tensor<16xf32>

// TRAIN-LABEL: func.func @train.bwd(
// TRAIN-SAME: %[[GAMMA:[a-zA-Z0-9_]+]]: tensor<16xf32> {tg.name = "gamma", tg.stash = "argument 1"}, %[[INV:[a-zA-Z0-9_]+]]: tensor<16xf32> {tg.stash = "value 0"}, %{{[a-zA-Z0-9_]+}}: tensor<8x16x1024xf32> {tg.stash = "value 1"}, %{{[a-zA-Z0-9_]+}}: tensor<8x16x1024xf32> {tg.name = "dY"}) -> tensor<8x16x1024xf32> {
// TRAIN-NOT: rsqrt
// TRAIN: tg.mul %[[GAMMA]], %[[INV]] : tensor<16xf32>
// TRAIN: return

// TANH-LABEL: func.func @tanh.fwd(
// TANH-SAME: %{{[a-zA-Z0-9_]+}}: tensor<4x8xf32> {tg.name = "X"}) -> tensor<4x8xf32> {
// TANH-LABEL: func.func @tanh.bwd(
// TANH-SAME: %[[Y:[a-zA-Z0-9_]+]]: tensor<4x8xf32> {tg.stash = "result 0"}, %{{[a-zA-Z0-9_]+}}: tensor<8x4xf32> {tg.name = "dY"}) -> tensor<8x4xf32> {
// TANH-NEXT: tg.mul %[[Y]], %[[Y]] : tensor<4x8xf32>
// TANH-NOT: tanh
// TANH: return

// OTHER-LABEL: func.func @other.bwd(
// OTHER-SAME: %{{[a-zA-Z0-9_]+}}: tensor<16xf32> {tg.name = "V", tg.stash = "argument 2"}, %[[D:[a-zA-Z0-9_]+]]: tensor<8x16x32x32xf32> {tg.stash = "value 0"}, %{{.*}}: tensor<8x16x32x32xf32> {tg.name = "dY"}) -> tensor<16xf32> {
// OTHER: tg.sqrt
// OTHER: tg.div %[[D]],
// OTHER: return

// Batch norm and the gradient by gamma as a derivative at the index level leaves it: with other axes, one of them mirrored. What both have is handed over.
func.func @norm(%X: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>) -> tensor<8x16x32x32xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %y = te.compute [b < 8, c < 16, h < 32, w < 32] -> tensor<8x16x32x32xf32> {
    %1 = te.read %X [b, c, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [c] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [c] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    %8 = te.read %gamma [c] : tensor<16xf32>
    %9 = tg.mul %8, %7 : tensor<f32>
    %10 = te.read %beta [c] : tensor<16xf32>
    %11 = tg.add %9, %10 : tensor<f32>
    te.yield %11 : tensor<f32>
  }
  return %y : tensor<8x16x32x32xf32>
}
func.func @norm_g(%X: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %dY: tensor<8x16x32x32xf32>) -> tensor<16xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %e = te.compute [b < 8, h < 32, w < 32, k in -15..1] -> tensor<8x32x32x16xf32> {
    %1 = te.read %X [b, -k, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [-k] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [-k] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %1 = te.read %e [b, h, w, 15 - c] : tensor<8x32x32x16xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %dg : tensor<16xf32>
}

// With the statistics of the batch, which the backward function computes again, mirrored, too: the gradient by X.
func.func @train(%X: tensor<8x16x1024xf32>, %gamma: tensor<16xf32>) -> tensor<8x16x1024xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %n = tg.constant dense<8192.0> : tensor<f32>
  %s = te.compute [c < 16] sum [b < 8, i < 1024] -> tensor<16xf32> {
    %1 = te.read %X [b, c, i] : tensor<8x16x1024xf32>
    te.yield %1 : tensor<f32>
  }
  %q = te.compute [c < 16] sum [b < 8, i < 1024] -> tensor<16xf32> {
    %1 = te.read %X [b, c, i] : tensor<8x16x1024xf32>
    %2 = te.read %s [c] : tensor<16xf32>
    %3 = tg.div %2, %n : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = tg.mul %4, %4 : tensor<f32>
    te.yield %5 : tensor<f32>
  }
  %y = te.compute [b < 8, c < 16, i < 1024] -> tensor<8x16x1024xf32> {
    %1 = te.read %X [b, c, i] : tensor<8x16x1024xf32>
    %2 = te.read %s [c] : tensor<16xf32>
    %3 = tg.div %2, %n : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = te.read %q [c] : tensor<16xf32>
    %6 = tg.div %5, %n : tensor<f32>
    %7 = tg.add %6, %eps : tensor<f32>
    %8 = tg.rsqrt %7 : tensor<f32>
    %9 = tg.mul %4, %8 : tensor<f32>
    %10 = te.read %gamma [c] : tensor<16xf32>
    %11 = tg.mul %9, %10 : tensor<f32>
    te.yield %11 : tensor<f32>
  }
  return %y : tensor<8x16x1024xf32>
}
func.func @train_g(%X: tensor<8x16x1024xf32>, %gamma: tensor<16xf32>, %dY: tensor<8x16x1024xf32>) -> tensor<8x16x1024xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %n = tg.constant dense<8192.0> : tensor<f32>
  %s = te.compute [k in -15..1] sum [b < 8, i < 1024] -> tensor<16xf32> {
    %1 = te.read %X [b, -k, i] : tensor<8x16x1024xf32>
    te.yield %1 : tensor<f32>
  }
  %q = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %1 = te.read %X [b, c, 32 * h + w] : tensor<8x16x1024xf32>
    %2 = te.read %s [15 - c] : tensor<16xf32>
    %3 = tg.div %2, %n : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = tg.mul %4, %4 : tensor<f32>
    te.yield %5 : tensor<f32>
  }
  %xhat = te.compute [i < 1024, b < 8, c < 16] -> tensor<1024x8x16xf32> {
    %1 = te.read %X [b, c, i] : tensor<8x16x1024xf32>
    %2 = te.read %s [15 - c] : tensor<16xf32>
    %3 = tg.div %2, %n : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = te.read %q [c] : tensor<16xf32>
    %6 = tg.div %5, %n : tensor<f32>
    %7 = tg.add %6, %eps : tensor<f32>
    %8 = tg.rsqrt %7 : tensor<f32>
    %9 = tg.mul %4, %8 : tensor<f32>
    te.yield %9 : tensor<f32>
  }
  %db = te.compute [c < 16] sum [b < 8, i < 1024] -> tensor<16xf32> {
    %1 = te.read %dY [b, c, i] : tensor<8x16x1024xf32>
    te.yield %1 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, i < 1024] -> tensor<16xf32> {
    %1 = te.read %dY [b, c, i] : tensor<8x16x1024xf32>
    %2 = te.read %xhat [i, b, c] : tensor<1024x8x16xf32>
    %3 = tg.mul %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %dx = te.compute [b < 8, c < 16, i < 1024] -> tensor<8x16x1024xf32> {
    %1 = te.read %dY [b, c, i] : tensor<8x16x1024xf32>
    %2 = te.read %db [c] : tensor<16xf32>
    %3 = tg.div %2, %n : tensor<f32>
    %4 = tg.sub %1, %3 : tensor<f32>
    %5 = te.read %xhat [i, b, c] : tensor<1024x8x16xf32>
    %6 = te.read %dg [c] : tensor<16xf32>
    %7 = tg.div %6, %n : tensor<f32>
    %8 = tg.mul %5, %7 : tensor<f32>
    %9 = tg.sub %4, %8 : tensor<f32>
    %10 = te.read %q [c] : tensor<16xf32>
    %11 = tg.div %10, %n : tensor<f32>
    %12 = tg.add %11, %eps : tensor<f32>
    %13 = tg.rsqrt %12 : tensor<f32>
    %14 = te.read %gamma [c] : tensor<16xf32>
    %15 = tg.mul %14, %13 : tensor<f32>
    %16 = tg.mul %15, %9 : tensor<f32>
    te.yield %16 : tensor<f32>
  }
  return %dx : tensor<8x16x1024xf32>
}

// Y stands for tanh of X, transposed.
func.func @tanh(%X: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = te.compute [i < 4, j < 8] -> tensor<4x8xf32> {
    %1 = te.read %X [i, j] : tensor<4x8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %y : tensor<4x8xf32>
}
func.func @tanh_g(%X: tensor<4x8xf32>, %dY: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %one = tg.constant dense<1.0> : tensor<f32>
  %dx = te.compute [j < 8, i < 4] -> tensor<8x4xf32> {
    %1 = te.read %X [i, j] : tensor<4x8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    %3 = tg.tanh %1 : tensor<f32>
    %4 = tg.mul %2, %3 : tensor<f32>
    %5 = tg.sub %one, %4 : tensor<f32>
    %6 = te.read %dY [j, i] : tensor<8x4xf32>
    %7 = tg.mul %5, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  return %dx : tensor<8x4xf32>
}

// With another epsilon nothing but the difference is the same.
func.func @other_g(%X: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %dY: tensor<8x16x32x32xf32>) -> tensor<16xf32> {
  %eps = tg.constant dense<1.0e-6> : tensor<f32>
  %dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %1 = te.read %X [b, c, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [c] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [c] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    %8 = tg.mul %0, %7 : tensor<f32>
    te.yield %8 : tensor<f32>
  }
  return %dg : tensor<16xf32>
}
