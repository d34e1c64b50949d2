//go:build additions

package newop

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
	"github.com/tg-opt/tg/test/complete"
)

// own is a dialect from elsewhere: one op of one operand, made of an op that is itself a formula,
// and one of two.
var (
	own   = ir.NewDialect("own", "A dialect that tg has never heard of.")
	twice = own.NewOp("own.twice")
	gap   = own.NewOp("own.gap")
)

func init() {
	tg.Elementwise(twice, "Elementwise softsign of softsign.", func(x *tg.Term) *tg.Term {
		return tg.Apply(tg.Softsign, tg.Apply(tg.Softsign, x))
	})
	tg.Elementwise(gap, "Elementwise |x - y| / 10.", func(x, y *tg.Term) *tg.Term {
		return tg.Apply(tg.Div, tg.Apply(tg.Abs, tg.Apply(tg.Sub, x, y)), tg.Number(10))
	})
}

// parseOwn reads and verifies a module with ops of the dialect, too.
func parseOwn(t *testing.T, text string) *ir.Op {
	t.Helper()
	ctx := ir.NewContext(append(driver.NewContext().Dialects(), own)...)
	module, err := parser.Parse(ctx, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return module
}

// hard are numbers that a formula may get wrong if it does not round each step.
func hard(d tensor.DType, n int) *tensor.Tensor {
	x, edges := tensor.Random(d, []int{n}, 3), opgen.Edges(d)
	for i := range min(n, edges.Len()) {
		opgen.CopyElement(x, i, edges, i)
	}
	return x
}

// compute runs an op on elements of a type.
func compute(t *testing.T, op string, inputs ...*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	var params, uses, types []string
	for i, x := range inputs {
		typ := "tensor<" + strings.TrimPrefix(tensor.ShapeString(x.Shape())+"x", "x") + x.DType().String() + ">"
		params, uses, types = append(params, fmt.Sprintf("%%x%d: %s", i, typ)), append(uses, fmt.Sprintf("%%x%d", i)), append(types, typ)
	}
	module := parseOwn(t, fmt.Sprintf("func.func @main(%s) -> %s {\n%%r = %s %s : (%s) -> %[2]s\nreturn %%r : %[2]s\n}",
		strings.Join(params, ", "), types[0], op, strings.Join(uses, ", "), strings.Join(types, ", ")))
	o := agree.Execute(module, "main", inputs, 1e10)
	if o.Err != nil {
		t.Fatal(o.Err)
	}
	return o.Outputs[0]
}

// A formula computes the bits of its ops, each of which rounds.
func TestFormula(t *testing.T) {
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		for _, n := range []int{0, 1, 7, 100, 5000} {
			x := hard(d, n)
			one := tensor.New(d, n)
			for i := range n {
				one.SetFloat64(i, 1)
			}
			want := compute(t, "tg.div", x, compute(t, "tg.add", one, compute(t, "tg.abs", x)))
			if got := compute(t, "tg.softsign", x); !tensor.Equal(got, want) {
				t.Errorf("%d elements of type %v: another softsign than op by op", n, d)
			}
			if got := compute(t, "own.twice", x); !tensor.Equal(got, compute(t, "tg.softsign", want)) {
				t.Errorf("%d elements of type %v: another softsign of softsign than op by op", n, d)
			}
		}
	}
	x := hard(tensor.F32, 500)
	to := compute(t, "tg.softsign", x)
	for i, v := range tensor.Data[float32](x) {
		want := v / (1 + float32(math.Abs(float64(v))))
		if got := tensor.Data[float32](to)[i]; got != want && (got == got || want == want) {
			t.Errorf("softsign of %v is %v, want %v", v, got, want)
		}
	}
}

// Operands of a formula broadcast, and numbers are rounded to the element type.
func TestFormulaOfTwo(t *testing.T) {
	x, y, scalar := tensor.Random(tensor.F16, []int{6, 40}, 1), tensor.Random(tensor.F16, []int{40}, 2), tensor.Random(tensor.F16, nil, 3)
	ten := tensor.New(tensor.F16)
	ten.SetFloat64(0, 10)
	for _, other := range []*tensor.Tensor{x, y, scalar} {
		want := compute(t, "tg.div", compute(t, "tg.abs", compute(t, "tg.sub", x, other)), ten)
		if got := compute(t, "own.gap", x, other); !tensor.Equal(got, want) {
			t.Errorf("another result with %v than op by op", other.Shape())
		}
	}
}

// Ops of formulas join fusions, whichever dialect they are of, and each fusion is one tile program
// whose steps hand on their results in registers.
func TestFormulaFused(t *testing.T) {
	const elements = 5000
	for _, op := range []string{"tg.softsign", "own.twice"} {
		before := parseOwn(t, chainOf(op, elements, false))
		after, err := agree.Optimised(before, "fuse-elementwise")
		if err != nil {
			t.Fatal(err)
		}
		var fusions, others int
		ir.Walk(after, func(o *ir.Op) ir.WalkAction {
			switch {
			case o.Is(tg.Fusion):
				fusions++
				program, err := tg.TileProgram(o)
				if err != nil {
					t.Error(err)
				} else if kernel.ChainBlock() > 0 && program.Chains() != 1 {
					t.Errorf("%s: %d chains of machine code", op, program.Chains())
				}
				return ir.Skip
			case o.Has(ir.Elementwise):
				others++
			}
			return ir.Advance
		})
		if fusions != 1 || others != 0 {
			t.Errorf("%s: %d fusions and %d ops outside of them", op, fusions, others)
		}
		was, is := run(t, before, elements), run(t, after, elements)
		if !tensor.Equal(was.Outputs[0], is.Outputs[0]) {
			t.Errorf("%s: fusing changes the result", op)
		}
		if len(is.Fallbacks) != 0 {
			t.Errorf("%s %s", is.Fallbacks[0].Op.Name(), is.Fallbacks[0].Why)
		}
	}
}

