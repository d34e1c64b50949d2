package ir

// Edge is one way from the end of a block to a successor: successor Index() of
// Op(). The edges to a block form a list, as the uses of a value do.
type Edge struct {
	to         *Block
	op         *Op
	next, prev *Edge
	index      int32
}

// Op is the op that branches.
func (e *Edge) Op() *Op { return e.op }

// Index is the number of the successor.
func (e *Edge) Index() int { return int(e.index) }

// Next is the next edge to the same block, or nil.
func (e *Edge) Next() *Edge { return e.next }

// Values is what e passes to the block; the definition of the op must have
// SuccessorOperands.
func (e *Edge) Values() []Use { return e.op.successorUses(int(e.index)) }

// FirstEdge heads the list of edges to b, in no meaningful but a reproducible
// order.
func (b *Block) FirstEdge() *Edge { return b.edges }

// SinglePredecessor is the block that the only edge to b comes from; nil when
// there are none or several, even from one block.
func (b *Block) SinglePredecessor() *Block {
	if b.edges == nil || b.edges.next != nil {
		return nil
	}
	return b.edges.op.block
}

// UniquePredecessor is the one block that all edges to b come from, or nil.
func (b *Block) UniquePredecessor() *Block {
	if b.edges == nil {
		return nil
	}
	from := b.edges.op.block
	for e := b.edges.next; e != nil; e = e.next {
		if e.op.block != from {
			return nil
		}
	}
	return from
}

func (e *Edge) link(b *Block) {
	e.to, e.prev = b, nil
	if b == nil {
		e.next = nil
		return
	}
	e.next = b.edges
	if b.edges != nil {
		b.edges.prev = e
	}
	b.edges = e
}

func (e *Edge) unlink() {
	if e.to == nil {
		return
	}
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		e.to.edges = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	}
	e.to, e.next, e.prev = nil, nil, nil
}

// SetSuccessor redirects successor i.
func (o *Op) SetSuccessor(i int, b *Block) {
	o.rest.successors[i] = b
	o.rest.edges[i].unlink()
	o.rest.edges[i].link(b)
}

// RedirectEdges makes every edge to b one to c.
func (b *Block) RedirectEdges(c *Block) {
	for b != c && b.edges != nil {
		b.edges.op.SetSuccessor(int(b.edges.index), c)
	}
}

// setSuccessors gives a new op its successors.
func (a *Arena) setSuccessors(o *Op, to []*Block) {
	if len(to) == 0 {
		return
	}
	o.rest.successors = a.targets.take(len(to))
	o.rest.edges = a.edges.take(len(to))
	for i, b := range to {
		o.rest.successors[i] = b
		e := &o.rest.edges[i]
		e.op, e.index = o, int32(i)
		e.link(b)
	}
}

func (o *Op) dropSuccessors() {
	clear(o.rest.successors)
	for i := range o.rest.edges {
		o.rest.edges[i].unlink()
	}
}
