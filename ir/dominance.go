package ir

// Dominance answers which definitions reach which uses. Trees are built per
// region when first asked for, and are valid until the control flow changes.
type Dominance struct {
	regions map[*Region]*domTree
}

// NewDominance makes an empty dominance analysis.
func NewDominance() *Dominance { return &Dominance{map[*Region]*domTree{}} }

// domTree numbers the reachable blocks of a region in reverse post-order and
// holds immediate dominators: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple,
// Fast Dominance Algorithm", 2001. pre and post number the dominator tree, so
// that a query is two comparisons.
type domTree struct {
	number    map[*Block]int32
	idom      []int32
	children  [][]int32
	pre, post []int32
	order     []*Block
}

func (d *Dominance) tree(r *Region) *domTree {
	t := d.regions[r]
	if t == nil {
		t = newDomTree(r)
		d.regions[r] = t
	}
	return t
}

// ReversePostorder lists the blocks of r that its entry reaches, each before
// its successors except on back edges.
func ReversePostorder(r *Region) []*Block {
	if r.first == nil {
		return nil
	}
	count := 0
	for b := r.first; b != nil; b = b.next {
		count++
	}
	type frame struct{ block, next int32 } // numbers of a block, and of its successor
	seen := NewNumbers[Block](count)
	stack := append(make([]frame, 0, count), frame{seen.Add(r.first), 0})
	post := make([]*Block, 0, count)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		b := seen.At(f.block)
		succs := b.Successors()
		if int(f.next) == len(succs) {
			post = append(post, b)
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[f.next]
		f.next++
		if _, known := seen.Of(s); s != nil && !known {
			stack = append(stack, frame{seen.Add(s), 0})
		}
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// Successors of the block's last op.
func (b *Block) Successors() []*Block {
	if b.last == nil {
		return nil
	}
	return b.last.Successors()
}

func newDomTree(r *Region) *domTree {
	order := ReversePostorder(r)
	t := &domTree{number: make(map[*Block]int32, len(order)), idom: make([]int32, len(order)), order: order}
	for i, b := range order {
		t.number[b] = int32(i)
		t.idom[i] = -1
	}
	if len(order) == 0 {
		return t
	}
	preds := make([][]int32, len(order))
	for i, b := range order {
		for _, s := range b.Successors() {
			if n, ok := t.number[s]; ok {
				preds[n] = append(preds[n], int32(i))
			}
		}
	}
	t.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(order); i++ {
			dom := int32(-1)
			for _, p := range preds[i] {
				switch {
				case t.idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = t.intersect(dom, p)
				}
			}
			if t.idom[i] != dom {
				t.idom[i] = dom
				changed = true
			}
		}
	}
	t.numberTree()
	return t
}

func (t *domTree) intersect(a, b int32) int32 {
	for a != b {
		for a > b {
			a = t.idom[a]
		}
		for b > a {
			b = t.idom[b]
		}
	}
	return a
}

func (t *domTree) numberTree() {
	n := len(t.idom)
	t.children = make([][]int32, n)
	for i := 1; i < n; i++ {
		t.children[t.idom[i]] = append(t.children[t.idom[i]], int32(i))
	}
	t.pre, t.post = make([]int32, n), make([]int32, n)
	clock := int32(0)
	type frame struct {
		node int32
		next int
	}
	stack := []frame{{0, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == 0 {
			t.pre[f.node] = clock
			clock++
		}
		if f.next < len(t.children[f.node]) {
			child := t.children[f.node][f.next]
			f.next++
			stack = append(stack, frame{child, 0})
			continue
		}
		t.post[f.node] = clock
		clock++
		stack = stack[:len(stack)-1]
	}
}

// BlockDominates reports whether every path from the entry of their common
// region to b passes through a. A block dominates itself, and every block
// dominates an unreachable one.
func (d *Dominance) BlockDominates(a, b *Block) bool {
	if a == b {
		return true
	}
	if a.region.HasOneBlock() {
		return false
	}
	t := d.tree(a.region)
	nb, ok := t.number[b]
	if !ok {
		return true
	}
	na, ok := t.number[a]
	return ok && t.pre[na] <= t.pre[nb] && t.post[nb] <= t.post[na]
}

// Children of b in the dominator tree of its region, in reverse post-order.
func (d *Dominance) Children(b *Block) []*Block {
	if b.region.HasOneBlock() {
		return nil
	}
	t := d.tree(b.region)
	n, ok := t.number[b]
	if !ok {
		return nil
	}
	out := make([]*Block, len(t.children[n]))
	for i, c := range t.children[n] {
		out[i] = t.order[c]
	}
	return out
}

// Reachable reports whether the entry of b's region reaches b.
func (d *Dominance) Reachable(b *Block) bool {
	if b.IsEntry() {
		return true
	}
	_, ok := d.tree(b.region).number[b]
	return ok
}

// mayBeGraph reports whether the order of ops in r may mean nothing: the op
// around it says so, or nobody knows what that is and there is but one block.
func mayBeGraph(r *Region) bool {
	o := r.parent
	return o != nil && (o.Def() == nil && r.HasOneBlock() || o.Has(GraphRegions))
}

// Dominates reports whether the definition of v reaches o, so that o may use
// v. Inside a graph region order does not matter.
func (d *Dominance) Dominates(v *Value, o *Op) bool {
	def := v.Block()
	if def == nil || def.region == nil {
		return v.Def() != nil && v.Def().block == nil // detached IR
	}
	// Find the ancestor of o that lies in the region of the definition.
	for o != nil && (o.block == nil || o.block.region != def.region) {
		o = o.Parent()
	}
	return o != nil && d.reaches(v, o)
}

// reaches is Dominates for an op in the region that defines v.
func (d *Dominance) reaches(v *Value, o *Op) bool {
	def := v.Block()
	if mayBeGraph(def.region) {
		return true
	}
	if o.block != def {
		return d.BlockDominates(def, o.block)
	}
	return v.Def() == nil || v.Def() != o && v.Def().IsBefore(o)
}
