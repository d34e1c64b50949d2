// Package te takes programs from tg to the index level and back: they compute the same bits at
// every station, and come back as about as many ops.
package te

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// ways are what programs go through, one station after the other; on the second one, computes are
// changed.
var ways = [][]string{
	{"tg-to-te", "te-to-tg"},
	{"tg-to-te", "te-inline,te-normalize", "te-to-tg"},
}

// counts are ops of programs before and after the way, without what ends functions.
type counts struct{ before, after, left int }

func (n *counts) plus(m counts) {
	n.before, n.after, n.left = n.before+m.before, n.after+m.after, n.left+m.left
}

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
// as, which are no more than a tenth more, for each op.
func TestOps(t *testing.T) {
	var all counts
	for _, def := range tg.Dialect.Ops() {
		e, _ := te.Expand.Get(def)
		if e.Make == nil || !opgen.Known(def) {
			continue
		}
		t.Run(def.Mnemonic(), func(t *testing.T) {
			n := checkOp(t, def)
			all.plus(n)
			most := n.before * 11 / 10
			if def == tg.Conv {
				// Of dimensions of extent 1, which indices do not have, nothing tells which are
				// spatial and where the window is in them: some convolutions of such come back as
				// contractions of what is padded, and few stay computes.
				most = n.before * 5 / 2
			} else if n.left > 0 {
				t.Errorf("%d stay computes", n.left)
			}
			if n.after > most {
				t.Errorf("%d ops have become %d, of which %d are computes", n.before, n.after, n.left)
			} else if testing.Verbose() {
				t.Logf("%d ops, %d after", n.before, n.after)
			}
		})
	}
	if t.Logf("%d ops, %d after", all.before, all.after); all.after > all.before*11/10 {
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
		text, inputs := agree.Instance(g, def)
		if text == "" {
			continue
		}
		start, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		if _, err := results(start, "f", inputs); err != nil {
			continue // it has no kernel for these types
		}
		back, err := along(start, "f", inputs, ways)
		if err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		if slices.ContainsFunc(inputs, func(x *tensor.Tensor) bool { return x.Len() == 0 }) {
			continue // the computes do not read it, so that no op of it can come back
		}
		n.add(start, back[0])
	}
	return n
}

// along runs a function of a module at all stations of some ways, which change no bit, and returns
// what is at their ends.
func along(start *ir.Op, name string, inputs []*tensor.Tensor, ways [][]string) (ends []*ir.Op, err error) {
	want, err := results(start, name, inputs)
	if err != nil {
		return nil, err
	}
	for _, way := range ways {
		module := start
		for _, passes := range way {
			if module, err = agree.Optimised(module, passes); err != nil {
				return nil, fmt.Errorf("%s: %w", passes, err)
			}
			got, err := results(module, name, inputs)
			if err != nil {
				return nil, fmt.Errorf("after %s: %w\n%s", passes, err, printer.OpString(module, printer.Options{}))
			}
			for k := range want {
				if !tensor.SameValues(want[k], got[k]) {
					return nil, fmt.Errorf("of %v result #%d is %v, but after %s it is %v:\n%s", inputs, k, want[k], passes, got[k], printer.OpString(module, printer.Options{}))
				}
			}
		}
		ends = append(ends, module)
	}
	return ends, nil
}

func results(module *ir.Op, name string, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
	p, err := interp.NewModule(module).Program(name)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs, nil
}
