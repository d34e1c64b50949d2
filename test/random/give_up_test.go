package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// It is long because it has a table of programs. A result is made where the caller gives an input
// up, if nothing reads that any more; else it is made elsewhere, and right all the same.
func TestInputsThatAreGivenUp(t *testing.T) {
	for _, c := range []struct {
		name, text string
		in, out    int // which input is given up for which result
		want       bool
	}{
		{"a gradient", `func.func @main(%x: tensor<512x64xf32>, %g: tensor<512x64xf32>, %old: tensor<64xf32>) -> (tensor<512x64xf32>, tensor<64xf32>) {
  %0:2 = tg.fusion (%a = %x, %b = %g, %o = %old) : (tensor<512x64xf32>, tensor<512x64xf32>, tensor<64xf32>) -> (tensor<512x64xf32>, tensor<64xf32>) {
    %1 = tg.mul %a, %b : tensor<512x64xf32>
    %2 = tg.reduce sum %1 dims [0] : (tensor<512x64xf32>) -> tensor<64xf32>
    %3 = tg.add %o, %2 : tensor<64xf32>
    tg.yield %1, %3 : tensor<512x64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<512x64xf32>, tensor<64xf32>
}`, 2, 1, true},
		{"another result of a fusion", `func.func @main(%x: tensor<99xf32>, %y: tensor<99xf32>) -> (tensor<99xf32>, tensor<99xf32>) {
  %0:2 = tg.fusion (%a = %x, %b = %y) : (tensor<99xf32>, tensor<99xf32>) -> (tensor<99xf32>, tensor<99xf32>) {
    %1 = tg.exp %a : tensor<99xf32>
    %2 = tg.sub %b, %1 : tensor<99xf32>
    tg.yield %1, %2 : tensor<99xf32>, tensor<99xf32>
  }
  return %0#0, %0#1 : tensor<99xf32>, tensor<99xf32>
}`, 1, 1, true},
		{"behind the last use", `func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.exp %x : tensor<8x8xf32>
  %1 = tg.matmul %0, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}`, 0, 0, true},
		{"one that is read while the result is made", `func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.matmul %x, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`, 0, 0, false},
		{"one that is read behind", `func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.sub %x, %0 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}`, 0, 0, false},
		{"one whose view is read behind", `func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
  %v = tg.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
  %0 = tg.exp %x : tensor<8xf32>
  %1 = tg.neg %v : tensor<2x4xf32>
  return %0, %1 : tensor<8xf32>, tensor<2x4xf32>
}`, 0, 0, false},
		{"one that is a result itself", `func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.exp %x : tensor<8xf32>
  return %0, %x : tensor<8xf32>, tensor<8xf32>
}`, 0, 0, false},
		{"the state of a loop", `func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %n = tg.constant dense<5.0> : tensor<f32>
  %r = tg.while (%s = %x) : tensor<8xf32> cond {
    %m = tg.reduce max %s dims [0] : (tensor<8xf32>) -> tensor<f32>
    %c = tg.compare lt %m, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %c : tensor<i1>
  } do {
    %0 = tg.abs %y : tensor<8xf32>
    %one = tg.constant dense<1.0> : tensor<f32>
    %1 = tg.add %0, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = tg.add %s, %1 : tensor<8xf32>
    tg.yield %2 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}`, 0, 0, true},
		{"one that the rounds of a loop read", `func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %n = tg.constant dense<5.0> : tensor<f32>
  %r = tg.while (%s = %x) : tensor<8xf32> cond {
    %m = tg.reduce max %s dims [0] : (tensor<8xf32>) -> tensor<f32>
    %c = tg.compare lt %m, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %c : tensor<i1>
  } do {
    %0 = tg.abs %y : tensor<8xf32>
    %one = tg.constant dense<1.0> : tensor<f32>
    %1 = tg.add %0, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = tg.add %s, %1 : tensor<8xf32>
    tg.yield %2 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}`, 1, 0, false},
		{"both operands the same input", `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.mul %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}`, 0, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := agree.Parse(c.text)
			if err != nil {
				t.Fatal(err)
			}
			p, err := interp.NewModule(module).Program("main")
			if err != nil {
				t.Fatal(err)
			}
			var in []*tensor.Tensor
			for i, typ := range p.Inputs {
				spec, err := interp.SpecOf(typ)
				if err != nil {
					t.Fatal(err)
				}
				in = append(in, tensor.Random(spec.DType, spec.Shape, uint64(i+1)))
			}
			want, err := p.Run(in, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			given := in[c.in].Clone()
			in[c.in] = given
			results := make([]*tensor.Tensor, len(p.Results))
			results[c.out] = given
			got, err := p.Run(in, interp.Options{Results: results})
			if err != nil {
				t.Fatal(err)
			}
			for i := range want.Outputs {
				if !tensor.SameValues(got.Outputs[i], want.Outputs[i]) {
					t.Errorf("result %d differs: %v, want %v", i, got.Outputs[i], want.Outputs[i])
				}
			}
			if in := unsafe.SliceData(got.Outputs[c.out].Bytes()) == unsafe.SliceData(given.Bytes()); in != c.want {
				t.Errorf("the result is in the storage of the input: %v, want %v", in, c.want)
			}
		})
	}
}

