package egraph

import (
	"fmt"
	"math"
	"slices"
)

// ID is the number of a node. It is also the number of the class that the node
// founded: Find says which class it is in now, and that class is named by the
// number of one of its nodes.
type ID uint32

// None is no node.
const None ID = math.MaxUint32

// Symbol is what a node applies to its children: an operator, with all that
// tells it from others. What symbols mean is up to their owner; Symbols gives
// numbers to names.
type Symbol uint32

// MaxSymbol is the largest number of a symbol.
const MaxSymbol Symbol = 1<<28 - 1

// MaxNodes is how many nodes a graph can have.
const MaxNodes = 1 << 30

// Config says what a graph keeps.
type Config struct {
	// Explain makes the graph keep what Explain needs: 24 bytes a node, and some
	// time.
	Explain bool
	// Capacity is for how many nodes there is to be room from the start.
	Capacity int
}

// record is a node as the inner loops read it: its code, two children, and the
// next node of its class, or None. A node with more children has them
// in the pool: then the second word is where, and the third is how many.
type record [4]ID

// The code of a node is its symbol, whether it is hidden, whether it is dropped,
// and its form: how many children, or pooled.
const (
	codeForm    = 3
	codeDropped = 4
	codeHidden  = 8
	codeGone    = codeDropped | codeHidden
	codeShift   = 4
	pooled      = 3
)

// class is, for a canonical node, what is known of its class but for its symbols.
type class struct {
	first   ID     // of the list of its nodes
	parents uint32 // the first of the list of slots in which the class is a child, or noSlot
	stamp   uint32 // the epoch in which one of its nodes was last touched
	weight  uint32 // nodes and slots, an upper bound: the smaller class loses
}

// A slot is a place of a child: the node's number times two plus the place, or
// pooledSlot plus the place in the pool.
const (
	noSlot     = math.MaxUint32
	pooledSlot = 1 << 31
)

// Graph is an e-graph: see the package's comment.
type Graph struct {
	nodes   []record
	stamps  []uint32 // per node, the epoch in which it was touched
	inline  []uint32 // per slot, the next one of its list
	ups     []ID     // per node, towards the canonical one, whose own number this is
	symbols []uint32 // per class, which symbols its nodes have, by Symbol.bit
	classes []class
	table   table

	pool      []ID // children of nodes with more than two
	poolOwner []ID
	poolNext  []uint32

	proof *forest // nil without explanations

	epoch   uint32
	log     []ID     // touched nodes, by epoch; each once an epoch
	logAt   []uint32 // where in the log each epoch starts
	pending []merged // classes that lost and whose parents are to be mended
	slots   []lostSlot
	numDead int
	numLost int // classes that lost
	merges  int // those of them that were others' before

	analyses []analysis
	dirty    []dirty  // classes whose data changed, for analyses
	dirtyAt  int      // those before are done
	remakes  []merged // parents to be valued anew, as if they were classes
	remakeAt int
	failure  *Contradiction
	cause    Reason // of what is being done

	hooks   Hooks
	work    uint64
	scratch *columns // of templates
}

// merged is a class that lost, and the union that made it lose.
type merged struct {
	class ID
	why   Reason
	// remake has a bit for each analysis by which the parents are to be valued anew.
	remake uint32
}

// Hooks are called when the graph changes. They must not change it.
type Hooks struct {
	// Added is told of each new node.
	Added func(node ID)
	// Union is told when the class loser becomes a part of winner.
	Union func(winner, loser ID)
	// Congruent is told when a node became equal to another one, symbol and
	// children, and was dropped: kept stands for both.
	Congruent func(kept, dropped ID)
}

// New makes an empty graph.
func New(config Config) *Graph {
	g := &Graph{logAt: []uint32{0}}
	if config.Explain {
		g.proof = &forest{}
	}
	if n := config.Capacity; n > 0 {
		g.nodes = make([]record, 0, n)
		g.stamps = make([]uint32, 0, n)
		g.inline = make([]uint32, 0, 2*n)
		g.ups = make([]ID, 0, n)
		g.symbols = make([]uint32, 0, n)
		g.classes = make([]class, 0, n)
		g.log = make([]ID, 0, n)
	}
	g.table.init(config.Capacity)
	return g
}

// SetHooks has functions called from now on.
func (g *Graph) SetHooks(h Hooks) { g.hooks = h }

// Explains says whether the graph keeps what Explain needs.
func (g *Graph) Explains() bool { return g.proof != nil }

// NumNodes is how many nodes have been made; their numbers are below.
func (g *Graph) NumNodes() int { return len(g.nodes) }

