package tg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// function is the text of a function @f that returns the results %0 of the
// last op of its body, whose types are results.
func function(args, body, results string) string {
	n := strings.Count(results, "tensor<")
	values := []string{"%0"}
	if n > 1 {
		values = nil
		for i := range n {
			values = append(values, fmt.Sprintf("%%0#%d", i))
		}
	}
	return fmt.Sprintf("func.func @f(%s) -> (%s) {\n%s\nreturn %s : %s\n}", args, results, body, strings.Join(values, ", "), results)
}

func tensors(t *testing.T, texts []string) []*tensor.Tensor {
	t.Helper()
	out := make([]*tensor.Tensor, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = tensor.Parse(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return out
}

// execute runs the function @f of the program and returns its results.
func execute(t *testing.T, program string, inputs []string) ([]string, error) {
	t.Helper()
	c := newContext()
	p, err := interp.NewModule(parse(t, c, program)).Program("f")
	if err != nil {
		return nil, err
	}
	r, err := p.Run(tensors(t, inputs), interp.Options{})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, o := range r.Outputs {
		out = append(out, tensor.Format(o))
	}
	return out, nil
}

type runCase struct {
	name, args, body, results string
	inputs, want              []string
}

func checkRuns(t *testing.T, cases []runCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			got, err := execute(t, function(tc.args, tc.body, tc.results), tc.inputs)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// It is long because it is a table of cases.
func TestElementwiseOpsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"unary", "%x: tensor<4xf32>", "%0 = tg.neg %x : tensor<4xf32>", "tensor<4xf32>",
			[]string{"4xf32=1 -2 0 nan"}, []string{"4xf32=-1 2 -0 nan"},
		},
		{
			"unary with truth values", "%x: tensor<4xf32>", "%0 = tg.is_inf %x : (tensor<4xf32>) -> tensor<4xi1>", "tensor<4xi1>",
			[]string{"4xf32=1 -inf inf nan"}, []string{"4xi1=false true true false"},
		},
		{
			"gelu", "%x: tensor<2xf64>", "%0 = tg.gelu %x : tensor<2xf64>", "tensor<2xf64>",
			[]string{"2xf64=0 -inf"}, []string{"2xf64=0 -0"},
		},
		{
			"reduce_precision", "%x: tensor<3xf32>", "%0 = tg.reduce_precision %x exponent_bits 5 mantissa_bits 2 : tensor<3xf32>", "tensor<3xf32>",
			[]string{"3xf32=1.1 1.125 1e10"}, []string{"3xf32=1 1 inf"},
		},
		{
			"binary", "%x: tensor<2x1xi32>, %y: tensor<3xi32>", "%0 = tg.sub %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>", "tensor<2x3xi32>",
			[]string{"2x1xi32=10 20", "3xi32=1 2 -2147483648"}, []string{"2x3xi32=[9 8 -2147483638][19 18 -2147483628]"},
		},
		{
			"binary of nothing", "%x: tensor<0x1xf32>, %y: tensor<3xf32>", "%0 = tg.add %x, %y : (tensor<0x1xf32>, tensor<3xf32>) -> tensor<0x3xf32>", "tensor<0x3xf32>",
			[]string{"0x1xf32=", "3xf32=1 2 3"}, []string{"0x3xf32=[]"},
		},
		{
			"compare", "%x: tensor<4xf32>, %y: tensor<f32>", "%0 = tg.compare le %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>", "tensor<4xi1>",
			[]string{"4xf32=-0 0 1 nan", "f32=0"}, []string{"4xi1=true true false false"},
		},
		{
			"compare in total order", "%x: tensor<4xf32>, %y: tensor<f32>",
			"%0 = tg.compare ge %x, %y total_order : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>", "tensor<4xi1>",
			[]string{"4xf32=-0 0 1 nan", "f32=0"}, []string{"4xi1=false true true true"},
		},
		{
			"complex parts", "%x: tensor<2xcomplex<f32>>", `%1 = tg.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
%2 = tg.imag %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
%0 = tg.complex %2, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>`, "tensor<2xcomplex<f32>>",
			[]string{"2xcomplex<f32>=(1,-2) (nan,-0)"}, []string{"2xcomplex<f32>=(-2,1) (-0,nan)"},
		},
		{
			"complex conjugate", "%x: tensor<2xcomplex<f64>>", "%0 = tg.conj %x : tensor<2xcomplex<f64>>", "tensor<2xcomplex<f64>>",
			[]string{"2xcomplex<f64>=(1,-2) (-0,0)"}, []string{"2xcomplex<f64>=(1,2) (-0,-0)"},
		},
		{
			"complex modulus", "%x: tensor<3xcomplex<f32>>", "%0 = tg.abs %x : (tensor<3xcomplex<f32>>) -> tensor<3xf32>", "tensor<3xf32>",
			[]string{"3xcomplex<f32>=(3,-4) (nan,inf) (3e38,0)"}, []string{"3xf32=5 inf 3e+38"},
		},
		{
			"complex product", "%x: tensor<2xcomplex<f32>>, %y: tensor<complex<f32>>",
			"%0 = tg.mul %x, %y : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>", "tensor<2xcomplex<f32>>",
			[]string{"2xcomplex<f32>=(1,2) (0,1)", "complex<f32>=(3,-4)"}, []string{"2xcomplex<f32>=(11,2) (4,3)"},
		},
		{
			"complex exponential", "%x: tensor<2xcomplex<f64>>", "%0 = tg.exp %x : tensor<2xcomplex<f64>>", "tensor<2xcomplex<f64>>",
			[]string{"2xcomplex<f64>=(0,0) (-inf,0)"}, []string{"2xcomplex<f64>=(1,0) (0,0)"},
		},
		{
			"complex clamp", "%x: tensor<3xcomplex<f32>>, %l: tensor<complex<f32>>, %h: tensor<complex<f32>>",
			"%0 = tg.clamp %l, %x, %h : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>", "tensor<3xcomplex<f32>>",
			[]string{"3xcomplex<f32>=(0,9) (2,0) (1,5)", "complex<f32>=(1,0)", "complex<f32>=(1,9)"}, []string{"3xcomplex<f32>=(1,0) (1,9) (1,5)"},
		},
		{
			"complex cumulative product", "%x: tensor<3xcomplex<f32>>", "%0 = tg.cumulate prod %x dim 0 : tensor<3xcomplex<f32>>", "tensor<3xcomplex<f32>>",
			[]string{"3xcomplex<f32>=(0,1) (0,1) (2,1)"}, []string{"3xcomplex<f32>=(0,1) (-1,0) (-2,-1)"},
		},
		{
			"complex window", "%x: tensor<4xcomplex<f64>>", "%0 = tg.reduce_window sum %x window [2] : (tensor<4xcomplex<f64>>) -> tensor<3xcomplex<f64>>", "tensor<3xcomplex<f64>>",
			[]string{"4xcomplex<f64>=(1,2) (3,4) (5,6) (7,8)"}, []string{"3xcomplex<f64>=(4,6) (8,10) (12,14)"},
		},
		{
			"complex sort", "%x: tensor<4xcomplex<f32>>", `%0 = tg.sort %x dim 0 : tensor<4xcomplex<f32>> with (%a: tensor<complex<f32>>, %b: tensor<complex<f32>>) {
  %2 = tg.compare lt %a, %b total_order : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  tg.yield %2 : tensor<i1>
}`, "tensor<4xcomplex<f32>>",
			[]string{"4xcomplex<f32>=(2,1) (1,5) (nan,0) (1,-5)"}, []string{"4xcomplex<f32>=(1,-5) (1,5) (2,1) (nan,0)"},
		},
		{
			"select", "%p: tensor<2x1xi1>, %x: tensor<2xf32>, %y: tensor<f32>",
			"%0 = tg.select %p, %x, %y : (tensor<2x1xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2x2xf32>", "tensor<2x2xf32>",
			[]string{"2x1xi1=true false", "2xf32=1 2", "f32=9"}, []string{"2x2xf32=[1 2][9 9]"},
		},
		{
			"clamp", "%l: tensor<i8>, %x: tensor<3xi8>, %h: tensor<i8>",
			"%0 = tg.clamp %l, %x, %h : (tensor<i8>, tensor<3xi8>, tensor<i8>) -> tensor<3xi8>", "tensor<3xi8>",
			[]string{"i8=-1", "3xi8=-128 0 127", "i8=5"}, []string{"3xi8=-1 0 5"},
		},
		{
			"convert", "%x: tensor<4xf32>", "%0 = tg.convert %x : (tensor<4xf32>) -> tensor<4xui8>", "tensor<4xui8>",
			[]string{"4xf32=-1 2.9 300 nan"}, []string{"4xui8=0 2 255 0"},
		},
		{
			"bitcast to narrower", "%x: tensor<1xi32>", "%0 = tg.bitcast %x : (tensor<1xi32>) -> tensor<1x4xui8>", "tensor<1x4xui8>",
			[]string{"1xi32=0x04030201"}, []string{"1x4xui8=[1 2 3 4]"},
		},
		{
			"bitcast to wider", "%x: tensor<4xui8>", "%0 = tg.bitcast %x : (tensor<4xui8>) -> tensor<i32>", "tensor<i32>",
			[]string{"4xui8=1 2 3 4"}, []string{"i32=67305985"},
		},
		{
			"bitcast to truth values", "%x: tensor<ui8>", "%0 = tg.bitcast %x : (tensor<ui8>) -> tensor<8xi1>", "tensor<8xi1>",
			[]string{"ui8=5"}, []string{"8xi1=true false true false false false false false"},
		},
		{"iota", "", "%0 = tg.iota dim 1 : tensor<2x3xf32>", "tensor<2x3xf32>", nil, []string{"2x3xf32=[0 1 2][0 1 2]"}},
		{"constant", "", "%0 = tg.constant dense<[1, -2]> : tensor<2xi16>", "tensor<2xi16>", nil, []string{"2xi16=1 -2"}},
	})
}

func TestMovementOpsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"reshape", "%x: tensor<2x3xi32>", "%0 = tg.reshape %x : (tensor<2x3xi32>) -> tensor<3x2xi32>", "tensor<3x2xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6"}, []string{"3x2xi32=[1 2][3 4][5 6]"},
		},
		{
			"transpose", "%x: tensor<2x3xi32>", "%0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>", "tensor<3x2xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6"}, []string{"3x2xi32=[1 4][2 5][3 6]"},
		},
		{
			"broadcast", "%x: tensor<2x1xi32>", "%0 = tg.broadcast %x dims [0, 2] : (tensor<2x1xi32>) -> tensor<2x2x3xi32>", "tensor<2x2x3xi32>",
			[]string{"2x1xi32=1 2"}, []string{"2x2x3xi32=[[1 1 1][1 1 1]][[2 2 2][2 2 2]]"},
		},
		{
			"slice", "%x: tensor<8xi32>", "%0 = tg.slice %x [1:8:3] : (tensor<8xi32>) -> tensor<3xi32>", "tensor<3xi32>",
			[]string{"8xi32=0 1 2 3 4 5 6 7"}, []string{"3xi32=1 4 7"},
		},
		{
			"pad", "%x: tensor<3xi32>, %v: tensor<i32>", "%0 = tg.pad %x, %v low [1] high [-1] interior [1] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>", "tensor<5xi32>",
			[]string{"3xi32=1 2 3", "i32=9"}, []string{"5xi32=9 1 9 2 9"},
		},
		{
			"concat", "%x: tensor<1x2xi32>, %y: tensor<1x1xi32>", "%0 = tg.concat %x, %y, %x dim 1 : (tensor<1x2xi32>, tensor<1x1xi32>, tensor<1x2xi32>) -> tensor<1x5xi32>", "tensor<1x5xi32>",
			[]string{"1x2xi32=1 2", "1x1xi32=3"}, []string{"1x5xi32=[1 2 3 1 2]"},
		},
		{
			"split", "%x: tensor<2x3xi32>", "%0:2 = tg.split %x dim 1 sizes [1, 2] : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x2xi32>)", "tensor<2x1xi32>, tensor<2x2xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6"}, []string{"2x1xi32=[1][4]", "2x2xi32=[2 3][5 6]"},
		},
		{
			"reverse", "%x: tensor<2x2xi32>", "%0 = tg.reverse %x dims [1] : tensor<2x2xi32>", "tensor<2x2xi32>",
			[]string{"2x2xi32=1 2 3 4"}, []string{"2x2xi32=[2 1][4 3]"},
		},
		{
			"gather clamps", "%x: tensor<3x2xi32>, %i: tensor<3x1xi32>",
			"%0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 2] : (tensor<3x2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>", "tensor<3x2xi32>",
			[]string{"3x2xi32=1 2 3 4 5 6", "3x1xi32=2 -7 99"}, []string{"3x2xi32=[5 6][1 2][5 6]"},
		},
		{
			"gather with batching", "%x: tensor<2x3xi32>, %i: tensor<2x1xi32>",
			"%0 = tg.gather %x, %i collapsed_slice_dims [1] operand_batching_dims [0] start_indices_batching_dims [0] start_index_map [1] index_vector_dim 1 slice_sizes [1, 1] : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2xi32>", "tensor<2xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6", "2x1xi32=2 0"}, []string{"2xi32=3 4"},
		},
		{
			"scatter drops", "%x: tensor<4xi32>, %i: tensor<3x1xi32>, %u: tensor<3xi32>",
			"%0 = tg.scatter add %x, %i, %u inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>", "tensor<4xi32>",
			[]string{"4xi32=1 2 3 4", "3x1xi32=1 1 -1", "3xi32=10 20 30"}, []string{"4xi32=1 32 3 4"},
		},
		{
			"scatter by a region", "%x: tensor<3xi32>, %y: tensor<3xf32>, %i: tensor<2x1xi32>, %u: tensor<2xi32>, %v: tensor<2xf32>",
			`%0:2 = tg.scatter %x, %y, %i, %u, %v inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1
  : (tensor<3xi32>, tensor<3xf32>, tensor<2x1xi32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<3xi32>, tensor<3xf32>)
  with (%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>) {
    %1 = tg.sub %c, %a : tensor<i32>
    tg.yield %1, %d : tensor<i32>, tensor<f32>
  }`, "tensor<3xi32>, tensor<3xf32>",
			[]string{"3xi32=1 2 3", "3xf32=1 2 3", "2x1xi32=2 2", "2xi32=10 20", "2xf32=0.5 0.25"}, []string{"3xi32=1 2 13", "3xf32=1 2 0.25"},
		},
		{
			"scatter by a region that swaps", "%x: tensor<2xi32>, %i: tensor<1x1xi32>, %u: tensor<1xi32>",
			`%0:2 = tg.scatter %x, %x, %i, %u, %u inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1
  : (tensor<2xi32>, tensor<2xi32>, tensor<1x1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  with (%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>) {
    %1 = tg.add %a, %c : tensor<i32>
    tg.yield %1, %a : tensor<i32>, tensor<i32>
  }`, "tensor<2xi32>, tensor<2xi32>",
			[]string{"2xi32=1 2", "1x1xi32=1", "1xi32=10"}, []string{"2xi32=1 12", "2xi32=1 2"},
		},
		{
			"dynamic_slice clamps", "%x: tensor<5xi32>, %i: tensor<i64>", "%0 = tg.dynamic_slice %x, %i sizes [2] : (tensor<5xi32>, tensor<i64>) -> tensor<2xi32>", "tensor<2xi32>",
			[]string{"5xi32=0 1 2 3 4", "i64=100"}, []string{"2xi32=3 4"},
		},
		{
			"dynamic_update_slice", "%x: tensor<5xi32>, %u: tensor<2xi32>, %i: tensor<ui8>",
			"%0 = tg.dynamic_update_slice %x, %u, %i : (tensor<5xi32>, tensor<2xi32>, tensor<ui8>) -> tensor<5xi32>", "tensor<5xi32>",
			[]string{"5xi32=0 1 2 3 4", "2xi32=8 9", "ui8=1"}, []string{"5xi32=0 8 9 3 4"},
		},
	})
}

