package substitute

import (
	"slices"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// patternIndex is patterns by their roots, in the order they are tried.
type patternIndex map[*ir.OpDef][]*rewrite.Pattern

// substitutions are the patterns that options choose: they are made when the
// pass first runs, and serve all of its runs.
type substitutions struct {
	mu  sync.Mutex
	ctx *ir.Context
	// all are the patterns, and shipped those that come with tg, nil if there are no
	// others, or only others.
	all, shipped patternIndex
}

func (s *substitutions) get(c *ir.Context, opt *Options) (all, shipped patternIndex, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx == c {
		return s.all, s.shipped, nil
	}
	list, err := rules.ReadFiles(c, slices.Concat(opt.given, rules.NamedFiles(opt.Rules)), nil, opt.maxInput)
	if err != nil {
		return nil, nil, err
	}
	own := len(list)
	if opt.Shipped {
		list = append(list, rules.Substitutions()...)
	}
	s.ctx, s.all, s.shipped = c, indexOf(list, opt), nil
	if own > 0 && own < len(list) {
		s.shipped = indexOf(list[own:], opt)
	}
	return s.all, s.shipped, nil
}

// indexOf are the patterns of rules, each in the directions that it has.
func indexOf(list []*rule.Rule, opt *Options) patternIndex {
	index := patternIndex{}
	for _, r := range list {
		for ; r != nil; r = r.Reversed() {
			p := r.Pattern(rewrite.FPMode(opt.FP))
			index[p.Root] = append(index[p.Root], p)
		}
	}
	for _, patterns := range index {
		slices.SortStableFunc(patterns, func(a, b *rewrite.Pattern) int { return b.Benefit - a.Benefit })
	}
	return index
}
