package autodiff

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// joint is a block that computes something and, behind its terminator, the derivative of that: the
// forward and the backward part. It is not valid until they are apart.
type joint struct {
	*Maker
	end   *ir.Op         // the terminator of the forward part
	order map[*ir.Op]int // the ops of the forward part, in order from 1
}

// joint differentiates a block that belongs to nobody else. seeds are the cotangents of what its
// terminator passes, nil for those that are not wanted; varies tells which arguments vary, and loop
// that the block is the body of one.
func (m *Maker) joint(b *ir.Block, seeds []*ir.Value, varies func(i int) bool, loop bool) (*joint, error) {
	v := &varying{varied: m.active, e: m.e}
	for i, a := range b.Args() {
		if varies(i) {
			v.mark(a, nil)
		}
	}
	if v.block(b); v.err != nil {
		return nil, v.err
	}
	j := &joint{Maker: m.inner(b, m.active), end: b.Last()}
	if loop {
		j.sums = map[*ir.Value]*ir.Value{}
	}
	j.AtEnd(b)
	for i, seed := range seeds {
		if seed != nil {
			j.contribute(j.end.Operand(i), seed)
		}
	}
	if err := j.reverse(j.end); err != nil {
		return nil, err
	}
	j.number()
	return j, nil
}

// number numbers the ops of the forward part.
func (j *joint) number() {
	j.order = map[*ir.Op]int{}
	for o := j.block.First(); o != j.end; o = o.Next() {
		j.order[o] = len(j.order) + 1
	}
}

// own reports whether the forward part defines v.
func (j *joint) own(v *ir.Value) bool {
	return v.Block() == j.block && (v.IsArg() || j.order[v.Def()] > 0)
}

// never is the cost of what must not be.
const never = int64(1) << 40

// ragged is the cost of a tape for a value whose shape may differ from round to round, as what a
// loop inside of the loop collects: there is none, so that it is computed again, loop and all.
const ragged = never / 2

func allStatic(types []*ir.Type) bool {
	for _, t := range types {
		if !t.IsStatic() {
			return false
		}
	}
	return true
}

// limits are what a cut may not do.
type limits struct {
	// free are values that the backward part has anyway.
	free func(v *ir.Value) bool
	// argsOnly says that nothing is saved but arguments.
	argsOnly bool
	// remade are values that are never handed over.
	remade func(v *ir.Value) bool
	// later is the argument that a value is in the next round, or nil; nil where there are no
	// rounds.
	later func(v *ir.Value) *ir.Value
}

// cut decides which values of the forward part the backward part is handed, and which ops run again
// there: the choice of least cost, as a minimum cut. A value that is read is handed over, or the op
// that makes it runs again, which reads its operands. Of several best choices it is the one with
// the values nearest to the backward part. outputs are what the backward part results in. Both
// lists are in program order.
func (j *joint) cut(outputs []*ir.Value, l limits) (saved []*ir.Value, again []*ir.Op) {
	n := j.needs(outputs, l)
	p := &partition.Problem{Values: make([]partition.Value, len(n.values)), Ops: make([]partition.Op, len(n.ops))}
	for k, v := range n.values {
		price, made := j.saving(v, l), int32(-1)
		if o := v.Def(); o != nil {
			made = int32(n.opAt[o])
			if l.later != nil && price < ragged && n.isDirect(l.later(v)) {
				price = 1
			}
		}
		p.Values[k] = partition.Value{Op: made, Direct: k < n.direct, Save: partition.Cost{price}}
	}
	for k, o := range n.ops {
		p.Ops[k].Again = partition.Cost{j.running(o, l)}
		for _, x := range partition.Reads(o) {
			if at, ok := n.valueAt[x]; ok {
				p.Ops[k].Reads = append(p.Ops[k].Reads, int32(at))
			}
		}
	}
	c := p.Solve()
	for _, k := range c.Saved {
		saved = append(saved, n.values[k])
	}
	for _, k := range c.Again {
		again = append(again, n.ops[k])
	}
	j.sort(saved)
	slices.SortFunc(again, func(o, p *ir.Op) int { return cmp.Compare(j.order[o], j.order[p]) })
	return saved, again
}

// needs are the values of the forward part that the backward part may need, and the ops that
// compute them.
type needs struct {
	values []*ir.Value
	direct int // how many of them, the first, the backward part reads itself
	ops    []*ir.Op
	// Where they are in the lists.
	valueAt map[*ir.Value]int
	opAt    map[*ir.Op]int
}

