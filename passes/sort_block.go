package passes

import (
	"container/heap"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// sortBlock puts definitions before their uses and otherwise keeps the order:
// the first op that can come next does. Nothing moves across an op that may have
// effects. Where ops need each other no order will do, and the block stays as it
// is.
func sortBlock(b *ir.Block, purity *analysis.Purity) {
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
	ready := &intHeap{}
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
