package memory

import "math/bits"

// A list is a schedule under change: a doubly linked list of computations, each
// with the bytes live at its step. Computations come and go in time
// proportional to the steps over which a value's life changes, which makes it
// the representation for local search; nothing is renumbered.
//
// Whatever the order, the list is consistent: a read that comes before every
// computation of its operand (an orphan) holds nothing. Moves that take the
// first computation out put it back at once at a valid place.
type list struct {
	g      *Graph
	budget int64
	cells  []cell
	// events are, for each node, its computations and the cells that read it,
	// in the order of the list.
	events [][]int32
	// spare are the cells that are free, and all those in use but the two ends.
	spare, all []int32
	// place is the index in all of each cell.
	place []int32
	// duration and excess are the sums over all cells; excess counts the bytes
	// above the budget of each step in units of 1 << shift, rounded up.
	duration, excess int64
	shift            uint
	// step is what a step above the budget counts besides.
	step    int64
	takes   bool
	readers [][]int32
	spans   []lifeChange
	fixups  []int32
	work    int64
}

// A cell is one computation. Keys grow along the list.
type cell struct {
	live       int64
	key        int64
	prev, next int32
	node       int32
	// taken is the operand whose storage it takes over, or -1.
	taken int32
}

// The ends of the list. The tail reads all kept nodes.
const (
	head = 0
	tail = 1
)

// A lifeChange is a change of what is live at the cells behind stop.
type lifeChange struct {
	stop  int32
	bytes int64
}

// newList makes an empty list.
func newList(g *Graph, budget int64) *list {
	l := &list{g: g, budget: budget, events: make([][]int32, len(g.Nodes))}
	l.cells = make([]cell, 2, 2+len(g.Nodes)*3/2)
	l.place = make([]int32, 2, cap(l.cells))
	var total uint64
	for v := range g.Nodes {
		n := &g.Nodes[v]
		l.takes = l.takes || len(n.Takes) > 0
		total += uint64(n.Size) + uint64(n.Workspace)
	}
	// Steps may be many times the nodes, and excess is a sum over steps.
	if need := bits.Len64(total) + bits.Len(uint(len(g.Nodes))) + 6; need > 62 {
		l.shift = uint(need - 62)
	}
	l.readers = readersOf(g)
	return l
}

// readersOf are the nodes that read each node.
func readersOf(g *Graph) [][]int32 {
	count := make([]int32, len(g.Nodes))
	total := 0
	for v := range g.Nodes {
		for _, u := range g.Nodes[v].Reads {
			count[u]++
		}
		total += len(g.Nodes[v].Reads)
	}
	readers, flat := make([][]int32, len(g.Nodes)), make([]int32, total)
	for v, c := range count {
		readers[v], flat = flat[:0:c], flat[c:]
	}
	for v := range g.Nodes {
		for _, u := range g.Nodes[v].Reads {
			readers[u] = append(readers[u], int32(v))
		}
	}
	return readers
}

// load replaces the list by a schedule that Simulate accepts.
func (l *list) load(s Schedule) error {
	p, err := l.g.Simulate(s)
	if err != nil {
		return err
	}
	l.cells, l.place, l.spare, l.all = l.cells[:2], l.place[:2], l.spare[:0], l.all[:0]
	for v := range l.events {
		l.events[v] = l.events[v][:0]
	}
	l.duration, l.excess = 0, 0
	for t, v := range s {
		c := int32(len(l.cells))
		l.cells = append(l.cells, cell{live: p.Live[t], prev: c - 1, next: c + 1, node: v, taken: -1})
		l.place = append(l.place, int32(len(l.all)))
		l.all = append(l.all, c)
		l.events[v] = append(l.events[v], c)
		for _, u := range l.g.Nodes[v].Reads {
			l.events[u] = append(l.events[u], c)
		}
		l.duration += l.g.Nodes[v].Duration
		l.excess += l.over(p.Live[t])
	}
	last := int32(len(l.cells) - 1)
	l.cells[head] = cell{prev: -1, next: 2, node: -1, taken: -1}
	l.cells[tail] = cell{prev: last, next: -1, node: -1, taken: -1}
	if len(s) == 0 {
		l.cells[head].next, l.cells[tail].prev = tail, head
	} else {
		l.cells[2].prev, l.cells[last].next = head, tail
	}
	for v := range l.g.Nodes {
		if l.g.Nodes[v].Kept {
			l.cells[tail].live += l.g.Nodes[v].Size
			l.events[v] = append(l.events[v], tail)
		}
	}
	l.renumber()
	if l.takes {
		for _, c := range l.all {
			l.cells[c].taken = l.takesOver(c)
		}
	}
	return nil
}

