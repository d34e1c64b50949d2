package rewrite

import (
	"slices"
	"sync"

	"github.com/tg-opt/tg/ir"
)

// Set is a set of patterns, looked up by root. It may be used by several
// goroutines.
type Set struct {
	byRoot  map[*ir.OpDef][]*Pattern
	any     []*Pattern
	drivers sync.Pool
}

// NewSet sorts patterns by root and benefit.
func NewSet(patterns []*Pattern) *Set {
	s := &Set{byRoot: map[*ir.OpDef][]*Pattern{}}
	for _, p := range patterns {
		if p.Root == nil {
			s.any = append(s.any, p)
		} else {
			s.byRoot[p.Root] = append(s.byRoot[p.Root], p)
		}
	}
	byBenefit := func(a, b *Pattern) int { return b.Benefit - a.Benefit }
	slices.SortStableFunc(s.any, byBenefit)
	for root, list := range s.byRoot {
		list = append(list, s.any...)
		slices.SortStableFunc(list, byBenefit)
		s.byRoot[root] = list
	}
	return s
}

func (s *Set) of(d *ir.OpDef) []*Pattern {
	if list, ok := s.byRoot[d]; ok {
		return list
	}
	return s.any
}

// opInfo is what the driver wants to know of all ops of a name.
type opInfo struct {
	known bool
	// inert ops are never changed or removed, whatever happens around them.
	inert bool
	// removable ops go when they are unused, those with nested effects
	// (recursive) if there are none.
	removable, recursive bool
	folds                bool // by a folder, or by the order of operands
	patterns             []*Pattern
}

func (s *Set) info(d *ir.OpDef) opInfo {
	info := opInfo{known: true, patterns: s.of(d)}
	if d != nil {
		info.removable = d.Has(ir.Pure|ir.NoMemoryEffect|ir.RecursiveEffects) && !d.Has(ir.Terminator|ir.Symbol)
		info.recursive = !d.Has(ir.Pure | ir.NoMemoryEffect)
		info.folds = !d.Has(ir.ConstantLike) && (d.Fold != nil || d.Has(ir.Commutative))
	}
	info.inert = !info.removable && !info.folds && len(info.patterns) == 0
	return info
}

// isIsolated reports whether what is inside of o can be worked on without
// looking at anything outside of it, and the other way round.
func (s *Set) isIsolated(o *ir.Op) bool {
	return o.Has(ir.IsolatedFromAbove) && s.info(o.Def()).inert
}

// isolated lists r and the regions that can be worked on apart from it and
// from each other: those of isolated ops that are directly inside of it, or of
// such an op.
func (s *Set) isolated(r *ir.Region) []*ir.Region {
	list := []*ir.Region{r}
	for i := 0; i < len(list); i++ {
		if !mayHoldIsolated(list[i]) {
			continue
		}
		for o := list[i].First().First(); o != nil; o = o.Next() {
			if s.isIsolated(o) {
				list = append(list, o.Regions()...)
			}
		}
	}
	return list
}

func mayHoldIsolated(r *ir.Region) bool {
	return r.Parent().Has(ir.SymbolTable) && r.HasOneBlock()
}
