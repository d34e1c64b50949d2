// What the activities of a request say of its operands and results.
//
// RUN: tg-opt --split-input-file --verify-diagnostics %s

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @dup(%x: tensor<2xf32>) {
  // expected-error @+1 {{@f has argument #0 that is enzyme_dup, but a gradient is added to a shadow in memory only, which a tensor has none of: write enzyme_active, and add the result}}
  enzyme.autodiff @f(%x, %x) {activity = [#enzyme<activity enzyme_dup>], ret_activity = [#enzyme<activity enzyme_const>]} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
func.func @integer(%x: tensor<2xi32>) {
  // expected-error @+1 {{@f has argument #0 of type 'tensor<2xi32>', which has no derivative: write enzyme_const}}
  enzyme.fwddiff @f(%x, %x) {activity = [#enzyme<activity enzyme_dup>], ret_activity = [#enzyme<activity enzyme_constnoneed>]} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @types(%x: tensor<3x2xf32>) {
  // expected-error @+1 {{of @f is '(tensor<4x2xf32>) -> tensor<4x2xf32>' with these attributes, but is used as '(tensor<3x2xf32>) -> tensor<4x2xf32>'}}
  %0 = enzyme.batch @f(%x) {batch_shape = array<i64: 4>} : (tensor<3x2xf32>) -> tensor<4x2xf32>
  return
}
