package derive

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Limits end the search for a chain. All of it is counted, so that it does not depend on time.
type Limits struct {
	// Steps are at most so many from each end of a chain, and Programs are looked at on the way.
	Steps, Programs int
	// Growth is how many ops programs on the way have at most more than the larger side.
	Growth int
	// Work is looks at ops.
	Work int64
}

// DefaultLimits are enough for rules of a few ops.
var DefaultLimits = Limits{Steps: 4, Programs: 1500, Growth: 2, Work: 500_000}

// Chain leads from what the left side of a rule is on an instance to what the right side is.
type Chain struct {
	// Programs are functions' blocks with the same arguments.
	Programs []*ir.Block
	// Steps lead from each of the programs to the next.
	Steps []Step
}

// Step is one application of a rule.
type Step struct {
	Rule string
	// Reversed says that a rule which may be read both ways is read from right to left.
	Reversed bool
	// Backward says that the rule makes the program before of the one after it, which is as
	// good for an equality: so a rule of one direction is used in the other one. Its conditions
	// hold for the one after it.
	Backward bool
	// Place is the number of the op, among those of the program that the rule is applied to,
	// from 0, of which the first pattern of the rule is about.
	Place int
}

// move is a rule in a direction.
type move struct {
	*rule.Rule
	step Step // what it is of that, apart from the place
	// checks is the rule itself where that may not be read from right to left, but is used so: it
	// must make of the new program the old one.
	checks *rule.Rule
}

// movesOf are the directions of a rule.
func movesOf(r *rule.Rule) []move {
	list := []move{{Rule: r, step: Step{Rule: r.Name}}}
	if b := r.Reversed(); b != nil {
		return append(list, move{Rule: b, step: Step{Rule: r.Name, Reversed: true}})
	}
	if b := r.Backward(); b != nil {
		list = append(list, move{Rule: b, step: Step{Rule: r.Name, Backward: true}, checks: r})
	}
	return list
}

// program is one of a space that the search has come to.
type program struct {
	outs []*ir.Value
	from *program
	step Step
}

// side is what the search has come to from one end.
type side struct {
	known map[string]*program
	last  []*program
	far   int // steps
}

// search looks for a chain from both ends, each time one step further from the one that has come to
// fewer programs.
type search struct {
	*space
	moves    map[*ir.OpDef][]move
	searcher *rule.Searcher
	limits   Limits
	ops      int // at most
}

// connect looks for a short chain between two blocks; it is nil if none is found.
func connect(left, right *ir.Block, moves []move, mode rewrite.FPMode, l Limits) *Chain {
	s := &search{space: newSpace(left), moves: map[*ir.OpDef][]move{}, limits: l}
	from, ok := s.enter(left)
	to, okToo := s.enter(right)
	if !ok || !okToo {
		return nil
	}
	s.ops = max(s.count(from), s.count(to)) + l.Growth
	s.searcher = rule.NewSearcher(s.space, mode)
	start, end := &program{outs: from}, &program{outs: to}
	a := &side{known: map[string]*program{s.key(from): start}, last: []*program{start}}
	b := &side{known: map[string]*program{s.key(to): end}, last: []*program{end}}
	if s.key(from) == s.key(to) {
		return s.chain(start, end)
	}
	for {
		near, far := a, b
		if !a.open(l) || b.open(l) && len(b.last) < len(a.last) {
			near, far = b, a
		}
		if !near.open(l) {
			return nil
		}
		p, more := s.grow(near, far, moves)
		switch {
		case p == nil && !more:
			return nil
		case p != nil && near == a:
			return s.chain(p, b.known[s.key(p.outs)])
		case p != nil:
			return s.chain(a.known[s.key(p.outs)], p)
		}
	}
}

// open reports whether the search may go on from a side.
func (x *side) open(l Limits) bool { return len(x.last) > 0 && x.far < l.Steps }