// It is long because it is a table of cases.
func TestReductionsRun(t *testing.T) {
	matrix := []string{"2x3xf32=3 1 2 -1 nan 7"}
	checkRuns(t, []runCase{
		{"sum", "%x: tensor<2x3xf32>", "%0 = tg.reduce sum %x dims [0] : (tensor<2x3xf32>) -> tensor<3xf32>", "tensor<3xf32>", matrix, []string{"3xf32=2 nan 9"}},
		{
			"sum from init", "%x: tensor<2x3xi32>, %i: tensor<i32>", "%0 = tg.reduce sum %x init %i dims [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>", "tensor<i32>",
			[]string{"2x3xi32=1 2 3 4 5 6", "i32=100"}, []string{"i32=121"},
		},
		{"max of nothing", "%x: tensor<0x2xf32>", "%0 = tg.reduce max %x dims [0] : (tensor<0x2xf32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"0x2xf32="}, []string{"2xf32=-inf -inf"}},
		{
			"mean, kept dimensions", "%x: tensor<2x2xf32>", "%0 = tg.reduce mean %x dims [1] keep_dims : (tensor<2x2xf32>) -> tensor<2x1xf32>", "tensor<2x1xf32>",
			[]string{"2x2xf32=1 2 3 5"}, []string{"2x1xf32=[1.5][4]"},
		},
		{"argmax", "%x: tensor<2x3xf32>", "%0 = tg.reduce argmax %x dims [1] : (tensor<2x3xf32>) -> tensor<2xi64>", "tensor<2xi64>", matrix, []string{"2xi64=0 1"}},
		{
			"argmin as i32", "%x: tensor<2x3xi32>", "%0 = tg.reduce argmin %x dims [0, 1] element_type i32 : (tensor<2x3xi32>) -> tensor<i32>", "tensor<i32>",
			[]string{"2x3xi32=5 1 2 3 1 0"}, []string{"i32=5"},
		},
		{
			"several operands by a region", "%x: tensor<2x3xi32>, %i: tensor<2x3xi32>, %a: tensor<i32>, %b: tensor<i32>",
			`%0:2 = tg.reduce %x, %i init %a, %b dims [1] : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  with (%m: tensor<i32>, %k: tensor<i32>, %e: tensor<i32>, %j: tensor<i32>) {
    %1 = tg.compare gt %e, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = tg.select %1, %e, %m : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = tg.select %1, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    tg.yield %2, %3 : tensor<i32>, tensor<i32>
  }`, "tensor<2xi32>, tensor<2xi32>",
			[]string{"2x3xi32=1 9 2 4 4 3", "2x3xi32=0 1 2 0 1 2", "i32=-2147483648", "i32=-1"}, []string{"2xi32=9 4", "2xi32=1 0"},
		},
		{
			"region that widens", "%x: tensor<3xi8>, %a: tensor<i32>",
			`%0 = tg.reduce %x init %a dims [0] : (tensor<3xi8>, tensor<i32>) -> tensor<i32> with (%m: tensor<i32>, %e: tensor<i8>) {
    %1 = tg.convert %e : (tensor<i8>) -> tensor<i32>
    %2 = tg.add %m, %1 : tensor<i32>
    tg.yield %2 : tensor<i32>
  }`, "tensor<i32>", []string{"3xi8=100 100 100", "i32=7"}, []string{"i32=307"},
		},
		{
			"region over nothing", "%x: tensor<0xi32>, %a: tensor<i32>",
			`%0 = tg.reduce %x init %a dims [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32> with (%m: tensor<i32>, %e: tensor<i32>) {
    tg.yield %e : tensor<i32>
  }`, "tensor<i32>", []string{"0xi32=", "i32=7"}, []string{"i32=7"},
		},
		{
			"max pooling", "%x: tensor<5xf32>", "%0 = tg.reduce_window max %x window [3] strides [2] pads [2:0] : (tensor<5xf32>) -> tensor<3xf32>", "tensor<3xf32>",
			[]string{"5xf32=1 5 2 0 -1"}, []string{"3xf32=1 5 2"},
		},
		{
			"dilated windows from init", "%x: tensor<3xi32>, %i: tensor<i32>",
			"%0 = tg.reduce_window sum %x init %i window [2] base_dilation [2] window_dilation [2] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>", "tensor<3xi32>",
			[]string{"3xi32=1 2 4", "i32=100"}, []string{"3xi32=103 300 106"},
		},
		{
			"windows by a region, with padding and holes", "%x: tensor<3xi32>, %i: tensor<i32>",
			`%0 = tg.reduce_window %x init %i window [2] base_dilation [2] pads [1:0] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32> with (%m: tensor<i32>, %e: tensor<i32>) {
    %1 = tg.add %m, %m : tensor<i32>
    %2 = tg.add %1, %e : tensor<i32>
    tg.yield %2 : tensor<i32>
  }`, "tensor<5xi32>", []string{"3xi32=1 2 4", "i32=100"}, []string{"5xi32=601 502 602 504 604"},
		},
		{
			"windows over two inputs: where the maximum is", "%x: tensor<4xf32>, %y: tensor<4xi32>, %i: tensor<f32>, %j: tensor<i32>",
			`%0:2 = tg.reduce_window %x, %y init %i, %j window [2] strides [2] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  with (%m: tensor<f32>, %n: tensor<i32>, %e: tensor<f32>, %k: tensor<i32>) {
    %1 = tg.compare ge %m, %e : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = tg.select %1, %m, %e : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = tg.select %1, %n, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    tg.yield %2, %3 : tensor<f32>, tensor<i32>
  }`, "tensor<2xf32>, tensor<2xi32>", []string{"4xf32=3 1 2 5", "4xi32=0 1 2 3", "f32=-inf", "i32=-1"}, []string{"2xf32=3 5", "2xi32=0 3"},
		},
		{
			"a window at no position", "%x: tensor<1xi32>, %i: tensor<i32>",
			`%0 = tg.reduce_window %x init %i window [2] : (tensor<1xi32>, tensor<i32>) -> tensor<0xi32> with (%m: tensor<i32>, %e: tensor<i32>) {
    tg.yield %e : tensor<i32>
  }`, "tensor<0xi32>", []string{"1xi32=1", "i32=100"}, []string{"0xi32=[]"},
		},
		{
			"bf16 windows round every step", "%x: tensor<4xbf16>",
			`%0 = tg.reduce_window sum %x window [4] : (tensor<4xbf16>) -> tensor<1xbf16>`, "tensor<1xbf16>", []string{"4xbf16=256 1 1 2"}, []string{"1xbf16=258"},
		},
		{"cumulate", "%x: tensor<2x3xi32>", "%0 = tg.cumulate sum %x dim 1 : tensor<2x3xi32>", "tensor<2x3xi32>", []string{"2x3xi32=1 2 3 4 5 6"}, []string{"2x3xi32=[1 3 6][4 9 15]"}},
		{
			"cumulate, exclusive and reverse", "%x: tensor<3xi32>", "%0 = tg.cumulate prod %x dim 0 exclusive reverse : tensor<3xi32>", "tensor<3xi32>",
			[]string{"3xi32=2 3 5"}, []string{"3xi32=15 5 1"},
		},
		{"first of sort", "%x: tensor<5xf32>", "%0 = tg.sort descending %x dim 0 equal_zeros first 4 : (tensor<5xf32>) -> tensor<4xf32>", "tensor<4xf32>", []string{"5xf32=nan -0 1 0 -inf"}, []string{"4xf32=nan 1 -0 0"}},
		{"sort", "%x: tensor<5xf32>", "%0 = tg.sort ascending %x dim 0 : tensor<5xf32>", "tensor<5xf32>", []string{"5xf32=nan 1 0 -0 -inf"}, []string{"5xf32=-inf -0 0 1 nan"}},
		{
			"sort with a companion", "%x: tensor<2x2xi32>, %y: tensor<2x2xf32>",
			"%0:2 = tg.sort descending %x, %y dim 0 : (tensor<2x2xi32>, tensor<2x2xf32>) -> (tensor<2x2xi32>, tensor<2x2xf32>)", "tensor<2x2xi32>, tensor<2x2xf32>",
			[]string{"2x2xi32=1 2 3 2", "2x2xf32=1 2 3 4"}, []string{"2x2xi32=[3 2][1 2]", "2x2xf32=[3 2][1 4]"},
		},
		{
			"sort by a region", "%x: tensor<2x3xi32>, %y: tensor<2x3xi32>",
			`%0:2 = tg.sort %x, %y dim 1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  with (%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>) {
    %1 = tg.compare gt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  }`, "tensor<2x3xi32>, tensor<2x3xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6", "2x3xi32=7 9 7 0 1 2"}, []string{"2x3xi32=[2 1 3][6 5 4]", "2x3xi32=[9 7 7][2 1 0]"},
		},
	})
}

func TestContractionsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"matmul", "%x: tensor<2x2x1xf32>, %y: tensor<1x3xf32>", "%0 = tg.matmul %x, %y : (tensor<2x2x1xf32>, tensor<1x3xf32>) -> tensor<2x2x3xf32>", "tensor<2x2x3xf32>",
			[]string{"2x2x1xf32=1 2 3 4", "1x3xf32=1 10 100"}, []string{"2x2x3xf32=[[1 10 100][2 20 200]][[3 30 300][4 40 400]]"},
		},
		{
			"matmul of vectors", "%x: tensor<3xi32>, %y: tensor<3xi32>", "%0 = tg.matmul %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>", "tensor<i32>",
			[]string{"3xi32=1 2 3", "3xi32=4 5 6"}, []string{"i32=32"},
		},
		{
			"matmul with an epilogue", "%x: tensor<2x2xf32>, %y: tensor<2x2xf32>, %b: tensor<2xf32>",
			"%0 = tg.matmul %x, %y bias %b activation relu : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>", "tensor<2x2xf32>",
			[]string{"2x2xf32=1 2 3 4", "2x2xf32=1 0 0 1", "2xf32=-2 0.5"}, []string{"2x2xf32=[0 2.5][1 4.5]"},
		},
		{
			"matmul that widens", "%x: tensor<1x2xi8>, %y: tensor<2x1xi8>", "%0 = tg.matmul %x, %y element_type i32 : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>", "tensor<1x1xi32>",
			[]string{"1x2xi8=100 100", "2x1xi8=100 100"}, []string{"1x1xi32=[20000]"},
		},
		{
			"dot_general", "%x: tensor<2x3xi32>, %y: tensor<3x2xi32>",
			"%0 = tg.dot_general %x, %y batching [0] x [1] contracting [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2xi32>", "tensor<2xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6", "3x2xi32=1 2 3 4 5 6"}, []string{"2xi32=22 64"},
		},
		{
			"outer product", "%x: tensor<2xi32>, %y: tensor<2xi32>", "%0 = tg.dot_general %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>", "tensor<2x2xi32>",
			[]string{"2xi32=1 2", "2xi32=3 4"}, []string{"2x2xi32=[3 4][6 8]"},
		},
		{
			"conv", "%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>, %b: tensor<1xf32>",
			"%0 = tg.conv %x, %w bias %b layout [n, w, c] x [w, i, o] -> [n, w, c] strides [2] pads [1:1] activation relu6 : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1xf32>) -> tensor<1x3x1xf32>", "tensor<1x3x1xf32>",
			[]string{"1x4x1xf32=1 2 3 4", "2x1x1xf32=1 10", "1xf32=-30"}, []string{"1x3x1xf32=[[0][2][0]]"},
		},
		{
			"conv with everything", "%x: tensor<2x3x2xi32>, %w: tensor<1x2x2xi32>",
			"%0 = tg.conv %x, %w layout [c, w, n] x [i, o, w] -> [c, w, n] strides [2] pads [1:0] input_dilation [2] kernel_dilation [3] reversal [true] groups 2 : (tensor<2x3x2xi32>, tensor<1x2x2xi32>) -> tensor<2x2x2xi32>", "tensor<2x2x2xi32>",
			// Input (c, w, n); with its gaps and padding a row w is 0 a 0 b 0 c. Windows of 4 start
			// at 0 and 2; the kernel k0 0 0 k1 runs backwards.
			[]string{"2x3x2xi32=1 2 3 4 5 6 7 8 9 10 11 12", "1x2x2xi32=1 10 100 1000"},
			[]string{"2x2x2xi32=[[3 4][5 6]][[900 1000][1100 1200]]"},
		},
		{
			"conv with batch groups, no spatial dimensions", "%x: tensor<4x1xi32>, %w: tensor<1x2xi32>",
			"%0 = tg.conv %x, %w layout [n, c] x [i, o] -> [n, c] batch_groups 2 : (tensor<4x1xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>", "tensor<2x2xi32>",
			[]string{"4x1xi32=1 2 3 4", "1x2xi32=1 10"}, []string{"2x2xi32=[1 30][2 40]"},
		},
	})
}