// NumLive is how many nodes there are: those that were made and neither dropped
// nor hidden.
func (g *Graph) NumLive() int { return len(g.nodes) - g.numDead }

// NumClasses is how many classes there are.
func (g *Graph) NumClasses() int { return len(g.nodes) - g.numLost }

// Work counts what the graph did: lookups, and nodes that were mended. The same
// calls do the same work.
func (g *Graph) Work() uint64 { return g.work }

// Bytes is how much memory the graph holds.
func (g *Graph) Bytes() int {
	words := 4*cap(g.nodes) + cap(g.stamps) + cap(g.inline) + cap(g.ups) + cap(g.symbols) + 4*cap(g.classes) +
		2*cap(g.table.entries) + 3*cap(g.pool) + cap(g.log) + 4*cap(g.pending)
	if g.proof != nil {
		words += g.proof.words()
	}
	return 4 * words
}

// Find is the class of a node: the number of its canonical node.
func (g *Graph) Find(n ID) ID {
	for {
		p := g.ups[n]
		if p == n {
			return n
		}
		up := g.ups[p]
		g.ups[n] = up
		n = up
	}
}

// Symbol is a node's symbol.
func (g *Graph) Symbol(n ID) Symbol { return Symbol(g.nodes[n][0] >> codeShift) }

// Dropped says whether a node became equal to another one, which stands for it.
func (g *Graph) Dropped(n ID) bool { return g.nodes[n][0]&codeDropped != 0 }

// Hide takes a node out of its class, so that no rule matches it. Adding it again
// finds it where it was. It is for classes that one node says all of, such as
// those of constants.
func (g *Graph) Hide(n ID) {
	if r := &g.nodes[n]; r[0]&codeGone == 0 {
		r[0] |= codeHidden
		g.numDead++
	}
}

// Hidden says whether a node was hidden.
func (g *Graph) Hidden(n ID) bool { return g.nodes[n][0]&codeHidden != 0 }

// Arity is how many children a node has.
func (g *Graph) Arity(n ID) int {
	r := &g.nodes[n]
	if form := int(r[0] & codeForm); form != pooled {
		return form
	}
	return int(r[2])
}

// Children are the classes of a node's children, canonical after Rebuild. They
// are the graph's: not to be changed, and not to be used after an Add.
func (g *Graph) Children(n ID) []ID {
	r := &g.nodes[n]
	if form := r[0] & codeForm; form != pooled {
		return r[1 : 1+form : 1+form]
	}
	return g.pool[r[1] : r[1]+r[2] : r[1]+r[2]]
}

// Term are the nodes that a node was made of. A node and what it was made of
// are one term, whatever has become equal since; without explanations it is
// what Children says. As these, it is the graph's.
func (g *Graph) Term(n ID) []ID {
	if g.proof == nil {
		return g.Children(n)
	}
	return g.proof.children(g, n)
}

// Nodes calls f with the nodes of a class that were not dropped, until it
// answers false. Their order is the same in every run.
func (g *Graph) Nodes(of ID, f func(n ID) bool) {
	class, last := g.Find(of), None
	for n := g.classes[class].first; n != None; {
		r := &g.nodes[n]
		next := r[3]
		if r[0]&codeGone != 0 {
			g.unlink(class, last, n)
		} else {
			if !f(n) {
				return
			}
			last = n
		}
		n = next
	}
}

// unlink takes a node that is gone out of the list of a class, where it is behind
// last or, if that is None, the first. Who comes by does so, and goes on to what
// was behind it. It is not there if others came by meanwhile.
func (g *Graph) unlink(class, last, n ID) {
	at := &g.classes[class].first
	if last != None {
		at = &g.nodes[last][3]
	}
	if *at == n {
		*at = g.nodes[n][3]
	}
}

// Parents calls f with each place where a class is a child of a node that was
// not dropped, until it answers false. It is complete after Rebuild.
func (g *Graph) Parents(of ID, f func(parent ID, place int) bool) {
	for s := g.classes[g.Find(of)].parents; s != noSlot; {
		n, place := g.slot(s)
		next := *g.next(s)
		if g.nodes[n][0]&codeGone == 0 && !f(n, place) {
			return
		}
		s = next
	}
}

// slot is the node that has a slot, and which of its children that is.
func (g *Graph) slot(s uint32) (n ID, place int) {
	if s < pooledSlot {
		return ID(s >> 1), int(s & 1)
	}
	n = g.poolOwner[s-pooledSlot]
	return n, int(s - pooledSlot - uint32(g.nodes[n][1]))
}

