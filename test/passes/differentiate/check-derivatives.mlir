// RUN: not tg-opt --check-derivatives %s 2>&1 | tg-filecheck %s
// RUN: tg-opt --check-derivatives=@right,smooth --check-derivatives-points=2 --check-derivatives-seed=3 %s | tg-filecheck %s --check-prefix=RIGHT
// RUN: tg-opt --check-derivatives=smooth --check-derivatives-wrt=1 %s | tg-filecheck %s --check-prefix=ONE
// RUN: not tg-opt --check-derivatives=smoth %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt --check-derivatives-points=2 %s 2>&1 | tg-filecheck %s --check-prefix=ALONE
// RUN: not tg-opt --check-derivatives --check-derivatives-tolerance=2 %s 2>&1 | tg-filecheck %s --check-prefix=TOLERANCE

// A custom rule is compared with what its function computes.
// CHECK-DAG: error: differences of @wrong: the derivative of the results, weighted by random cotangents, by element [0] of argument #0 is {{.*}}, but differences give {{.*}}: relative error 2
// CHECK-DAG: // @right: 4 points, {{[0-9]+}} numbers compared; largest relative errors: differences
// CHECK-DAG: // @smooth: 4 points, {{[0-9]+}} numbers compared
// CHECK-DAG: // differences of @wrong: the derivative of the results
// CHECK-DAG: // seed 0

// RIGHT: // @right: 2 points
// RIGHT-NEXT: // @smooth: 2 points
// ONE: // @smooth: 4 points
// NAME: error: --check-derivatives: there is no function @smoth with a body, and with arguments and results of floats or complex numbers; did you mean 'smooth'?
// ALONE: for the --check-derivatives-points option: it is of use only with --check-derivatives
// TOLERANCE: expected a number between 0 and 1, such as 1e-6

func.func @smooth(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tg.exp %x : tensor<3xf32>
  %1 = tg.mul %0, %y : tensor<3xf32>
  %2 = tg.sin %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}
func.func @right(%x: tensor<3xf32>) -> tensor<3xf32> attributes {tg.jvp = @right_tangent} {
  %0 = tg.exp %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @right_tangent(%x: tensor<3xf32>, %t: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = tg.exp %x : tensor<3xf32>
  %1 = tg.mul %0, %t : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
func.func @wrong(%x: tensor<3xf32>) -> tensor<3xf32> attributes {tg.vjp = [@wrong_ahead, @wrong_back]} {
  %0 = tg.exp %x : tensor<3xf32>
  %1 = tg.neg %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @wrong_ahead(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = tg.exp %x : tensor<3xf32>
  %1 = tg.neg %0 : tensor<3xf32>
  return %1, %0 : tensor<3xf32>, tensor<3xf32>
}
func.func private @wrong_back(%r: tensor<3xf32>, %g: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tg.mul %r, %g : tensor<3xf32>
  return %0 : tensor<3xf32>
}
