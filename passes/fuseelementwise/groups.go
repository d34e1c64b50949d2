package fuseelementwise

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// fuseGroup is a set of ops that will run as one; every op begins as one.
type fuseGroup struct {
	parent int32 // another group that it has become part of, or itself
	level  int64
	// below is the least level of the groups that depend on this one, or had when
	// they were last looked at: levels only rise.
	below    int64
	ops      int32 // computing ops
	rows     rowCounts
	bytes    float64 // of all values computed
	elements float64 // of the largest
	fusable  bool
}

// levelStep is what lies between the level of a new group and that of what it
// depends on: room for the latter to be lifted above others later.
const levelStep = 1 << 20

// root finds the group that i is part of now.
func (f *fuser) root(i int32) int32 {
	for f.groups[i].parent != i {
		f.groups[i].parent = f.groups[f.groups[i].parent].parent
		i = f.groups[i].parent
	}
	return i
}

// producer returns the op of block b that computes v, behind sources: of a
// broadcast, which is returned too, it is the producer of the operand. It is -1
// where there is none.
func (f *fuser) producer(b *ir.Block, v *ir.Value) (i int, value *ir.Value, through *ir.Op) {
	def := v.Def()
	if def == nil || def.Block() != b {
		return -1, v, nil
	}
	i = int(v.Number())
	switch f.kinds[i] {
	case fuseGiven:
		return -1, v, nil
	case fuseSource:
	default:
		return i, v, nil
	}
	if !def.Is(tg.Broadcast) {
		return -1, v, nil
	}
	operand := def.Operand(0)
	if inner := operand.Def(); inner == nil || inner.Block() != b || f.kinds[operand.Number()] == fuseSource || f.kinds[operand.Number()] == fuseGiven {
		return -1, operand, def
	}
	return int(operand.Number()), operand, def
}

// fuseEdge is a producer that an op may join.
type fuseEdge struct {
	op    int // the producer
	group int32
	rows  rowCounts
	bytes float64
	// behind says that the producer is complete only when all rows of its group have been seen, and
	// that the op may be computed then.
	behind bool
	why    string // it cannot
}

// op puts op number i into a group.
func (f *fuser) op(b *ir.Block, i int) {
	o, k := f.ops[i], f.kinds[i]
	g := &f.groups[i]
	*g = fuseGroup{parent: int32(i), level: f.fence, below: math.MaxInt64}
	switch {
	case k == fuseBarrier:
		// Everything before is below it, everything after above.
		g.level = f.highest + 1
		f.fence, f.highest = g.level+1, g.level+1
		return
	case k == fuseSource, k == fuseGiven:
		return
	case k == fuseNever:
		f.depend(int32(i), f.dependencies(b, o), levelStep)
		return
	}
	g.fusable = true
	g.rows = f.rowsOf(i)
	if k != fuseFree {
		g.ops = 1
		t := o.Result(0).Type()
		g.bytes, g.elements = cost.Bytes(t), cost.Elements(t)
		if k != fuseCompute {
			g.elements = max(g.elements, cost.Elements(o.Operand(0).Type()))
		}
	}
	if g.rows.n == 0 && f.runsWhole(i) {
		g.rows.add(-int64(wholeRows) - int64(i))
	}
	if g.rows.n == 0 || !f.fits(g) {
		g.fusable = false
	}
	f.join(b, int32(i))
}

// dependencies lists the groups that o depends on, ops inside of it included.
func (f *fuser) dependencies(b *ir.Block, o *ir.Op) []int32 {
	var list []int32
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for k := range p.NumOperands() {
			if d, _, _ := f.producer(b, p.Operand(k)); d >= 0 {
				list = append(list, f.root(int32(d)))
			}
		}
		if p.Has(ir.IsolatedFromAbove) {
			return ir.Skip
		}
		return ir.Advance
	})
	return list
}

// depend puts group g above those that it depends on, by step at least.
func (f *fuser) depend(g int32, on []int32, step int64) {
	level := f.groups[g].level
	for _, d := range on {
		if d != g {
			level = max(level, f.groups[d].level+step)
		}
	}
	f.groups[g].level = level
	f.highest = max(f.highest, level)
	for _, d := range on {
		if d != g {
			f.groups[d].below = min(f.groups[d].below, level)
		}
	}
}

// join makes the group of an op one with those of its producers, as far as that
// goes.
func (f *fuser) join(b *ir.Block, i int32) {
	o := f.ops[i]
	var edges []fuseEdge
	var on []int32
	for k := range o.NumOperands() {
		d, v, through := f.producer(b, o.Operand(k))
		if d < 0 {
			continue
		}
		e := fuseEdge{op: d, group: f.root(int32(d)), bytes: cost.Bytes(v.Type())}
		on = append(on, e.group)
		switch p := &f.groups[e.group]; {
		case !f.groups[i].fusable, !p.fusable:
			continue
		case f.copies[o] != 0 && f.copies[o] != f.copies[f.ops[d]]: // it belongs to those who read it
			continue
		case f.kinds[d] == fuseFinal || f.behind[d]:
			if e.behind = f.mayFollow(int(i), d) && p.level >= f.fence; e.behind {
				e.rows = p.rows
			} else {
				e.why = seenLast
			}
		case k > 0 && o.Is(tg.Reduce):
			e.why = "a reduction must start from what is known before it begins"
		case p.level < f.fence:
			continue
		default:
			e.rows = f.alike(int(i), k, d, through)
		}
		edges = append(edges, e)
	}
	taken, rows := f.follow(i, edges, on)
	if taken == nil {
		taken, rows = f.choose(i, edges, on)
	}
	for _, d := range taken {
		f.unite(d, i)
	}
	root := f.root(i)
	f.groups[root].rows = rows
	for k := range on {
		on[k] = f.root(on[k])
	}
	if len(taken) > 0 {
		f.depend(root, on, 1)
	} else {
		f.depend(root, on, levelStep)
	}
	if f.run.Remarking() && !f.explained {
		f.explain(o, edges)
	}
}

