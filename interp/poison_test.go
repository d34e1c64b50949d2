package interp_test

import (
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// In each function every value matters.
var lived = []string{
	`func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = tg.exp %x : tensor<8x8xf32>
  %b = tg.transpose %a permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = tg.matmul %b, %a : tensor<8x8xf32>
  %d = tg.add %c, %b : tensor<8x8xf32>
  %e = tg.transpose %d permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %f = tg.mul %e, %a : tensor<8x8xf32>
  %g = tg.matmul %f, %c : tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}`,
	`func.func private @f(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = tg.sqrt %x : tensor<8x8xf32>
  %b = tg.transpose %y permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = tg.matmul %a, %b : tensor<8x8xf32>
  %d = tg.sub %c, %a : tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %n = tg.constant dense<3> : tensor<i32>
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %a = tg.exp %x : tensor<8x8xf32>
  %r:2 = tg.while (%i = %zero, %v = %a) : tensor<i32>, tensor<8x8xf32> cond {
    %p = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %p : tensor<i1>
  } do {
    %j = tg.add %i, %one : tensor<i32>
    %t = tg.transpose %v permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %w = tg.matmul %t, %a : tensor<8x8xf32>
    %s = tg.tanh %w : tensor<8x8xf32>
    %u = tg.add %s, %t : tensor<8x8xf32>
    tg.yield %j, %u : tensor<i32>, tensor<8x8xf32>
  }
  %b = call @f(%a, %r#1) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = tg.matmul %b, %r#1 : tensor<8x8xf32>
  %d = tg.add %c, %a : tensor<8x8xf32>
  %e = tg.transpose %d permutation [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %e : tensor<8x8xf32>
}`,
}

// A run with freed storage poisoned tells when a reader is overlooked.
func TestPoisonFindsALostReader(t *testing.T) {
	usual := parallel.Workers()
	defer parallel.SetWorkers(usual)
	parallel.SetWorkers(1)
	for i, text := range lived {
		inputs := tensors(t, []string{"8x8xf32=random:1"})
		run := func(buffer int) (out *tensor.Tensor, lost bool) { // nil where it does not end
			p, err := interp.NewModule(module(t, text)).Program("main")
			if err == nil && buffer >= 0 {
				lost, err = p.LoseReader(buffer)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Run(inputs, interp.Options{Poison: true, MaxSteps: 1000})
			if err != nil {
				return nil, lost
			}
			return r.Outputs[0], lost
		}
		right, _ := run(-1)
		if right == nil {
			t.Fatalf("program %d does not end", i)
		}
		p, err := interp.NewModule(module(t, text)).Program("main")
		if err != nil {
			t.Fatal(err)
		}
		frame, err := p.Frame(1)
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for buffer := range frame.Buffers {
			wrong, lost := run(buffer)
			if !lost {
				continue
			}
			tried++
			if wrong != nil && tensor.SameValues(right, wrong) {
				b := &frame.Buffers[buffer]
				t.Errorf("program %d: %s may die before its last reader, and nothing is seen", i, b.String())
			}
		}
		if tried < 4 {
			t.Errorf("program %d: only %d buffers could lose a reader", i, tried)
		}
	}
}
