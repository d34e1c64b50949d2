package sharing

import (
	"slices"

	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/ir"
)

// Found is a part as the search found it: the ops of its places, in the same order in all, with
// those marked whose first two operands are the other way round than elsewhere.
type Found struct {
	Places  [][]*ir.Op
	Swapped [][]bool
	// Prints are the fingerprints that the part has with each of its places as the first.
	Prints []string
}

// Find looks for the parts of modules.
func Find(modules []*ir.Op, least int) (list []Found, complete bool) {
	table := fingerprint.NewTable()
	var bodies [][]*fingerprint.Function
	for _, root := range modules {
		bodies = append(bodies, slices.DeleteFunc(table.Add(root), func(f *fingerprint.Function) bool { return f.Op.RegionAt(0).Empty() }))
	}
	g := newGraph(table, bodies)
	parts, complete := g.find(least)
	s := &search{g: g}
	for _, p := range parts {
		var f Found
		for j, to := range p.places {
			var ops []*ir.Op
			for _, i := range to.nodes {
				ops = append(ops, g.nodes[i].op)
			}
			f.Places, f.Swapped = append(f.Places, ops), append(f.Swapped, to.swapped)
			turned := &part{places: slices.Clone(p.places), fixed: s.fixedIn(to, p.places[0], p.fixed)}
			turned.places[0], turned.places[j] = turned.places[j], turned.places[0]
			f.Prints = append(f.Prints, g.outline(turned).fingerprint().String())
		}
		list = append(list, f)
	}
	return list, complete
}
