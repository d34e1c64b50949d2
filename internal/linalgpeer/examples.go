package linalgpeer

import (
	"strings"

	"github.com/tg-opt/tg/tensor"
)

// Examples are cases that people look for: contractions, windows and what the index level was made
// for. Those of ops of tg are expanded first. It is long because it has their programs.
func Examples() []Case {
	f32 := func(seed uint64, shape ...int) *tensor.Tensor { return tensor.Random(tensor.F32, shape, seed) }
	positive := func(seed uint64, shape ...int) *tensor.Tensor {
		x := f32(seed, shape...)
		for i := range x.Len() {
			x.SetFloat64(i, 0.5+x.Float64At(i)*x.Float64At(i))
		}
		return x
	}
	const batchNorm = `func.func @f(%X: tensor<8x16x32x32xf32>, %dY: tensor<8x16x32x32xf32>, %E: tensor<16xf32>, %V: tensor<16xf32>, %eps: tensor<f32>) -> tensor<16xf32> {
  %e = te.compute [b < 8, h < 32, w < 32, k in -15..1] -> tensor<8x32x32x16xf32> {
    %1 = te.read %X [b, -k, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %E [-k] : tensor<16xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = te.read %V [-k] : tensor<16xf32>
    %5 = tg.add %4, %eps : tensor<f32>
    %6 = tg.sqrt %5 : tensor<f32>
    %7 = tg.div %3, %6 : tensor<f32>
    te.yield %7 : tensor<f32>
  }
  %dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %0 = te.read %dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %1 = te.read %e [b, h, w, 15 - c] : tensor<8x32x32x16xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %dg : tensor<16xf32>
}
`
	const matmul = `func.func @f(%x: tensor<24x40xf32>, %y: tensor<40x32xf32>) -> tensor<24x32xf32> {
  %0 = tg.matmul %x, %y : (tensor<24x40xf32>, tensor<40x32xf32>) -> tensor<24x32xf32>
  return %0 : tensor<24x32xf32>
}
`
	const conv = `func.func @f(%x: tensor<2x11x9x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<2x6x5x8xf32> {
  %0 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] : (tensor<2x11x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x6x5x8xf32>
  return %0 : tensor<2x6x5x8xf32>
}
`
	const softmax = `func.func @f(%x: tensor<16x33xf32>) -> tensor<16x33xf32> {
  %m = te.compute [i < 16] max [j < 33] -> tensor<16xf32> {
    %0 = te.read %x [i, j] : tensor<16x33xf32>
    te.yield %0 : tensor<f32>
  }
  %e = te.compute [i < 16, j < 33] -> tensor<16x33xf32> {
    %0 = te.read %x [i, j] : tensor<16x33xf32>
    %1 = te.read %m [i] : tensor<16xf32>
    %2 = tg.sub %0, %1 : tensor<f32>
    %3 = tg.exp %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  %s = te.compute [i < 16] sum [j < 33] -> tensor<16xf32> {
    %0 = te.read %e [i, j] : tensor<16x33xf32>
    te.yield %0 : tensor<f32>
  }
  %y = te.compute [i < 16, j < 33] -> tensor<16x33xf32> {
    %0 = te.read %e [i, j] : tensor<16x33xf32>
    %1 = te.read %s [i] : tensor<16xf32>
    %2 = tg.div %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %y : tensor<16x33xf32>
}
`
	const tanh = `func.func @f(%x: tensor<64x33xf32>, %dy: tensor<64x33xf32>) -> tensor<64x33xf32> {
  %t = tg.tanh %x : tensor<64x33xf32>
  %one = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.mul %t, %t : tensor<64x33xf32>
  %1 = tg.SIGN %one, %0 : (tensor<f32>, tensor<64x33xf32>) -> tensor<64x33xf32>
  %2 = tg.mul %1, %dy : tensor<64x33xf32>
  return %2 : tensor<64x33xf32>
}
`
	return []Case{
		{Name: "matmul", Text: matmul, Inputs: []*tensor.Tensor{f32(1, 24, 40), f32(2, 40, 32)}, Bar: Terms},
		{Name: "matmul of math.fma", Text: matmul, Inputs: []*tensor.Tensor{f32(1, 24, 40), f32(2, 40, 32)}, FMA: true},
		{Name: "strided convolution", Text: conv, Inputs: []*tensor.Tensor{f32(3, 2, 11, 9, 3), f32(4, 3, 3, 3, 8)}, Bar: Terms},
		// All terms of a softmax are positive, so that its own results are what is summed.
		{Name: "softmax", Text: softmax, Inputs: []*tensor.Tensor{f32(5, 16, 33)}, Bar: Terms, Terms: softmax, Count: 33},
		// The difference 1 - t*t is a sum of two terms.
		{Name: "tanh, backward", Text: strings.Replace(tanh, "SIGN", "sub", 1), Inputs: []*tensor.Tensor{f32(6, 64, 33), f32(7, 64, 33)}, Bar: Terms, Terms: strings.Replace(tanh, "SIGN", "add", 1), Count: 2},
		{Name: "batch norm, gradient of gamma", Text: batchNorm, Inputs: []*tensor.Tensor{
			f32(8, 8, 16, 32, 32), f32(9, 8, 16, 32, 32), f32(10, 16), positive(11, 16), positive(12),
		}, Bar: Terms},
	}
}