// seenLast is why an op cannot join what it needs whole.
const seenLast = "it is complete only when all rows have been seen"

// mayFollow reports whether op number i may be computed of the result of number d when all rows
// have been seen: it is elementwise, and no larger.
func (f *fuser) mayFollow(i, d int) bool {
	to, from := f.ops[i].Result(0).Type(), f.ops[d].Result(0).Type()
	return (f.kinds[i] == fuseCompute || f.kinds[i] == fuseFree) && to.IsStatic() && from.IsStatic() && cost.Elements(to) <= cost.Elements(from)
}

// follow is choose for an op that is computed when all rows of the groups that it joins have been
// seen; nil if it joins none in this way. Then nothing else that it needs may be computed row by
// row.
func (f *fuser) follow(i int32, edges []fuseEdge, on []int32) (taken []int32, rows rowCounts) {
	own := f.groups[i].rows
	first := slices.IndexFunc(edges, func(e fuseEdge) bool { return e.behind })
	if first < 0 {
		return nil, own
	}
	var others []int
	for k := range edges {
		if e := &edges[k]; !e.behind && e.why == "" {
			e.why = "it is computed row by row, and another operand is complete only when all rows have been seen"
			others = append(others, k)
		}
	}
	f.groups[i].rows = edges[first].rows
	if taken, rows = f.choose(i, edges, on); len(taken) > 0 {
		f.behind[i] = true
		return taken, rows
	}
	f.groups[i].rows = own
	for _, k := range others {
		edges[k].why = ""
	}
	for k := range edges {
		if e := &edges[k]; e.behind && e.why == "" {
			e.why = seenLast
		}
	}
	return nil, own
}

// explain says why o is not fused with its producers.
func (f *fuser) explain(o *ir.Op, edges []fuseEdge) {
	for k := range edges {
		e := &edges[k]
		if e.why == "" || slices.ContainsFunc(edges[:k], func(before fuseEdge) bool { return before.op == e.op }) {
			continue
		}
		f.run.Missed(o, "FuseElementwise", "not fused with '%s', whose result takes %s: %s", f.ops[e.op].Name(), trafficText(e.bytes), e.why)
	}
}

// choose returns the groups that op i can be joined with, all at once, with the
// rows that they have in common, and notes at the other edges why not.
func (f *fuser) choose(i int32, edges []fuseEdge, on []int32) ([]int32, rowCounts) {
	merged := f.groups[i]
	var taken []int32
	for k := range edges {
		e := &edges[k]
		if barred(edges, e) {
			continue
		}
		p := &f.groups[e.group]
		rows := merged.rows.and(&e.rows)
		if !slices.Contains(taken, e.group) {
			rows = rows.and(&p.rows)
		}
		next := merged
		next.rows = rows
		if !slices.Contains(taken, e.group) {
			next.ops += p.ops
			next.bytes += p.bytes
			next.elements = max(next.elements, p.elements)
		}
		switch {
		case rows.n == 0:
			e.why = "no leading dimensions are the same"
		case int(next.ops) > f.opt.MaxOps:
			e.why = "there would be more than max-ops ops"
		case !f.fits(&next):
			e.why = "the rows they have in common do not fit into the cache, or are too few"
		default:
			merged = next
			if !slices.Contains(taken, e.group) {
				taken = append(taken, e.group)
			}
			continue
		}
		if slices.Contains(taken, e.group) { // one operand of that group forbids what another allowed
			return f.choose(i, edges, on)
		}
	}
	return f.acyclic(i, edges, on, taken, merged.rows)
}

// barred reports whether an edge to the same group as e cannot be joined.
func barred(edges []fuseEdge, e *fuseEdge) bool {
	for k := range edges {
		if edges[k].group == e.group && edges[k].why != "" {
			return true
		}
	}
	return false
}

// acyclic drops groups from taken until the level of what they become can be
// below all that depends on it.
func (f *fuser) acyclic(i int32, edges []fuseEdge, on, taken []int32, rows rowCounts) ([]int32, rowCounts) {
	level := f.groups[i].level
	for _, d := range on {
		if slices.Contains(taken, d) {
			level = max(level, f.groups[d].level)
		} else {
			level = max(level, f.groups[d].level+1)
		}
	}
	for _, d := range taken {
		if f.groups[d].below > level {
			continue
		}
		for k := range edges {
			if edges[k].group == d {
				edges[k].why = "it would depend on itself through what comes in between"
			}
		}
		return f.choose(i, edges, on)
	}
	return taken, rows
}

// unite makes groups a and b one. The edges between them are none any more; the
// caller sees to the level and the rows.
func (f *fuser) unite(a, b int32) {
	a, b = f.root(a), f.root(b)
	if a == b {
		return
	}
	p, q := &f.groups[a], &f.groups[b]
	q.parent = a
	p.level = max(p.level, q.level)
	p.below = min(p.below, q.below)
	p.ops += q.ops
	p.bytes += q.bytes
	p.elements = max(p.elements, q.elements)
}

// fits reports whether the rows of a group, cut as fine as can be, stay in the
// cache and are enough for several workers.
func (f *fuser) fits(g *fuseGroup) bool {
	rows := float64(g.rows.most())
	if rows < 0 {
		return true // a dynamic shape, cut into elements
	}
	return g.bytes/rows <= f.cache && (rows >= fewRows || g.elements/rows <= longRow)
}
