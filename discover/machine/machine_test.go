package machine_test

import (
	"context"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/machine"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

func TestFirst(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	r, err := machine.Find(context.Background(), c, machine.Options{
		Options: discover.Options{Ops: []*ir.OpDef{tg.Max, tg.Min, tg.Neg, tg.Abs, tg.Floor, tg.Sub, tg.Compare, tg.Not}, Size: 2, Inputs: 2, Numbers: []float64{0, 1}, Workers: 2},
		Types:   []*ir.Type{c.F32()},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range r.Equalities {
		t.Log(q.Level, q)
	}
	t.Log(r.Programs)
}
