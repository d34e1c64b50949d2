// Package networks has small networks twice, in StableHLO for us and in PyTorch, with the same
// weights and data: what derivatives and times are compared on.
package networks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Network is a function from parameters and data to a loss.
type Network struct {
	// Name is also what networks.py calls it.
	Name, Doc string
	// Wrt are the arguments that the loss is differentiated by.
	Wrt []string
	// text is the function, @main, for f32. The parameters come first, and what is called y is what
	// the outcome should be.
	text string
}

// All are the networks: one of products, one of convolutions and statistics, one with a loop.
var All = []*Network{
	{"mlp", "three layers of 512, 512 and 10 units on 128 rows of 784, relu, cross entropy", []string{"w0", "b0", "w1", "b1", "w2", "b2"}, mlp},
	{"cnn", "a residual block: two 3x3 convolutions with batch normalisation and relu, on 8x64x28x28", []string{"w0", "scale0", "shift0", "w1", "scale1", "shift1", "x"}, cnn},
	{"lstm", "an LSTM of 128 units, a loop over 32 steps of 32 rows", []string{"wi", "wh", "bi", "bh", "x"}, lstm},
}

// Ours is a network as we run it: its loss, and its loss with the gradients in the order of Wrt.
type Ours struct {
	Forward, Step *interp.Program
	// Inputs are the arguments of both, in order.
	Inputs []tensor.Named
}

// Compile converts a network, differentiates and optimises it, for the element type f32 or f64, and
// makes its arguments.
func (n *Network) Compile(elem string) (*Ours, error) {
	text := n.text
	if elem != "f32" {
		// A number to add to variances is an f32 whatever the type of these; it is one in f64, too.
		text = strings.NewReplacer("06 : f32", "06 : f32", "f32", elem, "0xFF800000", "0xFFF0000000000000").Replace(text)
	}
	ours := &Ours{}
	for _, way := range []struct {
		run           **interp.Program
		entry, passes string
	}{
		{&ours.Forward, "main", "optimize"},
		{&ours.Step, "main.grad", "stablehlo-to-tg,differentiate{func=main mode=grad wrt=" + strings.Join(n.Wrt, ",") + "},optimize"},
	} {
		p, err := program.Parse(n.Name+".mlir", []byte(text))
		if err != nil {
			return nil, err
		}
		arguments := naming.Arguments(ir.Symbols(p.Module)["main"])
		if err := p.Apply(way.passes); err != nil {
			return nil, err
		}
		p.Entry = way.entry
		if *way.run, err = p.Compile(); err != nil {
			return nil, err
		}
		if ours.Inputs == nil {
			ours.Inputs, err = inputs(arguments)
			if err != nil {
				return nil, err
			}
		}
	}
	return ours, nil
}

// inputs are numbers as a network has them at the beginning of a training: weights from -1 to 1
// over the root of the number of inputs of a unit, biases smaller still, data from -1 to 1. The
// outcome y is other data, or of a classifier a one in each row.
func inputs(arguments []naming.Param) ([]tensor.Named, error) {
	var list []tensor.Named
	for i, a := range arguments {
		spec, err := interp.SpecOf(a.Type)
		if err != nil {
			return nil, fmt.Errorf("%%%s: %w", a.Name, err)
		}
		t := tensor.Random(spec.DType, spec.Shape, uint64(i+1))
		switch {
		case a.Name == "y" && spec.Shape[len(spec.Shape)-1] == 10:
			for k := range t.Len() {
				label := float64(0)
				if k%10 == k/10*7%10 {
					label = 1
				}
				t.SetFloat64(k, label)
			}
		case a.Name != "x" && a.Name != "y":
			inputs := slices.Max(append([]int{64}, spec.Shape...))
			for k := range t.Len() {
				t.SetFloat64(k, t.Float64At(k)/math.Sqrt(float64(inputs)))
			}
		}
		list = append(list, tensor.Named{Name: a.Name, Tensor: t})
	}
	return list, nil
}

