// What StableHLO cannot say is an error where it stands, and nothing is written.

// RUN: split-file %s %t
// RUN: not tg-opt --tg-to-stablehlo %t/index.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=INDEX
// RUN: not ls %t/out.mlir
// RUN: not tg-opt --tg-to-stablehlo %t/width.mlir 2>&1 | tg-filecheck %s --check-prefix=WIDTH
// RUN: not tg-opt --tg-to-stablehlo %t/accumulator.mlir 2>&1 | tg-filecheck %s --check-prefix=ACCUMULATOR
// RUN: not tg-opt --tg-to-stablehlo %t/nested.mlir 2>&1 | tg-filecheck %s --check-prefix=NESTED
// RUN: not tg-opt --tg-to-stablehlo %t/several.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=SEVERAL
// RUN: not tg-opt --tg-to-stablehlo %t/stretched.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=STRETCHED
// RUN: not tg-opt --tg-to-stablehlo %t/parts.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=PARTS
// RUN: not tg-opt --tg-to-stablehlo %t/mean.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=MEAN
// RUN: not tg-opt --tg-to-stablehlo %t/places.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=PLACES
// RUN: not tg-opt --tg-to-stablehlo %t/token.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=TOKEN
// RUN: not tg-opt --tg-to-stablehlo %t/collected.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=COLLECTED
// RUN: not tg-opt --tg-to-stablehlo %t/rows.mlir -o %t/out.mlir 2>&1 | tg-filecheck %s --check-prefix=ROWS
// RUN: not ls %t/out.mlir

// INDEX: index.mlir:3:8: error: 'tg.add' op cannot be converted to StableHLO: there are no tensors of 'index' there; convert them to i64
// WIDTH: width.mlir:2:8: error: 'tg.neg' op cannot be converted to StableHLO: there are no tensors of 'i7' there
// ACCUMULATOR: accumulator.mlir:2:8: error: 'tg.reduce' op cannot be converted to StableHLO: what is accumulated, 'tensor<i32>', must have the element type of the input 'tensor<4xf32>' there
// NESTED: nested.mlir:3:10: error: 'tg.convert' op cannot be converted to StableHLO: there are no tensors of 'f80' there
// SEVERAL: several.mlir:2:8: error: 'tg.reshape' op cannot be converted to StableHLO: the extents of 'tensor<?x?xf32>' do not follow from those of 'tensor<?xf32>'
// STRETCHED: stretched.mlir:2:8: error: 'tg.broadcast' op cannot be converted to StableHLO: nothing tells the extent of dimension 1 of 'tensor<3x?xf32>'
// PARTS: parts.mlir:2:8: error: 'tg.bitcast' op cannot be converted to StableHLO: the extents of 'tensor<?xcomplex<f32>>', whose elements are taken apart or put together there, are known to the run only
// MEAN: mean.mlir:2:8: error: 'tg.reduce' op cannot be converted to StableHLO: how many elements of 'tensor<?xf32>' are combined is known to the run only
// PLACES: places.mlir:2:8: error: 'tg.reduce' op cannot be converted to StableHLO: the extents of 'tensor<?xi64>' are known to the run only
// TOKEN: token.mlir:2:8: error: 'stablehlo.create_token' op cannot be converted to StableHLO: it has a tuple or a token next to ops of tg, which know neither
// COLLECTED: collected.mlir:2:10: error: 'tg.while' op cannot be converted to StableHLO: result #1 collects the values of as many rounds as there are at run time; state how many, such as 'tensor<8x...>', or give loops of unknown length a largest number of rounds (max-trip=N of the pass differentiate)
// ROWS: rows.mlir:2:10: error: 'tg.while' op cannot be converted to StableHLO: result #1 of type 'tensor<3x?xf32>' collects values whose extents only a run knows

//--- index.mlir
func.func @f(%x: tensor<4xf32>, %y: tensor<4xindex>) -> (tensor<4xf32>, tensor<4xindex>) {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.add %y, %y : tensor<4xindex>
  return %0, %1 : tensor<4xf32>, tensor<4xindex>
}
//--- width.mlir
func.func @f(%x: tensor<4xi7>) -> tensor<4xi7> {
  %0 = tg.neg %x : tensor<4xi7>
  return %0 : tensor<4xi7>
}
//--- accumulator.mlir
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<i32> {
  %0 = tg.reduce %x init %i dims [0] : (tensor<4xf32>, tensor<i32>) -> tensor<i32> with (%acc: tensor<i32>, %e: tensor<f32>) {
    tg.yield %acc : tensor<i32>
  }
  return %0 : tensor<i32>
}
//--- nested.mlir
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.convert %x : (tensor<4xf32>) -> tensor<4xf80>
    %2 = tg.convert %1 : (tensor<4xf80>) -> tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
//--- several.mlir
func.func @f(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = tg.reshape %x : (tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
//--- stretched.mlir
func.func @f(%x: tensor<3x1xf32>) -> tensor<3x?xf32> {
  %0 = tg.broadcast %x dims [0, 1] : (tensor<3x1xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
//--- parts.mlir
func.func @f(%x: tensor<?xcomplex<f32>>) -> tensor<?xi64> {
  %0 = tg.bitcast %x : (tensor<?xcomplex<f32>>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
//--- mean.mlir
func.func @f(%x: tensor<?xf32>) -> tensor<f32> {
  %0 = tg.reduce mean %x dims [0] : (tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
//--- places.mlir
func.func @f(%x: tensor<?xf32>) -> tensor<i64> {
  %0 = tg.reduce argmax %x dims [0] element_type i64 : (tensor<?xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}
//--- token.mlir
func.func @f(%x: tensor<4xf32>) -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = tg.neg %x : tensor<4xf32>
  return %0 : !stablehlo.token
}
//--- collected.mlir
func.func @f(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<?x4xf32> {
  %0:2 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<?x4xf32>) cond {
    tg.yield %p : tensor<i1>
  } do {
    tg.yield %v, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<?x4xf32>
}
//--- rows.mlir
func.func @f(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<3x?xf32> {
  %0:2 = tg.while (%v = %x) : tensor<?xf32> collect (tensor<3x?xf32>) cond {
    tg.yield %p : tensor<i1>
  } do {
    tg.yield %v, %v : tensor<?xf32>, tensor<?xf32>
  }
  return %0#1 : tensor<3x?xf32>
}
