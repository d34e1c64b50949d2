// Package schedule orders the ops of a block.
package schedule

import (
	"container/heap"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Sort puts definitions before their uses and otherwise keeps the order:
// the first op that can come next does. Nothing moves across an op that may have
// effects. Where ops need each other no order will do, and the block stays as it
// is.
func Sort(b *ir.Block, purity *analysis.Purity) {
	var ops []*ir.Op
	place := map[*ir.Op]int{}
	for o := b.First(); o != nil; o = o.Next() {
		place[o] = len(ops)
		ops = append(ops, o)
	}
	waiting := make([]int, len(ops))
	users := make([][]int, len(ops))
	wait := func(i, on int) {
		waiting[i]++
		users[on] = append(users[on], i)
	}
	fence, since := -1, 0
	for i, o := range ops {
		ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
			for k := range inner.NumOperands() {
				if def := inner.Operand(k).Def(); def != nil && def.Block() == b && def != o {
					wait(i, place[def])
				}
			}
			if inner.Has(ir.IsolatedFromAbove) {
				return ir.Skip
			}
			return ir.Advance
		})
		if fence >= 0 {
			wait(i, fence)
		}
		if !purity.Pure(o) {
			for j := since; j < i; j++ {
				wait(i, j)
			}
			fence, since = i, i+1
		}
	}
	ready := &Queue{}
	for i := range ops {
		if waiting[i] == 0 {
			heap.Push(ready, i)
		}
	}
	order := make([]int, 0, len(ops))
	for ready.Len() > 0 {
		i := heap.Pop(ready).(int)
		order = append(order, i)
		for _, u := range users[i] {
			if waiting[u]--; waiting[u] == 0 {
				heap.Push(ready, u)
			}
		}
	}
	if len(order) < len(ops) {
		return
	}
	for _, o := range ops {
		o.Detach()
	}
	for _, i := range order {
		b.Append(ops[i])
	}
}

// Queue is a heap (container/heap) of places in a block, the first one on top.
type Queue []int

func (q Queue) Len() int           { return len(q) }
func (q Queue) Less(i, j int) bool { return q[i] < q[j] }
func (q Queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *Queue) Push(x any)        { *q = append(*q, x.(int)) }

func (q *Queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
