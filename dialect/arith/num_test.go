package arith

import (
	"math/big"
	"testing"
)

// Products of large numbers are refused, unless they are small numbers of a large
// type, of either sign.
func TestHeavyProducts(t *testing.T) {
	const w = 16_777_215
	ofInt := func(v int64) num { return wrap(w, big.NewInt(v)) }
	half := wrap(w, new(big.Int).Lsh(big.NewInt(5), w/2))
	for _, tt := range []struct {
		name string
		a, b num
		want *big.Int // nil for none
	}{
		{"small", ofInt(7), ofInt(9), big.NewInt(63)},
		{"negative", ofInt(-3), ofInt(-5), big.NewInt(15)},
		{"one large", half, ofInt(2), new(big.Int).Lsh(big.NewInt(10), w/2)},
		{"two large", half, half, nil},
		{"almost all ones", ofInt(-1).shrU(7), ofInt(-1).shrU(9), nil},
	} {
		got, ok := light(num.mul)(tt.a, tt.b)
		if ok != (tt.want != nil) || ok && got.wide.Cmp(tt.want) != 0 {
			t.Errorf("%s: folds is %v", tt.name, ok)
		}
		if _, ok := defined(divUI)(tt.a, tt.b); tt.want == nil && ok {
			t.Errorf("%s: the quotient folds", tt.name)
		}
	}
}
