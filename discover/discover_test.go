package discover

import (
	"math"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

func TestFind(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	list, err := Find(c, Options{Ops: []*ir.OpDef{tg.Mul, tg.Relu, tg.Concat}, Size: 3, Inputs: 2, Numbers: []float64{0, 1}, Seed: 7, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	ops, got := 0, map[string]bool{}
	t.Logf("%d equalities", len(list))
	for _, q := range list {
		if got[q.Left+" = "+q.Right] {
			t.Errorf("%s = %s is told twice", q.Left, q.Right)
		}
		got[q.Left+" = "+q.Right] = true
		if ops > q.Ops {
			t.Errorf("%s = %s comes after larger programs", q.Left, q.Right)
		}
		ops = q.Ops
	}
	for _, want := range []string{
		"mul(?x, ?y) = mul(?y, ?x)", "mul(?x, 1) = ?x", "relu(relu(?x)) = relu(?x)", "relu(mul(?x, ?x)) = mul(?x, ?x)",
		"concat(relu(?x), relu(?y)) {dim = 0} = relu(concat(?x, ?y) {dim = 0})", "concat(relu(?x), relu(?y)) {dim = 1} = relu(concat(?x, ?y) {dim = 1})",
	} {
		if !got[want] {
			t.Errorf("%s is not found", want)
		}
	}
}

func TestFindRefuses(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	add := []*ir.OpDef{tg.Add}
	for _, tt := range []struct {
		options Options
		want    string
	}{
		{Options{Size: 2, Inputs: 2}, "name at least one op"},
		{Options{Ops: add, Size: 0, Inputs: 2}, "from 1 to 5 ops, not 0"},
		{Options{Ops: add, Size: 12, Inputs: 2}, "from 1 to 5 ops, not 12"},
		{Options{Ops: add, Size: 2}, "from 1 to 4 inputs, not 0"},
		{Options{Ops: add, Size: 2, Inputs: 5}, "from 1 to 4 inputs, not 5"},
		{Options{Ops: add, Size: 2, Inputs: 2, Numbers: []float64{math.Inf(1)}}, "+Inf is no number that programs are tried with"},
		{Options{Ops: []*ir.OpDef{tg.Add, tg.Add}, Size: 2, Inputs: 2}, "'tg.add' is named twice"},
		{Options{Ops: []*ir.OpDef{tg.While}, Size: 2, Inputs: 2}, "'tg.while' cannot be tried: its regions are programs"},
		{Options{Ops: []*ir.OpDef{tg.Conj}, Size: 2, Inputs: 2}, "'tg.conj' cannot be tried: complex numbers are pairs of elements"},
		{Options{Ops: []*ir.OpDef{c.LookupOp("stablehlo.add")}, Size: 2, Inputs: 2}, "'stablehlo.add' cannot be tried: only ops of tg can"},
	} {
		if _, err := Find(c, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.options, err, tt.want)
		}
	}
}
