package passes

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
)

// CanonicalizeOptions are the options of the pass `canonicalize`; those that
// mlir-opt has too mean the same.
type CanonicalizeOptions struct {
	MaxIterations   int      `opt:"max-iterations" doc:"Sweep over the IR at most this many times; -1 for no bound"`
	MaxRewrites     int      `opt:"max-num-rewrites" doc:"Apply at most this many rules and patterns per sweep; -1 for no bound"`
	RegionSimplify  string   `opt:"region-simplify" doc:"Simplify control flow as well: normal removes what is unreachable or unused and merges chains of blocks, aggressive also merges equal blocks and removes arguments given one value from everywhere" one-of:"disabled,normal,aggressive"`
	TestConvergence bool     `opt:"test-convergence" doc:"Fail when a bound ends the work before nothing changes any more"`
	TopDown         bool     `opt:"top-down" doc:"Visit ops from the first to the last"`
	Disable         []string `opt:"disable-patterns" doc:"Names of rules and patterns to leave out"`
	Enable          []string `opt:"enable-patterns" doc:"Names of the only rules and patterns to use"`
	Rules           []string `opt:"rules" doc:"Files of further rules to use" extra:"true"`
	RuleSets        []string `opt:"rule-sets" doc:"Names of the only sets of rules to use; patterns that are no rules are in none and stay" extra:"true"`
	FP              string   `opt:"fp" doc:"Floating-point rewrites allowed: strict keeps every bit, finite assumes no NaN, infinity or -0, fast allows other rounding" one-of:"strict,finite,fast" extra:"true"`

	maxInput int64               // of a file of rules
	given    []pipeline.RuleFile // by the tool
	sets     patternSets
}

// Canonicalize brings ops into their simplest form.
var Canonicalize = &pipeline.Pass{
	Name:  "canonicalize",
	Title: "Canonicalizer",
	Doc: "Canonicalize operations. Folders, rewrite rules and patterns are applied to a worklist of ops until nothing " +
		"changes; constants are uniqued, ops without uses and effects vanish, blocks merge. Under the default fp=strict no " +
		"bit of any result changes.",
	Options: func() any {
		return &CanonicalizeOptions{MaxIterations: 10, MaxRewrites: -1, RegionSimplify: "normal", TopDown: true, FP: "strict"}
	},
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*CanonicalizeOptions)
		opt.maxInput, opt.given = b.Registry.MaxInput, b.Registry.Rules
		return nil
	},
	Prepare: func(c *ir.Context, options any) error {
		_, err := options.(*CanonicalizeOptions).patterns(c)
		return err
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-folded", Doc: "Number of operations folded"},
		{Name: "num-dead", Doc: "Number of dead operations removed"},
		{Name: "num-rewritten", Doc: "Number of rules and patterns applied"},
	},
	Run: runCanonicalize,
}

var simplifications = map[string]rewrite.Simplification{
	"disabled":   rewrite.NoSimplification,
	"normal":     rewrite.NormalSimplification,
	"aggressive": rewrite.AggressiveSimplification,
}

func runCanonicalize(r *pipeline.Run) error {
	opt := r.Options.(*CanonicalizeOptions)
	set, err := opt.patterns(r.Ctx)
	if err != nil {
		return err
	}
	var stats rewrite.Stats
	cfg := rewrite.Config{
		TopDown: opt.TopDown, MaxIterations: opt.MaxIterations, MaxRewrites: opt.MaxRewrites,
		Simplify: simplifications[opt.RegionSimplify], Stats: &stats, Workers: r.Workers(), FP: rewrite.FPMode(opt.FP),
	}
	tell(r, &cfg)
	converged, changed := rewrite.Greedy(r.Op, r.Builder, set, cfg)
	r.Count("num-folded", stats.Folded)
	r.Count("num-dead", stats.Dead)
	r.Count("num-rewritten", stats.Rewritten)
	if !changed {
		r.MarkUnchanged()
	}
	if stats.Cycle != nil {
		if err := reportCycle(r, stats.Cycle); err != nil {
			return err
		}
	}
	if !converged {
		r.Missed(r.Op, "Canonicalizer", "max-iterations=%d ended the work before nothing changed any more", opt.MaxIterations)
	}
	if stats.Cut > 0 {
		r.Missed(r.Op, "Canonicalizer", "max-num-rewrites=%d ended %d of the sweeps", opt.MaxRewrites, stats.Cut)
	}
	if opt.TestConvergence && !converged {
		return ir.Errorf(r.Op.Loc(), "'%s' op canonicalization did not converge within max-iterations=%d and max-num-rewrites=%d",
			r.Op.Name(), opt.MaxIterations, opt.MaxRewrites)
	}
	return nil
}

