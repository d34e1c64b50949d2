package extract

// simple is a graph that is made smaller, and how its choices are those of the graph it was made of.
type simple struct {
	from  *graph
	cost  []float64
	class []uint32
	kids  [][]uint32
	gone  []bool
	paid  float64

	nodeOf  []int32 // of the nodes that are left, in from
	classOf []uint32
}

// simplify drops what the cheapest choice does not need, until nothing is left to drop: above all
// what costs more than most.
func simplify(g *graph, most float64, t *trees, m *meter) *simple {
	s := &simple{from: g, cost: g.cost, class: g.class}
	s.gone = make([]bool, len(g.class))
	s.kids = make([][]uint32, len(g.class))
	for n := range g.class {
		s.kids[n] = g.operands(n)
		s.gone[n] = g.cost[n] > most
		for _, c := range s.kids[n] {
			s.gone[n] = s.gone[n] || t.choice[c] < 0 || c == g.class[n]
		}
	}
	s.again(m)
	return s
}

// again drops what is not needed now.
func (s *simple) again(m *meter) {
	for range mostRounds {
		small := s.graph()
		gone := make([]bool, len(small.class))
		if small.dominated(small.needs(small.tree(), m), gone, m) == 0 || !m.spend(int64(len(gone))) {
			break
		}
		for n, yes := range gone {
			if yes {
				s.gone[s.nodeOf[n]] = true
			}
		}
	}
}

// scale makes whole numbers of costs of at most so much.
func (s *simple) scale(most float64) (whole []int64, unit float64) {
	var costs []float64
	var at []int
	for n, cost := range s.cost {
		if cost <= most {
			costs, at = append(costs, s.cost[n]), append(at, n)
		}
	}
	some, unit := scale(costs)
	whole = make([]int64, len(s.cost))
	for i, n := range at {
		whole[n] = some[i]
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
	return newGraph(p)
}

// expand is a choice of what is left as one of the graph it was made of.
func (s *simple) expand(choice []int32) []int32 {
	full := make([]int32, s.from.classes)
	for c := range full {
		full[c] = -1
	}
	for c, n := range choice {
		if n >= 0 {
			full[s.classOf[c]] = s.nodeOf[n]
		}
	}
	return full
}
