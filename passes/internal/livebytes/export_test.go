package livebytes

// Set puts a twin apart, or merges it.
func (s *Search) Set(p int32, apart bool) {
	if s.isApart(p) != apart {
		s.set(p, apart)
	}
}

// Members are the twins that may be apart.
func (s *Search) Members() (points []int32) {
	for _, p := range s.members {
		if s.member[p] >= 0 && s.end(p) == p {
			points = append(points, p)
		}
	}
	return points
}

// Live is what is live at each point.
func (s *Search) Live() []int64 {
	live := make([]int64, len(s.Ops))
	for p := range live {
		if live[p] = s.live[p]; s.tree != nil {
			live[p] = s.tree.MaxOf(p, p+1)
		}
	}
	return live
}

// Rebuild counts everything anew.
func (s *Search) Rebuild() { s.rebuild() }

// Gone reports whether the op at a point is not there.
func (s *Search) Gone(p int32) bool { return !s.alive(p) }
