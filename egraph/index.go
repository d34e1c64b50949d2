package egraph

// index lists nodes by symbol, for the symbols that rules ask for.
type index struct {
	dense  []*list          // of small symbols
	sparse map[Symbol]*list // of the others
	all    []*list
	// since are the epochs for which lists have what was touched since.
	since []uint32
	buf   []ID
	// Copies of the nodes, see rows and facts.
	copies []*rows
	known  facts
	knows  bool
}

type list struct {
	nodes []ID
	// touched are those that were touched, for each epoch of the index.
	touched [][]ID
}

const denseSymbols = 1 << 12

func newIndex() *index { return &index{} }

// of is the list of a symbol, if there is one.
func (x *index) of(s Symbol) *list {
	if int(s) < len(x.dense) {
		return x.dense[s]
	}
	if s < denseSymbols {
		return nil
	}
	return x.sparse[s]
}

// watch lists a symbol from now on.
func (x *index) watch(g *Graph, s Symbol) *list {
	l := &list{}
	x.all = append(x.all, l)
	if s < denseSymbols {
		for len(x.dense) <= int(s) {
			x.dense = append(x.dense, nil)
		}
		x.dense[s] = l
	} else {
		if x.sparse == nil {
			x.sparse = map[Symbol]*list{}
		}
		x.sparse[s] = l
	}
	for n := range g.nodes {
		if Symbol(g.nodes[n][0]>>codeShift) == s {
			l.nodes = append(l.nodes, ID(n))
		}
	}
	for i, since := range x.since {
		l.touched = append(l.touched, nil)
		for _, n := range l.nodes {
			if g.stamps[n] >= since && g.nodes[n][0]&codeGone == 0 {
				l.touched[i] = append(l.touched[i], n)
			}
		}
	}
	return l
}

// update lists what is new in the graph.
func (x *index) update(g *Graph, from int) {
	x.since = x.since[:0]
	x.outdate()
	for n := from; n < len(g.nodes); n++ {
		if l := x.of(Symbol(g.nodes[n][0] >> codeShift)); l != nil {
			l.nodes = append(l.nodes, ID(n))
		}
	}
}

// nodes are the nodes of a symbol, some of them gone.
func (x *index) nodes(g *Graph, s Symbol) []ID {
	l := x.of(s)
	if l == nil {
		l = x.watch(g, s)
	}
	return l.nodes
}

// compact forgets the nodes that are gone.
func (x *index) compact(g *Graph) {
	for _, l := range x.all {
		kept := l.nodes[:0]
		for _, n := range l.nodes {
			if g.nodes[n][0]&codeGone == 0 {
				kept = append(kept, n)
			}
		}
		l.nodes = kept
	}
}

// touched are the nodes of a symbol that were touched since an epoch.
func (x *index) touched(g *Graph, since uint32, s Symbol) []ID {
	l := x.of(s)
	if l == nil {
		l = x.watch(g, s)
	}
	for i, epoch := range x.since {
		if epoch == since {
			return l.touched[i]
		}
	}
	i := len(x.since)
	x.since = append(x.since, since)
	for _, l := range x.all {
		if len(l.touched) <= i {
			l.touched = append(l.touched, nil)
		}
		l.touched[i] = l.touched[i][:0]
	}
	x.buf = g.Touched(since, x.buf[:0])
	for _, n := range x.buf {
		if l := x.of(Symbol(g.nodes[n][0] >> codeShift)); l != nil {
			l.touched[i] = append(l.touched[i], n)
		}
	}
	return l.touched[i]
}
