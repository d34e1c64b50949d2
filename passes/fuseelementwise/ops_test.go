package fuseelementwise_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// attributeTexts are all ways to write the attributes of an elementwise op.
func attributeTexts(def *ir.OpDef) []string {
	texts := []string{""}
	for _, a := range def.Attrs {
		var own []string
		switch {
		case len(a.Is.Values) > 0:
			for _, word := range a.Is.Values {
				own = append(own, fmt.Sprintf("%s = %q", a.Name, word))
			}
		case a.Optional:
			own = []string{"", a.Name}
		default:
			own = []string{a.Name + " = 4 : i64"}
		}
		var longer []string
		for _, text := range texts {
			for _, o := range own {
				longer = append(longer, strings.Trim(text+", "+o, ", "))
			}
		}
		texts = longer
	}
	return texts
}

// elementwiseProgram applies an op in every way to operands of element type d,
// whose shapes broadcast, in a function for each way and result type. Elements of
// an operand that cannot have type d are i1. The functions are numbered from
// first on.
func elementwiseProgram(c *ir.Context, def *ir.OpDef, d tensor.DType, first int) (text string, next int) {
	shapes := [][]int64{{5, 1, 40}, {7, 1}, {5, 7, 40}} // the last one is of all three
	var operands []string
	for i, arg := range def.Operands {
		shape := shapes[(i+3-len(def.Operands))%3]
		t := c.Tensor(shape, interp.ElementType(c, d))
		if !arg.Type.Ok(t) {
			t = c.Tensor(shape, c.Bool())
		}
		if !arg.Type.Ok(t) {
			return "", first
		}
		operands = append(operands, t.String())
	}
	var params, names []string
	for i, t := range operands {
		params, names = append(params, fmt.Sprintf("%%a%d: %s", i, t)), append(names, fmt.Sprintf("%%a%d", i))
	}
	var b strings.Builder
	results := []tensor.DType{d}
	if def.Has(ir.StatedTypes) {
		results = tensor.DTypes()
	} else if d != tensor.Bool {
		results = append(results, tensor.Bool)
		if c := d.Complex(); c != tensor.Invalid {
			results = append(results, c)
		}
		if d.IsComplex() {
			results = append(results, d.Part())
		}
	}
	for _, result := range results {
		out := tensorType([]int{5, 7, 40}, result.String())
		for _, attrs := range attributeTexts(def) {
			if attrs != "" {
				attrs = " <{" + attrs + "}>"
			}
			f := fmt.Sprintf("func.func @f%d(%s, %%p: tensor<40xi1>) -> %s {\n  %%0 = %q(%s)%s : (%s) -> %s\n"+
				"  %%1 = tg.select %%p, %%0, %%0 : (tensor<40xi1>, %[3]s, %[3]s) -> %[3]s\n  return %%1 : %[3]s\n}\n",
				first, strings.Join(params, ", "), out, def.Name(), strings.Join(names, ", "), attrs, strings.Join(operands, ", "), out)
			module, err := parser.Parse(c, []byte(f), parser.Options{})
			if err == nil && ir.Verify(module) == nil {
				b.WriteString(f)
				first++
			}
		}
	}
	return b.String(), first
}

// Every elementwise op on every element type is fused, the fusion runs tile by
// tile, and computes the same bits. The pass and the interpreter ask one
// question; here are all answers.
func TestEveryElementwiseOpFuses(t *testing.T) {
	defer parallel.SetWorkers(0)
	parallel.SetWorkers(2)
	c := driver.NewContext()
	ran := 0
	for _, def := range tg.Dialect.Ops() {
		if !def.Has(ir.Elementwise) {
			continue
		}
		text, functions := "", 0
		for _, d := range tensor.DTypes() {
			var more string
			more, functions = elementwiseProgram(c, def, d, functions)
			text += more
		}
		if ran += functions; functions == 0 {
			t.Errorf("%s is not tried", def.Name())
			continue
		}
		apart, fused := interp.NewModule(passtest.Transform(t, text, "", 1)), passtest.Transform(t, text, "fuse-elementwise", 1)
		tiled := interp.NewModule(fused)
		for name, fn := range ir.Symbols(fused) {
			if first := fn.RegionAt(0).First().First(); !first.Is(tg.Fusion) || !first.Next().Has(ir.Terminator) {
				t.Errorf("not all is fused:\n%s", printer.OpString(fn, printer.Options{}))
				continue
			}
			inputs := agree.Inputs(fn, 3)
			was, is := runOf(t, apart, name, inputs), runOf(t, tiled, name, inputs)
			for _, b := range is.Fallbacks {
				t.Errorf("'%s' %s:\n%s", b.Op.Name(), b.Why, printer.OpString(fn, printer.Options{}))
			}
			if d := (agree.Outcome{Outputs: was.Outputs}).Difference(agree.Outcome{Outputs: is.Outputs}, agree.Same); d != "" {
				t.Errorf("%s\n%s", d, printer.OpString(fn, printer.Options{}))
			}
		}
	}
	if ran < 700 {
		t.Errorf("only %d programs", ran)
	}
}

func runOf(t *testing.T, module *interp.Module, name string, inputs []*tensor.Tensor) *interp.Result {
	t.Helper()
	p, err := module.Program(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