// Nothing is missing of the ops, and their text is what other ops have.
func TestFormulaText(t *testing.T) {
	for _, def := range []*ir.OpDef{tg.Softsign, twice, gap} {
		for _, problem := range complete.Dialects(append(driver.NewContext().Dialects(), own)).Problems(def) {
			t.Errorf("%s: %s", def.Name(), problem)
		}
		text := printer.OpString(parseOwn(t, def.Example), printer.Options{})
		if again := printer.OpString(parseOwn(t, text), printer.Options{}); again != text || strings.Contains(text, `"`) {
			t.Errorf("%s is printed as\n%s\nand then as\n%s", def.Name(), text, again)
		}
	}
}

// A formula costs what its ops do without storing anything between them, or what a profile says.
func TestFormulaCost(t *testing.T) {
	const elements = 1 << 20
	m, err := cost.Named("cpu", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	work := func(op string) cost.Work {
		in := &ir.Inference{Ctx: driver.NewContext()}
		x := in.Ctx.Tensor([]int64{elements}, in.Ctx.F32())
		in.Def, in.Operands = in.Ctx.OpName(op).Def, []*ir.Type{x}
		for len(in.Operands) < len(in.Def.Operands) {
			in.Operands = append(in.Operands, x)
		}
		return m.Work(in)
	}
	want := 0.0
	for _, op := range []string{"tg.div", "tg.add", "tg.abs"} {
		want += m.ComputeSeconds(work(op))
	}
	got := m.ComputeSeconds(work("tg.softsign"))
	if math.Abs(got-want) > 1e-3*want {
		t.Errorf("softsign is to take %g s, its ops %g s", got, want)
	}
	known := *m
	known.Calls = map[string]float64{"softsign": 1e3}
	if slow := known.ComputeSeconds(work("tg.softsign")); slow < 100*got {
		t.Errorf("a machine with a slow softsign takes %g s for it, another one %g s", slow, got)
	}
}

// Calibration measures the op, and its profile names it.
func TestFormulaCalibrated(t *testing.T) {
	m, err := calibrate.Run(driver.NewContext, calibrate.Options{Slice: time.Microsecond, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	if m.Calls["softsign"] == 0 {
		t.Error("the speed of softsign is not measured")
	}
	if err := m.Check(driver.NewContext()); err != nil {
		t.Error(err)
	}
	if err := m.Check(ir.NewContext(own)); err == nil || !strings.Contains(err.Error(), "there is no") {
		t.Errorf("a context without the op knows it: %v", err)
	}
}

// Constants fold, and what the ops tell of the range of their results is known.
func TestFormulaFacts(t *testing.T) {
	module := parseOwn(t, `func.func @main() -> tensor<4xf32> {
  %c = tg.constant dense<3.0> : tensor<4xf32>
  %0 = tg.softsign %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	r := analysis.FindRange(module.RegionAt(0).First().First().RegionAt(0).First().Last().Operand(0))
	if !r.NonNegative() || !r.Holds(0.75) {
		t.Errorf("the range is %+v", r)
	}
	if err := agree.Optimise(module, "canonicalize", 1); err != nil {
		t.Fatal(err)
	}
	if text := printer.OpString(module, printer.Options{}); !strings.Contains(text, "dense<7.500000e-01>") || strings.Contains(text, "softsign") {
		t.Errorf("not folded:\n%s", text)
	}
}

// Random programs have the op, and passes do not change what they compute.
func TestFormulaInRandomPrograms(t *testing.T) {
	if !opgen.Known(tg.Softsign) || opgen.Unknown(twice) != "" {
		t.Fatal("no instances are made of the ops")
	}
	found := 0
	for seed := uint64(1); found < 3; seed++ {
		if seed == 2000 {
			t.Fatal("no random program has the op")
		}
		text := progen.Program(seed, progen.Options{})
		if !strings.Contains(text, "tg.softsign") {
			continue
		}
		found++
		before := parse(t, text)
		after, err := agree.Optimised(before, "canonicalize,fuse-elementwise")
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		inputs, err := progenInputs(before)
		if err != nil {
			t.Fatal(err)
		}
		was, is := agree.Execute(before, "main", inputs, 1e10), agree.Execute(after, "main", inputs, 1e10)
		if (was.Err == nil) != (is.Err == nil) || len(was.Outputs) != len(is.Outputs) {
			t.Fatalf("seed %d: ends with %v, then with %v", seed, was.Err, is.Err)
		}
		if was.Err != nil {
			continue
		}
		if d := was.Difference(is, agree.Same); d != "" {
			t.Errorf("seed %d: %s", seed, d)
		}
	}
}

// progenInputs are values for the parameters of @main.
func progenInputs(module *ir.Op) ([]*tensor.Tensor, error) {
	p, err := interp.NewModule(module).Program("main")
	if err != nil {
		return nil, err
	}
	inputs := make([]*tensor.Tensor, len(p.Inputs))
	for i, t := range p.Inputs {
		spec, err := interp.SpecOf(t)
		if err != nil {
			return nil, err
		}
		inputs[i] = tensor.Random(spec.DType, spec.Shape, uint64(i))
	}
	return inputs, nil
}
