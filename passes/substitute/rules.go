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

// way is the patterns to search with, one index after the other.
type way []patternIndex

// substitutions are the patterns that options choose: they are made when the
// pass first runs, and serve all of its runs.
type substitutions struct {
	mu   sync.Mutex
	ctx  *ir.Context
	ways []way
}

// get is the ways to search. With rules of the user besides those that come with tg there are
// several: a replacement shuts out others, and a search that has more rules to try comes less far
// with each, so that neither with all from the start, nor with some of them first, a program
// always becomes the cheapest. The first way is that with the shipped rules first, so that those
// of the user change nothing that they do not make cheaper.
func (s *substitutions) get(c *ir.Context, opt *Options) ([]way, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx == c {
		return s.ways, nil
	}
	own, err := rules.ReadFiles(c, slices.Concat(opt.given, rules.NamedFiles(opt.Rules)), nil, opt.maxInput)
	if err != nil {
		return nil, err
	}
	var shipped []*rule.Rule
	if opt.Shipped {
		shipped = rules.Substitutions()
	}
	all := indexOf(slices.Concat(own, shipped), opt)
	s.ctx, s.ways = c, []way{{all}}
	if len(own) > 0 && len(shipped) > 0 {
		s.ways = []way{{indexOf(shipped, opt), all}, {all}, {indexOf(own, opt), all}}
	}
	return s.ways, nil
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
