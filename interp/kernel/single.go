package kernel

import (
	"math"

	"github.com/tg-opt/tg/internal/fma"
)

// fusedMultiplyAdd is x y + z, rounded once, for the generated functions, which use no other
// package.
func fusedMultiplyAdd(x, y, z float32) float32 {
	return fma.Sum(float64(x)*float64(y), float64(z))
}

// scale is x 2^floor(k), rounded once, for k from -1022 to 1023.
func scale(x, k float32) float32 {
	return float32(float64(x) * math.Float64frombits(uint64(int64(math.Floor(float64(k)))+1023)<<52))
}
