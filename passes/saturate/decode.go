package saturate

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
)

// decoder writes what was chosen into the place of a piece.
type decoder struct {
	piece *piece
	space *space
	pick  *chosen
	build *ir.Builder
	made  map[egraph.ID]*ir.Op    // by node
	value map[egraph.ID]*ir.Value // by class
	level map[egraph.ID]int       // by class: how many of the ops that stay come before it
	fixed map[egraph.ID]int       // the nodes that stay, by how many have come before them and are them
	fresh []*ir.Op                // that were made
	// fusions are written as such, and not as the ops that they hold.
	fusions bool
	stays   []change
}

// change is an operand that an op that stays is going to have.
type change struct {
	use   *ir.Use
	value *ir.Value
}

// decode makes the chosen ops among those of the piece, which are still used then. It lists what
// the ops that stay are to use, and returns the values that the outputs are to be.
func (p *piece) decode(c *chosen, b *ir.Builder, fusions bool) (d *decoder, outputs []*ir.Value) {
	d = &decoder{
		piece: p, space: p.space, pick: c, build: b, fusions: fusions, made: map[egraph.ID]*ir.Op{}, value: map[egraph.ID]*ir.Value{},
		level: map[egraph.ID]int{}, fixed: map[egraph.ID]int{},
	}
	d.levels()
	finish := func() {
		for _, v := range p.outputs {
			outputs = append(outputs, d.emit(d.space.graph.Find(p.first[v])))
		}
	}
	passed := 0
	for _, o := range p.ops {
		d.build.Before(o)
		if passed < len(p.fixed) && p.origins[passed] == o {
			if o == p.block.Last() {
				finish() // another block uses it
			}
			d.stay(o, p.fixed[passed])
			passed++
			continue
		}
		for _, v := range o.Results() {
			if c := d.space.graph.Find(p.first[v]); d.pick.node[c] != egraph.None && d.level[c] <= passed {
				d.emit(c)
			}
		}
	}
	if last := p.ops[len(p.ops)-1]; last != p.block.Last() {
		d.build.Before(last.Next())
		finish()
	} else if outputs == nil {
		d.build.AtEnd(p.block)
		finish()
	}
	return d, outputs
}

// levels finds behind which of the ops that stay a class can be computed.
func (d *decoder) levels() {
	for i, n := range d.piece.fixed {
		d.fixed[n] = i + 1
	}
	seen := map[egraph.ID]bool{}
	for _, n := range d.piece.roots {
		d.walk(d.space.graph.Find(n), func(c egraph.ID, down bool) bool {
			if down {
				known := seen[c]
				seen[c] = true
				return known
			}
			most := d.fixed[d.pick.node[c]]
			for _, child := range d.space.graph.Children(d.pick.node[c]) {
				most = max(most, d.level[d.space.graph.Find(child)])
			}
			d.level[c] = most
			return false
		})
	}
}

// walk visits the classes below one in the order in which they can be computed. visit is asked
// on the way down whether a class is known, and told on the way up that what it needs is.
func (d *decoder) walk(root egraph.ID, visit func(c egraph.ID, down bool) bool) {
	type frame struct {
		class egraph.ID
		next  int
	}
	if visit(root, true) {
		return
	}
	stack := []frame{{root, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		children := d.space.graph.Children(d.pick.node[f.class])
		if f.next == len(children) {
			visit(f.class, false)
			stack = stack[:len(stack)-1]
			continue
		}
		c := d.space.graph.Find(children[f.next])
		f.next++
		if !visit(c, true) {
			stack = append(stack, frame{c, 0})
		}
	}
}

// emit makes what computes a class, operands first, and returns its value.
func (d *decoder) emit(c egraph.ID) *ir.Value {
	d.walk(c, func(c egraph.ID, down bool) bool {
		if down {
			_, made := d.value[c]
			return made || d.made[d.pick.node[c]] != nil
		}
		d.make(c)
		return false
	})
	return d.value[c]
}

// make makes the node of a class whose operands are there.
func (d *decoder) make(c egraph.ID) {
	n := d.pick.node[c]
	x := &d.space.nodes[n]
	children := d.space.graph.Children(n)
	switch {
	case d.piece.inputs[n] != nil:
		d.value[c] = d.piece.inputs[n]
		return
	case x.name == nil: // a result of several
		d.value[c] = d.made[d.pick.node[d.space.graph.Find(children[0])]].Result(int(x.result))
		return
	}
	args := make([]*ir.Value, len(children))
	for i, child := range children {
		args[i] = d.value[d.space.graph.Find(child)]
	}
	if x.op.Is(tg.Fusion) && x.origin == x.op && !d.fusions {
		d.value[c] = d.unfused(x.op, args)
		return
	}
	var o *ir.Op
	if x.own > 0 {
		values := map[*ir.Value]*ir.Value{}
		for i, v := range usedBy(d.piece.originOf(n)) {
			values[v] = args[i]
		}
		o = d.build.Clone(d.piece.originOf(n), values)
	} else {
		o = must(d.build.Create(&ir.OpState{Name: x.name, Operands: args, Results: slices.Clone(x.types.Results()), Props: x.props, Attrs: x.attrs.Entries(), Loc: x.loc}))
	}
	d.made[n] = o
	d.fresh = append(d.fresh, o)
	if o.NumResults() == 1 {
		d.value[c] = o.Result(0)
	}
}

// unfused makes the ops that a fusion holds, and returns its result.
func (d *decoder) unfused(fusion *ir.Op, args []*ir.Value) *ir.Value {
	body := fusion.RegionAt(0).First()
	values := map[*ir.Value]*ir.Value{}
	for i, v := range body.Args() {
		values[v] = args[i]
	}
	for o := body.First(); o != body.Last(); o = o.Next() {
		d.fresh = append(d.fresh, d.build.Clone(o, values))
	}
	return values[body.Last().Operand(0)]
}

// stay gives an op that stays, which node n is, what it uses now.
func (d *decoder) stay(o *ir.Op, n egraph.ID) {
	values := map[*ir.Value]*ir.Value{}
	children := d.space.graph.Children(n)
	for i, v := range usedBy(o) {
		values[v] = d.emit(d.space.graph.Find(children[i]))
	}
	ir.Walk(o, func(q *ir.Op) ir.WalkAction {
		for i := range q.NumOperands() {
			if w := values[q.Operand(i)]; w != nil && w != q.Operand(i) {
				d.stays = append(d.stays, change{q.OperandUse(i), w})
			}
		}
		return ir.Advance
	})
	c := d.space.graph.Find(n)
	d.made[d.pick.node[c]] = o
	for i, v := range o.Results() {
		p, _ := d.space.graph.Lookup(d.space.symbolOf(symbol{result: int32(i), own: -1}), n)
		d.value[d.space.graph.Find(p)] = v
	}
}

// all are the ops that there will be, in an order in which definitions come before uses.
func (d *decoder) all() []*ir.Op { return append(slices.Clone(d.fresh), d.piece.origins...) }
