package main

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// testCase is an op and what it is measured on.
type testCase struct {
	name   string
	shape  []int
	inputs []span
	op     func(typ, element string) string // the op, its operands %x and %y, and its types
	result func(element string) string      // the type of the result
}

// span is where the numbers of an input are, uniformly.
type span struct{ low, high float64 }

// tensor is an input with such numbers.
func (r span) tensor(d tensor.DType, shape []int, seed uint64) *tensor.Tensor {
	t := tensor.Random(tensor.F64, shape, seed)
	out := tensor.New(d, shape...)
	for i, v := range tensor.Data[float64](t) {
		out.SetFloat64(i, r.low+(v+1)/2*(r.high-r.low))
	}
	return out
}

const million = 1 << 20

// around are numbers of either sign.
func around(high float64) span { return span{-high, high} }

// cases are all functions where they are defined, some ops of an instruction to compare them with,
// and sums.
var cases = []testCase{
	function("add", around(10), around(10)), function("div", around(10), span{1, 10}), function("sqrt", span{0, 100}),
	function("exp", around(10)), function("exp2", around(10)), function("log", span{0.001, 100}), function("log2", span{0.001, 100}),
	function("expm1", around(5)), function("log1p", span{-0.9, 100}),
	function("sin", around(10)), function("cos", around(10)), function("tan", around(10)),
	function("asin", around(1)), function("acos", around(1)), function("atan", around(10)), function("atan2", around(10), around(10)),
	function("sinh", around(5)), function("cosh", around(5)), function("tanh", around(5)),
	function("asinh", around(10)), function("acosh", span{1, 100}), function("atanh", around(0.999)),
	function("pow", span{0.001, 10}, around(3)), function("cbrt", around(10)), function("rsqrt", span{0.01, 100}),
	function("sigmoid", around(10)), function("erf", around(3)), function("erfc", around(3)), function("erf_inv", around(0.999)),
	function("lgamma", span{-4, 20}), function("digamma", span{-4, 20}),
	function("bessel_i1e", around(20)), function("zeta", span{1.1, 10}, span{0.1, 10}),
	function("gelu", around(5)), approximateGelu(around(5)), function("silu", around(5)),
	sum("sum along axis 0", "[0]", "1024x", 1024, 1024), sum("sum along axis 1", "[1]", "1024x", 1024, 1024),
	sum("sum of all", "[0, 1]", "", 1024, 1024), sum("sum of all of 16M", "[0, 1]", "", 16, million),
}

// function is an elementwise op on a million elements.
func function(name string, inputs ...span) testCase {
	c := testCase{name: name, shape: []int{million}, inputs: inputs}
	operands := strings.Join([]string{"%x", "%y"}[:len(inputs)], ", ")
	c.op = func(typ, _ string) string { return fmt.Sprintf("tg.%s %s : %s", name, operands, typ) }
	c.result = func(element string) string { return fmt.Sprintf("tensor<%dx%s>", million, element) }
	return c
}

// approximateGelu is gelu by tanh, which is an attribute of it.
func approximateGelu(input span) testCase {
	c := function("gelu_tanh", input)
	c.op = func(typ, _ string) string { return "tg.gelu %x approximate tanh : " + typ }
	return c
}

func sum(name, dims, rest string, shape ...int) testCase {
	c := testCase{name: name, shape: shape, inputs: []span{around(1)}}
	c.result = func(element string) string { return fmt.Sprintf("tensor<%s%s>", rest, element) }
	c.op = func(typ, element string) string {
		return fmt.Sprintf("tg.reduce sum %%x dims %s : (%s) -> %s", dims, typ, c.result(element))
	}
	return c
}

func (c testCase) elements() int { return shapes.Product(c.shape) }

// copies is how often a program has the op. All but the last, which is the result of the program,
// have storage that is used again.
func (c testCase) copies() int {
	if c.elements() > million {
		return 1
	}
	return 4
}

// text is the program.
func (c testCase) text(d tensor.DType) string {
	typ := "tensor<"
	for _, n := range c.shape {
		typ += fmt.Sprint(n, "x")
	}
	typ += d.String() + ">"
	var parameters []string
	for _, p := range []string{"%x", "%y"}[:len(c.inputs)] {
		parameters = append(parameters, p+": "+typ)
	}
	var text strings.Builder
	result := c.result(d.String())
	fmt.Fprintf(&text, "func.func @main(%s) -> %s {\n", strings.Join(parameters, ", "), result)
	for i := range c.copies() {
		fmt.Fprintf(&text, "  %%%d = %s\n", i, c.op(typ, d.String()))
	}
	fmt.Fprintf(&text, "  return %%%d : %s\n}\n", c.copies()-1, result)
	return text.String()
}