// isDirect reports whether the backward part reads v itself.
func (n *needs) isDirect(v *ir.Value) bool {
	at, ok := n.valueAt[v]
	return ok && at < n.direct
}

// needs lists what the backward part, which results in outputs, reads, and all that this is
// computed from.
func (j *joint) needs(outputs []*ir.Value, l limits) *needs {
	n := &needs{valueAt: make(map[*ir.Value]int, len(j.order)), opAt: make(map[*ir.Op]int, len(j.order))}
	need := func(v *ir.Value) {
		if v == nil || !j.own(v) || l.free(v) {
			return
		}
		if _, known := n.valueAt[v]; !known {
			n.valueAt[v] = len(n.values)
			n.values = append(n.values, v)
		}
	}
	for o := j.end.Next(); o != nil; o = o.Next() {
		for _, v := range partition.Reads(o) {
			need(v)
		}
	}
	for _, v := range outputs {
		need(v)
	}
	n.direct = len(n.values)
	for at := 0; at < len(n.values); at++ {
		o := n.values[at].Def()
		if _, known := n.opAt[o]; o == nil || known {
			continue
		}
		n.opAt[o] = len(n.ops)
		n.ops = append(n.ops, o)
		for _, x := range partition.Reads(o) {
			need(x)
		}
	}
	return n
}

// saving is the cost of handing a value over: it is written and read once, of a loop by ops of
// their own. Picoseconds.
func (j *joint) saving(v *ir.Value, l limits) int64 {
	if o := v.Def(); o != nil && (l.argsOnly || isSegment(o) || l.remade != nil && l.remade(v)) {
		return never
	}
	if j.sums != nil && !v.IsArg() && !v.Type().IsStatic() {
		return ragged
	}
	bytes, machine := cost.Bytes(v.Type()), j.e.opt.Machine
	if j.sums != nil {
		return picoseconds(machine.Seconds(cost.Work{Written: bytes})+machine.Seconds(cost.Work{Read: bytes})) + 1
	}
	return picoseconds(machine.Seconds(cost.Work{Read: bytes, Written: bytes})) + 1
}

// running is the cost of running an op again.
func (j *joint) running(o *ir.Op, l limits) int64 {
	if isSegment(o) || l.argsOnly {
		return 1
	}
	_, loops := analysis.Loop.Get(o.Def())
	switch {
	case !j.e.purity.Pure(o):
		return never
	case (loops || analysis.IsCall(o)) && j.sums != nil && !allStatic(o.ResultTypes()):
		return ragged / 2
	case loops || analysis.IsCall(o):
		return never
	}
	return picoseconds(j.e.opt.Machine.Op(o)) + 1
}

func picoseconds(s float64) int64 { return int64(min(s*1e12, float64(ragged)/4)) }

// sort puts values into the order of the program.
func (j *joint) sort(values []*ir.Value) {
	slices.SortFunc(values, func(v, w *ir.Value) int {
		return cmp.Or(cmp.Compare(j.order[v.Def()], j.order[w.Def()]), cmp.Compare(v.Index(), w.Index()))
	})
}

// erase erases what is left of both parts.
func (j *joint) erase() {
	for o := j.block.Last(); o != nil; o = j.block.Last() {
		o.Erase()
	}
}

// detach moves the backward part to the end of another block, behind copies of the ops that run
// again there; values are what stands for values of the forward part, and gain those of the copies.
func (j *joint) detach(to *ir.Block, values map[*ir.Value]*ir.Value, again []*ir.Op) {
	b := j.Builder.AtEnd(to)
	for _, o := range again {
		b.Clone(o, values)
	}
	replace := func(list []*ir.Value) {
		for _, v := range list {
			if w := values[v]; w != nil {
				j.replaceBehind(v, w)
			}
		}
	}
	replace(j.block.Args())
	for o := j.block.First(); o != j.end; o = o.Next() {
		replace(o.Results())
	}
	for o := j.end.Next(); o != nil; o = j.end.Next() {
		o.Detach()
		to.Append(o)
	}
}

// replaceBehind makes the backward part use w for v.
func (j *joint) replaceBehind(v, w *ir.Value) {
	for u := v.FirstUse(); u != nil; {
		next := u.Next()
		o := u.Owner()
		for o.Block() != j.block && o.Parent() != nil {
			o = o.Parent()
		}
		if o.Block() == j.block && o != j.end && j.order[o] == 0 {
			u.Set(w)
		}
		u = next
	}
}
