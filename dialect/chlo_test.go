package dialect_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/tensor"
)

// executed runs @main of a program, as it is and optimised, and returns what both
// print.
func executed(t *testing.T, text string, inputs ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.mlir")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var first string
	for i, args := range [][]string{{file}, {"--optimize", file}} {
		for _, in := range inputs {
			args = append(args, "--input="+in)
		}
		var out, errs bytes.Buffer
		driver.Run(args, strings.NewReader(""), &out, &errs)
		got := out.String() + strings.ReplaceAll(errs.String(), file, "main.mlir")
		if i == 0 {
			first = got
		} else if got != first && errs.Len() == 0 {
			t.Errorf("plain it gives\n%s, optimised\n%s", first, got)
		}
	}
	return strings.TrimSpace(first)
}

// oneOp is a program whose results are those of an op.
func oneOp(args, op, results string) string {
	names := []string{}
	count := strings.Count(results, "tensor<")
	for i := range count {
		names = append(names, fmt.Sprintf("%%0#%d", i))
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n  %%0:%d = %s\n  return %s : %s\n}", args, results, count, op, strings.Join(names, ", "), results)
}

// TestCHLO: what ops compute, plain and optimised.
// It is long because it is a table of cases.
func TestCHLO(t *testing.T) {
	const p, n = "%x: tensor<3xf32>", "%x: tensor<4xf32>"
	for _, test := range []struct {
		name, args, op, results string
		inputs                  []string
		want                    string
	}{
		{"square", p, "chlo.square %x : tensor<3xf32> -> tensor<3xf32>", "tensor<3xf32>", []string{"3xf32=-2 0.5 inf"}, "3xf32=4 0.25 inf"},
		{"conj of real numbers", p, "chlo.conj %x : tensor<3xf32> -> tensor<3xf32>", "tensor<3xf32>", []string{"3xf32=-2 0.5 nan"}, "3xf32=-2 0.5 nan"},
		{"conj of complex numbers", "%x: tensor<2xcomplex<f32>>", "chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>", "tensor<2xcomplex<f32>>",
			[]string{"2xcomplex<f32>=[(1,2),(inf,-0)]"}, "2xcomplex<f32>=(1,-2) (inf,0)"},
		{"parts that broadcast", "%x: tensor<2x1xf64>, %y: tensor<2xf64>", "chlo.broadcast_complex %x, %y : (tensor<2x1xf64>, tensor<2xf64>) -> tensor<2x2xcomplex<f64>>", "tensor<2x2xcomplex<f64>>",
			[]string{"2x1xf64=1 -0", "2xf64=nan 3"}, "2x2xcomplex<f64>=[(1,nan) (1,3)][(-0,nan) (-0,3)]"},
		{"complex numbers that broadcast", "%x: tensor<2xcomplex<f32>>, %y: tensor<complex<f32>>", "chlo.broadcast_multiply %x, %y : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>", "tensor<2xcomplex<f32>>",
			[]string{"2xcomplex<f32>=[(1,2),(3,0)]", "complex<f32>=(0,1)"}, "2xcomplex<f32>=(-2,1) (0,3)"},
		{"conj, as a dynamic type", p, "chlo.conj %x : tensor<3xf32> -> tensor<?xf32>", "tensor<?xf32>", []string{"3xf32=-2 0.5 nan"}, "3xf32=-2 0.5 nan"},
		{"is_inf", n, "chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>", "tensor<4xi1>", []string{"4xf32=inf -inf nan 1"}, "4xi1=true true false false"},
		{"is_pos_inf", n, "chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>", "tensor<4xi1>", []string{"4xf32=inf -inf nan 1"}, "4xi1=true false false false"},
		{"is_neg_inf", "%x: tensor<?xbf16>", "chlo.is_neg_inf %x : tensor<?xbf16> -> tensor<?xi1>", "tensor<?xi1>", []string{"4xbf16=inf -inf nan 1"}, "4xi1=false true false false"},
		{"kernel", p, "chlo._asin_acos_kernel %x : tensor<3xf32> -> tensor<3xf32>", "tensor<3xf32>", []string{"3xf32=0 -0.6 -1.25"}, "3xf32=1 0.8 0.6931472"},
		{"constant", "", "chlo.constant dense<[1, 2]> : tensor<2xi64>", "tensor<2xi64>", nil, "2xi64=1 2"},
		{"constant_like", "%x: tensor<2xi8>", `"chlo.constant_like"(%x) <{value = -0.5 : f32}> : (tensor<2xi8>) -> tensor<2xf32>`, "tensor<2xf32>", []string{"2xi8=1 2"}, "2xf32=-0.5 -0.5"},
		{"constant_like of run-time shape", "%x: tensor<?x2xf32>", `"chlo.constant_like"(%x) <{value = 7 : i32}> : (tensor<?x2xf32>) -> tensor<?x2xi32>`, "tensor<?x2xi32>", []string{"2x2xf32=1 2 nan 4"}, "2x2xi32=[7 7][7 7]"},
		{"constant_like of nothing", "%x: tensor<?xf32>", `"chlo.constant_like"(%x) <{value = true}> : (tensor<?xf32>) -> tensor<?xi1>`, "tensor<?xi1>", []string{"0xf32=[]"}, "0xi1=[]"},
		{"bessel_i1e", p, "chlo.bessel_i1e %x : tensor<3xf32> -> tensor<3xf32>", "tensor<3xf32>", []string{"3xf32=0 1 -inf"}, "3xf32=0 0.20791042 -0"},
		{"zeta", "%x: tensor<4xf32>, %q: tensor<4xf32>", "chlo.zeta %x, %q : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>", "tensor<4xf32>", []string{"4xf32=2 1 0.5 2", "4xf32=1 3 3 -1"}, "4xf32=1.644934 inf nan inf"},
		{"polygamma", "%n: tensor<4xf32>, %x: tensor<4xf32>", "chlo.polygamma %n, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>", "tensor<4xf32>", []string{"4xf32=0 1 1.5 -1", "4xf32=1 1 1 1"}, "4xf32=-0.5772157 1.644934 nan nan"},

		{"broadcast_add", "%x: tensor<2x1xi32>, %y: tensor<3xi32>", "chlo.broadcast_add %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>", "tensor<2x3xi32>", []string{"2x1xi32=10 20", "3xi32=1 2 3"}, "2x3xi32=[11 12 13][21 22 23]"},
		{"broadcast_subtract along a dimension", "%x: tensor<2x3xi32>, %y: tensor<2xi32>", "chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>", "tensor<2x3xi32>",
			[]string{"2x3xi32=1 2 3 4 5 6", "2xi32=1 2"}, "2x3xi32=[0 1 2][2 3 4]"},
		{"broadcast_divide of the smaller one", "%x: tensor<2xf32>, %y: tensor<2x2xf32>", "chlo.broadcast_divide %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>", "tensor<2x2xf32>",
			[]string{"2xf32=8 12", "2x2xf32=1 2 3 4"}, "2x2xf32=[8 4][4 3]"},
		{"broadcast_maximum along several dimensions", "%x: tensor<2x2x2xi8>, %y: tensor<2x2xi8>", "chlo.broadcast_maximum %x, %y {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x2x2xi8>, tensor<2x2xi8>) -> tensor<2x2x2xi8>", "tensor<2x2x2xi8>",
			[]string{"2x2x2xi8=1 2 3 4 5 6 7 8", "2x2xi8=2 3 6 7"}, "2x2x2xi8=[[2 3][3 4]][[6 7][7 8]]"},
		{"broadcast_minimum of a scalar", "%x: tensor<f32>, %y: tensor<2xf32>", "chlo.broadcast_minimum %x, %y {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"f32=1.5", "2xf32=1 2"}, "2xf32=1 1.5"},
		{"broadcast_multiply of run-time shapes", "%x: tensor<?x1xf32>, %y: tensor<?xf32>", "chlo.broadcast_multiply %x, %y : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>", "tensor<?x?xf32>", []string{"2x1xf32=2 3", "2xf32=1 10"}, "2x2xf32=[2 20][3 30]"},
		{"broadcast_multiply, both unknown", "%x: tensor<?xf32>, %y: tensor<?xf32>", "chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>", "tensor<?xf32>", []string{"1xf32=2", "3xf32=1 10 100"}, "3xf32=2 20 200"},
		{"broadcast_multiply along a dimension of run-time shape", "%x: tensor<?x?xf32>, %y: tensor<?xf32>", "chlo.broadcast_multiply %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>", "tensor<?x?xf32>",
			[]string{"2x2xf32=1 2 3 4", "2xf32=10 100"}, "2x2xf32=[10 20][300 400]"},
		{"broadcast_power", "%x: tensor<2xf32>, %y: tensor<1xf32>", "chlo.broadcast_power %x, %y : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"2xf32=2 3", "1xf32=2"}, "2xf32=4 9"},
		{"broadcast_remainder", "%x: tensor<2xi32>, %y: tensor<i32>", "chlo.broadcast_remainder %x, %y : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>", "tensor<2xi32>", []string{"2xi32=-7 8", "i32=3"}, "2xi32=-1 2"},
		{"broadcast_atan2", "%x: tensor<1xf32>, %y: tensor<2xf32>", "chlo.broadcast_atan2 %x, %y : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"1xf32=0", "2xf32=1 -1"}, "2xf32=0 3.1415927"},
		{"broadcast_and", "%x: tensor<2x1xi1>, %y: tensor<2xi1>", "chlo.broadcast_and %x, %y : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>", "tensor<2x2xi1>", []string{"2x1xi1=true false", "2xi1=true false"}, "2x2xi1=[true false][false false]"},
		{"broadcast_or", "%x: tensor<2xi8>, %y: tensor<i8>", "chlo.broadcast_or %x, %y : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>", "tensor<2xi8>", []string{"2xi8=1 2", "i8=4"}, "2xi8=5 6"},
		{"broadcast_xor", "%x: tensor<2xi8>, %y: tensor<i8>", "chlo.broadcast_xor %x, %y : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>", "tensor<2xi8>", []string{"2xi8=1 6", "i8=4"}, "2xi8=5 2"},
		{"broadcast_shift_left", "%x: tensor<i8>, %y: tensor<2xi8>", "chlo.broadcast_shift_left %x, %y : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>", "tensor<2xi8>", []string{"i8=3", "2xi8=1 8"}, "2xi8=6 0"},
		{"broadcast_shift_right_arithmetic", "%x: tensor<i8>, %y: tensor<2xi8>", "chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>", "tensor<2xi8>", []string{"i8=-8", "2xi8=1 9"}, "2xi8=-4 -1"},
		{"broadcast_shift_right_logical", "%x: tensor<i8>, %y: tensor<2xi8>", "chlo.broadcast_shift_right_logical %x, %y : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>", "tensor<2xi8>", []string{"i8=-8", "2xi8=1 9"}, "2xi8=124 0"},
		{"broadcast_next_after", "%x: tensor<f16>, %y: tensor<2xf16>", "chlo.broadcast_next_after %x, %y : (tensor<f16>, tensor<2xf16>) -> tensor<2xf16>", "tensor<2xf16>", []string{"f16=1", "2xf16=2 0"}, "2xf16=1.001 0.9995"},
		{"broadcast_zeta", "%x: tensor<2xf32>, %y: tensor<f32>", "chlo.broadcast_zeta %x, %y : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"2xf32=2 1", "f32=1"}, "2xf32=1.644934 inf"},
		{"broadcast_polygamma", "%x: tensor<f32>, %y: tensor<2xf32>", "chlo.broadcast_polygamma %x, %y : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>", "tensor<2xf32>", []string{"f32=1", "2xf32=1 0"}, "2xf32=1.644934 inf"},
		{"broadcast_compare", "%x: tensor<2x1xf32>, %y: tensor<2xf32>", "chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xi1>", "tensor<2x2xi1>",
			[]string{"2x1xf32=1 nan", "2xf32=0 nan"}, "2x2xi1=[true false][false false]"},
		{"broadcast_compare by the total order", "%x: tensor<2x1xf32>, %y: tensor<2xf32>", "chlo.broadcast_compare %x, %y {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xi1>", "tensor<2x2xi1>",
			[]string{"2x1xf32=1 -0", "2xf32=0 nan"}, "2x2xi1=[false true][true true]"},
		{"broadcast_select", "%p: tensor<2x1xi1>, %x: tensor<2xf32>, %y: tensor<f32>", "chlo.broadcast_select %p, %x, %y : (tensor<2x1xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2x2xf32>", "tensor<2x2xf32>",
			[]string{"2x1xi1=true false", "2xf32=1 2", "f32=9"}, "2x2xf32=[1 2][9 9]"},

		{"top_k", "%x: tensor<6xf32>", "chlo.top_k(%x, k = 4) : tensor<6xf32> -> (tensor<4xf32>, tensor<4xi32>)", "tensor<4xf32>, tensor<4xi32>", []string{"6xf32=1 nan -0 0 inf nan"}, "4xf32=nan nan inf 1\n4xi32=1 5 4 0"},
		{"top_k of equal ones", "%x: tensor<4xui8>", "chlo.top_k(%x, k = 3) : tensor<4xui8> -> (tensor<3xui8>, tensor<3xi32>)", "tensor<3xui8>, tensor<3xi32>", []string{"4xui8=3 200 200 200"}, "3xui8=200 200 200\n3xi32=1 2 3"},
		{"top_k of none", "%x: tensor<2x3xf64>", "chlo.top_k(%x, k = 0) : tensor<2x3xf64> -> (tensor<2x0xf64>, tensor<2x0xi32>)", "tensor<2x0xf64>, tensor<2x0xi32>", []string{"2x3xf64=1 2 3 4 5 6"}, "2x0xf64=[]\n2x0xi32=[]"},
		{"top_k of some rows", "%x: tensor<?x3xi16>", "chlo.top_k(%x, k = 2) : tensor<?x3xi16> -> (tensor<?x2xi16>, tensor<?x2xi32>)", "tensor<?x2xi16>, tensor<?x2xi32>", []string{"2x3xi16=1 3 2 -4 -5 -3"}, "2x2xi16=[3 2][-3 -4]\n2x2xi32=[1 2][2 0]"},
		{"top_k of some elements", "%x: tensor<?xf32>", "chlo.top_k(%x, k = 2) : tensor<?xf32> -> (tensor<2xf32>, tensor<2xi32>)", "tensor<2xf32>, tensor<2xi32>", []string{"3xf32=1 3 2"}, "2xf32=3 2\n2xi32=1 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := executed(t, oneOp(test.args, test.op, test.results), test.inputs...); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestCHLORunTimeErrors: shapes that contradict each other when the program runs.
func TestCHLORunTimeErrors(t *testing.T) {
	for _, test := range []struct {
		name, args, op, results string
		inputs                  []string
		want                    string
	}{
		{"extents", "%x: tensor<?xf32>, %y: tensor<?xf32>", "chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>", "tensor<?xf32>", []string{"2xf32=1 2", "3xf32=1 2 3"}, "operands do not broadcast"},
		{"too few", "%x: tensor<?xf32>", "chlo.top_k(%x, k = 4) : tensor<?xf32> -> (tensor<4xf32>, tensor<4xi32>)", "tensor<4xf32>, tensor<4xi32>", []string{"3xf32=1 2 3"}, "ends beyond extent 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := executed(t, oneOp(test.args, test.op, test.results), test.inputs...); !strings.Contains(got, "error: ") || !strings.Contains(got, test.want) {
				t.Errorf("got\n%s\nwant an error about: %s", got, test.want)
			}
		})
	}
}

// TestScan goes along dimensions in both directions.
func TestScan(t *testing.T) {
	sum := func(attrs, x, init, slice, op string) string {
		return "chlo.scan(%x) inits (%i) dimension=" + attrs + " {\n^bb0(%s: " + slice + ", %c: " + slice + "):\n  %1 = stablehlo." + op + " %s, %c : " + slice +
			"\n  stablehlo.return %1, %1 : " + slice + ", " + slice + "\n} : (" + x + ", " + init + ") -> (" + x + ", " + init + ")"
	}
	const row, scalar = "%x: tensor<4xf32>, %i: tensor<f32>", "tensor<4xf32>, tensor<f32>"
	for _, test := range []struct {
		name, args, op, results string
		inputs                  []string
		want                    string
	}{
		{"sums", row, sum("0", "tensor<4xf32>", "tensor<f32>", "tensor<f32>", "add"), scalar, []string{"4xf32=1 2 3 4", "f32=10"}, "4xf32=11 13 16 20\nf32=20"},
		{"reverse products", row, sum("0 attributes {is_reverse = true}", "tensor<4xf32>", "tensor<f32>", "tensor<f32>", "multiply"), scalar, []string{"4xf32=1 2 3 4", "f32=10"}, "4xf32=240 240 120 40\nf32=240"},
		// 1e8 + 1 is 1e8 in f32: in order, nothing is left of the ones.
		{"in order", row, sum("0", "tensor<4xf32>", "tensor<f32>", "tensor<f32>", "add"), scalar, []string{"4xf32=1 1 1 1", "f32=1e8"}, "4xf32=1e+08 1e+08 1e+08 1e+08\nf32=1e+08"},
		{"maxima along another dimension", "%x: tensor<2x3xi32>, %i: tensor<2xi32>", sum("1", "tensor<2x3xi32>", "tensor<2xi32>", "tensor<2xi32>", "maximum"), "tensor<2x3xi32>, tensor<2xi32>",
			[]string{"2x3xi32=1 3 2 4 9 5", "2xi32=2 0"}, "2x3xi32=[2 3 3][4 9 9]\n2xi32=3 9"},
		{"reverse minima", "%x: tensor<2x2xi32>, %i: tensor<2xi32>", sum("0 attributes {is_reverse = true}", "tensor<2x2xi32>", "tensor<2xi32>", "tensor<2xi32>", "minimum"), "tensor<2x2xi32>, tensor<2xi32>",
			[]string{"2x2xi32=1 3 2 4", "2xi32=9 9"}, "2x2xi32=[1 3][2 4]\n2xi32=1 3"},
		{"differences", row, sum("0", "tensor<4xf32>", "tensor<f32>", "tensor<f32>", "subtract"), scalar, []string{"4xf32=1 2 3 4", "f32=10"}, "4xf32=-9 11 -8 12\nf32=12"},
		{"nothing", "%x: tensor<0xf32>, %i: tensor<f32>", sum("0", "tensor<0xf32>", "tensor<f32>", "tensor<f32>", "add"), "tensor<0xf32>, tensor<f32>", []string{"0xf32=[]", "f32=7"}, "0xf32=[]\nf32=7"},
		{"nothing, in a loop", "%x: tensor<0xf32>, %i: tensor<f32>", sum("0", "tensor<0xf32>", "tensor<f32>", "tensor<f32>", "subtract"), "tensor<0xf32>, tensor<f32>", []string{"0xf32=[]", "f32=7"}, "0xf32=[]\nf32=7"},
		{"powers of a number, without an input", "%i: tensor<i32>", `chlo.scan() inits (%i) dimension=0 attributes {scan_dim_size = 4 : i64} {
^bb0(%c: tensor<i32>):
  %1 = stablehlo.multiply %c, %c : tensor<i32>
  stablehlo.return %c, %1 : tensor<i32>, tensor<i32>
} : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)`, "tensor<4xi32>, tensor<i32>", []string{"i32=3"}, "4xi32=3 9 81 6561\ni32=43046721"},
		{"slices of another shape and no values to hand on", "%x: tensor<2x3xf32>", `chlo.scan(%x) inits () dimension=0 {
^bb0(%s: tensor<3xf32>):
  %1 = stablehlo.slice %s [0:1] : (tensor<3xf32>) -> tensor<1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
  stablehlo.return %2 : tensor<f32>
} : (tensor<2x3xf32>) -> tensor<2xf32>`, "tensor<2xf32>", []string{"2x3xf32=1 2 3 4 5 6"}, "2xf32=1 4"},
		{"a scan of scans", "%x: tensor<2x2xi32>, %i: tensor<i32>", `chlo.scan(%x) inits (%i) dimension=0 {
^bb0(%s: tensor<2xi32>, %c: tensor<i32>):
  %1:2 = chlo.scan(%s) inits (%c) dimension=0 {
  ^bb0(%e: tensor<i32>, %d: tensor<i32>):
    %2 = stablehlo.add %e, %d : tensor<i32>
    %3 = stablehlo.multiply %2, %d : tensor<i32>
    stablehlo.return %2, %3 : tensor<i32>, tensor<i32>
  } : (tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<i32>)
  stablehlo.return %1#0, %1#1 : tensor<2xi32>, tensor<i32>
} : (tensor<2x2xi32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)`, "tensor<2x2xi32>, tensor<i32>", []string{"2x2xi32=1 2 3 4", "i32=1"}, "2x2xi32=[2 4][11 92]\ni32=8096"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := executed(t, oneOp(test.args, test.op, test.results), test.inputs...); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestRaggedDot compares products in groups with sums over whole numbers, element by element. What
// is in no group, or in another one, is NaN where that must make no difference.
func TestRaggedDot(t *testing.T) {
	const b, m, k, n, g = 2, 5, 3, 2, 3
	r := rand.New(rand.NewPCG(1, 2))
	fill := func(shape ...int) *tensor.Tensor {
		x := tensor.New(tensor.F32, shape...)
		for i := range x.Len() {
			x.SetFloat64(i, float64(r.IntN(9)-4))
		}
		return x
	}
	for _, test := range []struct {
		name          string
		sizes         *tensor.Tensor
		perBatch      bool
		lhs, rhs, out []int
		dims          string
	}{
		{"rows", sizesOf(g, 1, 0, 3), false, []int{b, m, k}, []int{g, b, k, n}, []int{b, m, n},
			"lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"},
		{"rows, by batch", sizesOf(b*g, 1, 2, 2, 0, 0, 4), true, []int{b, m, k}, []int{g, b, k, n}, []int{b, m, n},
			"lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"},
		{"contracted", sizesOf(g, 1, 0, 1), false, []int{b, m, k}, []int{b, k, n}, []int{g, b, m, n},
			"lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]"},
		{"contracted, by batch", sizesOf(b*g, 1, 1, 1, 0, 3, 0), true, []int{b, m, k}, []int{b, k, n}, []int{g, b, m, n},
			"lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]"},
		{"batches", sizesOf(g, 1, 1, 0), false, []int{b, m, k}, []int{b, k, n}, []int{b, m, n},
			"lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			lhs, rhs, want := fill(test.lhs...), fill(test.rhs...), tensor.New(tensor.F32, test.out...)
			sizeShape := fmt.Sprint(g)
			if test.perBatch {
				sizeShape = fmt.Sprintf("%dx%d", b, g)
				test.sizes = tensor.Wrap(tensor.I64, []int{b, g}, test.sizes.Bytes())
			}
			groupOf := func(batch, i int) int {
				for group := range g {
					at := group
					if test.perBatch {
						at += batch * g
					}
					if i -= int(test.sizes.Float64At(at)); i < 0 {
						return group
					}
				}
				return g
			}
			for o := range want.Len() {
				j, i, batch, group := o%n, o/n%m, o/n/m%b, o/n/m/b
				sum := 0.0
				for c := range k {
					left, right := lhs.Float64At((batch*m+i)*k+c), 0.0
					switch {
					case len(test.rhs) == 4:
						if of := groupOf(batch, i); of < g {
							right = rhs.Float64At(((of*b+batch)*k+c)*n + j)
						}
					case len(test.out) == 3 || groupOf(batch, c) == group:
						right = rhs.Float64At((batch*k+c)*n + j)
					}
					sum += left * right
				}
				want.SetFloat64(o, sum)
			}
			op := fmt.Sprintf(`"chlo.ragged_dot"(%%x, %%y, %%s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<%s>} : (tensor<%sxf32>, tensor<%sxf32>, tensor<%sxi64>) -> tensor<%sxf32>`,
				test.dims, times(test.lhs), times(test.rhs), sizeShape, times(test.out))
			args := fmt.Sprintf("%%x: tensor<%sxf32>, %%y: tensor<%sxf32>, %%s: tensor<%sxi64>", times(test.lhs), times(test.rhs), sizeShape)
			got := executed(t, oneOp(args, op, "tensor<"+times(test.out)+"xf32>"), lhs.String(), rhs.String(), test.sizes.String())
			if got != want.String() {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func sizesOf(n int, sizes ...int64) *tensor.Tensor {
	t := tensor.New(tensor.I64, n)
	copy(tensor.Data[int64](t), sizes)
	return t
}

func times(shape []int) string {
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = fmt.Sprint(n)
	}
	return strings.Join(parts, "x")
}

// A row of another group has no part in a product, and neither have elements of another group in a
// sum: not even where they are NaN.
func TestRaggedDotKeepsGroupsApart(t *testing.T) {
	const free = `"chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) -> tensor<3x1xf32>`
	if got, want := executed(t, oneOp("%x: tensor<3x1xf32>, %y: tensor<2x1x1xf32>, %s: tensor<2xi32>", free, "tensor<3x1xf32>"), "3x1xf32=2 3 nan", "2x1x1xf32=nan 5", "2xi32=0 2"), "3x1xf32=[10][15][0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const contracted = `"chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>} : (tensor<3xf32>, tensor<3xf32>, tensor<2xi32>) -> tensor<2xf32>`
	if got, want := executed(t, oneOp("%x: tensor<3xf32>, %y: tensor<3xf32>, %s: tensor<2xi32>", contracted, "tensor<2xf32>"), "3xf32=2 3 nan", "3xf32=7 5 inf", "2xi32=1 1"), "2xf32=14 15"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
