package inline

import (
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/body"
)

// unit is a compute and what is known of it.
type unit struct {
	c      te.Compute
	g      *body.Graph
	domain domain
	// parts are what the results of an injective compute are made of.
	parts []part
	// needed is who else than the bodies of computes uses a result; nil for nobody.
	needed *ir.Op
	// readers are the computes that read results, up to the second one.
	readers [2]*ir.Op
	erased  bool
}

// part is what one result is made of.
type part struct {
	cone   []*body.Node
	ops    int
	costly bool
}

type sweeper struct {
	b       *ir.Builder
	opt     Options
	list    []*unit // in the order of the text
	units   map[*ir.Op]*unit
	used    []*unit // those of which something was inlined since they were last looked at
	reasons []reason
	stats   Stats
}

// reason is why a compute is read as before.
type reason struct {
	of  *unit
	why string
}

// collect finds the computes.
func (s *sweeper) collect(root *ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok && o != root {
			u := &unit{c: c, domain: domainOf(c)}
			s.list = append(s.list, u)
			s.units[o] = u
			return ir.Skip
		}
		return ir.Advance
	})
}

// prepare merges what is there twice, so that reads are counted right.
func (s *sweeper) prepare() {
	for _, u := range s.list {
		u.g = body.Of(u.c)
		ops := bodyLen(u.c)
		if u.g.Write(s.b, u.c) {
			s.stats.Changed = true
			s.stats.Merged += max(0, ops-bodyLen(u.c))
		}
		u.describe()
	}
	s.erase()
}

// describe finds out what results are made of.
func (u *unit) describe() {
	if u.c.IsInjective() {
		u.parts = partsOf(u.g)
	}
}

// sweep goes over all computes once.
func (s *sweeper) sweep() {
	s.reasons = nil
	for _, u := range s.list {
		s.uses(u)
	}
	for _, u := range s.list {
		if !u.erased && s.expand(u) {
			s.stats.Changed = u.g.Write(s.b, u.c) || s.stats.Changed
			s.settle(u)
			u.describe()
			for _, p := range s.used {
				s.eraseUnused(p)
			}
			s.used = s.used[:0]
		}
	}
	s.erase()
}

// settle writes a compute until nothing changes any more: what is read where a guard holds may have
// a simpler index once the guard stands around it.
func (s *sweeper) settle(u *unit) {
	const most = 3
	for range most {
		if u.g = body.Of(u.c); !u.g.Write(s.b, u.c) {
			return
		}
	}
}

// bodyLen is the number of ops of a body, constants not counted, which it captures or has.
func bodyLen(c te.Compute) (n int) {
	for o := c.Body().First(); o != nil; o = o.Next() {
		if !o.Has(ir.ConstantLike) {
			n++
		}
	}
	return n
}

// uses finds out who uses the results of a compute.
func (s *sweeper) uses(u *unit) {
	u.needed, u.readers = nil, [2]*ir.Op{}
	for _, v := range u.c.Results() {
		for use := v.FirstUse(); use != nil; use = use.Next() {
			o := use.Owner()
			in, ok := te.EnclosingCompute(o)
			if !ok || o.Block() != in.Body() {
				u.needed = o
				continue
			}
			switch {
			case u.readers[0] == nil || u.readers[0] == in.Op:
				u.readers[0] = in.Op
			case u.readers[1] == nil:
				u.readers[1] = in.Op
			}
		}
	}
}

// partsOf are what the results of a compute are made of.
func partsOf(g *body.Graph) []part {
	list := make([]part, len(g.Yields))
	for i, y := range g.Yields {
		p := &list[i]
		p.cone = g.Cone(y)
		for _, n := range p.cone {
			if n.Computes() {
				p.ops++
				p.costly = p.costly || isCostly(g, n)
			}
		}
		p.costly = p.costly || p.ops > maxCheap
	}
	return list
}

// maxCheap is how many simple ops are cheap together.
const maxCheap = 16

// isCostly reports whether an op is more than an operation of a processor: a division, a root or a
// function.
func isCostly(g *body.Graph, n *body.Node) bool {
	if n.Kind != body.Scalar {
		return false
	}
	in := &ir.Inference{Ctx: g.Ctx, Def: n.Name.Def, Props: n.Props, Results: n.Types}
	for _, a := range n.Args {
		in.Operands = append(in.Operands, a.Type())
	}
	w := cost.WorkOf(in)
	return w.Kind == cost.Math || w.Kind == cost.Control
}

// erase takes away the computes that nobody uses any more, from the last one on.
func (s *sweeper) erase() {
	for _, u := range slices.Backward(s.list) {
		s.eraseUnused(u)
	}
	s.list = slices.DeleteFunc(s.list, func(u *unit) bool { return u.erased })
}

// eraseUnused takes away a compute that nobody uses any more.
func (s *sweeper) eraseUnused(u *unit) {
	if u.erased || u.c.HasUses() {
		return
	}
	delete(s.units, u.c.Op)
	u.c.Erase()
	u.erased, u.g, u.parts = true, nil, nil
	s.stats.Erased++
	s.stats.Changed = true
}

// tell tells which computes are read as before, and why, each reason once.
func (s *sweeper) tell() {
	if s.opt.Missed == nil {
		return
	}
	told := map[reason]bool{}
	for _, r := range s.reasons {
		if !told[r] && !r.of.erased {
			told[r] = true
			s.opt.Missed(r.of.c.Op, r.why)
		}
	}
}
