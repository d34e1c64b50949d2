package main

// neonElementwise writes the loops of arithmetic on floats. The instructions for the greater and
// the smaller of two numbers mean what max and min do: NaN if one is, and -0 less than +0.
func (f *neonFile) neonElementwise() {
	for _, e := range floats {
		define := func(op string, operands int, step func(t *neonTarget, x []value) value) {
			f.define(neonLoop{op: op, types: []string{e.name}, operands: operands, of: e, lanes: 16 / e.size, bytes: 16, unroll: 4, step: step})
		}
		for _, o := range []struct {
			op string
			i  neonInstruction
		}{{"add", neonAdd}, {"sub", neonSub}, {"mul", neonMul}, {"div", neonDiv}, {"max", neonMax}, {"min", neonMin}} {
			define(o.op, 2, func(t *neonTarget, x []value) value { return t.two(o.i, x[0], x[1]) })
		}
		for _, o := range []struct {
			op string
			i  neonInstruction
		}{
			{"sqrt", neonSqrt}, {"neg", neonNeg}, {"abs", neonAbs}, {"floor", neonFloor}, {"ceil", neonCeil},
			{"round_even", neonRound}, {"round_away", neonRoundAway},
		} {
			define(o.op, 1, func(t *neonTarget, x []value) value { return t.one(o.i, x[0]) })
		}
		define("clamp", 3, func(t *neonTarget, x []value) value { return t.two(neonMin, t.two(neonMax, x[1], x[0]), x[2]) })
		define("relu", 1, func(t *neonTarget, x []value) value { return t.two(neonMax, x[0], t.number(0)) })
		define("relu6", 1, func(t *neonTarget, x []value) value {
			return t.two(neonMin, t.two(neonMax, x[0], t.number(0)), t.number(6))
		})
		define("sign", 1, func(t *neonTarget, x []value) value {
			unit := t.or(t.and(x[0], t.word(e.sign().bits)), t.number(1))
			return t.choose(t.less(t.number(0), t.one(neonAbs, x[0])), unit, x[0])
		})
	}
}
