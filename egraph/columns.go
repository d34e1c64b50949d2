package egraph

// block is how many matches are applied at a time. Their lookups are
// independent: what each will read is read for all of them first, so that the
// processor waits for memory once a block and not once a lookup.
const block = 64

// columns are the registers of a block of matches.
type columns struct {
	regs    [][block]ID
	tags    [block]uint32
	changed [block]bool
	missing [block]bool
	open    [block]uint8
	entries [block]uint64
	none    [block]ID
	// sink keeps reads that are for the cache only.
	sink ID
}

// room are columns, the same if there are any, for so many registers.
func (c *columns) room(regs int) *columns {
	if c == nil {
		c = &columns{}
		for k := range c.none {
			c.none[k] = None
		}
	}
	for len(c.regs) < regs {
		c.regs = append(c.regs, [block]ID{})
	}
	return c
}

// load fills the registers of variables and leaves.
func (c *columns) load(t *template, words []ID, width, roots, count int) {
	for v := range t.vars {
		col := &c.regs[v]
		for k := range count {
			col[k] = words[k*width+roots+v]
		}
	}
	for i, n := range t.nodes {
		col := &c.regs[t.vars+i]
		for k := range count {
			col[k] = n
		}
	}
}

// applyBlock is apply for up to a block of matches, node by node of the right
// side. It says how many of them changed the graph.
func (t *template) applyBlock(g *Graph, words []ID, width, roots int, why Reason) int {
	g.scratch = g.scratch.room(len(t.regs))
	c := g.scratch
	count := len(words) / width
	c.load(t, words, width, roots, count)
	clear(c.changed[:count])
	first := t.vars + len(t.ground)
	for i := range t.made {
		m := &t.made[i]
		switch len(m.args) {
		case 1, 2:
			t.addColumn(g, m, &c.regs[first+i], words, width, why, count)
		default:
			for k := range count {
				t.args = t.args[:0]
				for _, r := range m.args {
					t.args = append(t.args, c.regs[r][k])
				}
				to := None
				if m.root >= 0 {
					to = words[k*width+m.root]
				}
				nodes, lost := len(g.nodes), g.numLost
				c.regs[first+i][k], _ = g.add(to, why, m.sym, t.args)
				c.changed[k] = c.changed[k] || len(g.nodes) != nodes || g.numLost != lost
			}
		}
	}
	for i, r := range t.roots {
		if r < first {
			for k := range count {
				if g.Union(words[k*width+i], c.regs[r][k], why) {
					c.changed[k] = true
				}
			}
		}
	}
	changed := 0
	for _, is := range c.changed[:count] {
		if is {
			changed++
		}
	}
	return changed
}

// addColumn adds a node of one or two children for each match.
func (t *template) addColumn(g *Graph, m *made, to *[block]ID, words []ID, width int, why Reason, count int) {
	c := g.scratch
	a, b := &c.regs[m.args[0]], &c.none
	if len(m.args) == 2 {
		b = &c.regs[m.args[1]]
	}
	c.near(g, m, a, b, words, width, count)
	merges := g.merges
	for k := range count {
		x, y, tag := a[k], b[k], c.tags[k]
		if g.merges != merges { // what was canonical may not be so any more
			x = g.Find(x)
			if y != None {
				y = g.Find(y)
			}
			tag = hash2(m.code, x, y)
		}
		root := None
		if m.root >= 0 {
			root = words[k*width+m.root]
		}
		n, place := g.findTag(m.code, x, y, tag)
		if n == None {
			n = g.make2(root, why, m.code, a[k], b[k], x, y, tag, place)
			c.changed[k] = true
		} else if root != None && g.Union(root, n, why) {
			c.changed[k] = true
		}
		to[k] = n
	}
}