// renumber spaces the keys evenly.
func (l *list) renumber() {
	gap := int64(1) << 60 / int64(len(l.all)+2)
	key := int64(0)
	for c := int32(head); c >= 0; c = l.cells[c].next {
		l.cells[c].key = key
		key += gap
	}
}

// makeRoom spaces the keys around a cell evenly, of so few cells that there is room between them.
func (l *list) makeRoom(c int32) {
	const room = 1 << 20
	first, last, count := c, l.cells[c].next, int64(1)
	for grow := 1; (l.cells[last].key-l.cells[first].key)/count < room && (first != head || last != tail); grow *= 2 {
		for range grow {
			if first != head {
				first = l.cells[first].prev
				count++
			}
			if last != tail {
				last = l.cells[last].next
				count++
			}
		}
	}
	gap, key := (l.cells[last].key-l.cells[first].key)/count, l.cells[first].key
	for c := l.cells[first].next; c != last; c = l.cells[c].next {
		key += gap
		l.cells[c].key = key
	}
	l.work += count
}

// over is what a step at which so much is live counts in excess.
func (l *list) over(live int64) int64 {
	if live <= l.budget {
		return 0
	}
	return (live-l.budget-1)>>l.shift + 1 + l.step
}

// schedule is the list as a schedule.
func (l *list) schedule(s Schedule) Schedule {
	s = s[:0]
	for c := l.cells[head].next; c != tail; c = l.cells[c].next {
		s = append(s, l.cells[c].node)
	}
	return s
}

// behind is the number of a node's events up to and including a cell.
func (l *list) behind(events []int32, key int64) int {
	i := len(events)
	if i > 16 {
		lo, hi := 0, i
		for lo < hi {
			m := int(uint(lo+hi) >> 1)
			if l.cells[events[m]].key <= key {
				lo = m + 1
			} else {
				hi = m
			}
		}
		return lo
	}
	for i > 0 && l.cells[events[i-1]].key > key {
		i--
	}
	return i
}

// held says whether event i of a node is a read, that is, whether the copy
// before it is live up to there.
func (l *list) held(events []int32, i int, node int32) bool {
	return i < len(events) && l.cells[events[i]].node != node
}

// sized says if the events before i have a computation of the node, so that a
// read at i has something to hold.
func (l *list) sized(events []int32, i int, node int32) bool {
	for j := range i {
		if l.cells[events[j]].node == node {
			return true
		}
	}
	return false
}

// addSpan notes a change, in order of the stops from the last to the first.
func (l *list) addSpan(stop int32, bytes int64) {
	if bytes == 0 {
		return
	}
	l.spans = append(l.spans, lifeChange{stop, bytes})
	key := l.cells[stop].key
	i := len(l.spans) - 1
	for ; i > 0 && l.cells[l.spans[i-1].stop].key < key; i-- {
		l.spans[i] = l.spans[i-1]
	}
	l.spans[i] = lifeChange{stop, bytes}
}

// probe is the change of excess that the spans make from a cell backwards.
func (l *list) probe(c int32) int64 {
	var bytes, change int64
	for _, s := range l.spans {
		bytes += s.bytes
	}
	budget, step, steps := l.budget, l.step, int64(0)
	for _, s := range l.spans {
		if bytes != 0 && l.shift == 0 {
			for c != s.stop {
				p := &l.cells[c]
				if old := p.live - budget; old > 0 {
					change -= old + step
				}
				if now := p.live - budget + bytes; now > 0 {
					change += now + step
				}
				c = p.prev
				steps++
			}
		} else {
			for c != s.stop {
				p := &l.cells[c]
				change += l.over(p.live+bytes) - l.over(p.live)
				c = p.prev
				steps++
			}
		}
		bytes -= s.bytes
	}
	l.work += steps
	return change
}