// Values that die give their storage to results; those that live on, and
// operands that broadcast, do not change.
func TestStorageIsTakenOverOnlyWhereItMay(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"elementwise", "%x: tensor<2x2xf32>, %r: tensor<2xf32>",
			`%1 = tg.add %x, %x : tensor<2x2xf32>
%2 = tg.reduce max %1 dims [0] : (tensor<2x2xf32>) -> tensor<2xf32>
%3 = tg.sub %1, %2 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
%4 = tg.mul %3, %3 : tensor<2x2xf32>
%5 = tg.sub %4, %1 : tensor<2x2xf32>
%0 = tg.add %5, %2 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>`, "tensor<2x2xf32>",
			[]string{"2x2xf32=1 2 3 5", "2xf32=0 0"}, []string{"2x2xf32=[20 42][0 0]"},
		},
		{
			"dynamic_update_slice of a value that lives on", "%x: tensor<3xi32>, %u: tensor<1xi32>, %i: tensor<i32>",
			`%1 = tg.neg %x : tensor<3xi32>
%2 = tg.dynamic_update_slice %1, %u, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
%0 = tg.sub %2, %1 : tensor<3xi32>`, "tensor<3xi32>",
			[]string{"3xi32=1 2 3", "1xi32=100", "i32=1"}, []string{"3xi32=0 102 0"},
		},
		{
			"scatter and cumulate of values that die", "%x: tensor<3xi32>, %i: tensor<1x1xi32>, %u: tensor<1xi32>",
			`%1 = tg.neg %x : tensor<3xi32>
%2 = tg.scatter add %1, %i, %u inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<3xi32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<3xi32>
%3 = tg.cumulate sum %2 dim 0 : tensor<3xi32>
%4 = tg.sort descending %3 dim 0 : tensor<3xi32>
%0 = tg.sub %4, %x : tensor<3xi32>`, "tensor<3xi32>",
			[]string{"3xi32=1 2 3", "1x1xi32=1", "1xi32=100"}, []string{"3xi32=96 92 -4"},
		},
	})
}

