package sharing

// convex says which pairs of a growth to keep, and how many they are, so that each side could be a
// function of its own: nothing that it needs is computed from what it computes. They are the
// largest connected piece of what remains when nodes that cannot be part of it are left out.
func (s *search) convex(w *growth) (keep []bool, n int) {
	a, b := w.sides()
	keep = make([]bool, len(a))
	for k := range keep {
		keep[k] = true
	}
	for {
		out := append(s.outside(a, keep), s.outside(b, keep)...)
		if len(out) == 0 {
			break
		}
		for _, k := range out {
			keep[k] = false
		}
	}
	return s.largestPiece(a, keep)
}

// outside lists those nodes of a place, by their number in it, that need something from outside
// that needs something of the place. Only nodes that are kept are there; nil keeps all.
func (s *search) outside(place []int32, keep []bool) (out []int) {
	first, last := place[0], place[0]
	inside := make(map[int32]int, len(place))
	for k, n := range place {
		if keep == nil || keep[k] {
			inside[n] = k
			first, last = min(first, n), max(last, n)
		}
	}
	reached := map[int32]bool{}
	var stack []int32
	reach := func(n int32) {
		if n <= last && !reached[n] {
			reached[n] = true
			stack = append(stack, n)
		}
	}
	for k, n := range place {
		if keep != nil && !keep[k] {
			continue
		}
		for _, u := range s.g.usersOf(n) {
			if _, in := inside[u.node]; !in {
				reach(u.node)
			} else if u.node <= n {
				reach(u.node) // a cycle: it is a part of nothing
			}
			s.work++
		}
	}
	for n := first; s.g.barriers && n <= last; n++ {
		if s.g.nodes[n].barrier && s.g.nodes[n].block == s.g.nodes[first].block {
			reach(n)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k, in := inside[n]; in {
			out = append(out, k)
		}
		for _, u := range s.g.usersOf(n) {
			s.work++
			reach(u.node)
		}
	}
	return out
}

// largestPiece keeps of the nodes that are kept those of the largest connected piece, the first of
// equal ones.
func (s *search) largestPiece(place []int32, keep []bool) (largest []bool, n int) {
	number := make(map[int32]int, len(place))
	for k, i := range place {
		if keep[k] {
			number[i] = k
		}
	}
	seen := make([]bool, len(place))
	var best []int
	for k := range place {
		if !keep[k] || seen[k] {
			continue
		}
		seen[k] = true
		piece := []int{k}
		visit := func(i int32) {
			if j, in := number[i]; in && !seen[j] {
				seen[j] = true
				piece = append(piece, j)
			}
		}
		for at := 0; at < len(piece); at++ {
			i := place[piece[at]]
			for _, v := range s.g.operandsOf(i) {
				if def := s.g.inner(v, i); def != none {
					visit(def)
				}
			}
			for _, u := range s.g.usersOf(i) {
				visit(u.node)
			}
		}
		if len(piece) > len(best) {
			best = piece
		}
	}
	largest = make([]bool, len(place))
	for _, k := range best {
		largest[k] = true
	}
	return largest, len(best)
}
