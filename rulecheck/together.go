package rulecheck

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Instance is the left side of a rule made concrete.
type Instance struct {
	// Module holds the function @main.
	Module *ir.Op
	// Elem is the element type that most of it has.
	Elem *ir.Type
	c    *checker
}

// Instances makes n instances of a rule that it matches, in the same order each
// time; fewer if they are hard to come by. Each has a context of its own rule.
func Instances(rule *rule.Rule, n int, seed uint64) iter.Seq[*Instance] {
	return func(yield func(*Instance) bool) {
		c := newChecker(rule, seed)
		for attempt, made := 0, 0; made < n && attempt < effort*max(n, DefaultInstances); attempt++ {
			in := c.attempt(attempt)
			if in == nil || !in.apply(c) {
				continue
			}
			made++
			b := ir.NewBuilder(c.ctx)
			module, body := newModule(b)
			function(b, body, "main", in.before)
			if !yield(&Instance{module, in.elem, c}) {
				return
			}
		}
	}
}

// Run runs @main on values of a regime, or on given inputs, and returns these
// and the results.
func (in *Instance) Run(r opgen.Regime, inputs []*tensor.Tensor) (used, outputs []*tensor.Tensor, err error) {
	p, err := interp.NewModule(in.Module).Program("main")
	if err != nil {
		return nil, nil, err
	}
	if inputs == nil {
		g := &opgen.Generator{Rand: in.c.rng, Ctx: in.c.ctx}
		for _, t := range p.Inputs {
			inputs = append(inputs, g.Tensor(t, r))
		}
	}
	result, err := p.Run(inputs, interp.Options{})
	if err != nil {
		return nil, nil, err
	}
	return inputs, result.Outputs, nil
}

// Cycle is a program on which rules go on for ever.
type Cycle struct {
	// Rules are those that are applied again and again, in the order of the list
	// that was checked.
	Rules []*rule.Rule
	// Shipped are the rules and patterns of tg that take part besides.
	Shipped []*rewrite.Pattern
	// Module is the program.
	Module string
	// Problem is that looking for a cycle of one rule crashed, and how; there is no
	// program then.
	Problem string
}

// Bounds of a run that should have come to an end.
const (
	sweeps           = 12 // all that rules need on their own left sides, and more
	settled          = 6  // rules that are still applied after as many are part of a cycle
	rewritesPerSweep = 100
	cycleInstances   = 12 // of each rule
)

// Cycles applies the rules together, as canonicalize does, to instances of each
// that matches any (nil: all may), and finds those that undo one another. Rules that are not
// applied under fp=fast only are looked at in the other modes, too.
func Cycles(rules []*rule.Rule, matches func(*rule.Rule) bool, seed uint64) []Cycle {
	return CyclesWith(nil, rules, matches, seed)
}

// CyclesWith is Cycles for rules that are applied along with what comes with tg:
// those of a library, but for any that has the name of one of the rules, and the
// patterns in Go. Cycles in which none of the rules takes part are left out.
func CyclesWith(shipped *rule.Library, rules []*rule.Rule, matches func(*rule.Rule) bool, seed uint64) []Cycle {
	var cycles []Cycle
	known := map[string]bool{}
	for _, mode := range []rewrite.FPMode{rewrite.FPFast, rewrite.FPStrict} {
		all := newCompany(shipped, rules, mode)
		for _, r := range rules {
			if matches != nil && !matches(r) {
				continue // all that was tried in vain would be tried again
			}
			for _, c := range all.cyclesFrom(r, seed) {
				if key := c.key(); !known[key] {
					known[key] = true
					cycles = append(cycles, c)
				}
			}
		}
	}
	return cycles
}

// company are rules with what they are applied along with.
type company struct {
	rules   []*rule.Rule
	shipped map[string]*rewrite.Pattern // those whose roots were met; nil for none
	set     *rewrite.Set
}

func newCompany(shipped *rule.Library, rules []*rule.Rule, mode rewrite.FPMode) *company {
	all := &company{rules: rules}
	var patterns []*rewrite.Pattern
	names := map[string]bool{}
	for _, r := range rules {
		patterns = append(patterns, r.Pattern(mode))
		names[r.Name] = true
	}
	if shipped == nil {
		all.set = rewrite.NewSet(patterns)
		return all
	}
	all.shipped = map[string]*rewrite.Pattern{}
	all.set = rewrite.NewLazySet(patterns, func(root *ir.OpDef) []*rewrite.Pattern {
		list := shipped.Patterns(root, mode, func(h rule.Header) bool { return !names[h.Name] })
		written, _ := rewrite.Patterns.Get(root)
		list = append(list, written...)
		for _, p := range list {
			all.shipped[p.Name] = p
		}
		return list
	})
	return all
}

// cycle is what goes on among those of these names.
func (all *company) cycle(names []string) (c Cycle) {
	for _, r := range all.rules {
		if slices.Contains(names, r.Name) {
			c.Rules = append(c.Rules, r)
		}
	}
	for _, name := range names {
		if p := all.shipped[name]; p != nil {
			c.Shipped = append(c.Shipped, p)
		}
	}
	return c
}

// key is the same for cycles of which one is enough.
func (c *Cycle) key() string {
	names := []string{c.Problem}
	for _, r := range c.Rules {
		names = append(names, r.Name)
	}
	for _, p := range c.Shipped {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// cyclesFrom applies all rules to instances of r. A panic on the way is
// what is wrong with r.
func (all *company) cyclesFrom(r *rule.Rule, seed uint64) (cycles []Cycle) {
	defer func() {
		if p := recover(); p != nil {
			cycles = append(cycles, Cycle{Rules: []*rule.Rule{r}, Problem: fmt.Sprintf("its check together with others crashed: %v", p)})
		}
	}()
	if untestable(r) != "" {
		return nil // that is said elsewhere
	}
	for in := range Instances(r, cycleInstances, seed) {
		text := printer.OpString(in.Module, printer.Options{})
		names := repeated(in, all.set)
		if names == nil {
			continue
		}
		c := all.cycle(names)
		if all.shipped != nil && len(c.Rules) == 0 {
			continue
		}
		c.Module = fmt.Sprintf("// without end: %s\n%s\n", strings.Join(names, ", "), strings.TrimSuffix(text, "\n"))
		cycles = append(cycles, c)
	}
	return cycles
}

// repeated runs the greedy driver and returns the names of the rules that are
// still applied when it should have ended, sorted; nil if it ended.
func repeated(in *Instance, set *rewrite.Set) []string {
	iteration := 0
	var names []string
	converged, _ := rewrite.Greedy(in.Module, ir.NewBuilder(in.c.ctx), set, rewrite.Config{
		TopDown: true, MaxIterations: sweeps, MaxRewrites: rewritesPerSweep,
		Sweep: func(n int, _ *ir.Region) func() { iteration = n; return func() {} },
		Applied: func(name string, _ *ir.Op) {
			if iteration > settled && !slices.Contains(names, name) && !strings.HasPrefix(name, "(") {
				names = append(names, name)
			}
		},
	})
	if converged {
		return nil
	}
	slices.Sort(names)
	return names
}
