package inline

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/body"
)

// domain is the number of points of a compute: that of the known extents, and the others.
type domain struct {
	points int64
	sizes  []*ir.Value
}

func domainOf(c te.Compute) domain {
	var known []int64
	var d domain
	for _, a := range c.All() {
		if a.Size != nil {
			d.sizes = append(d.sizes, a.Size)
		} else {
			known = append(known, a.Extent)
		}
	}
	d.points, _ = shapes.Count(known)
	return d
}

// within reports whether there are at most as many points as in another domain, as far as that is
// known.
func (d domain) within(other domain) bool {
	if d.points > other.points || len(d.sizes) > len(other.sizes) {
		return d.points == 0
	}
	rest := slices.Clone(other.sizes)
	for _, v := range d.sizes {
		i := slices.Index(rest, v)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return len(rest) == 0
}

// producer is the compute whose result a node of u reads; nil where it is none, or is not
// injective.
func (s *sweeper) producer(n *body.Node) (p *unit, result int) {
	if n.Kind != body.Read && n.Kind != body.Outside {
		return nil, 0
	}
	p = s.units[n.Value.Def()]
	if p == nil || p.parts == nil {
		return nil, 0
	}
	return p, n.Value.Index()
}

// stays is why a read of a result of p in u stays, before its size is known; empty if it need not.
// reads is how many reads of p u has.
func (s *sweeper) stays(u, p *unit, result, reads int) string {
	part := &p.parts[result]
	if part.ops == 0 || s.opt.Duplicate == Always {
		return ""
	}
	switch {
	case p.needed != nil:
		return fmt.Sprintf("'%s' needs it as a tensor", p.needed.Name())
	case p.c.Block() != u.c.Block():
		return "it is read in another region, perhaps several times"
	}
	again := ""
	switch {
	case p.readers[1] != nil:
		again = "several computes read it"
	case reads > 1:
		again = fmt.Sprintf("one body reads it at %d places", reads)
	case !u.domain.within(p.domain):
		again = "it is read more than once for each of its elements"
	}
	switch {
	case again == "":
	case s.opt.Duplicate == Never:
		return again
	case part.costly:
		return again + ", and it is costly"
	case u.c.Combiner() == te.Dot && !u.domain.within(p.domain):
		return again + ", by a contraction"
	}
	return ""
}

// tooLarge is why a body with so many ops and reads is too large; empty if it is not.
func (s *sweeper) tooLarge(ops, reads, nodes int) string {
	switch {
	case nodes > maxNodes:
		return fmt.Sprintf("a body that reads it would have more than %d nodes", maxNodes)
	case ops > s.opt.MaxOps:
		return fmt.Sprintf("a body that reads it would have %d ops, more than %d", ops, s.opt.MaxOps)
	case reads > s.opt.MaxReads:
		return fmt.Sprintf("a body that reads it would have %d reads, more than %d", reads, s.opt.MaxReads)
	}
	return ""
}
