package extract

// mostNeeds is how many classes there may be for sets of them to be made for each.
const mostNeeds = 24 << 10

// needs are what is extracted together, whatever is chosen.
type needs struct {
	below  []set // of a class: what each way to extract it needs, the class included
	around []set // of a class: what is extracted, too, wherever the class is; without the roots' needs
	forced set   // what the roots need

	words int
	union set // of the last node asked for
	last  uint32
	g     *graph
}

// needs finds what is needed: dominators, but of graphs in which a node needs all of its operands
// and a class one of its nodes. The result is nil where the graph is too large.
func (g *graph) needs(t *trees, m *meter) *needs {
	if g.classes > mostNeeds {
		return nil
	}
	d := &needs{g: g, words: (g.classes + 63) / 64}
	d.below, d.around = sets(g.classes, g.classes), sets(g.classes, g.classes)
	rest := sets(2, g.classes)
	d.union, d.forced = rest[0], rest[1]
	d.last = ^uint32(0)
	if !d.down(t, m) {
		return nil
	}
	for _, r := range g.roots {
		d.forced.join(d.below[r])
	}
	if !d.up(m) {
		return nil
	}
	return d
}

// of is what a node needs: its operands, and what these do. It is valid until the next call.
func (d *needs) of(n uint32) set {
	if d.last != n {
		d.last = n
		clear(d.union)
		for _, c := range d.g.operands(int(n)) {
			d.union.join(d.below[c])
		}
	}
	return d.union
}

// down fills below, from what is needed by everything downwards.
func (d *needs) down(t *trees, m *meter) bool {
	g := d.g
	for c := range d.below {
		d.below[c].fill()
	}
	waiting := make([]bool, g.classes)
	work := append([]uint32(nil), t.order...)
	for _, c := range work {
		waiting[c] = true
	}
	now := make(set, d.words)
	for i := 0; i < len(work); i++ {
		c := work[i]
		waiting[c] = false
		now.fill()
		for _, n := range g.nodes(c) {
			d.last = ^uint32(0)
			now.meet(d.of(n))
		}
		now.put(c)
		if !m.spend(int64(len(g.nodes(c)) * d.words / 4)) {
			return false
		}
		if now.equal(d.below[c]) {
			continue
		}
		copy(d.below[c], now)
		for _, n := range g.users(c) {
			if u := g.class[n]; !waiting[u] {
				waiting[u] = true
				work = append(work, u)
			}
		}
		if i > g.classes {
			work, i = append(work[:0], work[i+1:]...), -1
		}
	}
	d.last = ^uint32(0)
	return true
}

// up fills around: what a class is extracted with is what each of its users is.
func (d *needs) up(m *meter) bool {
	g := d.g
	root := make([]bool, g.classes)
	waiting := make([]bool, g.classes)
	var work []uint32
	for c := range d.around {
		d.around[c].fill()
	}
	push := func(n uint32) {
		for _, o := range g.operands(int(n)) {
			if !waiting[o] && !root[o] {
				waiting[o] = true
				work = append(work, o)
			}
		}
	}
	for _, r := range g.roots {
		root[r] = true
		clear(d.around[r])
	}
	for _, r := range g.roots {
		for _, n := range g.nodes(r) {
			push(n)
		}
	}
	now, user := make(set, d.words), make(set, d.words)
	for i := 0; i < len(work); i++ {
		c := work[i]
		waiting[c] = false
		now.fill()
		for _, n := range g.users(c) {
			copy(user, d.around[g.class[n]])
			user.put(g.class[n])
			user.join(d.of(n))
			now.meet(user)
		}
		if !m.spend(int64(len(g.users(c)) * d.words / 2)) {
			return false
		}
		if now.equal(d.around[c]) {
			continue
		}
		copy(d.around[c], now)
		for _, n := range g.nodes(c) {
			push(n)
		}
		if i > g.classes {
			work, i = append(work[:0], work[i+1:]...), -1
		}
	}
	return true
}
