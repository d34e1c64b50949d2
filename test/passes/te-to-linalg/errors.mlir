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

// -----

func.func @wide(%x: tensor<4xi128>) -> tensor<4xi128> {
  // expected-error@+1 {{'te.compute' op has elements of type 'i128', which cannot be written for linalg}}
  %0 = te.compute [i < 4] max [j < 1] -> tensor<4xi128> {
    %1 = te.read %x [i] : tensor<4xi128>
    te.yield %1 : tensor<i128>
  }
  return %0 : tensor<4xi128>
}

// -----

func.func @inside(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = te.compute [i < 4] -> tensor<4xi1> {
    %1 = te.read %x [i] : tensor<4xf32>
    // expected-error@+1 {{'tg.convert' op has elements of type 'f8E5M2', which cannot be written for linalg}}
    %2 = tg.convert %1 : (tensor<f32>) -> tensor<f8E5M2>
    %3 = tg.is_inf %2 : (tensor<f8E5M2>) -> tensor<i1>
    te.yield %3 : tensor<i1>
  }
  return %0 : tensor<4xi1>
}
