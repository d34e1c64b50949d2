package kernel

import (
	"math"

	"github.com/tg-opt/tg/internal/fma"
)

// fusedMultiplyAdd is x y + z, rounded once. It has a name of its own for the generated functions,
// which use no other package.
func fusedMultiplyAdd(x, y, z float32) float32 { return fma.Float32(x, y, z) }

// scale is x 2^floor(k), rounded once, for k from -1022 to 1023.
func scale(x, k float32) float32 {
	return float32(float64(x) * math.Float64frombits(uint64(int64(math.Floor(float64(k)))+1023)<<52))
}
