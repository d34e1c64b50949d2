package egraph

// A search that looks at many more candidates than there are nodes reads copies
// of the nodes, in the order in which it needs them: the nodes of a class side by
// side, and a table that says at once in which class a node is. They are right
// as long as the graph does not change.

// mostCopied is of how many nodes copies are made at most.
const mostCopied = 1 << 22

// rows are the nodes of a symbol with at most two children, by class.
type rows struct {
	code  ID
	valid bool
	start []uint32 // per class
	rows  []row
}

type row struct {
	args  [2]ID
	node  ID
	stamp uint32
}

// of are the nodes of a class.
func (r *rows) of(class ID) []row { return r.rows[r.start[class]:r.start[class+1]] }

// rows are the nodes that have a code.
func (x *index) rows(g *Graph, code ID) *rows {
	var r *rows
	for _, old := range x.copies {
		if old.code == code {
			r = old
		}
	}
	if r == nil {
		r = &rows{code: code}
		x.copies = append(x.copies, r)
	}
	if r.valid {
		return r
	}
	r.valid = true
	nodes := x.nodes(g, Symbol(code>>codeShift))
	size := len(g.nodes) + 1
	if cap(r.start) < size {
		r.start = make([]uint32, size+size/2)
	}
	r.start = r.start[:size]
	clear(r.start)
	count := 0
	for _, n := range nodes {
		if g.nodes[n][0] == code {
			r.start[g.Find(n)]++
			count++
		}
	}
	if cap(r.rows) < count {
		r.rows = make([]row, count+count/2)
	}
	r.rows = r.rows[:count]
	// Each class has its end, and is filled from there.
	sum := uint32(0)
	for i, n := range r.start {
		sum += n
		r.start[i] = sum
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		if o := &g.nodes[n]; o[0] == code {
			at := &r.start[g.Find(n)]
			*at--
			r.rows[*at] = row{[2]ID{o[1], o[2]}, n, g.stamps[n]}
		}
	}
	return r
}

// facts say in which classes the nodes with one or two children are, by symbol
// and children.
type facts struct {
	cells []fact
	shift uint32
}

// fact is a node's code, its children and its class. The code of a node with
// children is not 0.
type fact [4]ID

// facts are those of the graph as it is.
func (x *index) facts(g *Graph) *facts {
	f := &x.known
	if x.knows {
		return f
	}
	x.knows = true
	size := smallTable
	for 1<<size < 2*(g.NumLive()+1) {
		size++
	}
	if len(f.cells) == 1<<size {
		clear(f.cells)
	} else {
		f.cells = make([]fact, 1<<size)
	}
	f.shift = uint32(32 - size)
	mask := uint32(len(f.cells) - 1)
	for n := range g.nodes {
		r := &g.nodes[n]
		form := r[0] & codeForm
		if r[0]&codeDropped != 0 || form == 0 || form == pooled {
			continue
		}
		code := r[0] &^ codeHidden
		place := hash2(code, r[1], r[2]) >> f.shift
		for f.cells[place&mask][0] != 0 {
			place++
		}
		f.cells[place&mask] = fact{code, r[1], r[2], g.Find(ID(n))}
	}
	return f
}

// classes finds the classes of a column of nodes, of which those that are open
// are asked for. It says which stay open: those that are there. The cells are
// all asked for before any is looked at.
func (f *facts) classes(c *columns, code ID, a, b, to *[block]ID, open []uint8) []uint8 {
	cells, mask := f.cells, uint32(len(f.cells)-1)
	sink := ID(0)
	for _, k := range open {
		place := hash2(code, a[k], b[k]) >> f.shift
		c.tags[k] = place
		sink += cells[place][1]
	}
	c.sink = sink
	left := open[:0]
	for _, k := range open {
		x, y, place := a[k], b[k], c.tags[k]
		for {
			cell := &cells[place&mask]
			if cell[1] == x && cell[2] == y && cell[0] == code {
				to[k] = cell[3]
				left = append(left, k)
				break
			}
			if cell[0] == 0 {
				c.missing[k] = true
				break
			}
			place++
		}
	}
	return left
}

// bytes are how much memory copies take.
func (x *index) bytes() int {
	n := 16 * cap(x.known.cells)
	for _, r := range x.copies {
		n += 4*cap(r.start) + 16*cap(r.rows)
	}
	return n
}

// outdate is called when the graph has changed.
func (x *index) outdate() {
	x.knows = false
	for _, r := range x.copies {
		r.valid = false
	}
}
