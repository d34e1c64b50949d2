// RUN: tg-opt --te-to-linalg --split-input-file --verify-diagnostics %s

func.func @no_compute(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tg.exp' op is no compute, and nothing that linalg has a loop nest for: --tg-to-te makes computes of the ops of tg that are some}}
  %0 = tg.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_name(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = te.compute [i < 4] -> tensor<4xf32> {
    %1 = te.read %x [i] : tensor<4xf32>
    // expected-error@+1 {{'tg.lgamma' op has no counterpart in arith and math, so that the compute cannot be written for linalg}}
    %2 = tg.lgamma %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = te.compute [i < 4] -> tensor<4xf32> {
    // expected-error@+1 {{'te.read' op has elements of type 'complex<f32>', which cannot be written for linalg}}
    %1 = te.read %x [i] : tensor<4xcomplex<f32>>
    %2 = tg.real %1 : (tensor<complex<f32>>) -> tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @opaque(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // expected-error@+1 {{'tg.sort' op is no compute}}
  %0 = tg.sort ascending %x dim 0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
