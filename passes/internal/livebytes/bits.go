package livebytes

import "math/bits"

// bitset is a set of numbers that finds neighbours fast, be they near or far.
type bitset struct {
	words []uint64
	some  []uint64 // a bit for each word that has any
}

func newBitset(n int32) bitset {
	words := int(n)>>6 + 1
	return bitset{make([]uint64, words), make([]uint64, words>>6+1)}
}

func (b *bitset) has(i int32) bool { return b.words[i>>6]>>(i&63)&1 == 1 }

func (b *bitset) add(i int32) {
	b.words[i>>6] |= 1 << (i & 63)
	b.some[i>>12] |= 1 << (i >> 6 & 63)
}

func (b *bitset) remove(i int32) {
	if b.words[i>>6] &^= 1 << (i & 63); b.words[i>>6] == 0 {
		b.some[i>>12] &^= 1 << (i >> 6 & 63)
	}
}

// last is the largest number in the set up to i, low - 1 if that is below low.
func (b *bitset) last(i, low int32) int32 {
	if word := b.words[i>>6] << (63 - i&63); word != 0 {
		return max(i-int32(bits.LeadingZeros64(word)), low-1)
	}
	w := i>>6 - 1 // the word to begin with
	for w >= low>>6 {
		if some := b.some[w>>6] << (63 - w&63); some != 0 {
			w -= int32(bits.LeadingZeros64(some))
			return max(w<<6+63-int32(bits.LeadingZeros64(b.words[w])), low-1)
		}
		w = w&^63 - 1
	}
	return low - 1
}

// first is the smallest number in the set from i on, high if there is none below.
func (b *bitset) first(i, high int32) int32 {
	if i >= high {
		return high
	}
	if word := b.words[i>>6] >> (i & 63); word != 0 {
		return min(i+int32(bits.TrailingZeros64(word)), high)
	}
	w := i>>6 + 1
	for w <= (high-1)>>6 {
		if some := b.some[w>>6] >> (w & 63); some != 0 {
			w += int32(bits.TrailingZeros64(some))
			return min(w<<6+int32(bits.TrailingZeros64(b.words[w])), high)
		}
		w = w&^63 + 64
	}
	return high
}
