// RUN: not tg-opt --checks-to-results %s 2>&1 | tg-filecheck --check-prefix=NONE %s
// RUN: not tg-opt --checks-to-results=func=named %s 2>&1 | tg-filecheck --check-prefix=NAMED %s
// RUN: not tg-opt --checks-to-results=func=declared %s 2>&1 | tg-filecheck --check-prefix=BODY %s

// NONE: errors.mlir:[[#@LINE+4]]:1: error: checks-to-results: @main has no check, such as check.expect_eq, that it always comes to
// NAMED: error: 'func.constant' op names @named, whose results therefore cannot change; checks-to-results needs a function that is only called
// BODY: error: checks-to-results: function @declared has no body

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @named(%x: tensor<f32>) {
  check.expect_eq %x, %x : tensor<f32>
  return
}
func.func private @declared(tensor<f32>)
func.func @user() -> ((tensor<f32>) -> ()) {
  %f = func.constant @named : (tensor<f32>) -> ()
  return %f : (tensor<f32>) -> ()
}
