// RUN: split-file %s %t
// RUN: tg-opt --differentiate="func=main wrt=0 loops=sqrt" --canonicalize %t/up.mlir | tg-filecheck %s --check-prefix=UP
// RUN: tg-opt --differentiate="func=main wrt=0 loops=none" --canonicalize %t/up.mlir | tg-filecheck %s --check-prefix=NONE
// RUN: tg-opt --differentiate="func=main wrt=0 loops=sqrt" --canonicalize %t/down.mlir | tg-filecheck %s --check-prefix=DOWN
// RUN: tg-opt --differentiate="func=main wrt=0 loops=none" --canonicalize %t/unknown.mlir | tg-filecheck %s --check-prefix=UNKNOWN

// The number of rounds of a counted loop is computed, and no loop runs for it.
// UP-LABEL: func.func @main.vjp(
// UP: %[[N:.*]] = tg.relu %arg1 : tensor<i64>
// UP-NEXT: %[[FLOAT:.*]] = tg.convert %[[N]] : (tensor<i64>) -> tensor<f64>
// UP-NEXT: %[[ROOT:.*]] = tg.sqrt %[[FLOAT]] : tensor<f64>
// UP-NEXT: tg.ceil %[[ROOT]] : tensor<f64>

// NONE-LABEL: func.func @main.vjp(
// NONE: tg.while (%{{[a-z0-9]*}} = %{{.*}}, %{{[a-z0-9]*}} = %arg0) : tensor<i64>, tensor<2xf64> cond {
// NONE: tg.select
// NONE: tg.while

// With a step that only the run knows the counter may go past the end of its type: then its rounds
// are counted, by a loop of nothing else.
// DOWN-LABEL: func.func @main.vjp(
// DOWN: %{{.*}} = tg.if %{{.*}} -> (tensor<i64>) {
// DOWN: } else {
// DOWN: tg.while (%{{.*}} = %arg1, %{{.*}} = %{{.*}}) : tensor<ui8>, tensor<i64> cond {
// DOWN: tg.select

// A loop that nothing counts counts its rounds as it runs, where no period follows from them.
// UNKNOWN-LABEL: func.func @main.vjp(
// UNKNOWN: %[[AHEAD:.*]]:3 = tg.while (%{{.*}} = %arg1, %{{.*}} = %arg0, %{{.*}} = %{{.*}}) : tensor<f64>, tensor<2xf64>, tensor<i64> cond {
// UNKNOWN: tg.while (%{{.*}} = %[[AHEAD]]#2,

//--- up.mlir
func.func @main(%x: tensor<2xf64>, %n: tensor<i64>) -> tensor<2xf64> {
  %zero = tg.constant dense<0> : tensor<i64>
  %one = tg.constant dense<1> : tensor<i64>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i64>, tensor<2xf64> cond {
    %1 = tg.compare lt %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i64>
    %2 = tg.sin %v : tensor<2xf64>
    tg.yield %1, %2 : tensor<i64>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}

//--- down.mlir
func.func @main(%x: tensor<2xf64>, %n: tensor<ui8>, %by: tensor<ui8>, %last: tensor<ui8>) -> tensor<2xf64> {
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<ui8>, tensor<2xf64> cond {
    %1 = tg.compare ge %i, %last : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %by : tensor<ui8>
    %2 = tg.sin %v : tensor<2xf64>
    tg.yield %1, %2 : tensor<ui8>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}

//--- unknown.mlir
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
