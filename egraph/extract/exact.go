package extract

// exact finds the cheapest choice.
func (p *Problem) exact(g *graph, t *trees, m *meter) *Result {
	r := p.heuristic(g, g.greedy(t, m))
	if !r.Proven {
		r.Ended = m.ended()
	}
	return r
}
