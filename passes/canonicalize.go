package passes

import (
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rules"
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
	FP              string   `opt:"fp" doc:"Floating-point rewrites allowed: strict keeps every bit, finite assumes no NaN, infinity or -0, fast allows other rounding" one-of:"strict,finite,fast"`
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
	set, err := canonicalPatterns(r.Ctx, opt)
	if err != nil {
		return err
	}
	var folded, dead, rewritten int64
	converged, changed := rewrite.Greedy(r.Op, r.Builder, set, rewrite.Config{
		TopDown: opt.TopDown, MaxIterations: opt.MaxIterations, MaxRewrites: opt.MaxRewrites,
		Simplify: simplifications[opt.RegionSimplify],
		Applied: func(name string, _ *ir.Op) {
			switch name {
			case rewrite.AppliedFold:
				folded++
			case rewrite.AppliedDead:
				dead++
			case rewrite.AppliedOrder:
			default:
				rewritten++
			}
		},
	})
	r.Count("num-folded", folded)
	r.Count("num-dead", dead)
	r.Count("num-rewritten", rewritten)
	if !changed {
		r.MarkUnchanged()
	}
	if opt.TestConvergence && !converged {
		return ir.Errorf(r.Op.Loc(), "'%s' op canonicalization did not converge within max-iterations=%d and max-num-rewrites=%d",
			r.Op.Name(), opt.MaxIterations, opt.MaxRewrites)
	}
	return nil
}

// canonicalPatterns collects the rules and the patterns of registered ops that
// the options leave.
func canonicalPatterns(c *ir.Context, opt *CanonicalizeOptions) (*rewrite.Set, error) {
	var all []*rewrite.Pattern
	for _, rule := range rules.All() {
		all = append(all, rule.Pattern(rewrite.FPMode(opt.FP)))
	}
	for _, d := range c.Dialects() {
		for _, o := range d.Ops() {
			if list, ok := rewrite.Patterns.Get(o); ok {
				all = append(all, list...)
			}
		}
	}
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	for _, n := range append(slices.Clone(opt.Enable), opt.Disable...) {
		if !slices.Contains(names, n) {
			return nil, ir.Errorf(0, "canonicalize: there is no pattern or rule '%s'%s", n, spelling.DidYouMean(n, names))
		}
	}
	return rewrite.NewSet(slices.DeleteFunc(all, func(p *rewrite.Pattern) bool {
		return slices.Contains(opt.Disable, p.Name) || len(opt.Enable) > 0 && !slices.Contains(opt.Enable, p.Name)
	})), nil
}