// Of random programs each result is given each input.
func TestInputsGivenUpAtRandom(t *testing.T) {
	const typ = "tensor<4x4xf32>"
	inPlace, elsewhere := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 0x67))
		var text strings.Builder
		fmt.Fprintf(&text, "func.func @main(%%v0: %s, %%v1: %[1]s, %%v2: %[1]s) -> (%[1]s, %[1]s) {\n", typ)
		n := 3
		for range 2 + rng.IntN(6) {
			a, b := rng.IntN(n), rng.IntN(n)
			form := []string{
				"tg.add %%v%d, %%v%d : T", "tg.max %%v%d, %%v%d : T", "tg.matmul %%v%d, %%v%d : (T, T) -> T",
				"tg.neg %%v%d : T", "tg.reverse %%v%d dims [0] : T", "tg.transpose %%v%d permutation [1, 0] : (T) -> T", "tg.reshape %%v%d : (T) -> T",
			}[rng.IntN(7)]
			operands := []any{a, b}[:strings.Count(form, "%%v")]
			fmt.Fprintf(&text, "  %%v%d = %s\n", n, strings.ReplaceAll(fmt.Sprintf(form, operands...), "T", typ))
			n++
		}
		fmt.Fprintf(&text, "  return %%v%d, %%v%d : %s, %[3]s\n}\n", n-1, n-1-rng.IntN(n), typ)
		module, err := agree.Parse(text.String())
		if err == nil && seed%2 == 0 {
			err = agree.Optimise(module, "canonicalize,fuse-elementwise", 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := interp.NewModule(module).Program("main")
		if err != nil {
			t.Fatal(err)
		}
		for pair := range 6 {
			in := make([]*tensor.Tensor, 3)
			for i := range in {
				in[i] = tensor.Random(tensor.F32, []int{4, 4}, seed*3+uint64(i))
			}
			want, err := p.Run(in, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var expected []string
			for _, w := range want.Outputs {
				expected = append(expected, string(w.WithOneNaN().Bytes()))
			}
			results := make([]*tensor.Tensor, 2)
			results[pair/3] = in[pair%3]
			got, err := p.Run(in, interp.Options{Results: results})
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range expected {
				if string(got.Outputs[i].WithOneNaN().Bytes()) != w {
					t.Fatalf("seed %d: result %d in the place of input %d: result %d differs\n%s", seed, pair/3, pair%3, i, text.String())
				}
			}
			if unsafe.SliceData(got.Outputs[pair/3].Bytes()) == unsafe.SliceData(in[pair%3].Bytes()) {
				inPlace++
			} else {
				elsewhere++
			}
		}
	}
	if inPlace < 400 || elsewhere < 400 {
		t.Errorf("%d results are where an input was, %d are not: that tells little", inPlace, elsewhere)
	}
}
