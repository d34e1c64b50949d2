package exact

import (
	"math"
	"math/big"
)

// MultiplyAdd is x y + z of f32 numbers, rounded once. Of what math.FMA gives in f64 the neighbours
// are on both sides of the exact value: where they agree in f32, so does that; else it is computed
// exactly.
func MultiplyAdd(x, y, z float32) float32 {
	near := math.FMA(float64(x), float64(y), float64(z))
	below, above := float32(math.Nextafter(near, math.Inf(-1))), float32(math.Nextafter(near, math.Inf(1)))
	if near == 0 || math.IsNaN(near) || math.IsInf(near, 0) || below == above {
		return float32(near)
	}
	return multiplyAdd(x, y, z)
}

// multiplyAdd is x y + z of finite numbers, which is not zero, computed exactly.
func multiplyAdd(x, y, z float32) float32 {
	exactly := func(v float32) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(float64(v)) }
	product := exactly(x)
	product.Mul(product, exactly(y))
	v, _ := product.Add(product, exactly(z)).Float32()
	return v
}
