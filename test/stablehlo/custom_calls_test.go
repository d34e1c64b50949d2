package stablehlo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// called is a program that calls a target with %x, and other operands after it.
func called(args, call, results string) string {
	n := strings.Count(results, "tensor<")
	values, pack := "%0", "%0"
	if n == 2 {
		values, pack = "%0#0, %0#1", "%0:2"
	}
	return "func.func @main(" + args + ") -> (" + results + ") {\n  " + pack + " = stablehlo.custom_call " + call + "\n  return " + values + " : " + results + "\n}\n"
}

func TestCustomCalls(t *testing.T) {
	const x = "--input=2x3xf32=[0,2,3,4,-5,6]"
	for _, target := range []string{"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "LayoutConstraint", "xla.sdy.FuncResultSharding"} {
		runs(t, target, called("%x: tensor<2x3xf32>", "@"+target+"(%x) {mhlo.sharding = \"{replicated}\"} : (tensor<2x3xf32>) -> tensor<2x3xf32>", "tensor<2x3xf32>"), "2x3xf32=[0 2 3][4 -5 6]\n", x)
	}
	for name, want := range map[string]string{"erf": "0.5204999", "tan": "0.5463025", "acos": "1.0471976", "acosh": "nan", "asin": "0.5235988", "asinh": "0.4812118",
		"atan": "0.4636476", "atanh": "0.54930615", "cosh": "1.127626", "sinh": "0.5210953"} {
		runs(t, name, called("%x: tensor<1xf32>", "@mhlo."+name+"(%x) {mhlo.version = 1 : i64} : (tensor<1xf32>) -> tensor<1xf32>", "tensor<1xf32>"), "1xf32="+want+"\n", "--input=1xf32=0.5")
	}
	topk := func(attrs string) string {
		return called("%x: tensor<2x3xf32>", "@mhlo.topk(%x) {mhlo.attributes = {"+attrs+"}} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)", "tensor<2x2xf32>, tensor<2x2xi32>")
	}
	runs(t, "largest", topk("k = 2 : i64, largest = true"), "2x2xf32=[3 2][6 4]\n2x2xi32=[2 1][2 0]\n", x)
	runs(t, "smallest", topk("k = 2 : i64, largest = false"), "2x2xf32=[0 2][-5 4]\n2x2xi32=[0 1][1 0]\n", x)
	fails(t, "no k", topk("largest = true"), "op calls 'mhlo.topk' without the integer attribute 'k'", x)
	fails(t, "large k", topk("k = 4 : i64"), "there are no 4 elements along the last dimension of 'tensor<2x3xf32>'", x)
	const dynamic = "%x: tensor<2x3xf32>, %k: tensor<i32>"
	runs(t, "dynamic top_k", called(dynamic, "@stablehlo.dynamic_top_k(%x, %k) : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)", "tensor<2x1xf32>, tensor<2x1xi32>"),
		"2x1xf32=[3][6]\n2x1xi32=[2][2]\n", x, "--input=i32=1")
	runs(t, "generator", called("%x: tensor<2xui64>, %s: tensor<1xi32>",
		"@stablehlo.dynamic_rng_bit_generator(%x, %s) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<1xui64>)", "tensor<2xui64>, tensor<1xui64>"),
		"2xui64=0 1\n1xui64=11077253088097075545\n", "--input=2xui64=0", "--input=1xi32=1")
	// What Random123 publishes for threefry2x32-20: of zeros, of ones, of digits of pi.
	runs(t, "threefry", called("%a: tensor<3xui32>, %b: tensor<3xui32>, %x: tensor<3xui32>, %y: tensor<3xui32>",
		"@cu_threefry2x32_ffi(%a, %b, %x, %y) : (tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)", "tensor<3xui32>, tensor<3xui32>"),
		"3xui32=1797259609 481924860 3297917596\n3xui32=2579123966 3137350631 1212020640\n",
		"--input=3xui32=[0,4294967295,320440878]", "--input=3xui32=[0,4294967295,57701188]", "--input=3xui32=[0,4294967295,608135816]", "--input=3xui32=[0,4294967295,2242054355]")
	eq := called("%x: tensor<3xf32>, %y: tensor<3xf32>", "@check.eq(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<i1>", "tensor<i1>")
	runs(t, "near", eq, "i1=true\n", "--input=3xf32=[1,nan,inf]", "--input=3xf32=[1.00005,nan,inf]")
	runs(t, "not near", eq, "i1=false\n", "--input=3xf32=[1,nan,inf]", "--input=3xf32=[1.001,nan,inf]")
	runs(t, "NaN", eq, "i1=false\n", "--input=3xf32=[1,nan,inf]", "--input=3xf32=[1,2,inf]")
	fails(t, "shards", called("%x: tensor<2x3xf32>", "@SPMDFullToShardShape(%x) : (tensor<2x3xf32>) -> tensor<1x3xf32>", "tensor<1x3xf32>"), "which are shards of several devices", x)
	fails(t, "no op of tg", called("%x: tensor<2x3xf32>", "@lapack_sgetrf_ffi(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>", "tensor<2x3xf32>"),
		"<stdin>:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'lapack_sgetrf_ffi' computes is not known", x)
	fails(t, "misspelt", called("%x: tensor<2x3xf32>", "@mhlo.top_k(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>", "tensor<2x3xf32>"), "did you mean 'mhlo.topk'?", x)
	fails(t, "operands", called("%x: tensor<2x3xf32>", "@Sharding(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>", "tensor<2x3xf32>"), "calls 'Sharding' with 2 operands for 1 results, but it takes 1 and returns 1", x)
}