// grow goes one step further and returns the program that the other side has come to, too. There is
// no more if a limit is reached.
func (s *search) grow(near, far *side, moves []move) (met *program, more bool) {
	last := near.last
	near.last = nil
	near.far++
	for _, p := range last {
		for _, q := range s.next(p, moves) {
			k := s.key(q.outs)
			if near.known[k] != nil {
				continue
			}
			near.known[k] = q
			near.last = append(near.last, q)
			if far.known[k] != nil {
				return q, true
			}
			if len(near.known)+len(far.known) >= s.limits.Programs {
				return nil, false
			}
		}
		if s.limits.Work <= 0 {
			return nil, false
		}
	}
	return nil, true
}

// next are the programs that one application of a rule makes of one.
func (s *search) next(p *program, moves []move) (list []*program) {
	ops := opsOf(p.outs)
	for place, o := range ops {
		for _, x := range s.movesAt(o.Def(), moves) {
			var found []*rule.Instance
			s.limits.Work, _ = s.searcher.Search(x.Rule, o, s.limits.Work-1, func(i *rule.Instance) bool {
				found = append(found, i)
				return true
			})
			for _, i := range found {
				outs, made := s.applied(i, p.outs, ops)
				if outs == nil || s.count(outs) > s.ops {
					continue
				}
				step := x.step
				step.Place = place
				if x.checks != nil {
					if step.Place = s.placeBack(x.checks, outs, made, p); step.Place < 0 {
						continue
					}
				}
				list = append(list, &program{outs, p, step})
			}
		}
	}
	return list
}

func (s *search) movesAt(def *ir.OpDef, moves []move) []move {
	list, known := s.moves[def]
	if !known {
		for _, x := range moves {
			if x.StartsFrom(def) {
				list = append(list, x)
			}
		}
		s.moves[def] = list
	}
	return list
}

// applied is a program with a rule applied, and what that has made for the first root; nil if some
// of what that replaces is not of the program, or would have another type.
func (s *search) applied(i *rule.Instance, outs []*ir.Value, ops []*ir.Op) (list []*ir.Value, first *ir.Value) {
	for _, v := range i.Roots {
		if !slices.Contains(ops, v.Def()) {
			return nil, nil
		}
	}
	by := map[*ir.Value]*ir.Value{}
	made := i.Make(s)
	for k, v := range made {
		if v.Type() != i.Roots[k].Type() {
			return nil, nil
		}
		by[i.Roots[k]] = v
	}
	return s.replaced(outs, by), made[0]
}

// placeBack is the place of a value in a program at which a rule makes another program of it; -1 if
// it does not.
func (s *search) placeBack(r *rule.Rule, outs []*ir.Value, v *ir.Value, want *program) int {
	ops := opsOf(outs)
	place := slices.Index(ops, v.Def())
	if place < 0 || !r.StartsFrom(v.Def().Def()) {
		return -1
	}
	var found []*rule.Instance
	s.limits.Work, _ = s.searcher.Search(r, v.Def(), s.limits.Work-1, func(i *rule.Instance) bool {
		found = append(found, i)
		return true
	})
	for _, i := range found {
		if back, _ := s.applied(i, outs, ops); back != nil && slices.Equal(back, want.outs) {
			return place
		}
	}
	return -1
}

// chain leads over a program that both sides have come to.
func (s *search) chain(left, right *program) *Chain {
	c := &Chain{}
	for p := left; p != nil; p = p.from {
		c.Programs = append(c.Programs, s.blockOf(p.outs))
		if p.from != nil {
			c.Steps = append(c.Steps, p.step)
		}
	}
	slices.Reverse(c.Programs)
	slices.Reverse(c.Steps)
	for p := right; p.from != nil; p = p.from {
		step := p.step
		step.Backward = !step.Backward
		c.Steps = append(c.Steps, step)
		c.Programs = append(c.Programs, s.blockOf(p.from.outs))
	}
	return c
}
