package dialect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// run executes @f of a program.
func run(t *testing.T, text string, inputs ...string) (*interp.Result, error) {
	t.Helper()
	m := mustRead(t, text)
	p, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(m.Context().Render(ir.AsDiag(err, 0)))
	}
	var args []*tensor.Tensor
	for _, in := range inputs {
		a, err := tensor.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	return p.Run(args, interp.Options{})
}

// TestControlFlow runs branches and calls.
func TestControlFlow(t *testing.T) {
	const condBr = `func.func @f(%p: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %p, ^bb1(%a : i32), ^bb2(%a, %b : i32, i32)
^bb1(%0: i32):
  return %0 : i32
^bb2(%1: i32, %2: i32):
  cf.br ^bb1(%2 : i32)
}`
	const caseOf = `func.func @f(%flag: i8, %a: i32, %b: i32, %c: i32) -> i32 {
  cf.switch %flag : i8, [
    default: ^bb1(%a : i32),
    3: ^bb1(%b : i32),
    -2: ^bb2(%a, %c : i32, i32)
  ]
^bb1(%0: i32):
  return %0 : i32
^bb2(%1: i32, %2: i32):
  return %2 : i32
}`
	const factorial = `func.func private @step(%n: tensor<i64>, %one: tensor<i64>) -> tensor<i64> {
  %0 = tg.compare le %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %1 = tg.item %0 : tensor<i1> -> i1
  cf.cond_br %1, ^bb1, ^bb2
^bb1:
  return %one : tensor<i64>
^bb2:
  %2 = tg.sub %n, %one : tensor<i64>
  %3 = call @step(%2, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %4 = tg.mul %n, %3 : tensor<i64>
  return %4 : tensor<i64>
}
func.func @f(%n: tensor<i64>) -> tensor<i64> {
  %one = tg.constant dense<1> : tensor<i64>
  %0 = call @step(%n, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}`
	for _, test := range []struct {
		name, text string
		inputs     []string
		want       string
	}{
		{"true", condBr, []string{"i1=true", "i32=1", "i32=2"}, "i32=1"},
		{"false", condBr, []string{"i1=false", "i32=1", "i32=2"}, "i32=2"},
		{"case", caseOf, []string{"i8=3", "i32=1", "i32=2", "i32=4"}, "i32=2"},
		{"negative case", caseOf, []string{"i8=-2", "i32=1", "i32=2", "i32=4"}, "i32=4"},
		{"default", caseOf, []string{"i8=2", "i32=1", "i32=2", "i32=4"}, "i32=1"},
		{"recursion", factorial, []string{"i64=10"}, "i64=3628800"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := run(t, test.text, test.inputs...)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Outputs[0].String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestAssert(t *testing.T) {
	const text = `func.func @f(%p: i1) {
  cf.assert %p, "never zero"
  return
}`
	if _, err := run(t, text, "i1=true"); err != nil {
		t.Errorf("an assertion that holds fails: %v", err)
	}
	if _, err := run(t, text, "i1=false"); err == nil || err.Error() != "'cf.assert' op assertion failed: never zero" {
		t.Errorf("an assertion that does not hold gives %v", err)
	}
}

// TestChecks: what each check accepts.
func TestChecks(t *testing.T) {
	const eq, almost, iree, close = "check.expect_eq %x, %y : T", "check.expect_almost_eq %x, %y : T", "check.expect_almost_eq(%x, %y) : T", "check.expect_close %x, %y, max_ulp_difference = 2 : T, T"
	for _, test := range []struct {
		check, typ, got, want string
		passes                bool
	}{
		{eq, "f32", "1.5", "1.5", true},
		{eq, "f32", "0", "-0", true},
		{eq, "f32", "nan", "nan", false},
		{eq, "f32", "inf", "inf", true},
		{eq, "f32", "1", "0x3F800001", false},
		{eq, "i64", "9007199254740993", "9007199254740992", false},
		{eq, "ui64", "18446744073709551615", "18446744073709551615", true},
		{eq, "i1", "true", "false", false},
		{eq, "bf16", "1.5", "1.5", true},
		{almost, "f32", "100", "100.00005", true},
		{almost, "f32", "100", "100.001", false},
		{almost, "f32", "nan", "nan", true},
		{almost, "f32", "nan", "1", false},
		{almost, "f32", "1", "nan", false},
		{almost, "f32", "inf", "inf", true},
		{almost, "f32", "inf", "-inf", false},
		{almost, "f32", "3e38", "inf", false},
		{almost, "f32", "inf", "3e38", false},
		{almost, "f32", "0", "-0", true},
		{almost, "i32", "5", "5", true},
		{almost, "i32", "5", "6", false},
		{almost, "i32", "-2147483648", "2147483647", false},
		{iree, "f32", "100", "100.001", true},
		{iree, "f32", "100", "100.01", false},
		{iree, "f32", "1", "inf", false},
		{iree, "f32", "895.1309", "895.130676", true},
		{close, "f32", "0x3F800000", "0x3F800002", true},
		{close, "f32", "0x3F800000", "0x3F800003", false},
		{close, "f32", "0x00000001", "0x80000001", true},
		{close, "f32", "0x00000002", "0x80000001", false},
		{close, "f32", "0", "-0", true},
		{close, "f32", "nan", "0xFFC00001", true},
		{close, "f32", "0x7F7FFFFF", "inf", false},
		{close, "f32", "inf", "inf", true},
		{close, "f16", "0x3C00", "0x3C02", true},
		{close, "f16", "0x3C00", "0x3C03", false},
		{close, "bf16", "0x3F80", "0x3F7E", true},
		{close, "f64", "0x3FF0000000000000", "0x3FF0000000000003", false},
		{close, "i32", "3", "4", false},
	} {
		t.Run(fmt.Sprint(test.check, test.typ, test.got, test.want), func(t *testing.T) {
			typ := "tensor<2x2x" + test.typ + ">"
			text := "func.func @f(%x: T, %y: T) {\n" + test.check + "\nreturn\n}"
			// Only the third element differs.
			r, err := run(t, strings.ReplaceAll(text, "T", typ),
				fmt.Sprintf("2x2x%s=1,1,%s,1", test.typ, test.got), fmt.Sprintf("2x2x%s=1,1,%s,1", test.typ, test.want))
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Checks) != 1 || r.Checks[0].Passed != test.passes {
				t.Fatalf("got %+v, want passed: %v", r.Checks, test.passes)
			}
			if !test.passes && !strings.Contains(r.Checks[0].Detail, "1 of 4 elements differ; the worst is at [1, 0]: expected ") {
				t.Errorf("the report does not say where: %s", r.Checks[0].Detail)
			}
		})
	}
}

// TestCheckReport: the worst of several differences is named.
func TestCheckReport(t *testing.T) {
	r, err := run(t, `func.func @f(%x: tensor<4xf32>) {
  check.expect_almost_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>, tolerance = 0.5
  check.expect_eq_const %x, dense<1.0> : tensor<4xf32>
  return
}`, "4xf32=1,3,7,4")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Checks {
		got = append(got, fmt.Sprint(c.Passed, " ", c.Detail))
	}
	want := []string{
		"false 2 of 4 elements differ; the worst is at [2]: expected f32=3, but got f32=7",
		"false 3 of 4 elements differ; the worst is at [2]: expected f32=1, but got f32=7",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

// TestEmptyCheck: nothing differs in an empty tensor.
func TestEmptyCheck(t *testing.T) {
	r, err := run(t, `func.func @f(%x: tensor<0x3xf32>) {
  check.expect_eq %x, %x : tensor<0x3xf32>
  return
}`, "0x3xf32=[]")
	if err != nil || len(r.Checks) != 1 || !r.Checks[0].Passed {
		t.Errorf("got %+v, %v", r, err)
	}
}
