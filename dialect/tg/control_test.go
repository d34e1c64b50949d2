package tg_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

func TestControlFlowRuns(t *testing.T) {
	const choice = `%0 = tg.if %p -> (tensor<2xi32>) {
    %1 = tg.neg %x : tensor<2xi32>
    tg.yield %1 : tensor<2xi32>
  } else {
    tg.yield %x : tensor<2xi32>
  }`
	const numbered = `%0 = tg.case %i -> (tensor<i32>) {
    %1 = tg.constant dense<10> : tensor<i32>
    tg.yield %1 : tensor<i32>
  }, {
    %1 = tg.constant dense<20> : tensor<i32>
    tg.yield %1 : tensor<i32>
  }, {
    tg.yield %i : tensor<i32>
  }`
	// Fibonacci: the body yields its own arguments in another order.
	const loop = `%zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:3 = tg.while (%i = %n, %a = %zero, %b = %one) : tensor<i32>, tensor<i32>, tensor<i32> cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.add %a, %b : tensor<i32>
    tg.yield %1, %b, %2 : tensor<i32>, tensor<i32>, tensor<i32>
  }`
	const growing = `%0 = tg.while (%v = %x) : (tensor<1xi32>) -> (tensor<?xi32>) cond {
    %1 = tg.reduce sum %v dims [0] : (tensor<?xi32>) -> tensor<i32>
    %ten = tg.constant dense<10> : tensor<i32>
    %2 = tg.compare lt %1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  } do {
    %1 = tg.concat %v, %x dim 0 : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
    tg.yield %1 : tensor<?xi32>
  }`
	const collecting = `%zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:4 = tg.while (%i = %n, %a = %one) : tensor<i32>, tensor<i32> collect (tensor<?xi32>, tensor<?x2xi1>) cond {
    %1 = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.mul %a, %i : tensor<i32>
    %3 = tg.compare eq %x, %i : (tensor<2xi32>, tensor<i32>) -> tensor<2xi1>
    tg.yield %1, %2, %a, %3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xi1>
  }`
	collected := "tensor<i32>, tensor<i32>, tensor<?xi32>, tensor<?x2xi1>"
	three := "tensor<i32>, tensor<i32>, tensor<i32>"
	checkRuns(t, []runCase{
		{"if true", "%p: tensor<i1>, %x: tensor<2xi32>", choice, "tensor<2xi32>", []string{"i1=true", "2xi32=1 2"}, []string{"2xi32=-1 -2"}},
		{"if false", "%p: tensor<i1>, %x: tensor<2xi32>", choice, "tensor<2xi32>", []string{"i1=false", "2xi32=1 2"}, []string{"2xi32=1 2"}},
		{"case 0", "%i: tensor<i32>", numbered, "tensor<i32>", []string{"i32=0"}, []string{"i32=10"}},
		{"case 1", "%i: tensor<i32>", numbered, "tensor<i32>", []string{"i32=1"}, []string{"i32=20"}},
		{"case beyond", "%i: tensor<i32>", numbered, "tensor<i32>", []string{"i32=7"}, []string{"i32=7"}},
		{"case negative", "%i: tensor<i32>", numbered, "tensor<i32>", []string{"i32=-1"}, []string{"i32=-1"}},
		{"while", "%n: tensor<i32>", loop, three, []string{"i32=10"}, []string{"i32=0", "i32=55", "i32=89"}},
		{"while never", "%n: tensor<i32>", loop, three, []string{"i32=-5"}, []string{"i32=-5", "i32=0", "i32=1"}},
		{"while that collects", "%n: tensor<i32>, %x: tensor<2xi32>", collecting, collected, []string{"i32=3", "2xi32=2 3"}, []string{"i32=0", "i32=6", "3xi32=1 3 6", "3x2xi1=[false true][true false][false false]"}},
		{"while that collects nothing", "%n: tensor<i32>, %x: tensor<2xi32>", collecting, collected, []string{"i32=0", "2xi32=2 3"}, []string{"i32=0", "i32=1", "0xi32=[]", "0x2xi1=[]"}},
		{"while with a growing state", "%x: tensor<1xi32>", growing, "tensor<?xi32>", []string{"1xi32=4"}, []string{"3xi32=4 4 4"}},
		{
			"barrier", "%x: tensor<2xi32>, %y: tensor<f32>", "%0:2 = tg.barrier %x, %y : tensor<2xi32>, tensor<f32>", "tensor<2xi32>, tensor<f32>",
			[]string{"2xi32=1 2", "f32=3"}, []string{"2xi32=1 2", "f32=3"},
		},
		{"barrier of one", "%x: tensor<2xi32>", "%0 = tg.barrier %x : tensor<2xi32>", "tensor<2xi32>", []string{"2xi32=1 2"}, []string{"2xi32=1 2"}},
	})
}

