// Package substitute is the pass that replaces subgraphs by cheaper ones: where a rule applies, a
// window of a few ops is cut out, all that a few applications of rules make of it are searched and
// priced, and the cheapest is put back. window.go cuts and puts back, graph.go prices, space.go has
// the programs that rules lead to, strategy.go says what a search through them is, best_first.go
// and anneal.go are two, rules.go indexes the rules.
package substitute

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass `substitute`.
type Options struct {
	Rules         []string `opt:"rules" doc:"Files of rules to use besides the shipped ones; --substitute=FILE is short for it" words:"true"`
	Shipped       bool     `opt:"shipped" doc:"Use the shipped rules of substitution, too"`
	FP            string   `opt:"fp" doc:"Floating-point rewrites allowed: strict keeps every bit, finite assumes no NaN, infinity or -0, fast allows other rounding" one-of:"strict,finite,fast"`
	Machine       string   `opt:"machine" names:"cpu,gpu" doc:"The machine whose cost counts: cpu, gpu or the file of a profile"`
	Rounds        int      `opt:"rounds" doc:"Go over the program at most this many times"`
	Lookahead     int      `opt:"lookahead" doc:"Give up a line of the search after this many steps without a better program"`
	Tolerance     float64  `opt:"tolerance" doc:"Go on from a subgraph that costs up to this many times the best one"`
	Window        int      `opt:"window" doc:"Look at subgraphs of at most this many ops"`
	MaxCandidates int      `opt:"max-candidates" doc:"Try at most this many programs for one subgraph"`
	Random        int      `opt:"random" doc:"Draw this many substitutions at random, shared among the subgraphs by what they cost, in place of trying the best first; 0 for that"`
	Seed          uint64   `opt:"seed" doc:"Where the draws of random begin"`
	TimeBudget    float64  `opt:"time-budget" doc:"End the search after work that should take this many seconds; work is counted, not timed, so that the outcome is the same everywhere"`

	maxInput int64               // of a file of rules
	given    []pipeline.RuleFile // by the tool
	sets     substitutions
	model    *cost.Machine // of the option machine
}

func defaults() *Options {
	return &Options{
		Shipped: true, FP: "strict", Machine: "cpu", Rounds: 3, Lookahead: 3, Tolerance: 2, Window: 16, MaxCandidates: 100, TimeBudget: 60,
	}
}

// oneStrategy refuses options of the strategy that is not asked for.
func (o *Options) oneStrategy() error {
	if o.Random == 0 {
		if o.Seed != 0 {
			return errors.New("'seed' says where random draws begin: it goes with 'random', which says how many there are")
		}
		return nil
	}
	usual := defaults()
	var errs []error
	refuse := func(name string, given bool) {
		if given {
			errs = append(errs, fmt.Errorf("'%s' bounds the search that tries the best first: it does not go with 'random'", name))
		}
	}
	refuse("lookahead", o.Lookahead != usual.Lookahead)
	refuse("tolerance", o.Tolerance != usual.Tolerance)
	refuse("max-candidates", o.MaxCandidates != usual.MaxCandidates)
	return errors.Join(errs...)
}

// Pass replaces subgraphs by cheaper ones.
var Pass = &pipeline.Pass{
	Name:  "substitute",
	Title: "Substitute",
	Doc: "Replace subgraphs by cheaper ones. Around every op at which a rule applies, all programs that a few applications of " +
		"rules lead to are searched, also by way of worse ones, and the cheapest by the machine model takes the place of the " +
		"subgraph if it is cheaper. The search tries the best first, or with `random` draws at random, by simulated annealing. " +
		"Equal subgraphs are searched once. The rules are those shipped for this purpose (`rules/substitute`) " +
		"and those of the user's files. With both there are three searches, each within all bounds: with the shipped ones first and then with all from there, " +
		"with all from the start, and with the user's first and then with all; the cheapest result is kept, so that rules of the user never make it dearer " +
		"than without them. " +
		"Under the default fp=strict no bit of any result changes.",
	Options: func() any { return defaults() },
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*Options)
		opt.maxInput, opt.given = b.Registry.MaxInput, b.Registry.Substitutions
		var err error
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return errors.Join(err,
			pipeline.NotNegative("rounds", float64(opt.Rounds)), pipeline.NotNegative("lookahead", float64(opt.Lookahead)),
			pipeline.NotNegative("tolerance", opt.Tolerance), pipeline.NotNegative("window", float64(opt.Window)),
			pipeline.NotNegative("max-candidates", float64(opt.MaxCandidates)), pipeline.NotNegative("time-budget", opt.TimeBudget),
			pipeline.NotNegative("random", float64(opt.Random)), opt.oneStrategy())
	},
	Prepare: func(c *ir.Context, options any) error {
		opt := options.(*Options)
		_, err := opt.sets.get(c, opt)
		return errors.Join(opt.model.Check(c), err)
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-substituted", Doc: "Number of subgraphs replaced"},
		{Name: "num-windows", Doc: "Number of different subgraphs searched"},
		{Name: "num-candidates", Doc: "Number of programs tried in place of subgraphs"},
		{Name: "num-drawn", Doc: "Number of substitutions drawn at random"},
		{Name: "num-cut", Doc: "Number of searches that a bound ended"},
	},
	Run: runSubstitute,
}

func runSubstitute(r *pipeline.Run) error {
	opt := r.Options.(*Options)
	ways, err := opt.sets.get(r.Ctx, opt)
	if err != nil {
		return err
	}
	a := attempts(r, ways)
	a.keep()
	if !a.changed {
		r.MarkUnchanged()
	}
	return nil
}

