package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// graphs writes functions whose blocks are any graph: loops with several exits and entries, ways
// that meet anywhere, several ends. A block uses values of all that dominate it, of several types,
// and some of what it does is checks, whose order shows. Ways back cost fuel, which all pass on.
type graphs struct {
	*rand.Rand
	strings.Builder
	types  []string // those of values
	blocks []graphBlock
	values int
	// endless says that what would end comes to a block that leads to itself, or to what is said to
	// be unreachable.
	endless bool
}

type graphBlock struct {
	args   []string   // types
	to     []int      // blocks
	values [][]string // by type: what there is at its end
	idom   int
	order  int // in reverse post-order; -1 for none
}

// graphTypes are the types of values; the first is that of fuel, and knownTypes leave no extent
// open.
var (
	graphTypes = []string{"i32", "tensor<4xf32>", "i1", "index", "f32", "tensor<?xf32>", "tensor<i64>"}
	knownTypes = []string{"i32", "tensor<4xf32>", "i1", "index", "f32", "tensor<4xf32>", "tensor<i64>"}
)

// graphProgram writes the function @main of at most so many blocks, and a few.
func graphProgram(seed uint64, size int) string {
	g := &graphs{Rand: rand.New(rand.NewPCG(seed, 11)), types: graphTypes}
	g.function("main", size)
	return g.String()
}

// function writes one function.
func (g *graphs) function(name string, size int) {
	g.shape(2 + g.IntN(size))
	fmt.Fprintf(g, "func.func @%s(%%x: tensor<4xf32>, %%y: tensor<4xf32>, %%p: i1, %%q: i1, %%i: i32, %%f: f32) -> (i32, tensor<4xf32>, f32, i1) {\n", name)
	g.WriteString("%zero = arith.constant 0 : i32\n%one = arith.constant 1 : i32\n%two = arith.constant 2 : index\n%n = tg.constant dense<7> : tensor<i64>\n")
	fmt.Fprintf(g, "%%d = tg.cast %%x : (tensor<4xf32>) -> %s\n", g.types[5])
	fmt.Fprintf(g, "%%fuel = arith.constant %d : i32\n", 1+g.IntN(12))
	first := [][]string{{"%one", "%i", "%fuel"}, {"%x", "%y"}, {"%p", "%q"}, {"%two"}, {"%f"}, {"%d"}, {"%n"}}
	for _, k := range g.ordered() {
		g.block(k, first)
	}
	if g.endless {
		g.WriteString("^forever:\ncf.br ^forever\n")
	}
	g.WriteString("}\n")
}

// shape makes a graph of so many blocks. Most ways lead forward, and not far.
func (g *graphs) shape(count int) {
	g.blocks = make([]graphBlock, count)
	for k := range g.blocks {
		b := &g.blocks[k]
		for range g.IntN(4) {
			b.args = append(b.args, g.types[g.IntN(len(g.types))])
		}
		switch g.IntN(8) {
		case 0: // an end
		case 1, 2:
			b.to = g.targets(k, 1)
		case 3:
			b.to = g.targets(k, 1+g.IntN(4))
		default:
			b.to = g.targets(k, 2)
		}
		if k == count-1 {
			b.to = nil
		}
	}
	g.dominate()
}

func (g *graphs) targets(from, count int) (list []int) {
	for range count {
		to := min(from+1+g.IntN(3), len(g.blocks)-1)
		switch g.IntN(6) {
		case 0:
			to = 1 + g.IntN(len(g.blocks)-1)
		case 1:
			to = max(1, from-g.IntN(4))
		}
		list = append(list, to)
	}
	return list
}

// dominate finds the order of blocks that are reached, and which of them dominate which.
func (g *graphs) dominate() {
	var order []int
	state := make([]int, len(g.blocks))
	var visit func(k int)
	visit = func(k int) {
		state[k] = 1
		for _, to := range g.blocks[k].to {
			if state[to] == 0 {
				visit(to)
			}
		}
		order = append(order, k)
	}
	visit(0)
	slices.Reverse(order)
	for k := range g.blocks {
		g.blocks[k].order = slices.Index(order, k)
		g.blocks[k].idom = -1
	}
	g.blocks[0].idom = 0
	for changed := true; changed; {
		changed = false
		for _, k := range order[1:] {
			d := -1
			for p := range g.blocks {
				if g.blocks[p].idom < 0 || !slices.Contains(g.blocks[p].to, k) {
					continue
				}
				if d < 0 {
					d = p
				}
				for a := p; a != d; {
					if g.blocks[a].order > g.blocks[d].order {
						a = g.blocks[a].idom
					} else {
						d = g.blocks[d].idom
					}
				}
			}
			if g.blocks[k].idom != d {
				g.blocks[k].idom, changed = d, true
			}
		}
	}
}

func (g *graphs) ordered() (list []int) {
	for k := range g.blocks {
		if g.blocks[k].order >= 0 {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return g.blocks[a].order - g.blocks[b].order })
	return list
}

