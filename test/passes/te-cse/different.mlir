// RUN: tg-opt --te-cse=min-saving=0 --mlir-pass-statistics %s 2>&1 | tg-filecheck --check-prefix=STATS %s
// RUN: tg-opt %s > %t.before
// RUN: tg-opt --te-cse=min-saving=0 %s > %t.after
// RUN: diff %t.before %t.after

// Nothing here is the same.
// STATS: (S) 0 num-merged
// STATS: (S) 0 num-read
// STATS: (S) 0 num-shared

// Another tensor.
func.func @tensors(%X: tensor<8xf32>, %Y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %b = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %Y [i] : tensor<8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// Another number.
func.func @eps(%X: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<8xf32>
    %eps = tg.constant dense<1.0e-5> : tensor<f32>
    %2 = tg.add %1, %eps : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %b = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<8xf32>
    %eps = tg.constant dense<1.0e-6> : tensor<f32>
    %2 = tg.add %1, %eps : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// Half of the elements, each twice, say nothing of all of them.
func.func @halves(%X: tensor<8xf32>, %Y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i floordiv 2] : tensor<8xf32>
    %2 = te.read %Y [i] : tensor<8xf32>
    %3 = tg.pow %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %b = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<8xf32>
    %2 = te.read %Y [i] : tensor<8xf32>
    %3 = tg.pow %1, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// Each has an element that the other one lacks.
func.func @beyond(%X: tensor<9xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<9xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %b = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i + 1] : tensor<9xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// The sum of a row has its order.
func.func @sums(%X: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute [i < 4] sum [k < 8] -> tensor<4xf32> {
    %1 = te.read %X [i, k] : tensor<4x8xf32>
    te.yield %1 : tensor<f32>
  }
  %b = te.compute [i < 4] sum [k < 8] -> tensor<4xf32> {
    %1 = te.read %X [i, 7 - k] : tensor<4x8xf32>
    te.yield %1 : tensor<f32>
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A guard that holds elsewhere.
func.func @guards(%X: tensor<8xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %a = te.compute [i < 10] -> tensor<10xf32> {
    %1 = te.read %X [i - 1] if (i >= 1, i < 9) : tensor<8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %b = te.compute [i < 10] -> tensor<10xf32> {
    %1 = te.read %X [i - 1] if (i >= 1, i < 8) : tensor<8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %a, %b : tensor<10xf32>, tensor<10xf32>
}
