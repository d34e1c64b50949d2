package passes

import (
	"container/heap"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/schedule"
	"github.com/tg-opt/tg/pipeline"
)

// TopologicalSort puts definitions before their uses where they need not be.
//
// The order is that of rounds over the block: a round takes every op, in the
// order of the text, whose operands have been taken, by this round too; a round
// that finds none takes the first op that is left. Here an op is found by what
// it waited for instead of by looking again in each round.
var TopologicalSort = &pipeline.Pass{
	Name:  "topological-sort",
	Title: "TopologicalSort",
	Doc: "Sort regions without SSA dominance in topological order. An op comes after what it and the ops inside of it use; " +
		"apart from that, and in cycles, the order of the text stays.",
	Run: func(r *pipeline.Run) error {
		s := &topologicalSort{waiting: map[*ir.Op]int{}, users: map[*ir.Op][]*ir.Op{}}
		s.collect(r.Op)
		for _, b := range s.blocks {
			s.sort(b)
		}
		if len(s.blocks) == 0 {
			r.MarkUnchanged()
		}
		return nil
	},
}

type topologicalSort struct {
	// waiting is how many definitions an op waits for, with repetitions; users are
	// the ops that wait for it.
	waiting map[*ir.Op]int
	users   map[*ir.Op][]*ir.Op
	// blocks are those that have a use before the definition.
	blocks []*ir.Block
}

// collect finds who waits for whom, in one walk: a use concerns the block that
// holds the definition, and there the op that the walk is in.
func (s *topologicalSort) collect(root *ir.Op) {
	in := map[*ir.Block]*ir.Op{}
	unsorted := map[*ir.Block]bool{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && o.Parent().Has(ir.GraphRegions) {
			in[o.Block()] = o
		}
		for _, v := range o.Operands() {
			def := v.Def()
			if def == nil || def.Has(ir.Terminator) {
				continue
			}
			user := in[def.Block()]
			if user == nil || user == def || user.Has(ir.Terminator) {
				continue
			}
			s.waiting[user]++
			s.users[def] = append(s.users[def], user)
			if b := def.Block(); !unsorted[b] && user.IsBefore(def) {
				unsorted[b] = true
				s.blocks = append(s.blocks, b)
			}
		}
		return ir.Advance
	})
}

// sort sorts the ops of b but for a terminator at its end.
func (s *topologicalSort) sort(b *ir.Block) {
	end := b.Last()
	if !end.Has(ir.Terminator) {
		end = nil
	}
	index := map[*ir.Op]int{}
	var ops []*ir.Op
	for o := b.First(); o != end; o = o.Next() {
		index[o] = len(ops)
		ops = append(ops, o)
	}
	// This round's ops and the next one's, which have all they wait for.
	now, next := &schedule.Queue{}, &schedule.Queue{}
	for i, o := range ops {
		if s.waiting[o] == 0 {
			heap.Push(now, i)
		}
	}
	taken := make([]bool, len(ops))
	order := make([]*ir.Op, 0, len(ops))
	for left := 0; len(order) < len(ops); {
		if now.Len() == 0 {
			now, next = next, now
		}
		if now.Len() == 0 { // a cycle
			for taken[left] {
				left++
			}
			heap.Push(now, left)
		}
		i := heap.Pop(now).(int)
		if taken[i] {
			continue
		}
		taken[i] = true
		order = append(order, ops[i])
		for _, u := range s.users[ops[i]] {
			if s.waiting[u]--; s.waiting[u] > 0 {
				continue
			}
			if j := index[u]; j > i {
				heap.Push(now, j)
			} else {
				heap.Push(next, j)
			}
		}
	}
	for _, o := range ops {
		o.Detach()
	}
	for _, o := range order {
		b.InsertBefore(o, end)
	}
}
