package autodiff

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// What is the same in all rounds of a loop, and what is the same from one round to the next: no
// tape has it.

// handedOn reports whether each round hands on part i of the state.
func (l *looping) handedOn(i int) bool {
	body := l.o.RegionAt(1).First()
	return body.Last().Operand(i) == body.Arg(i) && l.o.Operand(i).Type() == body.Arg(i).Type()
}

// settle makes the regions of the loop read, instead of parts of the state that each round hands
// on, or sets to what they were first, the operands that these are.
func (l *looping) settle() {
	cond, body := l.o.RegionAt(0).First(), l.o.RegionAt(1).First()
	end := body.Last()
	for i, x := range l.o.Operands() {
		a := body.Arg(i)
		if next := end.Operand(i); next != a && next != x || x.Type() != a.Type() {
			continue
		}
		a.ReplaceAllUsesWith(x)
		cond.Arg(i).ReplaceAllUsesWith(x)
		end.SetOperand(i, a)
	}
}

// steady finds the values that the forward part computes from nothing that belongs to it, by ops
// that may run where they did not. False are those that are as quickly made again in each round:
// there they can be overwritten, as the zeros are that a loop inside begins with.
func (j *joint) steady() map[*ir.Value]bool {
	found := map[*ir.Value]bool{}
	for o := j.block.First(); o != j.end; o = o.Next() {
		self, inside := analysis.Speculatable(o)
		same, light := self && !inside && o.NumRegions() == 0 && j.e.purity.Pure(o), true
		for _, x := range o.Operands() {
			_, known := found[x]
			same = same && (known || !j.own(x))
			light = light && (!known || ir.ConstantValue(x) != nil)
		}
		if !same {
			continue
		}
		for _, r := range o.Results() {
			found[r] = !light || j.running(o, limits{}) > j.saving(r, limits{})
		}
	}
	return found
}

// readBehind are the values that the backward part reads, or ops that run again there, and its
// outputs.
func (l *looping) readBehind(again []*ir.Op) map[*ir.Value]bool {
	read := map[*ir.Value]bool{}
	add := func(list []*ir.Value) {
		for _, x := range list {
			read[x] = true
		}
	}
	add(l.outputs())
	for _, o := range again {
		add(partition.Reads(o))
	}
	for o := l.j.end.Next(); o != nil; o = o.Next() {
		add(partition.Reads(o))
	}
	return read
}

// hoist computes in front of the backward loop those of the steady values that are read in it.
func (l *looping) hoist(k *backward, values map[*ir.Value]*ir.Value, read map[*ir.Value]bool) {
	var ops []*ir.Op
	wanted := map[*ir.Op]bool{}
	for o := l.j.end.Prev(); o != nil; o = o.Prev() {
		if !wanted[o] && !slices.ContainsFunc(o.Results(), func(r *ir.Value) bool { return l.steady[r] && read[r] }) {
			continue
		}
		for _, x := range o.Operands() {
			if _, ok := l.steady[x]; ok {
				wanted[x.Def()] = true
			}
		}
		ops = append(ops, o)
	}
	l.AtEnd(l.block)
	for _, o := range slices.Backward(ops) {
		l.Clone(o, values)
	}
	k.b.AtEnd(k.block)
}

// shifted is a value of the body that is the next value of part `part` of the state.
type shifted struct {
	value *ir.Value
	part  int
}

// earlier finds among the values that are to be kept those that need no tape: what is part i of the
// state after a round is that part before the next one, which is kept, too. The others are left.
func (l *looping) earlier(saved []*ir.Value) (left []*ir.Value, list []shifted) {
	part := l.parts()
	from := map[*ir.Value]*ir.Value{} // the argument that a value is one round later
	kept := map[*ir.Value]bool{}
	for _, v := range saved {
		kept[v] = true
	}
	for _, v := range saved {
		i, ok := part[v]
		a := l.j.block.Arg(max(i, 0))
		if !ok || !kept[a] {
			left = append(left, v)
			continue
		}
		at := a
		for at != nil && at != v { // in a ring of parts one has a tape
			at = from[at]
		}
		if at == v {
			left = append(left, v)
			continue
		}
		from[v] = a
		list = append(list, shifted{v, i})
	}
	return left, list
}

// parts are the parts of the state that values are after a round, the first one of each.
func (l *looping) parts() map[*ir.Value]int {
	part := map[*ir.Value]int{}
	for i := l.state - 1; i >= 0; i-- {
		if v := l.j.end.Operand(i); v.Type() == l.j.block.Arg(i).Type() {
			part[v] = i
		}
	}
	return part
}

// carry makes the values of list what the backward loop had of the state in the round before, which
// is the one after: ahead is the forward loop, and values what stands for the others.
func (l *looping) carry(k *backward, ahead *ir.Op, list []shifted, values map[*ir.Value]*ir.Value) {
	for _, s := range list {
		values[s.value] = k.extend(ahead.Result(s.part))
	}
	for _, s := range list {
		k.nexts = append(k.nexts, values[l.j.block.Arg(s.part)])
	}
}