// workPerSecond is how much work, counted in ops looked at, a second of
// time-budget stands for.
const workPerSecond = 1 << 20

// substituter is one search of the program of an attempt.
type substituter struct {
	*attempt
	opt      *Options
	machine  *cost.Machine
	patterns patternIndex
	strategy strategy
	purity   *analysis.Purity
	// known are the subgraphs that have been searched, by hash.
	known map[uint64][]*searched
	work  int // left of the time budget
	// scratch makes the ops of known subgraphs.
	scratch *ir.Builder
}

func newSubstituter(a *attempt, patterns patternIndex) *substituter {
	opt := a.run.Options.(*Options)
	return &substituter{
		attempt: a, opt: opt, machine: opt.model, patterns: patterns, strategy: newStrategy(opt), purity: analysis.NewPurity(),
		known: map[uint64][]*searched{}, scratch: ir.NewBuilder(a.run.Ctx), work: int(min(opt.TimeBudget*workPerSecond, 1<<60)),
	}
}

// searched is a subgraph and the best one found in its place, nil if there is
// none.
type searched struct{ before, after *state }

// round goes over the program once and reports whether it replaced anything.
func (s *substituter) round(last bool) (changed bool) {
	blocks := blocksOf(s.root)
	s.strategy.round(last, func() *waiting { return s.ahead(blocks) })
	for _, b := range blocks {
		changed = s.block(b) || changed
	}
	return changed
}

// blocksOf are those of a program, but for what is in fusions and in ops that
// nothing is known of.
func blocksOf(root *ir.Op) (list []*ir.Block) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.Def() == nil && o.NumRegions() > 0 || o.Is(tg.Fusion) { // whose ops have been chosen together
			return ir.Skip
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				list = append(list, b)
			}
		}
		return ir.Advance
	})
	return list
}

// ahead is what a round is going to search that has not been searched yet.
func (s *substituter) ahead(blocks []*ir.Block) *waiting {
	list := &waiting{cost: map[uint64]float64{}}
	for _, b := range blocks {
		s.eachWindow(b, func(g *windows, w *window) {
			seconds, key := w.whole.measure(s.machine.Op)
			if s.find(w, key) == nil {
				list.cost[key] += seconds
				list.total += seconds
			}
			g.markDone(w)
		})
	}
	return list
}

// block looks for subgraphs to replace in b.
func (s *substituter) block(b *ir.Block) (changed bool) {
	g, seeds := s.eachWindow(b, func(g *windows, w *window) {
		found := s.search(w)
		if found.after == nil {
			g.markDone(w)
			return
		}
		s.replace(g, w, found)
		changed = true
	})
	if len(seeds) == 0 {
		return false
	}
	if s.work <= 0 {
		s.run.Count("num-cut", 1)
		s.run.Missed(seeds[0], "Substitute", "time-budget=%g ended the search", s.opt.TimeBudget)
	}
	g.finish()
	return changed
}

// eachWindow visits windows of b, one around each of the seeds, the ops at which
// some rule may apply, but none that is done by then.
func (s *substituter) eachWindow(b *ir.Block, visit func(*windows, *window)) (g *windows, seeds []*ir.Op) {
	for o := b.First(); o != nil; o = o.Next() {
		if s.applies(o) {
			seeds = append(seeds, o)
		}
	}
	if len(seeds) == 0 {
		return nil, nil
	}
	g = newWindows(b, s.purity, s.opt.Window)
	for _, o := range seeds {
		if g.done[o] || s.work <= 0 {
			continue
		}
		if w := g.around(o); w != nil {
			s.work -= len(w.ops)
			visit(g, w)
		}
	}
	return g, seeds
}

// applies reports whether some rule may apply at o.
func (s *substituter) applies(o *ir.Op) bool {
	for _, p := range s.patterns[o.Def()] {
		if p.MayApply(o) {
			return true
		}
	}
	return false
}

// search finds the best subgraph in the place of w, or remembers it.
func (s *substituter) search(w *window) *searched {
	_, key := w.whole.measure(s.machine.Op)
	if k := s.find(w, key); k != nil {
		return k
	}
	s.run.Count("num-windows", 1)
	sp := s.newSpace(&w.whole)
	s.strategy.search(sp)
	k := sp.result()
	s.known[key] = append(s.known[key], k)
	return k
}

// find is what has been found for a subgraph such as w, of the key, or nil.
func (s *substituter) find(w *window, key uint64) *searched {
	for _, k := range s.known[key] {
		if k.before.same(&w.whole) {
			return k
		}
	}
	return nil
}

// replace puts what was found in the place of w.
func (s *substituter) replace(g *windows, w *window, found *searched) {
	at, after := w.ops[0], found.after
	var names []string
	var applied []pipeline.Applied
	for _, p := range after.trail.rules() {
		names, applied = append(names, p.Name), append(applied, pipeline.Applied{Name: p.Name, Place: p.Pos.String()})
	}
	s.run.Remember(at)
	s.told = append(s.told, func() {
		s.run.Count("num-substituted", 1)
		s.run.Passed(at, "Substitute", "replaced %d ops by %d, %.3g s by %.3g s as predicted, with %s",
			found.before.size(), after.size(), found.before.cost, after.cost, strings.Join(names, ", "))
		s.run.Gained(found.before.cost-after.cost, applied)
	})
	g.splice(w, after, s.run.Builder)
}
