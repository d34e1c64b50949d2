package random

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// The error that saturate{precision=...} prints is that of the program that it leaves: here both
// are executed on the inputs that its documentation describes, and compared anew.
func TestMeasuredPrecision(t *testing.T) {
	for seed := range campaign.Seeds(3) {
		rng := rand.New(rand.NewPCG(seed, 0x6d656173))
		text := network(rng)
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, precision := range []string{"bf16", "f16", "int8"} {
			passes := "saturate{extract=greedy precision=" + precision + " machine=testdata/halves.profile}"
			after, remarks := remarked(t, text, passes)
			said := measured.FindStringSubmatch(remarks)
			if said == nil {
				t.Fatalf("%s says nothing of the error: %s\n%s", passes, remarks, text)
			}
			if want := deviation(module, after); said[1] != want {
				t.Errorf("%s says %q, but %q is right:\n%s", passes, said[1], want, text)
			}
		}
	}
}

var measured = regexp.MustCompile(`on 4 generated inputs of @main the result is off by (.*)`)

// network is a few contractions of one size with ops between them.
func network(rng *rand.Rand) string {
	var b strings.Builder
	n := 8 + rng.IntN(60)
	fmt.Fprintf(&b, "func.func @main(%%0: tensor<16x%dxf32>) -> tensor<16x%dxf32> {\n", n, n)
	at := 0
	for range 1 + rng.IntN(3) {
		var list []string
		for range n {
			var row []string
			for range n {
				row = append(row, fmt.Sprintf("%.6f", rng.NormFloat64()))
			}
			list = append(list, "["+strings.Join(row, ",")+"]")
		}
		fmt.Fprintf(&b, "%%w%d = tg.constant dense<[%s]> : tensor<%dx%dxf32>\n", at, strings.Join(list, ","), n, n)
		fmt.Fprintf(&b, "%%%d = tg.matmul %%%d, %%w%d : (tensor<16x%dxf32>, tensor<%dx%dxf32>) -> tensor<16x%dxf32>\n", at+1, at, at, n, n, n, n)
		fmt.Fprintf(&b, "%%%d = tg.%s %%%d : tensor<16x%dxf32>\n", at+2, pick(rng, "relu", "tanh", "neg", "abs"), at+1, n)
		at += 2
	}
	fmt.Fprintf(&b, "return %%%d : tensor<16x%dxf32>\n}\n", at, n)
	return b.String()
}

// remarked is a program behind passes, and what they say.
func remarked(t *testing.T, text, passes string) (after *ir.Op, remarks string) {
	t.Helper()
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	m := &pipeline.Manager{Ctx: ctx, Pipeline: p, Workers: 1, Emit: func(d *ir.Diag) { said = append(said, d.Error()) }}
	if err := m.Run(module); err != nil {
		t.Fatal(err)
	}
	return module, strings.Join(said, "\n")
}

// deviation is how far the results of @main are off in two programs, as the pass words it.
func deviation(before, after *ir.Op) string {
	var most, relative, squares, right float64
	for k := range uint64(4) {
		rng := rand.New(rand.NewPCG(0x70726563, k))
		shape := ir.Symbols(before)["main"].Attr("function_type").Type().Inputs()[0].Shape()
		x := tensor.New(tensor.F32, int(shape[0]), int(shape[1]))
		for i := range x.Len() {
			x.SetFloat64(i, rng.NormFloat64())
		}
		was := agree.Execute(before, "main", []*tensor.Tensor{x.Clone()}, runLimit).Outputs[0]
		is := agree.Execute(after, "main", []*tensor.Tensor{x}, runLimit).Outputs[0]
		for i := range was.Len() {
			a, b := was.Float64At(i), is.Float64At(i)
			most = max(most, math.Abs(b-a))
			if a != 0 {
				relative = max(relative, math.Abs((b-a)/a))
			}
			squares += (b - a) * (b - a)
			right += a * a
		}
	}
	return fmt.Sprintf("%.3g at most, %.3g relative to its element, and %.3g in norm", most, relative, math.Sqrt(squares/right))
}
