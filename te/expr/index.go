package expr

import (
	"iter"

	"github.com/tg-opt/tg/ir"
)

// Key is what a tree has in common with those that are the same at other indices: its shape, and
// most often also which indices it reads in which order.
type Key struct{ shape, indices int32 }

// Key is the key of a tree.
func (t *Tree) Key() Key {
	var list []int32
	first := map[int64]int{} // axes, by which they are met first
	type met struct{ sign, c int64 }
	var how []met
	Visit(t.Root, func(n *Node) {
		if n.Map == nil {
			return
		}
		for _, e := range n.Map.Results {
			axis, sign, c, ok := single(e)
			if !ok {
				if e.Op == ir.AffineConst {
					list = append(list, -1, int32(e.Value))
				} else {
					list = append(list, -2)
				}
				continue
			}
			k, known := first[axis]
			if !known {
				k = len(how)
				first[axis], how = k, append(how, met{sign, c})
				// The values are the same however the axis lies.
				r := t.space.Dim(axis)
				low, high := sign*r.Lo+c, sign*(r.Hi-1)+c
				list = append(list, int32(k), int32(min(low, high)), int32(max(low, high)))
				continue
			}
			s := sign * how[k].sign
			list = append(list, int32(k), int32(s), int32(c-s*how[k].c))
		}
	})
	t.table.key(numbers)
	t.table.put(3)
	t.table.put(list...)
	return Key{t.Root.shape, int32(t.table.intern())}
}

// Candidates are trees that others may match, or what is known of them. Those of one key come
// first, and then a few of the same shape.
type Candidates[T any] struct {
	equal map[Key][]T
	alike map[int32][]keyed[T]
}

type keyed[T any] struct {
	key Key
	v   T
}

// maxCandidates is how many trees of one key, and of one shape, a tree is compared with.
const maxCandidates = 4

// Add adds what belongs to a tree of a key.
func (c *Candidates[T]) Add(k Key, v T) {
	if c.equal == nil {
		c.equal, c.alike = map[Key][]T{}, map[int32][]keyed[T]{}
	}
	if list := c.equal[k]; len(list) < maxCandidates {
		c.equal[k] = append(list, v)
	}
	if list := c.alike[k.shape]; len(list) < maxCandidates {
		c.alike[k.shape] = append(list, keyed[T]{k, v})
	}
}

// Of are the candidates for a tree of a key.
func (c *Candidates[T]) Of(k Key) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, v := range c.equal[k] {
			if !yield(v) {
				return
			}
		}
		for _, a := range c.alike[k.shape] {
			if a.key != k && !yield(a.v) {
				return
			}
		}
	}
}
