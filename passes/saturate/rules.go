package saturate

import (
	"slices"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// ruleBook are the rules that options choose: they are read when the pass first runs, and serve
// all of its runs.
type ruleBook struct {
	mu    sync.Mutex
	ctx   *ir.Context
	rules []*rule.Rule
	own   int         // how many of them, the first, are of the user's files
	asked *ir.Context // for which ends is known
	ends  bool        // the user's files are such as a greedy driver takes
}

// end reports whether the user's files are rules for a greedy driver, too.
func (b *ruleBook) end(c *ir.Context, opt *Options) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked != c {
		_, err := rules.ReadFiles(c, rules.NamedFiles(opt.Rules), rules.Shipped(), opt.maxInput)
		b.asked, b.ends = c, err == nil
	}
	return b.ends
}

// get reads the rules: those of the user, which are own in number, and shipped ones, each in the
// directions that it has.
func (b *ruleBook) get(c *ir.Context, opt *Options) (list []*rule.Rule, own int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx == c {
		return b.rules, b.own, nil
	}
	list, err = rules.ReadEndless(c, slices.Concat(opt.given, rules.NamedFiles(opt.Rules)), opt.maxInput)
	if err != nil {
		return nil, 0, err
	}
	given := len(list)
	if opt.Shipped {
		list = slices.Concat(list, rules.Every())
	}
	b.rules, b.own = nil, 0
	for i, r := range list {
		if len(opt.Sets) > 0 && !slices.Contains(opt.Sets, r.Set) {
			continue
		}
		for ; r != nil; r = r.Reversed() {
			b.rules = append(b.rules, r)
		}
		if i < given {
			b.own = len(b.rules)
		}
	}
	b.rules = append(b.rules, precisionRules(opt.Precision)...)
	b.ctx = c
	return b.rules, b.own, nil
}

// mixed reports whether there are rules of the user's and shipped ones.
func (s *saturater) mixed() bool { return s.opt.Shipped && s.own > 0 && s.own < len(s.rules) }

// shippedOnly calls a function while there are no rules but the shipped ones. What that takes is
// not for others to spare: with rules of the user's, what is found must not be dearer than without
// them, which it may be by itself. They take room in e-graphs, which have limits, and what is the
// cheapest here need not be what other passes make most of.
func (s *saturater) shippedOnly(f func() error) error {
	rules, own, work := s.rules, s.own, s.work
	s.rules, s.own, s.work = s.rules[s.own:], 0, s.spare
	defer func() { s.rules, s.own, s.work, s.spare = rules, own, work, s.work }()
	return f()
}
