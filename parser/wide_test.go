package parser

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// Long decimal numbers, which are read by halves, are what package big reads.
func TestLongDecimals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 1999, 2000, 2001, 4000, 6001, 25000} {
		var b strings.Builder
		for range n {
			b.WriteByte(byte('0' + rng.IntN(10)))
		}
		for _, digits := range []string{b.String(), strings.Repeat("9", n), strings.Repeat("0", n-1) + "7"} {
			want, _ := new(big.Int).SetString(digits, 10)
			if decimal(digits).Cmp(want) != 0 {
				t.Errorf("%d digits from %.10s are read as another number", n, digits)
			}
		}
	}
}
