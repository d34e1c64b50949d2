// Package te takes programs from tg to the index level and back: they compute the same bits at
// every station, and come back as about as many ops.
package te

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	tedialect "github.com/tg-opt/tg/dialect/te"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// stations are what a program goes through, one after the other; and, from the second on, another
// way, on which computes are changed.
var ways = [][]string{
	{"tg-to-te", "te-to-tg"},
	{"tg-to-te", "te-inline,te-normalize", "te-to-tg"},
}

// instance is a function of one op as text, with inputs for it; empty where there is none.
func instance(g *opgen.Generator, def *ir.OpDef) (text string, inputs []*tensor.Tensor) {
	o := g.RandomOp(def)
	if o == nil || slices.ContainsFunc(o.ResultTypes(), func(t *ir.Type) bool { return !t.IsTensor() || !t.IsStatic() }) {
		return "", nil
	}
	r, body := &ir.Region{}, &ir.Block{}
	r.Append(body)
	args := make([]*ir.Value, o.NumOperands())
	for i, t := range o.OperandTypes() {
		args[i] = body.AddArg(t, 0)
		inputs = append(inputs, g.Tensor(t, opgen.Regime(g.IntN(3))))
	}
	b := ir.NewBuilder(g.Ctx).AtEnd(body)
	made := b.OpWithTypes(def, 0, o.ResultTypes(), args, o.Props().Entries()...)
	b.OpWithTypes(fn.Return, 0, nil, made.Results())
	st := &ir.OpState{Name: g.Ctx.OpName("func.func"), Regions: []*ir.Region{r}, Results: []*ir.Type{}}
	st.SetAttr("sym_name", g.Ctx.StringAttr("f"))
	st.SetAttr("function_type", g.Ctx.TypeAttr(g.Ctx.Func(o.OperandTypes(), o.ResultTypes())))
	function, err := ir.NewBuilder(g.Ctx).Create(st)
	if err != nil {
		panic(err) // it is a function whatever is in it
	}
	return printer.OpString(function, printer.Options{}), inputs
}

// counts are ops of programs before and after the way, without what ends functions.
type counts struct{ before, after, left int }

func (n *counts) add(before, after *ir.Op) {
	count := func(m *ir.Op, of *int) {
		ir.Walk(m, func(o *ir.Op) ir.WalkAction {
			switch {
			case o.Has(ir.Terminator) || o.Has(ir.SymbolTable) || o.Name() == "func.func":
				return ir.Advance
			case o.Name() == "te.compute":
				n.left++
				*of++
				return ir.Skip
			}
			*of++
			return ir.Advance
		})
	}
	left := n.left
	count(before, &n.before)
	n.left = left
	count(after, &n.after)
}

// Every op that expands computes the same bits as computes, and as the ops that these are written
// as, which are no more than a tenth more.
func TestOps(t *testing.T) {
	var all counts
	for _, def := range tg.Dialect.Ops() {
		e, _ := te.Expand.Get(def)
		if e.Make == nil || !opgen.Known(def) {
			continue
		}
		t.Run(def.Mnemonic(), func(t *testing.T) {
			own := checkOp(t, def)
			all.before, all.after, all.left = all.before+own.before, all.after+own.after, all.left+own.left
			if testing.Verbose() {
				t.Logf("%d ops, %d after, %d computes", own.before, own.after, own.left)
			}
		})
	}
	t.Logf("%d ops, %d after, %d computes", all.before, all.after, all.left)
	if all.after*10 > all.before*11 {
		t.Errorf("%d ops have become %d", all.before, all.after)
	}
}

func checkOp(t *testing.T, def *ir.OpDef) (n counts) {
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect, tedialect.Dialect)
	elems := append(opgen.Elements(c), c.Complex(c.F32()))
	for seed := range campaign.Seeds(30) {
		g := &opgen.Generator{
			Rand: rand.New(rand.NewPCG(seed, 5)), Ctx: c, Elem: elems[seed%uint64(len(elems))], Base: []int64{3, 4}, Extents: []int64{0, 1, 2, 3, 4}, MaxRank: 4,
		}
		text, inputs := instance(g, def)
		if text == "" {
			continue
		}
		if err := check(text, inputs, &n); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
	}
	return n
}

// check runs a program at all stations.
func check(text string, inputs []*tensor.Tensor, n *counts) error {
	start, err := agree.Parse(text)
	if err != nil {
		return err
	}
	want, err := results(start, inputs)
	if err != nil {
		return nil // it has no kernel for these types
	}
	for i, way := range ways {
		module := start
		for _, passes := range way {
			next, err := agree.Optimised(module, passes)
			if err != nil {
				return fmt.Errorf("%s: %w", passes, err)
			}
			module = next
			got, err := results(module, inputs)
			if err != nil && strings.Contains(err.Error(), "'tg.bitcast' op cannot run in a compute") {
				continue // it runs by itself only
			}
			if err != nil {
				return fmt.Errorf("after %s: %w\n%s", passes, err, printer.OpString(module, printer.Options{}))
			}
			for k := range want {
				if !tensor.SameValues(want[k], got[k]) {
					return fmt.Errorf("of %v result #%d is %v, but after %s it is %v:\n%s", inputs, k, want[k], passes, got[k], printer.OpString(module, printer.Options{}))
				}
			}
		}
		if i == 0 {
			var own counts
			own.add(start, module)
			if os.Getenv("TG_XX") != "" && own.after > own.before {
				fmt.Printf("XX %d %d %s\n%s\n", own.before, own.after, text, printer.OpString(module, printer.Options{}))
			}
			n.add(start, module)
		}
	}
	return nil
}

func results(module *ir.Op, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	p, err := interp.NewModule(module).Program("f")
	if err != nil {
		return nil, err
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs, nil
}
