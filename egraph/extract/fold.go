package extract

import "slices"

// mostOperands is how many operands a node may have that is made of several.
const mostOperands = 40

// fold makes classes of one node, which only nodes of one class need, a part of these. It returns
// how many. Classes of several nodes could be folded, too, but what their nodes have in common
// would be harder to see then: bounds become worse.
func (s *simple) fold(small *graph, m *meter) (count int) {
	root := make([]bool, small.classes)
	for _, r := range small.roots {
		root[r] = true
	}
	number := make(map[uint32]uint32, small.classes) // of classes of s.from in small
	for c, old := range s.classOf {
		number[old] = uint32(c)
	}
	nodes, users := make([][]uint32, small.classes), make([][]uint32, small.classes)
	for c := range uint32(small.classes) {
		for _, n := range small.nodes(c) {
			nodes[c] = append(nodes[c], uint32(s.nodeOf[n]))
		}
		for _, n := range small.users(c) {
			users[c] = append(users[c], uint32(s.nodeOf[n]))
		}
	}
	isGone := func(n uint32) bool { return s.gone[n] }
	_, order, _ := small.components()
	for _, c := range order {
		users[c] = slices.DeleteFunc(users[c], isGone)
		nodes[c] = slices.DeleteFunc(nodes[c], isGone)
		if root[c] || !s.foldable(nodes[c], users[c]) {
			continue
		}
		old := s.classOf[c]
		for _, n := range users[c] {
			for _, k := range nodes[c] {
				merged, ok := s.merge(n, k, old)
				if !ok {
					continue
				}
				for _, o := range s.kids[merged] {
					users[number[o]] = append(users[number[o]], merged)
				}
				p := number[s.class[n]]
				nodes[p] = append(nodes[p], merged)
			}
			s.gone[n] = true
		}
		for _, k := range nodes[c] {
			s.gone[k] = true
		}
		count++
		if !m.spend(int64(len(users[c]) * len(nodes[c]))) {
			break
		}
	}
	return count
}

// foldable reports whether a class with these nodes and users is one to fold.
func (s *simple) foldable(nodes, users []uint32) bool {
	if len(users) == 0 || len(nodes) == 0 || len(nodes) != 1 {
		return false
	}
	p, longest := s.class[users[0]], 0
	for _, n := range users {
		if s.class[n] != p || s.class[n] == s.class[nodes[0]] {
			return false
		}
		longest = max(longest, len(s.kids[n]))
	}
	for _, k := range nodes {
		if longest+len(s.kids[k]) > mostOperands {
			return false
		}
	}
	return true
}

// merge makes a node of n and of k, a node of n's operand c; none if it would need its own class.
func (s *simple) merge(n, k, c uint32) (merged uint32, ok bool) {
	kids := make([]uint32, 0, len(s.kids[n])+len(s.kids[k]))
	for _, o := range s.kids[n] {
		if o != c {
			kids = append(kids, o)
		}
	}
	kids = append(kids, s.kids[k]...)
	slices.Sort(kids)
	kids = slices.Compact(kids)
	if slices.Contains(kids, s.class[n]) {
		return 0, false
	}
	merged = uint32(len(s.class))
	s.cost, s.whole = append(s.cost, s.cost[n]+s.cost[k]), append(s.whole, s.whole[n]+s.whole[k])
	s.class, s.kids, s.gone = append(s.class, s.class[n]), append(s.kids, kids), append(s.gone, false)
	s.made = append(s.made, [2]uint32{n, k})
	return merged, true
}
