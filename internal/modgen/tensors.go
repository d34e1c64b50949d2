package modgen

import (
	"fmt"
	"strconv"
	"strings"
)

// unknown is an extent that a type does not tell.
const unknown = -1

// tensorType is a tensor of small rank, whose extents the type tells or not.
func (g *generator) tensorType() string {
	shape := make([]int, 1+g.IntN(2))
	for i := range shape {
		shape[i] = []int{1, 2, 4, 8, unknown, unknown}[g.IntN(6)]
	}
	return tensorOf(shape, g.pick("f32", "i32"))
}

// isTensor holds for what tensorType makes.
func isTensor(t string) bool {
	elem, before, _ := element(t)
	return strings.HasPrefix(before, "tensor<") && before != "tensor<" && (elem == "f32" || elem == "i32")
}

// someTensor is the type of a tensor in scope, or any.
func (g *generator) someTensor() string {
	if len(g.values) > 0 && g.chance(85) {
		for range 8 {
			if v := g.values[g.IntN(len(g.values))]; isTensor(v.typ) {
				return v.typ
			}
		}
	}
	return g.tensorType()
}

func tensorOf(shape []int, elem string) string {
	return "tensor<" + shapeText(shape) + elem + ">"
}

func shapeText(shape []int) string {
	return strings.ReplaceAll(extents(shape), "-1x", "?x")
}

func elementOf(t string) string {
	elem, _, _ := element(t)
	return elem
}

// extentsOf are the extents of what tensorType makes.
func extentsOf(t string) []int {
	_, before, _ := element(t)
	var shape []int
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(before, "tensor<"), "x"), "x") {
		n, err := strconv.Atoi(part)
		if err != nil {
			n = unknown
		}
		shape = append(shape, n)
	}
	return shape
}

func (g *generator) withExtents(t string, shape []int) string { return tensorOf(shape, elementOf(t)) }

// joinedWith is a shape that a tensor of type t may have, as a type says it.
func joinedWith(g *generator, t string) []int {
	shape := extentsOf(t)
	for i, n := range shape {
		switch {
		case n != unknown && g.chance(60):
			shape[i] = unknown
		case n == unknown && g.chance(15):
			shape[i] = 4
		}
	}
	return shape
}

// tensorCast casts a tensor of type t, and returns the type of the result.
func (g *generator) tensorCast(t string) string {
	v := g.operand(t)
	to := g.withExtents(t, joinedWith(g, t))
	g.line("%stensor.cast %s : %s to %s", g.result(to), v, t, to)
	return to
}

func (g *generator) empty(t string) {
	var sizes []string
	for _, n := range extentsOf(t) {
		if n == unknown {
			sizes = append(sizes, g.bound(g.IntN(6)-1))
		}
	}
	g.line("%stensor.empty(%s) : %s", g.result(t), strings.Join(sizes, ", "), t)
}

// slice is the offsets, sizes and strides of a slice of a tensor of type t, and
// its type. Dimensions in front may be missing: where others are, mlir-opt may
// take one for another.
func (g *generator) slice(t string) (lists, part string) {
	var text [3][]string
	var shape []int
	leading := true
	for _, n := range extentsOf(t) {
		open := n == unknown
		if open {
			n = 8
		}
		size := g.IntN(n + 1)
		if g.chance(40) {
			size = []int{1, n}[g.IntN(2)]
		}
		offset, stride := 0, 1
		if size < n {
			offset = g.IntN(n - size + 1)
		}
		offset = min(offset, n-1)
		if size > 1 && g.chance(15) {
			offset, stride = 0, 2
			size = min(size, (n+1)/2)
		}
		known := true
		for i, m := range []int{offset, size, stride} {
			s := fmt.Sprint(m)
			if i == 0 && open { // what a cast makes of the tensor must not be too small
				g.line("%s\"t.make\"() : () -> index", g.result("index"))
				s = g.values[len(g.values)-1].name
			} else if g.chance(30) {
				if s = g.bound(m); i == 1 {
					known = false
				}
			}
			text[i] = append(text[i], s)
		}
		if leading = leading && known && size == 1; leading && g.chance(50) {
			continue
		}
		leading = false
		if !known {
			size = unknown
		}
		shape = append(shape, size)
	}
	for _, list := range text {
		lists += " [" + strings.Join(list, ", ") + "]"
	}
	return strings.TrimPrefix(lists, " "), tensorOf(shape, elementOf(t))
}

func (g *generator) extractSlice(t string) {
	v := g.operand(t)
	lists, part := g.slice(t)
	g.line("%stensor.extract_slice %s%s%s : %s to %s", g.result(part), v, lists, g.attrDict(), t, part)
}

// insertSlice inserts something into v, a tensor of type t.
func (g *generator) insertSlice(t, v string) {
	lists, part := g.slice(t)
	source := g.operand(part)
	g.line("%stensor.insert_slice %s into %s%s%s : %s into %s", g.result(t), source, v, lists, g.attrDict(), part, t)
}
