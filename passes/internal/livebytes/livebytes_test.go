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
	g := &generator{rng: rng, values: map[string][]string{square: {"%x", "%y"}}}
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @main(%%x: %[1]s, %%y: %[1]s, %%i: tensor<i32>) -> (%[1]s, %[2]s) {\n", square, half)
	var lines []op
	for i := range n {
		var o op
		if len(lines) > 0 && rng.IntN(5) < 2 {
			o = lines[near(rng, len(lines))]
		} else {
			o = g.op()
		}
		lines = append(lines, o)
		name := fmt.Sprintf("%%v%d", i)
		if len(o.results) == 1 {
			fmt.Fprintf(&b, "  %s = %s\n", name, o.text)
			g.values[o.results[0]] = append(g.values[o.results[0]], name)
			continue
		}
		fmt.Fprintf(&b, "  %s:%d = %s\n", name, len(o.results), o.text)
		for k, t := range o.results {
			g.values[t] = append(g.values[t], fmt.Sprintf("%s#%d", name, k))
		}
	}
	fmt.Fprintf(&b, "  %%h = tg.iota dim 0 : %s\n", half)
	g.values[half] = append(g.values[half], "%h")
	fmt.Fprintf(&b, "  return %s, %s : %s, %s\n}\n", g.some(square), g.some(half), square, half)
	return b.String()
}

const (
	square = "tensor<16x16xf32>"
	flat   = "tensor<256xf32>"
	double = "tensor<16x16xf64>"
	half   = "tensor<8x16xf32>"
)

// op is an op of a generated program.
type op struct {
	text    string
	results []string
}

type generator struct {
	rng    *rand.Rand
	values map[string][]string // by type
}

// near is a number below n, often a large one.
func near(rng *rand.Rand, n int) int { return n - 1 - rng.IntN(1+rng.IntN(n)) }

// some is a value of a type of which there is one, mostly the last, so that little is
// live if nothing is merged.
func (g *generator) some(t string) string {
	if g.rng.IntN(4) > 0 {
		return g.values[t][len(g.values[t])-1]
	}
	return g.values[t][near(g.rng, len(g.values[t]))]
}

func (g *generator) op() op {
	types := []string{square, flat, double, half}
	t := types[g.rng.IntN(len(types))]
	if len(g.values[t]) == 0 {
		t = square
	}
	x, y := g.some(square), g.some(square)
	switch g.rng.IntN(11) {
	case 8:
		return op{fmt.Sprintf("tg.dynamic_update_slice %s, %s, %%i, %%i : (%[3]s, %[3]s, tensor<i32>, tensor<i32>) -> %[3]s", x, y, square), []string{square}}
	case 0:
		return op{fmt.Sprintf("tg.exp %s : %s", g.some(t), t), []string{t}}
	case 1:
		return op{fmt.Sprintf("tg.reshape %s : (%s) -> %s", x, square, flat), []string{flat}}
	case 2:
		if len(g.values[flat]) > 0 {
			return op{fmt.Sprintf("tg.reshape %s : (%s) -> %s", g.some(flat), flat, square), []string{square}}
		}
		return op{fmt.Sprintf("tg.iota dim 0 : %s", square), []string{square}}
	case 3:
		return op{fmt.Sprintf("tg.transpose %s permutation [1, 0] : %s", x, square), []string{square}}
	case 4:
		return op{fmt.Sprintf("tg.split %s dim 0 sizes [8, 8] : (%s) -> (%s, %s)", x, square, half, half), []string{half, half}}
	case 5:
		return op{fmt.Sprintf("tg.convert %s : (%s) -> %s", x, square, double), []string{double}}
	case 6:
		return op{fmt.Sprintf("tg.matmul %s, %s : (%s, %s) -> %s", x, y, square, square, square), []string{square}}
	case 7:
		return op{fmt.Sprintf("tg.sort ascending %s, %s dim 0 : (%[3]s, %[3]s) -> (%[3]s, %[3]s)", x, y, square), []string{square, square}}
	default:
		return op{fmt.Sprintf("tg.sub %s, %s : %s", g.some(t), g.some(t), t), []string{t}}
	}
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

// What is chosen is compared with all choices there are: it is that of least memory
// most of the time, and always where there is one twin.
func TestChoosesAsAllChoices(t *testing.T) {
	first, count := campaign.Cases(2000)
	best, single, apart := 0, 0, 0
	compared := 0
	for i := range count {
		seed := first + uint64(i)
		rng := rand.New(rand.NewPCG(seed, 2))
		text := program(rng, 4+rng.IntN(24))
		fn := function(t, text)
		m := livebytes.New(fn)
		s := m.Search(nil)
		separate := s.Peak()
		s.Merge(merge(fn, m))
		merged, members := s.Peak(), s.Members()
		if len(members) == 0 || len(members) > 8 {
			continue
		}
		least := merged
		for set := range 1 << len(members) {
			var points []int32
			for k, p := range members {
				if set>>k&1 == 1 {
					points = append(points, p)
				}
			}
			s.Put(points)
			least = min(least, s.Peak())
		}
		budget := []int64{0, separate, merged - 1, merged}[rng.IntN(4)]
		left := float64(rng.IntN(2)) * 100
		s.MergeAll()
		s.Choose(budget, separate, left, func(int32) float64 { return 1 })
		got := s.Apart()
		compared++
		if s.Peak() > merged || left > 0 && s.Peak() > max(budget, separate) || len(got) > 0 && (s.Peak() == merged || left == 0) {
			t.Fatalf("program %d, budget %d: apart %v: peak %d, of %d merged and %d apart\n%s", seed, budget, got, s.Peak(), merged, separate, text)
		}
		if want := merged > budget && least < merged && left > 0; len(members) == 1 && want != (len(got) == 1) {
			t.Fatalf("program %d, budget %d: apart %v: peak %d merged, %d apart\n%s", seed, budget, got, merged, least, text)
		}
		peak := s.Peak()
		for _, p := range got { // none is apart for nothing
			s.Set(p, false)
			if s.Peak() <= max(budget, peak) {
				t.Fatalf("program %d, budget %d: apart %v, %d for nothing\n%s", seed, budget, got, p, text)
			}
			s.Set(p, true)
		}
		if left == 0 || peak <= max(budget, least) {
			best++
		}
		if len(members) == 1 {
			single++
		}
		apart += len(got)
	}
	if best < compared*95/100 || single < compared/20 || apart < compared/40 {
		t.Errorf("of %d choices %d are the best; %d have one twin; %d twins are apart", compared, best, single, apart)
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
