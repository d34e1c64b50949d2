package sharing

import (
	"slices"

	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/ir"
)

// input is an operand of a part that comes from outside: operand number of node k.
type input struct {
	k       int
	operand int32
}

// outline is what a part computes, of which all places are instances.
type outline struct {
	g     *graph
	part  *part
	order []int         // its nodes, by their number in places, as they come in the first place
	at    map[int32]int // the number of each node of the first place
	// holes are the numbers of the inputs, by value of the first place.
	holes  map[int32]int
	inputs []input
}

func (g *graph) outline(p *part) *outline {
	first := p.places[0].nodes
	u := &outline{g: g, part: p, at: make(map[int32]int, len(first)), holes: map[int32]int{}}
	for k, i := range first {
		u.at[i] = k
		u.order = append(u.order, k)
	}
	slices.SortFunc(u.order, func(a, b int) int { return int(first[a] - first[b]) })
	for _, k := range u.order {
		i := first[k]
		for n, v := range g.operandsOf(i) {
			if p.fixed[g.nodes[i].operands+int32(n)] || u.producer(i, v) >= 0 {
				continue
			}
			if _, known := u.holes[v]; !known {
				u.holes[v] = len(u.inputs)
				u.inputs = append(u.inputs, input{k, int32(n)})
			}
		}
	}
	return u
}

// producer is the number of the node of the part that computes an operand of node i, or -1.
func (u *outline) producer(i, v int32) int {
	if def := u.g.inner(v, i); def != none {
		if k, in := u.at[def]; in {
			return k
		}
	}
	return -1
}

// inputsOf are the values that a place has for the inputs.
func (u *outline) inputsOf(p place) (values []int32) {
	for _, in := range u.inputs {
		i := p.nodes[in.k]
		values = append(values, u.g.operandsOf(i)[p.operand(u.part.places[0], in.k, in.operand)])
	}
	return values
}

// results are those values of the first place that are used outside of a place, there or where
// the same is computed.
func (u *outline) results() (list []*ir.Value) {
	used := map[[2]int]bool{}
	for _, p := range u.part.places {
		inside := make(map[*ir.Op]bool, len(p.nodes))
		for _, i := range p.nodes {
			inside[u.g.nodes[i].op] = true
		}
		for k, i := range p.nodes {
			o := u.g.nodes[i].op
			for n := range o.NumResults() {
				if !used[[2]int{k, n}] && usedOutside(o.Result(n), inside) {
					used[[2]int{k, n}] = true
				}
			}
		}
	}
	for _, k := range u.order {
		o := u.g.nodes[u.part.places[0].nodes[k]].op
		for n := range o.NumResults() {
			if used[[2]int{k, n}] {
				list = append(list, o.Result(n))
			}
		}
	}
	return list
}

// usedOutside reports whether a value is used by an op that is neither in a set of ops of its block
// nor in a region of one.
func usedOutside(v *ir.Value, inside map[*ir.Op]bool) bool {
	for use := v.FirstUse(); use != nil; use = use.Next() {
		o := use.Owner()
		for o != nil && o.Block() != v.Block() {
			o = o.Parent()
		}
		if !inside[o] {
			return true
		}
	}
	return false
}

// fingerprint is that of the part. It is the same for every place and order of nodes: nodes are
// known by what they compute from inputs of which only the types are known, inputs then by what
// uses them, nodes by what uses them, and once more by what they compute from all that.
func (u *outline) fingerprint() fingerprint.Fingerprint {
	t, first := u.g.table, u.part.places[0].nodes
	holes := make([]fingerprint.Class, len(u.inputs))
	for k, v := range u.inputsOf(u.part.places[0]) {
		holes[k] = u.g.values[v].typ
	}
	nodes := make([]fingerprint.Class, len(first))
	for k, i := range first {
		nodes[k] = u.g.nodes[i].class
	}
	u.computed(nodes, holes)
	u.used(nodes, holes)
	u.computed(nodes, holes)
	slices.SortFunc(nodes, t.Compare)
	return t.Of(t.Term("part").List(nodes).End())
}

// computed makes of what is known of nodes also how they are computed.
func (u *outline) computed(nodes, holes []fingerprint.Class) {
	t, g := u.g.table, u.g
	for _, k := range u.order {
		i := u.part.places[0].nodes[k]
		var operands []fingerprint.Class
		for n, v := range g.operandsOf(i) {
			var c fingerprint.Class
			if from := u.producer(i, v); from >= 0 {
				c = t.Term("part result").Class(nodes[from]).Number(int64(g.values[v].result)).End()
			} else if u.part.fixed[g.nodes[i].operands+int32(n)] {
				c = t.Term("part constant").Class(g.values[v].constant).End()
			} else {
				c = t.Term("part input").Class(holes[u.holes[v]]).End()
			}
			operands = append(operands, c)
		}
		if g.nodes[i].commutes && t.Compare(operands[0], operands[1]) > 0 {
			operands[0], operands[1] = operands[1], operands[0]
		}
		nodes[k] = t.Term("part op").Class(nodes[k]).List(operands).End()
	}
}

// used makes of what is known of inputs and nodes also how they are used.
func (u *outline) used(nodes, holes []fingerprint.Class) {
	t, g := u.g.table, u.g
	users, inputUsers := make([][]fingerprint.Class, len(nodes)), make([][]fingerprint.Class, len(holes))
	known := func(c fingerprint.Class, list []fingerprint.Class) fingerprint.Class {
		slices.SortFunc(list, t.Compare)
		return t.Term("part value").Class(c).List(list).End()
	}
	for _, k := range slices.Backward(u.order) {
		i := u.part.places[0].nodes[k]
		nodes[k] = known(nodes[k], users[k])
		for n, v := range g.operandsOf(i) {
			index := n
			if g.nodes[i].commutes && n == 1 {
				index = 0
			}
			use := t.Term("part use").Class(nodes[k]).Number(int64(index))
			if from := u.producer(i, v); from >= 0 {
				users[from] = append(users[from], use.Number(int64(g.values[v].result)).End())
			} else if !u.part.fixed[g.nodes[i].operands+int32(n)] {
				hole := u.holes[v]
				inputUsers[hole] = append(inputUsers[hole], use.End())
			}
		}
	}
	for k := range holes {
		holes[k] = known(holes[k], inputUsers[k])
	}
}