// spread makes the change of the spans from a cell backwards.
func (l *list) spread(c int32) {
	var bytes int64
	for _, s := range l.spans {
		bytes += s.bytes
	}
	for _, s := range l.spans {
		for c != s.stop {
			p := &l.cells[c]
			l.excess -= l.over(p.live)
			p.live += bytes
			l.excess += l.over(p.live)
			c = p.prev
			l.work++
		}
		bytes -= s.bytes
	}
}

// forward changes what is live at the cells behind c up to the given one.
func (l *list) forward(c, last int32, bytes int64) {
	for c != last {
		c = l.cells[c].next
		p := &l.cells[c]
		l.work++
		if c == tail {
			p.live += bytes
			return
		}
		l.excess -= l.over(p.live)
		p.live += bytes
		l.excess += l.over(p.live)
	}
}

// across is what is live between a cell and the next.
func (l *list) across(c int32) int64 {
	next := &l.cells[l.cells[c].next]
	if next.node < 0 {
		return next.live
	}
	n := &l.g.Nodes[next.node]
	live := next.live - n.Size - n.Workspace
	if next.taken >= 0 {
		live += l.g.Nodes[next.taken].Size
	}
	return live
}

// insertSpans finds what changes when a node is computed right behind cell c,
// not counting what is taken over. It returns the live bytes at the new step,
// and the index that the step has among the events of its node.
func (l *list) insertSpans(v, c int32) (live int64, at int) {
	n := &l.g.Nodes[v]
	key := l.cells[c].key
	l.spans = l.spans[:0]
	live = l.across(c) + n.Workspace
	events := l.events[v]
	at = l.behind(events, key)
	if at > 0 && l.held(events, at, v) && (l.cells[events[0]].node == v || l.sized(events, at, v)) {
		l.addSpan(events[at-1], -n.Size)
	} else {
		live += n.Size
	}
	for _, u := range n.Reads {
		events := l.events[u]
		i := l.behind(events, key)
		if i > 0 && !l.held(events, i, u) {
			size := l.g.Nodes[u].Size
			live += size
			l.addSpan(events[i-1], size)
		}
	}
	return live, at
}

// removeSpans finds what changes when cell c is taken out, not counting what
// is taken over. It returns the index of c among the events of its node.
func (l *list) removeSpans(c int32) (at int) {
	v, key := l.cells[c].node, l.cells[c].key
	l.spans = l.spans[:0]
	events := l.events[v]
	at = l.behind(events, key) - 1
	if at > 0 && l.held(events, at+1, v) && (l.cells[events[0]].node == v || l.sized(events, at, v)) {
		l.addSpan(events[at-1], l.g.Nodes[v].Size)
	}
	for _, u := range l.g.Nodes[v].Reads {
		events := l.events[u]
		i := l.behind(events, key) - 1
		if i > 0 && !l.held(events, i+1, u) {
			l.addSpan(events[i-1], -l.g.Nodes[u].Size)
		}
	}
	return at
}

// probeInsert is the change of excess when a node is computed right behind c;
// exact in graphs where nothing is taken over. It is of use only if the new
// copy is read and the copy before it is not needed at once.
func (l *list) probeInsert(v, c int32) (excess int64, useful bool) {
	live, at := l.insertSpans(v, c)
	if at == 0 || l.events[v][at-1] == c || !l.held(l.events[v], at, v) {
		return 0, false
	}
	return l.probe(c) + l.over(live), true
}

// probeRemove is the change of excess when a cell is taken out; exact in
// graphs where nothing is taken over, and for cells that are not the first of their node.
func (l *list) probeRemove(c int32) (excess int64) {
	l.removeSpans(c)
	return l.probe(l.cells[c].prev) - l.over(l.cells[c].live)
}

// insert computes a node right behind cell c.
func (l *list) insert(v, c int32) int32 {
	live, at := l.insertSpans(v, c)
	l.spread(c)
	e := l.newCell(c)
	p := &l.cells[e]
	p.node, p.live, p.taken = v, live, -1
	l.excess += l.over(live)
	l.duration += l.g.Nodes[v].Duration
	l.fixups = l.fixups[:0]
	events := insertAt(l.events[v], at, e)
	l.events[v] = events
	if at == 0 && l.held(events, 1, v) {
		l.forward(e, l.lastRead(events, 1, v), l.g.Nodes[v].Size)
	}
	if at > 0 {
		l.fixups = append(l.fixups, events[at-1])
	}
	for _, u := range l.g.Nodes[v].Reads {
		i := l.behind(l.events[u], p.key)
		l.events[u] = insertAt(l.events[u], i, e)
		if i > 0 {
			l.fixups = append(l.fixups, l.events[u][i-1])
		}
	}
	if l.takes {
		l.fixups = append(l.fixups, e)
		l.retake()
	}
	return e
}

