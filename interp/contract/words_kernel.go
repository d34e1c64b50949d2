package contract

// What machine code does for the making of words; nil where plain loops must do.
var (
	// interleaveBytes makes words, a multiple of 16, of the bytes that rows have at equal places,
	// whose bits are turned.
	interleaveBytes func(into []uint32, r0, r1, r2, r3 []byte, turn byte)
	// interleaveHalves makes words, a multiple of 8, of numbers of 16 bits.
	interleaveHalves func(into []uint32, low, high []byte)
	// interleaveBytePairs makes pairs, a multiple of 16, of the bytes of two rows, widenBytePairs,
	// a multiple of 8, of neighbours.
	interleaveBytePairs func(into []uint32, r0, r1 []byte, signed bool)
	widenBytePairs      func(into []uint32, from []byte, signed bool)
	// rangeOfHalves finds the least number of 15 bits, less 1 without a sign, and the greatest, of
	// a multiple of 32.
	rangeOfHalves func(list []uint16) (least, most uint16)
)

// pairsKernel is the portable kernel of pairs.
func pairsKernel() kernel[int32] {
	k := goKernel(scaledPairs, nil)
	k.diagonal, k.taps = nil, nil
	return k
}

func scaledPairs(c []int32, x int32, y []int32) {
	y = y[:len(c)]
	low, high := int32(int16(x)), x>>16
	for j, w := range y {
		c[j] += low*int32(int16(w)) + high*(w>>16)
	}
}