// What rounds is tested in packages fft and solve.
func TestTransformsAndSystemsRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"two dimensions and back", "%x: tensor<2x4xcomplex<f32>>",
			"%1 = tg.fft fft %x length [2, 4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>\n" +
				"%2 = tg.fft ifft %1 length [2, 4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>\n" +
				"%0:2 = tg.barrier %1, %2 : tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>",
			"tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>",
			[]string{"2x4xcomplex<f32>=[(1,0) (2,0) (3,1) (4,0)][(0,0) (0,0) (0,0) (-2,0)]"},
			[]string{"2x4xcomplex<f32>=[(8,1) (-2,-1) (0,1) (-2,-1)][(12,1) (-2,3) (-4,1) (-2,-5)]", "2x4xcomplex<f32>=[(1,0) (2,0) (3,1) (4,0)][(0,0) (0,0) (0,0) (-2,0)]"},
		},
		{
			"real numbers", "%x: tensor<4xf64>", "%0 = tg.fft rfft %x length [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>", "tensor<3xcomplex<f64>>",
			[]string{"4xf64=1 2 3 4"}, []string{"3xcomplex<f64>=(10,0) (-2,2) (-2,0)"},
		},
		{
			"to nothing", "%x: tensor<0x3xcomplex<f32>>", "%0 = tg.fft irfft %x length [5] : (tensor<0x3xcomplex<f32>>) -> tensor<0x5xf32>", "tensor<0x5xf32>",
			[]string{"0x3xcomplex<f32>=[]"}, []string{"0x5xf32=[]"},
		},
		{
			"left and lower", "%a: tensor<2x2xf32>, %b: tensor<2x1xf32>",
			"%0 = tg.triangular_solve left lower %a, %b : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>", "tensor<2x1xf32>",
			[]string{"2x2xf32=[2 nan][3 4]", "2x1xf32=[6][17]"}, []string{"2x1xf32=[3][2]"},
		},
		{
			"right, upper, adjoint", "%a: tensor<2x2xcomplex<f64>>, %b: tensor<1x2xcomplex<f64>>",
			"%0 = tg.triangular_solve right upper %a, %b transpose_a adjoint unit_diagonal : (tensor<2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>", "tensor<1x2xcomplex<f64>>",
			[]string{"2x2xcomplex<f64>=[(9,9) (0,2)][(9,9) (9,9)]", "1x2xcomplex<f64>=[(1,0) (3,1)]"}, []string{"1x2xcomplex<f64>=[(-1,6) (3,1)]"},
		},
		{
			"a zero on the diagonal", "%a: tensor<1x1xbf16>, %b: tensor<1x2xbf16>",
			"%0 = tg.triangular_solve left upper %a, %b : (tensor<1x1xbf16>, tensor<1x2xbf16>) -> tensor<1x2xbf16>", "tensor<1x2xbf16>",
			[]string{"1x1xbf16=[0]", "1x2xbf16=[-1 0]"}, []string{"1x2xbf16=[-inf nan]"},
		},
		{
			"factors", "%a: tensor<2x2x2xf16>", "%0 = tg.cholesky lower %a : tensor<2x2x2xf16>", "tensor<2x2x2xf16>",
			[]string{"2x2x2xf16=[[4 nan][6 10]][[1 0][2 3]]"}, []string{"2x2x2xf16=[[2 0][3 1]][[nan 0][nan nan]]"},
		},
		{
			"above the diagonal", "%a: tensor<2x2xcomplex<f32>>", "%0 = tg.cholesky upper %a : tensor<2x2xcomplex<f32>>", "tensor<2x2xcomplex<f32>>",
			[]string{"2x2xcomplex<f32>=[(4,0) (0,2)][(0,0) (5,0)]"}, []string{"2x2xcomplex<f32>=[(2,0) (0,1)][(0,0) (2,0)]"},
		},
	})
}

