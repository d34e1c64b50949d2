package cost

import "strings"

// repeats is the name of the overhead of an op that repeats operands.
const repeats = "repeat"

// Ops are the ops that a profile may know the overhead of, where it is not that
// of their kind. Calibration measures them all.
var Ops = strings.Fields(`
	tg.broadcast tg.clamp tg.compare tg.concat tg.conv tg.convert tg.cumulate tg.dot_general tg.dynamic_slice tg.dynamic_update_slice
	tg.gather tg.iota tg.pad tg.reduce_window tg.reverse tg.rng_bit_generator tg.scatter tg.select tg.slice tg.sort tg.split`)

// Functions are those whose speed a profile may know: what Work.Call may be.
// Calibration measures them all.
var Functions = strings.Fields(`
	acos acosh argmax asin asinh atan atan2 atanh cbrt ceil clz convert cos cosh digamma div erf erf_inv erfc exp expm1 floor gelu gelu_tanh
	lgamma log log1p mulhi next_after popcnt pow reduce_max reduce_precision rem round_away round_even rsqrt sigmoid silu sin sinh sort sqrt tan tanh
	three_fry`)
