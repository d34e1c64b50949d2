package kernel

import "unsafe"

// How the first elements of a line are found: those that come before the last of the ones found so
// far, of which there are few, are collected. Up to insertedLine are kept in order by insertion;
// more are collected until a list is full, and then sorted.

// collector collects candidates of a line.
type collector[E sortable] struct {
	key         *sortKey
	first       int
	list, spare []E
	counts      *radixMemory
	begin       uint64 // position of the element with which the line begins
	found       int    // in the list
}

// word is the bits of an element that has a key.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// filter makes numbers of the bits of elements that are in the order of their keys, but that there
// are several NaNs, and perhaps two zeros. It is in a few operations what sortKey.of is.
type filter[T word] struct {
	flipped T // bits of a negative number that are turned, so that the larger number is the lesser one
	moved   T // what is added for the least element to be 0
	turned  T // all bits where the order descends
}

func newFilter[T word](k *sortKey) filter[T] {
	var f filter[T]
	sign := ^(^T(0) >> 1)
	switch {
	case k.infinity != 0:
		f.flipped = ^sign
		f.moved = -f.ascending(T(k.infinity) | sign) // NaNs below it become the largest
	case k.signed:
		f.moved = sign
	}
	if k.descending {
		f.turned = ^T(0)
	}
	return f
}

func (f *filter[T]) ascending(bits T) T {
	return bits ^ -(bits>>(8*unsafe.Sizeof(bits)-1))&f.flipped + f.moved
}

func (f *filter[T]) of(bits T) T { return f.ascending(bits) ^ f.turned }

// limit is the number below which the elements are that come before one with a key.
func (f *filter[T]) limit(k *sortKey, bits T) T {
	sign := ^(^T(0) >> 1)
	switch {
	case k.infinity != 0 && bits&^sign > T(k.infinity) && k.descending:
		return 0
	case k.infinity != 0 && bits&^sign > T(k.infinity):
		return f.of(T(k.infinity)) + 1
	case k.equalZeros && bits&^sign == 0:
		return min(f.of(0), f.of(sign))
	}
	return f.of(bits)
}

// findFirst returns the first elements of a line.
func findFirst[E sortable, T word](c *collector[E], line []T) []E {
	if c.first <= insertedLine {
		return insertFirst(c, line)
	}
	f := newFilter[T](c.key)
	var limit T
	for limited, i := false, 0; i < len(line); {
		if limited {
			i += below(&f, line[i:], limit)
			if i == len(line) {
				break
			}
		}
		c.list[c.found] = sortableOf[E](c.key.of(uint64(line[i])), c.begin+uint64(i))
		i++
		if c.found++; c.found == candidates(c.first) {
			limit, limited = f.limit(c.key, line[c.sort(c.found)]), true
		}
	}
	c.sort(c.found)
	return c.list[:c.first]
}

// sort keeps the first of n candidates, in order, and returns where in the line the last of them
// is.
func (c *collector[E]) sort(n int) int {
	sorted := radixSort(c.list[:n], c.spare[:n], 8*c.key.size, c.counts)
	if &sorted[0] != &c.list[0] {
		c.list, c.spare = c.spare, c.list
	}
	c.found = c.first
	return int(positionOf(c.list[c.first-1]) - c.begin)
}

// insertFirst keeps the elements found in order.
func insertFirst[E sortable, T word](c *collector[E], line []T) []E {
	list := c.list[:c.first]
	for i, bits := range line[:c.first] {
		list[i] = sortableOf[E](c.key.of(uint64(bits)), c.begin+uint64(i))
	}
	insertionSort(list)
	f := newFilter[T](c.key)
	last := &list[c.first-1]
	for i := c.first; ; i++ {
		i += below(&f, line[i:], f.limit(c.key, line[positionOf(*last)-c.begin]))
		if i == len(line) {
			return list
		}
		e := sortableOf[E](c.key.of(uint64(line[i])), c.begin+uint64(i))
		j := len(list) - 1
		for ; j > 0 && keyOf(list[j-1]) > keyOf(e); j-- {
			list[j] = list[j-1]
		}
		list[j] = e
	}
}

// below is where the first element is whose number is below a limit; the length if there is none.
func below[T word](f *filter[T], line []T, limit T) int {
	g, i := *f, 0
	for ; i+4 <= len(line); i += 4 {
		x := line[i : i+4 : i+4]
		if g.of(x[0]) < limit || g.of(x[1]) < limit || g.of(x[2]) < limit || g.of(x[3]) < limit {
			break
		}
	}
	for ; i < len(line); i++ {
		if g.of(line[i]) < limit {
			break
		}
	}
	return i
}
