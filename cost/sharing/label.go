package sharing

import "math/bits"

// labels say how alike the surroundings of nodes are. Nodes with equal labels of a round have
// equal shapes and as many rounds of neighbours of equal shapes, in the manner of B. Weisfeiler
// and A. Leman, 1968. They are hashes, and serve to look in the right place first: what is found
// there is compared.
type labels [][]uint64

// rounds is how far labels look.
const rounds = 12

func (g *graph) labels() labels {
	all := labels{make([]uint64, g.size())}
	for i := range g.size() {
		all[0][i] = mix(1, uint64(g.nodes[i].class+1))
	}
	for range rounds {
		before, next := all[len(all)-1], make([]uint64, g.size())
		for i := range g.size() {
			next[i] = g.label(before, i)
		}
		all = append(all, next)
	}
	return all
}

// label is the label of the next round. What is no part of anything is of no interest.
func (g *graph) label(before []uint64, i int32) uint64 {
	n := &g.nodes[i]
	if n.class == none {
		return 0
	}
	h := mix(before[i], 0)
	for k, v := range g.operandsOf(i) {
		seen := uint64(1)
		if def := g.inner(v, i); def != none {
			seen = mix(before[def], uint64(g.values[v].result))
		} else if c := g.values[v].constant; c != none {
			seen = mix(2, uint64(c))
		}
		if n.commutes && k < 2 {
			h += mix(3, seen) // in either order
		} else {
			h = mix(h, seen)
		}
	}
	around := uint64(0)
	for _, u := range g.usersOf(i) {
		if g.nodes[u.node].class != none {
			around += mix(mix(before[u.node], uint64(u.result)), uint64(u.index))
		}
	}
	return mix(h, around)
}

func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^0x2545f4914f6cdd1d, v^0x9e3779b97f4a7c15)
	return bits.RotateLeft64(h, 17) ^ hi ^ lo + 0x632be59bd9b4e019
}

// alike is the number of the last round in which two nodes of one shape have equal labels.
func (l labels) alike(a, b int32) int {
	d := 0
	for d+1 < len(l) && l[d+1][a] == l[d+1][b] {
		d++
	}
	return d
}
