package inline

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// callableUses counts the uses of functions that may go with the last one,
// while calls are inlined: MLIR's CGUseList.
type callableUses struct {
	graph *analysis.CallGraph
	calls *analysis.Calls
	// count has an entry for every function that may go.
	count map[*analysis.CallNode]int
	of    map[*analysis.CallNode]*usesInCallable
}

// usesInCallable are the functions that one names: in its body, so that an
// inlined copy names them too, and in its own attributes.
type usesInCallable struct {
	inside map[*analysis.CallNode]int
	own    map[*analysis.CallNode]bool
}

func newCallableUses(root *ir.Op, graph *analysis.CallGraph, calls *analysis.Calls) *callableUses {
	u := &callableUses{graph: graph, calls: calls, count: map[*analysis.CallNode]int{}, of: map[*analysis.CallNode]*usesInCallable{}}
	live := map[*analysis.CallNode]bool{}
	known := true
	analysis.WalkSymbolTables(root, root.Block() == nil, func(table *ir.Op, visible bool) {
		for b := table.RegionAt(0).First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				if n := graph.Node(analysis.CallableBody(o)); n != nil {
					v := ir.SymbolVisibility(o)
					if v == "private" || v == "nested" && visible {
						u.count[n] = 0
					}
					known = known && analysis.WalkSymbolUsesOf(o, func(*ir.Op, *ir.Attr) {})
					continue
				}
				known = u.references(table, o, func(n *analysis.CallNode, _ *ir.Op) { live[n] = true }) && known
			}
		}
	})
	if !known {
		// Something may name functions where nobody sees it.
		clear(u.count)
	}
	for n := range live {
		delete(u.count, n)
	}
	for _, n := range graph.Nodes {
		u.recompute(n)
	}
	return u
}

// references visits the functions that o and what is inside of it names, as
// seen from a symbol table. It reports whether it saw all references.
func (u *callableUses) references(table, o *ir.Op, visit func(n *analysis.CallNode, user *ir.Op)) bool {
	return analysis.WalkSymbolUsesOf(o, func(user *ir.Op, ref *ir.Attr) {
		if fn := u.calls.Lookup(table, ref); fn != nil {
			if n := u.graph.Node(analysis.CallableBody(fn)); n != nil {
				visit(n, user)
			}
		}
	})
}

// recompute counts the uses in n anew.
func (u *callableUses) recompute(n *analysis.CallNode) {
	u.forget(n)
	uses := &usesInCallable{inside: map[*analysis.CallNode]int{}, own: map[*analysis.CallNode]bool{}}
	u.of[n] = uses
	fn := n.Op()
	u.references(u.calls.TableAround(fn), fn, func(m *analysis.CallNode, user *ir.Op) {
		if _, counted := u.count[m]; !counted || user == fn && uses.own[m] {
			return
		}
		if user == fn {
			uses.own[m] = true
		} else {
			uses.inside[m]++
		}
		u.count[m]++
	})
}

// forget takes the uses in n out of the counts.
func (u *callableUses) forget(n *analysis.CallNode) {
	uses := u.of[n]
	if uses == nil {
		return
	}
	for m := range uses.own {
		u.add(m, -1)
	}
	for m, k := range uses.inside {
		u.add(m, -k)
	}
	delete(u.of, n)
}

func (u *callableUses) add(n *analysis.CallNode, k int) {
	if _, counted := u.count[n]; counted {
		u.count[n] += k
	}
}

// dropCall takes the references of a call in n out of the counts.
func (u *callableUses) dropCall(n *analysis.CallNode, call *ir.Op) {
	uses := u.of[n]
	if uses == nil {
		return
	}
	u.references(u.calls.TableAround(n.Op()), call, func(m *analysis.CallNode, _ *ir.Op) {
		if _, ok := uses.inside[m]; ok {
			uses.inside[m]--
			u.add(m, -1)
		}
	})
}

// merge counts what is used in from once more, for a copy of it in to.
func (u *callableUses) merge(from, to *analysis.CallNode) {
	a, b := u.of[from], u.of[to]
	if a == nil || b == nil {
		return
	}
	for m, k := range a.inside {
		b.inside[m] += k
		u.add(m, k)
	}
}

// erase forgets a function that goes.
func (u *callableUses) erase(n *analysis.CallNode) {
	u.forget(n)
	delete(u.count, n)
	if !n.HasInner {
		return
	}
	for _, m := range u.graph.Nodes {
		if m.Outer == n {
			u.erase(m)
		}
	}
}

func (u *callableUses) isDead(n *analysis.CallNode) bool {
	k, counted := u.count[n]
	return counted && k == 0
}

// isLast reports whether n goes when one more use of it does.
func (u *callableUses) isLast(n *analysis.CallNode) bool {
	k, counted := u.count[n]
	return counted && k == 1
}
