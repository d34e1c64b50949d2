package kernel

import "math"

// roundings are exact, in every float type.
var roundings = map[string]func(x float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "round_even": math.RoundToEven, "round_away": math.Round,
}
