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
	more    func(*ir.OpDef) []*Pattern
	drivers sync.Pool

	mu    sync.Mutex
	infos map[*ir.OpDef]opInfo
	bits  map[*ir.OpDef]uint64
}

// NewSet sorts patterns by root and benefit.
func NewSet(patterns []*Pattern) *Set { return NewLazySet(patterns, nil) }

// NewLazySet is NewSet with further patterns: more is asked for those of an op
// when it is first met. They come before patterns of the list that have the same
// benefit.
func NewLazySet(patterns []*Pattern, more func(root *ir.OpDef) []*Pattern) *Set {
	s := &Set{byRoot: map[*ir.OpDef][]*Pattern{}, more: more, infos: map[*ir.OpDef]opInfo{}, bits: map[*ir.OpDef]uint64{}}
	for _, p := range patterns {
		if p.Root == nil {
			s.any = append(s.any, p)
		} else {
			s.byRoot[p.Root] = append(s.byRoot[p.Root], p)
		}
	}
	return s
}

// of lists the patterns of an op in the order they are tried.
func (s *Set) of(d *ir.OpDef) []*Pattern {
	var list []*Pattern
	if s.more != nil && d != nil {
		list = append(list, s.more(d)...)
	}
	list = append(append(list, s.byRoot[d]...), s.any...)
	slices.SortStableFunc(list, func(a, b *Pattern) int { return b.Benefit - a.Benefit })
	return list
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
	patterns             []candidate
	bits                 uint64 // that the op has as an operand
}

// candidate is a pattern with what it asks of the operands.
type candidate struct {
	*Pattern
	demand demand
}

func (s *Set) info(d *ir.OpDef) opInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	if info, ok := s.infos[d]; ok {
		return info
	}
	info := opInfo{known: true}
	for _, p := range s.of(d) {
		c := candidate{Pattern: p}
		if p.Matcher != nil {
			c.demand = s.demandOf(p.Matcher.Operands())
		}
		info.patterns = append(info.patterns, c)
	}
	if d != nil {
		info.removable = d.Has(ir.Pure|ir.NoMemoryEffect|ir.RecursiveEffects) && !d.Has(ir.Terminator|ir.Symbol)
		info.recursive = !d.Has(ir.Pure | ir.NoMemoryEffect)
		info.folds = !d.Has(ir.ConstantLike) && (d.Fold != nil || d.Has(ir.Commutative))
		info.bits = s.bitOf(d)
		if same, _ := SameElements.Get(d); same || d.Has(ir.ConstantLike) {
			info.bits |= constantBit
		}
	}
	info.inert = !info.removable && !info.folds && len(info.patterns) == 0
	s.infos[d] = info
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
