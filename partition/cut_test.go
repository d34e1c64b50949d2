package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// randomProblem is a problem of a few values, some of which come from one op, with costs so small
// that there are many best choices.
func randomProblem(r *rand.Rand, most int) *Problem {
	p := &Problem{}
	cost := func() Cost {
		if r.IntN(12) == 0 {
			return Never
		}
		return Cost{r.Int64N(4), r.Int64N(3), r.Int64N(2)}
	}
	for n := 1 + r.IntN(most); len(p.Values) < n; {
		if r.IntN(4) == 0 || len(p.Values) == 0 {
			p.Values = append(p.Values, Value{Op: -1, Save: cost()})
			continue
		}
		o := Op{Again: cost()}
		for range r.IntN(3) {
			o.Reads = append(o.Reads, int32(r.IntN(len(p.Values))))
		}
		for range 1 + r.IntN(5)/4 {
			p.Values = append(p.Values, Value{Op: int32(len(p.Ops)), Save: cost()})
		}
		p.Ops = append(p.Ops, o)
	}
	for k := range p.Values {
		p.Values[k].Direct = r.IntN(3) == 0
	}
	return p
}

// closure is the choice that follows from which ops run again: what is read then, and not made by
// these, is handed over.
func (p *Problem) closure(runs []bool) (c Choice) {
	hand := make([]bool, len(p.Values))
	for k, v := range p.Values {
		hand[k] = v.Direct
	}
	for k, o := range p.Ops {
		if runs[k] {
			c.Again = append(c.Again, k)
			for _, x := range o.Reads {
				hand[x] = true
			}
		}
	}
	for k, v := range p.Values {
		if hand[k] && (v.Op < 0 || !runs[v.Op]) {
			c.Saved = append(c.Saved, k)
		}
	}
	return c
}

// TestCutAgainstAll compares cuts of small problems with all choices: equal cost, and of all that
// cost so little the one that every other one contains.
func TestCutAgainstAll(t *testing.T) {
	for seed := range campaign.Seeds(3000) {
		r := rand.New(rand.NewPCG(seed, 17))
		p := randomProblem(r, 11)
		got := p.Solve()
		best, nearest := Cost{1 << 62}, []bool(nil)
		for bits := range 1 << len(p.Ops) {
			runs := make([]bool, len(p.Ops))
			for k := range runs {
				runs[k] = bits>>k&1 == 1
			}
			switch cost := p.Cost(p.closure(runs)); cost.Compare(best) {
			case -1:
				best, nearest = cost, runs
			case 0:
				for k := range runs {
					nearest[k] = nearest[k] && runs[k]
				}
			}
		}
		if bad := p.Infeasible(); (bad >= 0) != (best.Compare(Never) >= 0) {
			t.Fatalf("seed %d: infeasible value %d, but the least cost is %v: %+v", seed, bad, best, p)
		} else if bad >= 0 {
			continue
		}
		want := p.closure(nearest)
		if p.Cost(got) != best || !slices.Equal(got.Saved, want.Saved) || !slices.Equal(got.Again, want.Again) {
			t.Fatalf("seed %d: got %+v of %v, want %+v of %v: %+v", seed, got, p.Cost(got), want, best, p)
		}
	}
}

// TestCutOfManyOps is about time: chains, where a cut may be anywhere, and graphs with many
// readers.
func TestCutOfManyOps(t *testing.T) {
	const n = 100_000
	for name, reads := range map[string]func(r *rand.Rand, k int32) []int32{
		"chain":    func(_ *rand.Rand, k int32) []int32 { return []int32{k} },
		"ladder":   func(_ *rand.Rand, k int32) []int32 { return []int32{k, max(0, k-1)} },
		"residual": func(_ *rand.Rand, k int32) []int32 { return []int32{k, max(0, k-7*(k%3))} },
		"random":   func(r *rand.Rand, k int32) []int32 { return []int32{max(0, k-r.Int32N(50)), max(0, k-r.Int32N(5))} },
	} {
		for _, every := range []int{1, 10, n} {
			t.Run(fmt.Sprint(name, every), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, 2))
				p := &Problem{Values: []Value{{Op: -1}}}
				for k := range int32(n) {
					p.Ops = append(p.Ops, Op{Again: Cost{1 + r.Int64N(100), r.Int64N(9)}, Reads: reads(r, k)})
					p.Values = append(p.Values, Value{Op: k, Save: Cost{1 + r.Int64N(1000), r.Int64N(9)}, Direct: (int(k)+1)%every == 0})
				}
				if c := p.Solve(); len(c.Saved) == 0 {
					t.Error("nothing is handed over")
				}
			})
		}
	}
}
