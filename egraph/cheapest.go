package egraph

// Choice is a node for each class from which a term can be made.
type Choice struct {
	g     *Graph
	nodes []ID // by class; None if there is no term
	costs []float64
}

// Cheapest chooses in each class the node whose tree costs least: the cost of the
// node, and those of its children, each as often as it is used. It is quick, and
// right for trees; what shares values wants an extraction that counts them once,
// as package egraph/extract has it. Costs are not negative.
func (g *Graph) Cheapest(cost func(n ID) float64) *Choice {
	c := &Choice{g: g, nodes: make([]ID, len(g.nodes)), costs: make([]float64, len(g.nodes))}
	for i := range c.nodes {
		c.nodes[i] = None
	}
	waits := make([]bool, len(g.nodes))
	var queue []ID
	visit := func(n ID) {
		if !waits[n] {
			waits[n] = true
			queue = append(queue, n)
		}
	}
	for n := range ID(len(g.nodes)) {
		if g.nodes[n][0]&codeGone == 0 && g.Arity(n) == 0 {
			visit(n)
		}
	}
	for at := 0; at < len(queue); at++ {
		n := queue[at]
		waits[n] = false
		total, ok := c.total(n, cost)
		class := g.Find(n)
		// Only what is cheaper replaces a choice: then no choice needs itself.
		if !ok || c.nodes[class] != None && total >= c.costs[class] {
			continue
		}
		c.nodes[class], c.costs[class] = n, total
		g.Parents(class, func(parent ID, _ int) bool {
			visit(parent)
			return true
		})
		if at > 1<<16 && at > len(queue)/2 {
			queue, at = append(queue[:0], queue[at+1:]...), -1
		}
	}
	return c
}

// total is what the tree of a node costs.
func (c *Choice) total(n ID, cost func(n ID) float64) (float64, bool) {
	sum := cost(n)
	for _, child := range c.g.Children(n) {
		child = c.g.Find(child)
		if c.nodes[child] == None {
			return 0, false
		}
		sum += c.costs[child]
	}
	return sum, true
}

// Node is the node that was chosen for a class: None if there is no term.
func (c *Choice) Node(class ID) ID { return c.nodes[c.g.Find(class)] }

// Cost is what the tree of a class costs.
func (c *Choice) Cost(class ID) float64 { return c.costs[c.g.Find(class)] }

// Term is the term that was chosen for a class: nil if there is none. Terms are
// trees, which may be far larger than what they share.
func (c *Choice) Term(class ID) *Term {
	n := c.Node(class)
	if n == None {
		return nil
	}
	t := &Term{Sym: c.g.Symbol(n)}
	for _, child := range c.g.Children(n) {
		t.Args = append(t.Args, c.Term(child))
	}
	return t
}

// Numbers numbers the classes from 0 on, without gaps, and says how many there are:
// for each node that is canonical the number of its class. It is what a graph is
// handed to package egraph/extract with, node by node.
func (g *Graph) Numbers() (numbers []uint32, classes int) {
	numbers = make([]uint32, len(g.nodes))
	g.Classes(func(class ID) bool {
		numbers[class] = uint32(classes)
		classes++
		return true
	})
	return numbers, classes
}
