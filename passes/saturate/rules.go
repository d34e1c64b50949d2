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
