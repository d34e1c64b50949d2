// Package back takes programs from tg to StableHLO and back: they compute the same
// bits, and what other tools read of them is what is meant.
package back

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// thereAndBack is what programs must survive.
const thereAndBack = "tg-to-stablehlo,stablehlo-to-tg"

// unsaid are errors about types and ops that StableHLO has no words for.
var unsaid = []string{"there are no tensors of", "starts from cannot be written"}

// Every op of tg, on random operands, computes the same bits there and back.
func TestInstances(t *testing.T) {
	for _, def := range tg.Dialect.Ops() {
		if !opgen.Known(def) {
			continue
		}
		t.Run(def.Mnemonic(), func(t *testing.T) {
			t.Parallel()
			checkOp(t, def)
		})
	}
}

func checkOp(t *testing.T, def *ir.OpDef) {
	const each = 60
	least := 20
	switch _, told := analysis.ToldBy.Get(def); {
	case def == tg.Item || def == tg.CustomCall:
		return // one makes no tensor, the other one calls what nobody provides here
	case told:
		least = 2 // few numbers make sense
	case def == tg.Real || def == tg.Imag || def == tg.Conj:
		least = 5 // of complex numbers only
	}
	compared := 0
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	elems := append(opgen.Elements(c), c.Complex(c.F32()), c.Complex(c.F64()))
	for seed := range uint64(each) {
		g := &opgen.Generator{
			Rand: rand.New(rand.NewPCG(seed, 3)), Ctx: c, Elem: elems[seed%uint64(len(elems))], Base: []int64{3, 4}, Extents: []int64{0, 1, 2, 3, 4}, MaxRank: 3,
		}
		text, inputs := agree.Instance(g, def)
		if text == "" {
			continue
		}
		done, err := same(text, inputs)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if done {
			compared++
		}
	}
	if compared < least {
		t.Errorf("only %d of %d instances could be compared", compared, each)
	}
}

// same compares what a program computes with what it does there and back; false
// where there is nothing to compare.
func same(text string, inputs []*tensor.Tensor) (bool, error) {
	module, err := agree.Parse(text)
	if err != nil {
		return false, err
	}
	before, err := results(module, inputs)
	if err != nil {
		return false, nil // it has no kernel for these types
	}
	after, err := agree.Optimised(module, thereAndBack)
	if err != nil {
		if slices.ContainsFunc(unsaid, func(s string) bool { return strings.Contains(err.Error(), s) }) {
			return false, nil
		}
		return false, err
	}
	got, err := results(after, inputs)
	if err != nil {
		return false, fmt.Errorf("there and back it cannot be run: %w\n%s", err, printer.OpString(after, printer.Options{}))
	}
	for i := range before {
		if !tensor.SameValues(before[i], got[i]) {
			there, _ := agree.Optimised(module, "tg-to-stablehlo")
			return false, fmt.Errorf("of %v result #%d is %v, but there and back %v:\n%s", inputs, i, before[i], got[i], printer.OpString(there, printer.Options{}))
		}
	}
	return true, nil
}

func results(module *ir.Op, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	p, err := interp.NewModule(module).Program("f")
	if err != nil {
		return nil, err
	}
	if len(p.Inputs) != len(inputs) {
		return nil, errors.New("it takes something else")
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs, nil
}