func TestDynamicWindow(t *testing.T) {
	program := func(body, padding string) string {
		return `func.func private @body(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  ` + body + `
  return %0 : tensor<i32>
}
func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<4xi32> {
  %w = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %p = stablehlo.constant ` + padding + ` : tensor<1x2xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %one, %one, %one, %p) {called_computations = [@body]} : (tensor<4xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
`
	}
	const x = "--input=4xi32=[1,2,3,4]"
	runs(t, "sum", program("%0 = stablehlo.add %a, %b : tensor<i32>", "dense<[[1, 0]]>"), "4xi32=21 13 15 17\n", x, "--input=i32=10")
	runs(t, "body", program("%1 = stablehlo.add %a, %b : tensor<i32>\n  %0 = stablehlo.add %1, %b : tensor<i32>", "dense<[[1, 0]]>"), "4xi32=32 16 20 24\n", x, "--input=i32=10")
}

func TestShapeAssertion(t *testing.T) {
	program := func(message string) string {
		return "func.func @main(%p: tensor<i1>, %n: tensor<i32>) {\n  stablehlo.custom_call @shape_assertion(%p, %n) {error_message = \"" + message + "\", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n  return\n}\n"
	}
	runs(t, "holds", program("b = {0}"), "", "--input=i1=true", "--input=i32=3")
	fails(t, "fails", program("expected b >= 1, but b = {0} of {{x}"), "<stdin>:2:3: error: 'tg.assert' op assertion failed: expected b >= 1, but b = -3 of {x}\n", "--input=i1=false", "--input=i32=-3")
	fails(t, "braces", program("b in {1, 2}"), "assertion failed: b in {1, 2}\n", "--input=i1=false", "--input=i32=3")
}

// TestOwnCustomCalls: what a program provides is called, as ops or as a function, and
// what is wrong with it is an error at the call.
func TestOwnCustomCalls(t *testing.T) {
	double := func(_ *convert.Call, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		out := tensor.New(tensor.F32, in[0].Shape()...)
		for i := range in[0].Len() {
			out.SetFloat64(i, 2*in[0].Float64At(i))
		}
		return []*tensor.Tensor{out}, nil
	}
	config := driver.Config{CustomCalls: []*convert.CustomCall{
		{Name: "acme.negate", ToTG: func(c *convert.Rewriter, o *ir.Op) error { return c.Replace(o, tg.Neg, c.Operands(o)) }},
		{Name: "acme.double", Run: double},
		{Name: "acme.scale", Run: func(call *convert.Call, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			if call.Attrs.Get("backend_config").Get("by").Int() != 2 {
				return nil, errors.New("not by 2")
			}
			return double(call, in)
		}},
		{Name: "acme.shape", Run: func(*convert.Call, []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return []*tensor.Tensor{tensor.New(tensor.F32, 4)}, nil
		}},
		{Name: "acme.none", Run: func(*convert.Call, []*tensor.Tensor) ([]*tensor.Tensor, error) { return nil, nil }},
	}}
	for _, test := range []struct{ call, want, message string }{
		{"@acme.negate(%x)", "3xf32=-1 -2 -3\n", ""},
		{"@acme.double(%x)", "3xf32=2 4 6\n", ""},
		{"@acme.scale(%x) {backend_config = {by = 2 : i64}}", "3xf32=2 4 6\n", ""},
		{"@acme.scale(%x) {backend_config = {by = 3 : i64}}", "", "<stdin>:2:8: error: 'tg.custom_call' op 'acme.scale' fails: not by 2"},
		{"@acme.shape(%x)", "", "'acme.shape' returned a result #0 of type 'tensor<4xf32>' instead of 'tensor<3xf32>'"},
		{"@acme.none(%x)", "", "'acme.none' returned 0 results instead of 1"},
		{"@acme.dubble(%x)", "", "did you mean 'acme.double'?"},
	} {
		t.Run(test.call, func(t *testing.T) {
			for _, args := range [][]string{{"--input=3xf32=[1,2,3]"}, {"--optimize", "--input=3xf32=[1,2,3]"}} {
				var out, messages strings.Builder
				text := called("%x: tensor<3xf32>", test.call+" : (tensor<3xf32>) -> tensor<3xf32>", "tensor<3xf32>")
				config.Run(args, strings.NewReader(text), &out, &messages)
				if out.String() != test.want || !strings.Contains(messages.String(), test.message) {
					t.Errorf("got %q and\n%s\nwant %q and\n%s", out.String(), messages.String(), test.want, test.message)
				}
			}
		})
	}
	for _, test := range []struct {
		want  string
		calls []*convert.CustomCall
	}{
		{"there is a custom call 'Sharding' already: it comes with tg", []*convert.CustomCall{{Name: "Sharding", Run: double}}},
		{"there is a custom call 'a' already", []*convert.CustomCall{{Name: "a", Run: double}, {Name: "a", Run: double}}},
		{"the custom call 'a' needs either ToTG or Run", []*convert.CustomCall{{Name: "a"}}},
		{"a custom call has no name", []*convert.CustomCall{{Run: double}}},
	} {
		if _, err := (driver.Config{CustomCalls: test.calls}).NewContext(); err == nil || err.Error() != test.want {
			t.Errorf("got the error %v, want %s", err, test.want)
		}
	}
}

