// Package shared lets computes share what they have in common: expressions that are the same at
// other indices, found by package te/expr, become computes of their own, which all read.
package shared

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expr"
)

// Options say what is shared.
type Options struct {
	// Fast allows sums and products of floats in any order.
	Fast bool
	// MinSaving is how much arithmetic an element must take, in additions of f32, for an expression
	// to become a compute. What a compute makes already is read whatever it takes.
	MinSaving float64
	// Passed and Missed, if not nil, hear of what was done, and left.
	Passed, Missed func(o *ir.Op, text string)
}

// Stats counts what was done.
type Stats struct {
	Merged int // ops of a body that equal another one of it, and results that equal another one
	Shared int // computes made
	Reads  int // expressions that became reads
	Saved  float64
}

// maxRounds is how often a block is looked at; each round shares the largest expressions, and the
// next one what these have in common with others.
const maxRounds = 16

// Share shares expressions among the computes of each block in root.
func Share(b *ir.Builder, root *ir.Op, opt Options) Stats {
	s := &sharing{builder: b, opt: opt}
	var blocks []*ir.Block
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if _, ok := te.AsCompute(o); !ok {
			return ir.Advance
		}
		if n := len(blocks); n == 0 || blocks[n-1] != o.Block() {
			blocks = append(blocks, o.Block())
		}
		return ir.Skip
	})
	seen := map[*ir.Block]bool{}
	for _, block := range blocks {
		if seen[block] {
			continue
		}
		seen[block] = true
		for round := 0; s.round(block); round++ {
			if round+1 == maxRounds {
				s.missed(block.Last(), "more is left that its computes share: run the pass again")
				break
			}
		}
	}
	return s.stats
}

type sharing struct {
	builder *ir.Builder
	opt     Options
	stats   Stats
	look
}

// look is what is known of the computes of a block, in one round.
type look struct {
	table    *expr.Table
	bodies   []*expr.Body
	all      []*occurrence
	wholes   expr.Candidates[*occurrence] // results of computes
	clusters expr.Candidates[*cluster]
	ordered  []*cluster
	gone     map[*ir.Op]bool // of bodies
	changed  bool
}

// occurrence is an expression in a compute.
type occurrence struct {
	body  *expr.Body
	value *ir.Value
	tree  *expr.Tree // what it is, over how many computes however
	plain *expr.Tree // as its compute has it
	key   expr.Key   // of tree
	work  float64    // of plain
	place int        // of its compute
	// whole is the result of the compute that it is; nil if it is a part of one.
	whole *ir.Value
}

// cluster are occurrences that are the first one of them, at the points that at says.
type cluster struct {
	members []*occurrence
	at      []expr.Substitution
}

// round shares what is largest in a block, and reports whether there was anything to do.
func (s *sharing) round(block *ir.Block) bool {
	s.collect(block)
	slices.SortStableFunc(s.all, func(a, b *occurrence) int { return cmp.Compare(b.work, a.work) })
	for _, o := range s.all {
		if s.alive(o) && !s.existing(o) {
			s.join(o)
		}
	}
	for _, c := range s.ordered {
		s.materialise(c)
	}
	return s.changed
}

func (s *sharing) alive(o *occurrence) bool {
	return !s.gone[o.value.Def()] && !s.gone[o.body.Compute.Op]
}

func (s *sharing) passed(o *ir.Op, format string, args ...any) {
	if s.opt.Passed != nil {
		s.opt.Passed(o, fmt.Sprintf(format, args...))
	}
}

func (s *sharing) missed(o *ir.Op, format string, args ...any) {
	if s.opt.Missed != nil {
		s.opt.Missed(o, fmt.Sprintf(format, args...))
	}
}
