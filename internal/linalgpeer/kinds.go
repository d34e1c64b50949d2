package linalgpeer

import (
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// Kinds are cases of what random ones do not have: extents that only the run knows, several results
// and accumulators, sums in wider types, constants with and without signs, and no elements at all.
// It is long because it has their programs.
func Kinds() []Case {
	r := func(d tensor.DType, shape ...int) *tensor.Tensor { return tensor.Random(d, shape, uint64(d)+3) }
	index := func(n int64) *tensor.Tensor {
		x := tensor.New(tensor.I64)
		x.SetInt64(0, n)
		return x
	}
	const dynamic = `func.func @f(%x: tensor<?x4xf32>, %n: index, %m: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = te.compute [i < %rows, j < 4] -> tensor<?x4xf32> {
    %3 = te.read %x [i, 3 - j] : tensor<?x4xf32>
    %4 = tg.neg %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %1 = te.compute [i < %n] -> tensor<?xf32> {
    %3 = te.read %x [i, 1] if (i <= 2) : tensor<?x4xf32>
    te.yield %3 : tensor<f32>
  }
  %2 = te.compute [i < %n] max [k < %m] -> tensor<?xf32> {
    %3 = te.read %x [k, 2] if (k <= 2) : tensor<?x4xf32>
    te.yield %3 : tensor<f32>
  }
  return %0, %1, %2 : tensor<?x4xf32>, tensor<?xf32>, tensor<?xf32>
}
`
	const argmax = `func.func @f(%x: tensor<6x9xf32>, %low: tensor<f32>) -> (tensor<6xf32>, tensor<6xui32>) {
  %none = tg.constant dense<4000000000> : tensor<ui32>
  %0:2 = te.compute [i < 6] reduce [j < 9] init(%low, %none) -> tensor<6xf32>, tensor<6xui32> {
    %1 = te.read %x [5 - i, j] : tensor<6x9xf32>
    %2 = te.index j : tensor<ui32>
    te.yield %1, %2 : tensor<f32>, tensor<ui32>
  } with (%a: tensor<f32>, %b: tensor<ui32>, %c: tensor<f32>, %d: tensor<ui32>) {
    %1 = tg.compare gt %c, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = tg.select %1, %c, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = tg.select %1, %d, %b : (tensor<i1>, tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    te.yield %2, %3 : tensor<f32>, tensor<ui32>
  }
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xui32>
}
`
	const constants = `func.func @f() -> (tensor<2xui8>, tensor<3xui16>, tensor<2xi1>, tensor<2xbf16>, tensor<2xui8>) {
  %0 = tg.constant dense<[1, 255]> : tensor<2xui8>
  %1 = tg.constant dense<60000> : tensor<3xui16>
  %2 = tg.constant dense<[true, false]> : tensor<2xi1>
  %3 = tg.constant dense<[1.5, -0.0]> : tensor<2xbf16>
  %4 = te.compute [i < 2] -> tensor<2xui8> {
    %5 = te.read %0 [1 - i] : tensor<2xui8>
    %6 = tg.constant dense<250> : tensor<ui8>
    %7 = tg.max %5, %6 : tensor<ui8>
    te.yield %7 : tensor<ui8>
  }
  return %0, %1, %2, %3, %4 : tensor<2xui8>, tensor<3xui16>, tensor<2xi1>, tensor<2xbf16>, tensor<2xui8>
}
`
	const empty = `func.func @f(%x: tensor<4x0xT>) -> (tensor<4xT>, tensor<4xT>, tensor<4xT>, tensor<4xT>) {
  %0 = te.compute [i < 4] sum [j < 0] -> tensor<4xT> {
    %4 = te.read %x [i, j] : tensor<4x0xT>
    te.yield %4 : tensor<T>
  }
  %1 = te.compute [i < 4] max [j < 0] -> tensor<4xT> {
    %4 = te.read %x [i, j] : tensor<4x0xT>
    te.yield %4 : tensor<T>
  }
  %2 = te.compute [i < 4] min [j < 0] -> tensor<4xT> {
    %4 = te.read %x [i, j] : tensor<4x0xT>
    te.yield %4 : tensor<T>
  }
  %3 = te.compute [i < 4] prod [j < 0] -> tensor<4xT> {
    %4 = te.read %x [i, j] : tensor<4x0xT>
    te.yield %4 : tensor<T>
  }
  return %0, %1, %2, %3 : tensor<4xT>, tensor<4xT>, tensor<4xT>, tensor<4xT>
}
`
	const products = `func.func @f(%x: tensor<5x12xFROM>, %y: tensor<12x3xFROM>) -> tensor<5x3xTO> {
  %0 = te.compute [i < 5, j < 3] dot [k < 12] -> tensor<5x3xTO> {
    %1 = te.read %x [i, k] : tensor<5x12xFROM>
    %2 = te.read %y [k, j] : tensor<12x3xFROM>
    te.yield %1, %2 : tensor<FROM>, tensor<FROM>
  }
  return %0 : tensor<5x3xTO>
}
`
	cases := []Case{
		{Name: "dynamic extents", Text: dynamic, Inputs: []*tensor.Tensor{r(tensor.F32, 3, 4), index(7), index(5)}},
		{Name: "argmax", Text: argmax, Inputs: []*tensor.Tensor{r(tensor.F32, 6, 9), r(tensor.F32)}},
		{Name: "constants", Text: constants},
	}
	for _, d := range []tensor.DType{tensor.F32, tensor.BF16, tensor.I8, tensor.U8} {
		text := strings.NewReplacer("xT>", "x"+d.String()+">", "<T>", "<"+d.String()+">").Replace(empty)
		cases = append(cases, Case{Name: "no elements of " + d.String(), Text: text, Inputs: []*tensor.Tensor{r(d, 4, 0)}})
	}
	for _, types := range [][2]tensor.DType{{tensor.F16, tensor.F16}, {tensor.BF16, tensor.F32}, {tensor.F32, tensor.F64}, {tensor.F64, tensor.F32}, {tensor.I8, tensor.I32}, {tensor.U8, tensor.U32}} {
		text := strings.NewReplacer("FROM", types[0].String(), "TO", types[1].String()).Replace(products)
		c := Case{Name: "products of " + types[0].String() + " as " + types[1].String(), Text: text, Inputs: []*tensor.Tensor{r(types[0], 5, 12), r(types[0], 12, 3)}}
		exact := c
		exact.Name, exact.FMA = c.Name+" by math.fma", true
		if types[1].IsFloat() {
			c.Bar = Terms
		}
		cases = append(cases, c, exact)
	}
	return cases
}
