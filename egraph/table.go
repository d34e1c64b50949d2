package egraph

import (
	"math/bits"
)

// table finds nodes by symbol and children: open addressing with linear
// probing. An entry is the upper half of the hash, and the number of the node
// plus one; the upper bits of the hash are the place, so that a table is doubled
// by one sweep. A node whose children change gets another entry and leaves the
// old one: an entry counts only if its node is not dropped and is equal to what
// is sought.
type table struct {
	entries []uint64
	shift   uint32 // of a tag, to its place
	used    int
	stale   int // entries, at most, that no longer count
}

const smallTable = 6 // bits of the smallest table

func (t *table) init(nodes int) {
	size := smallTable
	for 1<<size*5/8 < nodes {
		size++
	}
	t.entries = make([]uint64, 1<<size)
	t.shift = uint32(32 - size)
}

// hash2 is the tag of a node with at most two children.
func hash2(key, a, b ID) uint32 {
	hi, lo := bits.Mul64(uint64(a)|uint64(b)<<32^0x9E3779B97F4A7C15, uint64(key)*0xD6E8FEB86659FD93|1)
	return uint32((hi ^ lo) >> 32)
}

// hashPooled is the tag of a node with more.
func hashPooled(key ID, children []ID) uint32 {
	h := uint64(key)*0xD6E8FEB86659FD93 ^ uint64(len(children))
	for _, c := range children {
		hi, lo := bits.Mul64(h^uint64(c), 0x9E3779B97F4A7C15)
		h = hi ^ lo
	}
	return uint32(h >> 32)
}

// find2 is the node with a code and canonical children, and the tag and the place
// for insert if there is none. A slot without a child is None.
func (g *Graph) find2(key, a, b ID) (n ID, tag, place uint32) {
	tag = hash2(key, a, b)
	n, place = g.findTag(key, a, b, tag)
	return n, tag, place
}

// findTag is find2 for a tag that is known.
func (g *Graph) findTag(key, a, b ID, tag uint32) (n ID, place uint32) {
	g.work++
	t := &g.table
	place = tag >> t.shift
	mask := uint32(len(t.entries) - 1)
	for {
		e := t.entries[place&mask]
		if e == 0 {
			return None, place & mask
		}
		if uint32(e>>32) == tag {
			n := ID(uint32(e) - 1)
			if r := &g.nodes[n]; r[0]&^codeHidden == key && r[1] == a && r[2] == b {
				return n, 0
			}
		}
		place++
	}
}

// findPooled is find2 for nodes of the pool.
func (g *Graph) findPooled(key ID, children []ID) (n ID, tag, place uint32) {
	g.work++
	tag = hashPooled(key, children)
	t := &g.table
	place = tag >> t.shift
	mask := uint32(len(t.entries) - 1)
	for {
		e := t.entries[place&mask]
		if e == 0 {
			return None, tag, place & mask
		}
		if uint32(e>>32) == tag {
			n := ID(uint32(e) - 1)
			r := &g.nodes[n]
			if r[0]&^codeHidden == key && int(r[2]) == len(children) && equalIDs(g.pool[r[1]:r[1]+r[2]], children) {
				return n, tag, 0
			}
		}
		place++
	}
}

// insert enters a node at the place that was found for it.
func (t *table) insert(n ID, tag, place uint32) {
	t.entries[place] = uint64(tag)<<32 | uint64(n+1)
	t.used++
	if t.used > len(t.entries)/8*5 {
		t.double()
	}
}

// double makes the table twice as large. Entries come in the order of their
// places but for those that went around the end, so that memory is walked, not
// jumped through.
func (t *table) double() {
	if t.shift == 0 {
		panic("egraph: the table is full")
	}
	old := t.entries
	t.entries = make([]uint64, 2*len(old))
	hugePages(t.entries)
	t.shift--
	mask := uint32(len(t.entries) - 1)
	for _, e := range old {
		if e == 0 {
			continue
		}
		place := uint32(e>>32) >> t.shift
		for t.entries[place&mask] != 0 {
			place++
		}
		t.entries[place&mask] = e
	}
}

// tidy enters all nodes anew when many entries no longer count.
func (g *Graph) tidy() {
	t := &g.table
	if t.stale <= len(t.entries)/4 {
		return
	}
	clear(t.entries)
	t.used, t.stale = 0, 0
	mask := uint32(len(t.entries) - 1)
	for i := range g.nodes {
		r := &g.nodes[i]
		if r[0]&codeDropped != 0 {
			continue
		}
		tag := g.tag(r)
		place := tag >> t.shift
		for t.entries[place&mask] != 0 {
			place++
		}
		t.entries[place&mask] = uint64(tag)<<32 | uint64(i+1)
		t.used++
	}
}

// tag is the tag of a node as it is.
func (g *Graph) tag(r *record) uint32 {
	if r[0]&codeForm == pooled {
		return hashPooled(r[0]&^codeHidden, g.pool[r[1]:r[1]+r[2]])
	}
	return hash2(r[0]&^codeHidden, r[1], r[2])
}