const mlp = `
func.func @main(%w0: tensor<784x512xf32>, %b0: tensor<512xf32>, %w1: tensor<512x512xf32>, %b1: tensor<512xf32>, %w2: tensor<512x10xf32>, %b2: tensor<10xf32>, %x: tensor<128x784xf32>, %y: tensor<128x10xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %rows = stablehlo.constant dense<128.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<128x512xf32>
  %0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<128x784xf32>, tensor<784x512xf32>) -> tensor<128x512xf32>
  %1 = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<512xf32>) -> tensor<128x512xf32>
  %2 = stablehlo.add %0, %1 : tensor<128x512xf32>
  %3 = stablehlo.maximum %2, %zeros : tensor<128x512xf32>
  %4 = stablehlo.dot_general %3, %w1, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x512xf32>) -> tensor<128x512xf32>
  %5 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<512xf32>) -> tensor<128x512xf32>
  %6 = stablehlo.add %4, %5 : tensor<128x512xf32>
  %7 = stablehlo.maximum %6, %zeros : tensor<128x512xf32>
  %8 = stablehlo.dot_general %7, %w2, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x10xf32>) -> tensor<128x10xf32>
  %9 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<10xf32>) -> tensor<128x10xf32>
  %logits = stablehlo.add %8, %9 : tensor<128x10xf32>
  %10 = stablehlo.reduce(%logits init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<128x10xf32>, tensor<f32>) -> tensor<128xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<128xf32>) -> tensor<128x10xf32>
  %12 = stablehlo.subtract %logits, %11 : tensor<128x10xf32>
  %13 = stablehlo.exponential %12 : tensor<128x10xf32>
  %14 = stablehlo.reduce(%13 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x10xf32>, tensor<f32>) -> tensor<128xf32>
  %15 = stablehlo.log %14 : tensor<128xf32>
  %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<128xf32>) -> tensor<128x10xf32>
  %17 = stablehlo.subtract %12, %16 : tensor<128x10xf32>
  %18 = stablehlo.multiply %y, %17 : tensor<128x10xf32>
  %19 = stablehlo.reduce(%18 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x10xf32>, tensor<f32>) -> tensor<f32>
  %20 = stablehlo.divide %19, %rows : tensor<f32>
  %21 = stablehlo.negate %20 : tensor<f32>
  return %21 : tensor<f32>
}`

const cnn = `
func.func @main(%w0: tensor<64x64x3x3xf32>, %scale0: tensor<64xf32>, %shift0: tensor<64xf32>, %w1: tensor<64x64x3x3xf32>, %scale1: tensor<64xf32>, %shift1: tensor<64xf32>, %x: tensor<8x64x28x28xf32>, %y: tensor<8x64x28x28xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<8x64x28x28xf32>
  %size = stablehlo.constant dense<401408.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w0) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x28x28xf32>, tensor<64x64x3x3xf32>) -> tensor<8x64x28x28xf32>
  %1:3 = "stablehlo.batch_norm_training"(%0, %scale0, %shift0) <{epsilon = 7.62939453125e-06 : f32, feature_index = 1 : i64}> : (tensor<8x64x28x28xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<8x64x28x28xf32>, tensor<64xf32>, tensor<64xf32>)
  %2 = stablehlo.maximum %1#0, %zeros : tensor<8x64x28x28xf32>
  %3 = stablehlo.convolution(%2, %w1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x28x28xf32>, tensor<64x64x3x3xf32>) -> tensor<8x64x28x28xf32>
  %4:3 = "stablehlo.batch_norm_training"(%3, %scale1, %shift1) <{epsilon = 7.62939453125e-06 : f32, feature_index = 1 : i64}> : (tensor<8x64x28x28xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<8x64x28x28xf32>, tensor<64xf32>, tensor<64xf32>)
  %5 = stablehlo.add %4#0, %x : tensor<8x64x28x28xf32>
  %6 = stablehlo.maximum %5, %zeros : tensor<8x64x28x28xf32>
  %7 = stablehlo.subtract %6, %y : tensor<8x64x28x28xf32>
  %8 = stablehlo.multiply %7, %7 : tensor<8x64x28x28xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<8x64x28x28xf32>, tensor<f32>) -> tensor<f32>
  %10 = stablehlo.divide %9, %size : tensor<f32>
  return %10 : tensor<f32>
}`