// TestElided: without its data a program runs with random numbers when that is asked for.
func TestElided(t *testing.T) {
	const text = `func.func @main() -> (tensor<2x2xf32>, tensor<3xi8>) {
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<2x2xf32>
  %1 = stablehlo.constant dense_resource<__elided__> : tensor<3xi8>
  return %0, %1 : tensor<2x2xf32>, tensor<3xi8>
}
`
	fails(t, "without the flag", text, "op has no data: it was left out of the file, as dense_resource<__elided__>; tg-run --elided=random:SEED takes random numbers instead")
	fails(t, "no seed", text, "expected random:SEED with a decimal seed such as random:7, got 'zero'", "--elided=zero")
	fails(t, "too large", text, "needs 3 bytes for its elided data, which is more than --max-memory leaves", "--elided=random:1", "--max-memory=18")
	outputs := map[string]string{}
	for _, seed := range []string{"1", "1", "2"} {
		var out, messages strings.Builder
		if status := driver.Run([]string{"--elided=random:" + seed}, strings.NewReader(text), &out, &messages); status != 0 {
			t.Fatal(messages.String())
		}
		if want := "tg-run: warning: the data of 2 constants is not in the file; there are random numbers instead, as --elided=random:" + seed + " asks for\n"; messages.String() != want {
			t.Errorf("the message is %q, want %q", messages.String(), want)
		}
		if before := outputs[seed]; before != "" && before != out.String() {
			t.Errorf("with one seed, %s and %s", before, out.String())
		}
		outputs[seed] = out.String()
	}
	if outputs["1"] == outputs["2"] {
		t.Errorf("two seeds give %s", outputs["1"])
	}
}

// TestKeptAttributes: what exporters say besides is the same after reading, printing and
// passes.
func TestKeptAttributes(t *testing.T) {
	const text = `module @N attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 8 : i32, stablehlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2], device_ids=[0, 1, 2, 3, 4, 5, 6, 7]>
  func.func @main(%arg0: tensor<4x8xf32> {mhlo.layout_mode = "default", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 0 : i32}) -> (tensor<4x8xf32> {jax.result_info = "[0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {?}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {}]> : tensor<4x8xf32>
    %1 = stablehlo.exponential %0 {mhlo.frontend_attributes = {a = "b"}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data", ?}, {}]>]>} : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}

`
	var out, messages strings.Builder
	if driver.Opt(nil, strings.NewReader(text), &out, &messages); out.String() != text {
		t.Errorf("it is printed as\n%s%s", out.String(), messages.String())
	}
	out.Reset()
	want := strings.NewReplacer(`    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"data"}, {}]> : tensor<4x8xf32>`+"\n", "", "%1", "%0", "stablehlo.exponential %0", "tg.exp %arg0").Replace(text)
	if driver.Opt([]string{"--optimize"}, strings.NewReader(text), &out, &messages); out.String() != want {
		t.Errorf("optimised it is\n%s%s\nwant\n%s", out.String(), messages.String(), want)
	}
}

// TestExports: programs that JAX exported, of which those convert that call nothing unknown.
func TestExports(t *testing.T) {
	files, err := filepath.Glob("../../../shared/data/bytecode/jax/*Sharding*.mlir")
	if err != nil || len(files) == 0 {
		t.Skip("the programs belong to another project")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out, messages strings.Builder
		if driver.Opt([]string{"--stablehlo-to-tg"}, strings.NewReader(string(text)), &out, &messages) != 0 &&
			!strings.Contains(messages.String(), "shards of several devices") && !strings.Contains(messages.String(), "sdy.manual_computation") && !strings.Contains(messages.String(), "stablehlo.collective_permute") {
			t.Errorf("%s: %s", file, messages.String())
		}
	}
}
