// The table of arithmetic identities of the reference chapter. What does not hold
// for NaN, infinities or -0 is left alone unless fp=finite asks for it, what
// rounds differently unless fp=fast does; integers have none of these.
// RUN: tg-opt --canonicalize %s | tg-filecheck %s --check-prefixes=ALL,STRICT
// RUN: tg-opt --canonicalize="fp=finite" %s | tg-filecheck %s --check-prefixes=ALL,FINITE,ROUNDED
// RUN: tg-opt --canonicalize="fp=fast" %s | tg-filecheck %s --check-prefixes=ALL,FINITE,FAST

// Mul(Const 0, x) -> Const 0. NaN times 0 is NaN, and -1 times 0 is -0.
// ALL-LABEL:    func.func @mul_zero
// STRICT:         tg.mul %arg0, %{{.*}}
// FINITE-NEXT:    %[[ZERO:.*]] = tg.constant dense<0.000000e+00> : tensor<4x8xf32>
// FINITE-NEXT:    return %[[ZERO]]
func.func @mul_zero(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = tg.constant dense<0.0> : tensor<4x8xf32>
  %0 = tg.mul %zero, %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Of integers it always holds.
// ALL-LABEL:    func.func @mul_zero_integer
// ALL-NEXT:       %[[ZERO:.*]] = tg.constant dense<0> : tensor<4x8xi32>
// ALL-NEXT:       return %[[ZERO]]
func.func @mul_zero_integer(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %zero = tg.constant dense<0> : tensor<4x8xi32>
  %0 = tg.mul %zero, %x : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// x * broadcast(0)
// ALL-LABEL:    func.func @mul_broadcast_zero
// STRICT:         tg.mul %arg0, %{{.*}}
// FINITE-NEXT:    %[[ZERO:.*]] = tg.constant dense<0.000000e+00> : tensor<4x8xf32>
// FINITE-NEXT:    return %[[ZERO]]
func.func @mul_broadcast_zero(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %zeros = tg.broadcast %zero dims [] : (tensor<f32>) -> tensor<4x8xf32>
  %0 = tg.mul %x, %zeros : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The zero may be larger than x, and then gives the result its shape.
// ALL-LABEL:    func.func @mul_larger_zero
// FINITE-NEXT:    %[[ZERO:.*]] = tg.constant dense<0.000000e+00> : tensor<4x8xf32>
// FINITE-NEXT:    return %[[ZERO]]
func.func @mul_larger_zero(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = tg.constant dense<0.0> : tensor<4x8xf32>
  %0 = tg.mul %x, %zero : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// x * 1 and x * broadcast(1) are x, whatever x is.
// ALL-LABEL:    func.func @mul_one
// ALL-NEXT:       return %arg0, %arg0
func.func @mul_one(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %ones = tg.broadcast %one dims [] : (tensor<f32>) -> tensor<4x8xf32>
  %0 = tg.mul %x, %one : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = tg.mul %x, %ones : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// x + 0 and x + broadcast(0): -0 + 0 is 0.
// ALL-LABEL:    func.func @add_zero
// STRICT:         tg.add
// STRICT-NOT:     tg.broadcast
// FINITE-NEXT:    return %arg0, %arg0
func.func @add_zero(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %zeros = tg.broadcast %zero dims [] : (tensor<f32>) -> tensor<4x8xf32>
  %0 = tg.add %x, %zero : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = tg.add %x, %zeros : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -0 is what can be added to every float; and 0 to every integer.
// ALL-LABEL:    func.func @add_zero_exact
// ALL-NEXT:       return %arg0, %arg1
func.func @add_zero_exact(%x: tensor<4x8xf32>, %i: tensor<4xi32>) -> (tensor<4x8xf32>, tensor<4xi32>) {
  %minus_zero = tg.constant dense<-0.0> : tensor<f32>
  %zero = tg.constant dense<0> : tensor<i32>
  %0 = tg.add %x, %minus_zero : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = tg.add %i, %zero : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0, %1 : tensor<4x8xf32>, tensor<4xi32>
}

// log(exp(x) / y) -> x - log(y): the same over the real numbers, and does not
// overflow.
// ALL-LABEL:    func.func @log_quotient
// STRICT-NEXT:    tg.exp
// STRICT-NEXT:    tg.div
// STRICT-NEXT:    tg.log
// ROUNDED-NEXT:   tg.exp
// ROUNDED-NEXT:   tg.div
// ROUNDED-NEXT:   tg.log
// FAST-NEXT:      %[[LOG:.*]] = tg.log %arg1 : tensor<4xf32>
// FAST-NEXT:      %[[SUB:.*]] = tg.sub %arg0, %[[LOG]] : tensor<4xf32>
// FAST-NEXT:      return %[[SUB]]
func.func @log_quotient(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.div %0, %y : tensor<4xf32>
  %2 = tg.log %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
