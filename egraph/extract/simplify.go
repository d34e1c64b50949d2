package extract

import "slices"

// simple is a graph that is made smaller, and how its choices are those of the graph it was made
// of.
type simple struct {
	from  *graph
	cost  []float64
	class []uint32
	kids  [][]uint32
	gone  []bool
	whole []int64     // costs as whole numbers of units
	made  [][2]uint32 // of which nodes those are made that from does not have

	nodeOf  []int32 // of the nodes that are left, in from
	classOf []uint32
}

// simplify drops what the cheapest choice does not need, until nothing is left to drop: above all
// what costs more than most.
func simplify(g *graph, whole []int64, most float64, t *trees, m *meter) *simple {
	s := &simple{from: g, cost: slices.Clone(g.cost), class: slices.Clone(g.class)}
	s.whole = slices.Clone(whole)
	s.gone = make([]bool, len(g.class))
	s.kids = make([][]uint32, len(g.class))
	for n := range g.class {
		s.kids[n] = g.operands(n)
		s.gone[n] = g.cost[n] > most
		for _, c := range s.kids[n] {
			s.gone[n] = s.gone[n] || t.choice[c] < 0 || c == g.class[n]
		}
	}
	s.again(m, false)
	return s
}

// again drops what is not needed now. All of that is seen by sets of what is needed, which also say
// what the roots need: that is marked for the classes of s.from.
func (s *simple) again(m *meter, bySets bool) (forced []bool) {
	for range mostRounds {
		small := s.graph()
		gone := make([]bool, len(small.class))
		var d *needs
		if bySets {
			d = small.needs(small.tree(), m)
		}
		if d != nil {
			forced = make([]bool, s.from.classes)
			d.forced.each(small.classes, func(c uint32) { forced[s.classOf[c]] = true })
		}
		count := small.dominated(d, gone, m)
		for n, yes := range gone {
			if yes {
				s.gone[s.nodeOf[n]] = true
			}
		}
		if count > 0 {
			small = s.graph()
		}
		count += s.fold(small, m)
		if count <= len(gone)/fewDropped || !m.spend(int64(len(gone))) {
			break
		}
	}
	return forced
}

// fewDropped is which part of the nodes is so few that it is not worth another round.
const fewDropped = 256

// scaled makes whole numbers of costs of at most so much.
func scaled(costs []float64, most float64) (whole []int64, unit float64) {
	var some []float64
	for _, cost := range costs {
		if cost <= most {
			some = append(some, cost)
		}
	}
	few, unit := scale(some)
	whole = make([]int64, len(costs))
	for n, cost := range costs {
		if cost <= most {
			whole[n], few = few[0], few[1:]
		}
	}
	return whole, unit
}

// mostRounds is how often simplification begins anew.
const mostRounds = 20

// graph is what is left, with classes and nodes numbered anew.
func (s *simple) graph() *graph {
	number := make([]int32, s.from.classes)
	for c := range number {
		number[c] = -1
	}
	s.nodeOf, s.classOf = nil, nil
	lists := make([][]uint32, s.from.classes)
	for n, c := range s.class {
		if !s.gone[n] {
			lists[c] = append(lists[c], uint32(n))
		}
	}
	visit := func(c uint32) uint32 {
		if number[c] < 0 {
			number[c] = int32(len(s.classOf))
			s.classOf = append(s.classOf, c)
		}
		return uint32(number[c])
	}
	p := &Problem{}
	for _, r := range s.from.roots {
		p.Roots = append(p.Roots, visit(r))
	}
	for i := 0; i < len(s.classOf); i++ {
		for _, n := range lists[s.classOf[i]] {
			kids := make([]uint32, 0, len(s.kids[n]))
			for _, k := range s.kids[n] {
				kids = append(kids, visit(k))
			}
			p.Add(uint32(i), s.cost[n], kids...)
			s.nodeOf = append(s.nodeOf, int32(n))
		}
	}
	p.NumClasses = len(s.classOf)
	return newGraph(p)
}

// expand is a choice of what is left as one of the graph it was made of.
func (s *simple) expand(choice []int32) []int32 {
	full := make([]int32, s.from.classes)
	for c := range full {
		full[c] = -1
	}
	base := len(s.from.class)
	var parts []uint32
	for _, n := range choice {
		if n < 0 {
			continue
		}
		parts = append(parts[:0], uint32(s.nodeOf[n]))
		for len(parts) > 0 {
			k := parts[len(parts)-1]
			parts = parts[:len(parts)-1]
			if int(k) >= base {
				parts = append(parts, s.made[int(k)-base][:]...)
				continue
			}
			full[s.from.class[k]] = int32(k)
		}
	}
	return full
}
