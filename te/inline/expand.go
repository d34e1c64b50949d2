package inline

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/body"
)

// expand puts bodies in the place of reads of u until none can be. It reports whether there were
// any.
func (s *sweeper) expand(u *unit) (any bool) {
	from := len(s.reasons)
	for {
		s.reasons = s.reasons[:from]
		if !s.round(u) {
			return any
		}
		any = true
	}
}

// round goes over the nodes of u once.
func (s *sweeper) round(u *unit) bool {
	live := u.g.Nodes()
	reads := map[*unit]map[string]bool{}
	candidates, ops, count := 0, 0, 0
	for _, n := range live {
		if n.Computes() {
			ops++
		} else if n.Kind == body.Read {
			count++
		}
		if p, _ := s.producer(n); p != nil {
			candidates++
			if reads[p] == nil {
				reads[p] = map[string]bool{}
			}
			reads[p][n.Place()] = true
		}
	}
	if candidates == 0 {
		return false
	}
	e := &expansion{s: s, u: u, to: u.g.Over(u.g.Space), done: make([]*body.Node, u.g.Len()), ops: ops, reads: count, rest: len(live)}
	inlined := 0
	for _, n := range live {
		e.rest--
		if n.Computes() {
			e.ops--
		} else if n.Kind == body.Read {
			e.reads--
		}
		if p, result := s.producer(n); p != nil {
			why := s.stays(u, p, result, len(reads[p]))
			if why == "" {
				why = e.inline(n, p, result)
			}
			if why == "" {
				inlined++
				s.used = append(s.used, p)
				continue
			}
			s.reasons = append(s.reasons, reason{p, why})
		}
		e.done[n.ID()], _ = e.to.Translate(n, e.done, &body.Translation{}) // all axes stay
	}
	if inlined == 0 {
		return false
	}
	for _, y := range u.g.Yields {
		e.to.Yields = append(e.to.Yields, e.done[y.ID()])
	}
	u.g = e.to
	u.g.Tidy()
	s.stats.Inlined += inlined
	return true
}

// expansion makes the graph of a compute in which bodies stand in the place of reads.
type expansion struct {
	s    *sweeper
	u    *unit
	to   *body.Graph
	done []*body.Node // by the number of a node of u
	// ops, reads and rest are how many nodes of u are still to come.
	ops, reads, rest int
}

// inline puts the body of a result of p in the place of a read, unless it says why not.
func (e *expansion) inline(n *body.Node, p *unit, result int) (why string) {
	mark, ops, reads := e.to.Len(), e.to.Ops(), e.to.Reads()
	new := e.element(n, p, result)
	if new == nil {
		e.to.Truncate(mark)
		return "an index is a value where it must be an expression"
	}
	if e.to.Ops() > ops || e.to.Reads() > reads+1 || e.to.Len() > maxNodes {
		if why = e.s.tooLarge(e.to.Ops()+e.ops, e.to.Reads()+e.reads, e.to.Len()+e.rest); why != "" {
			e.to.Truncate(mark)
			return why
		}
	}
	e.done[n.ID()] = new
	return ""
}

// element is the element that n reads, computed by the body of p; nil where it cannot be.
func (e *expansion) element(n *body.Node, p *unit, result int) *body.Node {
	t := &body.Translation{Cond: n.Cond}
	if n.Kind == body.Read {
		for _, v := range n.Values() {
			t.Values = append(t.Values, e.done[v.ID()])
		}
		axes := p.c.Axes()
		for d, at := range n.Map.Results {
			if len(t.Values) > 0 && at.Op != ir.AffineConst && body.HasSyms(at) {
				if at = e.clamped(t, at, p, result, d); at == nil {
					return nil
				}
			}
			t.Dims = append(t.Dims, affine.Add(at, affine.Const(axes[d].Lower)))
		}
	}
	done := make([]*body.Node, p.g.Len())
	var ok bool
	for _, m := range p.parts[result].cone {
		if done[m.ID()], ok = e.to.Translate(m, done, t); !ok {
			return nil
		}
	}
	new := done[p.g.Yields[result].ID()]
	if n.Cond == nil {
		return new
	}
	var otherwise *body.Node
	if v := n.Else(); v != nil {
		otherwise = e.done[v.ID()]
	}
	return e.guarded(n, p.g.Yields[result], t, new, otherwise)
}

// guarded is new where the guard of n holds, and else what n reads there; root is what new was
// before.
func (e *expansion) guarded(n, root *body.Node, t *body.Translation, new, otherwise *body.Node) *body.Node {
	if otherwise == nil && new.IsZero() {
		return new
	}
	if root.Kind == body.Read && new.Kind == body.Read && (root.Cond == nil || new.Else() == otherwise) {
		return e.to.WithElse(new, otherwise)
	}
	if otherwise == nil {
		otherwise = e.to.Zero(new.Type(), n.Loc)
	}
	holds := e.to.Guard(n.Cond, nil, n.Loc)
	return e.to.Op("tg.select", new.Type(), n.Loc, []*body.Node{holds, new, otherwise})
}

// clamped is the index of dimension d, a value, as it is when it is clamped to the dimension, over
// the values of t. It is nil where that cannot be said.
func (e *expansion) clamped(t *body.Translation, at *ir.AffineExpr, p *unit, result, d int) *ir.AffineExpr {
	axis := p.c.Axes()[d]
	if onlyAsIndex(p, result, d, axis) {
		return at
	}
	if at.Op != ir.AffineSym || axis.Size != nil || axis.Extent == 0 {
		return nil
	}
	v := t.Values[at.Value]
	limit := e.clamp(v, axis.Extent-1)
	if limit == nil {
		return nil
	}
	t.Values = append(t.Values, limit)
	return affine.Sym(len(t.Values) - 1)
}

// onlyAsIndex reports whether the axis of dimension d of a result is only used as the index of
// dimensions of the same extent, where it is clamped as it was.
func onlyAsIndex(p *unit, result, d int, axis te.Axis) bool {
	if axis.Lower != 0 || axis.Size != nil {
		return false
	}
	for _, m := range p.parts[result].cone {
		if m.Map != nil {
			for i, e := range m.Map.Results {
				if !affine.UsesDim(e, int64(d)) {
					continue
				}
				if k, is := affine.DimOf(e); m.Kind != body.Read || !is || k != int64(d) || m.Value.Type().Shape()[i] != axis.Extent {
					return false
				}
			}
		}
		if m.Cond != nil {
			for _, e := range m.Cond.Constraints {
				if affine.UsesDim(e, int64(d)) {
					return false
				}
			}
		}
	}
	return true
}

// clamp is a whole number, but at least 0 and at most high; nil where its type does not say so.
func (e *expansion) clamp(v *body.Node, high int64) *body.Node {
	t := v.Type()
	if !t.IsRankedTensor() || !t.Elem().IsInteger() || t.Elem().Width() > 64 {
		return nil
	}
	if w := t.Elem().Width(); t.Elem().Signedness() == ir.Unsigned && w < 64 {
		high = min(high, 1<<w-1)
	} else {
		high = min(high, 1<<(w-1)-1)
	}
	low, top := e.to.Whole(t, 0, v.Loc), e.to.Whole(t, high, v.Loc)
	if low == nil {
		return nil
	}
	return e.to.Op("tg.clamp", t, v.Loc, []*body.Node{low, v, top})
}
