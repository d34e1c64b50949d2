package extract

// mostNeeds is how many classes there may be for sets of them to be made for each.
const mostNeeds = 24 << 10

// needs are what is extracted together, whatever is chosen.
type needs struct {
	below  []set // of a class: what each way to extract it needs, the class included
	around []set // of a class: what is extracted, too, wherever the class is; without the roots' needs
	forced set   // what the roots need

	words int
	place []uint32 // of a class in the order of trees
	union set      // of the last node asked for
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
	d.place = make([]uint32, g.classes)
	for at, c := range t.order {
		d.place[c] = uint32(at)
	}
	if !d.down(t, m) {
		return nil
	}
	for _, r := range g.roots {
		d.forced.join(d.below[r])
	}
	if !d.up(t, m) {
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

// down fills below, from what is needed by everything downwards: operands come first, as often as
// that changes something.
func (d *needs) down(t *trees, m *meter) bool {
	g := d.g
	dirty := make([]bool, g.classes)
	for c := range d.below {
		d.below[c].fill()
		dirty[c] = true
	}
	now := make(set, d.words)
	for again := true; again; {
		again = false
		for at, c := range t.order {
			if !dirty[c] {
				continue
			}
			dirty[c] = false
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
				u := g.class[n]
				dirty[u] = true
				again = again || d.place[u] <= uint32(at)
			}
		}
	}
	d.last = ^uint32(0)
	return true
}

// up fills around: what a class is extracted with is what each of its users is. Users come first.
func (d *needs) up(t *trees, m *meter) bool {
	g := d.g
	dirty := make([]bool, g.classes)
	for c := range d.around {
		d.around[c].fill()
	}
	for _, r := range g.roots {
		clear(d.around[r])
		dirty[r] = true
	}
	user := make(set, d.words)
	for again := true; again; {
		again = false
		for at := len(t.order) - 1; at >= 0; at-- {
			c := t.order[at]
			if !dirty[c] {
				continue
			}
			dirty[c] = false
			work := 0
			for _, n := range g.nodes(c) {
				operands := g.operands(int(n))
				if len(operands) == 0 {
					continue
				}
				copy(user, d.around[c])
				user.put(c)
				user.join(d.of(n))
				work += 2 + 2*len(operands)
				for _, o := range operands {
					if d.around[o].shrink(user) {
						dirty[o] = true
						again = again || d.place[o] >= uint32(at)
					}
				}
			}
			if !m.spend(int64(work * d.words / 8)) {
				return false
			}
		}
	}
	return true
}
