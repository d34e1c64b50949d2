package kernel

import "math/bits"

// Philox is Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", 2011): it scrambles a counter of four words under a
// key of two, the least significant word first.
func Philox(counter [4]uint32, key [2]uint32) [4]uint32 {
	for range 10 {
		high0, low0 := bits.Mul32(0xD2511F53, counter[0])
		high1, low1 := bits.Mul32(0xCD9E8D57, counter[2])
		counter = [4]uint32{high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0}
		key[0] += 0x9E3779B9
		key[1] += 0xBB67AE85
	}
	return counter
}

// SplitWord is the two halves of a word, the lower one first.
func SplitWord(v uint64) (low, high uint32) { return uint32(v), uint32(v >> 32) }

// JoinWords is the word of these halves.
func JoinWords(low, high uint32) uint64 { return uint64(high)<<32 | uint64(low) }
