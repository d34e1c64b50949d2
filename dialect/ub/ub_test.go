package ub_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

const program = `
func.func @zero(%x: f32) -> (f32, tensor<2xi32>) {
  %0 = ub.poison : f32
  %1 = arith.addf %x, %0 : f32
  %2 = ub.poison : tensor<2xi32>
  return %1, %2 : f32, tensor<2xi32>
}
func.func @sometimes(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  ub.unreachable
}`

func TestExecution(t *testing.T) {
	op, err := parser.Parse(driver.NewContext(), []byte(program), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := interp.NewModule(op)
	run := func(name string, in ...*tensor.Tensor) ([]*tensor.Tensor, error) {
		p, err := m.Program(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(in, interp.Options{})
		if err != nil {
			return nil, err
		}
		return r.Outputs, nil
	}
	out, err := run("zero", tensor.New(tensor.F32).Fill(1.5))
	if err != nil || out[0].Float64At(0) != 1.5 || out[1].Int64At(0) != 0 || out[1].Int64At(1) != 0 {
		t.Errorf("@zero gives %v, %v", out, err)
	}
	x := tensor.New(tensor.I32).Fill(7)
	if out, err = run("sometimes", tensor.New(tensor.Bool).Fill(1), x); err != nil || out[0].Int64At(0) != 7 {
		t.Errorf("@sometimes(true) gives %v, %v", out, err)
	}
	_, err = run("sometimes", tensor.New(tensor.Bool), x)
	if err == nil || !strings.Contains(err.Error(), "'ub.unreachable' op control got to what was said to be unreachable") {
		t.Errorf("@sometimes(false) says %v", err)
	}
}

func TestFoldPoison(t *testing.T) {
	c := driver.NewContext()
	op, err := parser.Parse(c, []byte(program), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	poison := ub.PoisonAttr(c)
	var add *ir.Op
	ir.Walk(op, func(o *ir.Op) ir.WalkAction {
		if o.Name() == "arith.addf" {
			add = o
		}
		return ir.Advance
	})
	if f := ub.FoldPoison(add, []*ir.Attr{nil, poison}); len(f) != 1 || f[0].Const != poison {
		t.Errorf("poison folds to %v", f)
	}
	if f := ub.FoldPoison(add, []*ir.Attr{nil, c.FloatAttr(c.F32(), 1)}); f != nil {
		t.Errorf("a number folds to %v", f)
	}
	if ub.IsPoison(nil) || ub.IsPoison(c.Unit()) || ir.ConstantValue(add.Operand(1)) != poison {
		t.Error("what is poison is not told from the rest")
	}
}
