package substitute

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
)

// detours are rules that pay only together, behind a program that costs several
// times as much.
const detours = `
rule test-abs-is-root:  abs(?x) => sqrt(mul(?x, ?x))             [real]
rule test-root-of-exp:  sqrt(mul(exp(?x), exp(?x))) => exp(?x)   [real]
rule test-difference:   sub(?x, ?y) <=> add(?x, neg(?y))         [exact]
rule test-negated:      neg(neg(?x)) => ?x                       [exact]
rule test-neg-of-sum:   neg(add(?x, ?y)) <=> add(neg(?x), neg(?y)) [exact]
rule test-sums:         add(add(?x, ?y), ?z) <=> add(?x, add(?y, ?z)) [real]
rule test-factors:      mul(mul(?x, ?y), ?z) <=> mul(?x, mul(?y, ?z)) [real]
rule test-sum-of-factors: add(mul(?x, ?y), mul(?z, ?y)) <=> mul(add(?x, ?z), ?y) [real]
`

// Draws find the cheapest of all programs that rules lead to, if these are few and the draws many,
// and nothing else; and so they do where it is said that there is nothing left to draw.
func TestDrawsFindTheCheapestOfAllReachable(t *testing.T) {
	tried, larger, done, gained := 0, 0, 0, 0
	for seed := range campaign.Seeds(40) {
		onSubgraphs(t, seed, detours, func(s *substituter, w *window) {
			all := reachable(s, &w.whole, 300)
			if all == nil {
				larger++
				return
			}
			tried++
			sp, start := drawn(s, w, 10_000, seed)
			least := slices.Min(all)
			if sp.best.cost > least*(1+2e-6) || sp.best.cost < least*(1-1e-9) {
				t.Errorf("seed %d: of %d programs, the first at %.6g s, the cheapest takes %.6g s, and the best drawn %.6g s", seed, len(all), start.cost, least, sp.best.cost)
			}
			if sp.best != start {
				gained++
			}
			if sp.untried == 0 {
				done++
				if len(sp.known) != len(all) {
					t.Errorf("seed %d: nothing is untried, but %d of %d programs are known", seed, len(sp.known), len(all))
				}
			}
		})
	}
	if tried < 3*larger || campaign.TooFew(int64(gained), float64(tried/20)) || done < tried/2 {
		t.Errorf("%d subgraphs, %d of them gone through, %d with a gain; %d have too many programs", tried, done, gained, larger)
	}
}

// growing are rules that make programs larger without end.
const growing = detours + `
rule test-larger:       relu(?x) => max(?x, 0)                   [exact]
rule test-twice:        max(?x, 0) => relu(relu(?x))             [exact]
`

// More draws find what fewer find, or better. Of two searches with one seed the longer one goes on
// where the shorter one ends, also when it has forgotten what it has seen.
func TestMoreDrawsFindNoLess(t *testing.T) {
	forgot := false
	for seed := range campaign.Seeds(8) {
		onSubgraphs(t, seed, growing, func(s *substituter, w *window) {
			least := math.Inf(1)
			for _, draws := range []int{0, 1, 10, 100, 1000} {
				sp, a := s.newSpace(&w.whole), newAnnealing(seed, draws)
				a.room = 100
				draw(sp, a)
				if sp.best.cost > least || sp.best.cost > sp.start.cost {
					t.Errorf("seed %d: %d draws find %.6g s, fewer %.6g s, the start takes %.6g s", seed, draws, sp.best.cost, least, sp.start.cost)
				}
				least = sp.best.cost
				forgot = forgot || a.left == 0 && draws > 50*len(sp.known)
				if sp.ops > a.room+sp.largest {
					t.Errorf("seed %d: states of %d ops are known", seed, sp.ops)
				}
				for _, k := range sp.known {
					if slices.ContainsFunc(k.moves, func(m move) bool { return m.to != nil && sp.known[m.to.key] != m.to }) {
						t.Errorf("seed %d: what was forgotten is still held", seed)
					}
				}
				again, b := s.newSpace(&w.whole), newAnnealing(seed, draws)
				b.room = a.room
				if draw(again, b); again.best.cost != least || again.ops != sp.ops {
					t.Errorf("seed %d: %d draws once find %.6g s, and again %.6g s", seed, draws, least, again.best.cost)
				}
			}
		})
	}
	if !forgot {
		t.Error("nothing was forgotten")
	}
}

// No state is larger than the limit.
func TestStatesStaySmall(t *testing.T) {
	reached := false
	for seed := range campaign.Seeds(8) {
		onSubgraphs(t, seed, growing, func(s *substituter, w *window) {
			sp := s.newSpace(&w.whole)
			sp.largest = len(sp.start.ops) + 2
			draw(sp, newAnnealing(seed, 300))
			for _, k := range sp.known {
				if reached = reached || len(k.ops) == sp.largest; len(k.ops) > sp.largest {
					t.Errorf("seed %d: a program has %d ops, at most %d are allowed", seed, len(k.ops), sp.largest)
				}
			}
		})
	}
	if !reached {
		t.Error("no state is as large as allowed")
	}
}