// next is where the slot after a slot in its list is kept.
func (g *Graph) next(s uint32) *uint32 {
	if s < pooledSlot {
		return &g.inline[s]
	}
	return &g.poolNext[s-pooledSlot]
}

// Classes calls f with the classes by number, until it answers false.
func (g *Graph) Classes(f func(class ID) bool) {
	for n := range g.ups {
		if g.ups[n] == ID(n) && !f(ID(n)) {
			return
		}
	}
}

// bit is the bit of a symbol in the set of those that a class has.
func (s Symbol) bit() uint32 { return 1 << ((uint32(s) * 0x9E3779B1) >> 27) }

// Has says whether a class may have a node with a symbol: always if it does.
func (g *Graph) Has(class ID, s Symbol) bool { return g.symbols[class]&s.bit() != 0 }

// code is the first word of a node.
func code(s Symbol, children int) ID {
	return ID(s)<<codeShift | ID(min(children, pooled))
}

// Add is the node of a symbol and children: the one that is there, or a new one
// in a class of its own.
func (g *Graph) Add(s Symbol, children ...ID) (node ID, added bool) {
	return g.add(None, Reason{}, s, children)
}

// AddEqual is Add and then Union with the node to, but a new node joins that
// class without having had one of its own.
func (g *Graph) AddEqual(to ID, why Reason, s Symbol, children ...ID) (node ID, added bool) {
	return g.add(to, why, s, children)
}

// Lookup is the node of a symbol and children, if it is there.
func (g *Graph) Lookup(s Symbol, children ...ID) (ID, bool) {
	switch len(children) {
	case 0:
		n, _, _ := g.find2(code(s, 0), None, None)
		return n, n != None
	case 1:
		n, _, _ := g.find2(code(s, 1), g.Find(children[0]), None)
		return n, n != None
	case 2:
		n, _, _ := g.find2(code(s, 2), g.Find(children[0]), g.Find(children[1]))
		return n, n != None
	}
	canonical := make([]ID, len(children))
	for i, c := range children {
		canonical[i] = g.Find(c)
	}
	n, _, _ := g.findPooled(code(s, pooled), canonical)
	return n, n != None
}

func (g *Graph) add(to ID, why Reason, s Symbol, children []ID) (ID, bool) {
	if s > MaxSymbol {
		panic(fmt.Sprintf("egraph: symbol %d is larger than MaxSymbol", s))
	}
	switch len(children) {
	case 0:
		return g.add2(to, why, code(s, 0), None, None)
	case 1:
		return g.add2(to, why, code(s, 1), children[0], None)
	case 2:
		return g.add2(to, why, code(s, 2), children[0], children[1])
	}
	at := len(g.pool)
	for _, c := range children {
		g.pool = append(g.pool, g.Find(c))
	}
	key := code(s, pooled)
	n, tag, place := g.findPooled(key, g.pool[at:])
	if n != None {
		g.pool = g.pool[:at]
		g.join(to, n, why)
		return n, false
	}
	if len(g.pool) >= pooledSlot {
		panic("egraph: more children than there can be")
	}
	n = g.found(to, record{key, ID(at), ID(len(children)), 0}, tag, place)
	if g.proof != nil {
		g.proof.addPooled(n, at, children)
	}
	for i, c := range g.pool[at:] {
		g.poolOwner = append(g.poolOwner, n)
		g.poolNext = append(g.poolNext, 0)
		g.push(c, pooledSlot+uint32(at+i))
	}
	g.founded(to, n, why)
	return n, true
}

// add2 is add of a node with at most two children; those that it has not are None.
func (g *Graph) add2(to ID, why Reason, key, a, b ID) (ID, bool) {
	ca, cb := a, b
	if a != None {
		ca = g.Find(a)
	}
	if b != None {
		cb = g.Find(b)
	}
	n, tag, place := g.find2(key, ca, cb)
	if n != None {
		g.join(to, n, why)
		return n, false
	}
	return g.make2(to, why, key, a, b, ca, cb, tag, place), true
}

// make2 makes a node of at most two children, which are not there: as they were
// given, and their classes.
func (g *Graph) make2(to ID, why Reason, key, a, b, ca, cb ID, tag, place uint32) ID {
	n := g.found(to, record{key, ca, cb, 0}, tag, place)
	if g.proof != nil {
		g.proof.add(a, b)
	}
	if a != None {
		g.push(ca, uint32(n)<<1)
		if b != None {
			g.push(cb, uint32(n)<<1|1)
		}
	}
	g.founded(to, n, why)
	return n
}

// join unites a node that was found with the one it is to be equal to.
func (g *Graph) join(to, n ID, why Reason) {
	if to != None {
		g.Union(to, n, why)
	}
}

