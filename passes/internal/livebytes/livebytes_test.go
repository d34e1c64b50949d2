package livebytes_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/livebytes"
	"github.com/tg-opt/tg/test/agree"
)

// program is a function of one block in which many ops are equal: some right behind
// each other, some far apart, some one after the other because their operands are.
func program(rng *rand.Rand, n int) string {
	type value struct{ name, shape string }
	type line struct {
		rhs, of string
		results []string
	}
	shapes := []string{"16x16xf32", "32x8xf32", "4x64xf32", "16x16xf64", "8x16xf32"}
	pool := []value{{"%x", "16x16xf32"}, {"%y", "16x16xf32"}}
	var lines []line
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8x16xf32>) {\n")
	pick := func(shape string) string {
		for range 20 {
			v := pool[max(0, len(pool)-1-rng.IntN(1+rng.IntN(len(pool))))]
			if v.shape == shape {
				return v.name
			}
		}
		for _, v := range pool {
			if v.shape == shape {
				return v.name
			}
		}
		return ""
	}
	for i := range n {
		var l line
		if len(lines) > 0 && rng.IntN(5) < 2 {
			l = lines[max(0, len(lines)-1-rng.IntN(1+rng.IntN(len(lines))))]
		} else {
			s := shapes[rng.IntN(len(shapes))]
			v := pick(s)
			if v == "" {
				s = "16x16xf32"
				v = pick(s)
			}
			t := "tensor<" + s + ">"
			switch rng.IntN(10) {
			case 0, 1:
				l = line{"tg.add " + v + ", " + pick(s) + " : " + t, "", []string{s}}
			case 2:
				l = line{"tg.exp " + v + " : " + t, "", []string{s}}
			case 3:
				l = line{"tg.sub " + v + ", " + pick(s) + " : " + t, "", []string{s}}
			case 4:
				to := shapes[rng.IntN(3)]
				from := pick(shapes[rng.IntN(3)])
				if from == "" {
					from = "%x"
				}
				of := ""
				for _, p := range pool {
					if p.name == from {
						of = p.shape
					}
				}
				l = line{fmt.Sprintf("tg.reshape %s : (tensor<%s>) -> tensor<%s>", from, of, to), "", []string{to}}
			case 5:
				l = line{"tg.transpose " + pick("16x16xf32") + " permutation [1, 0] : tensor<16x16xf32>", "", []string{"16x16xf32"}}
			case 6:
				l = line{"tg.split " + pick("16x16xf32") + " dim 0 sizes [8, 8] : (tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)", ":2", []string{"8x16xf32", "8x16xf32"}}
			case 7:
				l = line{"tg.convert " + pick("16x16xf32") + " : (tensor<16x16xf32>) -> tensor<16x16xf64>", "", []string{"16x16xf64"}}
			case 8:
				l = line{"tg.matmul " + pick("16x16xf32") + ", " + pick("16x16xf32") + " : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>", "", []string{"16x16xf32"}}
			case 9:
				x, y := pick("16x16xf32"), pick("16x16xf32")
				l = line{"tg.sort ascending " + x + ", " + y + " dim 0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>)", ":2", []string{"16x16xf32", "16x16xf32"}}
			}
		}
		lines = append(lines, l)
		fmt.Fprintf(&b, "  %%v%d%s = %s\n", i, l.of, l.rhs)
		for k, s := range l.results {
			name := fmt.Sprintf("%%v%d", i)
			if l.of != "" {
				name += fmt.Sprintf("#%d", k)
			}
			pool = append(pool, value{name, s})
		}
	}
	half := pick("8x16xf32")
	if half == "" {
		b.WriteString("  %h = tg.iota dim 0 : tensor<8x16xf32>\n")
		half = "%h"
	}
	fmt.Fprintf(&b, "  return %s, %s : tensor<16x16xf32>, tensor<8x16xf32>\n}\n", pick("16x16xf32"), half)
	return b.String()
}

// function is the first function of a program.
func function(t *testing.T, text string) *ir.Op {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return module.RegionAt(0).First().First()
}

