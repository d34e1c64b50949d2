package kernel

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tg-opt/tg/tensor"
)

// Unary computes out from x.
type Unary func(out, x *tensor.Tensor)

// ResolveUnary returns the kernel of a unary elementwise op. Operand and result have the same
// shape; the result has element type d, except that is_finite and is_inf give Bool, and abs, real
// and imag of complex numbers the type of their parts.
//
//	float            neg abs sign exp exp2 expm1 log log2 log1p sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc
//	                 erf_inv lgamma digamma bessel_i1e relu relu6 gelu gelu_tanh silu floor ceil round_even round_away is_finite is_inf
//	signed integer   neg abs sign not popcnt clz relu relu6
//	unsigned integer the same; neg wraps, abs and relu change nothing
//	Bool             not
//	complex          neg conj abs real imag sign exp expm1 log log1p sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid
//
// sign keeps NaN and the sign of zero. abs and neg of the smallest integer are itself. sigmoid is
// 1/(1+exp(-x)), gelu x/2*erfc(-x/sqrt 2), gelu_tanh its tanh approximation and silu x/(1+exp(-x));
// the last three are -0 at -inf. Poles of digamma give NaN. bessel_i1e is I1(x) exp(-|x|).
// docs/numerics.md says how exact the functions are.
func ResolveUnary(name string, d tensor.DType) (Unary, error) {
	if _, known := unaryNames[name]; !known {
		return nil, fmt.Errorf("there is no unary operation named %q", name)
	}
	if test, ok := unaryTests[name]; ok {
		if !d.IsFloat() {
			return nil, illegal(name, d)
		}
		return unaryKernel(1, d.Size(), cheapGrain, test(d)), nil
	}
	loop, grain := unaryLoop(name, d), cheapGrain
	if loop == nil {
		return nil, illegal(name, d)
	}
	if d.IsComplex() {
		if _, costly := complexFunctions[name]; costly || name == "abs" {
			grain = costlyGrain
		}
		return unaryKernel(complexResult(name, d).Size(), d.Size(), grain, loop), nil
	}
	if _, costly := wideFunctions[name]; costly {
		grain = costlyGrain
		if fastest.one[name+"/f32"] != nil && d != tensor.F64 {
			grain = vectorGrain
		}
	}
	return unaryKernel(d.Size(), d.Size(), grain, loop), nil
}

// roundings are exact, in every float type.
var roundings = map[string]func(x float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "round_even": math.RoundToEven, "round_away": math.Round,
}

// unaryNames is every name that ResolveUnary takes for some type.
var unaryNames = func() map[string]struct{} {
	names := map[string]struct{}{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(wideFunctions)), slices.Collect(maps.Keys(roundings)), slices.Collect(maps.Keys(unaryTests)),
		slices.Collect(maps.Keys(complexFunctions)), []string{"neg", "abs", "sign", "sqrt", "relu", "relu6", "not", "popcnt", "clz", "conj", "real", "imag"}) {
		names[name] = struct{}{}
	}
	return names
}()

// unaryLoop returns nil where the op is not defined for d.
func unaryLoop(name string, d tensor.DType) loop1 {
	switch {
	case d.IsFloat():
		return unaryFloatLoop(name, d)
	case d.IsComplex():
		return unaryComplexLoop(name, d)
	case name == "not" && d.IsInteger():
		return vectorLoop1(fastest.one["not/bytes"], 1, 1, erase1(unaryInteger[uint8](name)))
	}
	return vector1(name, d, d.Size(), unaryIntegerLoop(name, d))
}

func unaryIntegerLoop(name string, d tensor.DType) loop1 {
	switch d {
	case tensor.Bool:
		if name == "not" {
			return erase1(notBool)
		}
	case tensor.I8:
		return erase1(unaryInteger[int8](name))
	case tensor.I16:
		return erase1(unaryInteger[int16](name))
	case tensor.I32:
		return erase1(unaryInteger[int32](name))
	case tensor.I64:
		return erase1(unaryInteger[int64](name))
	case tensor.U8:
		return erase1(unaryInteger[uint8](name))
	case tensor.U16:
		return erase1(unaryInteger[uint16](name))
	case tensor.U32:
		return erase1(unaryInteger[uint32](name))
	case tensor.U64:
		return erase1(unaryInteger[uint64](name))
	}
	return nil
}

func unaryFloatLoop(name string, d tensor.DType) loop1 {
	if f, ok := singleFunctions[name]; ok && d == tensor.F32 {
		return vector1(name, d, 4, erase1(eachOf(f)))
	}
	if f, ok := wideFunctions[name]; ok {
		return functionLoop(name, d, f, doubleFunctions[name])
	}
	if f, ok := roundings[name]; ok {
		return functionLoop(name, d, f, f)
	}
	switch single := vector1(name, tensor.F32, 4, erase1(unaryFloat[float32](name))); d {
	case tensor.F16:
		return erase1(f16In32.unary(typed1[float32, float32](single)))
	case tensor.BF16:
		return erase1(bf16In32.unary(typed1[float32, float32](single)))
	case tensor.F32:
		return single
	}
	return vector1(name, d, 8, erase1(unaryFloat[float64](name)))
}

// functionLoop returns the loop of a function: of f64 numbers, or of numbers of a smaller type, for
// which it is computed in f64 and rounded once.
func functionLoop(name string, d tensor.DType, wide, double func(x float64) float64) loop1 {
	if d == tensor.F64 {
		return vector1(name, d, 8, erase1(eachOf(double)))
	}
	machine := fastest.one[name+"/wide"]
	if machine == nil {
		machine = fastest.one[name+"/f64"] // of a rounding
	}
	loop := typed1[float64, float64](vectorLoop1(machine, 8, 8, erase1(eachOf(wide))))
	switch d {
	case tensor.F16:
		return erase1(f16In64.unary(loop))
	case tensor.BF16:
		return erase1(bf16In64.unary(loop))
	}
	return vector1(name, d, 4, erase1(f32In64.unary(loop)))
}

func eachOf[T float](f func(x T) T) func(out, x []T) {
	return func(out, x []T) {
		out = out[:len(x)]
		for i, v := range x {
			out[i] = f(v)
		}
	}
}

// unaryTests are the ops with Bool results.
var unaryTests = map[string]func(tensor.DType) loop1{
	"is_finite": func(d tensor.DType) loop1 { return testLoop("is_finite", d, isFinite[float32], isFinite[float64]) },
	"is_inf":    func(d tensor.DType) loop1 { return testLoop("is_inf", d, isInf[float32], isInf[float64]) },
}

func testLoop(name string, d tensor.DType, single func([]uint8, []float32), double func([]uint8, []float64)) loop1 {
	switch d {
	case tensor.F16:
		return erase1(f16In32.test(single))
	case tensor.BF16:
		return erase1(bf16In32.test(single))
	case tensor.F32:
		return vector1(name, d, 1, erase1(single))
	}
	return vector1(name, d, 1, erase1(double))
}