// What the search finds that tries the best first, draws find, too.
func TestDrawsFindWhatTheBestFirstLeadsTo(t *testing.T) {
	more, same := 0, 0
	for seed := range campaign.Seeds(20) {
		onSubgraphs(t, seed, detours, func(s *substituter, w *window) {
			first := s.newSpace(&w.whole)
			newStrategy(defaults()).search(first)
			random, _ := drawn(s, w, 5_000, seed)
			switch was, is := first.best.cost, random.best.cost; {
			case is > was*(1+1e-6):
				t.Errorf("seed %d: %.6g s by the best first, %.6g s by draws", seed, was, is)
			case is < was*(1-1e-6):
				more++
			default:
				same++
			}
		})
	}
	if same+more == 0 {
		t.Error("there are no subgraphs")
	}
}

// The rules that a state says led to it do so.
func TestTrailsLeadToTheirStates(t *testing.T) {
	longest := 0
	for seed := range campaign.Seeds(20) {
		onSubgraphs(t, seed, detours, func(s *substituter, w *window) {
			sp, _ := drawn(s, w, 300, seed)
			for _, want := range sp.known {
				rules := want.trail.rules()
				longest = max(longest, len(rules))
				if len(rules) <= 4 && !leads(s, sp.start, rules, want.key) {
					t.Errorf("seed %d: %v lead elsewhere", seed, rules)
				}
			}
		})
	}
	if longest < 3 {
		t.Errorf("no more than %d rules lead anywhere", longest)
	}
}

// leads reports whether rules, each at some op, make a state of the key of s.
func leads(s *substituter, from *state, rules []*rewrite.Pattern, key uint64) bool {
	if len(rules) == 0 {
		return from.key == key
	}
	for i := range from.ops {
		for _, p := range s.patterns[from.ops[i].Def()] {
			if p != rules[0] {
				continue
			}
			if next := applied(s, from, i, p); next != nil && leads(s, next, rules[1:], key) {
				return true
			}
		}
	}
	return false
}

// Draws are shared by what subgraphs cost, all that are equal together, and those
// that one does not need are for the others.
func TestSharesOfDraws(t *testing.T) {
	a := &annealing{left: 1001}
	a.round(false, func() *waiting { return &waiting{map[uint64]float64{1: 3, 2: 1, 3: 6}, 10} })
	if a.budget != 501 {
		t.Errorf("%d of 1001 draws are for the first round", a.budget)
	}
	check := func(key uint64, cost float64, want, used int) {
		t.Helper()
		if got := a.share(&state{key: key, cost: cost}); got != want {
			t.Errorf("subgraph %d gets %d draws, not %d of %d", key, got, want, a.budget)
		}
		a.budget -= used
	}
	check(1, 1, 150, 150)
	check(2, 1, 50, 1)  // 351 over 7
	check(2, 0, 0, 0)   // it looks the same, but is another one
	check(4, 4, 140, 0) // 350 over 10: it was not foreseen
	check(3, 6, 350, 50)
	check(5, 2, 300, 300)
	check(6, 0, 0, 0)
	a.budget, a.ahead = 10, &waiting{map[uint64]float64{1: 0, 2: math.Inf(1)}, math.Inf(1)}
	check(1, 0, 0, 0)
	check(2, math.Inf(1), 10, 0)
	a.round(true, func() *waiting { return &waiting{cost: map[uint64]float64{}} })
	if a.budget != 1001 {
		t.Errorf("%d of 1001 draws are for the last round", a.budget)
	}
}

// drawn is the space of a subgraph after so many draws, and its start.
func drawn(s *substituter, w *window, draws int, seed uint64) (*space, *state) {
	sp := s.newSpace(&w.whole)
	draw(sp, newAnnealing(seed, draws))
	return sp, sp.start
}

// draw searches one space with all draws.
func draw(sp *space, a *annealing) {
	a.round(true, func() *waiting { return &waiting{map[uint64]float64{sp.start.key: sp.start.cost}, sp.start.cost} })
	a.search(sp)
}

// reachable are the costs of all programs that rules lead to, found by applying every rule
// everywhere; nil if there are more than a limit.
func reachable(s *substituter, g *graph, limit int) (costs []float64) {
	b := ir.NewBuilder(s.run.Ctx)
	start := newState(g, b)
	start.settle(s.machine)
	all, seen := []*state{start}, map[uint64]bool{start.key: true}
	for i := 0; i < len(all); i++ {
		for k, o := range all[i].ops {
			for _, p := range s.patterns[o.Def()] {
				next := applied(s, all[i], k, p)
				if next == nil || seen[next.key] {
					continue
				}
				if len(all) == limit {
					return nil
				}
				seen[next.key] = true
				all = append(all, next)
			}
		}
	}
	for _, s := range all {
		costs = append(costs, s.cost)
	}
	return costs
}