func TestSelectAndScatterRuns(t *testing.T) {
	const select3 = "(tensor<6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<6xf32>"
	args := "%x: tensor<6xf32>, %s: tensor<2xf32>, %i: tensor<f32>"
	inputs := func(x string) []string { return []string{"6xf32=" + x, "2xf32=10 20", "f32=1"} }
	checkRuns(t, []runCase{
		{"the first of equals", args, "%0 = tg.select_and_scatter ge add %x, %s init %i window [3] strides [3] : " + select3, "tensor<6xf32>", inputs("1 2 2 -0 0 0"), []string{"6xf32=1 11 1 21 1 1"}},
		{"the last of equals", args, "%0 = tg.select_and_scatter gt add %x, %s init %i window [3] strides [3] : " + select3, "tensor<6xf32>", inputs("1 2 2 -0 0 0"), []string{"6xf32=1 1 11 1 1 21"}},
		{"NaN does not stay", args, "%0 = tg.select_and_scatter le mul %x, %s init %i window [3] strides [3] : " + select3, "tensor<6xf32>", inputs("nan 2 1 1 nan inf"), []string{"6xf32=1 1 10 1 1 20"}},
		{"windows overlap", args, "%0 = tg.select_and_scatter ge add %x, %s init %i window [5] : " + select3, "tensor<6xf32>", inputs("1 2 9 3 4 5"), []string{"6xf32=1 1 31 1 1 1"}},
		{"padding is not selected", args, "%0 = tg.select_and_scatter lt max %x, %s init %i window [2] strides [6] pads [1:1] : " + select3, "tensor<6xf32>", inputs("-1 2 9 3 4 5"), []string{"6xf32=10 1 1 1 1 20"}},
		{"a window outside", args, "%0 = tg.select_and_scatter lt max %x, %s init %i window [2] strides [7] pads [2:1] : " + select3, "tensor<6xf32>", inputs("-1 2 9 3 4 5"), []string{"6xf32=1 1 1 1 1 20"}},
		{
			"by regions", args, "%0 = tg.select_and_scatter %x, %s init %i window [3] strides [3] : " + select3 + ` with {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = tg.compare ne %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  }, {
  ^bb0(%e: tensor<f32>, %c: tensor<f32>):
    %2 = tg.sub %c, %e : tensor<f32>
    tg.yield %2 : tensor<f32>
  }`, "tensor<6xf32>", inputs("1 1 2 3 3 3"), []string{"6xf32=1 -9 1 1 1 -19"},
		},
		{
			"halves", "%x: tensor<2x2xbf16>, %s: tensor<1x1xbf16>, %i: tensor<bf16>",
			"%0 = tg.select_and_scatter ge add %x, %s init %i window [2, 2] : (tensor<2x2xbf16>, tensor<1x1xbf16>, tensor<bf16>) -> tensor<2x2xbf16>", "tensor<2x2xbf16>",
			[]string{"2x2xbf16=[1 2][3 2]", "1x1xbf16=[1]", "bf16=256"}, []string{"2x2xbf16=[256 256][256 256]"},
		},
		{
			"nothing", "%x: tensor<0x2xi8>, %s: tensor<0x1xi8>, %i: tensor<i8>",
			"%0 = tg.select_and_scatter ge add %x, %s init %i window [1, 2] : (tensor<0x2xi8>, tensor<0x1xi8>, tensor<i8>) -> tensor<0x2xi8>", "tensor<0x2xi8>",
			[]string{"0x2xi8=[]", "0x1xi8=[]", "i8=1"}, []string{"0x2xi8=[]"},
		},
	})
}
