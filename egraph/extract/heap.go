package extract

// insert puts a variable into the heap.
func (s *solver) insert(v int32) {
	if s.place[v] < 0 {
		s.place[v] = int32(len(s.heap))
		s.heap = append(s.heap, v)
		s.up(s.place[v])
	}
}

// before orders the heap.
func (s *solver) before(a, b int32) bool {
	return s.score[a] > s.score[b] || s.score[a] == s.score[b] && a < b
}

func (s *solver) up(i int32) {
	v := s.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !s.before(v, s.heap[parent]) {
			break
		}
		s.heap[i] = s.heap[parent]
		s.place[s.heap[i]] = i
		i = parent
	}
	s.heap[i] = v
	s.place[v] = i
}

// top takes the first variable from the heap.
func (s *solver) top() int32 {
	first := s.heap[0]
	s.place[first] = -1
	last := s.heap[len(s.heap)-1]
	s.heap = s.heap[:len(s.heap)-1]
	if len(s.heap) == 0 {
		return first
	}
	i, n := int32(0), int32(len(s.heap))
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && s.before(s.heap[down+1], s.heap[down]) {
			down++
		}
		if !s.before(s.heap[down], last) {
			break
		}
		s.heap[i] = s.heap[down]
		s.place[s.heap[i]] = i
		i = down
	}
	s.heap[i] = last
	s.place[last] = i
	return first
}
