// Where a derivative is asked at what is known to be a kink, a remark says what the convention takes for one, and what others do.
//
// RUN: tg-opt --differentiate="func=f" --remarks-filter-analyse=autodiff %s -o /dev/null 2>&1 | tg-filecheck %s --implicit-check-not="has a kink"
// RUN: tg-opt --differentiate="func=f mode=forward convention=enzyme" --remarks-filter-analyse=autodiff %s -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=ENZYME

// The backward pass sees the last one first.
// CHECK: kinks.mlir:[[#@LINE+38]]:10: remark: {{.*}}"'tg.reduce' has a kink, for all 4 elements are equal: its derivative is 1/4 by each by the convention 'least-norm'; it would be 1/4 by each by 'jax', and 1 by each by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+33]]:13: remark: {{.*}}"'tg.clamp' has a kink, for its operand has been cut off at 0, as it does: its derivative is 0 by the convention 'least-norm'; it would be 0 by 'jax', and 1 by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+31]]:11: remark: {{.*}}"'tg.sqrt' has a kink, for its operand is 0: its derivative is infinite by the convention 'least-norm'; it would be infinite by 'jax', and 0 by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+29]]:10: remark: {{.*}}"'tg.abs' has a kink, for its operand is 0: its derivative is 0 by the convention 'least-norm'; it would be 0 by 'jax', and 1 by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+26]]:11: remark: {{.*}}"'tg.min' has a kink, for its operand #1 has been cut off at 6, which the other one is: its derivative is 0 by the convention 'least-norm'; it would be 1/2 by 'jax', and 0 by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+24]]:10: remark: {{.*}}"'tg.max' has a kink, for its operand #0 has been cut off at 0, which the other one is: its derivative is 0 by the convention 'least-norm'; it would be 1/2 by 'jax', and 1 by 'enzyme'"
// CHECK: kinks.mlir:[[#@LINE+21]]:11: remark: {{.*}}"'tg.max' has a kink, for its operands are the same: its derivative is 1/2 by each by the convention 'least-norm'; it would be 1/2 by each by 'jax', and 1 by the first and 0 by the second by 'enzyme'"

// The forward pass begins with the first.
// ENZYME: kinks.mlir:[[#@LINE+18]]:11: remark: {{.*}}its derivative is 1 by the first and 0 by the second by the convention 'enzyme'; it would be 1/2 by each by 'least-norm', and 1/2 by each by 'jax'"
// ENZYME: kinks.mlir:[[#@LINE+19]]:10: remark: {{.*}}its derivative is 1 by the convention 'enzyme'; it would be 0 by 'least-norm', and 1/2 by 'jax'"

// Known nowhere: two arguments, and what is cut off at another bound, or at the other side. By all conventions alike: relu.
func.func private @smooth(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.max %x, %y : tensor<4xf32>
  %1 = tg.relu %0 : tensor<4xf32>
  %2 = tg.relu %1 : tensor<4xf32>
  %3 = tg.max %2, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = tg.min %2, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = tg.add %3, %4 : tensor<4xf32>
  return %5 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>, %y: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) {
  %six = tg.constant dense<6.0> : tensor<f32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %same = tg.max %x, %x : tensor<4xf32>
  %positive = tg.relu6 %same : tensor<4xf32>
  %low = tg.max %positive, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %high = tg.min %six, %positive : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %none = tg.mul %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %abs = tg.abs %none : tensor<4xf32>
  %root = tg.sqrt %none : tensor<4xf32>
  %within = tg.clamp %zero, %positive, %six : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %smooth = func.call @smooth(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %out = tg.add %abs, %root : tensor<4xf32>
  %all = tg.broadcast %y dims [0] : (tensor<1xf32>) -> tensor<4xf32>
  %max = tg.reduce max %all dims [0] : (tensor<4xf32>) -> tensor<f32>
  %end = tg.add %within, %smooth : tensor<4xf32>
  return %low, %high, %out, %end, %max : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
}
