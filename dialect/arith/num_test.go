package arith_test

import (
	"math/big"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// Products of large numbers are refused, unless they are small numbers of a large
// type, of either sign.
func TestHeavyProducts(t *testing.T) {
	const w = 600_000
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(`func.func @f(%a: i600000, %b: i600000) -> (i600000, i600000) {
  %0 = arith.muli %a, %b : i600000
  %1 = arith.divui %a, %b : i600000
  return %0, %1 : i600000, i600000
}`), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	product := module.RegionAt(0).First().First().RegionAt(0).First().First()
	typ := product.Result(0).Type()
	all := new(big.Int).Lsh(big.NewInt(1), w) // one more than the greatest number
	half := new(big.Int).Lsh(big.NewInt(5), w/2)
	ones := func(less uint) *big.Int {
		v := new(big.Int).Lsh(big.NewInt(1), w-less)
		return v.Sub(v, big.NewInt(1))
	}
	for _, tt := range []struct {
		name string
		a, b *big.Int
		want *big.Int // nil for none
	}{
		{"small", big.NewInt(7), big.NewInt(9), big.NewInt(63)},
		{"negative", big.NewInt(-3), big.NewInt(-5), big.NewInt(15)},
		{"one large", half, big.NewInt(2), new(big.Int).Lsh(big.NewInt(10), w/2)},
		{"two large", half, half, nil},
		{"almost all ones", ones(7), ones(9), nil},
	} {
		consts := []*ir.Attr{ctx.BigIntAttr(typ, tt.a), ctx.BigIntAttr(typ, tt.b)}
		folded := product.Def().Fold(product, consts)
		if (len(folded) == 1) != (tt.want != nil) || len(folded) == 1 && new(big.Int).Mod(folded[0].Const.BigInt(), all).Cmp(tt.want) != 0 {
			t.Errorf("%s: folds to %d values", tt.name, len(folded))
		}
		if quotient := product.Next(); tt.want == nil && quotient.Def().Fold(quotient, consts) != nil {
			t.Errorf("%s: the quotient folds", tt.name)
		}
	}
}
