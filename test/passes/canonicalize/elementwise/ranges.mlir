// RUN: tg-opt --canonicalize %s | tg-filecheck %s

// What is not negative is its own relu and absolute value.
// CHECK-LABEL: func.func @not_negative
// CHECK-NEXT:    %[[E:.*]] = tg.exp %arg0
// CHECK-NEXT:    %[[A:.*]] = tg.abs %arg0
// CHECK-NEXT:    %[[S:.*]] = tg.sigmoid %arg0
// CHECK-NEXT:    %[[Q:.*]] = tg.mul %arg0, %arg0
// CHECK-NEXT:    %[[T:.*]] = tg.add %[[E]], %[[Q]]
// CHECK-NEXT:    return %[[E]], %[[A]], %[[S]], %[[Q]], %[[T]]
func.func @not_negative(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tg.exp %x : tensor<4xf32>
  %a = tg.abs %x : tensor<4xf32>
  %s = tg.sigmoid %x : tensor<4xf32>
  %q = tg.mul %x, %x : tensor<4xf32>
  %t = tg.add %e, %q : tensor<4xf32>
  %0 = tg.relu %e : tensor<4xf32>
  %1 = tg.relu %a : tensor<4xf32>
  %2 = tg.relu6 %s : tensor<4xf32>
  %3 = tg.relu %q : tensor<4xf32>
  %4 = tg.abs %t : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The root of -0 is -0, which relu makes 0; the least integer has no absolute
// value that is one; x * y may be negative.
// CHECK-LABEL: func.func @perhaps_negative
// CHECK:         tg.relu
// CHECK:         tg.relu
// CHECK:         tg.relu
func.func @perhaps_negative(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %r = tg.sqrt %x : tensor<4xf32>
  %a = tg.abs %i : tensor<4xi32>
  %p = tg.mul %x, %y : tensor<4xf32>
  %0 = tg.relu %r : tensor<4xf32>
  %1 = tg.relu %a : tensor<4xi32>
  %2 = tg.relu %p : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}

// Ranges come through movements and choices.
// CHECK-LABEL: func.func @through
// CHECK-NOT:     tg.relu
// CHECK:         return
func.func @through(%x: tensor<2x2xf32>, %p: tensor<4xi1>) -> tensor<8xf32> {
  %c = tg.constant dense<0.5> : tensor<f32>
  %e = tg.exp %x : tensor<2x2xf32>
  %t = tg.transpose %e permutation [1, 0] : tensor<2x2xf32>
  %r = tg.reshape %t : (tensor<2x2xf32>) -> tensor<4xf32>
  %s = tg.select %p, %r, %c : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b = tg.concat %s, %r dim 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = tg.relu %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Limits that are kept anyway go; of a clamp one half may be left.
// CHECK-LABEL: func.func @limits
// CHECK-DAG:     %[[HALF:.*]] = tg.constant dense<5.000000e-01> : tensor<f32>
// CHECK:         %[[T:.*]] = tg.tanh %arg0
// CHECK-NEXT:    %[[M:.*]] = tg.min %[[T]], %[[HALF]]
// CHECK-NEXT:    return %[[T]], %[[T]], %[[M]]
func.func @limits(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1.0> : tensor<f32>
  %two = tg.constant dense<-2.0> : tensor<f32>
  %half = tg.constant dense<0.5> : tensor<f32>
  %t = tg.tanh %x : tensor<4xf32>
  %0 = tg.min %t, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.max %t, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = tg.clamp %two, %t, %half : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Comparisons whose outcome is known: an unsigned number is not below 0, an
// exponential is not either (NaN included), and counted bits are at most 32. That
// an exponential is at least 0 is not known: it may be NaN.
// CHECK-LABEL: func.func @comparisons
// CHECK-DAG:     %[[FALSE:.*]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-DAG:     %[[TRUE:.*]] = tg.constant dense<true> : tensor<4xi1>
// CHECK:         %[[GE:.*]] = tg.compare ge
// CHECK:         return %[[FALSE]], %[[FALSE]], %[[TRUE]], %[[GE]]
func.func @comparisons(%u: tensor<4xui32>, %x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %zu = tg.constant dense<0> : tensor<ui32>
  %zf = tg.constant dense<0.0> : tensor<f32>
  %c = tg.constant dense<40> : tensor<i32>
  %e = tg.exp %x : tensor<4xf32>
  %n = tg.popcnt %i : tensor<4xi32>
  %0 = tg.compare lt %u, %zu : (tensor<4xui32>, tensor<ui32>) -> tensor<4xi1>
  %1 = tg.compare lt %e, %zf : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %2 = tg.compare lt %n, %c : (tensor<4xi32>, tensor<i32>) -> tensor<4xi1>
  %3 = tg.compare ge %e, %zf : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// What is whole is not rounded; bounded numbers are not infinite.
// CHECK-LABEL: func.func @whole
// CHECK-DAG:     %[[FALSE:.*]] = tg.constant dense<false> : tensor<4xi1>
// CHECK-DAG:     %[[TRUE:.*]] = tg.constant dense<true> : tensor<4xi1>
// CHECK:         %[[F:.*]] = tg.floor %arg1
// CHECK-NEXT:    %[[C:.*]] = tg.convert %arg0
// CHECK-NEXT:    %[[A:.*]] = tg.add %[[F]], %[[C]]
// CHECK-NEXT:    return %[[A]], %[[TRUE]], %[[FALSE]]
func.func @whole(%i: tensor<4xi8>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xi1>) {
  %f = tg.floor %x : tensor<4xf32>
  %c = tg.convert %i : (tensor<4xi8>) -> tensor<4xf32>
  %a = tg.add %f, %c : tensor<4xf32>
  %s = tg.sigmoid %x : tensor<4xf32>
  %0 = tg.round_even %a : tensor<4xf32>
  %1 = tg.is_finite %c : (tensor<4xf32>) -> tensor<4xi1>
  %2 = tg.is_inf %s : (tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi1>, tensor<4xi1>
}

// Division by a power of two is a shift of what is not negative. A signed number
// may be: its quotient is rounded towards zero.
// CHECK-LABEL: func.func @power_of_two
// CHECK-DAG:     %[[THREE:.*]] = tg.constant dense<3> : tensor<ui32>
// CHECK-DAG:     %[[SEVEN:.*]] = tg.constant dense<7> : tensor<ui32>
// CHECK:         %[[Q:.*]] = tg.shr_logical %arg0, %[[THREE]]
// CHECK-NEXT:    %[[R:.*]] = tg.and %arg0, %[[SEVEN]]
// CHECK-NEXT:    %[[D:.*]] = tg.div %arg1
// CHECK-NEXT:    return %[[Q]], %[[R]], %[[D]]
func.func @power_of_two(%u: tensor<4xui32>, %i: tensor<4xi32>) -> (tensor<4xui32>, tensor<4xui32>, tensor<4xi32>) {
  %c = tg.constant dense<8> : tensor<ui32>
  %d = tg.constant dense<8> : tensor<i32>
  %0 = tg.div %u, %c : (tensor<4xui32>, tensor<ui32>) -> tensor<4xui32>
  %1 = tg.rem %u, %c : (tensor<4xui32>, tensor<ui32>) -> tensor<4xui32>
  %2 = tg.div %i, %d : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0, %1, %2 : tensor<4xui32>, tensor<4xui32>, tensor<4xi32>
}