// An item decides a branch of another dialect.
func TestItemRuns(t *testing.T) {
	c := ir.NewContext(builtin.Dialect, fn.Dialect, cf.Dialect, tg.Dialect)
	m := parse(t, c, `func.func @f(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %0 = tg.item %p : tensor<i1> -> i1
  cf.cond_br %0, ^bb1, ^bb2
^bb1:
  return %x : tensor<i32>
^bb2:
  %1 = tg.neg %x : tensor<i32>
  return %1 : tensor<i32>
}`)
	program, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]string{"i1=true": "i32=5", "i1=false": "i32=-5"} {
		r, err := program.Run(tensors(t, []string{p, "i32=5"}), interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := tensor.Format(r.Outputs[0]); got != want {
			t.Errorf("%s: got %s, want %s", p, got, want)
		}
	}
}

func TestRngBitGeneratorRuns(t *testing.T) {
	generate := func(state, result string) []string {
		got, err := execute(t, function("%s: tensor<2xui64>",
			"%0:2 = tg.rng_bit_generator three_fry %s : (tensor<2xui64>) -> (tensor<2xui64>, "+result+")", "tensor<2xui64>, "+result), []string{state})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, tc := range []struct {
		name, state, result string
		want                []string
	}{
		// The values that XLA gives in StableHLO's test data and specification.
		{"one", "2xui64=3 3", "tensor<ui64>", []string{"2xui64=3 4", "ui64=3349939604322698703"}},
		{"specification", "2xui64=1 2", "tensor<2x2xui64>", []string{
			"2xui64=1 6", "2x2xui64=[9236835810183407956 16087790271692313299][18212823393184779219 2658481902456610144]",
		}},
		// Parts of those: a pair is the low and the high half of 64 bits.
		{"pairs along the last dimension", "2xui64=1 2", "tensor<1x4xui32>", []string{"2xui64=1 4", "1x4xui32=[43444564 2150618427 3979645651 3745730563]"}},
		{"pairs along the first even dimension", "2xui64=1 2", "tensor<2x2xi32>", []string{"2xui64=1 4", "2x2xi32=[43444564 -315321645][-2144348869 -549236733]"}},
		{"pairs along a short even dimension", "2xui64=1 2", "tensor<3x2xui32>", []string{"2xui64=1 5", "3x2xui32=[43444564 2150618427][3979645651 3745730563][1672743891 4240503393]"}},
		{"pairs along the longest odd dimension", "2xui64=1 2", "tensor<1x3xui32>", []string{"2xui64=1 4", "1x3xui32=[43444564 2150618427 3979645651]"}},
		{"odd", "2xui64=1 2", "tensor<3xui32>", []string{"2xui64=1 4", "3xui32=43444564 2150618427 3979645651"}},
		{"scalar", "2xui64=1 2", "tensor<ui32>", []string{"2xui64=1 3", "ui32=43444564"}},
		{"narrow", "2xui64=1 2", "tensor<2xui8>", []string{"2xui64=1 3", "2xui8=84 59"}},
		{"nothing", "2xui64=1 2", "tensor<3x0xui32>", []string{"2xui64=1 2", "3x0xui32=[]"}},
		{"counter that wraps", "2xui64=1 18446744073709551615", "tensor<2xui64>", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := generate(tc.state, tc.result)
			if tc.want == nil {
				got, tc.want = got[:1], []string{"2xui64=1 1"}
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// Shapes that are known only at run time follow from the operands.
func TestDynamicShapesRun(t *testing.T) {
	checkRuns(t, []runCase{
		{
			"broadcasting", "%x: tensor<?xi32>, %y: tensor<?x1xi32>", "%0 = tg.add %x, %y : (tensor<?xi32>, tensor<?x1xi32>) -> tensor<?x?xi32>", "tensor<?x?xi32>",
			[]string{"2xi32=1 2", "2x1xi32=10 20"}, []string{"2x2xi32=[11 12][21 22]"},
		},
		{
			"an extent of 1 stretches", "%x: tensor<?xi32>, %y: tensor<3xi32>", "%0 = tg.add %x, %y : (tensor<?xi32>, tensor<3xi32>) -> tensor<3xi32>", "tensor<3xi32>",
			[]string{"1xi32=1", "3xi32=1 2 3"}, []string{"3xi32=2 3 4"},
		},
		{
			"convert", "%x: tensor<?xi32>", "%0 = tg.convert %x : (tensor<?xi32>) -> tensor<?xf32>", "tensor<?xf32>",
			[]string{"2xi32=1 2"}, []string{"2xf32=1 2"},
		},
		{
			"reshape", "%x: tensor<?x4xi32>", "%0 = tg.reshape %x : (tensor<?x4xi32>) -> tensor<?x2xi32>", "tensor<?x2xi32>",
			[]string{"1x4xi32=1 2 3 4"}, []string{"2x2xi32=[1 2][3 4]"},
		},
		{
			"broadcast", "%x: tensor<?xi32>", "%0 = tg.broadcast %x dims [1] : (tensor<?xi32>) -> tensor<2x?xi32>", "tensor<2x?xi32>",
			[]string{"2xi32=1 2"}, []string{"2x2xi32=[1 2][1 2]"},
		},
		{
			"matmul", "%x: tensor<?x?xi32>, %y: tensor<2x?xi32>", "%0 = tg.matmul %x, %y : (tensor<?x?xi32>, tensor<2x?xi32>) -> tensor<?x?xi32>", "tensor<?x?xi32>",
			[]string{"1x2xi32=1 2", "2x1xi32=3 4"}, []string{"1x1xi32=[11]"},
		},
		{
			"pooling", "%x: tensor<?xi32>", "%0 = tg.reduce_window max %x window [2] : (tensor<?xi32>) -> tensor<?xi32>", "tensor<?xi32>",
			[]string{"3xi32=1 5 2"}, []string{"2xi32=5 5"},
		},
	})
}

func TestWhatCannotRunSaysWhy(t *testing.T) {
	for _, tc := range []struct {
		name, args, body, results string
		inputs                    []string
		want                      string
	}{
		{
			"extents that differ at run time", "%x: tensor<?xi32>, %y: tensor<3xi32>", "%0 = tg.add %x, %y : (tensor<?xi32>, tensor<3xi32>) -> tensor<3xi32>", "tensor<3xi32>",
			[]string{"2xi32=1 2", "3xi32=1 2 3"},
			"'tg.add' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xi32>') is 2, dimension 0 of operand #1 ('tensor<3xi32>') is 3; extents must be equal, or one of them 1",
		},
		{
			"a range that ends beyond", "%x: tensor<?xi32>", "%0 = tg.slice %x [0:4] : (tensor<?xi32>) -> tensor<4xi32>", "tensor<4xi32>",
			[]string{"2xi32=1 2"}, "'tg.slice' op range 0:4 of dimension 0 ends beyond extent 2 of 'tensor<2xi32>'",
		},
		{
			"argmax of nothing", "%x: tensor<0xi32>", "%0 = tg.reduce argmax %x dims [0] : (tensor<0xi32>) -> tensor<i64>", "tensor<i64>",
			[]string{"0xi32="}, "'tg.reduce' op argmax over dimensions without elements",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := execute(t, function(tc.args, tc.body, tc.results), tc.inputs)
			if err == nil {
				t.Fatal("ran")
			}
			if d := cmp.Diff(tc.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
	}
}