// The gates are in the order of PyTorch: input, forget, cell, output.
const lstm = `
func.func @main(%wi: tensor<512x128xf32>, %wh: tensor<512x128xf32>, %bi: tensor<512xf32>, %bh: tensor<512xf32>, %x: tensor<32x32x128xf32>, %y: tensor<32x32x128xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %steps = stablehlo.constant dense<32> : tensor<i32>
  %size = stablehlo.constant dense<131072.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<32x128xf32>
  %nothing = stablehlo.constant dense<0.0> : tensor<32x32x128xf32>
  %0 = stablehlo.dot_general %x, %wi, contracting_dims = [2] x [1] : (tensor<32x32x128xf32>, tensor<512x128xf32>) -> tensor<32x32x512xf32>
  %1 = stablehlo.broadcast_in_dim %bi, dims = [2] : (tensor<512xf32>) -> tensor<32x32x512xf32>
  %seen = stablehlo.add %0, %1 : tensor<32x32x512xf32>
  %2:4 = stablehlo.while(%i = %first, %h = %none, %c = %none, %all = %nothing) : tensor<i32>, tensor<32x128xf32>, tensor<32x128xf32>, tensor<32x32x128xf32>
  cond {
    %more = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %10 = stablehlo.dynamic_slice %seen, %i, %first, %first, sizes = [1, 32, 512] : (tensor<32x32x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x512xf32>
    %11 = stablehlo.reshape %10 : (tensor<1x32x512xf32>) -> tensor<32x512xf32>
    %12 = stablehlo.dot_general %h, %wh, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<512x128xf32>) -> tensor<32x512xf32>
    %13 = stablehlo.broadcast_in_dim %bh, dims = [1] : (tensor<512xf32>) -> tensor<32x512xf32>
    %14 = stablehlo.add %12, %13 : tensor<32x512xf32>
    %15 = stablehlo.add %11, %14 : tensor<32x512xf32>
    %16 = stablehlo.slice %15 [0:32, 0:128] : (tensor<32x512xf32>) -> tensor<32x128xf32>
    %17 = stablehlo.slice %15 [0:32, 128:256] : (tensor<32x512xf32>) -> tensor<32x128xf32>
    %18 = stablehlo.slice %15 [0:32, 256:384] : (tensor<32x512xf32>) -> tensor<32x128xf32>
    %19 = stablehlo.slice %15 [0:32, 384:512] : (tensor<32x512xf32>) -> tensor<32x128xf32>
    %20 = stablehlo.logistic %16 : tensor<32x128xf32>
    %21 = stablehlo.logistic %17 : tensor<32x128xf32>
    %22 = stablehlo.tanh %18 : tensor<32x128xf32>
    %23 = stablehlo.logistic %19 : tensor<32x128xf32>
    %24 = stablehlo.multiply %21, %c : tensor<32x128xf32>
    %25 = stablehlo.multiply %20, %22 : tensor<32x128xf32>
    %26 = stablehlo.add %24, %25 : tensor<32x128xf32>
    %27 = stablehlo.tanh %26 : tensor<32x128xf32>
    %28 = stablehlo.multiply %23, %27 : tensor<32x128xf32>
    %29 = stablehlo.reshape %28 : (tensor<32x128xf32>) -> tensor<1x32x128xf32>
    %30 = stablehlo.dynamic_update_slice %all, %29, %i, %first, %first : (tensor<32x32x128xf32>, tensor<1x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x32x128xf32>
    %31 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %31, %28, %26, %30 : tensor<i32>, tensor<32x128xf32>, tensor<32x128xf32>, tensor<32x32x128xf32>
  }
  %3 = stablehlo.subtract %2#3, %y : tensor<32x32x128xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<32x32x128xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x32x128xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.divide %5, %size : tensor<f32>
  return %6 : tensor<f32>
}`
