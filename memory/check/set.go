package check

import "math/bits"

// set is a set of numbers from 0 on, as a tree of bits: bit i of a level says
// that word i of the level below is not zero. What is nearest to a number is
// found in a word per level.
type set struct{ levels [][]uint64 }

// newSet is an empty set of numbers below n.
func newSet(n int) *set {
	s := &set{}
	for {
		n = (n + 63) / 64
		s.levels = append(s.levels, make([]uint64, n))
		if n <= 1 {
			return s
		}
	}
}

func (s *set) insert(i int) {
	for _, level := range s.levels {
		level[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (s *set) remove(i int) {
	for _, level := range s.levels {
		level[i/64] &^= 1 << (i % 64)
		if level[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// before is the greatest member below i; -1 if there is none.
func (s *set) before(i int) int {
	for h, level := range s.levels {
		if word := level[i/64] & (1<<(i%64) - 1); word != 0 {
			i = i/64*64 + bits.Len64(word) - 1
			for h--; h >= 0; h-- {
				i = i*64 + bits.Len64(s.levels[h][i]) - 1
			}
			return i
		}
		i /= 64
	}
	return -1
}

// behind is the smallest member above i; -1 if there is none.
func (s *set) behind(i int) int {
	for h, level := range s.levels {
		if word := level[i/64] &^ (2<<(i%64) - 1); word != 0 {
			i = i/64*64 + bits.TrailingZeros64(word)
			for h--; h >= 0; h-- {
				i = i*64 + bits.TrailingZeros64(s.levels[h][i])
			}
			return i
		}
		i /= 64
	}
	return -1
}
