// RUN: tg-opt --split-input-file --verify-diagnostics %s

// `tg.cost` must be a time, whatever op has it.

func.func @negative(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tg.neg' op attribute 'tg.cost' must be a time in seconds, such as 12.5 : f64, finite and not negative, but is -1.000000e+00 : f64}}
  %0 = tg.neg %x {tg.cost = -1.0 : f64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @nan(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{attribute 'tg.cost' must be a time in seconds, such as 12.5 : f64, finite and not negative, but is 0x7FF8000000000000 : f64}}
  %0 = stablehlo.negate %x {tg.cost = 0x7FF8000000000000 : f64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @infinite(%x: i32) -> i32 {
  // expected-error @+1 {{'arith.addi' op attribute 'tg.cost' must be a time in seconds}}
  %0 = arith.addi %x, %x {tg.cost = 0x7F800000 : f32} : i32
  return %0 : i32
}

// -----

func.func @integer(%p: i1) {
  // expected-error @+1 {{but is 3 : i64}}
  scf.if %p {
  } {tg.cost = 3 : i64}
  return
}

// -----

// expected-error @+1 {{'func.func' op attribute 'tg.cost' must be a time in seconds, such as 12.5 : f64, finite and not negative, but is "much"}}
func.func @text() attributes {tg.cost = "much"} {
  return
}

// -----

// expected-error @+1 {{but is unit}}
module attributes {tg.cost} {
}
