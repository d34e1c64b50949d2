package kernel

import (
	"encoding/binary"

	"github.com/tg-opt/tg/interp/parallel"
)

// sortable is an element on its way: its key and its position, in one word, of which they are the
// upper and the lower half, or in two.
type sortable interface{ [1]uint64 | [2]uint64 }

// keyShift is the number of the lowest bit of the key in the first word.
func keyShift[E sortable]() int {
	var e E
	if len(e) == 1 {
		return 32
	}
	return 0
}

func sortableOf[E sortable](key, position uint64) (e E) {
	if len(e) == 1 {
		e[0] = key<<32 | position
		return e
	}
	e[0] = key
	e[len(e)-1] = position
	return e
}

func keyOf[E sortable](e E) uint64 {
	if len(e) == 1 {
		return e[0] >> 32
	}
	return e[0]
}

func positionOf[E sortable](e E) uint64 {
	if len(e) == 1 {
		return e[0] & (1<<32 - 1)
	}
	return e[len(e)-1]
}

func loadWord(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func storeWord(b []byte, word uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(word)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(word))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(word))
	case 8:
		binary.LittleEndian.PutUint64(b, word)
	}
}

const (
	// digitBits is the size of a digit: three make a key of 32 bits, and the places that the
	// elements of as many digits go to are in the first-level cache.
	digitBits = 11
	digits    = 1 << digitBits
	// radixPart is how many elements of a line a worker takes at a time.
	radixPart = 1 << 14
	// insertedLine is the length of lines that are sorted by insertion.
	insertedLine = 32
)

// radixMemory counts digits, and then tells where the next element with each goes.
type radixMemory struct{ at [digits]int }

var radixMemories parallel.Spares[radixMemory]

// radixSort sorts a line by keys of so many bits, the least significant digit first, and returns
// whichever of the two slices the result is in. Short lines are sorted by insertion.
func radixSort[E sortable](line, spare []E, bits int, m *radixMemory) []E {
	if len(line) <= insertedLine {
		insertionSort(line)
		return line
	}
	low := keyShift[E]()
	for shift := low; shift < low+bits; shift += digitBits {
		clear(m.at[:])
		countDigits(line, shift, &m.at)
		if m.at[line[0][0]>>shift%digits] == len(line) {
			continue
		}
		next := 0
		for i, count := range m.at {
			m.at[i] = next
			next += count
		}
		moveDigits(spare, line, shift, &m.at)
		line, spare = spare, line
	}
	return line
}

func insertionSort[E sortable](line []E) {
	for i := 1; i < len(line); i++ {
		e := line[i]
		j := i
		for ; j > 0 && keyOf(line[j-1]) > keyOf(e); j-- {
			line[j] = line[j-1]
		}
		line[j] = e
	}
}

func countDigits[E sortable](line []E, shift int, counts *[digits]int) {
	for i := range line {
		counts[line[i][0]>>shift%digits]++
	}
}

// moveDigits puts elements where those with their digit go next.
func moveDigits[E sortable](to, line []E, shift int, at *[digits]int) {
	for i := range line {
		p := &at[line[i][0]>>shift%digits]
		to[*p] = line[i]
		*p++
	}
}

// radixTogether is radixSort by all workers, each with parts of the line; it returns the two slices
// with the result in the first one. Elements of one digit keep the order of the parts, so that the
// result is that of one worker.
func radixTogether[E sortable](line, spare []E, bits int) (sorted, other []E) {
	parts := min(parallel.Workers(), (len(line)+radixPart-1)/radixPart)
	memories := make([]*radixMemory, parts)
	for i := range memories {
		memories[i] = radixMemories.Take()
	}
	defer func() {
		for _, m := range memories {
			radixMemories.Give(m)
		}
	}()
	each := func(do func(part []E, m *radixMemory)) {
		parallel.For(parts, parallel.Grain(costlyGrain, radixPart), func(lo, hi int) {
			for ; lo < hi; lo++ {
				do(line[lo*len(line)/parts:(lo+1)*len(line)/parts], memories[lo])
			}
		})
	}
	low := keyShift[E]()
	for shift := low; shift < low+bits; shift += digitBits {
		each(func(part []E, m *radixMemory) {
			clear(m.at[:])
			countDigits(part, shift, &m.at)
		})
		next, most := 0, 0
		for digit := range digits {
			before := next
			for _, m := range memories {
				m.at[digit], next = next, next+m.at[digit]
			}
			most = max(most, next-before)
		}
		if most == len(line) {
			continue
		}
		each(func(part []E, m *radixMemory) { moveDigits(spare, part, shift, &m.at) })
		line, spare = spare, line
	}
	return line, spare
}
