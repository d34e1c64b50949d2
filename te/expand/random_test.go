package expand_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expand"
	"github.com/tg-opt/tg/test/agree"
)

// Computes have the bits of the ops that they are made of: on random instances of all ops, of all
// element types, on numbers that hurt.
func TestRandom(t *testing.T) {
	const usual = 3
	made := map[*ir.OpDef]int{}
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	for seed := range campaign.Seeds(usual) {
		for _, def := range tg.Dialect.Ops() {
			if e, _ := te.Expand.Get(def); e.Make == nil || opgen.Unknown(def) != "" {
				continue
			}
			for i, elem := range opgen.Elements(ctx) {
				g := &opgen.Generator{
					Rand: rand.New(rand.NewPCG(seed, uint64(i))), Ctx: ctx, Elem: elem, Base: []int64{3, 4}, Extents: []int64{1, 2, 3, 4, 6, 0}, MaxRank: 4,
				}
				for range 2 {
					ok, err := check(g, def)
					if ok {
						made[def]++
					}
					if err != nil {
						t.Errorf("%s of '%s', seed %d: %v", def.Name(), elem, seed, err)
						return
					}
				}
			}
		}
	}
	for _, def := range tg.Dialect.Ops() {
		if e, _ := te.Expand.Get(def); e.Make != nil && opgen.Unknown(def) == "" && made[def] == 0 {
			t.Errorf("no instance of %s was expanded", def.Name())
		}
	}
}

// check makes an instance, and runs it before and after it is expanded. ok reports whether there
// was one that runs.
func check(g *opgen.Generator, def *ir.OpDef) (ok bool, err error) {
	o := g.RandomOp(def)
	if o == nil {
		return false, nil
	}
	module, err := program(g.Ctx, o)
	if err != nil || ir.Verify(module) != nil {
		return false, err
	}
	before := ir.NewBuilder(g.Ctx).Clone(module, map[*ir.Value]*ir.Value{})
	var left []string
	expand.Inside(ir.NewBuilder(g.Ctx), module, expand.Options{Left: func(_ *ir.Op, why string) { left = append(left, why) }})
	text := printer.OpString(module, printer.Options{})
	if err := ir.Verify(module); err != nil {
		return false, fmt.Errorf("%s\n%s", g.Ctx.Render(ir.AsDiag(err, 0)), text)
	}
	again, err := parser.Parse(g.Ctx, []byte(text), parser.Options{Filename: "text"})
	if err != nil {
		return false, fmt.Errorf("cannot be read: %s\n%s", g.Ctx.Render(ir.AsDiag(err, 0)), text)
	}
	if back := printer.OpString(again, printer.Options{}); back != text {
		return false, fmt.Errorf("reads as something else:\n%s\nis\n%s", text, back)
	}
	for _, regime := range []opgen.Regime{opgen.Special, opgen.Edge, opgen.Small} {
		inputs := g.Inputs(o, regime)
		was := agree.Execute(before, "main", inputs, time.Minute)
		if was.Err != nil {
			return false, nil
		}
		if d := was.Difference(agree.Execute(module, "main", inputs, time.Minute), agree.Same); d != "" {
			return false, fmt.Errorf("of %v: %s\n%s%s", inputs, d, printer.OpString(before, printer.Options{}), text)
		}
		ok = true
	}
	return ok && len(left) == 0, nil
}

// program is a function of the operands of an op that returns its results.
func program(c *ir.Context, o *ir.Op) (*ir.Op, error) {
	list := func(types []*ir.Type, prefix string) string {
		texts := make([]string, len(types))
		for i, t := range types {
			texts[i] = t.String()
			if prefix != "" {
				texts[i] = fmt.Sprint(prefix, i, ": ", t)
			}
		}
		return strings.Join(texts, ", ")
	}
	results := list(o.ResultTypes(), "")
	names := make([]string, o.NumResults())
	for i := range names {
		names[i] = fmt.Sprintf("%%r#%d", i)
	}
	text := fmt.Sprintf("func.func @main(%s) -> (%s) {\n  %%r:%d = \"test.op\"() : () -> (%s)\n  return %s : %s\n}",
		list(o.OperandTypes(), "%x"), results, o.NumResults(), results, strings.Join(names, ", "), results)
	module, err := parser.Parse(c, []byte(text), parser.Options{Filename: "program"})
	if err != nil {
		return nil, fmt.Errorf("%s\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
	block := module.RegionAt(0).First().First().RegionAt(0).First()
	stand, values := block.First(), map[*ir.Value]*ir.Value{}
	for i, v := range o.Operands() {
		values[v] = block.Args()[i]
	}
	made := ir.NewBuilder(c).Before(stand).Clone(o, values)
	for i, v := range stand.Results() {
		v.ReplaceAllUsesWith(made.Result(i))
	}
	stand.Erase()
	return module, nil
}
