package tg_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// tensorsFor are random inputs for the parameters of p.
func tensorsFor(t *testing.T, p *interp.Program) []*tensor.Tensor {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var list []*tensor.Tensor
	for _, typ := range p.Inputs {
		spec, err := interp.SpecOf(typ)
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for k := range x.Len() {
			if x.DType().IsFloat() {
				x.SetFloat64(k, rng.NormFloat64())
			} else {
				x.SetInt64(k, rng.Int64N(100))
			}
		}
		list = append(list, x)
	}
	return list
}

// An epilogue computes the bits of separate ops, however the bias lies along the
// result and the result is cut into blocks.
func TestEpilogueIsSeparateOps(t *testing.T) {
	t.Cleanup(func() { parallel.SetWorkers(0) })
	conv := "conv %x, %w BIAS layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] ACTIVATION"
	for _, c := range []struct {
		op, x, w, out string
		biases        []string
	}{
		{"matmul %x, %w BIAS ACTIVATION", "7x5", "5x9", "7x9", []string{"9", "1", "1x9", "7x1", "7x9", "1x1", ""}},
		{"matmul %x, %w BIAS ACTIVATION", "300x64", "64x300", "300x300", []string{"300", "300x1", "300x300"}},
		{"matmul %x, %w BIAS ACTIVATION", "2x3x4x5", "5x6", "2x3x4x6", []string{"6", "3x1x6", "2x1x1x1", "2x3x4x1", "4x6", "2x3x1x6", "1x3x1x1"}},
		{"matmul %x, %w BIAS ACTIVATION", "2x500x5", "5x7", "2x500x7", []string{"7", "500x7", "2x1x7", "500x1"}},
		{"matmul %x, %w BIAS ACTIVATION", "1x5", "5x1", "1x1", []string{"1", "", "1x1"}},
		{"matmul %x, %w BIAS ACTIVATION", "0x5", "5x3", "0x3", []string{"3"}},
		{"matmul %x, %w BIAS ACTIVATION", "4x0", "0x3", "4x3", []string{"3", "4x1"}},
		{"dot_general %x, %w BIAS contracting [0] x [1] ACTIVATION", "5x40", "70x5", "40x70", []string{"70", "40x1"}},
		{conv, "2x3x6x5", "4x3x1x1", "2x4x6x5", []string{"4x1x1", "2x1x1x1", "5", "6x1"}},
	} {
		for _, elem := range []string{"f32", "f16", "f64", "i32"} {
			for _, bias := range c.biases {
				for _, activation := range []string{"relu", "tanh", ""} {
					if activation == "tanh" && elem == "i32" {
						continue
					}
					types := map[string]string{"X": c.x, "W": c.w, "B": bias, "O": c.out}
					for k, shape := range types {
						types[k] = "tensor<" + strings.TrimPrefix(shape+"x", "x") + elem + ">"
					}
					args := fmt.Sprintf("%%x: %s, %%w: %s, %%b: %s", types["X"], types["W"], types["B"])
					word, separate := "", "%2 = tg.add %1, %b : ("+types["O"]+", "+types["B"]+") -> "+types["O"]+"\n"
					if activation != "" {
						word = "activation " + activation
						separate += "%0 = tg." + activation + " %2 : " + types["O"]
					} else {
						separate = strings.Replace(separate, "%2", "%0", 1)
					}
					fused := "%0 = tg." + strings.NewReplacer("BIAS", "bias %b", "ACTIVATION", word).Replace(c.op) +
						fmt.Sprintf(" : (%s, %s, %s) -> %s", types["X"], types["W"], types["B"], types["O"])
					plain := "%1 = tg." + strings.NewReplacer("BIAS", "", "ACTIVATION", "").Replace(c.op) +
						fmt.Sprintf(" : (%s, %s) -> %s\n", types["X"], types["W"], types["O"])
					var want []byte
					for i, body := range []string{plain + separate, fused} {
						for _, workers := range []int{1, 4} {
							parallel.SetWorkers(workers)
							text := function(args, body, types["O"])
							p, err := interp.NewModule(parse(t, newContext(), text)).Program("f")
							if err != nil {
								t.Fatalf("%v\n%s", err, text)
							}
							r, err := p.Run(tensorsFor(t, p), interp.Options{})
							if err != nil {
								t.Fatal(err)
							}
							got := r.Outputs[0].WithOneNaN().Bytes()
							if i == 0 && workers == 1 {
								want = append([]byte(nil), got...)
							}
							if string(got) != string(want) {
								t.Errorf("other bits with %d workers:\n%s", workers, text)
							}
						}
					}
				}
			}
		}
	}
}

// Pieces that are runs of elements are views: they have the right elements, and
// what is computed from one leaves the others alone.
func TestRunsAreViews(t *testing.T) {
	checkRuns(t, []runCase{
		{"split", "%x: tensor<4x2xi32>", `%a:2 = tg.split %x dim 0 sizes [1, 3] : (tensor<4x2xi32>) -> (tensor<1x2xi32>, tensor<3x2xi32>)
%b = tg.neg %a#1 : tensor<3x2xi32>
%0 = tg.concat %b, %a#1, %a#0 dim 0 : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<1x2xi32>) -> tensor<7x2xi32>`,
			"tensor<7x2xi32>", []string{"4x2xi32=[1 2][3 4][5 6][7 8]"}, []string{"7x2xi32=[-3 -4][-5 -6][-7 -8][3 4][5 6][7 8][1 2]"}},
		{"split behind extents of 1", "%x: tensor<1x3x2xi16>", "%0:3 = tg.split %x dim 1 sizes [2, 0, 1] : (tensor<1x3x2xi16>) -> (tensor<1x2x2xi16>, tensor<1x0x2xi16>, tensor<1x1x2xi16>)",
			"tensor<1x2x2xi16>, tensor<1x0x2xi16>, tensor<1x1x2xi16>", []string{"1x3x2xi16=[[1 2][3 4][5 6]]"},
			[]string{"1x2x2xi16=[[1 2][3 4]]", "1x0x2xi16=[]", "1x1x2xi16=[[5 6]]"}},
		{"slice of a row", "%x: tensor<3x4xi8>", "%0 = tg.slice %x [1:2, 1:3] : (tensor<3x4xi8>) -> tensor<1x2xi8>", "tensor<1x2xi8>",
			[]string{"3x4xi8=[1 2 3 4][5 6 7 8][9 10 11 12]"}, []string{"1x2xi8=[6 7]"}},
		{"slice of rows", "%x: tensor<3x4xi8>", "%0 = tg.slice %x [1:3, 0:4] : (tensor<3x4xi8>) -> tensor<2x4xi8>", "tensor<2x4xi8>",
			[]string{"3x4xi8=[1 2 3 4][5 6 7 8][9 10 11 12]"}, []string{"2x4xi8=[5 6 7 8][9 10 11 12]"}},
		{"slice that is no run", "%x: tensor<3x4xi8>", "%0 = tg.slice %x [0:2, 1:3] : (tensor<3x4xi8>) -> tensor<2x2xi8>", "tensor<2x2xi8>",
			[]string{"3x4xi8=[1 2 3 4][5 6 7 8][9 10 11 12]"}, []string{"2x2xi8=[2 3][6 7]"}},
		{"slice with steps", "%x: tensor<1x5xi8>", "%0 = tg.slice %x [0:1, 1:5:2] : (tensor<1x5xi8>) -> tensor<1x2xi8>", "tensor<1x2xi8>",
			[]string{"1x5xi8=[1 2 3 4 5]"}, []string{"1x2xi8=[2 4]"}},
	})
}
