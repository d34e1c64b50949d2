package substitute

import (
	"slices"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rules"
)

// patternIndex is patterns by their roots, in the order they are tried.
type patternIndex map[*ir.OpDef][]*rewrite.Pattern

// substitutions are the patterns that options choose: they are made when the
// pass first runs, and serve all of its runs.
type substitutions struct {
	mu    sync.Mutex
	ctx   *ir.Context
	index patternIndex
}

func (s *substitutions) get(c *ir.Context, opt *Options) (patternIndex, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx == c {
		return s.index, nil
	}
	list, err := rules.ReadFiles(c, slices.Concat(opt.given, rules.NamedFiles(opt.Rules)), nil, opt.maxInput)
	if err != nil {
		return nil, err
	}
	if opt.Shipped {
		list = append(list, rules.Substitutions()...)
	}
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
	s.ctx, s.index = c, index
	return index, nil
}
