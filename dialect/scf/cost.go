package scf

import (
	"math/big"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// forCost: the body runs once for each step from the lower to the upper bound,
// where these are constants.
func forCost(in *ir.Inference) cost.Work {
	unknown := cost.Work{Kind: cost.Control, Times: 1, UnknownTrips: true}
	if len(in.Values) < 3 {
		return unknown
	}
	signed := in.Attr(unsignedCmp) == nil
	from, to, step := number(ir.ConstantValue(in.Values[0]), signed), number(ir.ConstantValue(in.Values[1]), signed), number(ir.ConstantValue(in.Values[2]), true)
	if from == nil || to == nil || step == nil || step.Sign() <= 0 {
		return unknown
	}
	distance := new(big.Int).Sub(to, from)
	if distance.Sign() <= 0 {
		return cost.Work{Kind: cost.Control}
	}
	trips := distance.Add(distance, step)
	trips.Quo(trips.Sub(trips, big.NewInt(1)), step)
	n, _ := new(big.Float).SetInt(trips).Float64()
	return cost.Work{Kind: cost.Control, Times: n}
}