// merge finds equal ops of a function of one block and lets their users read the
// first, as cse does. Ops that nobody uses stay.
func merge(fn *ir.Op, m *livebytes.Model) (twins []livebytes.Twin) {
	var equal ir.Equivalence
	var firsts []*ir.Op
	block := fn.RegionAt(0).First()
	for o := block.First(); o != block.Last(); o = o.Next() {
		if !o.HasUses() || o.NumResults() == 0 {
			continue
		}
		i := slices.IndexFunc(firsts, func(f *ir.Op) bool { return equal.Equal(f, o) })
		if i < 0 {
			firsts = append(firsts, o)
			continue
		}
		twins = append(twins, livebytes.Twin{Point: m.Point(o), First: m.Point(firsts[i])})
		for j, v := range o.Results() {
			v.ReplaceAllUsesWith(firsts[i].Result(j))
		}
	}
	return twins
}

// planned is the peak of a function by a plan.
func planned(t *testing.T, fn *ir.Op) int64 {
	t.Helper()
	f, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	if err != nil {
		t.Fatal(err)
	}
	return f.Peak
}

// What is live is what a plan says, whatever is apart, and what changes say is what
// counting anew says.
func TestAgreesWithPlans(t *testing.T) {
	first, count := campaign.Cases(300)
	moved := 0
	for i := range count {
		seed := first + uint64(i)
		rng := rand.New(rand.NewPCG(seed, 1))
		text := program(rng, 3+rng.IntN(40))
		fn := function(t, text)
		m := livebytes.New(fn)
		if m == nil || !m.Exact() {
			t.Fatalf("program %d is not listed\n%s", seed, text)
		}
		if got, want := m.Search(nil).Peak(), planned(t, fn); got != want {
			t.Fatalf("program %d: before merging: peak %d, planned %d\n%s", seed, got, want, text)
		}
		twins := merge(fn, m)
		s := m.Search(nil)
		s.Merge(twins)
		members := s.Members()
		for range 8 {
			for _, p := range members {
				if rng.IntN(3) == 0 {
					s.Set(p, rng.IntN(2) == 0)
					moved++
				}
			}
			live, peak := s.Live(), s.Peak()
			s.Rebuild()
			if again := s.Live(); !slices.Equal(live, again) || peak != s.Peak() {
				t.Fatalf("program %d, apart %v:\nchanged %v\nanew    %v\n%s", seed, s.Apart(), live, again, text)
			}
			s.Rewire()
			restore := takeOut(s)
			if want := planned(t, fn); peak != want {
				t.Fatalf("program %d, apart %v: peak %d, planned %d\n%s", seed, s.Apart(), peak, want, text)
			}
			restore()
		}
	}
	if moved < count {
		t.Errorf("only %d twins were moved", moved)
	}
}

// takeOut takes what is gone out of its block, and puts it back.
func takeOut(s *livebytes.Search) (restore func()) {
	kept := s.Rewire()
	type place struct{ op, next *ir.Op }
	var out []place
	for p := len(s.Ops) - 1; p >= 0; p-- {
		o := s.Ops[p]
		if s.Gone(int32(p)) || s.IsView(int32(p)) && !slices.Contains(kept, int32(p)) {
			out = append(out, place{o, o.Next()})
			o.Detach()
		}
	}
	return func() {
		for _, x := range slices.Backward(out) {
			x.op.MoveBefore(x.next)
		}
	}
}

// Functions of all kinds are listed if they can be planned, and the peak of those that
// are known exactly is that of the plan.
func TestPeaksOfPrograms(t *testing.T) {
	first, count := campaign.Cases(100)
	exact := 0
	for i := range count {
		seed := first + uint64(i)
		module, err := agree.Parse(progen.Program(seed, progen.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		for o := module.RegionAt(0).First().First(); o != nil; o = o.Next() {
			if analysis.CallableBody(o) == nil {
				continue
			}
			f, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(o)
			m := livebytes.New(o)
			if err != nil {
				continue
			}
			if m == nil {
				t.Fatalf("program %d: function @%s is not listed", seed, ir.SymbolName(o))
			}
			m.AddCalls(f)
			got := m.Search(nil).Peak()
			if m.Exact() {
				exact++
				if got != f.Peak {
					t.Errorf("program %d: function @%s: peak %d, planned %d", seed, ir.SymbolName(o), got, f.Peak)
				}
			}
		}
	}
	if exact < count/10 {
		t.Errorf("only %d functions are known exactly", exact)
	}
}
