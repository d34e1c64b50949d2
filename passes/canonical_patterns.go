package passes

import (
	"slices"
	"sync"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// canonicalPatterns collects the rules and the patterns of registered ops that
// the options leave. Those of an op are looked up, and its shipped rules read,
// when it is first met.
func canonicalPatterns(c *ir.Context, opt *CanonicalizeOptions) (*rewrite.Set, error) {
	mode := rewrite.FPMode(opt.FP)
	shipped := rules.Shipped()
	own, err := rules.ReadFiles(c, slices.Concat(opt.given, rules.NamedFiles(opt.Rules)), shipped, opt.maxInput)
	if err != nil {
		return nil, err
	}
	own = rules.Greedy(own)
	var written []*dialectPatterns
	for _, d := range c.Dialects() {
		written = append(written, patternsOf(d))
	}
	if err := opt.checkNames(shipped, own, written); err != nil {
		return nil, err
	}
	enabled := func(name string) bool {
		return !slices.Contains(opt.Disable, name) && (len(opt.Enable) == 0 || slices.Contains(opt.Enable, name))
	}
	keep := func(h rule.Header) bool {
		return enabled(h.Name) && (len(opt.RuleSets) == 0 || slices.Contains(opt.RuleSets, h.Set))
	}
	var anywhere []*rewrite.Pattern
	for _, w := range written {
		anywhere = append(anywhere, w.ofRoot[nil]...)
	}
	disabled := func(p *rewrite.Pattern) bool { return !enabled(p.Name) }
	return rewrite.NewLazySet(slices.DeleteFunc(anywhere, disabled), func(root *ir.OpDef) []*rewrite.Pattern {
		list := shipped.Patterns(root, mode, keep)
		for _, r := range own {
			if r.StartsFrom(root) && keep(rule.Header{Name: r.Name, Set: r.Set}) {
				list = append(list, r.Pattern(mode))
			}
		}
		for _, w := range written {
			list = append(list, w.ofRoot[root]...)
		}
		return slices.DeleteFunc(list, disabled)
	}), nil
}

// dialectPatterns are the Go patterns of a dialect's ops by their root, which is
// nil for those that look at every op.
type dialectPatterns struct {
	ofRoot map[*ir.OpDef][]*rewrite.Pattern
	names  []string
}

// knownPatterns are the *dialectPatterns of dialects that are part of the
// program. They never change.
var knownPatterns sync.Map // from *ir.Dialect

func patternsOf(d *ir.Dialect) *dialectPatterns {
	if known, ok := knownPatterns.Load(d); ok {
		return known.(*dialectPatterns)
	}
	w := &dialectPatterns{ofRoot: map[*ir.OpDef][]*rewrite.Pattern{}}
	for _, o := range d.Ops() {
		list, _ := rewrite.Patterns.Get(o)
		for _, p := range list {
			w.ofRoot[p.Root] = append(w.ofRoot[p.Root], p)
			w.names = append(w.names, p.Name)
		}
	}
	if !d.FromFile { // whose dialects come and go
		knownPatterns.Store(d, w)
	}
	return w
}

// checkNames fails unless all patterns, rules and sets that the options name are
// there.
func (opt *CanonicalizeOptions) checkNames(shipped *rule.Library, own []*rule.Rule, written []*dialectPatterns) error {
	if len(opt.Enable)+len(opt.Disable)+len(opt.RuleSets) == 0 {
		return nil
	}
	headers := shipped.Headers()
	for _, r := range own {
		headers = append(headers, rule.Header{Name: r.Name, Set: r.Set})
	}
	var names, sets []string
	for _, h := range headers {
		names = append(names, h.Name)
		if len(sets) == 0 || sets[len(sets)-1] != h.Set { // those of a set are together
			sets = append(sets, h.Set)
		}
	}
	for _, w := range written {
		names = append(names, w.names...)
	}
	if err := checkNames("pattern or rule", append(slices.Clone(opt.Enable), opt.Disable...), names); err != nil {
		return err
	}
	return checkNames("set of rules", opt.RuleSets, sets)
}

// checkNames fails unless all names asked for are there.
func checkNames(what string, asked, there []string) error {
	for _, n := range asked {
		if !slices.Contains(there, n) {
			return ir.Errorf(0, "canonicalize: there is no %s '%s'%s", what, n, spelling.DidYouMean(n, there))
		}
	}
	return nil
}