func (g *graphs) block(k int, first [][]string) {
	b := &g.blocks[k]
	fuel := "%fuel"
	if k == 0 {
		b.values = first
	} else {
		fuel = fmt.Sprintf("%%fuel%d", k)
		fmt.Fprintf(g, "^b%d(%s: i32", k, fuel)
		for _, list := range g.blocks[b.idom].values {
			b.values = append(b.values, slices.Clone(list))
		}
		for i, t := range b.args {
			v := fmt.Sprintf("%%b%d_%d", k, i)
			fmt.Fprintf(g, ", %s: %s", v, t)
			at := slices.Index(g.types, t)
			b.values[at] = append(b.values[at], v)
		}
		g.WriteString("):\n")
	}
	for range g.IntN(5) {
		g.op(b)
	}
	more := fmt.Sprintf("%%more%d", k)
	back := slices.ContainsFunc(b.to, func(to int) bool { return g.blocks[to].order <= b.order })
	if back {
		fmt.Fprintf(g, "%%less%d = arith.subi %s, %%one : i32\n", k, fuel)
		fuel = fmt.Sprintf("%%less%d", k)
	}
	fmt.Fprintf(g, "%s = arith.cmpi sgt, %s, %%zero : i32\n", more, fuel)
	if back {
		fmt.Fprintf(g, "cf.cond_br %s, ^go%d, ^stop%d\n^stop%d:\n", more, k, k, k)
		g.end(b)
		fmt.Fprintf(g, "^go%d:\n", k)
	}
	b.values[2] = append(b.values[2], more)
	g.leave(b, fuel)
}

// end ends the function, unless it is endless.
func (g *graphs) end(b *graphBlock) {
	if g.endless {
		g.WriteString([]string{"cf.br ^forever\n", "ub.unreachable\n"}[g.IntN(2)])
		return
	}
	fmt.Fprintf(g, "return %s, %s, %s, %s : i32, tensor<4xf32>, f32, i1\n", g.any(b, 0), g.any(b, 1), g.any(b, 4), g.any(b, 2))
}

func (g *graphs) leave(b *graphBlock, fuel string) {
	var targets []string
	for _, to := range b.to {
		values, types := fuel, "i32"
		for _, t := range g.blocks[to].args {
			values, types = values+", "+g.any(b, slices.Index(g.types, t)), types+", "+t
		}
		targets = append(targets, fmt.Sprintf("^b%d(%s : %s)", to, values, types))
	}
	switch {
	case len(targets) == 0:
		g.end(b)
	case len(targets) == 1:
		g.WriteString("cf.br " + targets[0] + "\n")
	case len(targets) == 2 && g.IntN(6) > 0:
		fmt.Fprintf(g, "cf.cond_br %s, %s\n", g.any(b, 2), strings.Join(targets, ", "))
	default:
		fmt.Fprintf(g, "cf.switch %s : i32, [ default: %s", g.any(b, 0), targets[0])
		n := g.IntN(3)
		for _, t := range targets[1:] {
			fmt.Fprintf(g, ", %d: %s", n, t)
			n += 1 + g.IntN(6)/5
		}
		g.WriteString(" ]\n")
	}
}

// any is a value of a type; those made last are more likely.
func (g *graphs) any(b *graphBlock, t int) string {
	list := b.values[t]
	if g.IntN(2) == 0 {
		list = list[max(0, len(list)-2):]
	}
	return list[g.IntN(len(list))]
}

// op computes something.
func (g *graphs) op(b *graphBlock) {
	v := fmt.Sprintf("%%v%d", g.values)
	g.values++
	t := g.IntN(len(g.types) + 1)
	switch t {
	case 0:
		fmt.Fprintf(g, "%s = arith.%s %s, %s : i32\n", v, []string{"addi", "subi", "xori"}[g.IntN(3)], g.any(b, 0), g.any(b, 0))
	case 1:
		fmt.Fprintf(g, "%s = tg.%s %s, %s : tensor<4xf32>\n", v, []string{"add", "sub", "min"}[g.IntN(3)], g.any(b, 1), g.any(b, 1))
	case 2:
		fmt.Fprintf(g, "%s = arith.cmpi slt, %s, %s : i32\n", v, g.any(b, 0), g.any(b, 0))
	case 3:
		fmt.Fprintf(g, "%s = arith.index_cast %s : i32 to index\n", v, g.any(b, 0))
	case 4:
		if g.IntN(2) == 0 {
			fmt.Fprintf(g, "%s = arith.addf %s, %s : f32\n", v, g.any(b, 4), g.any(b, 4))
		} else {
			fmt.Fprintf(g, "%s = tensor.extract %s[%%two] : tensor<4xf32>\n", v, g.any(b, 1))
		}
	case 5:
		fmt.Fprintf(g, "%s = tg.neg %s : %s\n", v, g.any(b, 5), g.types[5])
	case 6:
		fmt.Fprintf(g, "%se = arith.extsi %s : i32 to i64\n%st = tensor.from_elements %se : tensor<i64>\n%s = tg.add %st, %s : tensor<i64>\n", v, g.any(b, 0), v, v, v, v, g.any(b, 6))
	default: // an effect
		fmt.Fprintf(g, "check.expect_eq(%s, %s) : tensor<4xf32>\n", g.any(b, 1), g.any(b, 1))
		return
	}
	b.values[t] = append(b.values[t], v)
}
