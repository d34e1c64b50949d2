package check

import "math/bits"

// total is a sum of 128 bits: one of any number of sizes, none of which is
// negative, does not overflow.
type total struct{ high, low uint64 }

func (t *total) add(size int64) {
	var carry uint64
	t.low, carry = bits.Add64(t.low, uint64(size), 0)
	t.high += carry
}

func (t *total) subtract(size int64) {
	var borrow uint64
	t.low, borrow = bits.Sub64(t.low, uint64(size), 0)
	t.high -= borrow
}

func (t total) less(other total) bool {
	return t.high < other.high || t.high == other.high && t.low < other.low
}