// applied is what a rule makes of a state at the op of a number; nil if it does
// not apply.
func applied(s *substituter, from *state, at int, p *rewrite.Pattern) *state {
	b := ir.NewBuilder(s.run.Ctx)
	next := newState(&from.graph, b)
	o := next.holder.RegionAt(0).First().First()
	for range at {
		o = o.Next()
	}
	if !rewrite.ApplyAt(p, o, b) {
		return nil
	}
	next.settle(s.machine)
	return next
}

// onSubgraphs visits the subgraphs of a random program around which the shipped
// rules and others apply.
func onSubgraphs(t *testing.T, seed uint64, rules string, visit func(*substituter, *window)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0x73756273))
	file := filepath.Join(t.TempDir(), "test.rules")
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	pass := *Pass
	pass.Run = func(r *pipeline.Run) error {
		opt := r.Options.(*Options)
		ways, err := opt.sets.get(r.Ctx, opt)
		if err != nil {
			return err
		}
		all := ways[0][len(ways[0])-1]
		s := newSubstituter(&attempt{run: r, root: r.Op}, all)
		for _, b := range blocksOf(s.root) {
			s.eachWindow(b, func(g *windows, w *window) {
				visit(s, w)
				g.markDone(w)
			})
		}
		return nil
	}
	text := randomText(rng)
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	var p *pipeline.Pipeline
	if err == nil {
		machine := []string{"cpu", "gpu"}[rng.IntN(2)]
		p, err = pipeline.ParsePipeline(fmt.Sprintf("builtin.module(substitute{rules=%s fp=fast machine=%s time-budget=inf})", file, machine), pipeline.NewRegistry(&pass))
	}
	if err == nil {
		m := &pipeline.Manager{Ctx: c, Pipeline: p, Workers: 1, Emit: func(d *ir.Diag) { t.Error(c.Render(d)) }}
		err = m.Run(module)
	}
	if err != nil {
		t.Fatalf("%v\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
}

// randomText is a function of a few ops on matrices of all shapes.
func randomText(rng *rand.Rand) string {
	type matrix struct {
		name       string
		rows, cols int
	}
	typeOf := func(m matrix) string { return fmt.Sprintf("tensor<%dx%dxf32>", m.rows, m.cols) }
	extents := []int{1 << rng.IntN(10), 1 << rng.IntN(10)}
	var known []matrix
	var text strings.Builder
	text.WriteString("func.func @main(")
	for i := range 4 {
		m := matrix{fmt.Sprint("%a", i), extents[rng.IntN(len(extents))], extents[rng.IntN(len(extents))]}
		if i%2 == 1 && rng.IntN(2) == 0 {
			m.rows, m.cols = known[i-1].rows, known[i-1].cols
		}
		known = append(known, m)
		fmt.Fprintf(&text, "%s%s: %s", []string{"", ", "}[min(i, 1)], m.name, typeOf(m))
	}
	used := map[string]bool{}
	var body strings.Builder
	for n := 0; n < 4+rng.IntN(5); {
		x, y := known[rng.IntN(len(known))], known[len(known)-1-rng.IntN(min(4, len(known)))]
		m := matrix{fmt.Sprint("%", n), x.rows, x.cols}
		ones, same := typeOf(x), x.rows == y.rows && x.cols == y.cols
		switch kind := rng.IntN(9); {
		case kind < 3 && x.cols == y.rows:
			m.cols = y.cols
			fmt.Fprintf(&body, "  %s = tg.matmul %s, %s : (%s, %s) -> %s\n", m.name, x.name, y.name, ones, typeOf(y), typeOf(m))
			used[y.name] = true
		case kind >= 3 && kind < 6 && same:
			fmt.Fprintf(&body, "  %s = tg.%s %s, %s : %s\n", m.name, []string{"add", "sub", "mul"}[kind-3], x.name, y.name, ones)
			used[y.name] = true
		case kind == 6:
			m.rows, m.cols = x.cols, x.rows
			fmt.Fprintf(&body, "  %s = tg.transpose %s permutation [1, 0] : (%s) -> %s\n", m.name, x.name, ones, typeOf(m))
		case kind == 7:
			fmt.Fprintf(&body, "  %s = tg.%s %s : %s\n", m.name, []string{"relu", "exp", "abs", "neg"}[rng.IntN(4)], x.name, ones)
		case kind == 8 && same:
			m.rows *= 2
			fmt.Fprintf(&body, "  %s = tg.concat %s, %s dim 0 : (%s, %s) -> %s\n", m.name, x.name, y.name, ones, ones, typeOf(m))
			used[y.name] = true
		default:
			continue
		}
		used[x.name] = true
		known, n = append(known, m), n+1
	}
	var names, types []string
	for _, m := range known[4:] {
		if !used[m.name] || rng.IntN(8) == 0 {
			names, types = append(names, m.name), append(types, typeOf(m))
		}
	}
	fmt.Fprintf(&text, ") -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(types, ", "), body.String(), strings.Join(names, ", "), strings.Join(types, ", "))
	return text.String()
}