// found makes a node, in the class of another or in its own.
func (g *Graph) found(to ID, r record, tag, place uint32) ID {
	if len(g.nodes) >= MaxNodes {
		panic("egraph: more nodes than there can be")
	}
	n := ID(len(g.nodes))
	if len(g.nodes) == cap(g.nodes) {
		g.growNodes()
	}
	g.table.insert(n, tag, place)
	bit := Symbol(r[0] >> codeShift).bit()
	if to == None {
		r[3] = None
		g.ups = append(g.ups, n)
		g.symbols = append(g.symbols, bit)
		g.classes = append(g.classes, class{first: n, parents: noSlot, stamp: g.epoch, weight: 1})
	} else {
		to = g.Find(to)
		c := &g.classes[to]
		r[3] = c.first
		c.first = n
		g.symbols[to] |= bit
		c.stamp = g.epoch
		c.weight++
		g.ups = append(g.ups, to)
		g.symbols = append(g.symbols, 0)
		g.classes = append(g.classes, class{first: None, parents: noSlot})
		g.numLost++
	}
	g.nodes = append(g.nodes, r)
	g.inline = append(g.inline, 0, 0)
	g.stamps = append(g.stamps, g.epoch)
	g.log = append(g.log, n)
	return n
}

// growNodes makes room for twice the nodes, or for half as many more once that
// is much.
func (g *Graph) growNodes() {
	more := max(256, len(g.nodes))
	if more > 1<<23 {
		more /= 2
	}
	g.nodes = grown(g.nodes, more)
	more = cap(g.nodes) - len(g.nodes)
	g.stamps = grown(g.stamps, more)
	g.inline = grown(g.inline, 2*more)
	g.ups = grown(g.ups, more)
	g.symbols = grown(g.symbols, more)
	g.classes = grown(g.classes, more)
}

// grown is a slice with room for more.
func grown[T any](s []T, more int) []T {
	to := make([]T, 0, len(s)+more)
	hugePages(to)
	return append(to, s...)
}

// founded does what a new node entails once it has its children.
func (g *Graph) founded(to, n ID, why Reason) {
	if g.proof != nil {
		g.proof.grow()
		if to != None {
			g.proof.link(to, n, why, true)
		}
	}
	if g.hooks.Added != nil {
		g.hooks.Added(n)
	}
	if len(g.analyses) > 0 {
		g.cause = why
		for _, a := range g.analyses {
			a.made(g, n)
		}
	}
}

// push puts a slot into the list of the class that is its child.
func (g *Graph) push(child ID, s uint32) {
	c := &g.classes[child]
	c.weight++
	*g.next(s) = c.parents
	c.parents = s
}

// Touched appends the nodes that were touched since an epoch and were not
// dropped: made, given other children, or moved to another class. A rule that
// searched at that epoch has seen all others as they are.
func (g *Graph) Touched(since uint32, to []ID) []ID {
	if int(since) >= len(g.logAt) {
		return to
	}
	for e := since; e <= g.epoch; e++ {
		for _, n := range g.logOf(e) {
			if g.stamps[n] == e && g.nodes[n][0]&codeGone == 0 {
				to = append(to, n)
			}
		}
	}
	return to
}

func (g *Graph) logOf(e uint32) []ID {
	if e == g.epoch {
		return g.log[g.logAt[e]:]
	}
	return g.log[g.logAt[e]:g.logAt[e+1]]
}

// Epoch is the number of the present epoch: what is touched from now on is
// touched in it. Advance starts the next.
func (g *Graph) Epoch() uint32 { return g.epoch }

// Advance starts an epoch and says its number: what is touched from now on is
// what Touched says since it.
func (g *Graph) Advance() uint32 {
	g.epoch++
	g.logAt = append(g.logAt, uint32(len(g.log)))
	return g.epoch
}

// TouchedSince says whether a node was touched in an epoch or after it.
func (g *Graph) TouchedSince(n ID, epoch uint32) bool { return g.stamps[n] >= epoch }

// ClassTouchedSince says whether a node of a class was: for its canonical number.
func (g *Graph) ClassTouchedSince(class ID, epoch uint32) bool {
	return g.classes[class].stamp >= epoch
}

// touch notes that a node is not what it was.
func (g *Graph) touch(n ID) {
	if g.stamps[n] != g.epoch {
		g.stamps[n] = g.epoch
		g.log = append(g.log, n)
	}
}

// equalIDs says whether two lists of nodes are the same.
func equalIDs(a, b []ID) bool { return slices.Equal(a, b) }
