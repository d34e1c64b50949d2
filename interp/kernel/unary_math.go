package kernel

import "math"

// unaryMath holds the ops that every float type computes in f64 and rounds once; types other than
// f64 prefer wideFunctions. Each has a loop of its own: an indirect call for each element would
// cost about as much as the cheaper of these functions.
var unaryMath = map[string]func(out, x []float64){
	"exp": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Exp(v)
		}
	},
	"expm1": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Expm1(v)
		}
	},
	"log": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Log(v)
		}
	},
	"log1p": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Log1p(v)
		}
	},
	"rsqrt": func(out, x []float64) {
		for i, v := range x {
			out[i] = 1 / math.Sqrt(v)
		}
	},
	"cbrt": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Cbrt(v)
		}
	},
	"sin": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Sin(v)
		}
	},
	"cos": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Cos(v)
		}
	},
	"tan": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Tan(v)
		}
	},
	"asin": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Asin(v)
		}
	},
	"acos": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Acos(v)
		}
	},
	"atan": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Atan(v)
		}
	},
	"sinh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Sinh(v)
		}
	},
	"cosh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Cosh(v)
		}
	},
	"tanh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Tanh(v)
		}
	},
	"asinh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Asinh(v)
		}
	},
	"acosh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Acosh(v)
		}
	},
	"atanh": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Atanh(v)
		}
	},
	"erf": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Erf(v)
		}
	},
	"erfc": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Erfc(v)
		}
	},
	"erf_inv": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Erfinv(v)
		}
	},
	"lgamma": func(out, x []float64) {
		for i, v := range x {
			out[i] = lgamma(v)
		}
	},
	"digamma": func(out, x []float64) {
		for i, v := range x {
			out[i] = digamma(v)
		}
	},
	"gelu": func(out, x []float64) {
		for i, v := range x {
			out[i] = v * 0.5 * math.Erfc(-v*(math.Sqrt2/2))
		}
	},
	"gelu_tanh": func(out, x []float64) {
		const twiceSqrtTwoOverPi = 2 * 0.7978845608028653558798921198687637369517
		for i, v := range x {
			cubic := v + float64(0.044715*v*v*v)
			out[i] = v / (1 + math.Exp(-twiceSqrtTwoOverPi*cubic)) // (1+tanh(y))/2 without its cancellation
		}
	},
	"silu": func(out, x []float64) {
		for i, v := range x {
			out[i] = v * (1 / (1 + math.Exp(-v)))
		}
	},
	"floor": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Floor(v)
		}
	},
	"ceil": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Ceil(v)
		}
	},
	"round_even": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.RoundToEven(v)
		}
	},
	"round_away": func(out, x []float64) {
		for i, v := range x {
			out[i] = math.Round(v)
		}
	},
}

// lgamma is the logarithm of the absolute value of the gamma function, +Inf at both infinities as
// in C.
func lgamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1)
	}
	value, _ := math.Lgamma(x)
	return value
}

// digamma is the logarithmic derivative of the gamma function: reflection below zero, recurrence up
// to 10, then the asymptotic series (Abramowitz and Stegun 6.3.7, 6.3.5, 6.3.18). The error is some
// units in the last place of the largest term, not of a result near one of the zeros. Poles give
// NaN.
func digamma(x float64) float64 {
	if x <= 0 {
		if x == math.Floor(x) {
			return math.NaN()
		}
		fraction := x - math.Floor(x) // the tangent has period 1, and pi times a big x has lost the fraction
		return digamma(1-x) - math.Pi/math.Tan(math.Pi*fraction)
	}
	shift := 0.0
	for ; x < 10; x++ {
		shift += 1 / x
	}
	// Bernoulli numbers over their index: B2/2, B4/4, ... in powers of 1/x^2.
	series := 0.0
	square := 1 / (x * x)
	for _, term := range [...]float64{1.0 / 12, -691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12} {
		series = float64(series*square) + term
	}
	return math.Log(x) - 1/(2*x) - float64(series*square) - shift
}
