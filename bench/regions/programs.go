package main

import "fmt"

// The programs, as JAX writes them.

const keys = `
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %k0 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k1 = stablehlo.select %k0, %zero, %a : tensor<i1>, tensor<f32>
    %k2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k3 = stablehlo.select %k2, %nan, %k1 : tensor<i1>, tensor<f32>
    %k4 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k5 = stablehlo.select %k4, %zero, %b : tensor<i1>, tensor<f32>
    %k6 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k7 = stablehlo.select %k6, %nan, %k5 : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %k3, %k7, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>`

func sortText(n int) string {
	return fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf32>) -> tensor<%[1]dxf32> {
  %%0 = "stablehlo.sort"(%%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):%[2]s
  }) : (tensor<%[1]dxf32>) -> tensor<%[1]dxf32>
  return %%0 : tensor<%[1]dxf32>
}`, n, keys)
}

// oddSortText sorts by the squares.
func oddSortText(n int) string {
	return fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf32>) -> tensor<%[1]dxf32> {
  %%0 = "stablehlo.sort"(%%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):
    %%s = stablehlo.multiply %%a, %%a : tensor<f32>
    %%t = stablehlo.multiply %%b, %%b : tensor<f32>
    %%less = stablehlo.compare LT, %%s, %%t, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %%less : tensor<i1>
  }) : (tensor<%[1]dxf32>) -> tensor<%[1]dxf32>
  return %%0 : tensor<%[1]dxf32>
}`, n)
}

func argsortText(n int) string {
	return fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf32>) -> tensor<%[1]dxi32> {
  %%i = stablehlo.iota dim = 0 : tensor<%[1]dxi32>
  %%0:2 = "stablehlo.sort"(%%x, %%i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>, %%c: tensor<i32>, %%d: tensor<i32>):%[2]s
  }) : (tensor<%[1]dxf32>, tensor<%[1]dxi32>) -> (tensor<%[1]dxf32>, tensor<%[1]dxi32>)
  return %%0#1 : tensor<%[1]dxi32>
}`, n, keys)
}

// argmaxText returns the position, or the element, too.
func argmaxText(n, results int) string {
	types, values := "tensor<i32>", "%1#1"
	if results == 2 {
		types, values = "tensor<i32>, tensor<f32>", "%1#1, %1#0"
	}
	return fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf32>) -> (%[2]s) {
  %%0 = stablehlo.iota dim = 0 : tensor<%[1]dxi32>
  %%least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %%zero = stablehlo.constant dense<0> : tensor<i32>
  %%1:2 = stablehlo.reduce(%%x init: %%least), (%%0 init: %%zero) across dimensions = [0] : (tensor<%[1]dxf32>, tensor<%[1]dxi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%%a: tensor<f32>, %%e: tensor<f32>) (%%i: tensor<i32>, %%k: tensor<i32>) {
    %%2 = stablehlo.compare GT, %%a, %%e, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %%3 = stablehlo.compare NE, %%a, %%a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %%4 = stablehlo.or %%2, %%3 : tensor<i1>
    %%5 = stablehlo.compare EQ, %%a, %%e, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %%6 = stablehlo.compare LT, %%i, %%k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %%7 = stablehlo.and %%5, %%6 : tensor<i1>
    %%8 = stablehlo.or %%4, %%7 : tensor<i1>
    %%9 = stablehlo.select %%4, %%a, %%e : tensor<i1>, tensor<f32>
    %%10 = stablehlo.select %%8, %%i, %%k : tensor<i1>, tensor<i32>
    stablehlo.return %%9, %%10 : tensor<f32>, tensor<i32>
  }
  return %[3]s : %[2]s
}`, n, types, values)
}

func maxText(n int) string {
	return fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf32>) -> tensor<f32> {
  %%least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %%0 = stablehlo.reduce(%%x init: %%least) applies stablehlo.maximum across dimensions = [0] : (tensor<%[1]dxf32>, tensor<f32>) -> tensor<f32>
  return %%0 : tensor<f32>
}`, n)
}

const counterText = `func.func @main(%n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %x, %half : tensor<f32>
    %2 = stablehlo.add %1, %half : tensor<f32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}`

const vectorText = `func.func @main(%n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %half = stablehlo.constant dense<0.5> : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %x, %half : tensor<4xf32>
    %2 = stablehlo.add %1, %half : tensor<4xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}`

// sliceText is a loop whose body moves elements, which is run op by op.
const sliceText = `func.func @main(%n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<f32>
  %table = stablehlo.constant dense<0.5> : tensor<64xf32>
  %0:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.dynamic_slice %table, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
    %3 = stablehlo.multiply %x, %2 : tensor<f32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}`
