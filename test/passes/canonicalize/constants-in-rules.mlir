// A constant on the right side of a rule has the elements, and where it must the
// shape, of what it goes with, not of the operand next to it.

// RUN: tg-opt --canonicalize="rules=%S/constants.rules rule-sets=constants" %s | tg-filecheck %s
// RUN: tg-opt --check-rules=%S/constants.rules --check-rules-instances=10 | tg-filecheck %s --check-prefix=RIGHT
// RUN: not tg-opt --check-rules=%S/untestable.rules --check-rules-instances=5 2>&1 | tg-filecheck %s --check-prefix=REFUSED

// RIGHT: 5 rules, no counterexample

// CHECK-LABEL: func.func @choice
// CHECK-NEXT:    %[[zero:.*]] = tg.constant dense<0.0{{.*}}> : tensor<f32>
// CHECK-NEXT:    tg.select %arg0, %[[zero]], %arg1 : (tensor<4xi1>, tensor<f32>, tensor<4xf32>)
func.func @choice(%p: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %q = tg.not %p : tensor<4xi1>
  %0 = tg.select %q, %x, %zero : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// All that the inner op agrees with are constants: their type comes from above.
// CHECK-LABEL: func.func @marks
// CHECK-DAG:     %[[one:.*]] = tg.constant dense<1.0{{.*}}> : tensor<f32>
// CHECK-DAG:     %[[zero:.*]] = tg.constant dense<0.0{{.*}}> : tensor<f32>
// CHECK:         tg.select %arg0, %[[one]], %[[zero]]
func.func @marks(%p: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = tg.convert %p : (tensor<4xi1>) -> tensor<4xf32>
  %1 = tg.compare ne %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @other
// CHECK-NEXT:    %[[cst:.*]] = arith.constant 0.0
// CHECK-NEXT:    arith.select %arg0, %[[cst]], %arg1 : f32
func.func @other(%p: i1, %x: f32) -> f32 {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %q = arith.xori %p, %true : i1
  %0 = arith.select %q, %x, %zero : f32
  return %0 : f32
}

// StableHLO repeats nothing.
// CHECK-LABEL: func.func @foreign
// CHECK-NEXT:    %[[c:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    stablehlo.select %arg0, %[[c]], %arg1 : tensor<4xi1>, tensor<4xi32>
func.func @foreign(%p: tensor<4xi1>, %x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %q = stablehlo.not %p : tensor<4xi1>
  %0 = stablehlo.select %q, %x, %zero : tensor<4xi1>, tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @box
// CHECK:         %[[update:.*]] = tg.select %arg1, %{{.*}}, %{{.*}} : (tensor<1x2xi1>, tensor<f32>, tensor<f32>)
// CHECK-NEXT:    tg.dynamic_update_slice %arg0, %[[update]], %arg2, %arg2
func.func @box(%x: tensor<4x8xf32>, %p: tensor<1x2xi1>, %i: tensor<i32>) -> tensor<4x8xf32> {
  %0 = tg.convert %p : (tensor<1x2xi1>) -> tensor<1x2xf32>
  %1 = tg.dynamic_update_slice %x, %0, %i, %i : (tensor<4x8xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// REFUSED:      untestable.rules:2:1: error: rule 'cast' [exact]: cannot be tested: op 'builtin.unrealized_conversion_cast' cannot be executed, as it has neither a kernel nor a conversion to tg
// REFUSED-NEXT: rule cast:
// REFUSED-NEXT: {{^\^}}
// REFUSED-NEXT: untestable.rules:3:1: error: rule 'call' [exact]: cannot be tested: no instance of op 'func.call' can be made: nothing says which operands and attributes go together
// REFUSED-NEXT: rule call:
// REFUSED-NEXT: {{^\^}}
// REFUSED-NEXT: untestable.rules:4:1: error: rule 'made' [exact]: cannot be tested: op 'builtin.unrealized_conversion_cast' cannot be executed, as it has neither a kernel nor a conversion to tg
// REFUSED-NEXT: rule made:
// REFUSED-NEXT: {{^\^}}
// REFUSED-NEXT: untestable.rules:5:1: error: rule 'narrow' [exact]: never applied: its left side is found, but its right side could not be made on any instance: op 'tg.iota'
// REFUSED:      untestable.rules:6:1: error: rule 'wide' [exact]: cannot be tested: no instance of op 'stablehlo.optimization_barrier' could be made as the left side asks for it
