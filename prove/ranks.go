package prove

import (
	"fmt"
	"slices"
	"strings"
)

// side is a result of one side at the index level.
type side struct {
	form    *node
	axes    []variable
	extents []poly
	args    [][]poly // the extents of the arguments
}

// classes are the symbols that are the extents of axes that each op only carries along, or reduces
// as a whole: an axis of that extent is an index by itself wherever it is one, of dimensions of
// that extent, which have no other indices; and neither the axis nor the symbol is anywhere else,
// be it in a condition, in a sum of indices or in a number. Then several axes can be in the place
// of each one of the class: both sides are what they were, with several indices in the place of
// one, and so is each step of the proof, which has used nothing of the axis but that it is the same
// index on both sides. That is the argument of Arora et al., "TensorRight: Automated Verification
// of Tensor Graph Rewrites", POPL 2025, for classes in which one axis is enough.
func classes(t *table, symbols []variable, sides []side) (out []variable) {
	for _, s := range symbols {
		isExtent := slices.ContainsFunc(sides, func(d side) bool {
			return slices.ContainsFunc(d.args, func(extents []poly) bool { return slices.ContainsFunc(extents, s.poly().equal) })
		})
		if isExtent && !slices.ContainsFunc(sides, func(d side) bool { return !carries(t, s, d) }) {
			out = append(out, s)
		}
	}
	return out
}

// carries reports whether a symbol is that of a class in one form.
func carries(t *table, s variable, d side) bool {
	extent, of := s.poly(), map[variable]bool{s: true}
	fine := true
	axesOf := func(axes []variable, extents []poly) {
		for i, e := range extents {
			if e.equal(extent) {
				of[axes[i]] = true
			} else if t.mentions(e, []variable{s}) {
				fine = false
			}
		}
	}
	axesOf(d.axes, d.extents)
	t.visitAll(d.form, func(n *node) { axesOf(n.bound, n.extents) })
	other := func(p poly) {
		used := map[variable]bool{}
		t.collect(p, used)
		for v := range used {
			fine = fine && !of[v]
		}
	}
	t.visitAll(d.form, func(n *node) {
		for _, f := range n.facts {
			other(f.p)
		}
		dims := []poly(nil)
		if n.kind == read {
			var arg int
			if k, _ := fmt.Sscanf(t.tensors[n.tensor], "arg%d", &arg); k == 1 && arg < len(d.args) {
				dims = d.args[arg]
			}
		}
		for i, p := range n.at {
			switch {
			case i >= len(dims):
				other(p)
			case dims[i].equal(extent):
				fine = fine && len(p) == 1 && len(p[0].mono) == 1 && p.equal(p[0].mono[0].poly()) && p[0].mono[0] != s && of[p[0].mono[0]]
			case t.mentions(dims[i], []variable{s}):
				fine = false
			default:
				other(p)
			}
		}
	})
	return fine
}

// visitAll visits the nodes below n, also those that are in indices.
func (t *table) visitAll(n *node, f func(n *node)) {
	seen, known := map[*node]bool{}, map[variable]bool{}
	var visit func(n *node)
	look := func(p poly) {
		used := map[variable]bool{}
		t.collect(p, used)
		for v := range variable(len(t.vars)) {
			if used[v] && !known[v] && t.vars[v].node != nil {
				known[v] = true
				visit(t.vars[v].node)
			}
		}
	}
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		f(n)
		for _, p := range slices.Concat(n.at, n.extents) {
			look(p)
		}
		for _, f := range n.facts {
			look(f.p)
		}
		for _, a := range n.args {
			visit(a)
		}
	}
	visit(n)
}

// ranks says for which ranks a proof holds that has symbols of classes of axes.
func ranks(carried []string) string {
	if len(carried) == 0 {
		return oneRank
	}
	return "any number of axes in the place of each of extent " + strings.Join(carried, ", ")
}