// wayOut says how to leave out what comes with tg of a cycle.
func wayOut(c *ir.Context, cycle []*rewrite.Pattern) string {
	var shipped []string
	for _, p := range cycle {
		own := slices.ContainsFunc(c.Sources(), func(s *ir.Source) bool { return s.Name == p.Pos.Filename })
		if !own && !slices.Contains(shipped, p.Name) {
			shipped = append(shipped, p.Name)
		}
	}
	if shipped == nil {
		return ""
	}
	return LeftOut(shipped)
}

// LeftOut says how these rules and patterns, which come with tg, are left out.
func LeftOut(names []string) string {
	return "; what comes with tg is left out by disable-patterns=" + strings.Join(names, ",")
}

// reportCycle says which patterns rewrote each other until the driver stopped
// them. The program is as right as before, so that only a user whose own rules
// are among them is refused.
func reportCycle(r *pipeline.Run, cycle []*rewrite.Pattern) error {
	for _, p := range cycle {
		for _, s := range r.Ctx.Sources() {
			if pos := p.Pos; pos.Filename == s.Name {
				return ir.Errorf(s.Loc(pos.Offset), "canonicalize: %s%s", rewrite.CycleText(cycle), wayOut(r.Ctx, cycle))
			}
		}
	}
	r.Warn(r.Op.Loc(), "canonicalize: %s", rewrite.CycleText(cycle))
	return nil
}

// tell makes the greedy driver say what it does to those who want to know.
func tell(r *pipeline.Run, cfg *rewrite.Config) {
	if r.Acting() {
		cfg.Sweep = func(iteration int, g *ir.Region) (end func()) {
			return r.RegionAction(g, "GreedyPatternRewriteIteration", fmt.Sprintf("GreedyPatternRewriteIteration(%d)", iteration))
		}
	}
	if r.Acting() || r.Remarking() {
		cfg.Try = func(p *rewrite.Pattern, o *ir.Op) (end func()) {
			r.Remember(o) // the pattern may erase it
			return r.Action(o, "apply-pattern", "`apply-pattern pattern: "+p.Name)
		}
	}
	if !r.Remarking() {
		return
	}
	cfg.Applied = func(name string, o *ir.Op) {
		switch name {
		case rewrite.AppliedFold:
			r.Passed(o, "Canonicalizer", "folded '%s'", o.Name())
		case rewrite.AppliedDead:
			r.Passed(o, "Canonicalizer", "removed '%s', which nothing uses", o.Name())
		case rewrite.AppliedOrder:
			r.Passed(o, "Canonicalizer", "moved the constants of '%s' to the right", o.Name())
		default:
			r.Passed(o, "Canonicalizer", "applied %s to '%s'", name, o.Name())
		}
	}
}

// patternSets are the sets that options chose, per context: they are made when
// a pass first runs, and serve all of its runs.
type patternSets struct {
	mu    sync.Mutex
	ofCtx map[*ir.Context]*rewrite.Set
}

func (opt *CanonicalizeOptions) patterns(c *ir.Context) (*rewrite.Set, error) {
	opt.sets.mu.Lock()
	defer opt.sets.mu.Unlock()
	if set := opt.sets.ofCtx[c]; set != nil {
		return set, nil
	}
	set, err := canonicalPatterns(c, opt)
	if err == nil {
		opt.sets.ofCtx = map[*ir.Context]*rewrite.Set{c: set}
	}
	return set, err
}
