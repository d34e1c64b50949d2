// RUN: split-file %s %t
// RUN: tg-opt --differentiate="func=main wrt=0 max-trip=8" --canonicalize %t/loop.mlir | tg-filecheck %s
// RUN: tg-opt --differentiate="func=main wrt=0 max-trip=8" --tg-to-stablehlo %t/loop.mlir -o %t/exported.mlir
// RUN: tg-run --entry=main.vjp --input=2xf64=1,3 --input=f64=4 --input=2xf64=1,1 %t/exported.mlir | tg-filecheck %s --check-prefix=RAN
// RUN: tg-opt --differentiate="func=main wrt=0" %t/loop.mlir -o %t/open.mlir
// RUN: tg-run --entry=main.vjp --input=2xf64=1,3 --input=f64=4 --input=2xf64=1,1 %t/open.mlir | tg-filecheck %s --check-prefix=RAN
// RUN: not tg-run --entry=main.vjp --input=2xf64=1,3 --input=f64=300 --input=2xf64=1,1 %t/exported.mlir 2>&1 | tg-filecheck %s --check-prefix=MORE
// RUN: not tg-opt --tg-to-stablehlo %t/open.mlir 2>&1 | tg-filecheck %s --check-prefix=OPEN
// RUN: not tg-opt --differentiate="func=main max-trip=-1" %t/loop.mlir 2>&1 | tg-filecheck %s --check-prefix=OPTION
// RUN: not tg-opt %t/none.mlir 2>&1 | tg-filecheck %s --check-prefix=NONE
// RUN: not tg-opt %t/text.mlir 2>&1 | tg-filecheck %s --check-prefix=TEXT
// RUN: not tg-opt --differentiate="func=main" %t/less.mlir 2>&1 | tg-filecheck %s --check-prefix=LESS
// RUN: tg-opt --stablehlo-to-tg --differentiate="func=main" --tg-to-stablehlo %t/stablehlo.mlir | tg-filecheck %s --check-prefix=STABLEHLO

// With a bound the tape is state of that size, which each round writes in place.
// CHECK-LABEL: func.func @main.vjp(
// CHECK: %[[ROOM:.*]] = tg.broadcast %{{.*}} dims [] : (tensor<f64>) -> tensor<8x2xf64>
// CHECK: %[[AHEAD:.*]]:4 = tg.while ({{.*}}, %[[AT:[a-z0-9]+]] = %{{.*}}, %[[TAPE:[a-z0-9]+]] = %[[ROOM]]) : tensor<f64>, tensor<2xf64>, tensor<i64>, tensor<8x2xf64> cond {
// CHECK: } do {
// CHECK: %[[INSIDE:.*]] = tg.compare lt %[[AT]], %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: tg.assert %[[INSIDE]], "a loop runs more than 8 rounds, the most that max-trip allows" : tensor<i1>
// CHECK: tg.dynamic_update_slice %[[TAPE]], %{{.*}}, %[[AT]], %{{.*}} : (tensor<8x2xf64>, tensor<1x2xf64>, tensor<i64>, tensor<i64>) -> tensor<8x2xf64>
// CHECK: tg.while (%{{.*}} = %[[AHEAD]]#2,
// CHECK-NOT: ?
// CHECK: return

// RAN: 2xf64=0.745624{{[0-9]*}} 0.140652{{[0-9]*}}
// RAN-NEXT: 2xf64=0.360039{{[0-9]*}} -0.980151{{[0-9]*}}

// MORE: exported.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.assert' op assertion failed: a loop runs more than 8 rounds, the most that max-trip allows

// OPEN: open.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.while'{{.*}} result #2 collects the values of as many rounds as there are at run time; state how many, such as 'tensor<8x...>', or give loops of unknown length a largest number of rounds (max-trip=N of the pass differentiate)

// OPTION: option 'max-trip' must be a number of rounds, or 0 for any number, but is -1

// NONE: none.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.while' op attribute 'tg.max_trip' must be at least 1, but is 0
// TEXT: text.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.while' op attribute 'tg.max_trip' must be a number of rounds, but is "8"
// LESS: less.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'tg.while' runs 20 rounds, but tg.max_trip allows 8

// The attribute of a loop comes first, also of one that StableHLO has.
// STABLEHLO-LABEL: func.func @main.vjp(
// STABLEHLO: tensor<5x2xf64> attributes {tg.max_trip = 5 : i64}
// STABLEHLO: stablehlo.custom_call @shape_assertion

//--- loop.mlir
func.func @main(%x: tensor<2xf64>, %a: tensor<f64>) -> tensor<2xf64> {
  %half = tg.constant dense<0.5> : tensor<f64>
  %one = tg.constant dense<1.0> : tensor<f64>
  %0:2 = tg.while (%b = %a, %v = %x) : tensor<f64>, tensor<2xf64> cond {
    %1 = tg.compare gt %b, %one : (tensor<f64>, tensor<f64>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.mul %b, %half : tensor<f64>
    %2 = tg.sin %v : tensor<2xf64>
    tg.yield %1, %2 : tensor<f64>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}

//--- none.mlir
func.func @main(%x: tensor<f64>, %p: tensor<i1>) -> tensor<f64> {
  %0 = tg.while (%v = %x) : tensor<f64> attributes {tg.max_trip = 0 : i64} cond {
    tg.yield %p : tensor<i1>
  } do {
    tg.yield %v : tensor<f64>
  }
  return %0 : tensor<f64>
}

//--- text.mlir
func.func @main(%x: tensor<f64>, %p: tensor<i1>) -> tensor<f64> {
  %0 = tg.while (%v = %x) : tensor<f64> attributes {tg.max_trip = "8"} cond {
    tg.yield %p : tensor<i1>
  } do {
    tg.yield %v : tensor<f64>
  }
  return %0 : tensor<f64>
}

//--- less.mlir
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %n = tg.constant dense<20> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<f64> attributes {tg.max_trip = 8 : i64} cond {
    %1 = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.sin %v : tensor<f64>
    tg.yield %1, %2 : tensor<i32>, tensor<f64>
  }
  return %0#1 : tensor<f64>
}

//--- stablehlo.mlir
func.func @main(%x: tensor<2xf64>, %n: tensor<i32>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xf64> attributes {tg.max_trip = 5 : i64} cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.sine %v : tensor<2xf64>
    stablehlo.return %1, %2 : tensor<i32>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}
