package ir

import (
	"math/bits"
	"unsafe"
)

// Numbers gives objects, such as the values of a function, numbers from 0 on, in
// the order in which they are added, and finds the number of each: what a map from
// pointers does, in a third of the memory. The zero value has none.
type Numbers[T any] struct {
	list []*T
	// slots are an open-addressing hash table of numbers plus 1; 0 is free. At least
	// half of them are.
	slots []int32
}

// NewNumbers has room for so many objects.
func NewNumbers[T any](room int) Numbers[T] {
	return Numbers[T]{make([]*T, 0, room), make([]int32, slotsFor(room))}
}

// slotsFor is how many slots so many objects need: a power of 2.
func slotsFor(objects int) int { return max(16, 1<<bits.Len(uint(2*max(objects, 1)-1))) }

// Add numbers an object that has no number yet.
func (n *Numbers[T]) Add(p *T) int32 {
	if 2*(len(n.list)+1) > len(n.slots) {
		n.slots = make([]int32, slotsFor(2*(len(n.list)+1)))
		for i, old := range n.list {
			n.enter(old, int32(i))
		}
	}
	number := int32(len(n.list))
	n.list = append(n.list, p)
	n.enter(p, number)
	return number
}

func (n *Numbers[T]) enter(p *T, number int32) {
	i := n.home(p)
	for n.slots[i] != 0 {
		i = n.next(i)
	}
	n.slots[i] = number + 1
}

// Of is the number of an object; ok is false if it has none.
func (n *Numbers[T]) Of(p *T) (number int32, ok bool) {
	if len(n.slots) == 0 {
		return 0, false
	}
	for i := n.home(p); n.slots[i] != 0; i = n.next(i) {
		if number := n.slots[i] - 1; n.list[number] == p {
			return number, true
		}
	}
	return 0, false
}

// At is the object of a number.
func (n *Numbers[T]) At(number int32) *T { return n.list[number] }

// Len is how many objects have numbers.
func (n *Numbers[T]) Len() int { return len(n.list) }

// home is where the search for an object begins. Objects that lie beside each other
// in memory, as those that belong together often do, are beside each other in the
// table, so that who asks for one after the other seldom misses the cache: eight
// slots are for 256 bytes of memory.
func (n *Numbers[T]) home(p *T) int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	address := uint64(uintptr(unsafe.Pointer(p)))
	group := address >> 8 * golden >> (65 - bits.Len(uint(len(n.slots)/8)))
	return int(group<<3 | address>>5&7)
}

// next is where the search goes on: in another group and place, and at last in all,
// since the number of slots is even.
func (n *Numbers[T]) next(i int) int { return (i + 9) & (len(n.slots) - 1) }