// remove takes a cell out. The next insert gets the same cell.
func (l *list) remove(c int32) {
	if l.takes && l.cells[c].taken >= 0 {
		l.setTaken(c, -1)
	}
	at := l.removeSpans(c)
	p := &l.cells[c]
	v := p.node
	l.spread(p.prev)
	l.excess -= l.over(p.live)
	l.duration -= l.g.Nodes[v].Duration
	l.fixups = l.fixups[:0]
	events := l.events[v]
	if at == 0 && l.held(events, 1, v) {
		l.forward(c, l.lastRead(events, 1, v), -l.g.Nodes[v].Size)
	}
	l.events[v] = removeAt(events, at)
	if at > 0 {
		l.fixups = append(l.fixups, events[at-1])
	}
	for _, u := range l.g.Nodes[v].Reads {
		i := l.behind(l.events[u], p.key) - 1
		l.events[u] = removeAt(l.events[u], i)
		if i > 0 {
			l.fixups = append(l.fixups, l.events[u][i-1])
		}
	}
	l.cells[p.prev].next, l.cells[p.next].prev = p.next, p.prev
	moved := l.all[len(l.all)-1]
	l.all[l.place[c]], l.place[moved] = moved, l.place[c]
	l.all = l.all[:len(l.all)-1]
	l.spare = append(l.spare, c)
	if l.takes {
		l.retake()
	}
}

// lastRead is the last of the reads that follow one another from index i on.
func (l *list) lastRead(events []int32, i int, node int32) int32 {
	for l.held(events, i+1, node) {
		i++
	}
	return events[i]
}

// newCell links a cell in behind c.
func (l *list) newCell(c int32) int32 {
	next := l.cells[c].next
	if l.cells[next].key-l.cells[c].key < 2 {
		l.makeRoom(c)
	}
	var e int32
	if n := len(l.spare); n > 0 {
		e, l.spare = l.spare[n-1], l.spare[:n-1]
	} else {
		e = int32(len(l.cells))
		l.cells = append(l.cells, cell{})
		l.place = append(l.place, 0)
	}
	l.cells[e].key = l.cells[c].key + (l.cells[next].key-l.cells[c].key)/2
	l.cells[e].prev, l.cells[e].next = c, next
	l.cells[c].next, l.cells[next].prev = e, e
	l.place[e] = int32(len(l.all))
	l.all = append(l.all, e)
	return e
}

// takesOver is the operand whose storage a cell takes over, or -1.
func (l *list) takesOver(c int32) int32 {
	if l.cells[c].node < 0 {
		return -1
	}
	for _, u := range l.g.Nodes[l.cells[c].node].Takes {
		events := l.events[u]
		i := l.behind(events, l.cells[c].key)
		if i > 1 && events[i-1] == c && !l.held(events, i, u) && l.sized(events, i, u) {
			return u
		}
	}
	return -1
}

// retake brings up to date what is taken over where lives have changed.
func (l *list) retake() {
	for _, c := range l.fixups {
		if u := l.takesOver(c); u != l.cells[c].taken {
			l.setTaken(c, u)
		}
	}
}

// setTaken says whose storage a cell takes over.
func (l *list) setTaken(c, u int32) {
	p := &l.cells[c]
	l.excess -= l.over(p.live)
	if p.taken >= 0 {
		p.live += l.g.Nodes[p.taken].Size
	}
	if u >= 0 {
		p.live -= l.g.Nodes[u].Size
	}
	p.taken = u
	l.excess += l.over(p.live)
}

func insertAt(s []int32, i int, e int32) []int32 {
	s = append(s, e)
	copy(s[i+1:], s[i:])
	s[i] = e
	return s
}

func removeAt(s []int32, i int) []int32 {
	copy(s[i:], s[i+1:])
	return s[:len(s)-1]
}
