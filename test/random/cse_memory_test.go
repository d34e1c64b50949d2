package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// peaksOf are the peaks of the functions of a module that can be planned, by name.
func peaksOf(module *ir.Op) map[string]int64 {
	peaks := map[string]int64{}
	planner := lifetimes.NewPlanner(lifetimes.Options{})
	for o := module.RegionAt(0).First().First(); o != nil; o = o.Next() {
		if analysis.CallableBody(o) == nil {
			continue
		}
		if f, err := planner.Frame(o); err == nil {
			peaks[ir.SymbolName(o)] = f.Peak
		}
	}
	return peaks
}

// withoutUnused is a copy of a module without ops that compute what nobody uses, as cse erases them
// whatever it merges. That may raise a peak: a fusion of other ops only is compiled, to what has a
// workspace.
func withoutUnused(module *ir.Op) *ir.Op {
	after := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
	purity := analysis.NewPurity()
	var unused []*ir.Op
	ir.Walk(after, func(o *ir.Op) ir.WalkAction {
		if !o.Has(ir.Terminator) && !o.Has(ir.Symbol) && !o.HasUses() && purity.Pure(o) {
			unused = append(unused, o)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, o := range unused {
		o.Erase()
	}
	return after
}

// cse that weighs memory computes what it did before, never takes more than cse that
// does not, and where it may compute all again, never more than nothing merged does, or
// than the budget.
func TestCSEWeighsMemory(t *testing.T) {
	first, count := campaign.Cases(40)
	var lower atomic.Int64
	all(count, func(i int) {
		seed := first + uint64(i)
		text := progen.Program(seed, progen.Options{})
		if i%3 > 0 {
			text = repetitive(seed)
		}
		module, err := agree.Parse(text)
		if err != nil {
			t.Error(err)
			return
		}
		runs := agree.Runs(module)
		before := peaksOf(module)
		for name, peak := range peaksOf(withoutUnused(module)) {
			before[name] = max(before[name], peak)
		}
		plain, err := agree.Optimised(module, "cse")
		if err != nil {
			t.Error(err)
			return
		}
		merged := peaksOf(plain)
		if _, err := agree.Check(module, runs, "func.func(cse{memory-aware max-recompute=1000000 budget=min})"); err != nil {
			t.Errorf("program %d: functions by themselves: %v", seed, err)
			return
		}
		for _, budget := range []string{"", "0.7x", "1.1x", "min"} {
			for _, part := range []string{"1000000", "0.1"} {
				pass := fmt.Sprintf("cse{memory-aware max-recompute=%s budget=%s}", part, budget)
				if budget == "" {
					pass = fmt.Sprintf("cse{memory-aware max-recompute=%s}", part)
				}
				after, err := agree.Check(module, runs, pass)
				if err != nil {
					t.Errorf("program %d: %s: %v", seed, pass, err)
					return
				}
				for name, peak := range peaksOf(after) {
					if peak < merged[name] {
						lower.Add(1)
					}
					fine := before[name]
					if budget == "1.1x" {
						fine += fine/10 + 1
					}
					if peak > merged[name] {
						t.Errorf("program %d: %s: @%s takes %d, without weighing %d\n%s", seed, pass, name, peak, merged[name], text)
					}
					if part == "1000000" && peak > fine {
						t.Errorf("program %d: %s: @%s takes %d, and %d would be fine, of %d with all merged\n%s", seed, pass, name, peak, fine, merged[name], text)
					}
				}
			}
		}
	})
	if campaign.TooFew(lower.Load(), float64(count/40)) {
		t.Errorf("only %d peaks were lowered", lower.Load())
	}
}

// repetitive is a program that computes the same things again, near and far away, in
// loops, branches and blocks as well.
func repetitive(seed uint64) string {
	r := &repeater{rng: rand.New(rand.NewPCG(seed, 3))}
	r.line("func.func @main(%%p: i1, %%n: index, %%x0: tensor<16x16xf32>, %%x1: tensor<16x16xf32>) -> tensor<16x16xf32> {")
	r.pool = []string{"%x0", "%x1"}
	r.ops(8+r.rng.IntN(16), 2)
	if r.rng.IntN(3) == 0 {
		r.line("cf.cond_br %%p, ^left, ^right")
		pool := len(r.pool)
		r.line("^left:")
		r.ops(1+r.rng.IntN(6), 1)
		r.line("cf.br ^end(%s : %s)", r.some(), square)
		r.pool = r.pool[:pool]
		r.line("^right:")
		r.ops(1+r.rng.IntN(6), 1)
		r.line("cf.br ^end(%s : %s)", r.some(), square)
		r.pool = r.pool[:pool]
		r.line("^end(%%end: %s):", square)
		r.pool = append(r.pool, "%end")
		r.ops(1+r.rng.IntN(6), 1)
	}
	r.line("return %s : %s", r.some(), square)
	r.line("}")
	return r.text.String()
}

const square = "tensor<16x16xf32>"

type repeater struct {
	rng   *rand.Rand
	text  strings.Builder
	pool  []string
	made  []string // right sides
	count int
}

func (r *repeater) line(format string, args ...any) { fmt.Fprintf(&r.text, format+"\n", args...) }

// some is a value that can be seen, mostly the last one.
func (r *repeater) some() string {
	if r.rng.IntN(4) > 0 {
		return r.pool[len(r.pool)-1]
	}
	return r.pool[max(0, len(r.pool)-1-r.rng.IntN(1+r.rng.IntN(len(r.pool))))]
}

// ops makes some ops, nested so deep at most.
func (r *repeater) ops(n, depth int) {
	for range n {
		r.count++
		name := fmt.Sprintf("%%v%d", r.count)
		pool := len(r.pool)
		switch k := r.rng.IntN(12); {
		case k == 0 && depth > 0:
			r.line("%s = scf.if %%p -> (%s) {", name, square)
			r.ops(1+r.rng.IntN(5), depth-1)
			r.line("scf.yield %s : %s", r.some(), square)
			r.pool = r.pool[:pool]
			r.line("} else {")
			r.ops(r.rng.IntN(5), depth-1)
			r.line("scf.yield %s : %s", r.some(), square)
			r.pool = r.pool[:pool]
			r.line("}")
		case k == 1 && depth > 0:
			c := r.count
			r.line("%%zero%d = arith.constant 0 : index", c)
			r.line("%%two%d = arith.constant 2 : index", c)
			r.line("%%one%d = arith.constant 1 : index", c)
			r.line("%s = scf.for %%i%d = %%zero%d to %%two%d step %%one%d iter_args(%%s%d = %s) -> (%s) {", name, c, c, c, c, c, r.some(), square)
			r.pool = append(r.pool, fmt.Sprintf("%%s%d", c))
			r.ops(1+r.rng.IntN(5), depth-1)
			r.line("scf.yield %s : %s", r.some(), square)
			r.pool = r.pool[:pool]
			r.line("}")
		default:
			r.line("%s = %s", name, r.rightSide())
		}
		r.pool = append(r.pool, name)
	}
}

// rightSide is an op, often one of those before if its operands can be seen.
func (r *repeater) rightSide() string {
	if len(r.made) > 0 && r.rng.IntN(2) == 0 {
		s := r.made[max(0, len(r.made)-1-r.rng.IntN(1+r.rng.IntN(len(r.made))))]
		seen := 0
		for _, word := range strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' }) {
			if !strings.HasPrefix(word, "%") {
				continue
			}
			seen++
			for _, v := range r.pool {
				if v == word {
					seen--
					break
				}
			}
		}
		if seen == 0 {
			return s
		}
	}
	var s string
	switch r.rng.IntN(4) {
	case 0:
		s = fmt.Sprintf("tg.exp %s : %s", r.some(), square)
	case 1:
		s = fmt.Sprintf("tg.transpose %s permutation [1, 0] : %s", r.some(), square)
	case 2:
		s = fmt.Sprintf("tg.add %s, %s : %s", r.some(), r.some(), square)
	case 3:
		s = fmt.Sprintf("tg.matmul %s, %s : (%s, %s) -> %s", r.some(), r.some(), square, square, square)
	}
	r.made = append(r.made, s)
	return s
}
