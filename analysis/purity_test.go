package analysis_test

import (
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

var (
	testDialect = ir.NewDialect("test", "ops for tests")
	testPure    = testDialect.NewOp("test.pure")
	testEffect  = testDialect.NewOp("test.effect")
	testNest    = testDialect.NewOp("test.nest")
	testEnd     = testDialect.NewOp("test.end")
)

func init() {
	testPure.Define(ir.OpDef{Doc: "No effect.", Traits: ir.Pure})
	testEffect.Define(ir.OpDef{Doc: "An effect."})
	testNest.Define(ir.OpDef{Doc: "The effects of its ops.", Traits: ir.RecursiveEffects})
	testEnd.Define(ir.OpDef{Doc: "An end.", Traits: ir.Pure | ir.Terminator | ir.ReturnLike})
}

// nest makes an op around ops.
func nest(ctx *ir.Context, ops ...*ir.Op) *ir.Op {
	r, b := &ir.Region{}, &ir.Block{}
	r.Append(b)
	for _, o := range ops {
		b.Append(o)
	}
	return create(ctx, "test.nest", r)
}

func create(ctx *ir.Context, name string, regions ...*ir.Region) *ir.Op {
	o, err := ir.NewBuilder(ctx).Create(&ir.OpState{Name: ctx.OpName(name), Results: []*ir.Type{}, Regions: regions})
	if err != nil {
		panic(err) // no op here infers anything
	}
	return o
}

func TestPurity(t *testing.T) {
	ctx := ir.NewContext(testDialect)
	plain := func(name string) *ir.Op { return create(ctx, name) }
	impure := nest(ctx, plain("test.pure"), plain("test.effect"), plain("test.end"))
	pure := nest(ctx, plain("test.pure"), plain("test.end"))
	around := nest(ctx, pure, nest(ctx, impure, plain("test.end")), plain("test.end"))
	foreign := nest(ctx, plain("foreign.op"))
	tests := []struct {
		name string
		op   *ir.Op
		want bool
	}{
		{"pure op", plain("test.pure"), true},
		{"op with an effect", plain("test.effect"), false},
		{"unknown op", plain("foreign.op"), false},
		{"pure ops inside", pure, true},
		{"an effect inside", impure, false},
		{"an effect two levels down", around, false},
		{"an unknown op inside", foreign, false},
		{"nothing inside", nest(ctx), true},
	}
	// In both orders: what is known of the inside must serve the outside, and
	// the other way round.
	inside, outside := analysis.NewPurity(), analysis.NewPurity()
	for i := range tests {
		j := len(tests) - 1 - i
		if got := inside.Pure(tests[i].op); got != tests[i].want {
			t.Errorf("%s: pure is %v, want %v", tests[i].name, got, tests[i].want)
		}
		if got := outside.Pure(tests[j].op); got != tests[j].want {
			t.Errorf("%s, asked late: pure is %v, want %v", tests[j].name, got, tests[j].want)
		}
	}
	impure.RegionAt(0).First().First().Next().Erase()
	if inside.Pure(around) {
		t.Error("an answer changed before it was forgotten")
	}
	if inside.Forget(); !inside.Pure(around) {
		t.Error("a removed effect still counts after everything was forgotten")
	}
}

// The time per op must not grow with the depth of the nest: asked from the
// inside out, every answer costs what is directly inside.
func BenchmarkPurityOfNest(b *testing.B) {
	ctx := ir.NewContext(testDialect)
	var ops []*ir.Op
	o := create(ctx, "test.effect")
	for range 100000 {
		o = nest(ctx, o)
		ops = append(ops, o)
	}
	for b.Loop() {
		p := analysis.NewPurity()
		for _, o := range ops {
			p.Pure(o)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ops)), "ns/op-in-nest")
}
