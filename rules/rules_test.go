package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Attributes bind, `{*}` keeps all of them, and `<=>` makes a rule that can be reversed.
func TestAttributesAndBothWays(t *testing.T) {
	ctx := ir.NewContext(tg.Dialect)
	list, err := rule.Parse("f.rules", `
rule swap: compare(neg(?x), neg(?y)) {direction = ?d} => compare(?y, ?x) {direction = ?d} [exact]
rule same: compare(abs(?x), ?y) {*} => compare(?x, ?y) {*} [real]
rule both: neg(exp(?x)) <=> exp(abs(?x)) [real]
`, Lookup)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range list {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "swap same both" {
		t.Errorf("rules are %q", got)
	}
	if list[0].Reversed() != nil || list[2].Reversed().Name != "both-reversed" || list[2].Reversed().Root() != tg.Exp {
		t.Error("only the rule with <=> is to be reversed")
	}
	f32 := ctx.Tensor([]int64{4}, ctx.F32())
	build := func(inner *ir.OpDef, attrs ...ir.NamedAttr) (*ir.Op, *ir.Block) {
		body, block := &ir.Region{}, &ir.Block{}
		body.Append(block)
		b := ir.NewBuilder(ctx).AtEnd(block)
		x, y := block.AddArg(f32, 0), block.AddArg(f32, 0)
		left := b.Op(inner, 0, []*ir.Value{x}).Result(0)
		if inner == tg.Neg {
			y = b.Op(inner, 0, []*ir.Value{y}).Result(0)
		}
		b.OpWithTypes(tg.Yield, 0, nil, b.Op(tg.Compare, 0, []*ir.Value{left, y}, attrs...).Results())
		return wrap(ctx, body), block
	}
	less := ir.NamedAttr{Name: "direction", Value: ctx.StringAttr("lt")}
	total := ir.NamedAttr{Name: "total_order", Value: ctx.Unit()}
	tests := []struct {
		inner *ir.OpDef
		attrs []ir.NamedAttr
		rule  int
		want  string // attributes afterwards; "" when the rule must not apply
	}{
		{tg.Neg, []ir.NamedAttr{less}, 0, `{direction = "lt"}`},
		{tg.Neg, []ir.NamedAttr{less, total}, 0, ""}, // the rule would lose total_order
		{tg.Abs, []ir.NamedAttr{less, total}, 1, `{direction = "lt", total_order}`},
	}
	for i, tt := range tests {
		module, block := build(tt.inner, tt.attrs...)
		set := rewrite.NewSet([]*rewrite.Pattern{list[tt.rule].Pattern(rewrite.FPFast)})
		_, changed := rewrite.Greedy(module, ir.NewBuilder(ctx), set, rewrite.Config{MaxIterations: 10, MaxRewrites: -1})
		if got := fmt.Sprint(block.First().Props()); changed != (tt.want != "") || changed && got != tt.want {
			t.Errorf("case %d: changed is %v, attributes are %s, want %q", i, changed, got, tt.want)
		}
	}
}

// wrap puts a region into an op that puts it into another one, of no dialect.
func wrap(ctx *ir.Context, body *ir.Region) *ir.Op {
	b := ir.NewBuilder(ctx)
	create := func(name string, r *ir.Region) *ir.Op {
		o, err := b.Create(&ir.OpState{Name: ctx.OpName(name), Regions: []*ir.Region{r}})
		if err != nil {
			panic(err) // unregistered ops have no inference
		}
		return o
	}
	top := &ir.Region{}
	top.Append(&ir.Block{})
	top.First().Append(create("test.func", body))
	return create("test.module", top)
}