// near makes the children of a column canonical, and reads what adding it will
// read, so that the processor waits for the memory of the whole block at once.
func (c *columns) near(g *Graph, m *made, a, b *[block]ID, words []ID, width, count int) {
	entries, shift := g.table.entries, g.table.shift
	for k := range count {
		a[k] = g.Find(a[k])
	}
	if len(m.args) == 2 {
		for k := range count {
			b[k] = g.Find(b[k])
		}
	}
	for k := range count {
		c.tags[k] = hash2(m.code, a[k], b[k])
	}
	for k, tag := range c.tags[:count] {
		c.entries[k] = entries[tag>>shift]
	}
	sink := ID(0)
	if m.root >= 0 {
		for k := range count {
			sink += g.ups[words[k*width+m.root]]
		}
	}
	for k := range count {
		sink += g.nodes[max(uint32(c.entries[k]), 1)-1][1]
	}
	c.sink += sink
}

// holdsBlock finds out of up to a block of matches which are true already, both
// sides there and equal: it keeps the others, in their order, and says how many.
// The graph is clean, and lookup has been called. With facts, nodes are looked up
// there.
func (t *template) holdsBlock(g *Graph, f *facts, words []ID, width, roots int) int {
	if len(words) == 0 {
		return 0
	}
	g.scratch = g.scratch.room(len(t.regs))
	c := g.scratch
	count := len(words) / width
	open := c.open[:count] // matches of which all so far is there
	for k := range open {
		open[k] = uint8(k)
	}
	c.load(t, words, width, roots, count)
	missing := c.missing[:count]
	clear(missing)
	first := t.vars + len(t.ground)
	for i := range t.made {
		m := &t.made[i]
		to := &c.regs[first+i]
		if len(m.args) == 1 || len(m.args) == 2 {
			open = t.findColumn(g, f, m, to, open)
		} else {
			open = t.findEach(g, m, to, open)
		}
	}
	for i, r := range t.roots {
		for _, k := range open {
			if c.regs[r][k] != g.Find(words[int(k)*width+i]) {
				missing[k] = true
			}
		}
	}
	kept := 0
	for k, is := range missing {
		if is {
			if kept != k {
				copy(words[kept*width:kept*width+width], words[k*width:k*width+width])
			}
			kept++
		}
	}
	return kept
}

// findEach looks up a node for each open match, and says which stay open.
func (t *template) findEach(g *Graph, m *made, to *[block]ID, open []uint8) []uint8 {
	c := g.scratch
	left := open[:0]
	for _, k := range open {
		t.args = t.args[:0]
		for _, r := range m.args {
			t.args = append(t.args, c.regs[r][k])
		}
		n, ok := g.Lookup(m.sym, t.args...)
		if !ok {
			c.missing[k] = true
			continue
		}
		to[k] = g.Find(n)
		left = append(left, k)
	}
	return left
}

// findColumn looks up a node of one or two children for each open match, and
// says which stay open: those that it found.
func (t *template) findColumn(g *Graph, f *facts, m *made, to *[block]ID, open []uint8) []uint8 {
	c := g.scratch
	a := &c.regs[m.args[0]]
	b := &c.none
	if len(m.args) == 2 {
		b = &c.regs[m.args[1]]
	}
	g.work += uint64(len(open))
	if f != nil {
		return f.classes(c, m.code, a, b, to, open)
	}
	entries, shift := g.table.entries, g.table.shift
	mask := uint32(len(entries) - 1)
	for _, k := range open {
		c.tags[k] = hash2(m.code, a[k], b[k])
	}
	// The first entry decides most of the time. All are asked for before any is
	// looked at, and then the nodes that they name.
	for _, k := range open {
		c.entries[k] = entries[c.tags[k]>>shift]
	}
	nodes := g.nodes
	sink := ID(0)
	for _, k := range open {
		sink += nodes[max(uint32(c.entries[k]), 1)-1][1]
	}
	c.sink = sink
	left := open[:0]
	for _, k := range open {
		tag, x, y := c.tags[k], a[k], b[k]
		place := tag >> shift
		n := None
		for e := c.entries[k]; e != 0; e = entries[place&mask] {
			if uint32(e>>32) == tag {
				o := ID(uint32(e) - 1)
				if r := &nodes[o]; r[0]&^codeHidden == m.code && r[1] == x && r[2] == y {
					n = o
					break
				}
			}
			place++
		}
		if n == None {
			c.missing[k] = true
			continue
		}
		to[k] = n
		left = append(left, k)
	}
	for _, k := range left {
		to[k] = g.Find(to[k])
	}
	return left
}
